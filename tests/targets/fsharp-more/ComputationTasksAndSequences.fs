// Computations: tasks, async, sequences, builders like those of libraries.
module FSharpMore.ComputationTasksAndSequences

open System
open System.Collections.Generic
open System.IO
open System.Threading
open System.Threading.Tasks
open FSharpMore.Help

//- a task that reads, retries and gives up
let fetch (fail: int) (attempt: int) : Task<string> =
    task { //: hit
        do! Task.Yield() //: hit
        if attempt <= fail then //: hit 2/2 x3
            return raise (IOException("try " + string attempt)) //: hit x2
        else
            return "body" //: hit x1
    }

let rec withRetry attempts (work: int -> Task<string>) attempt : Task<Result<string, string>> =
    task { //: hit
        try //: hit
            let! body = work attempt //: hit
            return Ok body //: hit x1
        with //: part 1/2
        | :? IOException as e when attempt < attempts -> //: part 1/2
            eat e.Message.Length //: hit x2
            return! withRetry attempts work (attempt + 1) //: hit x2
        | e -> return Error e.Message //: miss
    }

//- let!, use!, and a match on what was awaited
type Connection(name: string) =
    let mutable isOpen = true //: hit x1
    member _.IsOpen = isOpen //D: hit //R: miss
    member _.Query(n: int) =
        task { //: hit
            if not isOpen then failwith "closed" //: part 1/2 x2
            do! Task.Delay 1 //: hit x2
            match n with //: part 2/3 x2
            | 0 -> return None //: miss
            | 1 -> return Some name //: hit x1
            | _ -> return Some(name + string n) //: hit x1
        }
    interface IAsyncDisposable with
        member _.DisposeAsync() =
            isOpen <- false //: hit x1
            ValueTask.CompletedTask //: hit x1

let connect name =
    task { //: hit
        do! Task.Yield() //: hit x1
        return new Connection(name) //: hit x1
    }

let session () =
    task { //: hit
        use! connection = connect "db" //: hit x1
        let! first = connection.Query 1 //: hit x1
        let! second = connection.Query 5 //: hit x1
        match first, second with //: part 1/3 x1
        | Some a, Some b when a.Length < b.Length && connection.IsOpen -> return a + b //: part 1/2 1/2 x1
        | Some a, None -> return a //: miss
        | _ -> return "" //: miss
    }

//- while! and a loop with a condition of two operands
let drain (queue: Queue<int>) =
    task { //: hit
        let mutable sum = 0 //: hit x1
        let next () = task { return queue.Count > 0 } //: hit
        while! next () do //D: hit //R: hit 2/2
            let n = queue.Dequeue() //: hit x3
            if n = 2 then sum <- sum + 100 //: hit 2/2 x3
            sum <- sum + n //: hit x3
        return sum //: hit x1
    }

let poll limit =
    task { //: hit
        let mutable rounds = 0 //: hit x1
        let mutable found = false //: hit x1
        while rounds < limit && not found do //: part 1/2 2/2
            rounds <- rounds + 1 //: hit x2
            let! value = Task.FromResult(rounds * 2) //: hit x2
            found <- value > 3 //: hit x2
        return if found then rounds else -1 //: part 1/2 x1
    }

//- async with a token, child and choice
let worker id delay =
    async { //: hit
        let! token = Async.CancellationToken //: hit x2
        if token.IsCancellationRequested then //: part 1/2 x2
            return None //: miss
        else
            do! Async.Sleep(delay: int) //: hit
            return if id % 2 = 0 then Some id else None //: hit 2/2
    }

let chooseFirst () =
    async { //: hit
        let! odd = worker 1 1 //: hit
        let! even = worker 2 1 //: hit
        match Option.orElse even odd with //: part 1/2
        | Some n -> return n //: hit
        | None -> return 0 //: miss
    }

let guardedAsync (text: string) =
    async { //: hit
        try //: hit
            try //: hit
                if text = "" then invalidArg "text" "empty" //: hit 2/2 x2
                let! n = async { return int text } //: hit
                return n //: hit
            with //: part 1/3
            | :? ArgumentException -> return -1 //: hit
            | :? FormatException when text.Length > 5 -> return -2 //: miss 0/2
        finally //: hit
            eat 1 //: hit
    }

let parallelSum () =
    async { //: hit
        let! parts = Async.Parallel [ for n in 1..4 -> async { return n * n } ] //: hit 2/2
        let! child = Async.StartChild(async { return Array.sum parts }) //: hit
        let! total = child //: hit
        for p in parts do //: hit
            if p > 9 then eat p //: hit 2/2 x4
        return total //: hit
    }

//- sequences: yield!, nested, recursive, with a match and early ends
let rec walk depth =
    seq { //: hit
        yield depth //: hit
        if depth < 3 then //: hit 2/2
            yield! walk (depth + 1) //: hit
            match depth with //: part 2/3
            | 1 -> yield! [ 10; 20 ] //: hit
            | 2 -> () //D: hit
            | _ -> yield 99 //: miss
    } //: hit

