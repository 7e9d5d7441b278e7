' Queries, closures and tasks with conditions in every clause.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading
Imports System.Threading.Tasks

Module LinqConditions

    Private Class Job
        Public Property Id As Integer
        Public Property Cost As Integer
        Public Property After As Integer?
        Public Property Owner As String
    End Class

    Private Function Jobs() As List(Of Job) 'D: hit
        Return New List(Of Job) From { ': hit
            New Job With {.Id = 1, .Cost = 5, .Owner = "a"}, ': hit
            New Job With {.Id = 2, .Cost = 3, .After = 1}, ': hit
            New Job With {.Id = 3, .Cost = 9, .After = 1, .Owner = "b"}, ': hit
            New Job With {.Id = 4, .Cost = 1, .After = 3, .Owner = "a"}} ': hit
    End Function ': hit

    '- Join, Group Join, Group By of several keys, Order By with directions, nested queries, If() in clauses
    Private Function Queries() As Integer 'D: hit
        Dim all = Jobs() ': hit x1
        Dim pairs = From j In all ': hit
                    Join p In all On j.After Equals CType(p.Id, Integer?) ': hit
                    Where j.Cost > p.Cost OrElse j.Owner Is Nothing ': hit 2/2 2/2
                    Order By If(j.Owner, ""), j.Id Descending ': hit 2/2
                    Select j.Id, Parent = p.Id, Mine = j.Owner = p.Owner ': hit
        Dim groups = From j In all ': hit
                     Group j By j.Owner, Big = j.Cost > 4 Into Sum_ = Sum(j.Cost), N = Count(), Most = Max(j.Id) ': hit
                     Where N >= 1 AndAlso Sum_ > 2 ': part 1/2 2/2
                     Skip 1 ': hit
                     Select Sum_ + Most ': hit
        Dim nested = From j In all ': hit
                     Let children = (From c In all Where c.After.HasValue AndAlso c.After.Value = j.Id).ToList() ': hit 2/2 2/2
                     Where children.Any() ': hit
                     From c In children ': hit
                     Where c.Cost <> 9 ': hit
                     Select j.Id * 10 + c.Id ': hit
        Dim some = Aggregate j In all Where j.Owner IsNot Nothing Into N = Count(), Cheapest = Min(j.Cost), Any(j.Cost > 8) ': hit
        Dim total = 0 ': hit x1
        For Each p In pairs ': hit 2/2 x1
            If p.Mine Then total += 1 Else total += p.Parent ': part 1/2
        Next 'D: hit
        Return total + groups.Sum() + nested.Sum() + some.Cheapest + If(some.Any, 1, 2) ': part 1/2 x1
    End Function ': hit

    '- a topological order with closures, recursion by lambda and early Return
    Private Function Order(all As List(Of Job)) As List(Of Integer) 'D: hit
        Dim done As New List(Of Integer) ': hit x1
        Dim visit As Action(Of Job) = Nothing ': hit x1
        visit = Sub(j) ': hit
                    If done.Contains(j.Id) Then Return ': hit 2/2
                    If j.After.HasValue Then ': hit 2/2
                        Dim before = all.FirstOrDefault(Function(o) o.Id = j.After.Value) ': hit
                        If before IsNot Nothing Then visit(before) ': part 1/2
                    End If 'D: hit
                    done.Add(j.Id) ': hit
                End Sub ': hit
        For Each j In Enumerable.Reverse(all) ': hit 2/2 x1
            visit(j) ': hit x4
        Next 'D: hit
        Return done ': hit x1
    End Function ': hit

    '- tasks: a limit by a semaphore, progress, cancellation and exceptions of several
    Private Async Function Work(j As Job, gate As SemaphoreSlim, token As CancellationToken) As Task(Of Integer) 'D: hit
        Await gate.WaitAsync() ': hit x4
        Try 'D: hit
            token.ThrowIfCancellationRequested() ': hit x4
            If j.Cost > 8 Then Throw New InvalidOperationException("job " & j.Id) ': hit 2/2 x4
            Await Task.Yield() ': hit x3
            Return If(j.Owner Is Nothing, 0, j.Cost) ': hit 2/2 x3
        Finally 'D: hit
            gate.Release() ': hit x4
        End Try
    End Function ': hit

    Private Async Function Everything(all As List(Of Job)) As Task(Of String) 'D: hit
        Dim failed = 0, sum = 0 ': hit x1
        Using gate As New SemaphoreSlim(2), source As New CancellationTokenSource() ': hit x1
            Dim running = all.Select(Function(j) Work(j, gate, source.Token)).ToList() ': hit
            While running.Count > 0 ': hit 2/2 x5
                Dim finished = Await Task.WhenAny(running) ': hit x4
                running.Remove(finished) ': hit x4
                Try 'D: hit
                    sum += Await finished ': hit x4
                Catch ex As OperationCanceledException 'D: miss
                    Return "cancelled" ': miss
                Catch ex As Exception When TypeOf ex Is InvalidOperationException AndAlso failed < 3 ': part 1/2 1/2 x1
                    failed += 1 ': hit x1
                End Try 'D: hit
            End While 'D: hit
        End Using ': hit
        Return sum & "/" & failed ': hit x1
    End Function ': hit

    '- Await on both sides of operators, in lambdas, in For Each over tasks
    Private Async Function Conditions(yes_ As Func(Of Task(Of Boolean)), no_ As Func(Of Task(Of Boolean))) As Task(Of Integer) 'D: hit
        Dim n = 0 ': hit x1
        If Await yes_() Then n += 1 ': part 1/2 x1
        If Not Await no_() Then n += 2 ': part 1/2 x1
        If n > 2 AndAlso Await yes_() Then n += 4 ': part 1/2 1/2 x1
        If n > 100 OrElse Await no_() Then n += 8 ': part 1/2 1/2 x1
        For Each t In {yes_, no_} ': hit 2/2 x1
            n += If(Await t(), 16, 32) ': hit 2/2 x2
        Next 'D: hit
        Do 'D: hit
            n -= 20 ': hit
        Loop While n > 0 AndAlso yes_() IsNot Nothing ': part 2/2 1/2
        Return n ': hit x1
    End Function ': hit

    Public Sub Run() 'D: hit
        Eat(Queries()) ': hit x1
        Eat(Order(Jobs()).Count) ': hit x1
        Eat(Everything(Jobs()).Result) ': hit x1
        Eat(Conditions(Function() Task.FromResult(True), Async Function() ': hit
                                                             Await Task.Yield() ': hit
                                                             Return False ': hit
                                                         End Function).Result) ': hit
    End Sub ': hit

End Module
