// Closures, partial application, recursion, tail calls, exceptions.
module FSharpTargets.Functions

open System.Runtime.CompilerServices
open FSharpTargets.Help

//- closures: called, and never called
[<MethodImpl(MethodImplOptions.NoInlining)>]
let closures offset =
    let add value =
        id (value + offset) //: hit

    let never = fun value ->
        id (value - offset) //: miss

    useInt (List.length (List.map add [ 1; 2 ])) //: hit
    useInt (hash (box never) % 1) //: hit

//- a pipeline of lambdas
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pipeline () =
    [ 1; 2; 3 ] //: hit
    |> List.filter (fun n -> n > 1) //: hit
    |> List.map (fun n -> n * 2) //: hit
    |> List.length //: hit
    |> useInt //: hit

//- recursion that is not a tail call
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec factorial n =
    if n <= 1 then //: hit 2/2
        1 //: hit
    else
        n * factorial (n - 1) //: hit

//- a tail call to itself becomes a loop
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec count n total =
    if n = 0 then //: hit 2/2
        total //: hit
    else
        count (n - 1) (total + 1) //: hit

//- mutual tail calls
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec isEven n =
    if n = 0 then yes () else isOdd (n - 1) //: part 1/2

and isOdd n =
    if n = 0 then no () else isEven (n - 1) //: hit 2/2

//- try with, try finally
[<MethodImpl(MethodImplOptions.NoInlining)>]
let exceptions () =
    try //: hit
        useInt (fail "with") //: hit
        useInt 1 //: miss
    with e -> //: hit
        useInt (if e.Message.Length > 99 then 3 else 4) //: part 1/2

    try //: hit
        useInt 4 //: hit
    finally //: hit
        useInt 5 //: hit

//- partial application
[<MethodImpl(MethodImplOptions.NoInlining)>]
let add a b = id (a + b) //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let partial () =
    let addTwo = add 2 //: hit
    useInt (addTwo 3) //: hit

//- never called
[<MethodImpl(MethodImplOptions.NoInlining)>]
let unreached value =
    if id value > 0 then //: miss 0/2
        useInt 1 //: miss
    else
        useInt 2 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    closures 1 //: hit
    pipeline () //: hit
    useInt (factorial 4) //: hit
    useInt (count 1000 0) //: hit
    useInt (if isEven 7 then 1 else 2) //: part 1/2
    exceptions () //: hit
    partial () //: hit
