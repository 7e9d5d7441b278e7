' Async and Await in every shape, iterators.

Imports System
Imports System.Collections.Generic
Imports System.Threading.Tasks

Friend Module AsyncAndIterators

    Public Sub Run() 'D: hit
        All().GetAwaiter().GetResult() ': hit x1
        Yields() ': hit x1
    End Sub ': hit

    Private Async Function All() As Task 'D: hit
        Use(Await Completed()) ': hit x1
        Use(Await Later(2)) ': hit x1
        Await InLoops(2) ': hit x1
        Await Operands() ': hit x1
        Await Caught() ': hit x1
        Await Finally2() ': hit x1
        Await Conditional(1) ': hit x1
        Await Used() ': hit x1
        Await AsyncLambda() ': hit x1
        Await Thrown() ': hit x1
        Await Selected(2) ': hit x1
        Await InArguments() ': hit x1
    End Function ': hit

    Private Async Function Later(value As Integer) As Task(Of Integer) 'D: hit
        Await Task.Delay(1) ': hit
        Return Id(value) ': hit
    End Function ': hit

    Private Async Function Say(value As Boolean) As Task(Of Boolean) 'D: hit
        Await Task.Yield() ': hit
        Return Id(value) ': hit
    End Function ': hit

    '- Await of what is complete already
    Private Async Function Completed() As Task(Of Integer) 'D: hit
        Dim one = Await Task.FromResult(1) ': hit x1
        Return one + Await Task.FromResult(2) ': hit x1
    End Function ': hit

    '- Await in loops
    Private Async Function InLoops(count As Integer) As Task 'D: hit
        For i = 1 To count ': hit 2/2 x1
            Use(Await Later(i)) ': hit x2
        Next ': hit x2

        For Each n In New List(Of Integer) From {1, 2} ': hit 2/2 x1
            Use(Await Later(n)) ': hit x2
        Next 'D: hit

        Dim left = count ': hit x1
        While Await Later(left) > 0 ': hit 2/2 x3
            left -= 1 ': hit x2
        End While 'D: hit x2

        Do 'D: hit
            left += 1 ': hit x2
            If left = 2 Then Exit Do ': hit 2/2 x2
        Loop Until Await Later(left) > 5 ': part 1/2 x1
    End Function ': hit

    '- Await in operands of AndAlso and OrElse
    Private Async Function Operands() As Task 'D: hit
        If Await Say(True) AndAlso Await Say(False) Then ': part 1/2 1/2 x1
            Use(1) ': miss
        End If 'D: hit

        If Await Say(False) OrElse Await Say(True) Then ': part 1/2 1/2 x1
            Use(2) ': hit x1
        End If 'D: hit

        If Yes() AndAlso Await Say(True) Then ': part 1/2 1/2 x1
            Use(3) ': hit x1
        End If 'D: hit

        If Await Say(True) AndAlso No() Then ': part 1/2 1/2 x1
            Use(4) ': miss
        End If 'D: hit
    End Function ': hit

    '- Await in a Try with Catch When
    Private Async Function Caught() As Task 'D: hit
        Try 'D: hit
            Await Task.Yield() ': hit x1
            Fail("caught") ': hit x1
            Use(1) ': miss
        Catch e As InvalidOperationException When Id(1) = 1 ': part 1/2 x1
            Use(2) ': hit x1
        End Try 'D: hit
    End Function ': hit

    '- Await in a Try with Finally
    Private Async Function Finally2() As Task 'D: hit
        Try 'D: hit
            Await Task.Yield() ': hit x1
            Use(1) ': hit x1
        Finally 'D: hit
            Use(2) ': hit x1
        End Try 'D: hit
    End Function ': hit

    '- Await in an If that is not taken
    Private Async Function Conditional(value As Integer) As Task 'D: hit
        If Id(value) > 1 Then ': part 1/2 x1
            Await Task.Yield() ': miss
            Use(1) ': miss
        Else 'D: hit
            Await Task.Yield() ': hit x1
        End If 'D: hit
        Use(If(value > 0, Await Later(1), Await Later(2))) ': part 1/2 x1
    End Function ': hit

    Private NotInheritable Class Resource
        Implements IDisposable

        Public Sub Dispose() Implements IDisposable.Dispose 'D: hit
            Use(1) ': hit x1
        End Sub ': hit
    End Class

    '- Await in Using
    Private Async Function Used() As Task 'D: hit
        Using r As New Resource() ': hit x1
            Await Task.Yield() ': hit x1
            Use(1) ': hit x1
        End Using ': hit x1
    End Function ': hit

    '- async lambdas
    Private Async Function AsyncLambda() As Task 'D: hit
        Dim twice = Async Function(n As Integer) Await Later(n) * 2 ': hit x1
        Use(Await twice(2)) ': hit x1
        Dim several As Func(Of Task) = ': hit x1
            Async Function() 'D: hit 'R: hit
                Await Task.Yield() ': hit x1
                If No() Then Use(1) ': part 1/2 x1
            End Function ': hit
        Await several() ': hit x1
    End Function ': hit

    '- an exception through an Async function
    Private Async Function Throws() As Task 'D: hit
        Await Task.Yield() ': hit x1
        Throw New InvalidOperationException("async") ': hit x1
    End Function

    Private Async Function Thrown() As Task 'D: hit
        Try 'D: hit
            Await Throws() ': hit x1
            Use(1) ': miss
        Catch e As InvalidOperationException 'D: hit x1
            Use(2) ': hit x1
        End Try 'D: hit
    End Function ': hit

    '- Await in Select Case
    Private Async Function Selected(value As Integer) As Task 'D: hit
        Select Case Await Later(value) ': part 1/4 x1
            Case 1 'D: miss
                Use(1) ': miss
            Case 2 'D: hit
                Await Task.Yield() ': hit x1
            Case 3 'D: miss
                Use(3) ': miss
        End Select 'D: hit
        Use(2) ': hit x1
    End Function ': hit

    '- Await in arguments
    Private Async Function InArguments() As Task 'D: hit
        Use(Id(1) + Await Later(2) * Await Later(3)) ': hit x1
    End Function ': hit

    Private Sub Yields() 'D: hit
        Dim sum = 0 ': hit x1
        For Each n In Evens(6) ': hit 2/2 x1
            sum += n ': hit x3
        Next 'D: hit
        For Each n In Guarded() ': part 1/2 x1
            sum += n ': hit x1
            Exit For ': hit x1
        Next
        For Each n In Chosen(False) ': hit 2/2 x1
            sum += n ': hit x1
        Next 'D: hit
        Dim lambda = Iterator Function() As IEnumerable(Of Integer) ': hit x1
                         Yield 1 ': hit x1
                         Yield 2 ': hit x1
                     End Function ': hit
        For Each n In lambda() ': hit 2/2 x1
            sum += n ': hit x2
        Next 'D: hit
        Dim never = Evens(100) ': hit x1
        Use(sum + never.GetHashCode() Mod 1) ': hit x1
    End Sub ': hit

    '- an iterator with a loop
    Private Iterator Function Evens(last As Integer) As IEnumerable(Of Integer) 'D: hit
        For i = 2 To last Step 2 ': hit 2/2 x1
            Yield i ': hit x3
        Next ': hit x3
    End Function ': hit

    '- an iterator with Finally, left early
    Private Iterator Function Guarded() As IEnumerable(Of Integer) 'D: hit
        Try 'D: hit
            Yield 1 ': hit x1
            Yield 2 ': miss
        Finally 'D: hit
            Use(3) ': hit x1
        End Try 'D: miss
        Use(4) ': miss
    End Function ': miss

    '- an iterator that returns early
    Private Iterator Function Chosen(more As Boolean) As IEnumerable(Of Integer) 'D: hit
        Yield 1 ': hit x1
        If Not more Then Return ': part 1/2 x1
        Yield 2 ': miss
    End Function ': hit

End Module
