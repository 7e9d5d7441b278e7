// Computation expressions in every shape.
module FSharpTargets.ComputationControlFlow

open System
open System.Runtime.CompilerServices
open System.Threading.Tasks
open FSharpTargets.Help

//- seq: conditions, loops, yield!
[<MethodImpl(MethodImplOptions.NoInlining)>]
let numbers count =
    seq { //: hit x1
        if id count > 2 then //: part 1/2 x1
            yield 1 //: hit x1
        else
            yield 2 //: miss

        for i in 1 .. count do //: hit 2/2
            yield id i //: hit x3

        yield! [ 7; 8 ] //: hit x1
        let mutable left = 2 //: hit x1

        while left > 0 do //: hit 2/2
            left <- left - 1 //: hit x2
            yield left //: hit x2
    } //: hit

//- seq with try finally and use, left early
type Resource() = //: hit
    interface IDisposable with
        member _.Dispose() = useInt 1 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let guarded () =
    seq { //: hit x1
        use resource = new Resource() //: hit x1
        yield hash (box resource) % 1 //: hit x1

        try //: hit
            yield 1 //: hit x1
            yield 2 //: miss
        finally //: hit
            useInt 3 //: hit x1
    } //: hit

//- async: let!, do!, if, match, loops
[<MethodImpl(MethodImplOptions.NoInlining)>]
let later value =
    async { //: hit x3
        do! Async.Sleep 1 //: hit
        return id value //: hit
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let several count =
    async { //: hit x1
        let! first = later 1 //: hit

        if first = 1 then //: part 1/2
            useInt 1 //: hit
        else
            useInt 2 //: miss

        for i in 1 .. count do //: hit
            useInt i //: hit x2

        try //: hit
            let! third = later 3 //: hit
            useInt (fail (string third)) //: hit
        with e -> //D: hit
            useInt e.Message.Length //D: hit

        use resource = new Resource() //: hit
        let! fourth = later 4 //: hit
        return fourth + hash (box resource) % 1 //: hit
    }

//- task: let!, do!, if, match, loops, try
[<MethodImpl(MethodImplOptions.NoInlining)>]
let soon (value: int) : Task<int> =
    task { //: hit x6
        do! Task.Delay 1 //: hit x6
        return id value //: hit x6
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let tasks count : Task<int> =
    task { //: hit x1
        let! first = soon 1 //: hit x1

        if first = 1 then //: part 1/2 x1
            useInt 1 //: hit x1
        else
            useInt 2 //: miss

        for i in 1 .. count do //D: hit //R: hit 2/2
            let! n = soon i //: hit x2
            useInt n //: hit x2

        let mutable left = 2 //: hit x1

        while left > 0 do //D: hit -- the builder decides
            do! Task.Yield() //: hit x2
            left <- left - 1 //: hit x2

        try //: hit
            let! third = soon 3 //: hit x1
            useInt (fail (string third)) //: hit x1
        with //: part 1/2 x1
        | :? InvalidOperationException as e -> useInt e.Message.Length //: hit x1
        | _ -> useInt 9 //: miss

        try //: hit
            do! Task.Yield() //: hit
        finally //D: hit
            useInt 5 //D: hit x1

        use resource = new Resource() //: hit x1
        let! fourth = soon 4 //: hit x1
        and! fifth = soon 5 //: none
        return fourth + fifth + hash (box resource) % 1 //: hit x1
    }

//- a task that does not wait
[<MethodImpl(MethodImplOptions.NoInlining)>]
let completed value : Task<int> =
    task { //: hit x1
        if id value > 1 then //: part 1/2 x1
            return 2 //: miss
        else
            return 1 //: hit x1
    }

//- a builder with Delay, Combine, Zero, For and While
type Steps() = //: hit
    member _.Zero() = 0 //: miss
    member _.Yield(value: int) = value //D: hit //R: miss -- inlined
    member _.Delay(f: unit -> int) = f //D: hit //R: miss
    member _.Run(f: unit -> int) = f () //D: hit //R: miss
    member _.Combine(a, f: unit -> int) = a + f () //D: hit //R: miss
    member _.For(values: int list, body) = List.sumBy body values //: hit

let steps = Steps() //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let built flag =
    steps { //: hit x1
        yield 1 //D: hit x1

        if id flag then //: part 1/2 x1
            yield 2 //: hit x1

        for n in [ 1; 2 ] do //: hit
            yield n //: hit x2
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    useInt (Seq.length (numbers 3)) //: hit x1
    useInt (Seq.head (guarded () |> Seq.skip 1)) //: hit x1
    useInt (Async.RunSynchronously(several 2)) //: hit x1
    useInt (tasks 2).Result //: hit x1
    useInt (completed 1).Result //: hit x1
    useInt (built true) //: hit x1
