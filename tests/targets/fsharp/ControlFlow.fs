// Control flow: operators, if and elif, loops, comprehensions, exceptions, use, slices.
module FSharpTargets.ControlFlow

open System
open System.Collections.Generic
open System.Runtime.CompilerServices
open FSharpTargets.Help

//- if, elif, else
[<MethodImpl(MethodImplOptions.NoInlining)>]
let grade value =
    if id value > 90 then //: part 1/2 x2
        id 1 //: miss
    elif value > 50 then //: hit 2/2 x2
        id 2 //: hit x1
    elif value > 10 then //: part 1/2 x1
        id 3 //: miss
    else
        id 4 //: hit x1

//- && as a value
[<MethodImpl(MethodImplOptions.NoInlining)>]
let values count =
    let both = yes () && id count = 1 //: part 1/2 1/2 x1
    useInt (if both then 1 else 2) //: part 1/2 x1

//- three operands
[<MethodImpl(MethodImplOptions.NoInlining)>]
let three count =
    if yes () && id count = 1 && no () then //: part 1/2 1/2 1/2 x1
        useInt 1 //: miss

    if no () || id count = 2 || yes () then //: part 1/2 1/2 1/2 x1
        useInt 2 //: hit x1

//- not
[<MethodImpl(MethodImplOptions.NoInlining)>]
let negated count =
    if not (id count = 1) then //: part 1/2 x1
        useInt 1 //: miss

//- while with two conditions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let whiles count =
    let mutable left = id count //: hit x1

    while left > 0 && yes () do //: part 2/2 1/2 x4
        left <- left - 1 //: hit x3

//- for: up, down, over a list, an array, a sequence, a range with a step
[<MethodImpl(MethodImplOptions.NoInlining)>]
let fors count =
    for i = 1 to count do //: hit 2/2
        useInt i //: hit x3

    for i = count downto 1 do //: hit 2/2
        useInt i //: hit x3

    for n in [ 1; 2 ] do //: hit 2/2
        useInt n //: hit x2

    for n in [| 1; 2 |] do //: hit 2/2
        useInt n //: hit x2

    for n in Seq.init count id do //: hit 2/2
        useInt n //: hit x3

    for i in 1 .. 2 .. count do //: hit 2/2
        useInt i //: hit x2

    for n in List<int>([ 4; 5 ]) do //: hit 2/2
        useInt n //: hit x2

    for KeyValue(k, v) in dict [ 1, 2 ] do //: hit 2/2
        useInt (k + v) //: hit x1

//- a loop that has no round
[<MethodImpl(MethodImplOptions.NoInlining)>]
let noRound count =
    for i in 1 .. id count do //: part 1/2
        useInt i //: miss

//- comprehensions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let comprehensions count =
    let list = [ for i in 1 .. count -> i * 2 ] //: hit 2/2
    let array = [| for i in 1 .. count do if i > 1 then i |] //: hit 2/2 2/2
    let sequence = seq { for i in 1 .. count do yield id i } //: hit 2/2
    useInt (List.length list + Array.length array + Seq.length sequence) //: hit x1

//- slices: no decisions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let slices (values: int[]) (text: string) =
    useInt values.[1..2].Length //: hit x1
    useInt values[1..].Length //: hit x1
    useInt text.[..1].Length //: hit x1
    useInt (List.length [ 1; 2; 3 ].[1..2]) //: hit x1
    let grid = Array2D.create 2 2 1 //: hit x1
    useInt (Array2D.length1 grid.[0..0, 0..1]) //: hit x1

//- try with filters by type and guard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let filters () =
    try //: hit x1
        useInt (fail "first") //: hit x1
    with //: part 2/4 x1
    | :? ArgumentException -> useInt 1 //: miss
    | :? InvalidOperationException as e when e.Message = "second" -> useInt 2 //: part 1/2 x1
    | :? InvalidOperationException -> useInt 3 //: hit x1
    | _ -> useInt 4 //: miss

//- try with as a value
[<MethodImpl(MethodImplOptions.NoInlining)>]
let attempt work =
    try //: hit x2
        work () //: hit x2
    with //: hit 2/2 x2
    | Failure message -> id message.Length //: hit x1
    | _ -> id -1 //: hit x1

//- try finally, thrown through
[<MethodImpl(MethodImplOptions.NoInlining)>]
let finals () =
    try //: hit x1
        try //: hit x1
            useInt (fail "through") //: hit x1
            useInt 1 //: miss
        finally //: hit x1
            useInt 2 //: hit x1
    with _ -> //: hit x1
        useInt 3 //: hit x1

//- a user-defined exception, reraised
exception Trouble of code: int

[<MethodImpl(MethodImplOptions.NoInlining)>]
let trouble () =
    try //: hit x1
        try //: hit x1
            raise (Trouble 5) //: hit x1
        with Trouble code -> //: part 1/2
            useInt code //: hit x1
            reraise () //: hit x1
    with //: hit 2/2 x1
    | Trouble code when code > 9 -> useInt 1 //: part 1/2 x1
    | _ -> useInt 2 //: hit x1

type Resource() = //: hit
    interface IDisposable with
        member _.Dispose() = useInt 1 //: hit

//- use, using
[<MethodImpl(MethodImplOptions.NoInlining)>]
let uses () =
    use first = new Resource() //: hit x1
    useInt (hash (box first) % 1) //: hit x1

    using (new Resource()) (fun r -> //: hit x1
        useInt (hash (box r) % 1)) //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    useInt (grade 60 + grade 5) //: hit x1
    values 1 //: hit x1
    three 1 //: hit x1
    negated 1 //: hit x1
    whiles 3 //: hit x1
    fors 3 //: hit x1
    noRound 0 //: hit x1
    comprehensions 3 //: hit x1
    slices [| 1; 2; 3 |] "abc" //: hit x1
    filters () //: hit x1
    useInt (attempt (fun () -> failwith "no")) //: hit x1
    useInt (attempt (fun () -> fail "other")) //: hit x1
    finals () //: hit x1
    trouble () //: hit x1
    uses () //: hit x1
