' Conditions beside the ends of loops and blocks, where optimised code goes on without a point.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Runtime.CompilerServices

Module ConditionAtBlockEnd

    <MethodImpl(MethodImplOptions.NoInlining)>
    Private Function IsOdd(n As Integer) As Boolean 'D: hit
        Return (n And 1) = 1 ': hit
    End Function ': hit

    '- OrElse before Exit For, the last statement of a loop in a try block
    Private Sub ExitLast(x As Integer, items As List(Of Integer)) 'D: hit
        For Each item In items.Where(Function(n) n > 1) ': part 1/2
            Eat(item) ': hit x2
            If x Mod 3 = 0 OrElse IsOdd(item) Then Exit For ': part 1/2 2/2 x2
        Next 'D: hit
        Eat(x) ': hit x1
    End Sub ': hit

    '- Exit While in an If in a loop
    Private Sub ExitInIf(x As Integer, o As Object) 'D: hit
        Dim w = 0 ': hit x1
        While w < 3 ': part 1/2
            w += 1 ': hit x2
            If TypeOf o Is String Then ': part 1/2 x2
                x = x + 1 ': hit x2
                If Not IsOdd(x + w) OrElse IsOdd(w + 1) Then Exit While ': part 1/2 2/2 x2
            ElseIf IsOdd(x) OrElse Not (x = 2 OrElse IsOdd(w)) Then 'D: miss 0/2 0/2 0/2 'R: miss 0/2 0/2 0/2
                Eat(x) ': miss
            End If 'D: hit
        End While 'D: hit
        Eat(w) ': hit x1
    End Sub ': hit

    '- loops that end a branch
    Private Sub LoopLast(x As Integer, flag As Boolean) 'D: hit
        Dim w = 0 ': hit x2
        If flag Then ': hit 2/2 x2
            Do 'D: hit
                w += 1 ': hit x3
            Loop While w < 3 AndAlso x Mod 3 = 0 ': part 2/2 1/2
        ElseIf x = 5 Then 'D: part 1/2 x1 'R: part 1/2 x1
            Do While w < 2 AndAlso x Mod 3 = 0 ': miss 0/2 0/2
                w += 1 ': miss
            Loop 'D: miss
        End If 'D: hit
        Eat(w) ': hit x2
    End Sub ': hit

    '- a loop at the end of a method, after its tests the copies of ret
    Private Sub LoopAtEnd(x As Integer, name As String) 'D: hit
        Select Case name ': part 1/3 x1
            Case "x" 'D: hit
                Dim w = 0 ': hit x1
                Do While w < 3 AndAlso ((Not IsOdd(x) OrElse IsOdd(w)) AndAlso x Mod 3 = 0) ': part 2/2 1/2 0/2 1/2
                    w += 1 ': hit x3
                Loop 'D: hit
            Case "y" 'D: miss
                Eat(2) ': miss
            Case Else 'D: miss
                Eat(3) ': miss
        End Select 'D: hit
    End Sub ': hit

    '- For Each at the end of a Catch, in a loop that is For Each
    Private Sub Nested(x As Integer, items As List(Of Integer)) 'D: hit
        For Each item In items.Where(Function(n) n > 0) ': hit 2/2
            If (x = 7 OrElse IsOdd(item)) AndAlso item > 2 Then Continue For ': part 1/2 2/2 2/2 x4
            Try 'D: hit
                Eat(x) ': hit x3
                If item = 2 Then Throw New InvalidOperationException() ': hit 2/2 x3
            Catch e As InvalidOperationException 'D: hit 'R: none
                For Each other In items.Where(Function(n) n > 1) ': hit 2/2
                    Eat(other) ': hit x3
                Next 'D: hit
            Catch e As Exception 'D: miss 'R: none
                x = x - 1 ': miss
            End Try 'D: hit
        Next 'D: hit
    End Sub ': hit

    '- For Each over an array at the end of a Catch, in a loop that is For Each, with Finally
    Private Sub NestedArray(x As Integer, items As List(Of Integer), numbers As Integer()) 'D: hit
        For Each item In items.Where(Function(n) n > 0) ': hit 2/2
            Try 'D: hit
                If item = x Then Throw New InvalidOperationException() ': hit 2/2 x2
            Catch e As Exception 'D: hit 'R: none
                For Each number In numbers ': hit 2/2
                    Eat(number) ': hit x2
                Next 'D: hit
            Finally 'D: hit
                Eat(x) ': hit x2
            End Try 'D: hit
        Next 'D: hit
    End Sub ': hit

    '- Exit For to the round of a For Each around, before an Else; Exit For of a Select Case there
    Private Sub ExitToOuter(x As Integer, items As List(Of Integer)) 'D: hit
        For Each item In items ': hit 2/2 x1
            For i = 1 To x ': hit 2/2
                If item > 1 Then ': hit 2/2
                    Eat(i) ': hit
                    If IsOdd(item) OrElse item = 2 OrElse i > 4 Then Exit For ': part 2/2 2/2 1/2
                Else 'D: hit
                    Eat(x) ': hit
                End If 'D: hit
                Eat(item) ': hit
            Next 'D: hit 'R: hit
        Next 'D: hit
    End Sub ': hit

    Private Iterator Function ExitToOuterYields(x As Integer, items As List(Of Integer)) As IEnumerable(Of Integer) 'D: hit
        For Each item In items ': hit 2/2 x1
            For i = 1 To x ': hit 2/2
                If item > 1 Then ': hit 2/2
                    If IsOdd(item) AndAlso Not (item = 2 OrElse i > 4) Then Exit For ': part 2/2 1/2 1/2
                Else 'D: hit
                    Yield i ': hit
                End If 'D: hit
                Try 'D: hit
                    Eat(item) ': hit
                Catch e As Exception 'D: miss
                    Eat(x) ': miss
                End Try 'D: hit
            Next 'D: hit 'R: hit
        Next 'D: hit
    End Function ': hit

    Private Sub SelectToOuter(x As Integer, items As List(Of Integer)) 'D: hit
        For Each item In items ': hit 2/2 x1
            For i = 1 To x ': hit 2/2
                If item > 1 Then ': hit 2/2
                    Select Case i ': part 2/3
                        Case 2 'D: hit
                            Exit For 'D: hit
                        Case 40 'D: miss
                            Eat(i) ': miss
                    End Select 'D: hit
                Else 'D: hit
                    Eat(x) ': hit
                End If 'D: hit
            Next 'D: hit 'R: hit
        Next 'D: hit
    End Sub ': hit

    '- Exit For of a For Each that ends a Finally: the operands lead out of it by themselves
    Private Sub ExitInFinally(x As Integer, items As IEnumerable(Of Integer)) 'D: hit
        Try 'D: hit
            Eat(x) ': hit x1
        Finally 'D: hit
            For Each item In items ': part 1/2 x1
                If (IsOdd(item) OrElse item > 5) AndAlso Not (x = 1 AndAlso item = 3) Then Exit For ': part 2/2 1/2 1/2 2/2 x4
                Eat(item) ': hit x3
            Next 'D: hit
        End Try 'D: hit
    End Sub ': hit

    '- Return of a Sub, fallen into, and led to by an operand
    Private Sub ReturnInIf(x As Integer, items As List(Of Integer)) 'D: hit
        If x > 0 Then ': hit 2/2 x4
            If x > 1 Then ': hit 2/2 x3
                Eat(x) ': hit x2
                If IsOdd(x) OrElse items.Count > x Then Return ': part 2/2 1/2 x2
            ElseIf items.Count = 7 Then 'D: part 1/2 x1 'R: part 1/2 x1
                Eat(items) ': miss
            End If 'D: hit
            Eat(1) ': hit x2
        Else 'D: hit
            Eat(2) ': hit x1
        End If 'D: hit 'R: hit
    End Sub ': hit

    '- loops in a method with On Error: their tests are hidden as its dispatch is
    Private Function Trapped(items As IEnumerable(Of Integer), last As Double, steps As Integer) As Integer 'D: hit
        On Error GoTo Trap ': hit x2
        Dim sum = 0 ': hit x2
        For Each item In items ': hit 2/2
            If item = 3 Then Continue For ': hit 2/2
            sum += item ': hit
        Next 'D: hit 'R: none
        For i = 1 To CInt(last) Step steps ': hit 2/2
            sum += i ': hit
        Next ': hit
        For d = 1.5 To last Step steps ': part 1/2
            sum \= CInt(d - d) ': hit
        Next ': miss
        Return sum ': miss
