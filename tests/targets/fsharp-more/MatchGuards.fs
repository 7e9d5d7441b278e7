// Guards of every shape.
module FSharpMore.MatchGuards

open System
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

[<MethodImpl(MethodImplOptions.NoInlining)>]
let is (n: int) (m: int) = n = m //: hit

type T =
    | A of int
    | B of string
    | C

//- and, calls
[<MethodImpl(MethodImplOptions.NoInlining)>]
let andCalls t =
    match t with //: part 3/4 x3
    | A n when is n 1 && yes () -> same 1 //: part 2/2 1/2 x2
    | A _ -> same 2 //: hit x1
    | B _ -> same 3 //: miss
    | C -> same 4 //: hit x1

//- or, calls
[<MethodImpl(MethodImplOptions.NoInlining)>]
let orCalls t =
    match t with //: part 3/4 x3
    | A n when is n 1 || no () -> same 1 //: part 2/2 1/2 x2
    | A _ -> same 2 //: hit x1
    | B _ -> same 3 //: miss
    | C -> same 4 //: hit x1

//- and, variables
[<MethodImpl(MethodImplOptions.NoInlining)>]
let andVariables t a b =
    match t with //: part 3/4 x3
    | A _ when a && b -> same 1 //: part 2/2 1/2 x2
    | A _ -> same 2 //: hit x1
    | B _ -> same 3 //: miss
    | C -> same 4 //: hit x1

//- or, variables
[<MethodImpl(MethodImplOptions.NoInlining)>]
let orVariables t a b =
    match t with //: part 3/4 x3
    | A _ when a || b -> same 1 //: part 2/2 1/2 x2
    | A _ -> same 2 //: hit x1
    | B _ -> same 3 //: miss
    | C -> same 4 //: hit x1

//- comparisons
[<MethodImpl(MethodImplOptions.NoInlining)>]
let compare t =
    match t with //: hit 4/4 x5
    | A n when n > 0 && n < 10 -> same 1 //: part 1/2 2/2 x3
    | A n when n = 0 || n > 100 -> same 2 //: part 1/2 2/2 x2
    | B _ | A _ -> same 3 //: hit x1
    | C -> same 4 //: hit x2

//- mixed and and or
[<MethodImpl(MethodImplOptions.NoInlining)>]
let mixed t =
    match t with //: hit 4/4 x4
    | A n when (is n 1 || is n 2) && yes () -> same 1 //: part 2/2 2/2 1/2 x3
    | A n when is n 5 || (is n 6 && no ()) -> same 2 //: part 1/2 1/2 0/2 x1
    | A _ | B _ -> same 3 //: hit x1
    | C -> same 4 //: hit x1

//- three operands
[<MethodImpl(MethodImplOptions.NoInlining)>]
let three t =
    match t with //: hit 3/3 x2
    | A n when is n 1 && yes () && no () -> same 1 //: part 1/2 1/2 1/2 x1
    | A _ -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- one line
[<MethodImpl(MethodImplOptions.NoInlining)>]
let oneLine t = match t with A n when is n 1 -> same 1 | _ -> same 2 //: hit 2/2 2/2 x3

//- one line, and
[<MethodImpl(MethodImplOptions.NoInlining)>]
let oneLineAnd t = match t with A n when is n 1 && yes () -> same 1 | _ -> same 2 //: part 2/2 2/2 1/2 x3

//- one line, three rules
[<MethodImpl(MethodImplOptions.NoInlining)>]
let oneLineThree t = match t with A n when n > 5 -> same 1 | A _ -> same 2 | _ -> same 3 //: hit 3/3 2/2 x3

//- one line in a let
[<MethodImpl(MethodImplOptions.NoInlining)>]
let oneLineLet t =
    let n = match t with A n when n > 5 -> n | B s when s = "x" -> 2 | _ -> 3 //: part 3/3 2/2 1/2 x3
    same n //: hit x3

//- one line in a lambda
let oneLineLambda items = items |> List.map (fun t -> match t with A n when n > 5 && n < 9 -> n | _ -> 3) //: part 2/2 2/2 1/2 x3

//- one line function
let oneLineFunction items = items |> List.map (function A n when n > 5 -> n | _ -> 3) //: hit 2/2 2/2 x3

//- options
[<MethodImpl(MethodImplOptions.NoInlining)>]
let option o =
    match o with //: hit 3/3 x3
    | Some n when n > 1 && n < 5 -> same 1 //: part 2/2 1/2 x2
    | None -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- constants
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constants n flag other =
    match n with //: hit 4/4 x4
    | 1 when flag && other -> same 10 //: part 2/2 1/2 x2
    | 1 -> same 11 //: hit x1
    | 2 when flag || other -> same 20 //: part 1/2 0/2 x1
    | _ -> same 0 //: hit x1

