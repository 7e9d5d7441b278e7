// Runs every family of constructs in order. Deterministic; exit code 0.
module FSharpTargets.Program

open FSharpTargets

[<EntryPoint>]
let main _ =
    InlineFunctions.run () //: hit
    Matches.run () //: hit
    Functions.run () //: hit
    ComputationExpressions.run () //: hit
    Types.run () //: hit
    Patterns.run () //: hit x1
    PatternActive.run () //: hit x1
    ControlFlow.run () //: hit x1
    TypeMembers.run () //: hit x1
    AndOrAsValue.run () //: hit x1
    ComputationLastDo.run () //: hit x1
    LibraryFunctions.run () //: hit x1
    ComputationControlFlow.run () //: hit x1
    IfThenOnOwnLine.run () //: hit x1
    ExplainSentences.run () //: hit x1
    CoverageOff.run () //: hit x1
    ExcludedByAttribute.run () //: hit x1
    printfn "done" //: hit
    0 //: hit
