' Idioms of Visual Basic: no decisions, or other ones than the branches of the IL; see Idioms.cs.

Imports System
Imports System.Collections.Generic

Public Class IdiomsBasic
    Public Event Changed As Action

    Private Shared Sub Keep(Of T)(value As T)
        GC.KeepAlive(value)
    End Sub

    Private Shared Function Say(value As Boolean?) As Boolean?
        Keep(value)
        Return value
    End Function

    ' The head of a loop asks, the body and Next do not.
    Public Sub Loops(count As Integer, numbers As Integer(), list As List(Of Integer), stride As Double)
        RaiseEvent Changed()
        For i = 1 To count '= 2
            Keep(i)
        Next
        For Each n In numbers '= 2
            Keep(n)
        Next
        For Each n In list '= 2
            Keep(n)
        Next
        For x = 1.0 To count Step stride '= 2
            Keep(x)
        Next
        For i = 1 To count Step CInt(stride) '= 2
            For j = 1 To i '= 2
            Next
        Next
        For i = 1 To count '= 2
            For Each n In numbers '= 2
                For j = count To 1 Step -1 '= 2
                    Keep(j)
        Next j, n, i
    End Sub

    ' Operators on Boolean? decide nothing, AndAlso and OrElse do.
    Public Sub Lifted(a As Boolean?, b As Boolean?)
        Dim both = a And b
        Dim any = a Or b
        Dim no = Not a
        Keep(both)
        Keep(any)
        Keep(no)
        Keep(Say(a) And Say(b))
        Keep(Say(a) Or Say(b))
        Keep(Say(a) AndAlso Say(b)) '= 2 2
        Keep(Say(a) OrElse Say(b)) '= 2 2
        Keep(Say(a) AndAlso GC.CollectionCount(0) > 3) '= 2 2
        If Say(a) AndAlso Say(b) Then '= 2 2
            Keep(1)
        End If

        If a AndAlso b Then '= 2 2
            Keep(2)
        End If

        If a And b Then '= 2
            Keep(3)
        End If
    End Sub

    ' So do operators on a Boolean and a Boolean?, or on a value and a nullable one at the right.
    Public Sub Halves(flag As Boolean, c As Boolean?, i As Integer, n As Integer?)
        Keep(flag And c)
        Keep(c And flag)
        Keep(flag Or c)
        Keep(c Or Not flag)
        Keep(flag Xor c)
        Keep((i > 3) And c)
        Keep(flag And Say(c))
        Keep(Say(c) Or flag)
        Keep(1 + n)
        Keep(i > n)
        Keep((i * 2) - (n * 3))
        If flag And c Then '= 2
            Keep(1)
        End If

        If i > n Then '= 2
            Keep(2)
        End If
    End Sub
End Class
