' Await within AndAlso and OrElse: both ways are stored on their own.

Imports System.Threading.Tasks

Public Module AsyncAwaitInAndAlso

    Public Sub Run() 'D: hit
        Work().Wait() ': hit x1
    End Sub ': hit

    Private Async Function Work() As Task 'D: hit
        Await LeftOne(True, False) ': hit x1
        Await LeftOne(False, False) ': hit x1
        Await RightOne(True, True) ': hit x1
        Await RightOne(True, False) ': hit x1
        Say(Await Both(True, True)) ': hit x1
        Say(Await Both(False, True)) ': hit x1
        Say(Await Returned(True, True)) ': hit x1
        Say(Await Returned(True, False)) ': hit x1
        Await Passed(True, False) ': hit x1
        Await Passed(False, False) ': hit x1
        Await Negated(True, False) ': hit x1
        Await Negated(True, True) ': hit x1
        Await Opposites(True, True) ': hit x1
        Await Opposites(True, False) ': hit x1
        Await Nested(True, False, True) ': hit x1
        Await Nested(False, True, True) ': hit x1
        Await Deeper(False, True, True) ': hit x1
        Await Deeper(False, False, True) ': hit x1
        Await Chain(True, True, False) ': hit x1
        Await Chain(True, False, False) ': hit x1
        Await Loops(2) ': hit x1
        Say(Await Chosen(True, True)) ': hit x1
        Say(Await Chosen(True, False)) ': hit x1
        Await Written(True, True) ': hit x1
        Await Written(False, True) ': hit x1
        Say(Await LastElseIf(False, True, False)) ': hit x1
    End Function ': hit

    Private Async Function Later(value As Boolean) As Task(Of Boolean) 'D: hit
        Await Task.Yield() ': hit
        Return value ': hit
    End Function ': hit

    Private Function Now(value As Boolean) As Boolean 'D: hit
        Return value ': hit
    End Function ': hit

    Private Sub Take(text As String, value As Boolean) 'D: hit
        Say(text & value.ToString()) ': hit x2
    End Sub ': hit

    '- Await as the left operand
    Private Async Function LeftOne(p As Boolean, q As Boolean) As Task 'D: hit
        If Await Later(p) OrElse Now(q) Then ': part 2/2 1/2 x2
            Say("left") ': hit x1
        End If 'D: hit
    End Function ': hit

    '- Await as the right operand
    Private Async Function RightOne(p As Boolean, q As Boolean) As Task 'D: hit
        If Now(p) AndAlso Await Later(q) Then ': part 1/2 2/2 x2
            Say("right") ': hit x1
        End If 'D: hit
    End Function ': hit

    '- Await on both sides: stored, returned, passed
    Private Async Function Both(p As Boolean, q As Boolean) As Task(Of Boolean) 'D: hit
        Dim r = Await Later(p) AndAlso Await Later(q) ': part 2/2 1/2 x2
        Return r ': hit x2
    End Function ': hit

    Private Async Function Returned(p As Boolean, q As Boolean) As Task(Of Boolean) 'D: hit
        Return Await Later(p) AndAlso Await Later(q) ': part 1/2 2/2 x2
    End Function ': hit

    Private Async Function Passed(p As Boolean, q As Boolean) As Task 'D: hit
        Take("passed", Await Later(p) AndAlso Now(q)) ': part 2/2 1/2 x2
    End Function ': hit

    '- Not around Await
    Private Async Function Negated(p As Boolean, q As Boolean) As Task 'D: hit
        If Not (Await Later(p) AndAlso Await Later(q)) Then ': part 1/2 2/2 x2
            Say("not both") ': hit x1
        End If 'D: hit
    End Function ': hit

    Private Async Function Opposites(p As Boolean, q As Boolean) As Task 'D: hit
        If Not Await Later(p) OrElse Not Await Later(q) Then ': part 1/2 2/2 x2
            Say("not one") ': hit x1
        End If 'D: hit
    End Function ': hit

    '- three operands with Await
    Private Async Function Nested(p As Boolean, q As Boolean, r As Boolean) As Task 'D: hit
        If (Await Later(p) OrElse Now(q)) AndAlso Await Later(r) Then ': part 2/2 1/2 1/2 x2
            Say("nested") ': hit x2
        End If 'D: hit
    End Function ': hit

    Private Async Function Deeper(p As Boolean, q As Boolean, r As Boolean) As Task 'D: hit
        If Await Later(p) OrElse (Now(q) AndAlso Await Later(r)) Then ': part 1/2 2/2 1/2 x2
            Say("deeper") ': hit x1
        End If 'D: hit
    End Function ': hit

    Private Async Function Chain(p As Boolean, q As Boolean, r As Boolean) As Task 'D: hit
        If Await Later(p) AndAlso Now(q) AndAlso Now(r) Then ': part 1/2 2/2 1/2 x2
            Say("chain") ': miss
        End If 'D: hit
    End Function ': hit

    '- loops on Await
    Private Async Function Loops(n As Integer) As Task 'D: hit
        While n > 0 AndAlso Await Later(n > 1) ': part 1/2 2/2 x2
            n -= 1 ': hit x1
        End While 'D: hit
        Do 'D: hit
            n += 1 ': hit x3
        Loop Until Await Later(n > 3) OrElse Now(n > 5) ': part 2/2 1/2 x3
    End Function ': hit

    '- If() with a constant is the code of AndAlso
    Private Async Function Chosen(p As Boolean, q As Boolean) As Task(Of Boolean) 'D: hit
        Dim r = If(Await Later(p), Now(q), False) ': part 1/2 2/2 x2
        Return r ': hit x2
    End Function ': hit

    '- the same as statements: no operands
    Private Async Function Written(p As Boolean, q As Boolean) As Task 'D: hit
        Dim r = p ': hit x2
        If r Then ': hit 2/2 x2
            r = Await Later(q) ': hit x1
        Else 'D: hit
            r = False ': hit x1
        End If 'D: hit x2 'R: hit x1
        If r Then ': hit 2/2 x2
            Say("written") ': hit x1
        End If 'D: hit
    End Function ': hit

    '- the test of the last ElseIf leads past the End If, whose jump is after the first branch
    Private Async Function LastElseIf(p As Boolean, q As Boolean, r As Boolean) As Task(Of Boolean) 'D: hit
        If Now(p) Then ': part 1/2 x1
            Say("first") ': miss
            Say(Await Later(q)) ': miss
        ElseIf Now(q) AndAlso (Await Later(q) AndAlso Await Later(r)) Then ': part 1/2 1/2 1/2 x1
            Say("second") ': miss
            Say(Await Later(r)) ': miss
        End If 'D: hit
        Return Now(r) ': hit x1
    End Function ': hit
End Module
