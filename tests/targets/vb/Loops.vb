' For, For Each, While, Do, iterators.

Imports System.Collections.Generic

Friend Module Loops

    Public Sub Run() 'D: hit
        Counting(3) ': hit x1
        Stepping(-1) ': hit x1
        ForEachLoop({1, 2, 3}) ': hit x1
        Conditions(2) ': hit x1
        Exits(5) ': hit x1
        IteratorLeft() ': hit x1
    End Sub ': hit

    '- For ... Next
    Private Sub Counting(count As Integer) 'D: hit
        For i = 1 To count ': hit x1
            Use(i) ': hit x3
        Next ': hit 2/2 x3
    End Sub ': hit

    '- For ... Step with a step that is known at run time only
    Private Sub Stepping([step] As Integer) 'D: hit
        For i = 3 To 1 Step [step] ': hit
            Use(i) ': hit x3
        Next ': hit 2/2
    End Sub ': hit

    '- For Each over array and list
    Private Sub ForEachLoop(numbers As Integer()) 'D: hit
        For Each n In numbers ': hit x1
            Use(n) 'D: hit x3 'R: hit 2/2 x3
        Next 'D: hit 2/2

        For Each n In New List(Of Integer) From {1} ': hit x1
            Use(n) 'D: hit x1 'R: hit 2/2 x1
        Next 'D: hit 2/2
    End Sub ': hit

    '- While, Do While, Do Until, Loop While, Loop Until
    Private Sub Conditions(count As Integer) 'D: hit
        Dim left = count ': hit x1
        While left > 0 ': hit 2/2 x3
            left -= 1 ': hit x2
        End While 'D: hit x2

        Do Until left = 2 ': hit 2/2 x3
            left += 1 ': hit x2
        Loop 'D: hit x2

        Do 'D: hit
            left -= 1 ': hit x2
        Loop While left > 0 ': hit 2/2 x2

        Do 'D: hit
            left += 1 ': hit x1
        Loop Until left > 0 ': part 1/2 x1
    End Sub ': hit

    '- Exit For, Continue For
    Private Sub Exits(count As Integer) 'D: hit
        For i = 1 To count ': hit x1
            If i = 1 Then Continue For ': hit 2/2 x3
            If i = 3 Then Exit For ': hit 2/2 x2
            Use(i) ': hit x1
        Next ': part 1/2 x2
    End Sub ': hit

    '- an iterator left early
    Private Iterator Function Numbers() As IEnumerable(Of Integer) 'D: hit
        Yield 1 ': hit x1
        Yield 2 ': miss
    End Function ': miss

    Private Sub IteratorLeft() 'D: hit
        For Each n In Numbers() ': hit x1
            Use(n) ': hit x1
            Exit For ': part 1/2 x1
        Next
    End Sub ': hit

End Module
