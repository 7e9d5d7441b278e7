' Catch When in every outcome, On Error in every form.

Imports System
Imports System.Collections.Generic

Friend Module TryCatchWhenOnError

    Public Sub Run() 'D: hit
        WhenTaken() ': hit x1
        WhenNotTaken() ': hit x1
        WhenThrows() ': hit x1
        WhenBoth(1) ': hit x1
        WhenBoth(2) ': hit x1
        WhenOrElse() ': hit x1
        WhenOnly() ': hit x1
        Rethrown() ': hit x1
        NotThrown() ': hit x1
        ExitTry(1) ': hit x1
        ReturnedInTry(1) ': hit x1
        InLoop() ': hit x1
        GoToHandler() ': hit x1
        GoToZero() ': hit x1
        ResumeNext() ': hit x1
        ResumeSame() ': hit x1
        ResumeLabel() ': hit x1
        NextOverBlock(1) ': hit x1
    End Sub ': hit

    '- Catch When: taken
    Private Sub WhenTaken() 'D: hit
        Try 'D: hit
            Fail("taken") ': hit x1
        Catch e As InvalidOperationException When Id(1) = 1 ': part 1/2 x1
            Use(1) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Catch When: not taken, the next clause is asked
    Private Sub WhenNotTaken() 'D: hit
        Try 'D: hit
            Fail("not taken") ': hit x1
        Catch e As InvalidOperationException When Id(1) = 2 ': part 1/2 x1
            Use(1) ': miss
        Catch e As InvalidOperationException 'D: hit x1
            Use(2) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Catch When that throws: neither arm is taken
    Private Sub WhenThrows() 'D: hit
        Try 'D: hit
            Fail("outer") ': hit x1
        Catch e As InvalidOperationException When Fail("inner") = 1 ': part 0/2 x1
            Use(1) ': miss
        Catch e As InvalidOperationException 'D: hit x1
            Use(2) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Catch When: both arms
    Private Sub WhenBoth(value As Integer) 'D: hit
        Try 'D: hit
            Fail("both") ': hit x2
        Catch e As InvalidOperationException When Id(value) = 1 ': hit 2/2 x2
            Use(1) ': hit x1
        Catch 'D: hit x1
            Use(2) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Catch When with OrElse
    Private Sub WhenOrElse() 'D: hit
        Try 'D: hit
            Fail("or") ': hit x1
        Catch e As InvalidOperationException When No() OrElse Yes() ': part 1/2 1/2 x1
            Use(1) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Catch When without a type
    Private Sub WhenOnly() 'D: hit
        Try 'D: hit
            Fail("only") ': hit x1
        Catch When Yes() ': part 1/2 x1
            Use(1) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Throw in a Catch
    Private Sub Rethrown() 'D: hit
        Try 'D: hit
            Try 'D: hit
                Fail("again") ': hit x1
            Catch e As InvalidOperationException 'D: hit x1
                Use(1) ': hit x1
                Throw ': hit x1
            End Try ': miss
        Catch e As Exception 'D: hit x1
            Use(2) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- a Try in which nothing is thrown
    Private Sub NotThrown() 'D: hit
        Try 'D: hit
            Use(1) ': hit x1
        Catch e As InvalidOperationException When Id(1) = 1 ': miss 0/2
            Use(2) ': miss
        Catch e As Exception 'D: miss
            Use(3) ': miss
        Finally 'D: hit
            Use(4) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Exit Try
    Private Sub ExitTry(value As Integer) 'D: hit
        Try 'D: hit
            If value = 1 Then Exit Try ': part 1/2 x1
            Use(1) ': miss
        Finally 'D: hit
            Use(2) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Return in a Try
    Private Function ReturnedInTry(value As Integer) As Integer 'D: hit
        Try 'D: hit
            If value = 1 Then Return Id(1) ': part 1/2 x1
            Use(1) ': miss
        Finally 'D: hit
            Use(2) ': hit x1
        End Try 'D: miss
        Return 0 ': miss
    End Function ': hit

    '- Try in a loop, left and continued
    Private Sub InLoop() 'D: hit
        For i = 1 To 5 ': part 1/2 x1
            Try 'D: hit x3
                If i = 1 Then Continue For ': hit 2/2 x3
                If i = 3 Then Exit For ': hit 2/2 x2
                Fail("loop") ': hit x1
            Catch e As InvalidOperationException When i = 2 ': part 1/2 x1
                Use(i) ': hit x1
            Finally 'D: hit x3
                Use(1) ': hit x3
            End Try 'D: hit
        Next ': hit x2
    End Sub ': hit

    '- On Error GoTo
    Private Sub GoToHandler() 'D: hit
        On Error GoTo handler ': hit
        Fail("handler") ': hit
        Use(1) ': miss
        Exit Sub ': miss
handler: 'D: hit
        Use(If(Err.Number <> 0, 1, 2)) ': part 1/2
    End Sub ': hit

    '- On Error GoTo 0
    Private Sub GoToZero() 'D: hit
        Try 'D: hit
            Inner() ': hit x1
        Catch e As InvalidOperationException 'D: hit x1
            Use(1) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    Private Sub Inner() 'D: hit
        On Error Resume Next ': hit
        Fail("first") ': hit
        On Error GoTo 0 ': hit
        Fail("second") ': hit
        Use(1) ': miss
    End Sub ': miss

    '- Resume Next
    Private Sub ResumeNext() 'D: hit
        On Error GoTo handler ': hit
        Fail("next") ': hit
        Use(1) ': hit
        Exit Sub ': hit
handler: 'D: hit
        Use(2) ': hit
        Resume Next ': hit
    End Sub ': hit

    '- Resume
    Private Sub ResumeSame() 'D: hit
        Dim divisor = Id(0) ': hit
        On Error GoTo handler ': hit
        Use(4 \ divisor) ': hit
        Exit Sub ': hit
handler: 'D: hit
        divisor = Id(2) ': hit
        Resume ': hit
    End Sub ': hit

    '- Resume with a label
    Private Sub ResumeLabel() 'D: hit
        On Error GoTo handler ': hit
        Fail("label") ': hit
        Use(1) ': miss
after: 'D: hit
        Use(2) ': hit
        Exit Sub ': hit
handler: 'D: hit
        Use(3) ': hit
        Resume after ': hit
    End Sub ': hit

    '- On Error Resume Next over an If and a loop
    Private Sub NextOverBlock(value As Integer) 'D: hit
        On Error Resume Next ': hit
        If Id(value) = 1 Then ': part 1/2
            Fail("if") ': hit
            Use(1) ': hit
        Else 'D: miss
            Use(2) ': miss
        End If ': hit
        For i = 1 To 2 ': hit 2/2
            Fail("for") ': hit
            Use(i) ': hit
        Next ': hit
    End Sub ': hit

End Module
