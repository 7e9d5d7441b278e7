// Exceptions, resources, lazy values, results, agents.
module FSharpMore.ExceptionsAndResults

open System
open System.Collections.Generic
open System.IO
open FSharpMore.Help

exception Invalid of field: string * code: int
exception Stopped

type Failure2 =
    | Timeout of int
    | Refused
    | Broken of exn

//- try with: patterns of exceptions, types, guards, nested, reraised
let classify (work: unit -> int) =
    try //: hit
        Ok(work ()) //: hit x6
    with //: part 4/6 x5
    | Invalid(_, 0) -> Error Refused //: hit x1
    | Invalid(field, code) when field.Length > 3 && code < 100 -> Error(Timeout code) //: part 1/2 1/2 x1
    | :? TimeoutException | Stopped -> Error(Timeout -1) //: hit x1
    | :? IOException as e when (e :? FileNotFoundException) -> Error Refused //: miss 0/2
    | Failure text when text.StartsWith "re" -> Error(Broken(exn text)) //: part 1/2 x2
    | e -> Error(Broken e) //: miss

let nestedTry flag =
    let log = List<string>() //: hit x3
    try //: hit
        try //: hit
            try //: hit
                if flag = 1 then raise (Invalid("a", 1)) //: hit 2/2 x3
                if flag = 2 then failwith "two" //: hit 2/2 x2
                log.Add "ok" //: hit x1
            finally //: hit
                log.Add "inner" //: hit x3
        with Invalid(field, _) -> //: hit 2/2
            log.Add field //: hit x1
            reraise () //: hit x1
    with //: hit 2/2
    | Invalid _ -> log.Add "invalid" //: hit x1
    | e -> log.Add e.Message //: hit x1
    String.Join(",", log) //: hit x3

//- use in nested scopes, with null, in a loop, with an exception in the middle
type Res(name: string, log: List<string>) = //: hit
    member _.Use n = if n > 2 then invalidOp name else log.Add(name + string n) //: hit 2/2 x5
    interface IDisposable with
        member _.Dispose() = log.Add("-" + name) //: hit x6

let useAll count =
    let log = List<string>() //: hit x2
    try //: hit
        use a = new Res("a", log) //: hit x2
        for n in 1..count do //: hit 2/2
            use b = new Res("b", log) //: hit
            b.Use n //: hit
        a.Use 1 //: hit x1
    with :? InvalidOperationException as e -> //: part 1/2
        log.Add e.Message //: hit x1
    log.Count //: hit x2

//- finally with a decision and a result that is kept
let counted (limit: int) =
    let mutable attempts = 0 //: hit x2
    let mutable ok = false //: hit x2
    try //: hit
        while not ok do //: hit 2/2
            try //: hit
                attempts <- attempts + 1 //: hit
                if attempts < limit then raise Stopped //: hit 2/2
                ok <- attempts % 2 = 0 //: hit
                if not ok then failwith "odd" //: hit 2/2
            with Stopped when attempts < 5 -> () //: part 2/2 1/2
        Some attempts //: hit x1
    finally //: hit
        if not ok && attempts > 2 then eat attempts else eat 0 //: part 2/2 1/2 x2

//- lazy values, memo, defaults
let lazies flag =
    let never = lazy (failwith "never") //: hit x2
    let once = lazy (eat 1; keep 5) //: hit
    let chosen = if flag then once else never //: hit 2/2 x2
    if flag && chosen.Value = 5 then chosen.Value + once.Value //: part 2/2 1/2 x2
    elif never.IsValueCreated then 0 //: part 1/2 x1
    else -1 //: hit x1

//- Result and Option in pipelines with own operators
let (>>=) r f = Result.bind f r //: hit
let (<!>) f r = Result.map f r //: hit
let (|>?) o f = match o with Some x -> f x | None -> () //: part 1/2

let positive n = if n > 0 then Ok n else Error $"{n} <= 0" //: hit 2/2
let small n = if n < 10 then Ok n else Error $"{n} >= 10" //: part 1/2
let half n =
    match n % 2 with //: hit 2/2
    | 0 -> Ok(n / 2) //: hit
    | _ -> Error "odd" //: hit

