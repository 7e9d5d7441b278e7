// && and || as values: stored, returned, passed, negated, nested, in lambdas.
module FSharpTargets.AndOrAsValue

open System.Runtime.CompilerServices
open FSharpTargets.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let useBool (value: bool) = useInt (if value then 1 else 0) //: hit 2/2 x17

//- || stored: each operand is a decision
[<MethodImpl(MethodImplOptions.NoInlining)>]
let stored value =
    let left = id value > 5 || yes () //: part 1/2 1/2 x1
    let right = id value > 5 || no () //: part 1/2 1/2 x1
    let never = id value < 5 || fail "" > 0 //: part 1/2 0/2 x1
    let both = id value > 0 && id value > 5 //: part 1/2 1/2 x1
    useBool left //: hit x1
    useBool right //: hit x1
    useBool never //: hit x1
    useBool both //: hit x1

//- || stored, with both values of the right operand
[<MethodImpl(MethodImplOptions.NoInlining)>]
let storedOften value =
    let found = id value = 1 || id value = 2 //: hit 2/2 2/2 x3
    useBool found //: hit x3

//- three operands, and || mixed with &&
[<MethodImpl(MethodImplOptions.NoInlining)>]
let three value =
    let any = id value > 5 || no () || id value = 3 //: part 1/2 1/2 1/2 x1
    let mixed = (id value > 5 && yes ()) || no () //: part 1/2 0/2 1/2 x1
    let inner = id value > 0 && (no () || yes ()) //: part 1/2 1/2 1/2 x1
    useBool any //: hit x1
    useBool mixed //: hit x1
    useBool inner //: hit x1

//- an operand on each line
[<MethodImpl(MethodImplOptions.NoInlining)>]
let onLines value =
    let any = //: none
        id value > 5 //: part 1/2 x1
        || no () //: part 1/2 x1
        || id value = 3 //: part 1/2 x1

    useBool any //: hit x1

//- || passed and negated
[<MethodImpl(MethodImplOptions.NoInlining)>]
let passed value =
    useBool (id value > 5 || no ()) //: part 1/2 1/2 x1
    let neither = not (id value > 5 || no ()) //: part 1/2 1/2 x1
    useBool neither //: hit x1

//- || returned
[<MethodImpl(MethodImplOptions.NoInlining)>]
let returned value = id value = 1 || id value = 2 //: part 2/2 1/2 x2

//- if with true: one decision, as the user wrote it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let chosen value =
    let either = if id value > 5 then true else yes () //: part 1/2 x1
    useBool either //: hit x1

//- || in a lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let exists values =
    values |> List.exists (fun value -> id value = 2 || id value = 3) //: part 2/2 1/2 x2

//- || as the condition of a loop
[<MethodImpl(MethodImplOptions.NoInlining)>]
let loop count =
    let mutable left = id count //: hit x1
    while left > 1 || left = 1 do //: hit 2/2 2/2
        left <- left - 1 //: hit x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    stored 3 //: hit x1
    storedOften 1 //: hit x1
    storedOften 2 //: hit x1
    storedOften 3 //: hit x1
    three 3 //: hit x1
    onLines 3 //: hit x1
    passed 3 //: hit x1
    useBool (returned 1) //: hit x1
    useBool (returned 3) //: hit x1
    chosen 3 //: hit x1
    useBool (exists [ 1; 2 ]) //: hit x1
    loop 2 //: hit x1
