// Rules with long bodies: optimised code has each of them in a method of its own.
module FSharpMore.MatchSplitBodies

open System
open System.Collections.Generic
open System.Runtime.CompilerServices
open FSharpMore.Help

type Message =
    | Added of int
    | Removed of int
    | Renamed of string
    | Cleared

//- a match whose bodies are methods
[<MethodImpl(MethodImplOptions.NoInlining)>]
let update message (log: List<string>) =
    match message with //: part 3/4 x3
    | Added n ->
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x1
        log.Count + n //: hit x1
    | Removed n ->
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x1
        log.Count - n //: hit x1
    | Renamed name ->
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 2)).Replace("a", "b").Trim().PadLeft(1)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 3)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 4)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 5)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 6)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 7)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 8)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 9)).Replace("a", "b").Trim().PadLeft(8)) //: miss
        log.Add(String.Format("{0} {1} {2}", name.Length, log.Count, string (name.Length * 10)).Replace("a", "b").Trim().PadLeft(9)) //: miss
        name.Length //: miss
    | Cleared ->
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Capacity, log.Count, string (log.Capacity * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x1
        0 //: hit x1

//- strings, and a wildcard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let command (text: string) (log: List<string>) =
    match text with //: part 2/4 x3
    | "go" ->
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x2
        1 //: hit x2
    | "stop" | "halt" ->
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 2)).Replace("a", "b").Trim().PadLeft(1)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 3)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 4)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 5)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 6)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 7)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 8)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 9)).Replace("a", "b").Trim().PadLeft(8)) //: miss
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 10)).Replace("a", "b").Trim().PadLeft(9)) //: miss
        2 //: miss
    | _ ->
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", text.Length, log.Count, string (text.Length * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x1
        3 //: hit x1

//- if and else
[<MethodImpl(MethodImplOptions.NoInlining)>]
let choose flag other (log: List<string>) =
    if flag && other % 2 = 0 then //: part 2/2 1/2 x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 2)).Replace("a", "b").Trim().PadLeft(1)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 3)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 4)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 5)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 6)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 7)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 8)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 9)).Replace("a", "b").Trim().PadLeft(8)) //: miss
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 10)).Replace("a", "b").Trim().PadLeft(9)) //: miss
        1 //: miss
    else
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", other, log.Count, string (other * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x2
        2 //: hit x2

//- the value goes on
[<MethodImpl(MethodImplOptions.NoInlining)>]
let total (item: int option) (log: List<string>) =
    let sum = //: none
        match item with //: hit 2/2 x2
        | Some n ->
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x1
            n //: hit x1
        | None ->
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(1)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 8)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 9)).Replace("a", "b").Trim().PadLeft(8)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 10)).Replace("a", "b").Trim().PadLeft(9)) //: hit x1
            0 //: hit x1
    sum + log.Count //: hit x2

let run () =
    let log = List<string>() //: hit x1
    for message in [ Added 1; Removed 1; Cleared ] do //: hit 2/2
        eat (update message log) //: hit x3
    eat (command "go" log + command "go" log + command "run" log) //: hit x1
    eat (choose true 1 log + choose false 1 log) //: hit x1
    eat (total (Some 1) log + total None log) //: hit x1
