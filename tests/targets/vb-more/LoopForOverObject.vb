Option Strict Off

' For over Object: in the places that keep its control elsewhere, and with ways out of it.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading.Tasks

Module LoopForOverObject

    '- Exit For and Continue For
    Private Sub Left(last As Object) 'D: hit
        For i As Object = 1 To last ': part 1/2 x1
            If i = 1 Then Continue For ': hit 2/2 x3
            If i = 3 Then Exit For ': hit 2/2 x2
            Eat(i) ': hit x1
        Next ': hit
    End Sub ': hit

    '- a body that always leaves: the head alone asks
    Private Function First(last As Object) As Object 'D: hit
        For i As Object = 1 To last ': hit 2/2 x2
            Return i ': hit x1
        Next
        Return Nothing ': hit x1
    End Function ': hit

    '- a variable that a lambda captures
    Private Function Captured(last As Object) As Integer 'D: hit
        Dim works As New List(Of Func(Of Integer)) ': hit x1
        For i As Object = 1 To last ': hit 2/2 x1
            Dim copy = i ': hit x2
            works.Add(Function() CInt(copy)) ': hit x2
        Next ': hit
        Return works.Sum(Function(work) work()) ': hit
    End Function ': hit

    '- a variable that is there before
    Private Sub Before(last As Object) 'D: hit
        Dim i As Object ': none
        For i = 0.5 To last Step 0.5 ': hit 2/2 x2
            Eat(i) ': hit x2
        Next i ': hit
        Eat(i) ': hit x2
    End Sub ': hit

    '- an iterator
    Private Iterator Function Steps(last As Object) As IEnumerable(Of Object) 'D: hit
        For i As Object = last To 1 Step -1 ': hit 2/2 x1
            Yield i ': hit x2
        Next ': hit
        For i As Object = last To 1 ': part 1/2 x1
            Yield i ': miss
        Next ': miss
    End Function ': hit

    '- Await in the limit and in the body
    Private Async Function Waited(last As Object) As Task(Of Integer) 'D: hit
        Dim sum = 0 ': hit x1
        For i As Object = 1 To Await Task.FromResult(last) ': hit 2/2 x1
            Await Task.Yield() ': hit x2
            sum += CInt(i) ': hit x2
        Next ': hit
        For i As Object = 1 To sum ': part 1/2 x1
            If Await Task.FromResult(i = 2) Then Exit For ': hit 2/2 x2
        Next ': hit
        Return sum ': hit x1
    End Function ': hit

    '- Try in it
    Private Sub Caught(last As Object) 'D: hit
        For i As Object = 1 To last ': hit 2/2 x1
            Try 'D: hit
                If i = 1 Then Throw New InvalidOperationException() ': hit 2/2 x2
                Eat(i) ': hit x1
            Catch e As InvalidOperationException When i = 1 ': part 1/2 x1
                Continue For ': hit
            Finally 'D: hit
                Eat(last) ': hit x2
            End Try 'D: hit
        Next ': hit
    End Sub ': hit

    '- For Each around it and in it
    Private Sub Mixed(last As Object, items As Object) 'D: hit
        For Each item In items ': hit 2/2 x1
            For i As Object = item To last ': hit 2/2 x2
                For Each other In New List(Of Integer) From {1} ': hit 2/2 x1
                    Eat(other) ': hit x1
                Next 'D: hit
            Next ': hit
        Next 'D: hit
    End Sub ': hit

    '- in Else, as the last statement
    Private Sub Otherwise(last As Object) 'D: hit
        If last = 3 Then ': hit 2/2 x2
            Eat(1) ': hit x1
        Else 'D: hit
            For i As Object = 1 To last ': hit 2/2 x1
                If i = 2 Then ': hit 2/2 x2
                    Eat(i) ': hit x1
                End If 'D: hit
            Next ': hit
        End If 'D: hit 'R: hit
    End Sub ': hit

    '- where optimised code goes on elsewhere after it, and with a loop at its beginning
    Private Function Within(last As Object) As Integer 'D: hit
        Dim n = 0 ': hit x2
        If last = 2 Then ': hit 2/2 x2
            For i As Object = 1 To last ': hit 2/2 x1
                n += CInt(i) ': hit x2
            Next ': hit x2
        ElseIf last = 1 Then ': part 1/2 x1
            For i As Object = 1 To last ': hit 2/2 x1
                While n < 2 ': hit 2/2
                    n += 1 ': hit x2
                End While 'D: hit
            Next ': hit x1
        Else 'D: miss
            n = 7 ': miss
        End If 'D: hit 'R: hit
        Do While n < 5 ': hit 2/2
            For i As Object = 1 To last ': hit 2/2
                n += 2 ': hit
            Next ': hit
        Loop 'D: hit
        Try 'D: hit x2
            For i As Object = 1 To last ': hit 2/2 x2
                If i = 2 Then Return n ': hit 2/2 x3
            Next ': hit x2
        Finally 'D: hit x2
            For i As Object = 1 To last ': hit 2/2 x2
                Eat(i) ': hit x3
            Next ': hit x3
        End Try 'D: hit
        Return n ': hit x1
    End Function ': hit

    '- with On Error
    Private Sub Resumed(last As Object) 'D: hit
        On Error Resume Next ': hit x1
        For i As Object = 1 To last ': hit 2/2
            Eat(i.Missing) ': hit
        Next ': hit
    End Sub ': hit

    Public Sub Run() 'D: hit
        Left(5) ': hit x1
        Eat(First(2)) ': hit x1
        Eat(First(0)) ': hit x1
        Eat(Captured(2)) ': hit x1
        Before(1) ': hit x1
        Before(0) ': hit x1
        Eat(Steps(2).Count()) ': hit x1
        Eat(Waited(2).Result) ': hit x1
        Caught(2) ': hit x1
        Mixed(2, {2, 5}) ': hit x1
        Otherwise(3) ': hit x1
        Otherwise(2) ': hit x1
        Eat(Within(2) + Within(1)) ': hit x1
        Resumed(2) ': hit x1
    End Sub ': hit

End Module
