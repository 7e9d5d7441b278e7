// Loops, exceptions, classes, events, agents, queries.
module FSharpMore.ProgramClasses

open System
open System.Collections.Generic
open System.Linq
open System.Threading
open FSharpMore.ModuleValues

exception BadInput of line: int * text: string
exception Empty

//- try with many patterns
let handle (work: unit -> int) =
    try //: hit x6
        work () //: hit x6
    with //: part 5/6 x5
    | BadInput(line, _) when line > 10 -> line //: hit 2/2 x2
    | BadInput(_, text) -> text.Length //: hit x1
    | Empty -> 0 //: hit x1
    | :? ArgumentException | :? FormatException -> -1 //: hit x1
    | Failure message when message = "stop" -> -2 //: part 1/2 x1
    | e -> e.Message.Length //: miss

//- try finally around a match
let cleanup flag =
    let log = List<string>() //: hit x2

    try //: hit x2
        match flag with //: hit 2/2 x2
        | true -> log.Add "yes" //: hit x1
        | false -> log.Add "no" //: hit x1
    finally //: hit
        log.Add "done" //: hit x2

    log.Count //: hit x2

//- nested try in a loop with a mutable state
let retry limit =
    let mutable attempts = 0 //: hit x1
    let mutable finished = false //: hit x1

    while not finished do //: hit 2/2 x4
        attempts <- attempts + 1 //: hit x3

        try //: hit x3
            if attempts < limit then failwith "again" //: hit 2/2 x3
            finished <- true //: hit x1
        with Failure text -> //: part 1/2
            printfn "%s" text //: hit x2

    attempts //: hit x1

//- use with a null resource, disposal in order
type Noise(name: string) = //: hit
    interface IDisposable with
        member _.Dispose() = printfn "bye %s" name //: hit x3

let resources () =
    use a = new Noise "a" //: hit x1
    use _ = new Noise "b" //: hit x1
    use empty: IDisposable = null //: hit x1
    using (new Noise "c") (fun _ -> printfn "inside") //: hit
    same 5 //: hit x1

//- loops: down, step, nested, over tuples, over a map, with patterns
let loops () =
    let mutable total = 0 //: hit x1

    for i = 3 downto 1 do //: hit 2/2
        total <- total + i //: hit x3

    for i in 10 .. -5 .. 0 do //: hit 2/2
        total <- total + i //: hit x3

    for a in 1..2 do //: hit 2/2
        for b in a..2 do //: hit 2/2
            if a = b then total <- total + 1 //: hit 2/2 x3

    for name, value in [ "a", 1; "b", 2 ] do //: hit 2/2
        total <- total + value + name.Length //: hit x2

    for KeyValue(k, v) in Map.ofList [ 1, 2 ] do //: hit 2/2
        total <- total + k + v //: hit x1

    for _ in 1..2 do //: hit 2/2
        total <- total + 1 //: hit x2

    for c in "abc" do //: hit 2/2
        total <- total + int c //: hit x3

    for i, x in Seq.indexed [ 5; 6 ] do //: hit 2/2
        total <- total + i * x //: hit x2

    for n in List<int>() do //: part 1/2
        total <- total + n //: miss

    for n in Array.empty<int> do //: part 1/2
        total <- total + n //: miss

    total //: hit x1

