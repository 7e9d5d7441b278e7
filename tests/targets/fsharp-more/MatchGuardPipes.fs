// Guards that are pipes: each stage of a pipe has a point of its own in Debug code.
module FSharpMore.MatchGuardPipes

open System
open System.Runtime.CompilerServices
open FSharpMore.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let is1 (n: int) = n = 1 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let isBetween (low: int) (high: int) (n: int) = n >= low && n <= high //: part 1/2 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let next (n: int) = n + 1 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let fail (kind: int) =
    if kind = 1 then raise (InvalidOperationException "one") //: hit 2/2
    if kind = 2 then raise (TimeoutException "two") //: hit 2/2
    if kind = 3 then raise (ArgumentException "three") //: part 1/2
    kind //: miss

//- one stage
[<MethodImpl(MethodImplOptions.NoInlining)>]
let one (o: int option) =
    match o with //: part 2/3
    | Some s when s |> is1 -> 1 //: hit 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- two stages
[<MethodImpl(MethodImplOptions.NoInlining)>]
let two (o: int option) =
    match o with //: hit 3/3
    | Some s when s |> next |> is1 -> 1 //: part 1/2
    | Some _ -> 2 //: hit
    | None -> 3 //: hit

//- two guards that are pipes
[<MethodImpl(MethodImplOptions.NoInlining)>]
let several (o: int option) =
    match o with //: part 3/4
    | Some s when s |> next |> is1 -> 1 //: part 1/2
    | Some s when s |> is1 -> 2 //: hit 2/2
    | Some _ -> 3 //: hit
    | None -> 4 //: miss

//- and
[<MethodImpl(MethodImplOptions.NoInlining)>]
let both (o: int option) =
    match o with //: part 2/3
    | Some s when s |> is1 && s |> next |> is1 -> 1 //: part 2/2 1/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- or
[<MethodImpl(MethodImplOptions.NoInlining)>]
let either (o: int option) =
    match o with //: part 2/3
    | Some s when s |> is1 || s |> next |> is1 -> 1 //: part 2/2 1/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- and, a call on the left
[<MethodImpl(MethodImplOptions.NoInlining)>]
let callFirst (o: int option) =
    match o with //: part 2/3
    | Some s when is1 s && s |> isBetween 0 5 -> 1 //: part 2/2 1/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- and, a call on the right
[<MethodImpl(MethodImplOptions.NoInlining)>]
let callLast (o: int option) =
    match o with //: part 2/3
    | Some s when s |> isBetween 0 5 && is1 s -> 1 //: part 2/2 1/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- not
[<MethodImpl(MethodImplOptions.NoInlining)>]
let negated (o: int option) =
    match o with //: part 2/3
    | Some s when s |> is1 |> not -> 1 //: hit 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let negatedBefore (o: int option) =
    match o with //: part 2/3
    | Some s when not (s |> is1) -> 1 //: hit 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- over several lines
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lines (o: int option) =
    match o with //: part 2/3
    | Some s when
        s //D: hit //R: hit 2/2
        |> next //: hit
        |> isBetween 2 5 -> //D: hit 2/2 //R: hit
        1 //: hit
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- over several lines, and
[<MethodImpl(MethodImplOptions.NoInlining)>]
let linesAnd (o: int option) =
    match o with //: part 2/3
    | Some s when
        s |> next |> isBetween 2 5 //: hit 2/2
        && s |> is1 -> //: part 1/2
        1 //: hit
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- let in a guard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let bound (o: int option) =
    match o with //: part 2/3
    | Some s when (let t = next s in t |> isBetween 2 5) -> 1 //: hit 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let boundPipe (o: int option) =
    match o with //: part 2/3
    | Some s when (let t = s |> next in t |> next |> isBetween 3 5) -> 1 //: hit 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- a lambda as the last stage
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lambda (o: int list option) =
    match o with //: part 2/3
    | Some s when s |> List.exists (fun n -> n = 1) -> 1 //: hit 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- backwards
[<MethodImpl(MethodImplOptions.NoInlining)>]
let backwards (o: int option) =
    match o with //: part 2/3
    | Some s when is1 <| next s -> 1 //: part 1/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- the first rule, without a pattern
[<MethodImpl(MethodImplOptions.NoInlining)>]
let first (n: int) =
    match n with //: hit
    | n when n |> is1 -> 1 //: hit 2/2
    | n when n |> next |> is1 -> 2 //: part 1/2
    | _ -> 3 //: hit

//- a union
type Shape =
    | Dot
    | Circle of int
    | Box of int * int

[<MethodImpl(MethodImplOptions.NoInlining)>]
let union (shape: Shape) =
    match shape with //: part 3/5
    | Circle r when r |> is1 -> 1 //: hit 2/2
    | Box(w, h) when w |> is1 && (w, h) ||> (fun a b -> a + b) |> is1 -> 2 //: miss 0/2 0/2
    | Circle _ -> 3 //: hit
    | Dot -> 4 //: hit
    | Box _ -> 5 //: miss

//- constants
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constants (n: int) (m: int) =
    match n with //: part 3/4
    | 1 when m |> is1 -> 1 //: hit 2/2
    | 2 when m |> next |> is1 -> 2 //: miss 0/2
    | 1 -> 3 //: hit
    | _ -> 4 //: hit

