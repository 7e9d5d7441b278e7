' Select Case in iterators, async methods and lambdas.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading.Tasks

Module SelectCaseInStateMachines

    Private Iterator Function Steps(values As IEnumerable(Of Integer)) As IEnumerable(Of Integer) 'D: hit
        For Each value In values ': hit 2/2 x1
            Select Case value ': hit 3/3 x3
                Case 1, 50 'D: hit
                    Yield 1 ': hit x2
                Case Else 'D: hit
                    Yield 2 ': hit x1
            End Select 'D: hit
            Select Case value.ToString() ': part 2/3 x3
                Case "1", "x" 'D: hit
                    Yield 3 ': hit x1
            End Select 'D: hit
        Next 'D: hit
    End Function ': hit

    Private Async Function Waits(name As String) As Task(Of Integer) 'D: hit
        Dim n = 0 ': hit x2
        Select Case Await Task.FromResult(name) ': part 2/3 x2
            Case "a", "b" 'D: hit
                n = Await Task.FromResult(1) ': hit x1
            Case Else 'D: hit
                n = Await Task.FromResult(2) ': hit x1
        End Select 'D: hit
        Await Task.Yield() ': hit x2
        Select Case n ': part 2/3 x2
            Case 1, 99 'D: hit
                Await Task.Yield() ': hit x1
        End Select 'D: hit
        If n = 1 OrElse n = 99 Then n = 5 ': part 2/2 1/2 x2
        Return n ': hit x2
    End Function ': hit

    Private Function Captured(value As Integer, text As String) As Integer 'D: hit
        Dim n = 0 ': hit x1
        Dim work = Sub() ': hit x1
                       Select Case value ': part 1/3
                           Case 1, 50 'D: hit
                               n += value ': hit x1
                       End Select 'D: hit
                       Select Case text ': part 1/3
                           Case "a", "b" 'D: miss
                               n += 2 ': miss
                           Case Else 'D: hit
                               n += 3 ': hit x1
                       End Select 'D: hit
                   End Sub ': hit
        work() ': hit x1
        Return n ': hit x1
    End Function ': hit

    Public Sub Run() 'D: hit
        Eat(Steps({1, 50, 3}).Sum()) ': hit x1
        Eat(Waits("a").Result + Waits("c").Result) ': hit x1
        Eat(Captured(1, "c")) ': hit x1
    End Sub ': hit

End Module
