// Loops in computation expressions.
module FSharpMore.ComputationLoops

#nowarn "25"

open System
open System.Collections.Generic
open System.Threading.Tasks
open FSharpMore.Help

//- for over a list, an array, a range, a dictionary, nested, in a task
let sums (items: int list) (table: Dictionary<string, int>) =
    task { //: hit
        let mutable sum = 0 //: hit x1
        for item in items do //D: hit //R: hit 2/2
            do! Task.Yield() //: hit x3
            sum <- sum + item //: hit x3
        for i in 1..3 do //D: hit //R: hit 2/2
            do! Task.Delay 0 //: hit x3
            for j in [| i; i * 2 |] do //D: hit //R: hit 2/2
                let! n = Task.FromResult j //: hit x6
                if n > 3 then sum <- sum + n //: hit 2/2 x6
        for pair in table do //D: hit //R: part 1/2
            do! Task.Delay pair.Value //: miss
        for pair in Seq.empty<int> do //D: hit //R: part 1/2
            sum <- sum + pair //: miss
        return sum //: hit x1
    }

//- while with a call, with a negation, with or, with a match, false at once, left by an exception
let whiles (queue: Queue<int>) =
    task { //: hit
        let mutable rounds = 0 //: hit x1
        while keep rounds < 2 do //D: hit
            do! Task.Delay 0 //: hit x2
            rounds <- rounds + 1 //: hit x2
        while not (queue.Count = 0) do //D: hit
            let n = queue.Dequeue() //: hit x2
            do! Task.Delay 0 //: hit x2
            rounds <- rounds + n //: hit x2
        while keep rounds < 3 || keep rounds = 3 do //: part 1/2 1/2
            do! Task.Delay 0 //: miss
            rounds <- 1000 //: miss
        while keep rounds > 1000 do //D: hit
            do! Task.Delay 0 //: miss
        while (match rounds % 2 with 0 -> false | _ -> true) do //D: hit 2/2
            do! Task.Delay 0 //: hit x1
            rounds <- rounds + 1 //: hit x1
        return rounds //: hit x1
    }

let broken (items: int seq) =
    task { //: hit
        try //: hit
            let mutable n = 0 //: hit x1
            for item in items do //D: hit //R: part 1/2
                do! Task.Delay 0 //: hit x2
                n <- n + 10 / item //: hit x2
            return n //: miss
        with :? DivideByZeroException -> //: part 1/2
            return -1 //: hit x1
    }

//- for without an await inside of it
let quiet (items: int[]) =
    task { //: hit
        let mutable n = 0 //: hit x1
        for item in items do //D: hit //R: hit 2/2
            n <- n + item //: hit x2
        for i in 0..1 do //D: hit //R: hit 2/2
            n <- n + i //: hit x2
        let mutable i = 0 //: hit x1
        while i < 3 do //D: hit
            i <- i + 1 //: hit x3
        do! Task.Delay n //: hit x1
        return n //: hit x1
    }

//- while! in a task, false at once, with a condition in its body
let polled (answers: Queue<bool>) =
    task { //: hit
        let mutable n = 0 //: hit x1
        while! Task.FromResult(answers.Dequeue()) do //D: hit //R: hit 2/2
            n <- n + 1 //: hit x2
            if n = 2 then //: hit 2/2 x2
                do! Task.Yield() //: hit x1
        while! Task.FromResult false do //D: hit //R: part 1/2
            n <- 100 //: none
        return n //: hit x1
    }

//- while! in async
let asked (answers: Queue<bool>) =
    async { //: hit
        let mutable n = 0 //: hit x1
        while! async { return answers.Dequeue() } do //: hit
            n <- n + 1 //: hit x2
            if n = 2 then //: hit 2/2 x2
                do! Async.Sleep 0 //: hit x1
        while! async { return n > 2 } do //: hit
            n <- 100 //: miss
            do! Async.Sleep 0 //: miss
        return n //: hit x1
    }

