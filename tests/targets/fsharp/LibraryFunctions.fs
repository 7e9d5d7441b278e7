// Library functions that optimised code takes in, comparisons of several tests, and what looks like them.
module FSharpTargets.LibraryFunctions

#nowarn "3261" // null is passed on purpose

open System
open System.Runtime.CompilerServices
open FSharpTargets.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let useBool (value: bool) = useInt (if value then 1 else 0) //: hit 2/2

//- comparison with an empty string, as a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let empty (text: string) =
    if text = "" then useInt 1 //: hit 2/2 x3
    if text <> "" then useInt 2 //: hit 2/2 x3
    if not (text = "") then useInt 3 //: hit 2/2 x3
    if text = "" || text = "a" then useInt 4 //: hit 2/2 2/2 x3
    if text <> "" && text <> "a" then useInt 5 //: hit 2/2 2/2 x3

//- comparison with an empty string, as a value
[<MethodImpl(MethodImplOptions.NoInlining)>]
let emptyValue (text: string) =
    let first = text = "" //: hit x3
    let second = text <> "" //: hit x3
    let right = id 1 = 1 && text = "" //: part 1/2 2/2 x3
    let left = text = "" && id 1 = 1 //D: part 2/2 1/2 x3 //R: part 2/2 1/2 x1
    let either = id 1 = 2 || text <> "" //: part 1/2 2/2 x3
    useBool first //: hit x3
    useBool second //: hit x3
    useBool right //: hit x3
    useBool left //: hit x3
    useBool either //: hit x3

[<MethodImpl(MethodImplOptions.NoInlining)>]
let isEmpty (text: string) = text = "" //: hit x3

[<MethodImpl(MethodImplOptions.NoInlining)>]
let isOneOf (text: string) = id 1 = 2 || text = "" //: part 1/2 2/2 x3

//- only null
[<MethodImpl(MethodImplOptions.NoInlining)>]
let onlyNull (text: string) =
    if text = "" then useInt 1 //: part 1/2 x1
    if text <> "" then useInt 2 //: part 1/2 x1

//- null and empty, written by the user
[<MethodImpl(MethodImplOptions.NoInlining)>]
let written (text: string) =
    if isNull text || text.Length = 0 then useInt 1 //: part 2/2 1/2 x2
    if not (isNull text) && text.Length = 0 then useInt 2 //: part 2/2 1/2 x2
    let both = not (isNull text) && text.Length > 0 //D: part 2/2 1/2 x2 //R: part 2/2 1/2 x1
    useBool both //: hit x2

//- empty strings in a match
[<MethodImpl(MethodImplOptions.NoInlining)>]
let named (text: string) =
    match text with //: hit 2/2 x3
    | "" -> id 1 //: hit x1
    | _ -> id 2 //: hit x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let command (text: string) =
    match text with //: part 3/4 x4
    | "go" -> id 1 //: hit x1
    | "" -> id 2 //: hit x1
    | "stop" -> id 3 //: miss
    | _ -> id 4 //: hit x2

//- an empty string in a loop's condition and in a guard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let shorten (text: string) =
    let mutable rest = text //: hit x1

    while rest <> "" do //: hit 2/2 x3
        rest <- rest.Substring 1 //: hit x2

    match rest.Length with //: part 1/2 x1
    | 0 when text <> "" -> useInt 1 //: part 1/2 x1
    | _ -> useInt 2 //: miss

//- tuples compared
[<MethodImpl(MethodImplOptions.NoInlining)>]
let tuples (a: int) (b: int) =
    if (a, b) = (1, 2) then useInt 1 //: hit 2/2 x3
    if (a, b) <> (1, 2) then useInt 2 //: hit 2/2 x3
    let same = (a, b) = (1, 3) //: hit x3
    useBool same //: hit x3
    if (a, b, a) = (1, 2, 1) && yes () then useInt 3 //: part 2/2 1/2 x3

//- two comparisons written by the user
[<MethodImpl(MethodImplOptions.NoInlining)>]
let two (a: int) (b: int) =
    if a = 1 && b = 2 then useInt 1 //: hit 2/2 2/2 x3
    let both = a = 1 && b = 3 //: hit 2/2 2/2 x3
    useBool both //: hit x3

//- a match over a tuple, and labels of one body
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pairs (a: int) (b: int) =
    match a, b with //: hit 2/2 x3
    | 1, 2 -> useInt 1 //: hit x1
    | _ -> useInt 2 //: hit x2

    match a with //: hit 3/3 x3
    | 1 //: none
    | 2 -> useInt 1 //: hit x2
    | _ -> useInt 2 //: hit x1

