// Runs every file in order. Deterministic; exit code 0.
module FSharpMore.Program

open FSharpMore

[<EntryPoint>]
let main _ =
    printfn "%d" (Settings.total ()) //: hit x1
    printfn "%d" (Settings.Inner.clamp 50 + Settings.Inner.clamp 5) //: hit x1
    Orders.run () //: hit x1
    Pipes.run () //: hit x1
    Waits.run () //: hit x1
    Builders.run () //: hit x1
    Core.run () //: hit x1
    Logic.run () //: hit x1
    Flows.run () //: hit x1
    Matching.run () //: hit x1
    Unions.run () //: hit x1
    Guards.run () //: hit x1
    Domain.run () //: hit x1
    Conditions.run () //: hit x1
    Kinds.safely () //: hit x1
    Stock.run () //: hit x1
    Reader.run () //: hit x1
    Streams.run () //: hit x1
    Endings.run () //: hit x1
    Figures.run () //: hit x1
    Loops.run () //: hit x1
    Errors.run () //: hit x1
    Rescues.run () //: hit x1
    Updates.run () //: hit x1
    Lexer.run () //: hit x1
    Game.run () //: hit x1
    Cycles.run () //: hit x1
    Clinic.run () //: hit x1
    Parts.run () //: hit x1
    Pieces.run () //: hit x1
    Cuts.run () //: hit x1
    Mixed.run () //: hit x1
    Studio.run () //: hit x1
    Small.run () //: hit x1
    Patterns.run () //: hit x1
    Rests.run () //: hit x1
    Tasks.run () //: hit x1
    Texts.run () //: hit x1
    Layouts.run () //: hit x1
    Handlers.run () //: hit x1
    Spans.run () //: hit x1
    Nested.run () //: hit x1
    0 //: hit x1
