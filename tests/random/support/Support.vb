' What random programs of Visual Basic use, the plain ones and their twins: values that differ from call to call, but not from run to run.

Imports System
Imports System.Collections.Generic
Imports System.Diagnostics.CodeAnalysis
Imports System.Linq
Imports System.Threading.Tasks

Namespace Global.RandomPrograms

    <ExcludeFromCodeCoverage>
    Public NotInheritable Class OutOfFuel
        Inherits Exception
    End Class

    <ExcludeFromCodeCoverage>
    Public NotInheritable Class Odd
        Inherits Exception

        Public Sub New(number As Integer)
            MyBase.New("odd " & number.ToString())
        End Sub
    End Class

    <ExcludeFromCodeCoverage>
    Public NotInheritable Class Held
        Implements IDisposable

        Private ReadOnly number As Integer

        Public Sub New(number As Integer)
            Me.number = number
        End Sub

        Public Sub Dispose() Implements IDisposable.Dispose
            H.Take(number)
        End Sub
    End Class

    <ExcludeFromCodeCoverage>
    Public Module H

        Private state As UInteger
        Private fuel As Integer
        Public Sum As Long

        Private Sub Start(seed As UInteger)
            state = seed
            fuel = 5000
        End Sub

        Private Function Roll(limit As Integer) As Integer
            state = CUInt((CULng(state) * 1664525UL + 1013904223UL) And &HFFFFFFFFUL)
            Return CInt((state >> 8) Mod CUInt(limit))
        End Function

        Public Sub Take(value As Integer)
            Sum = (Sum * 31 + value) Mod 1000000007L
            fuel -= 1
            If fuel < 0 Then Throw New OutOfFuel()
        End Sub

        Public Sub Put(number As Integer, value As Integer)
            Take(value Xor number)
        End Sub

        Public Function I(value As Integer) As Integer
            Return If(Roll(4) = 0, value + 1, value) Mod 1000
        End Function

        Public Function Any(limit As Integer) As Integer
            Return Roll(limit)
        End Function

        Public Function B(limit As Integer) As Boolean
            Return Roll(limit) = 0
        End Function

        Public Function Same(value As Boolean) As Boolean
            Return value
        End Function

        Public Function Up() As Integer
            Return If(Roll(2) = 0, 1, -1)
        End Function

        Public Function Letter(value As Integer) As Char
            Return Math.Abs(value Mod 9).ToString()(0)
        End Function

        Public Function Gate(value As Integer) As Object
            Take(value)
            Return GetType(H)
        End Function

        Public Function Rarely(limit As Integer) As Boolean
            Return Roll(limit) <> 0
        End Function

        Public Function Word(value As Integer) As String
            Return "word" & Math.Abs(value Mod 9).ToString()
        End Function

        Public Function Maybe(value As Integer) As String
            Return If(Roll(3) = 0, Nothing, "m" & value.ToString())
        End Function

        Public Function O(value As Integer) As Object
            Select Case Roll(4)
                Case 0 : Return Nothing
                Case 1 : Return value
                Case 2 : Return "text"
                Case Else : Return New Odd(value)
            End Select
        End Function

        Public Function May(value As Integer) As Integer
            If Roll(8) = 0 Then Throw New Odd(value)
            Return value Mod 1000
        End Function

        Public Sub TryIt(value As Integer)
            If Roll(6) = 0 Then Throw New InvalidOperationException("no " & value.ToString())
        End Sub

        Public Function CallIt(work As Func(Of Integer)) As Integer
            Return work()
        End Function

        Public Function Later(work As Func(Of Integer)) As Integer
            Return If(Roll(3) = 0, -1, work())
        End Function

        Public Function Some(limit As Integer) As IEnumerable(Of Integer)
            Return Enumerable.Range(0, Roll(limit))
        End Function

        Public Function List(limit As Integer) As List(Of Integer)
            Return Some(limit).ToList()
        End Function

        Public Function Numbers(limit As Integer) As Integer()
            Return Some(limit).ToArray()
        End Function

        Public Async Function Wait(value As Integer) As Task(Of Integer)
            If Roll(2) = 0 Then Await Task.Yield()
            Return value
        End Function

        Public Async Function Ask(limit As Integer) As Task(Of Boolean)
            If Roll(2) = 0 Then Await Task.Yield()
            Return Roll(limit) = 0
        End Function

        Public Function Drain(value As Integer) As Integer
            Return value
        End Function

        Public Function Drain(value As Task(Of Integer)) As Integer
            Return value.GetAwaiter().GetResult()
        End Function

        ' Reads a sequence, to the end or to some element.
        Public Function Drain(values As IEnumerable(Of Integer)) As Integer
            Dim left = Roll(12)
            Dim total = 0
            For Each value In values
                total = (total * 3 + value) Mod 1000003
                left -= 1
                If left < 0 Then Exit For
            Next
            Return total
        End Function

        ' Calls an entry several times, with other numbers, whatever it throws.
        Public Sub Entry(seed As UInteger, times As Integer, work As Func(Of Integer, Integer, String, Object, Integer))
            Start(seed)
            For round = 1 To times
                Try
                    Dim first = Roll(9), second = Roll(5) - 2
                    Take(work(first, second, Maybe(first), O(second)))
                Catch e As Exception
                    fuel = Math.Max(fuel, 100)
                    Take(e.GetType().Name.Length)
                End Try
            Next
        End Sub

    End Module

End Namespace
