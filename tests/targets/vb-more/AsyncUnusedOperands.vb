' Operands with Await whose value nobody uses.

Imports System
Imports System.Collections.Generic
Imports System.Threading.Tasks

Module AsyncUnusedOperands

    Private Async Function Later(value As Boolean) As Task(Of Boolean) 'D: hit
        Await Task.Yield() ': hit
        Return value ': hit
    End Function ': hit

    Private Sub Send(a As Boolean, b As Boolean) 'D: hit
        Eat(a) ': hit
        Eat(b) ': hit
    End Sub ': hit

    '- an If without statements
    Private Async Function EmptyIf(p As Boolean, q As Boolean) As Task 'D: hit
        If Keep(p) AndAlso Await Later(q) Then ': part 2/2 1/2 x2
        End If 'D: hit
    End Function ': hit

    Private Async Function EmptyElse(p As Boolean, q As Boolean) As Task 'D: hit
        If Keep(p) OrElse Await Later(q) Then ': part 2/2 1/2 x2
        Else 'D: hit
        End If 'D: hit
        Eat(1) ': hit x2
    End Function ': hit

    Private Async Function EmptyLeft(p As Boolean, q As Boolean) As Task 'D: hit
        If Await Later(p) AndAlso Keep(q) Then ': part 2/2 1/2 x2
        End If 'D: hit
        Eat(1) ': hit x2
    End Function ': hit

    '- an argument, a receiver
    Private Async Function Passed(p As Boolean, q As Boolean) As Task 'D: hit
        Send(Keep(p), Keep(q) OrElse Await Later(p)) ': part 1/2 2/2 x2
        Call (Keep(p) AndAlso Await Later(q)).ToString() ': part 2/2 1/2 x2
        Await Later(Keep(p) OrElse Await Later(q)) ': part 2/2 1/2 x2
    End Function ': hit

    '- at the end of a loop
    Private Async Function AtEnd(items As IEnumerable(Of Boolean), q As Boolean) As Task 'D: hit
        For Each item In items ': hit 2/2 x1
            Eat(item) ': hit x2
            If Keep(item) AndAlso Await Later(q) Then Continue For ': part 2/2 1/2 x2
        Next 'D: hit
        Dim n = 0 ': hit x1
        Do 'D: hit
            n += 1 ': hit x2
            If Keep(n = 1) OrElse Await Later(q) Then Continue Do ': part 2/2 1/2 x2
        Loop While n < 2 AndAlso Await Later(q) ': part 2/2 1/2 x2
    End Function ': hit

    '- the same without Await, and with a statement before Continue Do
    Private Sub Rounds(q As Boolean) 'D: hit
        Dim n = 0 ': hit x1
        Do 'D: hit
            n += 1 ': hit x3
            If n < 3 Then Continue Do ': hit 2/2 x3
            Eat(n) ': hit x1
        Loop Until n > 2 ': hit 2/2 x3
        Do 'D: hit
            n -= 1 ': hit x1
            If Keep(q) Then Continue Do ': part 1/2 x1
            Eat(n) ': miss
        Loop While n = 5 ': part 1/2 x1
        Do 'D: hit
            n -= 1 ': hit x1
            Exit Do 'D: hit
        Loop While n = 5
    End Sub ': hit

    '- Return in both ways
    Private Async Function BothReturn(p As Boolean, q As Boolean) As Task 'D: hit
        If Keep(p) AndAlso Await Later(q) Then Return ': part 2/2 1/2 x2
    End Function ': hit

    '- three operands
    Private Async Function Three(p As Boolean, q As Boolean) As Task 'D: hit
        If Keep(p) AndAlso (Keep(q) OrElse Await Later(p)) Then ': part 2/2 1/2 1/2 x2
        End If 'D: hit
        Eat(1) ': hit x2
    End Function ': hit

    Private Async Function All() As Task 'D: hit
        Await EmptyIf(True, False) ': hit x1
        Await EmptyIf(False, False) ': hit x1
        Await EmptyElse(True, False) ': hit x1
        Await EmptyElse(False, False) ': hit x1
        Await EmptyLeft(True, False) ': hit x1
        Await EmptyLeft(False, False) ': hit x1
        Await Passed(True, False) ': hit x1
        Await Passed(False, False) ': hit x1
        Await AtEnd({True, False}, True) ': hit x1
        Await BothReturn(True, False) ': hit x1
        Await BothReturn(False, False) ': hit x1
        Await Three(True, False) ': hit x1
        Await Three(False, False) ': hit x1
    End Function ': hit

    Public Sub Run() 'D: hit
        Rounds(True) ': hit x1
        All().Wait() ': hit x1
    End Sub ': hit

End Module
