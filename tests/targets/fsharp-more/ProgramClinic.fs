// Units of measure, active patterns, records, unions, interfaces, exceptions, quotations and tasks, as programs have them.
module FSharpMore.ProgramClinic

open System
open System.Collections.Generic
open System.IO
open System.Threading.Tasks
open Microsoft.FSharp.Quotations
open Microsoft.FSharp.Quotations.Patterns
open FSharpMore.Help

//- units of measure in conditions and matches
[<Measure>] type kg
[<Measure>] type m

let bmi (weight: float<kg>) (height: float<m>) =
    let value = weight / (height * height) //: hit x3
    if value > 30.0<kg / m^2> then "high" //: hit 2/2 x3
    elif value < 18.0<kg / m^2> then "low" //: hit 2/2 x2
    else "normal" //: hit x1

//- active patterns: partial, with a parameter, complete, combined
let (|Int|_|) (text: string) =
    match Int32.TryParse text with //: hit 2/2
    | true, n -> Some n //: hit
    | _ -> None //: hit

let (|Between|_|) low high n = if n >= low && n <= high then Some() else None //: part 1/2 2/2

[<return: Struct>]
let (|Prefixed|_|) (prefix: string) (text: string) =
    if text.StartsWith(prefix, StringComparison.Ordinal) then ValueSome(text.Substring prefix.Length) //: hit 2/2
    else ValueNone //: hit

let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd //: hit 2/2

let (|IsLong|_|) (text: string) = text.Length > 8 //D: hit //R: miss

let triage (text: string) =
    match text with //: hit x6
    | Prefixed "id:" rest -> rest.Length //: hit 6/6
    | Int(Between 0 9) -> 1 //: hit 2/2
    | Int Even -> 2 //: hit x1
    | Int n -> n //: hit x1
    | IsLong -> 4 //: hit x1
    | _ -> 5 //: hit x1

//- records, unions, struct unions, nested matches with guards, function
[<Struct>]
type Dose =
    | Tablet of count: int
    | Liquid of ml: float
    | Nothing

type Patient = { Name: string; Age: int; Doses: Dose list }

let amount =
    function //: part 3/4
    | Tablet n when n > 10 -> 10 //: hit 2/2
    | Tablet n -> n //: hit x2
    | Liquid ml -> int ml //: hit x1
    | Nothing -> 0 //: miss

let plan patient =
    match patient.Doses with //: hit 3/3 x4
    | [] -> "none" //: hit x1
    | [ single ] ->
        match single, patient.Age with //: part 2/3
        | Liquid _, age when age < 12 -> "syrup" //: part 1/2
        | (Tablet _ | Liquid _), _ -> "one" //: hit x1
        | Nothing, _ -> "empty" //: miss
    | first :: rest ->
        let total = rest |> List.sumBy amount |> (+) (amount first) //: hit x1
        $"{patient.Name}: %d{total} of {rest.Length + 1, 3}" //: hit x1

//- SRTP, inline, generic
let inline area (shape: ^T when ^T: (member Width: int) and ^T: (member Height: int)) =
    (^T: (member Width: int) shape) * (^T: (member Height: int) shape) //D: hit //R: miss

type Room(width: int, height: int) = //: hit
    member _.Width = width //D: hit //R: miss
    member _.Height = height //D: hit //R: miss

let inline larger (a: ^T) (b: ^T) = if a > b then a else b //D: hit 2/2 //R: miss 0/2

let best<'T, 'K when 'K: comparison> (key: 'T -> 'K) (items: 'T list) =
    match items with //: hit 2/2 x2
    | [] -> None //: hit x1
    | head :: tail ->
        let mutable found = head //: hit x1
        for item in tail do //: hit 2/2
            if key item > key found then found <- item //: hit 2/2
        Some found //: hit x1

//- interfaces, object expressions, type extensions
type IClock =
    abstract Now: unit -> int
    abstract Name: string

type String with
    member text.Initial = if text = "" then '?' else text[0] //: part 1/2

