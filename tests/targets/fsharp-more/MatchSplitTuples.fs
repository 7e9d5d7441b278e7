// What optimised code has in methods of its own, under `function` and after patterns in tuples; what closures decide beside
// the statement around them.
module FSharpMore.MatchSplitTuples

open System
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues
open FSharpMore.PatternActiveWithGuard

type Sign =
    | Plus
    | Minus
    | Word of string

let (|Big|_|) (n: int) = n > 50 //D: hit //R: miss -- taken in where it is asked

//- the body of the first rule of `function` is a method of its own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let partFirst (flag: bool) (extra: int) (option: int option) : Sign list -> int =
    function //: part 2/3
    | [] ->
        match option with //: part 2/4 x2
        | Some 50 -> same 1 //: miss
        | Some n when n > 1 -> //: part 1/2 x1
            match extra with //: part 1/6 x1
            | 1 -> same 1 //: miss
            | 50 ->
                same 2 //: miss
            | 7 when (flag || n > 3) && flag -> //: miss 0/2 0/2 0/2
                same 4 //: miss
            | 9 -> same (n + 7) //: miss
            | 12 when n > 20 && same n > 3 -> //: miss 0/2 0/2
                same (n + 8) //: miss
            | _ ->
                if n > 1 then same 5 else same 6 //: part 1/2 x1
        | None -> if flag then same 3 else same 4 //: part 1/2 x1
        | _ -> same 0 //: miss
    | Minus :: _ | Plus :: _ when flag -> //: part 1/2
        same 2 //: hit x1
    | _ ->
        same 0 //: miss

//- a pattern with an argument and a string in the first rule, the other rules are a method of their own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let restBehindPair (flag: bool) (extra: int) (option: int option) (a: string) (b: string) : int =
    match a, b with //: part 4/6 x4
    | Starts "x" s, "" when s.Length > 2 -> //: part 2/2 1/2
        same s.Length //: hit x1
    | Int n, "a" when n > 3 && flag -> //: part 1/2 1/2 x1
        match option with //: part 1/3 x1
        | Some 50 -> same 1 //: miss
        | Some n ->
            match extra with //: miss 0/4
            | 1 -> same 1 //: miss
            | 50 ->
                same 2 //: miss
            | 7 when (flag || n > 3) && flag -> //: miss 0/2 0/2 0/2
                same 4 //: miss
            | _ ->
                if n > 1 then same 5 else same 6 //: miss 0/2
        | None -> if flag then same 3 else same 4 //: part 1/2 x1
    | "b", Starts "x" s when s.Length > 2 -> //: part 1/2 1/2
        if flag && extra > 3 then same s.Length else same 2 //: part 1/2 1/2 x1
    | "c", Int n ->
        same n //: hit x1
    | "d", "e" -> same 4 //: miss
    | _ -> same 0 //: miss

//- the same under `function`
[<MethodImpl(MethodImplOptions.NoInlining)>]
let restOfFunction (flag: bool) (extra: int) (option: int option) : string * string -> int =
    function //: part 4/6
    | Starts "x" s, "" when s.Length > 2 -> //: part 2/2 1/2
        same s.Length //: hit x1
    | Int n, "a" when n > 3 && flag -> //: part 1/2 1/2 x1
        match option with //: part 1/3 x1
        | Some 50 -> same 1 //: miss
        | Some n ->
            match extra with //: miss 0/4
            | 1 -> same 1 //: miss
            | 50 ->
                same 2 //: miss
            | 7 when (flag || n > 3) && flag -> //: miss 0/2 0/2 0/2
                same 4 //: miss
            | _ ->
                if n > 1 then same 5 else same 6 //: miss 0/2
        | None -> if flag then same 3 else same 4 //: part 1/2 x1
    | "b", Starts "x" s when s.Length > 2 -> //: part 1/2 1/2
        if flag && extra > 3 then same s.Length else same 2 //: part 1/2 1/2 x1
    | "c", Int n ->
        same n //: hit x1
    | "d", "e" -> same 4 //: miss
    | _ -> same 0 //: miss

//- one test of a first rule under `function`, all others in a method of its own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let restBehindTest (flag: bool) (option: int option) : int * int -> int =
    function //: part 2/5
    | Big, n -> if n > 3 then same 1 else same 2 //: part 1/2 x1
    | 7, n when n > 3 -> match option with Some n when n = 2 -> same 0 | Some _ when flag -> same 1 | _ -> same 9 //: miss 0/2 0/3 0/2 0/2
    | 5, 2 -> same 3 //: hit x1
    | n, 3 when n < 2 || n > 3 && flag -> if n < 2 || n > 3 && flag then same 4 else same 5 //: miss 0/2 0/2 0/2 0/2 0/2 0/2
    | _ -> same 0 //: miss