let compute n = (fun x -> x + 1) <!> (positive n >>= small >>= half) //: hit x3

let firstOk attempts =
    attempts //: hit x2
    |> Seq.map (fun f -> f ()) //: hit
    |> Seq.tryPick (function Ok v -> Some v | Error _ -> None) //: hit 2/2
    |> Option.defaultWith (fun () -> -1) //: hit

let sequence results =
    let folder item state =
        match item, state with //: part 3/4 x4
        | Ok x, Ok xs -> Ok(x :: xs) //: hit x2
        | Error e, Ok _ -> Error [ e ] //: hit x1
        | Ok _, Error es -> Error es //: hit x1
        | Error e, Error es -> Error(e :: es) //: miss
    List.foldBack folder results (Ok []) //: hit x2

//- an agent with state, scan and timeouts
type Command =
    | Put of string * int
    | Take of string * AsyncReplyChannel<int option>
    | Clear of AsyncReplyChannel<int>

let store () =
    MailboxProcessor.Start(fun inbox -> //: hit
        let rec loop (items: Map<string, int>) = //: hit
            async { //: hit
                match! inbox.Receive() with //: hit 4/4
                | Put(key, value) when value < 0 -> return! loop items //: hit 2/2
                | Put(key, value) -> return! loop (items.Add(key, value)) //: hit
                | Take(key, channel) ->
                    let found = items.TryFind key //: hit
                    channel.Reply found //: hit
                    return! loop (if found.IsSome then items.Remove key else items) //: hit 2/2
                | Clear channel -> channel.Reply(if items.IsEmpty then 0 else 1) //: part 1/2
            } //: hit
        loop Map.empty) //: hit

let agents () =
    use agent = store () //: hit x1
    agent.Post(Put("a", 1)) //: hit x1
    agent.Post(Put("b", -1)) //: hit x1
    let a = agent.PostAndReply(fun channel -> Take("a", channel)) //: hit
    let b = agent.PostAndReply(fun channel -> Take("b", channel)) //: hit
    let left = agent.PostAndReply Clear //: hit x1
    Option.defaultValue 0 a + Option.defaultValue 10 b + left //: hit x1

let run () =
    for work in //: hit 2/2
        [ fun () -> 1 //: hit
          fun () -> raise (Invalid("f", 0)) //: hit
          fun () -> raise (Invalid("field", 7)) //: hit
          fun () -> raise Stopped //: hit
          fun () -> failwith "refused" //: hit
          fun () -> failwith "retry" ] do //: hit
        match classify work with //: hit 6/6 x6
        | Ok n -> eat n //: hit x1
        | Error(Timeout n) when n < 0 -> eat 0 //: hit 2/2
        | Error(Timeout n) -> eat n //: hit x1
        | Error Refused -> eat 2 //: hit x1
        | Error(Broken(Failure text)) when text = "no" -> eat 3 //: part 1/2
        | Error(Broken e) -> eat e.Message.Length //: hit
    for flag in 0..2 do eat (nestedTry flag).Length //: hit 2/2
    eat (useAll 1 + useAll 3) //: hit x1
    counted 4 |>? eat //: hit
    try //: hit
        counted 3 |>? eat //: hit
    with Failure m -> //: part 1/2
        eat m.Length //: hit x1
    eat (lazies true + lazies false) //: hit x1
    for n in [ 4; 3; -1 ] do //: hit 2/2
        match compute n with //: hit 2/2 x3
        | Ok v -> eat v //: hit x1
        | Error e -> eat e.Length //: hit x2
    eat (firstOk [ (fun () -> Error 1); (fun () -> Ok 2) ] + firstOk []) //: hit x1
    match sequence [ Ok 1; Error "e" ], sequence [ Ok 1; Ok 2 ] with //: part 1/2
    | Error es, Ok xs -> eat (es.Length + xs.Length) //: hit x1
    | _ -> () //: miss
    eat (agents ()) //: hit x1
