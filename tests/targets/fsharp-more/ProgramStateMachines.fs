// Commands, states, small machines: matches as programs have them.
module FSharpMore.ProgramStateMachines

open System
open System.Collections.Generic
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

type Unit =
    | Kg
    | Gram
    | Piece

type Quantity = { Amount: decimal; Unit: Unit }

type Command =
    | Add of name: string * quantity: Quantity
    | Remove of string
    | Move of string * int * int
    | Batch of Command list
    | Undo of Command option
    | Noop

//- a state machine on tuples of unions
type State =
    | Idle
    | Running of int
    | Paused of int
    | Stopped

type Signal =
    | Start
    | Pause
    | Resume
    | Stop
    | Tick of int

[<MethodImpl(MethodImplOptions.NoInlining)>]
let next state signal =
    match state, signal with //: part 7/8 x7
    | Idle, Start -> Running 0 //: hit x1
    | Running n, Pause -> Paused n //: hit x1
    | Paused n, (Resume | Start) -> Running n //: hit x1
    | (Running _ | Paused _), Stop -> Stopped //: hit x1
    | Running n, Tick t when n + t > 10 || t < 0 -> Stopped //: part 1/2 1/2 x1
    | Running n, Tick t -> Running(n + t) //: hit x1
    | Stopped, _ -> Stopped //: miss
    | s, _ -> s //: hit x2

//- an interpreter with a loop over a stack
type Op =
    | Push of int
    | Plus
    | Minus
    | Times
    | Dup
    | Jz of int

