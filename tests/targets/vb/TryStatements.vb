' Try, Catch, Catch When, Finally, Using, SyncLock, On Error.

Imports System
Imports System.Threading.Tasks

Friend Module TryStatements

    Private ReadOnly Gate As New Object() ': hit x1

    Public Sub Run() 'D: hit
        CatchWhen(1) ': hit x1
        CatchWhen(2) ': hit x1
        Final() ': hit x1
        UsingAndLock() ': hit x1
        OnError() ': hit x1
        Asynchronous().GetAwaiter().GetResult() ': hit x1
    End Sub ': hit

    '- Catch When, with AndAlso
    Private Sub CatchWhen(value As Integer) 'D: hit
        Try 'D: hit
            Fail("when") ': hit x2
            Use(1) ': miss
        Catch e As ArgumentException When e.Message.Length > 0 ': miss 0/2
            Use(2) ': miss
        Catch e As InvalidOperationException When Id(value) = 1 AndAlso e.Message.Length = 4 ': part 2/2 1/2 x2
            Use(3) ': hit x1
        Catch 'D: hit x1
            Use(4) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Finally, and after a throwing call
    Private Sub Final() 'D: hit
        Try 'D: hit
            Try 'D: hit
                Use(1) ': hit x1
                Fail("finally") ': hit x1
                Use(2) ': miss
            Finally 'D: hit
                Use(3) ': hit x1
            End Try 'D: miss

            Use(4) ': miss
        Catch e As InvalidOperationException 'D: hit x1
            Use(5) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    Private NotInheritable Class Resource
        Implements IDisposable

        Public Sub Dispose() Implements IDisposable.Dispose 'D: hit
            Use(1) ': hit x1
        End Sub ': hit
    End Class

    '- Using and SyncLock: no decisions
    Private Sub UsingAndLock() 'D: hit
        Using r As New Resource() ': hit x1
            Use(1) ': hit x1
        End Using ': hit x1

        SyncLock Gate ': hit x1
            Use(2) ': hit x1
        End SyncLock ': hit
    End Sub ': hit

    '- On Error Resume Next: the compiler's dispatch is not a decision
    Private Sub OnError() 'D: hit
        On Error Resume Next ': hit
        Fail("resumed") ': hit
        Use(1) ': hit
    End Sub ': hit

    '- Async and Await
    Private Async Function Asynchronous() As Task(Of Integer) 'D: hit
        Use(1) ': hit x1
        Await Task.Yield() ': hit x1
        If Await Task.FromResult(No()) Then ': part 1/2 x1
            Use(2) ': miss
        End If 'D: hit

        Return Id(3) ': hit x1
    End Function ': hit

End Module
