' Lambdas of several lines whose first line stands alone: it is the lambda's, whether that ran or not.

Imports System.Threading.Tasks

Friend Module LambdaHeads
    Private Function Keep(change As Func(Of Integer, Integer)) As Integer 'D: hit
        Return change.Method.Name.Length ': hit
    End Function ': hit

    Private Function Apply(change As Func(Of Integer, Integer)) As Integer 'D: hit
        Return change(1) ': hit
    End Function ': hit

    '- never run: a value, a lambda in a lambda, async
    Private Sub Never() 'D: hit
        Keep( ': hit
            Function(x) ': miss
                Return x + 1 ': miss
            End Function) ': miss
        Keep( ': hit
            Function(x) ': miss

                ' a comment
                Dim unset As Integer
                unset = x ': miss
                Return Keep( ': miss
                    Function(y) ': miss
                        Return y + unset ': miss
                    End Function) ': miss
            End Function) ': miss
        Dim later As Func(Of Integer, Task(Of Integer)) = ': hit
            Async Function(x) ': miss
                Await Task.Yield() ': miss
                Return x ': miss
            End Function ': miss
        Keep(Function(x) later(x).Result) ': hit
    End Sub ': hit

    '- run, and run in one that ran
    Private Sub Ran() 'D: hit
        Apply( ': hit
            Function(x) ': hit
                Return x + 1 ': hit
            End Function) ': hit
        Apply( ': hit
            Function(x) ': hit
                Keep( ': hit
                    Function(y) ': miss
                        Return y + x ': miss
                    End Function) ': miss
                Return x ': hit
            End Function) ': hit
    End Sub ': hit

    Public Sub Run() 'D: hit
        Never() ': hit
        Ran() ': hit
    End Sub ': hit
End Module
