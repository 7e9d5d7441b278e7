// Patterns of every kind: constants, unions, lists, arrays, options, guards, active patterns, types.
module FSharpTargets.Patterns

open System
open System.Runtime.CompilerServices
open FSharpTargets.Help

type Tree =
    | Leaf
    | Node of Tree * int * Tree

[<Struct>]
type Measure =
    | Exact of value: int
    | Unknown

type Level =
    | Low = 1
    | Middle = 2
    | High = 3

//- a recursive union with two cases
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec sum tree =
    match tree with //: hit 2/2 x3
    | Leaf -> id 0 //: hit x2
    | Node(left, value, right) -> sum left + value + sum right //: hit x1

//- a union that is a struct
[<MethodImpl(MethodImplOptions.NoInlining)>]
let measured measure =
    match measure with //: part 1/2 x1
    | Exact value -> id value //: hit x1
    | Unknown -> id -1 //: miss

//- strings
[<MethodImpl(MethodImplOptions.NoInlining)>]
let text value =
    match value with //: part 2/4 x2
    | "a" -> id 1 //: miss
    | "b" -> id 2 //: hit x1
    | "c" -> id 3 //: miss
    | _ -> id 0 //: hit x1

//- an enumeration
[<MethodImpl(MethodImplOptions.NoInlining)>]
let level value =
    match value with //: part 1/4 x1
    | Level.Low -> id 1 //: miss
    | Level.Middle -> id 2 //: hit x1
    | Level.High -> id 3 //: miss
    | _ -> id 0 //: miss

//- constants far apart
[<MethodImpl(MethodImplOptions.NoInlining)>]
let sparse value =
    match id value with //: part 2/4 x2
    | 1 -> id 10 //: miss
    | 1000 -> id 20 //: hit x1
    | 50000 -> id 30 //: miss
    | _ -> id 0 //: hit x1

//- a guard: a decision of its own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let guarded value =
    match value with //: hit 3/3 x3
    | Some n when n > 10 -> id n //: hit 2/2 x2
    | Some n -> id -n //: hit x1
    | None -> id 0 //: hit x1

//- a guard on a variable only
[<MethodImpl(MethodImplOptions.NoInlining)>]
let compared value =
    match id value with //: hit x3
    | n when n < 0 -> id 1 //: hit 2/2 x3
    | n when n > 9 -> id 2 //: part 1/2 x2
    | _ -> id 3 //: hit x2

//- function
[<MethodImpl(MethodImplOptions.NoInlining)>]
let named =
    function //: part 1/2
    | true -> id 1 //: hit x1
    | false -> id 2 //: miss

//- as, and nested unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nested value =
    match value with //: part 1/3 x1
    | Some 5 as whole -> Option.get whole //: miss
    | Some n -> id n //: hit x1
    | None -> id 0 //: miss

//- a list of one
[<MethodImpl(MethodImplOptions.NoInlining)>]
let one value =
    match value with //: part 1/2 x1
    | [ single ] -> id single //: hit x1
    | _ -> invalidArg "value" "one" //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    useInt (sum (Node(Leaf, 3, Leaf))) //: hit x1
    useInt (measured (Exact 2)) //: hit x1
    useInt (text "b" + text "z") //: hit x1
    useInt (level Level.Middle) //: hit x1
    useInt (sparse 1000 + sparse 7) //: hit x1
    useInt (guarded (Some 11) + guarded (Some 1) + guarded None) //: hit x1
    useInt (compared -1 + compared 5 + compared 6) //: hit x1
    useInt (named true) //: hit x1
    useInt (nested (Some 4)) //: hit x1
    useInt (one [ 3 ]) //: hit x1