//- tuples
[<MethodImpl(MethodImplOptions.NoInlining)>]
let tuples a b =
    match a, b with //: hit 3/3 x3
    | Some x, Some y when x > 0 && y > 0 -> same 1 //: part 2/2 1/2 x2
    | Some _, _ -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- strings
[<MethodImpl(MethodImplOptions.NoInlining)>]
let strings (s: string) =
    match s with //: hit 4/4 x4
    | "a" | "b" -> same 1 //: hit x2
    | s when s.Length > 1 && s.StartsWith "x" -> same 2 //: part 2/2 1/2 x2
    | _ -> same 3 //: hit

//- bodies on their own lines
[<MethodImpl(MethodImplOptions.NoInlining)>]
let blocks t =
    match t with //: part 3/4 x3
    | A n when
        is n 1 //: hit 2/2 x2
        && yes () -> //: part 1/2 x1
        same 1 //: hit x1
    | A _ -> same 2 //: hit x1
    | B _ -> same 3 //: miss
    | C -> same 4 //: hit x1

//- a guard that is a match
[<MethodImpl(MethodImplOptions.NoInlining)>]
let matched t =
    match t with //: part 2/3 x2
    | A n when (match n with 1 -> true | _ -> false) -> same 1 //: part 1/2 1/2 x1
    | A _ -> same 2 //: miss
    | _ -> same 3 //: hit x1

//- a guard with if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let conditional t =
    match t with //: part 2/3 x2
    | A n when (if n > 5 then yes () else no ()) -> same 1 //: part 1/2 1/2 x1
    | A _ -> same 2 //: miss
    | _ -> same 3 //: hit x1

//- the value of a match with guards
[<MethodImpl(MethodImplOptions.NoInlining)>]
let value t =
    let n =
        match t with //: hit 3/3 x3
        | A n when is n 1 && yes () -> 1 //: part 2/2 1/2 x2
        | A n -> n //: hit x1
        | _ -> 3 //: hit x1
    same n //: hit x3

//- exceptions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let caught (work: unit -> int) =
    try //: hit x3
        work () //: hit x3
    with //: hit 3/3 x3
    | :? ArgumentException as e when e.Message.Length > 1 && e.ParamName = null -> same 1 //: part 1/2 1/2 x1
    | Failure m when m = "a" || m = "b" -> same 2 //: part 2/2 1/2 x2
    | _ -> same 3 //: hit x1

//- guards with or-patterns
[<MethodImpl(MethodImplOptions.NoInlining)>]
let alternatives a b =
    match a, b with //: part 2/3 x2
    | A n, _ | _, A n when n > 0 && n < 10 -> same 1 //: part 1/2 1/2 x1
    | C, _ | _, C -> same 2 //: miss
    | _ -> same 3 //: hit x1

//- a body that is an if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let ifBody t =
    match t with //: part 2/3 x2
    | A n when n > 0 -> if n > 5 && n < 9 then same 1 else same 2 //: part 1/2 1/2 1/2 x1
    | A _ -> same 3 //: miss
    | _ -> if yes () || no () then same 4 else same 5 //: part 1/2 0/2 x1

//- types
[<MethodImpl(MethodImplOptions.NoInlining)>]
let types (o: obj) =
    match o with //: hit 4/4 x4
    | :? int as n when n > 0 && n < 10 -> same 1 //: part 2/2 1/2 x2
    | :? int -> same 2 //: hit x1
    | :? string as s when s = "x" || s.Length > 3 -> same 3 //: part 2/2 1/2 x2
    | _ -> same 4 //: hit x1

//- lists
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec sum l limit =
    match l with //: hit 3/3
    | [] -> 0 //: hit
    | x :: rest when x > 0 && x < limit -> x + sum rest limit //: hit 2/2 2/2
    | _ :: rest -> sum rest limit //: hit

//- a constant beside the wildcard, after a guard: one rule, asked twice for the constant
[<MethodImpl(MethodImplOptions.NoInlining)>]
let beside (c: char) n =
    match c with //: hit 3/3 x3
    | 'a' -> same 1 //: hit x1
    | '.' | _ when n > 1 -> same 2 //: hit 2/2
    | _ -> same 3 //: hit x1