//- arrays: checks of arguments and loops
[<MethodImpl(MethodImplOptions.NoInlining)>]
let arrays (values: int[]) =
    useInt (Array.sum values) //: hit x1
    useInt (Array.max values) //: hit x1
    useInt (Array.fold (fun sum n -> sum + n) 0 values) //: hit
    useBool (Array.exists (fun n -> n > 2) values) //: hit
    if Array.contains 2 values then useInt 1 //: part 1/2 x1
    useInt (Array.sumBy (fun n -> n + 2) values) //: hit
    let found = values |> Array.exists (fun n -> id n = 5 || id n = 6) //: part 1/2 1/2
    useBool found //: hit x1

//- lists: decisions in a lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lists (values: int list) =
    useInt (List.max values) //: hit x1
    useInt (List.sumBy (fun n -> n + 2) values) //: hit
    useInt (List.fold (fun sum n -> if n > 9 then sum else sum + n) 0 values) //: part 1/2
    useBool (List.forall (fun n -> id n > 0 && id n < 9) values) //: part 1/2 1/2
    List.iter (fun n -> if n > 2 then useInt n) values //: hit 2/2

//- options: decisions in a lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let options (value: int option) =
    let a = value |> Option.map (fun n -> if n > 1 then id 1 else id 2) //: part 1/2
    let b = value |> Option.bind (fun n -> if n > 1 then None else Some n) //: part 1/2
    let c = value |> Option.filter (fun n -> n > 1) //: hit
    useBool (Option.exists (fun n -> n > 1) value) //: hit
    useBool (a.IsSome && Option.exists (fun n -> n > 5) value) //: part 2/2 1/2
    if Option.isSome b || Option.isSome c then useInt 1 //: part 1/2 2/2

//- a match on an option, and one with a lambda's form
[<MethodImpl(MethodImplOptions.NoInlining)>]
let matched (value: int option) =
    match value with //: hit 2/2 x2
    | Some n -> if n > 1 then useInt 1 else useInt 2 //: part 1/2 x1
    | None -> useInt 0 //: hit x1

    let doubled = //D: none //R: none
        match value with //: hit 2/2 x2
        | Some n -> (if n > 1 then 1 else 2) //: part 1/2 x1
        | None -> 0 //: hit x1

    useInt doubled //: hit x2

//- a check of an argument, written by the user
[<MethodImpl(MethodImplOptions.NoInlining)>]
let check (text: string) =
    if isNull text then nullArg (nameof text) //: part 1/2 x1
    if text.Length > 9 then invalidArg (nameof text) "long" //: part 1/2 x1
    useInt text.Length //: hit x1

//- a recursive function over a list, and a loop over one
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec total sum = //: none
    function //: hit 2/2
    | [] -> sum //: hit x1
    | head :: tail -> total (sum + head) tail //: hit x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let loops (values: int list) =
    for n in values do //: hit 2/2
        if n > 1 then useInt n //: hit 2/2 x2

    let mutable rest = values //: hit x1

    while not rest.IsEmpty do //: hit 2/2 x3
        rest <- rest.Tail //: hit x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    for text in [ ""; "a"; null ] do //: hit 2/2
        empty text //: hit x3
        emptyValue text //: hit x3
        useBool (isEmpty text) //: hit x3
        useBool (isOneOf text) //: hit x3
        useInt (named text) //: hit x3

    onlyNull null //: hit x1
    written null //: hit x1
    written "a" //: hit x1

    for text in [ "go"; ""; "b"; null ] do //: hit 2/2
        useInt (command text) //: hit x4

    shorten "ab" //: hit x1
    tuples 1 2 //: hit x1
    tuples 1 3 //: hit x1
    tuples 2 2 //: hit x1
    two 1 2 //: hit x1
    two 1 3 //: hit x1
    two 2 2 //: hit x1
    pairs 1 2 //: hit x1
    pairs 2 2 //: hit x1
    pairs 3 2 //: hit x1
    arrays [| 1; 2; 3 |] //: hit x1
    lists [ 1; 2; 3 ] //: hit x1
    options (Some 3) //: hit x1
    options None //: hit x1
    matched (Some 3) //: hit x1
    matched None //: hit x1
    check "text" //: hit x1
    useInt (total 0 [ 1; 2 ]) //: hit x1
    loops [ 1; 2 ] //: hit x1
