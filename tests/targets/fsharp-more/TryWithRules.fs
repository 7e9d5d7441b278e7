// Rules after `with` whose bodies are longer than a line. Where they name exceptions of F# and ask for nothing else, the compiler asks them in a filter first.
module FSharpMore.TryWithRules

open System
open System.Runtime.CompilerServices
open FSharpMore.Help

exception Odd of int

[<MethodImpl(MethodImplOptions.NoInlining)>]
let fail (kind: int) =
    if kind = 1 then raise (Odd 1) //: hit 2/2
    if kind = 2 then raise (InvalidOperationException "x") //: hit 2/2
    if kind = 3 then raise (TimeoutException()) //: hit 2/2
    keep kind //: hit

//- a rule with a body that ran in part, and one that never ran
let bodies (kind: int) (n: int) =
    try //: hit
        eat (fail kind) //: hit
    with //: part 1/2
    | Odd _ -> //: hit
        if keep n > 5 then //: part 1/2
            eat 1 //: miss
        else
            eat 2 //: hit
        match keep n with //: part 1/3
        | 1 ->
            eat 6 //: miss
        | 2 ->

            eat 3 //: hit
        | _ ->
            eat 4 //: miss
            eat 5 //: miss
    | _ -> //: miss
        try //: miss
            eat 6 //: miss
        with //: miss 0/2
        | :? InvalidOperationException
            when keep n > 1 -> //: miss 0/2
            eat 7 //: miss
        | _ ->
            let m =
                if keep n > 2 then //: miss 0/2
                    8 //: miss
                else
                    9 //: miss
            eat m //: miss

//- an exception that no rule takes; brackets and a comment with an arrow in a pattern of several lines
let strict (kind: int) =
    try //: hit
        eat (fail kind) //: hit
    with //: part 1/2
    | Odd( //: miss
          _) (* -> *) //: miss
          -> //: miss
        let text =
            if keep kind = 1 then //: miss 0/2
                "a" //: miss
            else
                "b" //: miss
        eat text.Length //: miss

//- near miss: a rule of another type, so that there is no filter
let typed (kind: int) =
    try //: hit
        eat (fail kind) //: hit
    with //: part 1/3
    | Odd _ ->
        if keep kind = 1 then //: miss 0/2
            eat 1 //: miss
        else
            eat 2 //: miss
    | :? TimeoutException ->
        if keep kind = 3 then //: part 1/2
            eat 1 //: hit
        else
            eat 2 //: miss

//- a value; after `with`, without a bar
let valued (kind: int) =
    try //: hit
        fail kind //: hit
    with Odd _ ->  //: hit 2/2
            if keep kind = 2 then //: part 1/2
                1 //: miss
            else
                2 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let attempt (work: int -> unit) (kind: int) =
    try //: hit
        work kind //: hit
    with _ -> eat 1 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    bodies 0 0 //: hit
    bodies 1 2 //: hit
    attempt strict 0 //: hit
    attempt strict 3 //: hit
    typed 3 //: hit
    attempt (valued >> eat) 1 //: hit
    attempt (valued >> eat) 2 //: hit