//- loops of async
let rounds (items: int seq) =
    async { //: hit
        let mutable n = 0 //: hit x1
        for item in items do //: hit
            if item > 1 then //: hit 2/2 x3
                do! Async.Sleep 0 //: hit x2
            n <- n + item //: hit x3
        for i in 1..2 do //: hit
            n <- n + i //: hit x2
        while n < 10 && keep n > 0 do //: part 2/2 1/2
            n <- n + 1 //: hit x1
        while keep n < 0 do //: hit
            n <- 0 //: miss
        return n //: hit x1
    }

//- a user-defined builder with loops
type Trace() =
    let steps = List<string>() //: hit x1
    member _.Steps = steps //: miss
    member _.Yield(text: string) = steps.Add text //D: hit //R: miss
    member _.Zero() = () //D: hit //R: miss
    member _.Delay(f: unit -> unit) = f //D: hit //R: miss
    member _.Run(f: unit -> unit) = f (); steps.Count //D: hit //R: miss
    member _.Combine((), next: unit -> unit) = next () //D: hit //R: miss
    member _.While(test: unit -> bool, body: unit -> unit) =
        while test () do //D: hit 2/2 //R: miss 0/2
            body () //D: hit x2 //R: miss
    member _.For(items: seq<'a>, body: 'a -> unit) =
        for item in items do //: hit 2/2
            body item //: hit x3

let traced (limit: int) =
    let trace = Trace() //: hit x1
    let mutable n = ref 0 //: hit x1
    trace { //: hit
        yield "start" //: hit x1
        for i in [ 1; 2; 3 ] do //: hit
            if i < limit then yield $"item {i}" //: hit 2/2 x3
        while n.Value < 2 do //D: hit
            n.Value <- n.Value + 1 //: hit x2
            yield string n.Value //: hit x2
    }

//- a while in a sequence, in a list, in an array; for with patterns
let collected (pairs: (int * string option) list) =
    let mutable i = 0 //: hit x1
    let texts = //: hit
        [ for n, text in pairs do //: hit 2/2
              match text with //: hit 2/2 x3
              | Some t when t.Length > n -> t //: hit 2/2
              | _ -> () ] //: hit
    let numbers = //: hit
        [| for KeyValue(k, v) in dict [ 1, 2; 3, 4 ] do //: hit 2/2
               yield k //: hit
               yield! [ v; v ] //: hit
           yield 100 |] //: hit
    let counted = //: hit
        [ while i < 3 do //: hit 2/2
              i <- i + 1 //: hit
              if i <> 2 then yield i ] //: hit 2/2
    texts.Length + numbers.Length + counted.Length //: hit x1

//- for with a pattern that not all elements fit, in a sequence and in a task
let fitting (items: int option list) =
    let found = seq { for Some n in items do n } |> Seq.sum //: hit 2/2
    let later =
        task { //: hit
            let mutable n = 0 //: hit x1
            for (a, b) in [ 1, 2; 3, 4 ] do //D: hit //R: hit 2/2
                do! Task.Delay 0 //: hit x2
                n <- n + a * b //: hit x2
            return n //: hit x1
        }
    found + later.Result //: hit x1

let run () =
    eat (sums [ 1; 2; 3 ] (Dictionary())).Result //: hit x1
    eat (whiles (Queue [ 1; 2 ])).Result //: hit x1
    eat (broken [ 1; 0; 3 ]).Result //: hit x1
    eat (quiet [| 1; 2 |]).Result //: hit x1
    eat (polled (Queue [ true; true; false ])).Result //: hit x1
    eat (asked (Queue [ true; true; false ]) |> Async.RunSynchronously) //: hit x1
    eat (rounds [ 1; 2; 3 ] |> Async.RunSynchronously) //: hit x1
    eat (traced 3) //: hit x1
    eat (collected [ 1, Some "abc"; 5, Some "x"; 2, None ]) //: hit x1
    eat (fitting [ Some 1; Some 3 ]) //: hit x1
