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
End Class