//- rules of a with
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rules (kind: int) (n: int) =
    try //: hit
        fail kind //: hit
    with //: hit 4/4
    | :? InvalidOperationException as e when n |> is1 -> e.Message.Length //: hit 2/2
    | :? InvalidOperationException -> 20 //: hit
    | :? TimeoutException as e when e.Message.Length |> next |> is1 -> 30 //: part 1/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let ruleAlone (kind: int) (n: int) =
    try //: hit
        fail kind //: hit
    with e when n |> next |> isBetween 2 5 -> 1 //: hit 2/2

//- a rule that several tests lead to has its condition twice
[<MethodImpl(MethodImplOptions.NoInlining)>]
let copied (a: int option) (b: int option) =
    match a, b with //: part 2/3 x3
    | Some n, _ | None, Some n when n |> next |> isBetween 0 5 && n |> is1 -> 1 //: part 2/2 1/2 x3
    | None, None -> 2 //: miss
    | _ -> 3 //: hit x2

//- the same over several lines
[<MethodImpl(MethodImplOptions.NoInlining)>]
let copiedLines (c: char) (n: int) =
    match c with //: hit 3/3 x3
    | 'a' -> 1 //: hit x1
    | '.' | _ when
        n //D: hit x2 //R: hit 2/2 x2
        |> next //: hit x2
        |> isBetween 0 5 -> //D: hit 2/2 x2 //R: hit x2
        2 //: hit x1
    | _ -> 3 //: hit x1

//- a partial pattern before the guard
let (|Above|_|) (limit: int) (n: int) = if n > limit then Some(n - limit) else None //: part 1/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let active (n: int) =
    match n with //: part 2/3
    | Above 3 m when m |> next |> is1 -> 1 //: part 1/2 1/2
    | 50 -> 2 //: miss
    | _ -> 3 //: hit

//- conditions with an if and with a match whose parts are pipes
[<MethodImpl(MethodImplOptions.NoInlining)>]
let conditional (o: int option) =
    match o with //: part 2/3
    | Some n when (if n |> is1 then n |> next |> isBetween 0 5 else n |> isBetween 3 5) -> 1 //: hit 2/2 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let matched (o: int option) =
    match o with //: part 2/3
    | Some n when (match n |> next with 2 -> n |> is1 | _ -> false) -> 1 //: hit 2/2 2/2
    | Some _ -> 2 //: hit
    | None -> 3 //: miss

//- a body that begins with a pipe, and a rule after it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let bodies (o: int option) =
    match o with //: part 2/3
    | Some n when n |> is1 -> if n |> next |> is1 then 1 else 2 //: part 2/2 1/2
    | Some n -> n |> next |> keep //: hit
    | None -> 3 //: miss

//- near miss: an `if` that is a pipe begins a body, without a guard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let noGuard (o: int option) =
    match o with //: part 1/2
    | Some n -> if n |> next |> isBetween 2 5 then 1 else 2 //: hit 2/2
    | None -> 3 //: miss

//- in a task, in a sequence
let inTask (o: int option) =
    task { //: hit
        match o with //: part 2/3
        | Some n when n |> next |> isBetween 2 5 -> return 1 //: hit 2/2
        | Some _ -> return 2 //: hit
        | None -> return 3 //: miss
    }

let inSequence (o: int option) =
    seq { //: hit
        match o with //: part 2/3
        | Some n when n |> next |> isBetween 2 5 && n |> is1 -> yield 1 //: part 2/2 1/2
        | Some _ -> yield 2 //: hit
        | None -> yield 3 //: miss
    } //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let attempt (work: unit -> int) =
    try //: hit
        work () |> eat //: hit
    with _ -> eat 1 //: hit

let run () =
    for f in [ one; both; either; callFirst; negated; negatedBefore; lines; linesAnd; bound; boundPipe; several; callLast; conditional; matched; bodies; noGuard ] do //: hit 2/2
        f (Some 1) |> eat //: hit
        f (Some 7) |> eat //: hit
    two (Some 4) |> eat //: hit
    two None |> eat //: hit
    lambda (Some [ 1 ]) |> eat //: hit
    lambda (Some [ 2 ]) |> eat //: hit
    backwards (Some 1) |> eat //: hit
    first 1 |> eat //: hit
    first 3 |> eat //: hit
    for shape in [ Circle 1; Circle 2; Dot ] do //: hit 2/2
        union shape |> eat //: hit
    constants 1 1 |> eat //: hit
    constants 1 2 |> eat //: hit
    constants 3 2 |> eat //: hit
    attempt (fun () -> rules 1 1) //: hit
    attempt (fun () -> rules 1 2) //: hit
    attempt (fun () -> rules 2 2) //: hit
    attempt (fun () -> rules 3 2) //: hit
    attempt (fun () -> ruleAlone 1 1) //: hit
    attempt (fun () -> ruleAlone 1 9) //: hit
    copied (Some 1) None |> eat //: hit
    copied None (Some 9) |> eat //: hit
    copied (Some 9) None |> eat //: hit
    copiedLines 'a' 9 |> eat //: hit
    copiedLines '.' 1 |> eat //: hit
    copiedLines 'x' 9 |> eat //: hit
    active 5 |> eat //: hit
    for o in [ Some 1; Some 7 ] do //: hit 2/2
        (inTask o).Result |> eat //: hit
        inSequence o |> Seq.length |> eat //: hit
