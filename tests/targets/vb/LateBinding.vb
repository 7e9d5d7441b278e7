Option Strict Off

' Late binding: the call sites are not decisions.

Friend Module LateBinding

    Public Sub Run() 'D: hit
        Bound("text") ': hit x1
        Operators3(3, "4") ': hit x1
        Index(New Integer() {1, 2}) ': hit x1
        Chosen(2) ': hit x1
        Iterated(New Integer() {1, 2}) ': hit x1
        Counted(3) ': hit x1
        Grid(2) ': hit x1
    End Sub ': hit

    '- members of Object
    Private Sub Bound(value As Object) 'D: hit
        Use(value.Length) ': hit x1
        Dim builder As Object = New System.Text.StringBuilder() ': hit x1
        builder.Append("x") ': hit x1
        builder.Length = 0 ': hit x1
        Use(builder.Length) ': hit x1
    End Sub ': hit

    '- operators of Object
    Private Sub Operators3(a As Object, b As Object) 'D: hit
        Use(a + b) ': hit x1
        If a < b Then Use(1) ': part 1/2 x1
        If a = 3 AndAlso b = 5 Then Use(2) ': part 1/2 1/2 x1
        Dim both = a > 1 OrElse b > 1 ': part 1/2 0/2 x1
        Use(If(both, 1, 2)) ': part 1/2 x1
    End Sub ': hit

    '- an index
    Private Sub Index(values As Object) 'D: hit
        values(0) = 5 ': hit x1
        Use(values(0)) ': hit x1
    End Sub ': hit

    '- Select Case on Object: each test is a decision
    Private Sub Chosen(value As Object) 'D: hit
        Select Case value ': hit x1
            Case 1 ': part 1/2 x1
                Use(1) ': miss
            Case 2 ': part 1/2 x1
                Use(2) ': hit x1
            Case Else
                Use(3) ': miss
        End Select 'D: hit
    End Sub 'D: hit

    '- For Each over Object
    Private Sub Iterated(values As Object) 'D: hit
        For Each n In values ': hit 2/2 x1
            Use(n) ': hit x2
        Next 'D: hit
    End Sub ': hit

    '- For over Object: asked before the first round and after each
    Private Sub Counted(last As Object) 'D: hit
        For i As Object = 1 To last ': hit 2/2 x1
            Use(i) ': hit x3
        Next ': hit
        For i As Object = last To 1 ': part 1/2 x1
            Use(i) ': miss
        Next ': miss
    End Sub ': hit

    '- one in the other, with a condition
    Private Sub Grid(last As Object) 'D: hit
        For i As Object = 1 To last ': hit 2/2 x1
            For j As Object = last To i Step -1 ': hit 2/2 x2
                If j = 1 Then Exit For ': hit 2/2 x3
            Next ': hit
        Next ': hit
    End Sub ': hit

End Module
