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

let run () =
    rules (box "x") 1 |> eat //: hit
    rules (box 1) 1 |> eat //: hit
    say 5 |> ignore //: hit
