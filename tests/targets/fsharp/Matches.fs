// match, if, && and ||.
module FSharpTargets.Matches

open System.Runtime.CompilerServices
open FSharpTargets.Help

type Shape =
    | Circle of radius: int
    | Square of side: int
    | Nothing

//- a union: one arm for each case
[<MethodImpl(MethodImplOptions.NoInlining)>]
let union shape =
    match id shape with //: part 2/3
    | Circle radius -> id radius //: hit
    | Square side -> id (side * side) //: hit
    | Nothing -> id 0 //: miss

//- constants
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constant value =
    match id value with //: part 2/4
    | 1 -> id 10 //: hit
    | 2 -> id 20 //: miss
    | 3 -> id 30 //: miss
    | _ -> id 0 //: hit

//- if without else, if with else
[<MethodImpl(MethodImplOptions.NoInlining)>]
let branches value =
    if id value > 1 then //: part 1/2
        useInt 1 //: hit

    if id value > 5 then //: part 1/2
        useInt 2 //: miss
    else
        useInt 3 //: hit

//- && and || as conditions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let operands value =
    if id value > 0 && no () then //: part 1/2 1/2
        useInt 1 //: miss

    if no () || yes () then //: part 1/2 1/2
        useInt 2 //: hit

//- an option
[<MethodImpl(MethodImplOptions.NoInlining)>]
let option value =
    match id value with //: hit 2/2
    | Some number -> id number //: hit
    | None -> id -1 //: hit

//- loops
[<MethodImpl(MethodImplOptions.NoInlining)>]
let loops count =
    let mutable left = id count //: hit
    while left > 0 do //: hit 2/2
        left <- left - 1 //: hit

    for i in 1 .. count do //: hit 2/2
        useInt i //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    useInt (union (Circle 1)) //: hit
    useInt (union (Square 2)) //: hit
    useInt (constant 1) //: hit
    useInt (constant 9) //: hit
    branches 3 //: hit
    operands 1 //: hit
    useInt (option (Some 1)) //: hit
    useInt (option None) //: hit
    loops 3 //: hit