Trap: 'D: hit
        Return -1 ': hit
    End Function ': hit

    Private Sub Resumed(items As List(Of Integer), others As Collections.IEnumerable) 'D: hit
        On Error Resume Next ': hit x1
        For Each item In items ': hit 2/2
            Eat(item) ': hit
        Next ': hit
        For Each other In others ': hit 2/2
            Eat(other) ': hit
        Next ': hit
    End Sub ': hit

    '- an If at the end of a For Each: both ways are one, its operands stay
    Private Sub LastInLoop(x As Integer, items As List(Of Integer)) 'D: hit
        For Each item In items ': hit 2/2 x1
            Eat(item) ': hit x3
            If Not (IsOdd(item) AndAlso If(IsOdd(x), item, x) > 2) Then Continue For 'D: part 2/2 1/2 2/2 x3 'R: part 2/2 1/2 x3 -- both ways are one
        Next 'D: hit
    End Sub ': hit

    '- numbers between labels are not labels
    Private Sub Gaps(value As Integer) 'D: hit
        Select Case value ': part 4/7 x4
            Case 9 'D: hit
                Eat(1) ': hit x1
            Case 100 'D: hit
                Eat(2) ': hit x1
            Case 2 'D: miss
                Eat(3) ': miss
            Case 1 'D: miss
                Eat(4) ': miss
            Case 7 'D: hit
                Eat(5) ': hit x1
            Case 3 'D: miss
                Eat(6) ': miss
        End Select 'D: hit
        Eat(7) ': hit x4
    End Sub ': hit

    '- the first branch leaves the block: the way past an ElseIf is one through the End If
    Private Sub FirstLeaves(x As Integer) 'D: hit
        Try 'D: hit
            If x = 1 Then ': part 1/2 x3
                Eat(x) ': miss
                Exit Try ': miss
            ElseIf x > 2 Then 'D: hit 2/2 x3 'R: hit 2/2 x3
                Eat(x + 1) ': hit x1
            End If 'D: hit x3
        Catch e As InvalidOperationException 'D: miss
            Eat(x + 2) ': miss
        End Try 'D: hit
    End Sub ': hit

    '- and is the only one that is taken
    Private Sub OnlyPast(x As Integer) 'D: hit
        Try 'D: hit
            If x = 1 Then ': part 1/2 x1
                Exit Try ': miss
            ElseIf x > 2 Then 'D: part 1/2 x1 'R: part 1/2 x1
                Eat(x + 1) ': miss
            End If 'D: hit x1
        Finally 'D: hit
            Eat(x + 2) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- a last branch that always throws, after one that comes to its end, before a block
    Private Sub LastThrows(x As Integer) 'D: hit
        If x > 5 Then ': part 1/2 x2
            Eat(1) ': miss
        ElseIf IsOdd(x) Then ': hit 2/2 x2
            Throw New InvalidOperationException() ': hit x1
        End If 'D: hit
        Try 'D: hit
            Eat(2) ': hit x1
        Finally 'D: hit
            Eat(3) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- the same with a resource, and before a statement
    Private Sub LastThrowsBehindUsing(x As Integer) 'D: hit
        If x > 5 Then ': part 1/2 x1
            Using held = New IO.MemoryStream() ': miss
                Eat(1) ': miss
            End Using ': miss
        ElseIf IsOdd(x) Then ': part 1/2 x1
            Throw New InvalidOperationException() ': miss
        End If 'D: hit
        Eat(2) ': hit x1
    End Sub ': hit

    '- all ways before it throw or go there
    Private Sub LastThrowsOfThree(x As Integer) 'D: hit
        If x > 5 Then ': part 1/2 x1
            Eat(1) ': miss
        ElseIf x > 4 Then ': part 1/2 x1
            Eat(4) ': miss
        ElseIf IsOdd(x) Then ': part 1/2 x1
            Throw New InvalidOperationException() ': miss
        End If 'D: hit
        Using held = New IO.MemoryStream() ': hit x1
            Eat(2) ': hit x1
        End Using ': hit
    End Sub ': hit

    Public Sub Run() 'D: hit
        FirstLeaves(2) ': hit x1
        FirstLeaves(2) ': hit x1
        FirstLeaves(3) ': hit x1
        OnlyPast(2) ': hit x1
        ExitLast(4, New List(Of Integer) From {1, 2, 3, 4}) ': hit x1
        ExitInIf(1, "a") ': hit x1
        LoopLast(3, True) ': hit x1
        LoopLast(4, False) ': hit x1
        LoopAtEnd(6, "x") ': hit x1
        Nested(3, New List(Of Integer) From {2, 4, 1, 3, 0}) ': hit x1
        NestedArray(3, New List(Of Integer) From {2, 3}, {4, 5}) ': hit x1
        ExitToOuter(2, New List(Of Integer) From {1, 3, 2, 4}) ': hit x1
        Eat(ExitToOuterYields(2, New List(Of Integer) From {1, 3, 2, 4}).Sum()) ': hit x1
        ExitInFinally(1, New List(Of Integer) From {2, 3, 4, 1}) ': hit x1
        For Each value In {0, 1, 2, 3} ': hit 2/2
            ReturnInIf(value, New List(Of Integer) From {1}) ': hit x4
        Next 'D: hit
        Eat(Trapped(New List(Of Integer) From {1, 3}, 2, 1)) ': hit x1
        Eat(Trapped(New List(Of Integer) From {1, 3}, 2, 1)) ': hit x1
        Resumed(New List(Of Integer) From {1, 3}, "ab") ': hit x1
        LastInLoop(1, New List(Of Integer) From {2, 3, 1}) ': hit x1
        SelectToOuter(2, New List(Of Integer) From {1, 3}) ': hit x1
        LastThrows(2) ': hit x1
        Try 'D: hit
            LastThrows(3) ': hit x1
        Catch caught As InvalidOperationException 'D: hit 'R: none
            Eat(caught) ': hit x1
        End Try 'D: hit
        LastThrowsBehindUsing(2) ': hit x1
        LastThrowsOfThree(2) ': hit x1
        For Each value In {9, 100, 7, 4} ': hit 2/2
            Gaps(value) ': hit x4
        Next 'D: hit
    End Sub ': hit

End Module
