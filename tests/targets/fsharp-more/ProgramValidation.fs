// Shapes of F# code bases: validation, parsers, agents, streams.
module FSharpMore.ProgramValidation

#nowarn "3261"

open System
open System.Collections.Generic
open System.Threading
open System.Threading.Tasks
open FSharpMore.Help

//- a validation builder with and!, MergeSources
type Validation<'a> = Result<'a, string list>

type ValidationBuilder() = //: hit
    member _.BindReturn(x: Validation<'a>, f: 'a -> 'b) : Validation<'b> = Result.map f x //: hit
    member _.MergeSources(a: Validation<'a>, b: Validation<'b>) : Validation<'a * 'b> =
        match a, b with //: part 3/4 x3
        | Ok x, Ok y -> Ok(x, y) //: hit x1
        | Error e, Ok _ -> Error e //: miss
        | Ok _, Error e -> Error e //: hit x1
        | Error e, Error f -> Error(e @ f) //: hit x1

let validation = ValidationBuilder() //: hit x1

let check name ok value : Validation<'a> = if ok then Ok value else Error [ name ] //: hit 2/2

let person (name: string) age =
    validation { //: hit
        let! n = check "name" (name.Length > 0) name //: hit
        and! a = check "age" (age >= 0 && age < 150) age //: part 2/2 1/2
        return struct (n, a) //: hit x1
    }

//- a parser of functions with operators
type Parser<'a> = Parser of (string -> int -> ('a * int) option)

let inline private run' (Parser p) text at = p text at //D: hit //R: miss

let (>>=) p f =
    Parser(fun text at -> //: hit
        match run' p text at with //: hit 2/2
        | Some(value, next) -> run' (f value) text next //: hit
        | None -> None) //: hit