//- classes with let, do, properties, static members, overloads
type Stack<'T>(capacity: int) =
    let items = ResizeArray<'T>(capacity) //: hit x1
    let mutable pushes = 0 //: hit x1

    do
        if capacity < 1 then //: part 1/2 x1
            invalidArg "capacity" "too small" //: miss

    static let mutable created = 0 //: hit
    do created <- created + 1 //: hit

    member _.Count = items.Count //D: hit //R: miss

    member this.IsEmpty = this.Count = 0 //D: hit //R: miss

    member _.Push item =
        pushes <- pushes + 1 //: hit x2
        items.Add item //: hit x2

    member this.TryPop(item: byref<'T>) =
        if items.Count = 0 then //: part 1/2 x1
            false //: miss
        else
            item <- items[items.Count - 1] //: hit x1
            items.RemoveAt(items.Count - 1) //: hit x1
            true //: hit x1

    member _.Peek =
        match items.Count with //: part 1/2 x1
        | 0 -> None //: miss
        | n -> Some items[n - 1] //: hit x1

    override _.ToString() = $"{items.Count} of {pushes}" //: hit x1

//- inheritance with base calls
[<AbstractClass>]
type Animal(name: string) = //: hit
    abstract Sound: unit -> string
    abstract Legs: int
    default _.Legs = 4 //: hit x1
    member this.Speak() =
        let sound = this.Sound() //: hit x2
        if sound = "" then name + " is silent" else name + " says " + sound //: hit 2/2 x2

type Dog() =
    inherit Animal("dog") //: hit
    override _.Sound() = "woof" //: hit x1

type Fish() =
    inherit Animal("fish") //: hit
    override _.Sound() = "" //: hit x1
    override _.Legs = base.Legs - 4 //: hit x1

//- object expressions with state
let comparer descending =
    { new IComparer<int> with //: hit x1
        member _.Compare(a, b) = //: hit
            if descending then compare b a else compare a b } //: part 1/2

//- events
type Button() =
    let clicked = Event<EventHandler<int>, int>() //: hit
    let pressed = Event<string>() //: hit

    [<CLIEvent>]
    member _.Clicked = clicked.Publish //D: hit //R: miss

    member _.Pressed = pressed.Publish //D: hit //R: miss

    member this.Click n =
        clicked.Trigger(this, n) //: hit x2
        if n > 1 then pressed.Trigger(string n) //: hit 2/2 x2

let events () =
    let button = Button() //: hit x1
    let mutable sum = 0 //: hit
    let total = ref 0 //: hit x1
    button.Clicked.Add(fun n -> total.Value <- total.Value + n) //: hit
    button.Pressed |> Event.filter (fun s -> s.Length > 5) |> Event.add (fun s -> total.Value <- 1000) //: hit
    button.Click 1 //: hit x1
    button.Click 2 //: hit x1
    total.Value //: hit x1

//- an agent
type Message =
    | Add of int
    | Get of AsyncReplyChannel<int>
    | Stop

let agent () =
    let inbox = //: hit
        MailboxProcessor.Start(fun inbox -> //: hit
            let rec loop total = //: hit
                async { //: hit
                    let! message = inbox.Receive() //: hit x4
                    match message with //: hit 3/3 x4
                    | Add n -> return! loop (total + n) //: hit x2
                    | Get channel ->
                        channel.Reply total //: hit x1
                        return! loop total //: hit x1
                    | Stop -> return () //: hit x1
                } //: hit
            loop 0) //: hit x1

    inbox.Post(Add 1) //: hit x1
    inbox.Post(Add 2) //: hit x1
    let total = inbox.PostAndReply Get //: hit x1
    inbox.Post Stop //: hit x1
    Thread.Sleep 100 //: hit x1
    total //: hit x1

//- query expressions
let queries () =
    let found =
        query { //: hit
            for n in [ 1; 2; 3 ] do //: hit
            where (n > 1) //: hit
            sortByDescending n //: hit
            select (n * 2) //: hit
        }

    found |> Seq.sum //: hit x1

//- spans
let spans (text: string) =
    let span = text.AsSpan() //: hit x1
    let mutable count = 0 //: hit x1

    for i in 0 .. span.Length - 1 do //: hit 2/2
        if span[i] = 'a' then count <- count + 1 //: hit 2/2 x4

    count + span.Slice(1).Length //: hit x1

//- mutual recursion
let rec isEven n =
    if n = 0 then true else isOdd (n - 1) //: hit 2/2 x3

and isOdd n =
    if n = 0 then false else isEven (n - 1) //: part 1/2 x2

//- an expression tree with evaluation
type Expr =
    | Num of int
    | Add2 of Expr * Expr
    | Mul of Expr * Expr
    | Neg of Expr
    | Var of string

let rec eval env expr =
    match expr with //: hit 5/5 x9
    | Num n -> n //: hit x3
    | Add2(a, b) -> eval env a + eval env b //: hit x2
    | Mul(a, b) -> eval env a * eval env b //: hit x1
    | Neg e -> -(eval env e) //: hit x1
    | Var name ->
        match Map.tryFind name env with //: hit 2/2 x2
        | Some v -> v //: hit x1
        | None -> failwithf "unbound %s" name //: hit x1

//- or-patterns over nested unions
let rec simplify expr =
    match expr with //: part 4/5 x5
    | Add2(Num 0, e) | Add2(e, Num 0) -> simplify e //: hit x1
    | Mul(Num 1, e) | Mul(e, Num 1) -> simplify e //: hit x1
    | Mul(Num 0, _) | Mul(_, Num 0) -> Num 0 //: hit x1
    | Add2(a, b) -> Add2(simplify a, simplify b) //: miss
    | e -> e //: hit x2

//- a tokenizer with active patterns
let (|Digit|Space|Symbol|) c =
    if Char.IsDigit c then Digit(int c - int '0') //: hit 2/2 x4
    elif Char.IsWhiteSpace c then Space //: hit 2/2 x3
    else Symbol c //: hit x2

let (|Prefix|_|) (prefix: string) (text: string) =
    if text.StartsWith prefix then Some(text.Substring prefix.Length) else None //: hit 2/2 x3

let tokens (text: string) =
    text //: hit x1
    |> Seq.map (fun c -> //: hit
        match c with //: hit 3/3 x4
        | Digit n -> n //: hit x1
        | Space -> 0 //: hit x1
        | Symbol s -> int s) //: hit x2
    |> Seq.sum //: hit x1

let command text =
    match text with //: hit x2
    | Prefix "get " key -> key //: hit 2/2 x2
    | Prefix "set " key -> key + "=" //: part 1/2
    | _ -> "?" //: hit x1

let run () =
    printfn "%d" (handle (fun () -> 5)) //: hit
    printfn "%d" (handle (fun () -> raise (BadInput(20, "x")))) //: hit
    printfn "%d" (handle (fun () -> raise (BadInput(2, "x")))) //: hit
    printfn "%d" (handle (fun () -> raise Empty)) //: hit
    printfn "%d" (handle (fun () -> invalidArg "a" "b")) //: hit
    printfn "%d" (handle (fun () -> failwith "stop")) //: hit
    printfn "%d" (cleanup true + cleanup false) //: hit x1
    printfn "%d" (retry 3) //: hit x1
    printfn "%d" (resources ()) //: hit x1
    printfn "%d" (loops ()) //: hit x1
    let stack = Stack<int>(4) //: hit x1
    stack.Push 1 //: hit x1
    stack.Push 2 //: hit x1
    let mutable top = 0 //: hit x1
    printfn "%b %d" (stack.TryPop &top) top //: hit x1
    printfn "%A %s %d %b" stack.Peek (stack.ToString()) stack.Count stack.IsEmpty //: hit x1
    printfn "%s %s" (Dog().Speak()) (Fish().Speak()) //: hit x1
    printfn "%d" (Fish() :> Animal).Legs //: hit x1
    let numbers = List<int>([ 2; 1; 3 ]) //: hit x1
    numbers.Sort(comparer true) //: hit x1
    printfn "%d" numbers[0] //: hit x1
    printfn "%d" (events ()) //: hit x1
    printfn "%d" (agent ()) //: hit x1
    printfn "%d" (queries ()) //: hit x1
    printfn "%d" (spans "abca") //: hit x1
    printfn "%b" (isEven 4) //: hit x1
    let env = Map.ofList [ "x", 2 ] //: hit x1
    printfn "%d" (eval env (Add2(Num 1, Mul(Num 2, Neg(Var "x"))))) //: hit x1
    try //: hit x1
        printfn "%d" (eval env (Add2(Num 1, Var "y"))) //: hit x1
    with Failure m -> //: part 1/2
        printfn "%s" m //: hit x1
    for e in [ Add2(Num 0, Var "a"); Mul(Var "b", Num 1); Mul(Num 3, Num 0) ] do //: hit 2/2
        printfn "%A" (simplify e) //: hit x3
    printfn "%d" (tokens "1 ab") //: hit x1
    printfn "%s %s" (command "get k") (command "x") //: hit x1
