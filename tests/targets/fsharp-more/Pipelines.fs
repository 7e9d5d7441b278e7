// Pipelines, closures, partial application, options, collections.
module FSharpMore.Pipelines

open System
open System.Collections.Generic
open FSharpMore.ModuleValues

//- Option functions
let parse (text: string) =
    match Int32.TryParse text with //: hit 2/2 x4
    | true, n -> Some n //: hit x3
    | false, _ -> None //: hit x1

let chain text =
    parse text //: hit x3
    |> Option.map (fun n -> n * 2) //: hit x3
    |> Option.filter (fun n -> n > 10) //: hit x3
    |> Option.bind (fun n -> if n % 4 = 0 then Some(n / 4) else None) //D: part 1/2 x3 //R: part 1/2 x1
    |> Option.defaultValue 0 //: hit x3

let orElse text =
    parse text //: hit x1
    |> Option.orElseWith (fun () -> same None) //: hit
    |> Option.defaultWith (fun () -> 99) //: hit

//- a pipeline over a sequence
let words (text: string) =
    text.Split ' ' //: hit x1
    |> Seq.filter (fun word -> word <> "") //: hit x4
    |> Seq.map (fun word -> word.ToUpperInvariant()) //: hit x3
    |> Seq.groupBy (fun word -> word.Length) //: hit x3
    |> Seq.sortBy fst //: hit x1
    |> Seq.map (fun (length, group) -> //: hit x1
        let count = Seq.length group //: hit x2
        $"{length}:{count}") //: hit x2
    |> String.concat " " //: hit x1

//- lambdas of several lines with conditions
let grades scores =
    scores //: hit x1
    |> List.map (fun score -> //: hit
        if score >= 90 then //: hit 2/2 x3
            "A" //: hit x1
        elif score >= 50 then //: hit 2/2 x2
            "B" //: hit x1
        else
            "C") //: hit x1
    |> List.countBy same //: hit x1

//- fold, choose, partition, tryFind
let numbers values =
    let positive, negative = values |> List.partition (fun n -> n > 0) //: hit
    let sum = List.fold (+) 0 positive //: hit x1
    let first = values |> List.tryFind (fun n -> n > 100) //: hit
    let chosen = values |> List.choose (fun n -> if n > 1 then Some(n * n) else None) //: hit 2/2

    match first with //: part 1/2 x1
    | Some n -> n //: miss
    | None -> sum + negative.Length + chosen.Length //: hit x1

//- a closure that counts
let counter start =
    let mutable count = 0 //: hit
    let cell = ref start //: hit x1

    fun step ->
        cell.Value <- cell.Value + step //: hit x3
        cell.Value //: hit x3

//- partial application
let scale factor offset value = factor * value + offset //D: hit //R: miss

let double = scale 2 0 //D: hit x1

let partials () =
    let triple = scale 3 //D: hit x1
    let shifted = triple 1 //: hit x1
    [ 1; 2 ] |> List.map shifted |> List.sum |> double //: hit x1

//- composition of functions
let clean = (fun (s: string) -> s.Trim()) >> (fun s -> s.Replace("-", "")) >> String.length //D: hit

//- comprehensions with several loops
let pairs n =
    [ for a in 1..n do //: hit 2/2
          for b in a..n do //: hit 2/2
              if a + b = n then //: hit 2/2
                  yield a, b ] //: hit

let chars () =
    [| for c in 'a' .. 'e' do //: hit 2/2
           match c with //: hit 4/4 x5
           | 'a' | 'e' -> yield c //: hit
           | 'c' -> () //: hit x1
           | _ -> yield Char.ToUpper c |] //: hit x2

let lazySeq limit =
    seq { //: hit
        let mutable n = 1 //: hit x1

        while n < limit do //: hit 2/2
            if n % 3 = 0 then //: hit 2/2
                yield! [ n; n ] //: hit
            else
                yield n //: hit

            n <- n + 1 //: hit
    } //: hit

//- Seq.unfold and initInfinite
let fibonacci count =
    Seq.unfold (fun (a, b) -> if a > 50 then None else Some(a, (b, a + b))) (0, 1) //: part 1/2
    |> Seq.take count //: hit x1
    |> List.ofSeq //: hit x1

//- dictionaries and byrefs
let tally (text: string) =
    let counts = Dictionary<char, int>() //: hit x1

    for c in text do //: hit 2/2
        match counts.TryGetValue c with //: hit 2/2 x4
        | true, n -> counts[c] <- n + 1 //: hit x2
        | _ -> counts[c] <- 1 //: hit x2

    counts |> Seq.sumBy (fun (KeyValue(_, n)) -> n) //: hit

//- strings
let title (text: string) =
    if String.IsNullOrEmpty text then //: hit 2/2 x2
        "" //: hit x1
    else
        string (Char.ToUpper text[0]) + text.Substring 1 //: hit x1

//- inner recursive functions
let power b e =
    let rec loop acc e =
        if e = 0 then acc //: hit 2/2
        elif e % 2 = 0 then loop (acc * acc) (e / 2) //: hit 2/2
        else loop (acc * b) (e - 1) //: hit

    loop 1 e //: hit x1

//- a function that returns functions
let operation name : int -> int -> int =
    match name with //: part 2/4 x2
    | "add" -> (+) //: hit x1
    | "mul" -> fun a b -> a * b //: hit
    | "sub" -> fun a b -> a - b //: miss
    | _ -> invalidArg (nameof name) "unknown" //: miss

//- Map and Set
let sets () =
    let a = set [ 1; 2; 3 ] //: hit x1
    let b = Set.add 4 a //: hit x1
    let m = Map.empty |> Map.add "k" 1 |> Map.change "k" (Option.map ((+) 1)) //: hit x1
    let found = if b.Contains 4 && not (a.Contains 4) then 1 else 0 //: part 1/2 1/2 x1
    found + m["k"] //: hit x1

let run () =
    printfn "%d" (chain "8" + chain "x" + chain "2") //: hit x1
    printfn "%d" (orElse "5") //: hit x1
    printfn "%s" (words "one  two three") //: hit x1
    printfn "%d" (grades [ 95; 60; 10 ] |> List.length) //: hit x1
    printfn "%d" (numbers [ 1; -2; 3 ]) //: hit x1
    let next = counter 10 //: hit x1
    printfn "%d" (next 1 + next 2 + next 3) //: hit x1
    printfn "%d" (partials ()) //: hit x1
    printfn "%d" (clean " a-b ") //: hit x1
    printfn "%d" (pairs 4 |> List.length) //: hit x1
    printfn "%s" (String(chars ())) //: hit x1
    printfn "%d" (lazySeq 5 |> Seq.length) //: hit x1
    printfn "%A" (fibonacci 5) //: hit x1
    printfn "%d" (tally "abab") //: hit x1
    printfn "%s" (title "" + title "abc") //: hit x1
    printfn "%d" (power 2 3) //: hit x1
    printfn "%d" (operation "add" 1 2 + operation "mul" 3 4) //: hit x1
    printfn "%d" (sets ()) //: hit x1
