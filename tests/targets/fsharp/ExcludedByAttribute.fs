// ExcludeFromCodeCoverage: the member with everything the compiler makes of it is not in the report.
module FSharpTargets.ExcludedByAttribute

open System
open System.Diagnostics.CodeAnalysis
open System.Runtime.CompilerServices
open System.Threading.Tasks
open FSharpTargets.Help

//- a function with a closure, a match and a pipeline
[<ExcludeFromCodeCoverage; MethodImpl(MethodImplOptions.NoInlining)>]
let work values =
    let rec add n total = //: none
        if n = 0 then total else add (n - 1) (total + n) //: none

    let never = fun n -> id n + 1 //: none
    useInt (hash (box never) % 1) //: none

    match values with //: none
    | [] -> 0 //: none
    | head :: _ ->
        values //: none
        |> List.map (fun n -> id n + head) //: none
        |> List.filter (fun n -> n > 1) //: none
        |> List.sumBy (fun n -> add n 0) //: none

//- a function beside it, with closures
[<MethodImpl(MethodImplOptions.NoInlining)>]
let kept values =
    values |> List.map (fun n -> id n + 1) |> List.sum //: hit

//- seq
[<ExcludeFromCodeCoverage; MethodImpl(MethodImplOptions.NoInlining)>]
let numbers count =
    seq { //: none
        for i in 1..count do //: none
            if i > 1 then //: none
                yield id i //: none
    }

//- async
[<ExcludeFromCodeCoverage; MethodImpl(MethodImplOptions.NoInlining)>]
let later value =
    async { //: none
        do! Async.Sleep 1 //: none
        let! inner = async { return id value } //: none
        return inner + 1 //: none
    }

//- task
[<ExcludeFromCodeCoverage; MethodImpl(MethodImplOptions.NoInlining)>]
let soon value : Task<int> =
    task { //: none
        do! Task.Delay 1 //: none
        let twice = fun n -> id (n * 2) //: none
        return twice value //: none
    }

//- a type with everything in it
[<ExcludeFromCodeCoverage>]
type Gone(start: int) =
    let mutable value = id start //: none

    member _.Value
        with get () = value //: none
        and set number = value <- number //: none

    member _.Work() = [ 1; 2 ] |> List.sumBy (fun n -> id n + value) //: none

    interface IDisposable with
        member _.Dispose() = useInt value //: none

//- members of an included type
type Parts() = //: hit
    [<ExcludeFromCodeCoverage>]
    member _.Gone(values: int list) = values |> List.sumBy (fun n -> id n + 1) //: none

    [<ExcludeFromCodeCoverage>]
    member _.Property = if yes () then id 1 else 2 //: none

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member _.Kept(values: int list) = values |> List.sumBy (fun n -> id n + 1) //: hit

//- a module
[<ExcludeFromCodeCoverage>]
module Hidden =
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    let work () = [ 1; 2 ] |> List.sumBy (fun n -> id n) //: none

    module Inner =
        [<MethodImpl(MethodImplOptions.NoInlining)>]
        let work () = List.length [ for i in 1..3 -> id i ] //: none

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    useInt (work [ 1; 2 ] + work [] + kept [ 1 ]) //: hit x1
    useInt (Seq.length (numbers 3)) //: hit x1
    useInt (Async.RunSynchronously(later 1) + (soon 2).Result) //: hit x1
    use gone = new Gone(1) //: hit x1
    gone.Value <- gone.Value + 1 //: hit x1
    useInt (gone.Work()) //: hit x1
    useInt (Parts().Gone [ 1 ] + Parts().Property + Parts().Kept [ 1 ]) //: hit x1
    useInt (Hidden.work () + Hidden.Inner.work ()) //: hit x1
