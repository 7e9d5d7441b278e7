' Lines that comments leave out.

Friend Module CoverageOff

    '- a block, and one line, in both forms of a comment
    Private Sub Block(a As Integer) 'D: hit
        ' coverage: off -- old systems
        If a > 3 Then
            Use(1)
        End If
        ' coverage: on
        If a > 2 Then Use(2) ' coverage: off
        REM coverage: off
        If a > 1 Then Use(3)
        Rem coverage: on
        Use(4) ': hit
    End Sub ': hit

    Public Sub Run() 'D: hit
        Block(1) ': hit x1
    End Sub ': hit

End Module
