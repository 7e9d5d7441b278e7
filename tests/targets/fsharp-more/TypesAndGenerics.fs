// Inline functions, generics, measures, structs, extensions, statics.
module FSharpMore.TypesAndGenerics

open System
open System.Collections.Generic
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

[<Measure>] type m
[<Measure>] type s

//- units of measure with conditions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let speed (d: float<m>) (t: float<s>) =
    if t = 0.0<s> then 0.0<m/s> else d / t //: hit 2/2 x2

//- generics with constraints
[<MethodImpl(MethodImplOptions.NoInlining)>]
let best<'T when 'T: comparison> (items: 'T list) =
    match items with //: part 1/2 x2
    | [] -> None //: miss
    | first :: rest -> Some(List.fold (fun a b -> if b > a then b else a) first rest) //: hit 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let describe<'T when 'T: not struct and 'T: null> (value: 'T) =
    if isNull value then "null" else "value" //: hit 2/2 x2

//- structs and records with members
[<Struct>]
type Vector =
    { X: int
      Y: int }

    static member (+)(a: Vector, b: Vector) = { X = a.X + b.X; Y = a.Y + b.Y } //: hit x1
    static member Zero = { X = 0; Y = 0 } //D: hit //R: miss

    member v.Quadrant =
        match v.X >= 0, v.Y >= 0 with //: part 2/4 x2
        | true, true -> 1 //: hit x1
        | false, true -> 2 //: miss
        | false, false -> 3 //: hit x1
        | true, false -> 4 //: miss

//- unions with members
type Level =
    | Low
    | Mid of int
    | High of string

    member this.Value =
        match this with //: part 2/3 x2
        | Low -> 0 //: hit x1
        | Mid n -> n //: hit x1
        | High text -> text.Length //: miss

    static member Parse(text: string) =
        match text with //: hit 3/3 x3
        | "low" -> Low //: hit x1
        | t when Char.IsDigit t[0] -> Mid(int t) //: hit 2/2 x2
        | t -> High t //: hit x1

    override this.ToString() =
        match this with //: part 1/3 x1
        | Low -> "low" //: hit x1
        | Mid n -> $"mid {n}" //: miss
        | High t -> t //: miss

//- interfaces with several implementations
type IStore =
    abstract TryGet: string -> int option
    abstract Put: string * int -> unit

type MemoryStore() =
    let items = Dictionary<string, int>() //: hit x1
    let mutable misses = 0 //: hit x1
    member _.Misses = misses //D: hit //R: miss

    interface IStore with
        member _.TryGet key =
            match items.TryGetValue key with //: hit 2/2 x2
            | true, v -> Some v //: hit x1
            | _ ->
                misses <- misses + 1 //: hit x1
                None //: hit x1

        member _.Put(key, value) =
            if not (items.ContainsKey key) then //: hit 2/2 x2
                items.Add(key, value) //: hit x1
            else
                items[key] <- value //: hit x1

//- a class with overloads, optional and named arguments, indexers, statics
type Counter private (start: int, step: int) =
    static let instances = List<Counter>() //: hit x1
    let mutable value = start //: hit x1

    static member Create(?start: int, ?step: int) =
        let start = defaultArg start 0 //: hit x1
        let step = defaultArg step 1 //: hit x1
        let counter = Counter(start, step) //: hit x1
        instances.Add counter //: hit x1
        counter //: hit x1

    member _.Next() =
        value <- value + step //: hit x3
        if value > 100 then value <- 0 //: part 1/2 x3
        value //: hit x3

    member this.Next(times: int) =
        for _ in 1..times do //: hit 2/2
            this.Next() |> ignore //: hit x2

    member _.Item
        with get index =
            if index < 0 then raise (IndexOutOfRangeException()) //: hit 2/2 x2
            value + index //: hit x1

//- an exception with a member and a filter
exception Rejected of code: int with
    override this.Message = $"rejected {this.code}" //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let attempt work =
    try //: hit x3
        Ok(work ()) //: hit x3
    with //: part 3/4
    | Rejected 5 -> Error "five" //: miss
    | Rejected _ as e -> Error e.Message //: hit x1
    | :? InvalidCastException -> Error "cast" //: hit x1

//- memoisation
let memo (f: 'a -> 'b) =
    let cache = Dictionary<'a, 'b>() //: hit x1

    fun key ->
        match cache.TryGetValue key with //: hit 2/2 x3
        | true, value -> value //: hit x1
        | _ ->
            let value = f key //: hit x2
            cache[key] <- value //: hit x2
            value //: hit x2

//- a lazy sequence with state, cached
let primes limit =
    let isPrime n =
        let rec check d = d * d > n || (n % d <> 0 && check (d + 1)) //: hit 2/2 2/2
        n > 1 && check 2 //: part 1/2 2/2

    seq { //: hit
        for n in 2..limit do //: hit 2/2
            if isPrime n then n //: hit 2/2 x9
    } //: hit
    |> Seq.cache //: hit

//- type extensions
type System.String with
    member this.Words = this.Split([| ' ' |], StringSplitOptions.RemoveEmptyEntries).Length //D: hit //R: miss

module List =
    let second list =
        match list with //: hit 2/2 x2
        | _ :: x :: _ -> Some x //: hit x1
        | _ -> None //: hit x1

//- byrefs, spans and stackalloc free code
[<MethodImpl(MethodImplOptions.NoInlining)>]
let swap (a: byref<int>) (b: byref<int>) =
    let t = a //: hit x1
    a <- b //: hit x1
    b <- t //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let countAs (text: ReadOnlySpan<char>) =
    let mutable n = 0 //: hit x1
    for c in text do //: hit 2/2
        if c = 'a' then n <- n + 1 //: hit 2/2 x4
    n //: hit x1

//- recursion in a class with a let rec
type Walker() = //: hit
    let rec sum list =
        match list with //: hit 2/2 x4
        | [] -> 0 //: hit x1
        | x :: rest -> x + sum rest //: hit x3

    member _.Sum list = sum list //D: hit x1 //R: miss

let run () =
    printfn "%A %A" (speed 10.0<m> 2.0<s>) (speed 1.0<m> 0.0<s>) //: hit x1
    printfn "%A %A" (best [ 1; 3; 2 ]) (best [ "a" ]) //: hit x1
    printfn "%s%s" (describe "x") (describe<string> null) //: hit x1
    let v = { X = 1; Y = 2 } + Vector.Zero //: hit x1
    printfn "%d %d" v.Quadrant { X = -1; Y = -1 }.Quadrant //: hit x1
    printfn "%d" (List.sumBy (fun (l: Level) -> l.Value) [ Level.Parse "low"; Level.Parse "5" ]) //: hit
    printfn "%s %b" (string Low) (Level.Parse "high" = High "high") //: hit x1
    let memory = MemoryStore() //: hit x1
    let store = memory :> IStore //: hit x1
    store.Put("a", 1) //: hit x1
    store.Put("a", 2) //: hit x1
    printfn "%A %A %d" (store.TryGet "a") (store.TryGet "b") memory.Misses //: hit x1
    let counter = Counter.Create(step = 5) //: hit x1
    counter.Next() |> ignore //: hit x1
    counter.Next 2 //: hit x1
    printfn "%d" counter[1] //: hit x1
    printfn "%A" (attempt (fun () -> counter[-1]) |> Result.isOk) //: hit

let safely () =
    try //: hit x1
        run () //: hit x1
    with e -> //: hit x1
        printfn "%s" (e.GetType().Name) //: hit x1

    printfn "%A" (attempt (fun () -> raise (Rejected 3): int)) //: hit
    printfn "%A" (attempt (fun () -> unbox<int> (box "x"))) //: hit
    let slow = memo (fun n -> n * n) //: hit x2
    printfn "%d" (slow 2 + slow 2 + slow 3) //: hit x1
    printfn "%d" (Seq.length (primes 10)) //: hit x1
    printfn "%d" "a b  c".Words //: hit x1
    printfn "%A %A" (List.second [ 1; 2 ]) (List.second [ 1 ]) //: hit x1
    let mutable a = 1 //: hit x1
    let mutable b = 2 //: hit x1
    swap &a &b //: hit x1
    printfn "%d %d %d" a b (countAs ("abca".AsSpan())) //: hit x1
    printfn "%d" (Walker().Sum [ 1; 2; 3 ]) //: hit x1
