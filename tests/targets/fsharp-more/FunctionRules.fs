// `function` as a body, an argument and a stage of a pipe: its decision is on its own line, whatever has a point.
module FSharpMore.FunctionRules

open System
open System.Runtime.CompilerServices
open FSharpMore.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let is1 (n: int) = n = 1 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let next (n: int) = n + 1 //: hit

type Shape =
    | Dot
    | Circle of int
    | Box of int * int

//- constants, the first rule never taken
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constants = function //: part 1/3 x2
    | 1 -> eat 1 //: miss
    | 2 -> eat 2 //: hit x2
    | _ -> eat 3 //: miss

//- bars in the column of let
[<MethodImpl(MethodImplOptions.NoInlining)>]
let aligned = function //: part 1/3
| 1 -> eat 1 //: miss
| 2 -> eat 2 //: miss
| _ -> eat 3 //: hit

//- on a line of its own, after parameters, with a guard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let options (n: int) =
    function //: hit 3/3 x2
    | Some m when m > n -> eat 1 //: part 1/2 x1
    | Some _ -> eat 2 //: hit x1
    | None -> eat 3 //: hit x1

//- two rules
[<MethodImpl(MethodImplOptions.NoInlining)>]
let two = function //: part 1/2
    | Some n -> eat n //: miss
    | None -> eat 3 //: hit

//- bools
[<MethodImpl(MethodImplOptions.NoInlining)>]
let bools = function //: part 1/2
    | true -> eat 1 //: miss
    | false -> eat 3 //: hit

//- the first rule is a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let guardFirst = function //: hit 3/3 x2
    | n when n < 0 -> eat 1 //: part 1/2 x2
    | 0 -> eat 2 //: hit x1
    | _ -> eat 3 //: hit x1

//- a guard that is a pipe
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeGuard = function //: hit 3/3 x2
    | Some n when n |> next |> is1 -> eat 1 //: part 1/2 x1
    | Some _ -> eat 2 //: hit x1
    | None -> eat 3 //: hit x1

//- unions, nested matches and conditions in the rules
[<MethodImpl(MethodImplOptions.NoInlining)>]
let unions (extra: int) = function //: part 2/3 x2
    | Dot ->
        match extra with //: miss 0/3
        | 1 -> eat 1 //: miss
        | 2 -> eat 2 //: miss
        | _ -> eat 3 //: miss
    | Circle n ->
        if n > extra then //: part 1/2 x1
            eat n //: hit
        match extra with //: part 1/2 x1
        | 1 -> eat 4 //: hit x1
        | _ -> eat 5 //: miss
    | Box(w, h) -> eat (w + h) //: hit x1

//- strings and alternatives
[<MethodImpl(MethodImplOptions.NoInlining)>]
let strings = function //: part 2/4
    | "a" | "b" -> eat 1 //: miss
    | "c" -> eat 2 //: hit
    | _ -> eat 3 //: hit

//- types
[<MethodImpl(MethodImplOptions.NoInlining)>]
let types: obj -> unit = function //: part 1/3
    | :? string as s -> eat s.Length //: miss
    | :? int as n -> eat n //: hit
    | _ -> eat 3 //: miss

//- lists, recursive
let rec sum total = function //: hit 2/2 x3
    | [] -> total //: hit x1
    | n :: rest -> sum (total + n) rest //: hit x2

//- a local function
[<MethodImpl(MethodImplOptions.NoInlining)>]
let local (items: int list) =
    let rec go total = function //: hit 3/3
        | [] -> total //: hit
        | n :: rest when n > 1 -> go (total + n) rest //: hit 2/2
        | _ :: rest -> go total rest //: hit
    go 0 items //: hit

//- the argument of a function
[<MethodImpl(MethodImplOptions.NoInlining)>]
let argument (items: int list) =
    items //: hit
    |> List.map ( //: hit
        function //: part 2/3
        | 1 -> 5 //: miss
        | 2 -> 6 //: hit
        | _ -> 7 //: hit
    ) //: hit
    |> List.length //: hit
    |> eat //: hit

