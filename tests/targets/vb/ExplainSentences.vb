' What was missed, in words; see ExplainSentences.cs.

Friend Module ExplainSentences

    Public Sub Run() 'D: hit
        Compare(5, 2D, "text", Nothing) ': hit
        Operands(5) ': hit
        Statements(3) ': hit
    End Sub ': hit

    Private Sub Compare(n As Integer, price As Decimal, text As String, nothing1 As Object) 'D: hit
        Use(If(n = 5, 1, 2)) ': part 1/2 -- says: 1 of 2 arms was never taken
        If n = 5 Then Use(1) ': part 1/2 -- says: `n = 5` was never false
        If n <> 5 Then Use(1) ': part 1/2 -- says: `n <> 5` was never true
        If n = 0 Then Use(1) ': part 1/2 -- says: `n = 0` was never true
        If n < 5 Then Use(1) ': part 1/2 -- says: `n < 5` was never true
        If n <= 5 Then Use(1) ': part 1/2 -- says: `n <= 5` was never false
        If n > 4 Then Use(1) ': part 1/2 -- says: `n > 4` was never false
        If n >= 6 Then Use(1) ': part 1/2 -- says: `n >= 6` was never true
        If Not (n >= 6) Then Use(1) ': part 1/2 -- says: `n >= 6` was never true
        If text = "text" Then Use(1) ': part 1/2 -- says: `text = "text"` was never false
        If text <> "text" Then Use(1) ': part 1/2 -- says: `text <> "text"` was never true
        If price > 3D Then Use(1) ': part 1/2 -- says: `price > 3D` was never true
        If nothing1 Is Nothing Then Use(1) ': part 1/2 -- says: `nothing1 Is Nothing` was never false
        If nothing1 IsNot Nothing Then Use(1) ': part 1/2 -- says: `nothing1 IsNot Nothing` was never true
    End Sub ': hit

    Private Sub Operands(n As Integer) 'D: hit
        If Yes() AndAlso No() Then Use(1) ': part 1/2 1/2 -- says: `Yes()` in `Yes() AndAlso No()` was never false | `No()` in `Yes() AndAlso No()` was never true
        If Yes() OrElse No() Then Use(1) ': part 1/2 0/2 -- says: `Yes()` in `Yes() OrElse No()` was never false | `No()` in `Yes() OrElse No()` was never evaluated
        Dim both = Yes() AndAlso n > 6 ': part 1/2 1/2 -- says: `Yes()` in `Yes() AndAlso n > 6` was never false | `n > 6` in `Yes() AndAlso n > 6` was never true
        If both Then Use(1) ': part 1/2 -- says: `both` was never true
    End Sub ': hit

    Private Sub Statements(n As Integer) 'D: hit
        While n < 0 ': part 1/2 -- says: `n < 0` was never true, so line 37 did not run
            n += 1 ': miss
        End While 'D: miss
        If n = 4 Then ': part 1/2 -- says: `n = 4` was never true, so line 40 did not run
            Use(1) ': miss
        ElseIf No() Then ': part 1/2 -- says: `No()` was never true, so line 42 did not run
            Use(2) ': miss
        End If 'D: hit
    End Sub ': hit

End Module
