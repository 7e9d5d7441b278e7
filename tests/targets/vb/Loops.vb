' For, For Each, While, Do, iterators.

Imports System.Collections.Generic
Imports System.Linq

Friend Module Loops

    Public Sub Run() 'D: hit
        Counting(3) ': hit x1
        Stepping(-1) ': hit x1
        ForEachLoop({1, 2, 3}) ': hit x1
        Conditions(2) ': hit x1
        Exits(5) ': hit x1
        IteratorLeft() ': hit x1
        OverNothing(0, {}, New List(Of Integer)) ': hit x1
        Nested(2, 0) ': hit x1
        Directions(0.5, -1.5) ': hit x1
        Use(Enumerable.Sum(Produced(New List(Of Integer), 0))) ': hit x1
    End Sub ': hit

    '- For ... Next
    Private Sub Counting(count As Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            Use(i) ': hit x3
        Next ': hit x3
    End Sub ': hit

    '- For ... Step with a step that is known at run time only
    Private Sub Stepping([step] As Integer) 'D: hit
        For i = 3 To 1 Step [step] ': hit 2/2
            Use(i) ': hit x3
        Next ': hit
    End Sub ': hit

    '- For Each over array and list
    Private Sub ForEachLoop(numbers As Integer()) 'D: hit
        For Each n In numbers ': hit 2/2 x1
            Use(n) ': hit x3
        Next 'D: hit

        For Each n In New List(Of Integer) From {1} ': hit 2/2 x1
            Use(n) ': hit x1
        Next 'D: hit
    End Sub ': hit

    '- For and For Each over nothing: the head asks, the body and Next do not run
    Private Sub OverNothing(count As Integer, numbers As Integer(), list As List(Of Integer)) 'D: hit
        For i = 1 To count ': part 1/2 x1
            Use(i) ': miss
        Next ': miss
        For Each n In numbers ': part 1/2 x1
            Use(n) ': miss
        Next 'D: miss
        For Each n In list ': part 1/2 x1
            Use(n) ': miss
        Next 'D: miss
        For i As Long = 1 To count Step 2 ': part 1/2 x1
        Next ': miss
        For i As Decimal = 1D To count ': part 1/2 x1
            Use(1) ': miss
        Next ': miss
    End Sub ': hit

    '- For in For: the inner one never goes round
    Private Sub Nested(count As Integer, inner As Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': part 1/2 x2
                Use(j) ': miss
            Next ': miss
        Next ': hit x2
    End Sub ': hit

    '- For over fractions with a step that is known at run time only: one decision
    Private Sub Directions(first As Double, [step] As Double) 'D: hit
        For x = first To -2.0 Step [step] ': hit 2/2 x1
            Use(1) ': hit x2
        Next ': hit x2
        For x = first To 0.0 Step 1.0 ': part 1/2 x1
            Use(1) ': miss
        Next ': miss
    End Sub ': hit

    '- For Each and For over nothing in an iterator
    Private Iterator Function Produced(list As List(Of Integer), count As Integer) As IEnumerable(Of Integer) 'D: hit
        For Each n In list ': part 1/2 x1
            Yield n ': miss
        Next 'D: miss
        For i = 1 To count ': part 1/2 x1
            Yield i ': miss
        Next ': miss
    End Function ': hit

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
        For i = 1 To count ': part 1/2 x1
            If i = 1 Then Continue For ': hit 2/2 x3
            If i = 3 Then Exit For ': hit 2/2 x2
            Use(i) ': hit x1
        Next ': hit x2
    End Sub ': hit

    '- an iterator left early
    Private Iterator Function Numbers() As IEnumerable(Of Integer) 'D: hit
        Yield 1 ': hit x1
        Yield 2 ': miss
    End Function ': miss

    Private Sub IteratorLeft() 'D: hit
        For Each n In Numbers() ': part 1/2 x1
            Use(n) ': hit x1
            Exit For ': hit x1
        Next
    End Sub ': hit

End Module
