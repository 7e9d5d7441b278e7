// A warehouse: domain types, small functions that optimised code may take in, rules in pipelines.
module FSharpMore.ProgramWarehouse

open System
open System.Collections.Generic
open FSharpMore.Help

type Sku = Sku of string

[<Struct>]
type Quantity =
    | Units of count: int
    | Kilos of weight: float

type Reason =
    | Damaged
    | Lost of where: string
    | Sold of customer: string * price: decimal

type Movement =
    | Received of Sku * Quantity
    | Removed of Sku * Quantity * Reason
    | Moved of Sku * from: int * into: int
    | Counted of Sku * Quantity option

type Rule =
    | Always
    | Never
    | AtLeast of int
    | Both of Rule * Rule
    | Any of Rule list
    | Not of Rule

type Level = { Name: string; Min: int; Max: int option }

type Customer =
    { Id: int
      Name: string
      Email: string option
      Vip: bool }

//- small functions with decisions
let isBig quantity = quantity > 100 //D: hit x2 //R: miss

let sign n = if n > 0 then 1 elif n < 0 then -1 else 0 //: part 1/2 0/2 x2

let sizeName n = if n > 10 then "big" else "small" //D: part 1/2 x2 //R: miss 0/2

let inRange low high (n: int) = n >= low && n <= high //: part 1/2 2/2 x2

let orZero o = match o with Some n -> n | None -> 0 //D: hit 2/2 x4 //R: miss 0/2

let callers n =
    let a = sign n //: hit x2
    let b = sizeName 5 //: hit x2
    if isBig n then eat 1 //: hit 2/2 x2
    eat (a + b.Length) //: hit
    if inRange 1 10 n then eat 2 else eat 3 //: hit 2/2
    eat (orZero (Some n) + orZero None) //: hit

//- a struct union and guards with arithmetic
let units quantity =
    match quantity with //: hit 4/4 x2
    | Units n when n < 0 -> invalidArg "quantity" "negative" //: part 1/2 x1
    | Units n -> keep n //: hit x1
    | Kilos w when w > 1000.0 -> keep 1000 //: part 1/2 x1
    | Kilos w -> int (Math.Round w) //: hit x1

//- unions three levels deep
let describe movement =
    match movement with //: part 5/8 x5
    | Received(Sku "A1", Units n) -> "first " + string n //: hit x1
    | Received(Sku code, Units _) -> code //: hit x1
    | Received(_, Kilos _) -> "weight" //: miss
    | Removed(_, _, Sold(customer, price)) when price > 10M -> customer //: hit 2/2 x2
    | Removed(Sku code, Units 1, _) -> code + "!" //: miss
    | Removed _ -> "removed" //: hit x1
    | Moved(_, a, b) when a = b -> "nowhere" //: miss 0/2
    | Moved _ | Counted _ -> "other" //: hit x1

//- an interpreter of rules that calls itself in lambdas
let rec holds rule n =
    match rule with //: part 5/6 x6
    | Always -> true //: hit x1
    | Never -> false //: miss
    | AtLeast m -> n >= m //: hit
    | Both(a, b) -> (holds a n && holds b n) || n < 0 //: part 1/2 1/2 1/2 x1
    | Any rules -> rules |> List.exists (fun r -> holds r n) //: hit
    | Not inner -> not (holds inner n) //: hit x1

//- options of records
let contact customer =
    match customer with //: hit 4/4 x4
    | { Vip = true; Email = Some mail } -> mail //: hit x1
    | { Email = Some mail; Name = name } when mail.EndsWith("@" + name, StringComparison.Ordinal) -> name //: part 1/2 x1
    | { Vip = true } -> "call " + customer.Name //: hit x1
    | _ -> "none" //: hit x2

let level value =
    match value with //: hit 3/3 x2
    | { Max = None } -> keep 1 //: hit x1
    | { Min = low; Max = Some high } when low > high -> failwith "bad" //: part 1/2 x1
    | { Min = low; Max = Some high } -> high - low //: hit x1

//- an event sourced state
let apply state movement =
    match movement with //: part 3/4 x4
    | Received(sku, Units n) | Counted(sku, Some(Units n)) -> //: none
        Map.change sku (fun old -> Some(n + Option.defaultValue 0 old)) state //: hit
    | Removed(sku, Units n, _) ->
        match Map.tryFind sku state with //: part 1/3 x1
        | Some had when had >= n -> Map.add sku (had - n) state //: part 1/2 x1
        | Some _ -> failwith "not enough" //: miss
        | None -> state //: miss
    | Moved _ -> state //: hit x1
    | _ -> failwith "weights" //: miss

