// try with in sequences: rules that one closure asks and another one follows.
module FSharpMore.SequenceTryWith

open System
open System.IO
open System.Runtime.CompilerServices
open FSharpMore.Help

//- a rule of a type, a rule with a condition; one exception that none takes
let numbers (texts: string list) =
    seq { //: hit
        for text in texts do //: hit 2/2
            try //: hit
                yield int text //: hit x3
            with //: part 2/3 x2
            | :? FormatException -> yield -1 //: hit x1
            | e when e.Message.Length > 5 -> yield -2 //: part 1/2 x1
    } //: hit

//- every exception
let quiet (text: string) =
    seq { //: hit
        try //: hit
            yield int text //: hit x1
        with _ -> yield 0 //: hit x1
    } //: hit

//- one rule; an exception goes on
let formats (text: string) =
    seq { //: hit
        try //: hit
            yield int text //: hit x2
        with :? FormatException -> yield 0 //: hit 2/2 x2
    } //: hit

//- no exception
let never (text: string) =
    seq { //: hit
        try //: hit
            yield int text //: hit x1
        with //: miss 0/2
        | :? FormatException -> yield 0 //: miss
        | e -> yield e.Message.Length //: miss
    } //: hit

//- conditions of two operands, patterns that take the message out, a last rule for all
let failures (work: unit -> int) =
    seq { //: hit
        try //: hit
            yield work () //: hit x4
        with //: hit 4/4 x4
        | Failure m when m.Length > 3 && m.StartsWith "a" -> yield 1 //: part 2/2 1/2 x2
        | :? InvalidOperationException as e -> yield e.Message.Length //: hit x1
        | Failure m -> yield m.Length //: hit x2
        | e -> yield 3 //: hit x1
    } //: hit

//- a condition that says no, and no rule after it
let strict (work: unit -> int) =
    seq { //: hit
        try //: hit
            yield work () //: hit x2
        with //: part 2/3 x2
        | :? IOException as e when e.Message = "disk" || e.Message = "net" -> yield 1 //: part 2/2 1/2 x2
        | :? TimeoutException -> yield 2 //: miss
    } //: hit

//- one in the other, and in a list
let nested (work: unit -> int) =
    [ try //: hit
          yield 1 //: hit
          try //: hit
              yield work () //: hit
          with :? FormatException -> yield 0 //: part 1/2
      with //: miss 0/2
      | :? IOException -> yield -1 //: miss
      | _ -> yield -2 ] //: miss

//- near miss: a lambda of an exception that gives a sequence
let described =
    [ exn "a" ] |> Seq.collect (fun (e: exn) -> if e.Message = "a" then Seq.singleton 1 else Seq.empty) //: part 1/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let attempt (items: int seq) =
    try //: hit
        Seq.length items //: hit x13
    with _ -> -1 //: hit

let run () =
    eat (attempt (numbers [ "1"; "x"; "99999999999" ])) //: hit
    eat (attempt (quiet "x") + attempt (formats "x") + attempt (formats "99999999999") + attempt (never "7")) //: hit
    for message in [ "bcde"; "a" ] do //: hit 2/2
        eat (attempt (failures (fun () -> failwith message))) //: hit
    eat (attempt (failures (fun () -> invalidOp "x"))) //: hit
    eat (attempt (failures (fun () -> raise (TimeoutException())))) //: hit
    eat (attempt (strict (fun () -> raise (IOException "disk")))) //: hit
    eat (attempt (strict (fun () -> raise (IOException "printer")))) //: hit
    eat (attempt (nested (fun () -> raise (FormatException())))) //: hit
    eat (attempt described) //: hit