let pages (limit: int) =
    seq { //: hit
        let mutable page = 0 //: hit x1
        let mutable more = true //: hit x1
        while more do //: hit 2/2
            for item in page * 2 .. page * 2 + 1 do //: hit 2/2
                if item % 3 <> 0 then yield item //: hit 2/2
            page <- page + 1 //: hit x3
            more <- page < limit //: hit x3
    } //: hit

let guardedSeq flag =
    seq { //: hit
        try //: hit
            yield 1 //: hit x2
            if flag then eat 2 //: part 1/2 x1
            yield 2 //: hit x1
        finally //: hit
            eat 4 //: hit x2
    } //: hit

//- an option builder with Bind, Return, Zero, Combine, Delay, For, While, TryFinally
type Maybe() = //: hit
    member _.Bind(m: 'a option, f) = match m with Some x -> f x | None -> None //: hit 2/2
    member _.Bind(r: Result<'a, 'e>, f) = match r with Ok x -> f x | Error _ -> None //: part 1/2
    member _.Return x = Some x //D: hit //R: miss
    member _.ReturnFrom(x: 'a option) = x //: miss
    member _.Zero() = Some() //D: hit //R: miss
    member _.Delay(f: unit -> 'a option) = f //D: hit //R: miss
    member _.Run(f: unit -> 'a option) = f () //D: hit //R: miss
    member _.Combine(a: unit option, f: unit -> 'b option) =
        match a with //D: hit 2/2 //R: miss 0/2
        | Some() -> f () //D: hit //R: miss
        | None -> None //D: hit //R: miss
    member this.While(test: unit -> bool, body: unit -> unit option) : unit option =
        if test () then //: hit 2/2
            match body () with //: hit 2/2
            | Some() -> this.While(test, body) //: hit
            | None -> None //: hit x1
        else
            Some() //: hit
    member this.For(items: seq<'a>, body: 'a -> unit option) =
        use e = items.GetEnumerator() //: hit
        this.While((fun () -> e.MoveNext()), (fun () -> body e.Current)) //: hit
    member _.TryFinally(body: unit -> 'a option, final: unit -> unit) =
        try //D: hit //R: miss
            body () //D: hit //R: miss
        finally //D: hit //R: miss
            final () //D: hit //R: miss

let maybe = Maybe() //: hit x1

let lookup (map: Map<string, int>) names =
    maybe { //: hit
        let mutable sum = 0 //: hit
        for name in names do //: hit
            let! n = Map.tryFind name map //: hit
            if n > 5 then sum <- sum + n //: hit 2/2
        let! extra = Ok 3 //: hit
        try //: hit
            if sum = 0 then return! None //: part 1/2
            return sum + extra //D: hit
        finally //D: hit
            eat 1 //D: hit
    }

//- a task that takes its token when it is started
type Cold<'a> = CancellationToken -> Task<'a>

type ColdBuilder() = //: hit
    member _.Return(x: 'a) : Cold<'a> = fun _ -> Task.FromResult x //: hit
    member _.Bind(first: Cold<'a>, next: 'a -> Cold<'b>) : Cold<'b> =
        fun token ->
            task { //: hit
                token.ThrowIfCancellationRequested() //: hit
                let! value = first token //: hit
                return! next value token //: hit
            }
    member _.Zero() : Cold<unit> = fun _ -> Task.FromResult(()) //: miss
    member _.Source(t: Task<'a>) : Cold<'a> = fun _ -> t //: hit
    member _.Source(c: Cold<'a>) : Cold<'a> = c //D: hit //R: miss
    member _.Delay(f: unit -> Cold<'a>) : Cold<'a> = fun token -> f () token //: hit

let cold = ColdBuilder() //: hit x1

let token: Cold<CancellationToken> = fun t -> Task.FromResult t //D: hit //R: miss

let job n =
    cold { //: hit
        let! t = token //: hit
        let! doubled = Task.FromResult(n * 2) //: hit
        if t.CanBeCanceled then //: hit 2/2
            return doubled //: hit
        else
            return -doubled //: hit
    }

let run () =
    match (withRetry 5 (fetch 2) 1).Result with //: part 1/2
    | Ok text -> eat text.Length //: hit x1
    | Error _ -> eat 0 //: miss
    eat (session ()).Result.Length //: hit x1
    eat (drain (Queue [ 1; 2; 3 ])).Result //: hit x1
    eat (poll 5).Result //: hit x1
    eat (Async.RunSynchronously(chooseFirst ())) //: hit x1
    eat (Async.RunSynchronously(guardedAsync "") + Async.RunSynchronously(guardedAsync "5")) //: hit x1
    eat (Async.RunSynchronously(parallelSum ())) //: hit x1
    eat (walk 1 |> Seq.sum) //: hit x1
    eat (pages 3 |> Seq.sum) //: hit x1
    eat (Seq.sum (guardedSeq true) + Seq.head (guardedSeq false)) //: hit x1
    let map = Map.ofList [ "a", 1; "b", 9 ] //: hit x1
    for names in [ [ "a"; "b" ]; [ "c" ] ] do //: hit 2/2
        match lookup map names with //: hit 2/2 x2
        | Some n -> eat n //: hit x1
        | None -> eat 1 //: hit x1
    use source = new CancellationTokenSource() //: hit x1
    eat ((job 3 source.Token).Result + (job 3 CancellationToken.None).Result) //: hit x1
