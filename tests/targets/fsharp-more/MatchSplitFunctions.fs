// Rules with long bodies, in functions, lambdas, members and tasks: optimised code has the bodies in methods of their own.
module FSharpMore.MatchSplitFunctions

open System
open System.Collections.Generic
open System.Runtime.CompilerServices
open FSharpMore.Help
open FSharpMore.MatchSplitGuards

//- an if that begins a long body
[<MethodImpl(MethodImplOptions.NoInlining)>]
let beginning command (log: List<string>) =
    match command with //: part 2/3 x3
    | Put n ->
        if n > 5 then //: hit 2/2 x2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            1 //: hit x1
        else //: none
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            2 //: hit x1
    | Take n ->
        if n > 5 && log.Count > 1 then //: miss 0/2 0/2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
            3 //: miss
        else //: none
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
            4 //: miss
    | _ -> 5 //: hit x1

//- the same in one line, and a short one
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inLine command (log: List<string>) =
    match command with //: hit 3/3 x4
    | Put n when n > 100 -> (log.Add(String.Format("{0} {1}", n, string (n * 2)).Replace("a", "b").Trim().PadLeft(3)); log.Add(String.Format("{0} {1}", n, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)); log.Add(String.Format("{0} {1}", n, string (n * 4)).Replace("a", "b").Trim().PadLeft(3)); log.Add(String.Format("{0} {1}", n, string (n * 5)).Replace("a", "b").Trim().PadLeft(3)); log.Add(String.Format("{0} {1}", n, string (n * 5)).Replace("a", "b").Trim().PadLeft(3)); 1) //: hit 2/2
    | Put n -> if n > 3 then 2 else 3 //: hit 2/2
    | _ -> 4 //: hit x1

//- partial active patterns
let (|Starts|_|) (prefix: string) (text: string) =
    if text.StartsWith(prefix, StringComparison.Ordinal) then Some(text.Length - prefix.Length) else None //: hit 2/2

let (|Long|_|) (text: string) = if text.Length > 9 then Some text.Length else None //: hit 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let asked (text: string) (log: List<string>) =
    match text with //: hit x5
    | Starts "a" n when n > 2 -> //: hit 2/2 2/2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        1 //: hit x1
    | Starts "b" n -> //: part 5/6
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        2 //: hit x1
    | Long n when n % 2 = 0 -> //: part 1/2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        3 //: miss
    | Long n -> //: none
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        4 //: hit x1
    | "abc" | "a" -> //: none
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        5 //: hit x1
    | _ -> //: none
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        6 //: hit x1

//- lists, generic
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec listed<'T when 'T: comparison> (items: 'T list) (limit: 'T) (log: List<string>) : int =
    match items with //: part 4/5
    | [] -> //: none
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
        0 //: hit
    | [ single ] when single > limit -> //: hit 2/2
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
        1 //: hit
    | [ _ ] -> //: none
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
        2 //: hit
    | head :: tail when head > limit -> listed tail limit log //: part 1/2
    | _ :: tail -> //: none
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        listed tail limit log //: miss

//- function, in a lambda, in a member
type Worker(log: List<string>) = //: hit
    member _.Work command =
        match command with //: part 2/3
        | Put n when n > 5 -> //: part 1/2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
            1 //: hit
        | Put n -> //: none
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
            2 //: miss
        | _ -> //: none
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
            3 //: hit

let each (commands: Command list) (log: List<string>) =
    commands //D: hit x1 //R: hit
    |> List.sumBy ( //: hit
        function //: part 3/4
        | Put n when n > 5 -> //: hit 2/2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
            1 //: hit
        | Put n -> //R: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
            2 //: hit
        | Take n -> //R: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
            3 //: miss
        | _ -> 4) //: hit

//- function with short bodies, in functions that optimised code takes in
let shorter (commands: Command list) (limit: int) =
    let sum =
        commands //: hit
        |> List.sumBy ( //: hit
            function //: part 3/4
            | Put n when n > limit -> 1 //: hit 2/2
            | Put _ -> 2 //: hit
            | Take n when n > limit || n < -limit -> 3 //: miss 0/2 0/2
            | _ -> 4) //: hit
    let count =
        commands //: hit
        |> List.filter (function //: hit 3/3
            | Put n when n > limit -> true //: hit 2/2
            | Put _ -> false //: hit
            | _ -> true) //: hit
        |> List.length //: hit
    sum + count //: hit

