// Functions and computations inside a lambda or a longer statement: their lines are not lines of the code around them.
module FSharpMore.LambdaFunctions

open System
open System.Runtime.CompilerServices
open FSharpMore.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let next (n: int) = async { return n + 1 } //: hit

//- a function in a lambda that ran: optimised code inlines the function
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inLambda (items: int list) =
    List.map (fun i -> //: hit
        let never () = //: hit x2
            eat 1 //D: miss
            eat 2 //D: miss
        // a comment
        if i > 7 then //: part 1/2
            never () //: miss
        i + 1) items //: hit

//- a function in a lambda that never ran
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inUnusedLambda (items: int list) =
    List.map (fun i -> //: hit
        let one k = //: miss
            eat k //D: miss
            eat 2 //D: miss
            k + i //D: miss
        if one 1 > 2 then //: miss 0/2
            eat 3 //: miss
        i + 1) items //: miss

//- the same, where the lambda is inlined, too
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inInlinedLambda (items: int list) =
    List.iter (fun i -> //: hit
        let one k = //D: miss
            eat k //D: miss
            eat 2 //D: miss
            k + i //D: miss
        if one 1 > 2 then //: miss 0/2
            eat 3) items //: miss

//- a function that is a method of its own, and calls itself
[<MethodImpl(MethodImplOptions.NoInlining)>]
let recursive (items: int list) =
    List.map (fun i -> //: hit
        let rec sum (n: int) : int = //: hit x1
            if n > 0 then //: hit 2/2
                n + sum (n - 1) //: hit
            else
                i //: hit
        sum 2 + 1) items //: hit

//- a function in a function in a lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let functionInFunction (items: int list) =
    items //: hit
    |> List.map (fun i -> //: hit
        let rec outer (n: int) : int = //: hit
            let rec inner (m: int) : int = //: miss
                if m > 0 then //: miss 0/2
                    m + inner (m - 1) //: miss
                else
                    i //: miss
            if n > 7 then //: miss 0/2
                inner n + outer (n - 1) //: miss
            else
                0 //: miss
        if i > 7 then outer i else i) //: part 1/2

//- a value in a lambda is not a function
[<MethodImpl(MethodImplOptions.NoInlining)>]
let value (items: int list) =
    items //: hit
    |> List.map (fun i -> //: hit
        let (a, b) = //: hit
            (i, //: hit
             i + 1) //: hit
        let c: int = //: hit
            keep //: hit
                a //: hit
        if b > 7 then //: part 1/2
            eat c //: miss
        a + b) //: hit

//- the handler of an async in a lambda: optimised code has no points for it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let handler (f: int -> Async<int>) (items: int list) =
    List.map (fun i -> async { //: hit
        try //: hit
            let! r = f i //: hit
            eat r //: hit
        with ex -> //D: miss
            eat ex.Message.Length //D: miss
            eat 2 //D: miss
        return i }) items //: hit

//- a do! over several lines
[<MethodImpl(MethodImplOptions.NoInlining)>]
let doBang (f: int -> Async<int>) =
    async { //: hit
        let! k = f 1 //: hit
        if k > 7 then //: part 1/2
            do! //: miss
                f 3 //D: miss
                |> Async.Ignore //D: miss
        return k } //: hit
    |> Async.RunSynchronously //: hit

//- what closes a computation is a line of the code around it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let closed (f: int -> Async<int>) =
    async { //: hit
        let! k = f 1 //: hit
        return k //: hit
    } //R: hit
    |> Async.RunSynchronously //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let closedInFunction (items: int list) =
    items //: hit
    |> List.map (fun i -> //: hit
        let rec loop n = //: hit
            async { //: hit
                if n > 0 then //: hit 2/2
                    return! loop (n - 1) //: hit
                else
                    return i //: hit
            } //: hit
        Async.RunSynchronously (loop 1)) //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let closedInUnused (items: int list) =
    items //: hit
    |> List.map (fun i -> //: hit
        let rec loop n = //: miss
            async { //: miss
                if n > 0 then //: miss 0/2
                    return! loop (n - 1) //: miss
                else
                    return i //: miss
            } //: miss
        Async.RunSynchronously (loop 1)) //: miss

//- near miss: a record over several lines is code of the statement
type Pair = { Left: int; Right: int }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let add (pair: Pair) = pair.Left + pair.Right //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let record (n: int) =
    let pair = keep { Left = n; Right = n } //: hit
    add { Left = n //: hit
          Right = //: hit
            n + 1 } //: hit
    + add { pair with //: hit
              Right = n } //: hit

let run () =
    let f i = async { return! next i } //: hit
    inLambda [ 1; 2 ] |> ignore //: hit
    inUnusedLambda [] |> ignore //: hit
    inInlinedLambda [] //: hit
    recursive [ 1 ] |> ignore //: hit
    functionInFunction [ 1 ] |> ignore //: hit
    value [ 1 ] |> ignore //: hit
    for a in handler f [ 1; 2 ] do //: hit 2/2
        Async.RunSynchronously a |> ignore //: hit
    doBang f |> ignore //: hit
    closed f |> ignore //: hit
    closedInFunction [ 1 ] |> ignore //: hit
    closedInUnused [] |> ignore //: hit
    record 1 |> eat //: hit
