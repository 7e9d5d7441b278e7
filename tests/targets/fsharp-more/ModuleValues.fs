// Values of a module that are computed when the program starts.
module FSharpMore.ModuleValues

open System
open System.Collections.Generic
open System.Runtime.CompilerServices

[<MethodImpl(MethodImplOptions.NoInlining)>]
let yes () = true //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let no () = false //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let same value = value //: hit

//- a value with a condition
let mode = if no () then "strict" else "loose" //: part 1/2 x1

//- a value by match
let level =
    match Environment.GetEnvironmentVariable "FSAPP_LEVEL" with //: part 1/3 x1
    | null -> 1 //: hit x1
    | "high" -> 3 //: miss
    | _ -> 2 //: miss

//- a list that is built
let squares = [ for i in 1..4 do if i % 2 = 0 then yield i * i ] //: hit 2/2 2/2

//- a map from a pipeline
let table =
    [ "a", 1; "b", 2; "c", 3 ] //: hit x1
    |> List.filter (fun (_, n) -> n > 1) //: hit x3
    |> Map.ofList //: hit x1

//- a mutable value and code of the module
let mutable started = 0 //: hit x1
started <- started + 1 //: hit x1

if started > 5 then //: part 1/2 x1
    started <- 0 //: miss

for n in squares do //: hit 2/2
    started <- started + n //: hit x2

//- a try with at module level
let number =
    try //: hit x1
        int (same "12x") //: hit x1
    with :? FormatException -> //: part 1/2 x1
        -1 //: hit x1

//- a lazy value that nobody asks for, and one that is asked for
let unused = lazy (same 5) //: hit
let used = lazy (same 6) //: hit

//- a dictionary that is filled
let cache = Dictionary<string, int>() //: hit x1
cache["a"] <- 1 //: hit x1

//- && and || in conditions of values
let both = if yes () && no () then 1 else 2 //: part 1/2 1/2 x1
let either = if yes () || no () then 1 else 2 //: part 1/2 0/2 x1

//- a function value
let private increment = (+) 1 //D: hit x1

module Inner =
    let limit = same 10 //: hit x1

    let clamp value =
        if value > limit then //: hit 2/2 x2
            limit //: hit x1
        elif value < 0 then //: part 1/2 x1
            0 //: miss
        else
            value //: hit x1

let total () = mode.Length + level + List.sum squares + table.Count + number + used.Value + both + either + increment 1 //: hit x1
