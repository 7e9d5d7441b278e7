' One Next that ends several loops: only its first loop has a point there.

Imports System.Collections.Generic

Friend Module LoopsSharedNext

    Public Sub Run() 'D: hit
        InnerNever(2, 0) ': hit x1
        Rounds(2, 2) ': hit x1
        OneLine(1, 0) ': hit x1
        Steps(2, -1) ': hit x1
        Constants() ': hit x1
        Types(1.5, 2) ': hit x1
        Objects(2, 1) ': hit x1
        Three(1, 2, 0) ': hit x1
        ForEachOutside({1, 2}, New List(Of Integer) From {3}, 0) ': hit x1
        ForEachInside(2, {}, New List(Of Integer)) ': hit x1
        ForEachBoth({1, 2}, New List(Of Integer)) ': hit x1
        Leaves(3, 3) ': hit x1
        Bodies(2, 2) ': hit x1
        InTry(2, 0) ': hit x1
        Captures(2, 0) ': hit x1
        For Each n In Yields(2, 1) ': hit 2/2 x1
            Use(n) ': hit x2
        Next 'D: hit
    End Sub ': hit

    '- Next j, i: the inner loop never goes round
    Private Sub InnerNever(count As Integer, inner As Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': part 1/2 x2
                Use(j) ': miss
        Next j, i ': miss
    End Sub ': hit

    '- Next j, i: both loops go round
    Private Sub Rounds(count As Integer, inner As Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': hit 2/2 x2
                Use(j) ': hit x4
        Next j, i ': hit x4
    End Sub ': hit

    '- Next j, i on the line of its loops
    Private Sub OneLine(count As Integer, inner As Integer) 'D: hit
        For i = 1 To count : For j = 1 To inner : Use(j) : Next j, i ': part 2/2 1/2
    End Sub ': hit

    '- Next j, i: loops that go down, or by a step that is known at run time only
    Private Sub Steps(count As Integer, [step] As Integer) 'D: hit
        For i = count To 1 Step -1 ': hit 2/2 x1
            For j = 1 To i Step -2 ': hit 2/2 x2
                Use(j) ': hit x1
        Next j, i ': hit x1
        For i = count To 1 Step [step] ': hit 2/2 x1
            For j = 3 To count Step [step] ': hit 2/2 x2
                Use(j) ': hit x4
        Next j, i ': hit x4
        For i = 1 To count Step [step] ': part 1/2 x1
            For j = 3 To count Step [step] ': miss 0/2
                Use(j) ': miss
        Next j, i ': miss
    End Sub ': hit

    '- Next j, i: loops between constants, which test only at the end
    Private Sub Constants() 'D: hit
        For i = 0 To 1 ': hit 2/2 x1
            For j = 0 To 0 ': part 1/2 x2
                Use(j) ': hit x2
        Next j, i ': hit x2
    End Sub ': hit

    '- Next j, i: variables of other types
    Private Sub Types(x As Double, n As Long) 'D: hit
        For i = 1.0 To x ': hit 2/2 x1
            For j = 1 To n ': hit 2/2 x1
                For k = 1D To 0D + n ': hit 2/2 x2
                    Use(1) ': hit x4
        Next k, j, i ': hit x4
    End Sub ': hit

    '- Next j, i over Object
    Private Sub Objects(first As Object, inner As Object) 'D: hit
        For i As Object = 1 To first ': hit 2/2 x1
            For j As Object = 2 To inner ': part 1/2 x2
                Use(1) ': miss
        Next j, i ': miss
    End Sub ': hit

    '- Next k, j, i, and Next k, j in a loop with a Next of its own
    Private Sub Three(a As Integer, b As Integer, c As Integer) 'D: hit
        For i = 1 To a ': hit 2/2 x1
            For j = 1 To b ': hit 2/2 x1
                For k = 1 To c ': part 1/2 x2
                    Use(k) ': miss
        Next k, j, i ': miss
        For i = 1 To a ': hit 2/2 x1
            For j = 1 To b ': hit 2/2 x1
                For k = 1 To c ': part 1/2 x2
                    Use(k) ': miss
            Next k, j ': miss
            Use(i) ': hit x1
        Next ': hit x1
    End Sub ': hit

    '- Next j, x: For in For Each
    Private Sub ForEachOutside(numbers As Integer(), list As List(Of Integer), inner As Integer) 'D: hit
        For Each x In numbers ': hit 2/2 x1
            For j = 1 To inner ': part 1/2 x2
                Use(j) ': miss
        Next j, x ': miss
        For Each x In list ': hit 2/2 x1
            For j = 1 To inner ': part 1/2 x1
                Use(j) ': miss
        Next j, x ': miss
    End Sub ': hit

    '- Next x, i: For Each in For
    Private Sub ForEachInside(count As Integer, numbers As Integer(), list As List(Of Integer)) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For Each x In numbers ': part 1/2 x2
                Use(x) ': miss
        Next x, i 'D: miss
        For i = 1 To count ': hit 2/2 x1
            For Each x In list ': part 1/2 x2
                Use(x) ': miss
        Next x, i 'D: miss
    End Sub ': hit

    '- Next y, x: For Each in For Each
    Private Sub ForEachBoth(numbers As Integer(), list As List(Of Integer)) 'D: hit
        For Each x In numbers ': hit 2/2 x1
            For Each y In list ': part 1/2 x2
                Use(y) ': miss
        Next y, x 'D: miss
        For Each y In list ': part 1/2 x1
            For Each x In numbers ': miss 0/2
                Use(x) ': miss
        Next x, y 'D: miss
    End Sub ': hit

    '- Exit For and Continue For, with Next j, i
    Private Sub Leaves(count As Integer, inner As Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': hit 2/2 x3
                If j = i Then Continue For ': hit 2/2 x7
                If i = 2 Then Exit For ': hit 2/2 x5
                Use(j) ': hit x4
        Next j, i ': hit x6
        For i = 1 To count ': part 1/2 x1
            For j = 1 To inner ': part 1/2 x1
                If Yes() Then Return ': part 1/2 x1
        Next j, i ': miss
    End Sub ': hit

    '- Next j, i after bodies that end in a decision
    Private Sub Bodies(count As Integer, inner As Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': hit 2/2 x2
                If Yes() Then Use(1) ': part 1/2 x4
        Next j, i ': hit x4
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': hit 2/2 x2
                Select Case j + i ': part 3/4 x4
                    Case 2, 9 'D: hit x1
                        Use(1) ': hit x1
                    Case 3 'D: hit x2
                        Use(2) ': hit x2
                End Select 'D: hit
        Next j, i ': hit x4
        For i = 1 To count ': part 1/2 x1
            If Yes() AndAlso i > 1 Then Exit For ': part 1/2 2/2 x2
            For j = 1 To inner ': hit 2/2 x1
        Next j, i ': hit x2
    End Sub ': hit

    '- Next j, i at the ends of blocks
    Private Sub InTry(count As Integer, inner As Integer) 'D: hit
        Try 'D: hit
            For i = 1 To count ': hit 2/2 x1
                Try 'D: hit
                    Use(i) ': hit x2
                Finally 'D: hit
                    For j = 1 To inner ': part 1/2 x2
                        For k = 1 To inner ': miss 0/2
                            Use(j) ': miss
                    Next k, j ': miss
                End Try 'D: hit
            Next ': hit x2
        Finally 'D: hit
            For i = 1 To count ': hit 2/2 x1
                For j = 1 To inner ': part 1/2 x2
                    Use(j) ': miss
            Next j, i ': miss
        End Try 'D: hit
    End Sub ': hit

    '- Next j, i: a lambda captures a variable of the inner body
    Private Sub Captures(count As Integer, inner As Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': part 1/2 x2
                Dim k = i + j ': miss
                Dim sum = Function() k + count ': miss
                Use(sum()) ': miss
        Next j, i ': miss
    End Sub ': hit

    '- Next j, i in an iterator
    Private Iterator Function Yields(count As Integer, inner As Integer) As IEnumerable(Of Integer) 'D: hit
        For i = 1 To count ': hit 2/2 x1
            For j = 1 To inner ': hit 2/2 x2
                Yield j ': hit x2
        Next j, i ': hit x2
    End Function ': hit

End Module
