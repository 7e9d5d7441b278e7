' ExcludeFromCodeCoverage: the member with everything the compiler makes of it is not in the report.

Imports System
Imports System.Collections.Generic
Imports System.Diagnostics.CodeAnalysis
Imports System.Linq
Imports System.Threading.Tasks

Friend Module ExcludedByAttribute

    Public Sub Run() 'D: hit
        Method(1) ': hit x1
        Use(Lambdas({1, 2})) ': hit x1
        Use(Numbers().Sum()) ': hit x1
        Asynchronous().GetAwaiter().GetResult() ': hit x1
        Dim parts As New Parts() ': hit x1
        parts.Half = parts.Half + parts.Whole ': hit x1
        AddHandler parts.Heard, Sub() Use(1) ': hit x1
        parts.Raise() ': hit x1
        Use(New Gone().Work() + New Gone.Inner().Work()) ': hit x1
        Errors2() ': hit x1
        Use(Counted()) ': hit x1
        Use(Beside({1, 2})) ': hit x1
    End Sub ': hit

    '- a method
    <ExcludeFromCodeCoverage>
    Private Sub Method(value As Integer) ': none
        If value > 0 AndAlso Yes() Then ': none
            Use(value) ': none
        End If
    End Sub ': none

    '- lambdas and queries
    <ExcludeFromCodeCoverage>
    Private Function Lambdas(values As Integer()) As Integer
        Dim twice = Function(n As Integer) n * 2 ': none
        Dim several = Function(n As Integer) As Func(Of Integer, Integer)
                          If n > 1 Then Return Nothing ': none
                          Return Function(m As Integer) m + n + values.Length ': none
                      End Function
        Dim query = From n In values ': none
                    Where n > 1 ': none
                    Order By n ': none
                    Select twice(n) ': none
        Return query.Sum() + several.GetHashCode() Mod 1 ': none
    End Function

    '- an iterator
    <ExcludeFromCodeCoverage>
    Private Iterator Function Numbers() As IEnumerable(Of Integer)
        Yield 1 ': none
        If Yes() Then Yield 2 ': none
    End Function

    '- an async function with an async lambda
    <ExcludeFromCodeCoverage>
    Private Async Function Asynchronous() As Task
        Await Task.Yield() ': none
        Dim later = Async Function(n As Integer)
                        Await Task.Yield() ': none
                        Return n ': none
                    End Function
        Use(Await later(1)) ': none
    End Function

    Private NotInheritable Class Parts
        Private number As Integer = Id(1) ': hit x1
        Private handlers As New List(Of Action)() ': hit x1

        '- one accessor of two
        Public Property Half As Integer
            <ExcludeFromCodeCoverage>
            Get
                Return number ': none
            End Get
            Set(value As Integer) 'D: hit
                number = value ': hit x1
            End Set ': hit
        End Property

        '- a property
        <ExcludeFromCodeCoverage>
        Public ReadOnly Property Whole As Integer
            Get
                Return If(number > 0, number, 0) ': none
            End Get
        End Property

        '- an event
        <ExcludeFromCodeCoverage>
        Public Custom Event Heard As Action
            AddHandler(value As Action)
                handlers.Add(value) ': none
            End AddHandler
            RemoveHandler(value As Action)
                handlers.Remove(value) ': none
            End RemoveHandler
            RaiseEvent()
                For Each handler In handlers ': none
                    handler() ': none
                Next
            End RaiseEvent
        End Event

        Public Sub Raise() 'D: hit
            RaiseEvent Heard() ': hit x1
        End Sub ': hit
    End Class

    '- a class with a nested one
    <ExcludeFromCodeCoverage>
    Private NotInheritable Class Gone
        Private ReadOnly number As Integer = Id(1) ': none

        Public Function Work() As Integer
            Dim f = Function() number ': none
            Return f() ': none
        End Function

        Public NotInheritable Class Inner
            Public Function Work() As Integer
                Return Id(2) ': none
            End Function
        End Class
    End Class

    '- On Error and Catch When
    <ExcludeFromCodeCoverage>
    Private Sub Errors2()
        On Error Resume Next ': none
        Fail("gone") ': none
    End Sub

    '- Static locals
    <ExcludeFromCodeCoverage>
    Private Function Counted() As Integer
        Static calls As Integer = Id(1) ': none
        calls += 1 ': none
        Return calls ': none
    End Function

    '- an overload that is not excluded, with a lambda
    <ExcludeFromCodeCoverage>
    Private Function Beside(value As Integer) As Integer
        Dim f = Function() value ': none
        Return f() ': none
    End Function

    Private Function Beside(values As Integer()) As Integer 'D: hit
        Dim f = Function(n As Integer) Beside(n) ': hit x2
        Return values.Select(f).Sum() ': hit x1
    End Function ': hit

End Module
