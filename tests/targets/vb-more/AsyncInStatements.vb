' Async, Await, iterators, SyncLock, Using.

Imports System
Imports System.Collections.Generic
Imports System.IO
Imports System.Linq
Imports System.Threading
Imports System.Threading.Tasks

Module AsyncInStatements

    Private ReadOnly gate As New Object() ': hit x1

    '- Await in conditions, loops, Select Case, If(), Try, Catch and Finally around
    Private Async Function Fetch(url As String, Optional failures As Integer = 0) As Task(Of String) 'D: hit
        Await Task.Delay(1) ': hit x5
        If failures > 0 Then Throw New IOException(url) ': hit 2/2 x5
        Return If(url.StartsWith("http"), url.Substring(4), "") ': hit 2/2 x3
    End Function ': hit

    Private Async Function Retry(url As String, attempts As Integer) As Task(Of String) 'D: hit
        Dim left = attempts ': hit x2
        Do 'D: hit
            Try 'D: hit
                Return Await Fetch(url, left - 1) ': hit x4
            Catch ex As IOException When left > 1 ': part 1/2 x2
                left -= 1 ': hit x2
            Catch ex As IOException 'D: miss
                Return Nothing ': miss
            Finally 'D: hit
                Eat(left) ': hit x4
            End Try 'D: hit
        Loop While left > 0 ': part 1/2 x2
        Return "" ': miss
    End Function ': hit

    Private Async Function Decide(value As Task(Of Integer), other As Func(Of Task(Of Boolean))) As Task(Of Integer) 'D: hit
        Dim result = 0 ': hit x2
        If Await value > 3 AndAlso Await other() Then result = 1 ': part 2/2 1/2 x2
        If Await other() Then result += 10 ': hit 2/2 x2
        Select Case Await value ': part 2/3 x2 -- the compiler makes one test of neighbours
            Case 1, 2 'D: hit
                result += Await Task.FromResult(2) ': hit x1
            Case 5 'D: hit
                result += If(Await other(), 5, 6) ': part 1/2 x1
        End Select 'D: hit
        While Await Task.FromResult(result < 15) ': hit 2/2
            result += 1 ': hit
            If result = 14 Then Exit While ': hit 2/2
        End While 'D: hit
        Return result ': hit x2
    End Function ': hit

    '- Using with Await and a condition, SyncLock with Exit
    Private Async Function Copy(phrase As String) As Task(Of Integer) 'D: hit
        Using source As New StringReader(phrase), target As New StringWriter() ': hit x1
            Dim line = Await source.ReadLineAsync() ': hit x1
            Do While line IsNot Nothing ': hit 2/2
                If line.Length > 0 Then Await target.WriteLineAsync(line) ': hit 2/2 x3
                line = Await source.ReadLineAsync() ': hit x3
            Loop 'D: hit
            Return target.ToString().Length ': hit x1
        End Using ': hit
    End Function ': hit

    Private Function Locked(values As IEnumerable(Of Integer)) As Integer 'D: hit
        Dim sum = 0 ': hit x1
        For Each value In values ': part 1/2 x1
            SyncLock gate ': hit x3
                If value < 0 Then Exit For ': hit 2/2 x3
                If value = 2 Then Continue For ': hit 2/2 x2
                sum += value ': hit x1
            End SyncLock ': hit
        Next 'D: hit
        Return sum ': hit x1
    End Function ': hit

    '- iterators: nested, with Exit, with Try Finally, over a tree
    Private Class Node
        Public Value As Integer
        Public Left As Node
        Public Right As Node

        Public Iterator Function Walk() As IEnumerable(Of Integer) 'D: hit
            If Left IsNot Nothing Then ': hit 2/2 x3
                For Each v In Left.Walk() ': hit 2/2
                    Yield v ': hit
                Next 'D: hit
            End If 'D: hit
            Yield Value ': hit x3
            If Right Is Nothing Then Return ': hit 2/2 x3
            For Each v In Right.Walk() ': hit 2/2
                Yield v ': hit
            Next 'D: hit
        End Function ': hit
    End Class

    Private Iterator Function Batches(Of T)(items As IEnumerable(Of T), size As Integer) As IEnumerable(Of List(Of T)) 'D: hit
        If size < 1 Then Throw New ArgumentException("size") ': part 1/2 x1
        Dim batch As New List(Of T) ': hit x1
        Try 'D: hit
            For Each item In items ': part 1/2 x1
                batch.Add(item) ': hit x4
                If batch.Count = size Then ': hit 2/2 x4
                    Yield batch ': hit x2
                    batch = New List(Of T) ': hit x1
                End If 'D: hit
            Next 'D: hit
            If batch.Any() Then Yield batch ': miss 0/2
        Finally 'D: hit
            Eat(batch) ': hit x1
        End Try 'D: miss
    End Function ': miss

    Private Iterator Function Parsed(texts As IEnumerable(Of String)) As IEnumerable(Of Integer?) 'D: hit
        For Each phrase In texts ': hit 2/2 x1
            Dim n As Integer ': none
            Select Case True ': hit
                Case String.IsNullOrEmpty(phrase) ': hit 2/2
                    Continue For 'D: hit
                Case Integer.TryParse(phrase, n) ': hit 2/2
                    Yield n ': hit
                Case phrase = "end" ': part 1/2
                    Exit For ': miss
                Case Else
                    Yield Nothing ': hit
            End Select 'D: hit
        Next 'D: hit
    End Function ': hit

    '- events: Custom, AddHandler with a lambda, RemoveHandler, a class with WithEvents and two Handles
    Private Class Clock
        Public Event Tick As EventHandler(Of Integer)
        Private late As List(Of Action(Of Integer)) ': none

        Public Custom Event Alarm As Action(Of Integer)
            AddHandler(value As Action(Of Integer)) 'D: hit
                If late Is Nothing Then late = New List(Of Action(Of Integer)) ': hit 2/2 x2
                late.Add(value) ': hit x2
            End AddHandler ': hit
            RemoveHandler(value As Action(Of Integer)) 'D: hit
                late?.Remove(value) ': part 1/2 x1
            End RemoveHandler ': hit
            RaiseEvent(n As Integer) 'D: hit
                If late Is Nothing Then Return ': part 1/2 x1
                For Each handler In late ': hit 2/2 x1
                    handler(n) ': hit x1
                Next 'D: hit
            End RaiseEvent ': hit
        End Event

        Public Sub Advance(n As Integer) 'D: hit
            RaiseEvent Tick(Me, n) ': hit x2
            If n > 1 Then RaiseEvent Alarm(n) ': hit 2/2 x2
        End Sub ': hit
    End Class

    Private Class Watcher
        Private WithEvents first As New Clock() ': hit x1
        Private WithEvents second As Clock

        Public Count As Integer

        Private Sub Ticked(sender As Object, n As Integer) Handles first.Tick, second.Tick 'D: hit
            If sender Is first Then Count += n Else Count -= n ': hit 2/2 x2
        End Sub ': hit

        Public Function Go() As Integer 'D: hit
            Dim sum = 0 ': hit x1
            Dim add As Action(Of Integer) = Sub(n) sum += n ': hit
            AddHandler first.Alarm, add ': hit x1
            AddHandler first.Alarm, Sub(n) sum += If(n > 5, 100, 10) ': part 1/2
            RemoveHandler first.Alarm, add ': hit x1
            first.Advance(2) ': hit x1
            second = New Clock() ': hit x1
            second.Advance(1) ': hit x1
            second = Nothing ': hit x1
            Return sum + Count ': hit x1
        End Function ': hit
    End Class

    Private Async Function All() As Task 'D: hit
        Eat(Await Retry("http://x", 3)) ': hit x1
        Eat(Await Retry("ftp", 1)) ': hit x1
        Eat(Await Fetch("y")) ': hit x1
        Dim answers As New Queue(Of Boolean)({False, True, True, False}) ': hit x1
        Dim ask = Async Function() ': hit
                      Await Task.Yield() ': hit
                      Return answers.Count > 0 AndAlso answers.Dequeue() ': part 1/2 2/2
                  End Function ': hit
        Eat(Await Decide(Task.FromResult(5), ask)) ': hit x1
        Eat(Await Decide(Task.FromResult(1), ask)) ': hit x1
        Eat(Await Copy("a" & vbLf_() & vbLf_() & "b")) ': hit x1
        Dim tasks = From n In Enumerable.Range(1, 3) ': hit
                    Select Task.Run(Function() If(n Mod 2 = 0, n, -n)) ': hit 2/2
        Eat((Await Task.WhenAll(tasks)).Sum()) ': hit x1
    End Function ': hit

    Private Function vbLf_() As String 'D: hit
        Return Microsoft.VisualBasic.vbLf ': hit x2
    End Function ': hit

    Public Sub Run() 'D: hit
        All().Wait() ': hit x1
        Eat(Locked({1, 2, -1, 5})) ': hit x1
        Dim tree As New Node With {.Value = 5, .Left = New Node With {.Value = 2}, .Right = New Node With {.Value = 9}} ': hit x1
        Eat(String.Join(",", tree.Walk())) ': hit x1
        Eat(Batches({1, 2, 3, 4, 5}, 2).Take(2).Sum(Function(b) b.Count)) ': hit
        Eat(Parsed({"1", "", "x"}).Count()) ': hit x1
        Eat(New Watcher().Go()) ': hit x1
    End Sub ': hit

End Module
