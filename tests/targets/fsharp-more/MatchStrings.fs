// Matches of strings: "" and conditions after a pattern with an argument, in functions, tasks and sequences.
module FSharpMore.MatchStrings

open System
open System.Runtime.CompilerServices
open System.Threading.Tasks

[<MethodImpl(MethodImplOptions.NoInlining)>]
let same (n: int) = n //: hit

let (|Starts|_|) (p: string) (s: string) =
    if s.StartsWith(p, StringComparison.Ordinal) then Some(s.Substring p.Length) else None //: hit 2/2

//- a string, "" and a condition after a pattern with an argument
[<MethodImpl(MethodImplOptions.NoInlining)>]
let ofText (text: string) =
    match text with //: hit 3/3
    | "a" | "b" -> same 1 //: hit
    | Starts "x" rest -> same rest.Length //: hit 4/4
    | "" -> same 2 //: hit x1
    | other when other.Length > 2 -> same other.Length //: hit 2/2
    | _ -> same 3 //: hit x1

//- the same in a task, where bodies are statements
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inTask (sum: int ref) (text: string) =
    task { //: hit
        match text with //: hit 3/3
        | "a" | "b" -> sum.Value <- same 1 //: hit
        | Starts "x" rest -> sum.Value <- same rest.Length //: hit 4/4
        | "" -> sum.Value <- same 2 //: hit x1
        | other when other.Length > 2 -> sum.Value <- same other.Length //: hit 2/2
        | _ -> sum.Value <- same 3 //: hit x1
        return sum.Value //: hit
    }

let inAsync (sum: int ref) (text: string) =
    async { //: hit
        match text with //: hit 3/3
        | "a" | "b" -> sum.Value <- same 1 //: hit
        | Starts "x" rest -> sum.Value <- same rest.Length //: hit 4/4
        | "" -> sum.Value <- same 2 //: hit x1
        | other when other.Length > 2 -> sum.Value <- same other.Length //: hit 2/2
        | _ -> sum.Value <- same 3 //: hit x1
        return sum.Value //: hit
    }

let inSequence (sum: int ref) (text: string) =
    seq { //: hit
        match text with //: hit 3/3
        | "a" | "b" -> sum.Value <- same 1 //: hit
        | Starts "x" rest -> sum.Value <- same rest.Length //: hit 4/4
        | "" -> sum.Value <- same 2 //: hit x1
        | other when other.Length > 2 -> sum.Value <- same other.Length //: hit 2/2
        | _ -> sum.Value <- same 3 //: hit x1
        yield sum.Value //: hit
    } //: hit

//- constants of a rule apart from ""
let apart (sum: int ref) (text: string) =
    async { //: hit
        match text with //: part 2/4
        | "a" -> sum.Value <- same 1 //: hit
        | "" -> sum.Value <- same 2 //: hit
        | other when other.Length > 2 -> sum.Value <- same other.Length //: miss 0/2
        | _ -> sum.Value <- same 3 //: miss
        return sum.Value //: hit
    }

let run () =
    let sum = ref 0 //: hit
    for text in [ "a"; "b"; "xy"; ""; "long"; "q" ] do //: hit 2/2
        printfn "%d" (ofText text + (inTask sum text).Result + Async.RunSynchronously(inAsync sum text) + Seq.sum (inSequence sum text)) //: hit x6
    printfn "%d" (Async.RunSynchronously(apart sum "a") + Async.RunSynchronously(apart sum "")) //: hit
