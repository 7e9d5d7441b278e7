' Async and iterators.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading
Imports System.Threading.Tasks

Public Module AsyncAndIterators

    Public Sub Run() 'D: hit
        Say(Main2().Result) ': hit x1
        Say(Tree(3).Sum()) ': hit x1
        Say(Filtered({1, 2, 3, 4}).Take(1).Single()) ': hit x1
        Say(String.Join("", Lines(True))) ': hit x1
        Say(Counter().MoveNext()) ': hit x1
    End Sub ': hit

    Private Async Function Main2() As Task(Of Integer) 'D: hit
        Dim total = 0 ': hit x1
        total += Await Fetch("abc") ': hit x1
        total += Await Guarded("") ': hit x1
        total += Await Guarded("ok") ': hit x1
        total += (Await Task.WhenAll(Fetch("a"), Fetch("bb"))).Sum() ': hit x1
        total += Await Loops(3) ': hit x1
        total += Await Chosen(2) ': hit x1
        total += Await Chosen(7) ': hit x1
        total += Await Timeouts(True) ': hit x1
        Await Nothing2() ': hit x1
        If Await Ready(1) AndAlso Await Ready(0) Then ': part 1/2 1/2 x1
            total += 1000 ': miss
        ElseIf Await Ready(2) Then ': part 1/2 x1
            total += 1 ': hit x1
        End If 'D: hit
        Return total ': hit x1
    End Function ': hit

    Private Async Function Fetch(key As String) As Task(Of Integer) 'D: hit
        If String.IsNullOrEmpty(key) Then Throw New ArgumentException("key") ': hit 2/2 x7
        Await Task.Delay(1) ': hit x6
        Return key.Length ': hit x6
    End Function ': hit

    Private Async Function Ready(n As Integer) As Task(Of Boolean) 'D: hit
        Await Task.Yield() ': hit x3
        Return n > 0 ': hit x3
    End Function ': hit

    '- Try, Catch with a value, Finally with Await before it
    Private Async Function Guarded(key As String) As Task(Of Integer) 'D: hit
        Dim result = 0 ': hit x2
        Try 'D: hit
            result = Await Fetch(key) ': hit x2
            result += 1 ': hit x1
        Catch ex As ArgumentException When key = "" ': part 1/2 x1
            result = -1 ': hit x1
        Catch ex As Exception 'D: miss
            result = -2 ': miss
        Finally 'D: hit
            Say("guarded") ': hit x2
        End Try 'D: hit
        Return result ': hit x2
    End Function ': hit

    '- loops with Await, Using and Continue
    Private Async Function Loops(n As Integer) As Task(Of Integer) 'D: hit
        Dim sum = 0 ': hit x1
        For i = 1 To n ': hit 2/2 x1
            If i = 2 Then Continue For ': hit 2/2 x3
            sum += Await Task.FromResult(i) ': hit x2
        Next ': hit x3
        Using source As New CancellationTokenSource() ': hit x1
            Do Until source.IsCancellationRequested ': hit 2/2 x3
                sum += 1 ': hit x2
                Await Task.Yield() ': hit x2
                If sum > 5 Then source.Cancel() ': hit 2/2 x2
            Loop 'D: hit x2
        End Using ': hit
        Return sum ': hit x1
    End Function ': hit

    '- Select Case around Await
    Private Async Function Chosen(n As Integer) As Task(Of Integer) 'D: hit
        Select Case n ': part 2/3 x2
            Case 1 'D: miss
                Return Await Fetch("one") ': miss
            Case 2 'D: hit
                Dim r = Await Fetch("two") ': hit x1
                Return r * 2 ': hit x1
            Case Else 'D: hit
                Await Task.Delay(1) ': hit x1
        End Select 'D: hit
        Return 0 ': hit x1
    End Function ': hit

    '- an If() with Await, WhenAny
    Private Async Function Timeouts(flag As Boolean) As Task(Of Integer) 'D: hit
        Dim work = Fetch("work") ': hit x1
        Dim first = Await Task.WhenAny(work, Task.Delay(5000)) ': hit x1
        If first IsNot work Then Return -1 ': part 1/2 x1
        Return If(flag, Await work, 0) ': part 1/2 x1
    End Function ': hit

    Private Function Nothing2() As Task 'D: hit
        Return Task.CompletedTask ': hit x1
    End Function ': hit

    '- an iterator that calls itself
    Private Iterator Function Tree(depth As Integer) As IEnumerable(Of Integer) 'D: hit
        If depth = 0 Then Return ': hit 2/2 x4
        Yield depth ': hit x3
        For Each n In Tree(depth - 1) ': hit 2/2 x3
            Yield n ': hit x3
        Next 'D: hit
    End Function ': hit

    '- left early
    Private Iterator Function Filtered(values As IEnumerable(Of Integer)) As IEnumerable(Of Integer) 'D: hit
        For Each v In values ': part 1/2 x1
            If v Mod 2 = 0 Then ': hit 2/2 x2
                Yield v ': hit x1
            End If 'D: hit
        Next 'D: hit
    End Function ': miss

    '- Try and Using in an iterator
    Private Iterator Function Lines(flag As Boolean) As IEnumerable(Of String) 'D: hit
        Try 'D: hit
            Yield "a" ': hit x1
            Using h As New Handle("it") ': hit x1
                If flag Then Yield "b" ': part 1/2 x1
            End Using ': hit
        Finally 'D: hit
            Say("end") ': hit x1
        End Try 'D: hit
    End Function ': hit

    '- IEnumerator
    Private Iterator Function Counter() As IEnumerator(Of Integer) 'D: hit
        Dim n = 0 ': hit x1
        While True ': hit
            n += 1 ': hit x1
            Yield n ': hit x1
        End While 'D: miss
    End Function

End Module
