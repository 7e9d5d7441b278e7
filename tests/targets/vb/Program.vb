' Runs every family of constructs in order. Deterministic; exit code 0.

Friend Module Program

    Public Function Main() As Integer 'D: hit
        Conditions.Run() ': hit x1
        Loops.Run() ': hit x1
        TryStatements.Run() ': hit x1
        Members.Run() ': hit x1
        TryCatchWhenOnError.Run() ': hit x1
        SelectCase.Run() ': hit x1
        AsyncAndIterators.Run() ': hit x1
        MembersAndOperators.Run() ': hit x1
        LateBinding.Run() ': hit x1
        LiftedBooleans.Run() ': hit x1
        LoopsSharedNext.Run() ': hit x1
        ExplainSentences.Run() ': hit x1
        XmlLiterals.Run() ': hit x1
        CoverageOff.Run() ': hit x1
        ExcludedByAttribute.Run() ': hit x1
        System.Console.WriteLine("done") ': hit x1
        Return 0 ': hit x1
    End Function ': hit

End Module