//- two closures and an if on one line have decisions of their own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let closures (numbers: int list) =
    let more = numbers |> List.map (function 1 -> same 2 | 2 -> same 3 | _ -> same 4) |> List.map (function 7 -> same 1 | 2 -> same 0 | _ -> same 7) //: part 2/3 2/3
    List.sum more //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let closureInCondition (numbers: int list) =
    if (numbers |> List.map (function 1 -> same 2 | _ -> same 4) |> List.sum) > 3 then //: part 1/2 1/2
        same 3 //: hit x1
    else
        same 4 //: miss

let (|Within|_|) (low: int) (high: int) (n: int) = if n >= low && n <= high then Some(n - low) else None //: hit 2/2 2/2

let (|Positive|_|) (n: int) = if n > 0 then Some n else None //: hit 2/2

//- lists in a lambda: what takes the head of a list after a pattern is not a loop of the library
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lists (flag: bool) (all: int list list) =
    all //: hit x2
    |> List.map (fun list -> //: hit
        match list with //: hit 5/5 x8
        | [ 1; 7 ] -> same 1 //: hit x1
        | [ Within 3 40 n; m ] when flag -> same (n + m) //: hit 2/2 2/2
        | [ n ] -> same n //: hit x1
        | [] -> same 5 //: hit x1
        | _ -> same 0) //: hit x4
    |> List.sum //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let headBehindPattern (flag: bool) list =
    match list with //: part 2/3 x2
    | n :: Within 3 40 m :: _ when (n < 7 || flag) && n < 20 -> same m //: part 2/2 1/2 0/2 1/2
    | [ Positive n; _ ] -> same n //: miss
    | _ -> same 0 //: hit x1

//- a rule that is only asked after the argument of a pattern is an arm of that, the others are a method of their own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let behindArgument (flag: bool) (option: int option) list =
    match list with //: part 3/5 x3
    | Within 0 5 n :: _ -> //: part 2/3
        same n //: hit x1
    | [ Positive n; m ] ->
        same (n + m) //: miss
    | [ 7 ] when flag && flag -> //: part 1/2 1/2
        match option with //: part 1/5 x1
        | Some 1 when (flag || same 1 = 1) && flag -> same 1 //: miss 0/2 0/2 0/2
        | Some 5 when flag && flag -> //: miss 0/2 0/2
            match option with //: miss 0/3
            | Some 7 when flag && flag -> //: miss 0/2 0/2
                same 1 //: miss
            | Some n when n > 2 || flag -> //: miss 0/2 0/2
                same n //: miss
            | _ ->
                same 0 //: miss
        | Some 3 when flag -> //: miss 0/2
            same 11 + same 12 + same 13 + same 14 + same 15 + same 16 + same 17 + same 18 + same 19 //: miss
        | Some n when n < 9 -> //: miss 0/2
            same 21 + same 22 + same 23 + same 24 + same 25 + same 26 + same 27 + same 28 + same 29 //: miss
        | _ -> same 0 //: hit x1
    | [ n ] when n > 2 || n > 9 -> //: part 1/2 0/2
        if n < 2 && flag then same 4 else same 5 //: part 1/2 0/2 x1
    | [ Positive n; m ] when m < 9 && flag -> //: miss 0/2 0/2
        same m + same n + same 31 + same 32 + same 33 + same 34 + same 35 + same 36 + same 37 + same 38 + same 39 //: miss
    | _ ->
        same 0 + same 41 + same 42 + same 43 + same 44 + same 45 + same 46 + same 47 + same 48 + same 49 //: miss

//- one condition for two alternatives; the body of the rule and the other rules are methods of their own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let alternatives (flag: bool) (text: string) (sign: Sign, option: int option) =
    let r =
        match sign, option with //: part 2/5 x2
        | Plus, Some _ | Plus, Some Big when flag -> //: hit 2/2
            match text with //: part 1/6 x1
            | Int n -> same n //: miss
            | "a" | "c" -> same 2 //: hit x1
            | Long n when n = 7 -> //: miss 0/2
                match n with //: miss 0/4
                | m when flag -> same m //: miss 0/2
                | 0 | 100 -> same 11 + same 12 + same 13 + same 14 + same 15 + same 16 + same 17 + same 18 + same 19 //: miss
                | _ -> same 0 //: miss
            | Int n when n < 2 && n = 9 -> //: miss 0/2 0/2
                same 21 + same 22 + same 23 + same 24 + same 25 + same 26 + same 27 + same 28 + same 29 //: miss
            | _ -> same 0 //: miss
        | Word(Long n), None -> if same n > 3 && n > 7 then same 2 else same 3 //: miss 0/2 0/2
        | Word(Starts "ab" s), Some 5 -> //: miss 0/2
            same s.Length //: miss
        | Plus, Some 1 ->
            same 21 + same 22 + same 23 + same 24 + same 25 + same 26 + same 27 + same 28 + same 29 //: miss
        | _ ->
            same 30 + same 31 + same 32 + same 33 + same 34 + same 35 + same 36 + same 37 + same 38 //: hit x1
    same (r + 1) //: hit x2

