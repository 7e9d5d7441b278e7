// Runs every family of constructs in order. Deterministic; exit code 0.
module FSharpTargets.Program

open FSharpTargets

[<EntryPoint>]
let main _ =
    Inlined.run () //: hit
    Matches.run () //: hit
    Functions.run () //: hit
    Computations.run () //: hit
    Types.run () //: hit
    Patterns.run () //: hit x1
    Active.run () //: hit x1
    Flow.run () //: hit x1
    Shapes.run () //: hit x1
    Operands.run () //: hit x1
    Ends.run () //: hit x1
    Library.run () //: hit x1
    Expressions.run () //: hit x1
    Thens.run () //: hit x1
    Words.run () //: hit x1
    LeftOut.run () //: hit x1
    Excluded.run () //: hit x1
    printfn "done" //: hit
    0 //: hit