let replay movements = List.fold apply Map.empty movements //: hit x1

//- validation by Result
type Problem =
    | Empty of field: string
    | TooLong of field: string * length: int
    | Several of Problem list

let required field (text: string) =
    if String.IsNullOrWhiteSpace text then Error(Empty field) //: hit 2/2 x4
    elif text.Length > 10 then Error(TooLong(field, text.Length)) //: part 1/2 x3
    else Ok text //: hit x3

let both a b =
    match a, b with //: part 2/4 x2
    | Ok x, Ok y -> Ok(x, y) //: hit x1
    | Error p, Ok _ | Ok _, Error p -> Error p //: hit x1
    | Error(Several ps), Error q -> Error(Several(ps @ [ q ])) //: miss
    | Error p, Error q -> Error(Several [ p; q ]) //: miss

let register name city =
    both (required "name" name) (required "city" city) //: hit x2
    |> Result.map (fun (n, c) -> n + "@" + c) //: hit
    |> Result.mapError (fun problem -> //: hit
        match problem with //: part 1/3 x1
        | Empty f -> "empty " + f //: hit x1
        | TooLong(f, n) -> f + string n //: miss
        | Several ps -> string ps.Length) //: miss

//- a class with an indexer, a property with get and set, a secondary constructor with then
type Shelf(name: string, capacity: int) =
    let slots = Dictionary<int, string>() //: hit x2
    let mutable label = name //: hit x2
    static let made = List<string>() //: hit
    do if capacity <= 0 then invalidArg "capacity" "none" //: part 1/2 x2
    do made.Add name //: hit

    new(name) as this = //: none
        Shelf(name, 4) //: hit x2
        then //: none
            if name = "" then failwith "name" //: part 1/2 x2
            this.Label <- name + "*" //: hit x2

    member _.Label
        with get () = label //: hit
        and set value =
            if value <> label then //: part 1/2 x2
                label <- value //: hit x2

    member _.Item
        with get index = //: none
            match slots.TryGetValue index with //: part 1/2 x1
            | true, text -> text //: hit x1
            | _ -> "" //: miss
        and set index (value: string) =
            if index >= capacity then raise (IndexOutOfRangeException()) //: part 1/2 x1
            slots[index] <- value //: hit x1

    static member Made = made.Count //: hit x1
    static member Parse(text: string, ?fallback: string) =
        if text.Contains ':' then //: part 1/2 x2
            Shelf(text.Substring(0, text.IndexOf ':'), int (text.Substring(text.IndexOf ':' + 1))) //: miss
        else
            Shelf(defaultArg fallback text) //: hit x2

let run () =
    callers 5 //: hit x1
    callers 500 //: hit x1
    eat (units (Units 4) + units (Kilos 2.4)) //: hit x1
    let a = Sku "A1" //: hit x1
    let b = Sku "B2" //: hit x1
    for m in [ Received(a, Units 1); Received(b, Units 2); Removed(a, Units 2, Sold("x", 20M)) ] do //: hit 2/2
        eat (describe m).Length //: hit x3
    eat (describe (Removed(a, Units 2, Sold("x", 2M)))).Length //: hit x1
    eat (describe (Counted(a, None))).Length //: hit x1
    if holds (Both(Always, Any [ AtLeast 9; Not(AtLeast 1) ])) 5 then eat 1 //: part 1/2 x1
    let c = { Id = 1; Name = "n"; Email = Some "m@x"; Vip = true } //: hit x1
    eat (contact c).Length //: hit x1
    eat (contact { c with Email = None }).Length //: hit x1
    eat (contact { c with Vip = false }).Length //: hit x1
    eat (contact { c with Vip = false; Email = None }).Length //: hit x1
    eat (level { Name = ""; Min = 1; Max = None } + level { Name = ""; Min = 1; Max = Some 3 }) //: hit x1
    let state = replay [ Received(a, Units 4); Counted(a, Some(Units 2)); Removed(a, Units 5, Damaged); Moved(a, 1, 2) ] //: hit x1
    eat state[a] //: hit x1
    match register "ann" "rome", register "ann" "" with //: part 1/2 x1
    | Ok text, Error problem -> eat (text.Length + problem.Length) //: hit x1
    | _ -> eat 0 //: miss
    let shelf = Shelf.Parse "s" //: hit x1
    shelf[1] <- "x" //: hit x1
    eat (shelf[1].Length + shelf.Label.Length) //: hit x1
    let other = Shelf.Parse("t", fallback = "u") //: hit x1
    eat (other.Label.Length + Shelf.Made) //: hit x1
