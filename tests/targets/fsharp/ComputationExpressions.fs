// Computation expressions: seq, async, task, and a user-defined builder.
module FSharpTargets.ComputationExpressions

open System.Runtime.CompilerServices
open System.Threading.Tasks
open FSharpTargets.Help

type MaybeBuilder() = //: hit
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member _.Bind(value, next) =
        match value with //: hit 2/2
        | Some inner -> next inner //: hit
        | None -> None //: hit

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member _.Return value = Some value //: hit

let maybe = MaybeBuilder() //: hit

//- a builder: the rest of the expression is a lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let half value = if id value % 2 = 0 then Some(value / 2) else None //: hit 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let quarter value =
    maybe { //: hit
        let! first = half value //: hit
        let! second = half first //: hit
        return id second //: hit
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let orZero value =
    match value with //: hit 2/2
    | Some number -> id number //: hit
    | None -> 0 //: hit

//- a sequence that is left early
[<MethodImpl(MethodImplOptions.NoInlining)>]
let numbers () =
    seq { //: hit
        yield id 1 //: hit
        yield id 2 //: hit
        yield id 3 //: miss
    } //: hit

//- async
[<MethodImpl(MethodImplOptions.NoInlining)>]
let later value =
    async { //: hit
        useInt 1 //: hit
        do! Async.Sleep 1 //: hit
        return id value //: hit
    }

//- task
[<MethodImpl(MethodImplOptions.NoInlining)>]
let soon value : Task<int> =
    task { //: hit
        do! Task.Delay 1 //: hit
        useInt value //: hit
        return id value //: hit
    }

//- match!: the decision stands with what it awaits
let found (value: int) = async { return (if value > 0 then Some value else None) } //: hit 2/2

let matched (value: int) =
    async { //: hit
        match! found value with //: part 2/3
        | Some 3 -> return 3 //: miss
        | Some other -> return other //: hit
        | None -> return 0 //: hit
    }

let matchedBelow (value: int) =
    async { //: hit
        match! found value with //: part 1/2
        | Some other ->
            useInt 1 //: hit
            return other //: hit
        | None ->
            return 0 //: miss
    }

let matchedSoon (value: int) =
    task { //: hit
        match! found value with //: part 1/2
        | Some other -> return other //: hit
        | None -> return 0 //: miss
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    useInt (quarter 8 |> orZero) //: hit
    useInt (quarter 6 |> orZero) //: hit
    useInt (numbers () |> Seq.take 2 |> Seq.length) //: hit
    useInt (Async.RunSynchronously(later 5)) //: hit
    useInt (soon 6).Result //: hit
    useInt (Async.RunSynchronously(matched 5)) //: hit
    useInt (Async.RunSynchronously(matched 0)) //: hit
    useInt (Async.RunSynchronously(matchedBelow 5)) //: hit
    useInt (matchedSoon 5).Result //: hit