let (<|>) a b =
    Parser(fun text at -> //: hit
        match run' a text at with //: hit 2/2
        | Some _ as found -> found //: hit
        | None -> run' b text at) //: hit

let satisfy test =
    Parser(fun text at -> if at < text.Length && test text[at] then Some(text[at], at + 1) else None) //: hit 2/2 2/2

let result value = Parser(fun _ at -> Some(value, at)) //: hit

let rec many p =
    (p >>= fun x -> many p >>= fun rest -> result (x :: rest)) <|> result [] //: hit

let digits = many (satisfy Char.IsDigit) >>= fun ds -> if ds.IsEmpty then Parser(fun _ _ -> None) else result (ds |> List.fold (fun n d -> n * 10 + int d - 48) 0) //: hit 2/2

//- a discriminated union with members, custom equality and comparison
[<CustomEquality; CustomComparison>]
type Version =
    { Major: int; Minor: int; Tag: string }

    override this.Equals other =
        match other with //: part 1/2
        | :? Version as v -> this.Major = v.Major && this.Minor = v.Minor //: part 1/2 2/2
        | _ -> false //: miss

    override this.GetHashCode() = HashCode.Combine(this.Major, this.Minor) //: miss

    interface IComparable with
        member this.CompareTo other =
            match other with //: part 2/3
            | :? Version as v when this.Major <> v.Major -> compare this.Major v.Major //: hit 2/2
            | :? Version as v -> compare this.Minor v.Minor //: hit x1
            | _ -> invalidArg (nameof other) "not a version" //: miss

//- static members, properties with get and set, indexers, events with custom add
type Cache<'K, 'V when 'K: equality and 'K: not null>(limit: int, make: 'K -> 'V) =
    let items = Dictionary<'K, 'V>() //: hit x1
    let mutable misses = 0 //: hit x1
    static member val Instances = 0 with get, set //: miss
    member _.Misses
        with get () = misses //D: hit //R: miss
        and set value = if value < 0 then invalidArg "value" "negative" else misses <- value //: part 1/2

    member _.Item
        with get key =
            match items.TryGetValue key with //: hit 2/2
            | true, value -> value //: hit x1
            | _ ->
                misses <- misses + 1 //: hit x3
                if items.Count >= limit then items.Clear() //: hit 2/2 x3
                let value = make key //: hit x3
                items[key] <- value //: hit x3
                value //: hit x3

//- a resource with use in loops, try finally with return values, nested functions
let transfer (accounts: Dictionary<string, int>) from target amount =
    let move () =
        if accounts[from] < amount then Error "short" //: hit 2/2 x3
        else
            accounts[from] <- accounts[from] - amount //: hit x1
            accounts[target] <- accounts[target] + amount //: hit x1
            Ok() //: hit x1

    let locked = obj () //: hit x3
    lock locked (fun () -> //: hit
        try //: hit
            move () //: hit
        with //: part 2/3
        | :? KeyNotFoundException when from = target -> Error "same" //: part 1/2
        | :? KeyNotFoundException as e -> Error e.Message) //: hit

//- cancellation, async with try with, Async.Catch, Choice
let cancellable (token: CancellationToken) n =
    async { //: hit
        use! handler = Async.OnCancel(fun () -> eat 1) //: hit
        if n > 3 then do! Async.Sleep 1 //: hit 2/2
        token.ThrowIfCancellationRequested() //: hit
        match n with //: hit 3/3
        | 1 -> return failwith "one" //: hit
        | n when n % 2 = 0 -> return n //: hit 2/2
        | _ -> return! async { return -n } //: hit
    }

let outcome work =
    async { //: hit
        match! Async.Catch work with //: hit 2/2
        | Choice1Of2 n -> return n //: hit
        | Choice2Of2 e -> //: none
            return (if e.Message = "one" then 100 else 200) //: part 1/2
    }

//- sequences: Seq.unfold, cache, pairwise, windowed; recursion with yield!; early ends
let collatz start =
    start |> Seq.unfold (fun n -> if n = 0 then None else Some(n, (if n = 1 then 0 elif n % 2 = 0 then n / 2 else 3 * n + 1))) //: hit 2/2 2/2 2/2

let rec flatten items =
    seq { //: hit
        for item in items do //: hit 2/2
            match box item with //: hit 3/3
            | :? int as n when n > 0 -> yield n //: hit 2/2
            | :? (obj list) as inner -> yield! flatten inner //: hit
            | _ -> () //: hit
    } //: hit

//- byref, inref, Span, NativePtr-less loops
let sumSpan (values: ReadOnlySpan<int>) =
    let mutable total = 0 //: hit x1
    for i in 0 .. values.Length - 1 do //: hit 2/2
        if values[i] > 0 then total <- total + values[i] //: hit 2/2
    total //: hit x1

let swapIf (a: byref<int>) (b: byref<int>) =
    if a > b then //: part 1/2
        let t = a //: hit x1
        a <- b //: hit x1
        b <- t //: hit x1

//- type tests, boxing, null, option functions, nullable
let classify (value: objnull) =
    match value with //: part 4/6
    | null -> "null" //: hit x1
    | :? string as s when s.Length = 0 -> "empty" //: hit 2/2
    | :? string -> "text" //: hit x1
    | :? int | :? int64 -> "number" //: hit x1
    | :? Array as a -> $"array {a.Length}" //: miss
    | _ -> "other" //: miss

//- let rec with closures, inner mutual recursion, shadowing, use of fixed choices
let tokens (text: string) =
    let rec words at acc =
        if at >= text.Length then List.rev acc //: hit 2/2
        elif Char.IsLetter text[at] then letters at at acc //: hit 2/2
        else words (at + 1) acc //: hit
    and letters start at acc =
        if at < text.Length && Char.IsLetter text[at] then letters start (at + 1) acc //: hit 2/2 2/2
        else words at (text.Substring(start, at - start) :: acc) //: hit
    words 0 [] //: hit x1

let run () =
    for name, age in [ "Ann", 5; "", -1; "Bob", -1 ] do //: hit 2/2
        match person name age with //: hit 2/2
        | Ok(struct (n, a)) -> eat (n.Length + a) //: hit
        | Error e -> eat e.Length //: hit
    for text in [ "123"; "x" ] do //: hit 2/2
        match run' digits text 0 with //: hit 2/2
        | Some(n, _) -> eat n //: hit
        | None -> eat 0 //: hit
    let v = { Major = 1; Minor = 2; Tag = "a" } //: hit
    eat (if v.Equals { v with Minor = 3 } || v.Equals { v with Tag = "b" } then 1 else 2) //: part 1/2 1/2
    eat (compare v { v with Major = 2 } + compare v { v with Minor = 3 }) //: hit
    let cache = Cache<string, int>(2, fun k -> k.Length) //: hit
    eat (cache["a"] + cache["bb"] + cache["a"] + cache["ccc"] + cache.Misses) //: hit
    cache.Misses <- 5 //: hit
    let accounts = Dictionary(dict [ "a", 5; "b", 0 ]) //: hit
    for from, amount in [ "a", 3; "a", 3; "x", 1 ] do //: hit 2/2
        match transfer accounts from "b" amount with //: hit 2/2
        | Ok() -> eat 1 //: hit
        | Error e -> eat e.Length //: hit
    use source = new CancellationTokenSource() //: hit
    for n in [ 1; 4; 5 ] do //: hit 2/2
        eat (cancellable source.Token n |> outcome |> Async.RunSynchronously) //: hit
    eat (collatz 3 |> Seq.pairwise |> Seq.length) //: hit
    eat (flatten [ box 1; box -1; box [ box 2 ] ] |> Seq.sum) //: hit
    eat (sumSpan (ReadOnlySpan [| 1; -1; 2 |])) //: hit
    let mutable a = 2 //: hit
    let mutable b = 1 //: hit
    swapIf &a &b //: hit
    for value in [ null; box ""; box "a"; box 5L ] do //: hit 2/2
        eat (classify value).Length //: hit
    eat (tokens "ab c1d").Length //: hit