//- patterns with arguments that several tests lead to; each has a copy after each of them
[<MethodImpl(MethodImplOptions.NoInlining)>]
let askedTwice (a: int option) (b: int option) =
    match a, b with //: hit 5/5 x8
    | Some n, Some(Within 0 9 m) -> //: hit 2/2
        same (n + m) //: hit x1
    | None, Some(Within 0 9 m) -> same m //: hit 2/2
    | Some 3, None -> same 3 //: hit x1
    | _, Some(Within 20 29 m) //: hit 2/2
    | Some(Within 20 29 m), _ -> same m //: hit 2/2
    | _ -> same 4 //: hit x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let askedBehindCondition (flag: bool) (list: int list) =
    match list with //: hit 4/4 x6
    | [ 7; _ ] when flag -> same 1 //: hit 2/2
    | [ Positive n; Within 0 9 m ] -> //: hit 2/2
        same (n + m) //: hit x1
    | [ _; Within 20 29 m ] -> same m //: hit 2/2 x3
    | _ -> same 4 //: hit x2

//- in a list the value of a match has a point of its own, to the right of the bodies of its rules
[<MethodImpl(MethodImplOptions.NoInlining)>]
let ruleInList (x: int) =
    let all = //: hit
        [ yield same 1 //: hit
          match x with //: hit 3/3
          | 0 -> //: hit
              yield same 2 //: hit x1
          | n when n > 3 -> //: hit 2/2
              yield same 3 //: hit x2
          | _ -> //: hit
              yield same 4 ] //: hit x1
    List.sum all //: hit x4

//- the loop of a function of the library, taken in where it is called
[<MethodImpl(MethodImplOptions.NoInlining)>]
let folded (first: int) (numbers: int list) =
    let mutable t = first //: hit x2
    t <- t + List.fold (fun most n -> if n > most then n else most) first numbers //: hit 2/2
    t //: hit x2

let run () =
    printfn "%d" (partFirst true 8 None [] + partFirst true 8 (Some 3) [] + partFirst true 8 None [ Plus; Word "a" ]) //: hit x1
    for a, b in [ "xyz12", ""; "5", "a"; "b", "xyzz"; "c", "3" ] do //: hit 2/2
        printfn "%d" (restBehindPair true 8 None a b + restOfFunction true 8 None (a, b)) //: hit x4
    printfn "%d" (restBehindTest true None (55, 3) + restBehindTest true None (5, 2)) //: hit x1
    printfn "%d" (closures [ 1; 2 ] + closureInCondition [ 1; 1 ]) //: hit x1
    printfn "%d" (lists true [ [ 1; 7 ]; [ 10; 7 ]; [ 2; 7 ]; [ 1; 8 ]; [ 6 ]; []; [ 1; 2; 3 ] ] + lists false [ [ 10; 7 ] ]) //: hit x1
    printfn "%d" (headBehindPattern true [ 2; 5 ] + headBehindPattern true [ 2; 50; 1 ]) //: hit x1
    printfn "%d" (behindArgument true None [ 3 ] + behindArgument true None [ 7 ] + behindArgument true None [ 9 ]) //: hit x1
    printfn "%d" (alternatives true "a" (Plus, Some 3) + alternatives false "a" (Plus, Some 3)) //: hit x1
    printfn "%d" (askedTwice (Some 1) (Some 1) + askedTwice None (Some 23) + askedTwice (Some 23) None) //: hit x1
    printfn "%d" (askedTwice (Some 50) (Some 60) + askedTwice (Some 60) (Some 21)) //: hit x1
    printfn "%d" (askedTwice None None + askedTwice None (Some 4) + askedTwice (Some 3) None) //: hit x1
    for pair in [ [ 7; 3 ]; [ 2; 4 ]; [ 7; 50 ]; [ 7; 20 ]; [ -1; 20 ]; [] ] do //: hit 2/2
        printfn "%d" (askedBehindCondition (pair = [ 7; 3 ]) pair) //: hit x6
    printfn "%d" (List.sumBy ruleInList [ 0; 2; 7; 9 ] + folded 3 [ 1; 5 ] + folded 1 []) //: hit x1
