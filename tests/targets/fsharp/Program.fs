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
    printfn "done" //: hit
    0 //: hit
