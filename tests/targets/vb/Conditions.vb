' If, AndAlso, OrElse, And, Or, If(), Select Case.

Friend Module Conditions

    Public Sub Run() 'D: hit
        Simple(1) ': hit x1
        Simple(2) ': hit x1
        Operands(1) ': hit x1
        Bitwise(True, False) ': hit x1
        Operators("x", Nothing) ': hit x1
        Numbers(2) ': hit x1
        Numbers(9) ': hit x1
        Ranges(5) ': hit x1
        Ranges(50) ': hit x1
        Texts("b") ': hit x1
        WithStatement() ': hit x1
        GoOn(2) ': hit x1
        NoBranch(4) ': hit x1
        NoBranch(5) ': hit x1
        OnlyElse(2) ': hit x1
        NoBranchOfTwo(5) ': hit x1
    End Sub ': hit

    '- If, ElseIf, Else
    Private Sub Simple(value As Integer) 'D: hit
        If value = 1 Then ': hit 2/2 x2
            Use(1) ': hit x1
        End If 'D: hit

        If value = 3 Then ': part 1/2 x2
            Use(3) ': miss
        ElseIf value = 2 Then ': hit 2/2 x2
            Use(2) ': hit x1
        Else 'D: hit
            Use(4) ': hit x1
        End If ': hit

        If No() Then Use(5) ': part 1/2 x2
        If Yes() Then Use(6) Else Use(7) ': part 1/2 x2
    End Sub 'D: hit

    '- ElseIf without Else: End If is passed where no branch is taken, too
    Private Sub NoBranch(value As Integer) 'D: hit
        If value = 1 Then ': part 1/2 x2
            Use(1) ': miss
        ElseIf value = 2 Then ': part 1/2 x2
            Use(2) ': miss
        ElseIf value = 3 Then ': part 1/2 x2
            Use(3) ': miss
        End If 'D: hit x2
        If value = 4 Then ': hit 2/2 x2
            If value = 7 Then ': part 1/2 x1
                Use(4) ': miss
            ElseIf value = 8 Then ': part 1/2 x1
                Use(5) ': miss
            End If 'D: hit x1
        End If 'D: hit x2
    End Sub ': hit

    '- the same with operands, in a loop
    Private Sub NoBranchOfTwo(value As Integer) 'D: hit
        For i = 1 To 2 ': hit 2/2 x1
            If value = 1 AndAlso Yes() Then ': part 1/2 0/2 x2
                Use(1) ': miss
            ElseIf Id(value) = 2 AndAlso No() Then ': part 1/2 0/2 x2
                Use(2) ': miss
            ElseIf Id(value) = i OrElse No() Then ': part 1/2 1/2 x2
                Use(3) ': miss
            End If 'D: hit x2
        Next ': hit x2
    End Sub ': hit

    '- Else alone ran
    Private Sub OnlyElse(value As Integer) 'D: hit
        If value = 1 Then ': part 1/2
            Use(1) ': miss
        Else 'D: hit
            Use(2) ': hit
        End If 'D: hit
        Use(3) ': hit
    End Sub ': hit

    '- AndAlso and OrElse: each operand has its arms
    Private Sub Operands(value As Integer) 'D: hit
        If Yes() AndAlso No() Then ': part 1/2 1/2 x1
            Use(1) ': miss
        End If 'D: hit

        If No() OrElse Id(value) = 1 Then ': part 1/2 1/2 x1
            Use(2) ': hit x1
        End If 'D: hit

        Dim stored = Yes() AndAlso Id(value) = 1 ': part 1/2 1/2 x1
        If Not (stored OrElse No()) Then ': part 1/2 0/2 x1
            Use(3) ': miss
        End If 'D: hit

        Use(If(Returned(value), 1, 2)) ': part 1/2 x1
    End Sub ': hit

    Private Function Returned(value As Integer) As Boolean 'D: hit
        Return Id(value) > 0 OrElse No() ': part 1/2 0/2 x1
    End Function ': hit

    '- And, Or: no decisions of their own
    Private Sub Bitwise(a As Boolean, b As Boolean) 'D: hit
        If Id(a) And Id(b) Then ': part 1/2 x1
            Use(1) ': miss
        End If 'D: hit

        If Id(a) Or Id(b) Then ': part 1/2 x1
            Use(2) ': hit x1
        End If 'D: hit
    End Sub ': hit

    '- If() with two and three operands, ?.
    Private Sub Operators(present As String, absent As String) 'D: hit
        Use(If(absent, "none").Length) ': part 1/2 x1
        Use(If(present.Length > 0, 1, 2)) ': part 1/2 x1
        Use(If(absent?.Trim(), "none").Length) ': part 1/2 1/2 x1
    End Sub ': hit

    '- Select Case on numbers
    Private Sub Numbers(value As Integer) 'D: hit
        Select Case Id(value) ': part 2/4 x2
            Case 1 'D: miss
                Use(1) ': miss
            Case 2 'D: hit
                Use(2) ': hit x1
            Case 3 'D: miss
                Use(3) ': miss
            Case Else 'D: hit
                Use(9) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- Select Case with ranges: each test is a decision on the line of its Case
    Private Sub Ranges(value As Integer) 'D: hit
        Select Case Id(value) ': hit x2
            Case < 0 ': part 1/2 x2
                Use(1) ': miss
            Case 1 To 9 ': part 1/2 2/2 x2
                Use(2) ': hit x1
            Case Else
                Use(3) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- Select Case on strings
    Private Sub Texts(value As String) 'D: hit
        Select Case Id(value) ': part 1/4 x1
            Case "a" 'D: miss
                Use(1) ': miss
            Case "b" 'D: hit
                Use(2) ': hit x1
            Case "c" 'D: miss
                Use(3) ': miss
        End Select 'D: hit
    End Sub 'D: hit

    '- With
    Private Sub WithStatement() 'D: hit
        With New System.Text.StringBuilder() ': hit x1
            .Append("a") ': hit x1
            Use(.Length) ': hit x1
        End With ': hit
    End Sub ': hit

    '- GoTo
    Private Sub GoOn(rounds As Integer) 'D: hit
again: 'D: hit
        Use(rounds) ': hit x2
        rounds -= 1 ': hit x2
        If rounds > 0 Then GoTo again ': hit 2/2 x2
    End Sub ': hit

End Module
