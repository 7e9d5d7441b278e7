// Orders of a shop: unions, records, matches of every kind.
module FSharpMore.ProgramOrders

open System
open FSharpMore.ModuleValues

type Currency =
    | Euro
    | Dollar
    | Pound

type Payment =
    | Cash
    | Card of number: string * year: int
    | Transfer of iban: string
    | Voucher of amount: decimal

type Status =
    | Draft
    | Placed of DateTime
    | Shipped of carrier: string * tracking: string option
    | Cancelled of reason: string

type Line = { Sku: string; Quantity: int; Price: decimal }

type Order =
    { Id: int
      Lines: Line list
      Status: Status
      Payment: Payment option
      Currency: Currency }

//- a match whose arms are expressions, as a value
let symbol currency =
    match currency with //D: part 2/3 x2 //R: miss 0/3
    | Euro -> "EUR" //D: hit x1 //R: miss
    | Dollar -> "USD" //D: hit x1 //R: miss
    | Pound -> "GBP" //: miss

//- fields of unions with constants and guards
let describe payment =
    match payment with //: hit 6/6 x6
    | Cash -> "cash" //: hit x1
    | Card(number, year) when year < 2020 -> "expired " + number //: hit 2/2 x3
    | Card(number, _) when number.StartsWith "4" -> "visa" //: hit 2/2 x2
    | Card _ -> "card" //: hit x1
    | Transfer iban -> "iban " + iban //: hit x1
    | Voucher amount -> string amount //: hit x1

//- nested options in unions
let tracking status =
    match status with //: part 2/5 x2
    | Shipped(_, Some code) -> code //: hit x1
    | Shipped(carrier, None) -> carrier //: miss
    | Draft -> "" //: miss
    | Placed _ -> "placed" //: hit x1
    | Cancelled reason -> reason //: miss

//- a record pattern with literals
let cheap line =
    match line with //: hit 3/3 x3
    | { Quantity = 0 } -> true //: hit x1
    | { Price = p } when p < 1.0M -> true //: hit 2/2 x2
    | _ -> false //: hit x1

//- sums over lists with fold
let total order =
    order.Lines //: hit x2
    |> List.fold (fun sum line -> sum + line.Price * decimal line.Quantity) 0M //D: hit x3 //R: hit x2

//- a match on a tuple of unions
let transition (from: Status) (into: Status) =
    match from, into with //: part 3/4 x3
    | Draft, Placed _ -> Ok into //: hit x1
    | Placed _, Shipped _ -> Ok into //: hit x1
    | _, Cancelled _ -> Ok into //: miss
    | _ -> Error "no such step" //: hit x1

//- a Result
let report result =
    match result with //: hit 2/2 x3
    | Ok status -> tracking status |> String.length //: hit x2
    | Error(message: string) -> message.Length //: hit x1

//- function with strings
let discount =
    function //: part 2/4
    | "ten" -> 0.1M //: hit x1
    | "twenty" -> 0.2M //: miss
    | "half" -> 0.5M //: miss
    | _ -> 0M //: hit x1

//- ints with or patterns, negative ones
let weekday day =
    match day with //: part 3/9 x3
    | 1 | 2 | 3 | 4 | 5 -> "work" //: hit x1
    | 6 | 7 -> "rest" //: hit x1
    | -1 -> "error" //: miss
    | _ -> "none" //: hit x1

//- characters by ranges with guards
let classify c =
    match c with //: hit x4
    | c when Char.IsDigit c -> 1 //: hit 2/2 x4
    | c when Char.IsLetter c && Char.IsUpper c -> 2 //: part 2/2 1/2 2/3 x3
    | ' ' | '\t' -> 3 //: hit
    | _ -> 4 //: hit x1

//- a list with several shapes
let shape items =
    match items with //: part 4/5 x4
    | [] -> "empty" //: hit x1
    | [ _ ] -> "one" //: hit x1
    | [ _; _ ] -> "two" //: miss
    | first :: _ when first < 0 -> "negative" //: part 1/2 x2
    | _ -> "many" //: hit x2

//- if in an arm
let price order =
    match order.Payment with //: hit 2/2 x2
    | None -> 0M //: hit x1
    | Some payment ->
        let sum = total order //: hit x1

        if sum > 100M then //: part 1/2 x1
            sum * 0.9M //: miss
        else
            match payment with //: part 1/2 x1
            | Card _ -> sum + 1M //: hit x1
            | _ -> sum //: miss

//- let with a pattern, tuples
let bounds lines =
    let quantities = lines |> List.map _.Quantity //: hit x3
    let low, high = List.min quantities, List.max quantities //: hit x1
    let { Sku = sku } = List.head lines //: hit x1
    low + high + sku.Length //: hit x1

//- copies of records
let place order = { order with Status = Placed(DateTime(2024, 1, 1)) } //: hit x1

//- recursion over a list with an accumulator
let rec collect found lines =
    match lines with //: hit 3/3 x4
    | [] -> List.rev found //: hit x1
    | line :: rest when line.Quantity > 1 -> collect (line :: found) rest //: hit 2/2 x3
    | _ :: rest -> collect found rest //: hit x2

//- a match without an arm for what came
let strict value =
    match value with //: part 0/2
    | 1 -> "one" //: miss
    | 2 -> "two" //: miss

let order = //: hit
    { Id = 1 //: hit x1
      Lines = //: hit x1
        [ { Sku = "a"; Quantity = 1; Price = 2.5M } //: hit x1
          { Sku = "b"; Quantity = 3; Price = 0.5M } //: hit x1
          { Sku = "c"; Quantity = 0; Price = 9M } ] //: hit x1
      Status = Draft //: hit x1
      Payment = Some(Card("4111", 2030)) //: hit x1
      Currency = Euro } //: hit x1

let run () =
    printfn "%s %s" (symbol order.Currency) (symbol Dollar) //: hit x1
    for p in [ Cash; Card("5", 2010); Card("4", 2030); Card("5", 2030); Transfer "x"; Voucher 5M ] do //: hit 2/2
        printfn "%s" (describe p) //: hit x6

    printfn "%b" (order.Lines |> List.map cheap |> List.contains true) //: hit x1
    let placed = place order //: hit x1
    printfn "%d" (report (transition order.Status placed.Status)) //: hit x1
    printfn "%d" (report (transition placed.Status (Shipped("dhl", Some "code")))) //: hit x1
    printfn "%d" (report (transition Draft Draft)) //: hit x1
    printfn "%M" (discount "ten" + discount "none") //: hit x1
    printfn "%s" (weekday 3 + weekday 7 + weekday 70) //: hit x1
    printfn "%d" (List.sumBy classify [ '1'; 'A'; ' '; '?' ]) //: hit x1
    printfn "%s" ([ []; [ 1 ]; [ 1; 2; 3 ]; [ 4; 5; 6 ] ] |> List.map shape |> String.concat ",") //: hit x1
    printfn "%M" (price order + price { order with Payment = None }) //: hit x1
    printfn "%d" (bounds order.Lines) //: hit x1
    printfn "%d" (collect [] order.Lines |> List.length) //: hit x1
    printfn "%M" (total { order with Lines = [] }) //: hit x1

    try //: hit x1
        printfn "%s" (strict 3) //: hit x1
        printfn "never" //: miss
    with :? MatchFailureException as e -> //: part 1/2
        printfn "%d" e.Data1 //: hit x1