let clock start =
    let mutable now = ref start //: hit x1
    { new IClock with //: hit x1
        member _.Now() = //: hit
            now.Value <- now.Value + 1 //: hit x2
            if now.Value > 100 then -1 else now.Value //: part 1/2 x2
        member _.Name = "test" //: miss
      interface IDisposable with //: hit
        member _.Dispose() = eat 1 } //: miss

//- exceptions: reraise, nested finally, use, custom exceptions
exception NoBed of ward: string * beds: int

let admit ward =
    try //: hit
        try //: hit
            if ward = "" then nullArg (nameof ward) //: hit 2/2 x4
            if ward = "full" then raise (NoBed(ward, 0)) //: hit 2/2 x3
            if ward = "odd" then failwithf "odd %s" ward //: hit 2/2 x2
            ward.Length //: hit x1
        finally //: hit
            eat 1 //: hit x4
    with //: hit 3/3 x3
    | NoBed(w, beds) when beds = 0 -> -w.Length //: part 1/2 x1
    | :? ArgumentNullException -> -100 //: hit x1
    | _ -> //: none
        eat 2 //: hit x1
        reraise () //: hit x1

let copy (lines: string list) =
    use reader = new StringReader(String.Join("\n", lines)) //: hit x1
    use writer = new StringWriter() //: hit x1
    let mutable line = reader.ReadLine() //: hit x1
    while not (isNull line) do //: hit 2/2
        if line <> "" then writer.WriteLine line //: hit 2/2 x3
        line <- reader.ReadLine() //: hit x3
    writer.ToString().Length //: hit x1

//- recursion, mutual recursion, tail calls
let rec isEven n = if n = 0 then true else isOdd (n - 1) //: hit 2/2
and isOdd n = if n = 0 then false else isEven (n - 1) //: part 1/2

let rec fold state =
    function //: hit 3/3
    | [] -> state //: hit
    | x :: rest when x < 0 -> fold state rest //: hit 2/2
    | x :: rest -> fold (state + x) rest //: hit

let rec depth tree =
    match tree with //: hit 2/2
    | Choice1Of2 (_: int) -> 1 //: hit
    | Choice2Of2(left, right) -> 1 + max (leaf left) (leaf right) //: hit x1

and leaf n = if n > 5 then 2 else 1 //: hit 2/2

//- quotations
let rec describe expression =
    match expression with //: part 3/4
    | Value(value, _) -> string value //: hit x2
    | Call(None, info, args) -> info.Name + String.Join(",", args |> List.map describe) //: hit x1
    | Lambda(_, body) -> "fun " + describe body //: hit x1
    | _ -> "?" //: miss

//- lazy, events, mailbox processors
type Ward(name: string) =
    let admitted = Event<string>() //: hit x1
    let report = lazy (eat 3; name.Length) //: hit
    [<CLIEvent>]
    member _.Admitted = admitted.Publish //D: hit //R: miss
    member _.Report = report.Value //D: hit //R: miss
    member _.Admit patient =
        if String.IsNullOrEmpty patient then //: hit 2/2 x2
            invalidArg "patient" "empty" //: hit x1
        else
            admitted.Trigger patient //: hit x1

type Message =
    | Add of int
    | Ask of AsyncReplyChannel<int>
    | Stop

let counter () =
    MailboxProcessor.Start(fun inbox -> //: hit
        let rec loop total = //: hit
            async { //: hit
                match! inbox.Receive() with //: hit 4/4
                | Add n when n > 0 -> return! loop (total + n) //: hit 2/2
                | Add _ -> return! loop total //: hit
                | Ask channel -> //: none
                    channel.Reply total //: hit
                    return! loop total //: hit
                | Stop -> return () //: hit
            } //: hit
        loop 0) //: hit

