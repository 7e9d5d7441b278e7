' End If where control passes it on a way that has no copy of it.

Imports System
Imports System.Threading.Tasks

Friend Module EndIfPassed
    Private Function Say(text As String, value As Boolean) As Boolean 'D: hit
        Return value AndAlso text.Length > 0 ': hit 2/2 2/2
    End Function ': hit

    Private Sub Eat(value As Integer) 'D: hit
    End Sub ': hit

    '- an ElseIf of several operands that fails, at the end of Finally
    Private Sub InFinally(a As Integer, o As Object) 'D: hit
        Try 'D: hit
            Eat(a) ': hit
        Finally 'D: hit
            If Say("a", False) Then ': part 1/2
                Eat(1) ': miss
            ElseIf (TypeOf o Is String OrElse (Say("b", True) AndAlso a < 1)) Then ': part 1/2 1/2 1/2
                Eat(2) ': miss
            End If 'D: hit
        End Try 'D: hit
    End Sub ': hit

    '- and with AndAlso, where the left operand fails
    Private Sub LeftFails(a As Integer) 'D: hit
        Try 'D: hit
            Eat(a) ': hit
        Finally 'D: hit
            If Say("a", False) Then ': part 1/2
                Eat(1) ': miss
            ElseIf (Say("b", False) AndAlso Say("c", True)) Then ': part 1/2 0/2
                Eat(2) ': miss
            End If 'D: hit
        End Try 'D: hit
    End Sub ': hit

    '- and one that holds
    Private Sub Holds(a As Integer) 'D: hit
        Try 'D: hit
            Eat(a) ': hit
        Finally 'D: hit
            If Say("a", False) Then ': part 1/2
                Eat(1) ': miss
            ElseIf (Say("b", True) AndAlso Say("c", True)) Then ': part 1/2 1/2
                Eat(2) ': hit
            End If 'D: hit
        End Try 'D: hit
    End Sub ': hit

    '- before a Try of an async method, twice
    Private Async Function BeforeTry(a As Integer) As Task 'D: hit
        For i = 0 To 1 ': hit 2/2
            If (Not Say("a", True) AndAlso (Await Task.FromResult(2)) > 2) Then ': part 1/2 0/2
                Eat(1) ': miss
            ElseIf (a >= 3 AndAlso Say("b", i = 0)) Then ': part 1/2 2/2
                Eat(2) ': hit x1
            End If 'D: hit x2
            Try 'D: hit
                Eat(Await Task.FromResult(3)) ': hit
            Catch e As Exception 'D: miss
                Eat(4) ': miss
            End Try 'D: hit
        Next ': hit
    End Function ': hit

    '- the end of an If whose Else ends in a value with an await in its condition
    Private Async Function ElseWithAwait(a As Integer) As Task 'D: hit
        If Say("a", a > 2) Then ': part 1/2
            Eat(1) ': miss
        Else 'D: hit
            Eat(If(((Await Task.FromResult(False)) OrElse Say("b", True)), a, 7)) ': part 1/2 1/2
        End If 'D: hit
        Eat(Await Task.FromResult(3)) ': hit
    End Function ': hit

    Public Sub Run() 'D: hit
        InFinally(1, Nothing) ': hit
        LeftFails(1) ': hit
        Holds(1) ': hit
        BeforeTry(5).Wait() ': hit
        ElseWithAwait(1).Wait() ': hit
        Eat(If(Say("", True), 1, 2)) ': part 1/2
    End Sub ': hit
End Module
