' Runs all parts in order.

Public Module Program

    Private seen As Integer

    Public Function Main() As Integer 'D: hit
        Conditions.Run() ': hit x1
        Loops.Run() ': hit x1
        TryStatements.Run() ': hit x1
        TypeMembers.Run() ': hit x1
        LambdasAndQueries.Run() ': hit x1
        AsyncAndIterators.Run() ': hit x1
        VisualBasicOnly.Run() ': hit x1
        NullableConditions.Run() ': hit x1
        ProgramBank.Run() ': hit x1
        StringsAndLoops.Run() ': hit x1
        ProgramRules.Run() ': hit x1
        AsyncInStatements.Run() ': hit x1
        TypeGenerics.Run() ': hit x1
        ProgramTexts.Run() ': hit x1
        LinqConditions.Run() ': hit x1
        AsyncAwaitInAndAlso.Run() ': hit x1
        ProgramDepot.Run() ': hit x1
        SelectCaseSharedBody.Run() ': hit x1
        SelectCaseInStateMachines.Run() ': hit x1
        ConditionAtBlockEnd.Run() ': hit x1
        LoopForOverObject.Run() ': hit x1
        AsyncUnusedOperands.Run() ': hit x1
        NestedStatements.Run() ': hit x1
        LambdaHeads.Run() ': hit x1
        EndIfPassed.Run() ': hit x1
        Return 0 ': hit x1
    End Function ': hit

    Public Function Yes() As Boolean 'D: hit
        Return True ': hit
    End Function ': hit

    Public Function No() As Boolean 'D: hit
        Return False ': hit
    End Function ': hit

    Public Sub Say(text As Object) 'D: hit
        System.Console.WriteLine(text) ': hit
    End Sub ': hit

    Public Function Keep(Of T)(value As T) As T 'D: hit
        Return value ': hit
    End Function ': hit

    Public Sub Eat(value As Object) 'D: hit
        seen += If(value Is Nothing, 0, 1) 'D: hit 2/2 'R: hit
    End Sub ': hit

End Module