//- if, elif, else
[<MethodImpl(MethodImplOptions.NoInlining)>]
let chain n (log: List<string>) =
    if n > 100 then //: part 1/2 x2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        1 //: miss
    elif n > 50 && log.Count >= 0 then //: part 2/2 1/2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        2 //: hit x1
    else //: none
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        match n with //: part 1/3
        | 1 -> //: none
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            3 //: hit x1
        | 2 when log.Count < 0 -> //: miss 0/2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
            4 //: miss
        | _ -> 5 //: miss

//- in a task
let later command (log: List<string>) =
    task { //: hit
        match command with //: part 2/3
        | Put n when n > 5 -> //: hit 2/2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
            return 1 //: hit
        | Put n -> //: none
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit
            return 2 //: hit
        | _ -> //: none
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
            return 3 //: miss
    }

//- very many rules with conditions on strings
[<MethodImpl(MethodImplOptions.NoInlining)>]
let texts (a: string) (b: int option) (log: List<string>) =
    match a, b with //: part 4/121
    | "t0", Some n when n > 0 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 0)).Replace("a", "b").Trim()); 0 //: miss 0/2
    | "t1", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 1)).Replace("a", "b").Trim()); 1 //: miss
    | "t2", _ -> log.Add(String.Format("{0}", string (log.Count + 2)).Replace("a", "b").Trim()); 2 //: miss
    | "t3", Some n when n > 3 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 3)).Replace("a", "b").Trim()); 3 //: part 1/2
    | "t4", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 4)).Replace("a", "b").Trim()); 4 //: miss
    | "t5", _ -> log.Add(String.Format("{0}", string (log.Count + 5)).Replace("a", "b").Trim()); 5 //: miss
    | "t6", Some n when n > 6 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 6)).Replace("a", "b").Trim()); 6 //: miss 0/2
    | "t7", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 7)).Replace("a", "b").Trim()); 7 //: miss
    | "t8", _ -> log.Add(String.Format("{0}", string (log.Count + 8)).Replace("a", "b").Trim()); 8 //: miss
    | "t9", Some n when n > 9 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 9)).Replace("a", "b").Trim()); 9 //: miss 0/2
    | "t10", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 10)).Replace("a", "b").Trim()); 10 //: miss
    | "t11", _ -> log.Add(String.Format("{0}", string (log.Count + 11)).Replace("a", "b").Trim()); 11 //: miss
    | "t12", Some n when n > 12 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 12)).Replace("a", "b").Trim()); 12 //: miss 0/2
    | "t13", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 13)).Replace("a", "b").Trim()); 13 //: miss
    | "t14", _ -> log.Add(String.Format("{0}", string (log.Count + 14)).Replace("a", "b").Trim()); 14 //: miss
    | "t15", Some n when n > 15 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 15)).Replace("a", "b").Trim()); 15 //: miss 0/2
    | "t16", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 16)).Replace("a", "b").Trim()); 16 //: miss
    | "t17", _ -> log.Add(String.Format("{0}", string (log.Count + 17)).Replace("a", "b").Trim()); 17 //: miss
    | "t18", Some n when n > 18 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 18)).Replace("a", "b").Trim()); 18 //: miss 0/2
    | "t19", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 19)).Replace("a", "b").Trim()); 19 //: miss
    | "t20", _ -> log.Add(String.Format("{0}", string (log.Count + 20)).Replace("a", "b").Trim()); 20 //: miss
    | "t21", Some n when n > 21 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 21)).Replace("a", "b").Trim()); 21 //: miss 0/2
    | "t22", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 22)).Replace("a", "b").Trim()); 22 //: miss
    | "t23", _ -> log.Add(String.Format("{0}", string (log.Count + 23)).Replace("a", "b").Trim()); 23 //: miss
    | "t24", Some n when n > 24 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 24)).Replace("a", "b").Trim()); 24 //: miss 0/2
    | "t25", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 25)).Replace("a", "b").Trim()); 25 //: miss
    | "t26", _ -> log.Add(String.Format("{0}", string (log.Count + 26)).Replace("a", "b").Trim()); 26 //: miss
    | "t27", Some n when n > 27 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 27)).Replace("a", "b").Trim()); 27 //: miss 0/2
    | "t28", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 28)).Replace("a", "b").Trim()); 28 //: miss
    | "t29", _ -> log.Add(String.Format("{0}", string (log.Count + 29)).Replace("a", "b").Trim()); 29 //: miss
    | "t30", Some n when n > 30 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 30)).Replace("a", "b").Trim()); 30 //: miss 0/2
    | "t31", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 31)).Replace("a", "b").Trim()); 31 //: miss
    | "t32", _ -> log.Add(String.Format("{0}", string (log.Count + 32)).Replace("a", "b").Trim()); 32 //: miss
    | "t33", Some n when n > 33 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 33)).Replace("a", "b").Trim()); 33 //: miss 0/2
    | "t34", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 34)).Replace("a", "b").Trim()); 34 //: miss
    | "t35", _ -> log.Add(String.Format("{0}", string (log.Count + 35)).Replace("a", "b").Trim()); 35 //: miss
    | "t36", Some n when n > 36 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 36)).Replace("a", "b").Trim()); 36 //: miss 0/2
    | "t37", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 37)).Replace("a", "b").Trim()); 37 //: miss
    | "t38", _ -> log.Add(String.Format("{0}", string (log.Count + 38)).Replace("a", "b").Trim()); 38 //: miss
    | "t39", Some n when n > 39 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 39)).Replace("a", "b").Trim()); 39 //: miss 0/2
    | "t40", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 40)).Replace("a", "b").Trim()); 40 //: miss
    | "t41", _ -> log.Add(String.Format("{0}", string (log.Count + 41)).Replace("a", "b").Trim()); 41 //: miss
    | "t42", Some n when n > 42 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 42)).Replace("a", "b").Trim()); 42 //: miss 0/2
    | "t43", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 43)).Replace("a", "b").Trim()); 43 //: miss
    | "t44", _ -> log.Add(String.Format("{0}", string (log.Count + 44)).Replace("a", "b").Trim()); 44 //: miss
    | "t45", Some n when n > 45 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 45)).Replace("a", "b").Trim()); 45 //: miss 0/2
    | "t46", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 46)).Replace("a", "b").Trim()); 46 //: miss
    | "t47", _ -> log.Add(String.Format("{0}", string (log.Count + 47)).Replace("a", "b").Trim()); 47 //: miss
    | "t48", Some n when n > 48 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 48)).Replace("a", "b").Trim()); 48 //: miss 0/2
    | "t49", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 49)).Replace("a", "b").Trim()); 49 //: miss
    | "t50", _ -> log.Add(String.Format("{0}", string (log.Count + 50)).Replace("a", "b").Trim()); 50 //: hit
    | "t51", Some n when n > 51 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 51)).Replace("a", "b").Trim()); 51 //: miss 0/2
    | "t52", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 52)).Replace("a", "b").Trim()); 52 //: miss
    | "t53", _ -> log.Add(String.Format("{0}", string (log.Count + 53)).Replace("a", "b").Trim()); 53 //: miss
    | "t54", Some n when n > 54 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 54)).Replace("a", "b").Trim()); 54 //: miss 0/2
    | "t55", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 55)).Replace("a", "b").Trim()); 55 //: miss
    | "t56", _ -> log.Add(String.Format("{0}", string (log.Count + 56)).Replace("a", "b").Trim()); 56 //: miss
    | "t57", Some n when n > 57 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 57)).Replace("a", "b").Trim()); 57 //: miss 0/2
    | "t58", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 58)).Replace("a", "b").Trim()); 58 //: miss
    | "t59", _ -> log.Add(String.Format("{0}", string (log.Count + 59)).Replace("a", "b").Trim()); 59 //: miss
    | "t60", Some n when n > 60 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 60)).Replace("a", "b").Trim()); 60 //: miss 0/2
    | "t61", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 61)).Replace("a", "b").Trim()); 61 //: miss
    | "t62", _ -> log.Add(String.Format("{0}", string (log.Count + 62)).Replace("a", "b").Trim()); 62 //: miss
    | "t63", Some n when n > 63 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 63)).Replace("a", "b").Trim()); 63 //: miss 0/2
    | "t64", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 64)).Replace("a", "b").Trim()); 64 //: miss
    | "t65", _ -> log.Add(String.Format("{0}", string (log.Count + 65)).Replace("a", "b").Trim()); 65 //: miss
    | "t66", Some n when n > 66 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 66)).Replace("a", "b").Trim()); 66 //: miss 0/2
    | "t67", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 67)).Replace("a", "b").Trim()); 67 //: miss
    | "t68", _ -> log.Add(String.Format("{0}", string (log.Count + 68)).Replace("a", "b").Trim()); 68 //: miss
    | "t69", Some n when n > 69 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 69)).Replace("a", "b").Trim()); 69 //: miss 0/2
    | "t70", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 70)).Replace("a", "b").Trim()); 70 //: miss
    | "t71", _ -> log.Add(String.Format("{0}", string (log.Count + 71)).Replace("a", "b").Trim()); 71 //: miss
    | "t72", Some n when n > 72 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 72)).Replace("a", "b").Trim()); 72 //: miss 0/2
    | "t73", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 73)).Replace("a", "b").Trim()); 73 //: miss
    | "t74", _ -> log.Add(String.Format("{0}", string (log.Count + 74)).Replace("a", "b").Trim()); 74 //: miss
    | "t75", Some n when n > 75 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 75)).Replace("a", "b").Trim()); 75 //: miss 0/2
    | "t76", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 76)).Replace("a", "b").Trim()); 76 //: miss
    | "t77", _ -> log.Add(String.Format("{0}", string (log.Count + 77)).Replace("a", "b").Trim()); 77 //: miss
    | "t78", Some n when n > 78 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 78)).Replace("a", "b").Trim()); 78 //: miss 0/2
    | "t79", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 79)).Replace("a", "b").Trim()); 79 //: miss
    | "t80", _ -> log.Add(String.Format("{0}", string (log.Count + 80)).Replace("a", "b").Trim()); 80 //: miss
    | "t81", Some n when n > 81 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 81)).Replace("a", "b").Trim()); 81 //: miss 0/2
    | "t82", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 82)).Replace("a", "b").Trim()); 82 //: miss
    | "t83", _ -> log.Add(String.Format("{0}", string (log.Count + 83)).Replace("a", "b").Trim()); 83 //: miss
    | "t84", Some n when n > 84 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 84)).Replace("a", "b").Trim()); 84 //: miss 0/2
    | "t85", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 85)).Replace("a", "b").Trim()); 85 //: miss
    | "t86", _ -> log.Add(String.Format("{0}", string (log.Count + 86)).Replace("a", "b").Trim()); 86 //: miss
    | "t87", Some n when n > 87 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 87)).Replace("a", "b").Trim()); 87 //: miss 0/2
    | "t88", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 88)).Replace("a", "b").Trim()); 88 //: miss
    | "t89", _ -> log.Add(String.Format("{0}", string (log.Count + 89)).Replace("a", "b").Trim()); 89 //: miss
    | "t90", Some n when n > 90 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 90)).Replace("a", "b").Trim()); 90 //: miss 0/2
    | "t91", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 91)).Replace("a", "b").Trim()); 91 //: miss
    | "t92", _ -> log.Add(String.Format("{0}", string (log.Count + 92)).Replace("a", "b").Trim()); 92 //: miss
    | "t93", Some n when n > 93 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 93)).Replace("a", "b").Trim()); 93 //: miss 0/2
    | "t94", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 94)).Replace("a", "b").Trim()); 94 //: miss
    | "t95", _ -> log.Add(String.Format("{0}", string (log.Count + 95)).Replace("a", "b").Trim()); 95 //: miss
    | "t96", Some n when n > 96 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 96)).Replace("a", "b").Trim()); 96 //: miss 0/2
    | "t97", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 97)).Replace("a", "b").Trim()); 97 //: miss
    | "t98", _ -> log.Add(String.Format("{0}", string (log.Count + 98)).Replace("a", "b").Trim()); 98 //: miss
    | "t99", Some n when n > 99 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 99)).Replace("a", "b").Trim()); 99 //: miss 0/2
    | "t100", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 100)).Replace("a", "b").Trim()); 100 //: miss
    | "t101", _ -> log.Add(String.Format("{0}", string (log.Count + 101)).Replace("a", "b").Trim()); 101 //: miss
    | "t102", Some n when n > 102 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 102)).Replace("a", "b").Trim()); 102 //: miss 0/2
    | "t103", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 103)).Replace("a", "b").Trim()); 103 //: miss
    | "t104", _ -> log.Add(String.Format("{0}", string (log.Count + 104)).Replace("a", "b").Trim()); 104 //: miss
    | "t105", Some n when n > 105 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 105)).Replace("a", "b").Trim()); 105 //: miss 0/2
    | "t106", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 106)).Replace("a", "b").Trim()); 106 //: miss
    | "t107", _ -> log.Add(String.Format("{0}", string (log.Count + 107)).Replace("a", "b").Trim()); 107 //: miss
    | "t108", Some n when n > 108 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 108)).Replace("a", "b").Trim()); 108 //: miss 0/2
    | "t109", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 109)).Replace("a", "b").Trim()); 109 //: miss
    | "t110", _ -> log.Add(String.Format("{0}", string (log.Count + 110)).Replace("a", "b").Trim()); 110 //: miss
    | "t111", Some n when n > 111 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 111)).Replace("a", "b").Trim()); 111 //: miss 0/2
    | "t112", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 112)).Replace("a", "b").Trim()); 112 //: miss
    | "t113", _ -> log.Add(String.Format("{0}", string (log.Count + 113)).Replace("a", "b").Trim()); 113 //: miss
    | "t114", Some n when n > 114 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 114)).Replace("a", "b").Trim()); 114 //: miss 0/2
    | "t115", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 115)).Replace("a", "b").Trim()); 115 //: miss
    | "t116", _ -> log.Add(String.Format("{0}", string (log.Count + 116)).Replace("a", "b").Trim()); 116 //: miss
    | "t117", Some n when n > 117 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 117)).Replace("a", "b").Trim()); 117 //: miss 0/2
    | "t118", Some n -> log.Add(String.Format("{0} {1}", n, string (log.Count + 118)).Replace("a", "b").Trim()); 118 //: miss
    | "t119", _ -> log.Add(String.Format("{0}", string (log.Count + 119)).Replace("a", "b").Trim()); 119 //: hit
    | _ -> -1 //: hit

let run () =
    let log = List<string>() //: hit x1
    for command in [ Put 6; Put 4; Clear ] do //: hit 2/2
        eat (beginning command log) //: hit x3
    for command in [ Put 106; Put 4; Put 1; Clear ] do //: hit 2/2
        eat (inLine command log) //: hit x4
    for text in [ "aaaaa"; "b"; "xxxxxxxxxxx"; "a"; "x" ] do //: hit 2/2
        eat (asked text log) //: hit x5
    eat (listed [] 1 log + listed [ 2 ] 1 log + listed [ 1 ] 1 log + listed [ 2; 0 ] 1 log) //: hit x1
    let worker = Worker log //: hit x1
    eat (worker.Work(Put 6) + worker.Work Clear) //: hit x1
    eat (each [ Put 6; Put 1; Clear ] log) //: hit x1
    eat (shorter [ Put 6; Put 1; Clear ] 3) //: hit x1
    eat (chain 51 log + chain 1 log) //: hit x1
    eat ((later (Put 6) log).Result + (later (Put 1) log).Result) //: hit x1
    eat (texts "t3" (Some 100) log + texts "t50" None log + texts "t118" None log + texts "t119" None log) //: hit x1
