' Properties, events, lambdas, queries, constructors with initialisers.

Imports System
Imports System.Linq

Friend Module Members

    Public Sub Run() 'D: hit
        Dim first As New Account() ': hit x1
        Dim second As New Account("b") ': hit x1
        AddHandler first.Changed, Sub() Use(1) ': hit x1
        first.Balance = 3 ': hit x1
        first.Balance = -1 ': hit x1
        Use(first.Balance + second.Automatic) ': hit x1
        Lambdas({3, 1, 2}) ': hit x1
        Use(Shared1.Value) ': hit x1
    End Sub ': hit

    Private NotInheritable Class Account
        Private balanceValue As Integer = Id(1) ': hit
        Public Property Automatic As Integer = Id(2) ': hit

        Public Event Changed As Action ' raising it tests for handlers: no decision of the user's

        Public Sub New() ': hit x1
            Use(1) ': hit x1
        End Sub ': hit

        Public Sub New(name As String) ': hit x1
            Use(name.Length) ': hit x1
        End Sub ': hit

        Public Property Balance As Integer
            Get 'D: hit
                Return balanceValue ': hit x1
            End Get ': hit
            Set(value As Integer) 'D: hit
                If value < 0 Then Return ': hit 2/2 x2
                balanceValue = value ': hit x1
                RaiseEvent Changed() ': hit x1
            End Set ': hit
        End Property

        Public Function Never() As Integer 'D: miss
            Return balanceValue ': miss
        End Function ': miss
    End Class

    Private NotInheritable Class Shared1
        Public Shared ReadOnly Value As Integer = Id(7) ': hit x1
    End Class

    '- lambdas and queries
    Private Sub Lambdas(numbers As Integer()) 'D: hit
        Dim twice = Function(n As Integer) n * 2 ': hit x1
        Use(twice(2)) ': hit x1
        Dim never As Action = ': hit x1
            Sub() ': miss
                Use(9) ': miss
            End Sub ': miss
        Use(never.GetHashCode() Mod 1) ': hit x1
        Dim query = From n In numbers ': hit x1
                    Where n > 1 ': hit x3
                    Order By n ': hit x2
                    Select n * 10 ': hit x2
        Use(query.Sum()) ': hit x1
    End Sub ': hit

End Module
