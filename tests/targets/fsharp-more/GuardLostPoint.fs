// Conditions of rules whose first operand loses its point in optimised code: what ran alone still reached the line.
module FSharpMore.GuardLostPoint

open System.Runtime.CompilerServices
open FSharpMore.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let private opt b = if b > 0 then Some b else None //: hit 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let private say n = n > 4 //: hit

//- || whose right operand never ran, and && whose left operand failed
let private rules (o: obj) b =
    match o with //: hit 3/3
    | :? string
        when (Option.isSome (opt b) || say 4) -> //: part 1/2 0/2
        1 //: hit
    | :? int as n
        when Option.isSome (opt (n - n)) && say 5 -> //: part 1/2 0/2
        2 //: miss
    | _ -> 3 //: hit

//- how often the line ran, where each operand ran alone
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private counted (o: obj) b =
    match o with //: hit 2/2 x5
    | :? string
        when (Option.isSome (opt b) || say b) -> //: part 2/2 1/2 x5
        1 //: hit x4
    | _ -> 3 //: hit x1

let run () =
    for b in [ 1; 2; 3; 4; 0 ] do //: hit 2/2
        counted (box "x") b |> eat //: hit x5
    rules (box "x") 1 |> eat //: hit
    rules (box 1) 1 |> eat //: hit
    say 5 |> ignore //: hit
