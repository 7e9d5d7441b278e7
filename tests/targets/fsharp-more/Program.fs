// Runs every file in order. Deterministic; exit code 0.
module FSharpMore.Program

open FSharpMore

[<EntryPoint>]
let main _ =
    printfn "%d" (ModuleValues.total ()) //: hit x1
    printfn "%d" (ModuleValues.Inner.clamp 50 + ModuleValues.Inner.clamp 5) //: hit x1
    ProgramOrders.run () //: hit x1
    Pipelines.run () //: hit x1
    ComputationTaskAndAsync.run () //: hit x1
    ComputationBuilders.run () //: hit x1
    LibraryFunctions.run () //: hit x1
    AndOrConditions.run () //: hit x1
    ProgramClasses.run () //: hit x1
    Matches.run () //: hit x1
    MatchUnions.run () //: hit x1
    MatchGuards.run () //: hit x1
    ProgramStateMachines.run () //: hit x1
    ConditionNegated.run () //: hit x1
    TypesAndGenerics.safely () //: hit x1
    ProgramWarehouse.run () //: hit x1
    ProgramParsers.run () //: hit x1
    ComputationTasksAndSequences.run () //: hit x1
    SequenceDisposal.run () //: hit x1
    TypesAndInterfaces.run () //: hit x1
    Loops.run () //: hit x1
    ExceptionsAndResults.run () //: hit x1
    SequenceTryWith.run () //: hit x1
    MatchSplitBodies.run () //: hit x1
    MatchGuardBesideConstants.run () //: hit x1
    ProgramGame.run () //: hit x1
    ComputationLoops.run () //: hit x1
    ProgramClinic.run () //: hit x1
    MatchSplitGuards.run () //: hit x1
    MatchSplitFunctions.run () //: hit x1
    MatchSplitManyPartialPatterns.run () //: hit x1
    MatchSplitPartialPatterns.run () //: hit x1
    ProgramValidation.run () //: hit x1
    FunctionsInlinedInRelease.run () //: hit x1
    PatternActiveWithGuard.run () //: hit x1
    MatchSplitTuples.run () //: hit x1
    ComputationTryWith.run () //: hit x1
    MatchStrings.run () //: hit x1
    MatchLayout.run () //: hit x1
    TryWithRules.run () //: hit x1
    SequenceLongBodies.run () //: hit x1
    ConditionNested.run () //: hit x1
    MatchGuardPipes.run () //: hit x1
    GuardLostPoint.run () //: hit x1
    FunctionRules.run () //: hit x1
    LambdaInlined.run () //: hit x1
    LambdaFunctions.run () //: hit x1
    ValueUsedOnce.run () //: hit x1
    DirectiveInactiveText.run () //: hit x1
    0 //: hit x1