[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec exec ops stack =
    match ops, stack with //: part 6/8 x7
    | [], top :: _ -> Some top //: hit x1
    | [], [] -> None //: miss
    | Push n :: rest, _ -> exec rest (n :: stack) //: hit x2
    | Plus :: rest, a :: b :: tail -> exec rest (a + b :: tail) //: hit x1
    | Minus :: rest, a :: b :: tail -> exec rest (b - a :: tail) //: miss
    | Times :: rest, a :: b :: tail -> exec rest (a * b :: tail) //: hit x1
    | Dup :: rest, a :: tail -> exec rest (a :: a :: tail) //: hit x1
    | _ -> None //: hit x1

//- single case unions, measures
type Email = Email of string
type Id = Id of int

[<MethodImpl(MethodImplOptions.NoInlining)>]
let wrapped (Email e) id =
    match e, id with //: part 3/4 x3
    | "", _ -> same 0 //: hit x1
    | _, Id 0 -> same 1 //: miss
    | _, Id n when n > 10 -> same n //: hit 2/2 x2
    | _, Id n -> same -n //: hit

//- a function in a higher-order function
let labels items =
    items //: hit
    |> List.map (function //: hit 4/4
        | Some(Ok n) when n > 0 && n < 10 -> "small" //: hit 2/2 2/2
        | Some(Ok _) -> "big" //: hit
        | Some(Error(e: string)) -> e //: hit
        | None -> "none") //: hit
    |> String.concat "," //: hit

//- match in a loop
[<MethodImpl(MethodImplOptions.NoInlining)>]
let loop (items: Command list) =
    let mutable total = 0 //: hit x1
    for item in items do //: hit 2/2
        match item with //: part 3/4 x3
        | Add(_, { Amount = a }) when a > 1M -> total <- total + int a //: part 1/2 x1
        | Add _ -> total <- total + 1 //: miss
        | Batch(_ :: _ :: _) | Undo _ -> total <- total - 1 //: hit x1
        | _ -> () //: hit x1
    total //: hit x1

//- match in a while loop with a queue
[<MethodImpl(MethodImplOptions.NoInlining)>]
let drain (queue: Queue<Command>) =
    let mutable count = 0 //: hit x1
    while queue.Count > 0 do //: hit 2/2
        match queue.Dequeue() with //: part 2/3 x3
        | Batch items -> for i in items do queue.Enqueue i //: hit 2/2
        | Noop | Undo None -> () //: hit x2
        | _ -> count <- count + 1 //: miss
    count //: hit x1

//- nested matches
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nested a b =
    match a with //: part 2/3 x3
    | Some x -> //: none
        match b with //: part 2/3 x2
        | Some y when x = y -> same 1 //: hit 2/2 x2
        | Some _ -> same 2 //: hit x1
        | None -> same 3 //: miss
    | None when Option.isSome b -> same 4 //: part 1/2 x1
    | None -> same 5 //: miss

//- a value of a match that is used in a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let conditional t =
    if (match t with Add(_, { Unit = Piece }) | Remove _ -> true | Move(_, a, b) -> a > b | _ -> false) then //: part 2/3 2/2 x2
        same 1 //: hit x1
    else
        same 2 //: hit x1

//- async and task
let work cmd =
    task { //: hit
        match cmd with //: part 2/3 x2
        | Add(n, { Amount = a }) when a > 1M && n.Length > 1 -> //: part 1/2 1/2 x1
            do! System.Threading.Tasks.Task.Delay 1 //: hit
            return 1 //: hit
        | Add _ -> return 2 //: miss
        | Batch [ Noop ] | Undo(Some Noop) | _ -> return 3 //: hit
    }

//- a sequence
let pieces cmds =
    seq { //: hit
        for cmd in cmds do //: hit 2/2
            match cmd with //: part 2/4 x3
            | Add(n, _) | Remove n when n.Length > 2 -> yield n //: part 1/2 x2
            | Add _ -> yield "short" //: miss
            | Remove _ -> yield "removed" //: miss
            | _ -> () //: hit
    } //: hit

//- members
type Machine() =
    let mutable state = Idle //: hit
    member _.State = state //D: hit //R: miss
    member this.Send signal =
        state <- //: hit
            match state, signal with //: part 2/4 x3
            | Idle, Start | Paused _, Resume -> Running 1 //: hit x1
            | Running n, Tick m when n > 0 && m > 0 -> Running(n + m) //: part 1/2 1/2 x2
            | Running _, _ -> Idle //: miss
            | s, _ -> s //: miss

//- strings and characters in unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let parse (text: string) =
    match text.Split(' ') |> Array.toList with //: part 4/5 x5
    | [ "add"; name ] | [ "add"; name; _ ] -> Add(name, { Amount = 1M; Unit = Kg }) //: hit x2
    | "move" :: name :: ("up" | "down") :: _ -> Move(name, 0, 1) //: hit x1
    | [ "remove"; name ] when name.Length > 0 && Char.IsLetter name[0] -> Remove name //: part 1/2 1/2 x1
    | [ "undo" ] | [ "u" ] -> Undo None //: miss
    | _ -> Noop //: hit x1

//- arrays with or-patterns
[<MethodImpl(MethodImplOptions.NoInlining)>]
let arrays (a: int array) =
    match a with //: part 3/4 x3
    | [| 0; x |] | [| x; 0 |] -> same x //: hit x1
    | [| x; y |] when x > 0 && y > 0 -> same (x + y) //: part 1/2 1/2 x1
    | [| 1; _; x |] | [| _; 1; x |] -> same x //: miss
    | _ -> same -1 //: hit x1

//- Booleans and tuples in unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let flags a b c =
    match a, b, c with //: part 3/4 x3
    | true, Some true, _ | false, None, true -> same 1 //: hit x1
    | true, None, false -> same 2 //: miss
    | _, Some false, _ -> same 3 //: hit x1
    | _ -> same 4 //: hit x1

let run () =
    let kg a = { Amount = a; Unit = Kg } //D: hit
    let add n a = Add(n, kg a) //D: hit
    for s, i in [ Idle, Start; Running 1, Pause; Paused 1, Start; Running 1, Stop; Running 1, Tick 2; Idle, Stop; Idle, Tick 1 ] do //: hit 2/2
        printfn "%A" (next s i) //: hit
    printfn "%A" (exec [ Push 1; Dup; Plus; Push 3; Times ] []) //: hit
    printfn "%A" (exec [ Jz 1 ] []) //: hit
    printfn "%d" (wrapped (Email "") (Id 1) + wrapped (Email "a") (Id 11) + wrapped (Email "a") (Id 5)) //: hit
    printfn "%s" (labels [ Some(Ok 1); Some(Ok 11); Some(Ok 0); Some(Error "e"); None ]) //: hit
    printfn "%d" (loop [ add "a" 5M; Undo None; Noop ]) //: hit
    let queue = Queue<Command>() //: hit
    queue.Enqueue(Batch [ Noop; Undo None ]) //: hit
    printfn "%d" (drain queue) //: hit
    printfn "%d" (nested (Some 1) (Some 1) + nested (Some 1) (Some 2) + nested None (Some 1)) //: hit
    printfn "%d" (conditional (Move("a", 2, 1)) + conditional Noop) //: hit
    printfn "%d" ((work (add "ab" 5M)).Result + (work Noop).Result) //: hit
    printfn "%A" (pieces [ add "abc" 1M; Remove "abc"; Noop ] |> List.ofSeq) //: hit
    let m = Machine() //: hit
    m.Send Start //: hit
    m.Send(Tick 1) //: hit
    m.Send(Tick 2) //: hit
    printfn "%A" m.State //: hit
    for t in [ "add a"; "add a b"; "move x up"; "remove x"; "zzz" ] do printfn "%A" (parse t) //: hit 2/2
    printfn "%d" (arrays [| 0; 5 |] + arrays [| 1; 2 |] + arrays [||]) //: hit
    printfn "%d" (flags true (Some true) true + flags true (Some false) true + flags false None false) //: hit
