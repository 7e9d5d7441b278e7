' Near misses of the idioms of Visual Basic; see NearMisses.cs.

Imports System

Public Class NearMissesBasic
    Private ReadOnly doneEvent As Action
    Public Event Changed As Action

    ' NEAR basic: a field that is called like an event's, decisions in a method with On Error
    Public Sub Raises(flag As Boolean)
        doneEvent?.Invoke() '= 2
        If doneEvent IsNot Nothing Then '= 2
            doneEvent.Invoke()
        End If

        RaiseEvent Changed()
    End Sub

    Public Function Errors(n As Integer) As Integer
        On Error Resume Next
        If n > 3 Then '= 2
            n = n \ 0
        End If

        Do While n > 0 '= 2
            n -= 1
        Loop

        Return n
    End Function

    ' NEAR threefold: presence and value asked for by hand
    Public Function Asked(a As Boolean?, b As Boolean?, flag As Boolean) As Integer
        Dim count = 0
        If a.HasValue AndAlso a.Value Then '= 2 2
            count += 1
        End If

        count += If(a.HasValue AndAlso a.GetValueOrDefault(), 1, 2) '= 2 2
        count += If(Not a.HasValue OrElse a.GetValueOrDefault(), If(flag, 1, 2), 3) '= 2 2 2
        If a.HasValue AndAlso b.HasValue Then '= 2 2
            count += 1
        End If

        Dim no = If(a.HasValue, Not a.Value, a) '= 2
        If no.HasValue AndAlso flag Then '= 2 2
            count += 1
        End If

        Return count
    End Function

    ' NEAR nullable: operands that are not evaluated, values asked for by hand
    Public Function Halves(c As Boolean?, d As Boolean?, flag As Boolean, other As Boolean, n As Integer?) As Integer
        Dim count = 0
        count += Take(If(flag, False, c)) '= 2
        count += Take(If(flag, c, True)) '= 2
        count += Take(If(flag, c, d)) '= 2
        count += Take(flag AndAlso Given(c)) '= 2
        count += Take(Given(c) OrElse flag) '= 2 2
        count += Take((flag AndAlso other) And c) '= 2 2
        count += CInt(If(n.HasValue, 1 + n.Value, 0)) '= 2
        If flag AndAlso c Then '= 2 2
            count += 1
        End If

        Return count
    End Function

    Private Function Given(value As Boolean?) As Boolean?
        Return value
    End Function

    Private Function Take(value As Boolean?) As Integer
        Return value.GetHashCode()
    End Function

    ' Loops whose test has a line of its own, a flag that is tested in front of a condition.
    Public Function Loops(n As Integer, down As Boolean) As Integer
        Do
            n -= 1
        Loop While If(down, n > 3, n < 3) '= 2 2

        While If(down, n > 3, n < 9) '= 2 2
            n += 1
        End While

        Return n
    End Function

    ' Exit For to the next round of the loop around: no third way of a Select Case.
    Public Function Leaves(n As Integer, items As IEnumerable(Of Integer)) As Integer
        Dim count = 0
        For Each item In items '= 2
            For i = 1 To n '= 2
                If item > 1 Then '= 2
                    count += 1
                    If Given(i > 3).HasValue OrElse item = 2 OrElse i > 4 Then Exit For '= 2 2 2
                Else
                    count += 2
                End If
                count += 3
            Next
        Next
        Return count
    End Function

    ' Return of a Sub, whose ret is a copy: no third way either.
    Public Sub Returns(n As Integer, items As List(Of Integer))
        If n > 0 Then '= 2
            If n > 1 Then '= 2
                items.Add(1)
                If Given(n > 3).HasValue OrElse items.Count > 2 Then Return '= 2 2
            ElseIf n = 1 Then '= 2
                items.Add(2)
            End If
            items.Add(3)
        Else
            items.Add(4)
        End If
    End Sub

    ' Tests of loops are hidden, as what On Error dispatches with is.
    Public Function Trapped(items As IEnumerable(Of Integer), n As Integer, steps As Integer) As Integer
        On Error GoTo Trap
        Dim count = 0
        For Each item In items '= 2
            count += item
        Next
        For i = 1 To n Step steps '= 2
            count += i
        Next
        For Each item In DirectCast(items, Collections.IEnumerable) '= 2
            count += 1
        Next
        Return count
Trap:
        Resume Next
    End Function

    ' An If at the end of a For Each, whose last value optimised code throws away.
    Public Sub Last(n As Integer, items As IEnumerable(Of Integer))
        For Each item In items '= 2
            n += 1
            If Not (Given(n > 3).HasValue AndAlso If(item > 2, n, item) > 2) Then Continue For 'D= 2 2 2 'R= 2 2
        Next
    End Sub

    ' NEAR end_using: a Finally that begins with words as long as the closing ones, and disposes of something
    Public Sub Closed(item As IDisposable, d As Boolean)
        Try
            Given(d)
        Finally
            If d Then item.Dispose() '= 2
        End Try
    End Sub

    ' NEAR for_object: a loop with a test in front of it and one behind each round
    Public Function Counted(n As Integer) As Integer
        If Given(n > 0).HasValue Then '= 2
            Do
                n -= 1
            Loop While Given(n > 1).HasValue '= 2
        End If
        Return n
    End Function

    ' NEAR next: the last statement of a loop is a step
    Public Function Stepped(n As Integer) As Integer
        Dim i = 0
        While i < n '= 2
            If n = 3 Then n -= 1 '= 2
            i += 1
        End While
        Do
            If n = 4 Then Continue Do '= 2
            i += 2
        Loop While i < n '= 2
        For j = 1 To n '= 2
            If n = 5 Then Exit For '= 2
            i += 1
        Next
        Return i
    End Function
End Class
