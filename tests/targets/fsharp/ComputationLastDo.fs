// do! as the last step of a computation: the compiler gives its end the same span once more.
module FSharpTargets.ComputationLastDo

open System.Runtime.CompilerServices
open System.Threading.Tasks
open FSharpTargets.Help

//- do! at the end of an async
[<MethodImpl(MethodImplOptions.NoInlining)>]
let last () =
    async { //: hit x2
        useInt 1 //: hit x2
        do! Async.Sleep 0 //: hit x2
    }

//- do! as the only step of an async
[<MethodImpl(MethodImplOptions.NoInlining)>]
let only () =
    async { do! Async.Sleep 0 } //: hit x1

//- do! at the end of both branches
[<MethodImpl(MethodImplOptions.NoInlining)>]
let branches value =
    async { //: hit x1
        if id value > 0 then //: part 1/2 x1
            do! Async.Sleep 0 //: hit x1
        else
            do! last () //: miss
    }

//- do! at the end of try and of a loop
[<MethodImpl(MethodImplOptions.NoInlining)>]
let tried () =
    async { //: hit x1
        try //: hit
            do! last () //: hit x1
        finally //: hit
            useInt 2 //: hit x1

        for _ in 1 .. 2 do //: hit
            do! Async.Sleep 0 //: hit x2
    }

//- do! at the end of try in a task
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inTask () : Task<unit> =
    task { //: hit x1
        try //: hit
            do! Task.Yield() //: hit x1
        finally //D: hit
            useInt 3 //D: hit x1
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    Async.RunSynchronously(last ()) //: hit x1
    Async.RunSynchronously(only ()) //: hit x1
    Async.RunSynchronously(branches 1) //: hit x1
    Async.RunSynchronously(tried ()) //: hit x1
    inTask().Wait() //: hit x1