//- tasks with try, finally, use, nested conditions
let visit (patient: Patient) fail =
    task { //: hit
        use room = { new IDisposable with member _.Dispose() = eat 4 } //: hit
        try //: hit
            try //: hit
                do! Task.Yield() //: hit x3
                if fail && patient.Age > 10 then //: hit 2/2 2/2 x3
                    failwith "late" //: hit x1
                let! n = Task.FromResult patient.Age //: hit x2
                return if n > 50 then "old" else "young" //: hit 2/2
            with //: part 1/2
            | Failure message when message.Length > 3 -> return message //: part 1/2
            | e -> return e.Message //: miss
        finally //D: hit
            eat 5 //D: hit x3
    }

//- pipelines of lambdas
let statistics (patients: Patient list) =
    patients //: hit x1
    |> List.filter (fun p -> p.Age > 10) //: hit
    |> List.groupBy (fun p -> if p.Age > 50 then "old" else "young") //: hit 2/2
    |> List.map (fun (key, group) -> key, group |> List.sumBy _.Age) //: hit
    |> List.sortByDescending snd //: hit
    |> List.tryHead //: hit
    |> Option.map (fun (key, _) -> key.Length) //: hit
    |> Option.defaultWith (fun () -> failwith "nobody") //: hit

let run () =
    eat (bmi 100.0<kg> 1.5<m>).Length //: hit x1
    eat (bmi 40.0<kg> 1.8<m>).Length //: hit x1
    eat (bmi 70.0<kg> 1.8<m>).Length //: hit x1
    for text in [ "id:5"; "7"; "12"; "13"; "something"; "x" ] do //: hit 2/2
        eat (triage text) //: hit x6
    let anna = { Name = "Anna"; Age = 30; Doses = [] } //: hit x1
    eat (plan anna).Length //: hit x1
    eat (plan { anna with Age = 5; Doses = [ Liquid 2.0 ] }).Length //: hit x1
    eat (plan { anna with Doses = [ Tablet 3 ] }).Length //: hit x1
    eat (plan { anna with Doses = [ Tablet 3; Tablet 11; Tablet 2; Liquid 1.0 ] }).Length //: hit x1
    eat (area (Room(2, 3))) //: hit x1
    eat (larger (keep 1) 2) //: hit x1
    eat (int (larger (keep 2.0) 1.0)) //: hit x1
    eat (best String.length [ "a"; "abc"; "b" ] |> Option.get).Length //: hit x1
    eat (if (best id ([]: int list)).IsNone then 1 else 0) //: part 1/2
    eat (int "abc".Initial) //: hit x1
    let c = clock 5 //: hit x1
    eat (c.Now() + c.Now()) //: hit x1
    eat (admit "a" + admit "full" + admit "") //: hit x1
    try //: hit x1
        eat (admit "odd") //: hit x1
    with Failure m -> eat m.Length //: part 1/2 x1
    eat (copy [ "a"; ""; "b" ]) //: hit x1
    eat (if isEven (keep 4) then 1 else 2) //: part 1/2
    eat (fold 0 [ 1; -1; 2 ]) //: hit x1
    eat (depth (Choice2Of2(1, 6)) + depth (Choice1Of2 1)) //: hit x1
    eat (describe <@ fun (x: int) -> 1 + 2 @>).Length //: hit x1
    let ward = Ward "north" //: hit x1
    ward.Admitted.Add(fun p -> if p = "x" then eat 1 else eat 2) //: part 1/2
    ward.Admit "anna" //: hit x1
    try ward.Admit "" with :? ArgumentException -> eat 1 //: part 1/2
    eat ward.Report //: hit x1
    let agent = counter () //: hit x1
    for message in [ Add 1; Add -1 ] do //: hit 2/2
        agent.Post message //: hit x2
    eat (agent.PostAndReply Ask) //: hit x1
    agent.Post Stop //: hit x1
    eat (visit anna true).Result.Length //: hit x1
    eat (visit { anna with Age = 5 } true).Result.Length //: hit x1
    eat (visit { anna with Age = 60 } false).Result.Length //: hit x1
    eat (statistics [ anna; { anna with Age = 60 }; { anna with Age = 5 } ]) //: hit x1
