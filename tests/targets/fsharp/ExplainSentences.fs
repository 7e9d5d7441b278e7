// What was missed, in words; see ExplainSentences.cs.
module FSharpTargets.ExplainSentences

open System.Runtime.CompilerServices
open FSharpTargets.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let compare (n: int) (text: string) =
    if n = 5 then useInt 1 //: part 1/2 -- says: `n = 5` was never false
    if n <> 5 then useInt 1 //: part 1/2 -- says: `n <> 5` was never true
    if n < 5 then useInt 1 //: part 1/2 -- says: `n < 5` was never true
    if n <= 5 then useInt 1 //: part 1/2 -- says: `n <= 5` was never false
    if n > 4 then useInt 1 //: part 1/2 -- says: `n > 4` was never false
    if n >= 6 then useInt 1 //: part 1/2 -- says: `n >= 6` was never true
    if not (n >= 6) then useInt 1 //: part 1/2 -- says: `n >= 6` was never true
    if text = "text" then useInt 1 //: part 1/2 -- says: `text = "text"` was never false

[<MethodImpl(MethodImplOptions.NoInlining)>]
let operands () =
    if yes () && no () then useInt 1 //: part 1/2 1/2 -- says: `yes ()` was never false | `no ()` was never true
    if yes () || no () then useInt 1 //: part 1/2 0/2 -- says: `yes ()` was never false | `no ()` was never evaluated

let run () =
    compare 5 "text" //D: hit //R: miss -- inlined into main
    operands () //D: hit //R: miss -- inlined into main