//- in a function inside of a rule
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nested = function //: part 1/2
    | Some n ->
        let inner = function //: part 1/3
            | 1 -> 2 //: miss
            | 2 -> 3 //: miss
            | _ -> keep n //: hit
        inner n |> eat //: hit
    | None -> eat 0 //: miss

//- a member
type Reader() = //: hit
    member _.Read = function //: part 1/3
        | 'a' -> eat 1 //: miss
        | 'b' -> eat 2 //: miss
        | _ -> eat 3 //: hit

//- a stage of a pipe
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeConstants (n: int) =
    n //: hit
    |> next //: hit
    |> function //: part 1/3
        | 1 -> eat 1 //: miss
        | 2 -> eat 2 //: hit
        | _ -> eat 3 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeOptions (n: int option) =
    n //: hit
    |> keep //: hit
    |> function //: part 1/2
        | Some n -> eat n //: miss
        | None -> eat 3 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeUnions (shape: Shape) =
    shape //: hit
    |> keep //: hit
    |> function //: part 2/3
        | Circle n when n > 5 -> eat n //: part 1/2
        | Circle _ -> eat 5 //: hit
        | _ -> eat 3 //: miss

//- a stage of a pipe that is a value
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeValue (n: int) =
    let m =
        n //: hit
        |> next //: hit
        |> function //: part 1/3
            | 1 -> 5 //: miss
            | 2 -> keep 6 //: hit
            | _ -> keep 7 //: miss
    eat m //: hit

//- rules for true and false as a stage of a pipe: optimised code has no points for them
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeBools (n: int) =
    n //: hit
    |> next //: hit
    |> is1 //: hit
    |> function //: part 1/2
        | true -> eat 1 //D: miss
        | false -> eat 2 //D: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeBoolValue (n: int) =
    let m =
        n //: hit
        |> is1 //: hit
        |> function //: part 1/2
            | false -> 5 //D: miss
            | true -> 6 //D: hit
    eat m //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeCompared (n: int) =
    (next n > 1) //: hit
    |> function //: part 1/2
        | true -> eat 1 //D: hit
        | _ -> eat 2 //D: miss

//- near miss: the library tests the option in the same statement
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeExists (n: int option) =
    n //: hit
    |> Option.exists is1 //: hit
    |> function //D: part 1/2 //R: hit
        | true -> eat 1 //D: miss
        | false -> eat 2 //D: hit

//- rules on lines after their patterns
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeBodies (n: int option) =
    n //: hit
    |> keep //: hit
    |> function //: part 1/2
        | Some n ->
            eat n //: miss
            eat 2 //: miss
        | None ->
            eat 3 //: hit

let run () =
    constants 2 //: hit
    constants 2 //: hit
    aligned 5 //: hit
    options 3 (Some 1) //: hit
    options 3 None //: hit
    two None //: hit
    bools false //: hit
    guardFirst 0 //: hit
    guardFirst 1 //: hit
    pipeGuard (Some 5) //: hit
    pipeGuard None //: hit
    unions 1 (Circle 2) //: hit
    unions 1 (Box(1, 2)) //: hit
    strings "c" //: hit
    strings "d" //: hit
    types (box 3) //: hit
    eat (sum 0 [ 1; 2 ]) //: hit
    eat (local [ 1; 2 ]) //: hit
    argument [ 2; 3 ] //: hit
    nested (Some 5) //: hit
    Reader().Read 'c' //: hit
    pipeConstants 1 //: hit
    pipeOptions None //: hit
    pipeUnions (Circle 1) //: hit
    pipeValue 1 //: hit
    pipeBools 1 //: hit
    pipeBoolValue 1 //: hit
    pipeCompared 1 //: hit
    pipeExists None //: hit
    pipeBodies None //: hit
