// Runs every family of constructs in order. Deterministic; exit code 0.

using System;
using System.Threading.Tasks;

namespace CSharpTargets;

internal static class Program
{
    private static async Task<int> Main()
    { //D: hit
        Lines.Run(); //: hit x1
        LambdaHeaders.Run(); //: hit x1
        await NullableConditional.Run(); //: hit x1
        await LiftedOperatorsDiscarded.Run(); //: hit x1
        FixedStatements.Run(); //: hit x1
        await AsyncUsingTypeParameter.Run(); //: hit x1
        LambdaBraces.Run(); //: hit x1
        SwitchAtEnd.Run(); //: hit x1
        NullConditionalMembers.Run(); //: hit x1
        NullConditionalChains.Run(); //: hit x1
        DefaultOfTypeParameter.Run(); //: hit x1
        SwitchFirstCondition.Run(); //: hit x1
        SwitchFirstStatement.Run(); //: hit x1
        NullConditionalFields.Run(); //: hit x1
        await SwitchSubjects.Run(); //: hit x1
        await SwitchPatternConstants.Run(); //: hit x1
        SwitchPatternStarts.Run(); //: hit x1
        await PatternPositional.Run(); //: hit x1
        SwitchGuardLayout.Run(); //: hit x1
        await ReleaseReusedJumps.Run(); //: hit x1
        await SwitchAfterSwitch.Run(); //: hit x1
        ThrowPositions.Run(); //: hit x1
        TryCatchFinally.Run(); //: hit x1
        Conditions.Run(); //: hit x1
        ConditionZeroBeforeCall.Run(); //: hit x1
        ExplainSentences.Run(); //: hit x1
        Loops.Run(); //: hit x1
        SwitchStatements.Run(); //: hit x1
        SwitchExpressions.Run(); //: hit x1
        Patterns.Run(); //: hit x1
        Iterators.Run(); //: hit x1
        Lambdas.Run(); //: hit x1
        Generics.Run(); //: hit x1
        Members.Run(); //: hit x1
        Records.Run(); //: hit x1
        Initialisers.Run(); //: hit x1
        ExcludedByAttribute.Run(); //: hit x1
        NeverCalled.Run(); //: hit x1
        await DoesNotReturn.Run(); //: hit x1
        await ThrowUnreachable.Run(); //: hit x1
        await AsyncMethods.Run(); //: hit x1
        await AsyncStreams.Run(); //: hit x1
        Dynamic.Run(); //: hit x1
        Threads.Run(); //: hit x1
        CSharp14.Run(); //: hit x1
        SwitchExpressionAsOperand.Run(); //: hit x1
        InterpolatedStringHandlers.Run(); //: hit x1
        RefAndUnsafe.Run(); //: hit x1
        Arithmetic.Run(); //: hit x1
        Inheritance.Run(); //: hit x1
        PatternCombinators.Run(); //: hit x1
        RecordMembers.Run(); //: hit x1
        LambdaLocalFunctions.Run(); //: hit x1
        SwitchEmptyBodies.Run(); //: hit x1
        await AsyncAwaitInStatements.Run(); //: hit x1
        TryFilterPatterns.Run(); //: hit x1
        PatternNot.Run(); //: hit x1
        NullConditionalComparison.Run(); //: hit x1
        ProgramOrders.Run(); //: hit x1
        TryControlFlow.Run(); //: hit x1
        PatternRecursive.Run(); //: hit x1
        CSharp11To14.Run(); //: hit x1
        await ProgramBusinessObjects.Run(); //: hit x1
        await ProgramConnections.Run(); //: hit x1
        await SwitchGuardWithVariables.Run(); //: hit x1
        await ProgramServices.Run(); //: hit x1
        await ConditionalOperandOfAndOr.Run(); //: hit x1
        await ConditionAsArgument.Run(); //: hit x1
        await LocalsOver256.Run(); //: hit x1
        await SwitchExpressionGuardAwait.Run(); //: hit x1
        SwitchAfterStatement.Run(); //: hit x1
        await SwitchAfterAwait.Run(); //: hit x1
        await AsyncPendingNumber.Run(); //: hit x1
        SwitchBodyFirstStatement.Run(); //: hit x1
        SwitchStateMachine.Run(); //: hit x1
        ProgramTokenizer.Run(); //: hit x1
        SwitchLayout.Run(); //: hit x1
        SwitchGuardSingle.Run(); //: hit x1
        SwitchGuardShared.Run(); //: hit x1
        SwitchGuardSharedSlot.Run(); //: hit x1
        await SwitchStringPatterns.Run(); //: hit x1
        await SwitchGuards.Run(); //: hit x1
        await SwitchExpressionOnStack.Run(); //: hit x1
        PatternOrInArm.Run(); //: hit x1
        await AsyncDecisionsAroundAwait.Run(); //: hit x1
        MemberDecisions.Run(); //: hit x1
        await CompilerAddedBranches.Run(); //: hit x1
        await LiftedBooleanOperators.Run(); //: hit x1
        await SwitchExpressionNested.Run(); //: hit x1
        ProgramCheckout.Run(); //: hit x1
        await ProgramJobScheduler.Run(); //: hit x1
        await LineWholeMethod.Run(); //: hit x1
        await NullOperators.Run(); //: hit x1
        await ConditionInExpression.Run(); //: hit x1
        ProgramInterpreter.Run(); //: hit x1
        SwitchExpressionArmValues.Run(); //: hit x1
        await PatternOr.Run(); //: hit x1
        await ProgramEndpoints.Run(); //: hit x1
        await AsyncSpilledOperands.Run(); //: hit x1
        await LambdaAsyncBraces.Run(); //: hit x1
        await ProgramFeedReader.Run(); //: hit x1
        await AsyncSpilledInStreams.Run(); //: hit x1
        await SpanInAsync.Run(); //: hit x1
        await Fourteen.ProgramShop.Run(); //: hit x1
        await AsyncAwaitInExpressions.Run(); //: hit x1
        await AsyncStreamOfStreams.Run(); //: hit x1
        await PatternInConditional.Run(); //: hit x1
        ProgramInvoices.Run(); //: hit x1
        ProgramExpressionTree.Run(); //: hit x1
        await ProgramMiddleware.Run(); //: hit x1
        ProgramLedger.Run(); //: hit x1
        await NullableDates.Run(); //: hit x1
        ProgramAlgorithms.Run(); //: hit x1
        await ProgramTestFramework.Run(); //: hit x1
        NullableTypes.Run(); //: hit x1
        ProgramCatalogue.Run(); //: hit x1
        await TryResources.Run(); //: hit x1
        ProgramTexts.Run(); //: hit x1
        GenericMembers.Run(); //: hit x1
        await LiftedOperators.Run(); //: hit x1
        await ConditionOnJoinedValue.Run(); //: hit x1
        ProgramShipments.Run(); //: hit x1
        await SwitchGuardFailed.Run(); //: hit x1
        ConditionElementOperand.Run(); //: hit x1
        ProgramTextFormats.Run(); //: hit x1
        ProgramCollections.Run(); //: hit x1
        ProgramByteCode.Run(); //: hit x1
        TryLastBreak.Run(); //: hit x1
        await SwitchGuardSharedByTypes.Run(); //: hit x1
        await SwitchGuardSharedNumbers.Run(); //: hit x1
        SwitchPartsOfValue.Run(); //: hit x1
        await AsyncFinallyOnThrow.Run(); //: hit x1
        await AsyncUsingCaptured.Run(); //: hit x1
        SwitchSpan.Run(); //: hit x1
        ReleaseJoinedExits.Run(); //: hit x1
        LambdaLines.Run(); //: hit x1
        await CoverageOff.Run(); //: hit x1
        await LineHidden.Run(); //: hit x1
        await SwitchWithCapturedVariables.Run(); //: hit x1
        await TryEndNotReached.Run(); //: hit x1
        await AsyncStreamYieldBreak.Run(); //: hit x1
        await SwitchInFinally.Run(); //: hit x1
        LineWithoutCode.Run(); //: hit x1
        Console.WriteLine("done"); //: hit x1
        return 0; //: hit x1
    } //: hit //AR: none
}
