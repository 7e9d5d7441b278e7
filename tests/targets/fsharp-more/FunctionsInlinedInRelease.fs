// Small functions with conditions, which optimised code takes in where they are called.
module FSharpMore.FunctionsInlinedInRelease

open System
open System.Runtime.CompilerServices
open FSharpMore.Help

let sign n = if n < 0 then -1 else 1 //D: part 1/2 //R: miss 0/2
let isBig n = n > 100 //D: hit //R: miss
let between low high n = n >= low && n <= high //D: part 1/2 2/2 //R: part 1/2
let orZero value = match value with Some n -> n | None -> 0 //D: hit 2/2 //R: miss 0/2
let clean (text: string) = if text = "?" then "" else text.Trim() //: part 1/2
let half n = if n % 2 = 0 then Some(n / 2) else None //: hit 2/2
let both f g n = f n && g n //D: part 1/2 1/2 //R: miss 0/2
let apply f n = if n > 0 then f n else n //: part 1/2
let inline squared n = n * n //D: hit //R: miss

type Kind =
    | Low
    | High of int

    member this.Level = match this with Low -> 0 | High n -> n //D: part 1/2 //R: miss 0/2
    member this.IsTop = this.Level > 9 //D: hit //R: miss
    static member Of n = if n > 5 then High n else Low //: part 1/2

type Point = { X: int; Y: int }

//- as arguments, operands, conditions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let values a (b: int option) =
    let first = sign a + orZero b //: hit x2
    let flag = isBig a || between 1 5 a //: part 1/2 1/2
    eat (if flag then first else 0) //: part 1/2
    if between 1 5 a then eat 1 else eat 2 //: part 1/2
    if isBig (sign a) && not flag then //: part 1/2 0/2
        eat 3 //: miss
    let point = { X = sign a; Y = orZero b } //: hit x2
    $"{sign point.X} {orZero b}" //: hit x2

//- in loops, pipelines and matches
[<MethodImpl(MethodImplOptions.NoInlining)>]
let flows (items: int list) =
    let mutable sum = 0 //: hit x1
    for item in items do //: hit 2/2
        sum <- sum + sign item + orZero (half item) //: hit x3
    while between 0 8 sum do //: hit 2/2
        sum <- sum + apply (fun n -> n * 2) sum //: hit
    let total = items |> List.map (fun n -> orZero (half n)) |> List.filter isBig |> List.length //: hit x3
    match half sum with //: part 1/3
    | Some n when between 0 1000 n -> n //: part 1/2
    | Some _ -> -1 //: miss
    | None -> total //: miss

//- members, unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let kinds n =
    let kind = Kind.Of n //: hit x1
    match kind with //: part 2/4
    | High 7 -> "seven" //: miss
    | High n when kind.IsTop -> string n //: part 1/2
    | other when other.Level > 8 -> "middle" //: part 1/2
    | _ -> "low" //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let texts (text: string) =
    let name = clean text //: hit x1
    if clean name = "" then "none" //: part 1/2
    elif both (fun (n: int) -> n > 1) (fun n -> n < 9) name.Length then squared name.Length |> string //: part 1/2
    else name //: miss

let run () =
    eat (values 3 (Some 2)).Length //: hit x1
    eat (values 4 None).Length //: hit x1
    eat (flows [ 1; 2; 4 ]) //: hit x1
    eat (kinds 9).Length //: hit x1
    eat (texts " abc ").Length //: hit x1
