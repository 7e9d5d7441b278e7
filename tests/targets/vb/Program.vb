' Runs every family of constructs in order. Deterministic; exit code 0.

Friend Module Program

    Public Function Main() As Integer 'D: hit
        Conditions.Run() ': hit x1
        Loops.Run() ': hit x1
        Exceptions.Run() ': hit x1
        Members.Run() ': hit x1
        Errors.Run() ': hit x1
        Cases.Run() ': hit x1
        Waiting.Run() ': hit x1
        Objects.Run() ': hit x1
        Late.Run() ': hit x1
        Lifted.Run() ': hit x1
        Words.Run() ': hit x1
        LeftOut.Run() ': hit x1
        Excluded.Run() ': hit x1
        System.Console.WriteLine("done") ': hit x1
        Return 0 ': hit x1
    End Function ': hit

End Module
