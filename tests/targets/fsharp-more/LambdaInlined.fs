// Lambdas that the compiler inlines together with a function of the library: the test of the library is nobody's decision.
module FSharpMore.LambdaInlined

open System
open System.Runtime.CompilerServices
open FSharpMore.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let next (n: int) = n + 1 //: hit

//- Option.iter with an if, never run
[<MethodImpl(MethodImplOptions.NoInlining)>]
let iterNever (o: int option) =
    o //: hit
    |> Option.iter (fun v -> //: hit
        if v > 1 then //: miss 0/2
            eat 1 //: miss
        else
            eat 2) //: miss
    eat 1 //: hit

//- Option.iter with an if, run
[<MethodImpl(MethodImplOptions.NoInlining)>]
let iterRun (o: int option) =
    o //: hit
    |> Option.iter (fun v -> //: hit
        if v > 1 then //: part 1/2
            eat 1 //: miss
        else
            eat 2) //: hit
    eat 1 //: hit

//- without a pipe
[<MethodImpl(MethodImplOptions.NoInlining)>]
let iterApplied (o: int option) =
    Option.iter //: hit
        (fun v -> //: hit
            if v > 1 then eat 1 else eat 2) //: miss 0/2
        o //: hit

//- on one line
[<MethodImpl(MethodImplOptions.NoInlining)>]
let iterLine (o: int option) =
    o |> Option.iter (fun v -> if v > 1 then eat 1 else eat 2) //: part 0/2
    eat 1 //: hit

//- let before the if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let iterLet (o: int option) =
    o //: hit
    |> Option.iter (fun v -> //: hit
        let w = next v //: miss
        if w > 1 then //: miss 0/2
            eat 1) //: miss
    eat 1 //: hit

//- a match in the lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let iterMatch (o: int option) =
    o //: hit
    |> Option.iter (fun v -> //: hit
        match v with //: miss 0/3
        | 1 -> eat 1 //: miss
        | 2 -> eat 2 //: miss
        | _ -> eat 3) //: miss
    eat 1 //: hit

//- Option.map and Option.bind
[<MethodImpl(MethodImplOptions.NoInlining)>]
let mapThenBind (o: int option) =
    o //: hit
    |> Option.map (fun v -> //: hit
        if v > 1 then //: miss 0/2
            v + 1 //: miss
        else
            next v) //: miss
    |> Option.bind (fun v -> //: hit
        if v > 1 then //: miss 0/2
            Some 1 //: miss
        else
            None) //: miss

//- ValueOption
[<MethodImpl(MethodImplOptions.NoInlining)>]
let valueOption (o: int voption) =
    o //: hit
    |> ValueOption.iter (fun v -> //: hit
        if v > 1 then //: part 1/2
            eat 1 //: miss
        else
            eat 2) //: hit
    eat 1 //: hit

//- Result
[<MethodImpl(MethodImplOptions.NoInlining)>]
let result (r: Result<int, string>) =
    r //: hit
    |> Result.map (fun v -> //: hit
        if v > 1 then //: miss 0/2
            eat 1 //: miss
        else
            eat 2) //: miss
    |> Result.mapError (fun e -> //: hit
        if e.Length > 1 then //: part 1/2
            eat 3 //: miss
        else
            eat 4) //: hit

//- List.iter
[<MethodImpl(MethodImplOptions.NoInlining)>]
let list (items: int list) =
    items //: hit
    |> List.iter (fun v -> //: hit
        let w = next v //: miss
        if w > 3 then //: miss 0/2
            eat 3 //: miss
        eat 4) //: miss
    eat 1 //: hit

//- Array.iter
[<MethodImpl(MethodImplOptions.NoInlining)>]
let array (items: int[]) =
    items //: hit
    |> Array.iter (fun v -> //: hit
        if v > 3 then //: part 1/2
            eat 3 //: miss
        eat 4) //: hit
    eat 1 //: hit

//- one in the other
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nested (o: int option) (p: int option) =
    o //: hit
    |> Option.iter (fun v -> //: hit
        p //: hit
        |> Option.iter (fun w -> //: hit
            if v > w then //: miss 0/2
                eat 1 //: miss
            else
                eat 2)) //: miss
    eat 1 //: hit

//- after an if, in a then
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inThen (flag: bool) (o: int option) =
    if flag then //: part 1/2
        o //: hit
        |> Option.iter (fun v -> //: hit
            if v > 1 then //D: miss 0/2
                eat 1) //D: miss
    eat 1 //: hit

//- statements without a decision: optimised code has no points for them
[<MethodImpl(MethodImplOptions.NoInlining)>]
let iterStatements (o: int option) =
    o //: hit
    |> Option.iter (fun v -> //: hit
        let w = next v //D: miss

        eat w //D: miss
        eat 3 //D: miss
    ) //: hit
    eat 1 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let mapStatements (r: Result<int, string>) =
    r //: hit
    |> Result.map (fun v -> //: hit
        eat v //D: hit
        v + 1) //D: hit
    |> Result.mapError (fun e -> //: hit
        eat e.Length //D: miss
        e.Length) //D: miss

//- near miss: a lambda that is not inlined
[<MethodImpl(MethodImplOptions.NoInlining)>]
let closure (items: int list) =
    items //: hit
    |> List.map (fun v -> //: hit
        let w = next v //: miss
        eat w //: miss
        w + 1) //: miss

//- near miss: an if that decides which option it is
[<MethodImpl(MethodImplOptions.NoInlining)>]
let choice (flag: bool) (o: int option) =
    (if flag then o else None) //: part 1/2
    |> Option.iter (fun v -> //: hit
        if v > 1 then //: part 1/2
            eat 1 //: hit
        else
            eat 2) //: miss
    eat 1 //: hit

//- near miss: && and a lambda that is a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let condition (flag: bool) (o: int option) =
    if flag && o |> Option.exists (fun v -> v > 1 && next v > 2) then //D: part 1/2 1/2 0/2 0/2 //R: part 1/2 0/2 0/2 1/2
        eat 1 //: miss
    else
        eat 2 //: hit

let run () =
    iterNever None //: hit
    iterRun (Some 1) //: hit
    iterApplied None //: hit
    iterLine None //: hit
    iterLet None //: hit
    iterMatch None //: hit
    mapThenBind None |> ignore //: hit
    valueOption (ValueSome 1) //: hit
    result (Error "") |> ignore //: hit
    list [] //: hit
    array [| 1 |] //: hit
    nested (Some 1) None //: hit
    inThen true None //: hit
    choice true (Some 2) //: hit
    condition true None //: hit
    iterStatements None //: hit
    mapStatements (Ok 1) |> ignore //: hit
    closure [] |> ignore //: hit
    next 1 |> eat //: hit