//- a constant beside the wildcard, after guards of two operands, rules before and after
[<MethodImpl(MethodImplOptions.NoInlining)>]
let besideMore (c: char) n =
    match c with //: part 3/5 x4
    | 'a' -> same 1 //: hit x1
    | 'b' when n > 5 -> same 2 //: hit 2/2 x2
    | '.' | _ when n > 1 && n < 9 -> same 3 //: part 1/2 1/2 x2
    | 'x' -> same 4 //: miss
    | _ -> same 5 //: miss

//- constants with one name
[<MethodImpl(MethodImplOptions.NoInlining)>]
let namedTexts (s: string) n =
    match s with //: part 3/4 x3
    | "a" | "b" as t when n > 1 -> same t.Length //: hit 2/2 x2
    | "c" -> same 5 //: miss
    | _ -> same 0 //: hit x2

//- two strings with one name, nothing else
[<MethodImpl(MethodImplOptions.NoInlining)>]
let twoTexts (s: string) =
    match s with //: part 2/3 x2
    | "a" | "b" as t -> same t.Length //: hit x1
    | _ -> same 0 //: hit x1

//- near miss: two values, each asked for one string
[<MethodImpl(MethodImplOptions.NoInlining)>]
let eitherText (s: string) (t: string) =
    match s, t with //: hit 2/2 x2
    | "a", u | u, "a" -> same u.Length //: hit x1
    | _ -> same 0 //: hit x1

//- function has no point: its decision is on its line, whatever comes first in the code
[<MethodImpl(MethodImplOptions.NoInlining)>]
let partition items =
    let rec go evens odds = function //: hit 3/3
        | [] -> List.rev evens, List.rev odds //: hit
        | x :: rest when x % 2 = 0 -> go (x :: evens) odds rest //: hit 2/2
        | x :: rest -> go evens (x :: odds) rest //: hit
    go [] [] items //: hit x1

let run () =
    let three' f = f (A 1) + f (A 2) + f C //: hit
    printfn "%d" (three' andCalls + three' orCalls) //: hit
    printfn "%d" (andVariables (A 1) true true + andVariables (A 1) false true + andVariables C true true) //: hit
    printfn "%d" (orVariables (A 1) true true + orVariables (A 1) false false + orVariables C true true) //: hit
    printfn "%d" (compare (A 5) + compare (A 50) + compare (A 500) + compare C + compare C) //: hit
    printfn "%d" (mixed (A 1) + mixed (A 2) + mixed (A 3) + mixed C) //: hit
    printfn "%d" (three (A 1) + three C) //: hit
    printfn "%d" (three' oneLine + three' oneLineAnd) //: hit
    printfn "%d" (oneLineThree (A 6) + oneLineThree (A 5) + oneLineThree C) //: hit
    printfn "%d" (oneLineLet (A 6) + oneLineLet (A 5) + oneLineLet (B "x")) //: hit
    printfn "%A %A" (oneLineLambda [ A 6; A 5; C ]) (oneLineFunction [ A 6; A 5; C ]) //: hit
    printfn "%d" (option (Some 2) + option (Some 0) + option None) //: hit
    printfn "%d" (constants 1 true true + constants 1 false true + constants 2 true false + constants 3 true true) //: hit
    printfn "%d" (tuples (Some 1) (Some 1) + tuples (Some 0) (Some 1) + tuples None None) //: hit
    printfn "%d" (strings "a" + strings "b" + strings "xy" + strings "c") //: hit
    printfn "%d" (three' blocks + matched (A 1) + matched C + conditional (A 6) + conditional C + three' value) //: hit
    printfn "%d" (caught (fun () -> raise (ArgumentException "abc")) + caught (fun () -> failwith "a") + caught (fun () -> failwith "c")) //: hit
    printfn "%d" (alternatives C (A 1) + alternatives (B "") (B "")) //: hit
    printfn "%d" (ifBody (A 6) + ifBody C) //: hit
    printfn "%d" (types 1 + types 0 + types "x" + types "y") //: hit
    printfn "%d" (sum [ 1; 0; 50; 2 ] 10) //: hit
    printfn "%d" (beside 'a' 1 + beside '.' 2 + beside '.' 1) //: hit
    printfn "%d" (besideMore 'a' 1 + besideMore 'b' 6 + besideMore 'b' 5 + besideMore 'z' 3) //: hit
    printfn "%d" (namedTexts "a" 3 + namedTexts "b" 1 + namedTexts "d" 1) //: hit
    printfn "%d" (twoTexts "a" + twoTexts "c" + eitherText "b" "a" + eitherText "c" "d") //: hit
    printfn "%A" (partition [ 1; 2; 3 ]) //: hit
