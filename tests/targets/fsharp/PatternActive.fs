// Active patterns, lists, arrays, tuples, type tests.
module FSharpTargets.PatternActive

open System
open System.Runtime.CompilerServices
open FSharpTargets.Help

//- an active pattern: complete
[<MethodImpl(MethodImplOptions.NoInlining)>]
let (|Even|Odd|) value =
    if id value % 2 = 0 then Even else Odd value //: hit 2/2 x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let parity value =
    match value with //: hit 2/2 x2
    | Even -> id 1 //: hit x1
    | Odd n -> id n //: hit x1

//- partial
[<MethodImpl(MethodImplOptions.NoInlining)>]
let (|Number|_|) (value: string) =
    match Int32.TryParse value with //: hit 2/2 x2
    | true, n -> Some n //: hit x1
    | _ -> None //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let parsed value =
    match value with //: hit 2/2 x2
    | Number n -> id n //: hit x1
    | _ -> id -1 //: hit x1

//- with a parameter
[<MethodImpl(MethodImplOptions.NoInlining)>]
let (|Multiple|_|) factor value =
    if id value % factor = 0 then Some(value / factor) else None //: hit 2/2 x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let multiple value =
    match value with //: hit x1
    | Multiple 2 n -> id n //: part 1/2 x1 -- the pattern was asked, its body did not run
    | Multiple 3 n -> id n //: part 1/2 x1
    | _ -> id 0 //: miss

//- lists
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec length values total =
    match values with //: hit 2/2 x4
    | [] -> total //: hit x1
    | _ :: rest -> length rest (total + 1) //: hit x3

//- a list of an exact length
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pair values =
    match values with //: part 1/2 x1
    | [ a; b ] -> id (a + b) //: hit x1
    | _ -> id 0 //: miss

//- arrays
[<MethodImpl(MethodImplOptions.NoInlining)>]
let ends (values: int[]) =
    match values with //: part 1/3 x1
    | [||] -> id 0 //: miss
    | [| a |] -> id a //: miss
    | _ -> id values.Length //: hit x1

//- tuples
[<MethodImpl(MethodImplOptions.NoInlining)>]
let both a b =
    match id a, id b with //: part 1/3 x1
    | 0, _ -> id 1 //: miss
    | _, 0 -> id 2 //: hit x1
    | _ -> id 3 //: miss

//- type tests
[<MethodImpl(MethodImplOptions.NoInlining)>]
let kind (value: obj) =
    match value with //: part 2/3 x2
    | :? string as s -> id s.Length //: hit x1
    | :? int as n -> id n //: hit x1
    | _ -> id 0 //: miss

//- :? as a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let isText (value: obj) =
    if value :? string then //: part 1/2 x1
        id 1 //: hit x1
    else
        id 2 //: miss

//- null
[<MethodImpl(MethodImplOptions.NoInlining)>]
let present (value: string | null) =
    match value with //: hit 2/2 x2
    | null -> id 0 //: hit x1
    | s -> id s.Length //: hit x1

//- records and fields
type Point = { X: int; Y: int }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let axis point =
    match point with //: part 1/3 x1
    | { X = 0 } -> id 1 //: miss
    | { Y = 0 } -> id 2 //: hit x1
    | _ -> id 3 //: miss

//- or patterns
[<MethodImpl(MethodImplOptions.NoInlining)>]
let vowel letter =
    match letter with //: part 2/4 x2
    | 'a' | 'e' | 'i' -> id 1 //: hit x1
    | _ -> id 0 //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    useInt (parity 2 + parity 3) //: hit x1
    useInt (parsed "12" + parsed "x") //: hit x1
    useInt (multiple 9) //: hit x1
    useInt (length [ 1; 2; 3 ] 0) //: hit x1
    useInt (pair [ 1; 2 ]) //: hit x1
    useInt (ends [| 1; 2; 3 |]) //: hit x1
    useInt (both 1 0) //: hit x1
    useInt (kind "ab" + kind 3) //: hit x1
    useInt (isText "x") //: hit x1
    useInt (present null + present "a") //: hit x1
    useInt (axis { X = 1; Y = 0 }) //: hit x1
    useInt (vowel 'e' + vowel 'x') //: hit x1
