// `then` on a line of its own: a keyword without code, or the line of what follows there.
module FSharpTargets.IfThenOnOwnLine

open System.Runtime.CompilerServices
open FSharpTargets.Help

//- a keyword alone
[<MethodImpl(MethodImplOptions.NoInlining)>]
let alone n =
    if n > 3 //: part 1/2
    then //: none
        useInt 1 //: miss
        useInt 2 //: miss
    else
        useInt 3 //: hit x1

//- what follows on its line never ran
[<MethodImpl(MethodImplOptions.NoInlining)>]
let together n =
    if n > 3 //: part 1/2
    then useInt 1 //: miss
    else useInt 3 //: hit x1

//- the same, run
[<MethodImpl(MethodImplOptions.NoInlining)>]
let taken n =
    if n > 3 //: part 1/2
    then useInt 1 //: hit x1
    elif n > 2 //: miss 0/2
    then useInt 2 //: miss
    else useInt 3 //: miss

//- further in, after elif, and in an expression
[<MethodImpl(MethodImplOptions.NoInlining)>]
let value n =
    let first =
        if n > 3 && n < 10 //: part 1/2 0/2
          then //: none
            n + 1 //: miss
        elif n > 2 //: part 1/2
            then n + 2 //: miss
        else
            n //: hit
    first + id 1 //: hit

//- a condition over several lines: its last line is the condition's
[<MethodImpl(MethodImplOptions.NoInlining)>]
let several a b =
    if id a > 0 //: part 1/2
       && id b > 0 then //: part 1/2
        useInt 1 //: miss
    if id a > 5 //: part 1/2
       || id b > 5 //: part 1/2
    then //: none
        useInt 2 //: miss
    useInt 3 //: hit

//- values and loops whose last line is short
[<MethodImpl(MethodImplOptions.NoInlining)>]
let short a b =
    let both =
        yes () //: part 1/2
        && b //: part 1/2
    let mutable n = a //: hit
    while n > 0 //: hit 2/2
          && b do //: part 1/2
        n <- n - 1 //: hit
    useInt (if both then 1 else 2) //: part 1/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    alone 1 //: hit
    together 1 //: hit
    taken 4 //: hit
    useInt (value 1) //: hit
    several 1 0 //: hit
    short 1 true //: hit
