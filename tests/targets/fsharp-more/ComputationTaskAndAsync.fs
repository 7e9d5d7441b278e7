// task and async in the shapes of everyday programs.
module FSharpMore.ComputationTaskAndAsync

open System
open System.IO
open System.Threading
open System.Threading.Tasks
open FSharpMore.ModuleValues

let fetch (key: string) =
    task { //: hit
        do! Task.Delay 1 //: hit x4

        if key = "" then //: hit 2/2 x4
            return raise (ArgumentException "empty") //: hit x1
        else
            return key.Length //: hit x3
    }

//- if without else between awaits
let stepwise flag =
    task { //: hit
        let mutable total = 0 //: hit x3

        if flag then //: hit 2/2 x3
            let! n = fetch "abc" //: hit x1
            total <- total + n //: hit x1

        total <- total + 1 //: hit x3
        return total //: hit x3
    }

//- match on the result of let!
let lookup key =
    task { //: hit
        let! n = Task.FromResult(if key = "k" then Some 1 else None) //: hit 2/2 x2

        match n with //: hit 2/2 x2
        | Some value -> return value //: hit x1
        | None -> return -1 //: hit x1
    }

//- try with in a task
let safe key =
    task { //: hit
        try //: hit
            let! n = fetch key //: hit x2
            return n //: hit x1
        with //: part 2/3
        | :? ArgumentException as e when e.Message = "other" -> return 1 //: part 1/2 x1
        | :? ArgumentException -> return 2 //: hit x1
        | _ -> return 3 //: miss
    }

//- loops in a task
let loops (items: int list) =
    task { //: hit
        let mutable sum = 0 //: hit x1

        for item in items do //D: hit //R: hit 2/2
            do! Task.Delay 0 //: hit x3

            if item > 1 then //: hit 2/2 x3
                sum <- sum + item //: hit x2

        let mutable i = 0 //: hit x1

        while i < 2 do //D: hit
            let! n = Task.FromResult i //: hit x2
            sum <- sum + n //: hit x2
            i <- i + 1 //: hit x2

        return sum //: hit x1
    }

//- use and use! in a task
type Handle(name: string) = //: hit
    member _.Name = name //D: hit //R: miss

    interface IDisposable with
        member _.Dispose() = printfn "disposed %s" name //: miss

    interface IAsyncDisposable with
        member _.DisposeAsync() = ValueTask() //: hit

let opened () =
    task { //: hit
        use handle = new Handle("a") //: hit x1
        use! other = Task.FromResult(new Handle("bb")) //: hit x1
        do! Task.Delay 1 //: hit x1
        return handle.Name.Length + other.Name.Length //: hit x1
    }

//- return! of another task, of unit
let forward flag =
    task { //: hit
        if flag then //: part 1/2 x1
            return! stepwise false //: hit x1
        else
            return! Task.FromResult 0 //: miss
    }

let effect (cell: int ref) : Task<unit> =
    task { //: hit
        if cell.Value = 0 then //: part 1/2 x1
            cell.Value <- 5 //: hit x1
    }

//- Task.WhenAll over a list of tasks
let several () =
    task { //: hit
        let! all = [ 1; 2; 3 ] |> List.map (fun n -> task { return n * 2 }) |> Task.WhenAll //: hit
        return Array.sum all //: hit x1
    }

//- async with conditions, match and loops
let download url =
    async { //: hit
        do! Async.Sleep 1 //: hit x3

        match url with //: hit 2/2 x3
        | "" -> return Error "empty" //: hit x1
        | _ -> return Ok(String.length url) //: hit x2
    }

let summary urls =
    async { //: hit
        let mutable good = 0 //: hit
        let total = ref 0 //: hit x1

        for url in urls do //: hit
            let! result = download url //: hit x3

            match result with //: hit 2/2 x3
            | Ok n -> total.Value <- total.Value + n //: hit x2
            | Error _ -> () //D: hit x1

        return total.Value //: hit x1
    }

//- async try with, finally
let guarded work =
    async { //: hit
        try //: hit
            try //: hit
                let! value = work //: hit x2
                return value + 1 //: hit x1
            with //: part 1/2
            | :? TimeoutException -> return 0 //: miss
            | e -> return e.Message.Length //: hit x1
        finally //: hit
            printfn "finally" //: hit x2
    }

//- while and use in async
let repeated () =
    async { //: hit
        use source = new CancellationTokenSource() //: hit x1
        let mutable left = 3 //: hit x1

        while left > 0 do //: hit
            do! Async.Sleep 0 //: hit x3
            left <- left - 1 //: hit x3

        return if source.IsCancellationRequested then 1 else 0 //: part 1/2 x1
    }

//- parallel children
let parallelSum () =
    async { //: hit
        let! parts = [ for i in 1..3 -> async { return i * i } ] |> Async.Parallel //: hit 2/2
        return Array.sum parts //: hit x1
    }

//- a background task of tasks
let background () = backgroundTask { return! fetch "xy" } //: hit x1

//- a task that throws before its first await
let invalid () : Task<int> =
    task { //: hit
        failwith "at once" //: hit x1
        return 1 //: miss
    }

let run () =
    printfn "%d" ((stepwise true).Result + (stepwise false).Result) //: hit x1
    printfn "%d" ((lookup "k").Result + (lookup "z").Result) //: hit x1
    printfn "%d" ((safe "").Result) //: hit x1
    printfn "%d" ((safe "ok").Result) //: hit x1
    printfn "%d" ((loops [ 1; 2; 3 ]).Result) //: hit x1
    printfn "%d" (opened ()).Result //: hit x1
    let cell = ref 0 //: hit x1
    (effect cell).Wait() //: hit x1
    printfn "%d" (several ()).Result //: hit x1
    printfn "%d" (Async.RunSynchronously(summary [ "a"; ""; "bcd" ])) //: hit x1
    printfn "%d" (Async.RunSynchronously(guarded (async { return 1 }))) //: hit x1
    printfn "%d" (Async.RunSynchronously(guarded (async { return failwith "boom" }))) //: hit x1
    printfn "%d" (Async.RunSynchronously(repeated ())) //: hit x1
    printfn "%d" (Async.RunSynchronously(parallelSum ())) //: hit x1
    printfn "%d" (background ()).Result //: hit x1

    try //: hit x1
        printfn "%d" (invalid ()).Result //: hit x1
    with :? AggregateException as e -> //: part 1/2 x1
        printfn "%s" (e.InnerException.GetType().Name) //: hit x1

    printfn "%d" (forward true).Result //: hit x1
