// Conditions that optimised code takes apart: negated ones, comparisons of several tests, functions of options.
module FSharpMore.ConditionNegated

open System
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

[<MethodImpl(MethodImplOptions.NoInlining)>]
let is (n: int) (m: int) = n = m //: hit

type T =
    | A of int
    | B of string
    | C

//- not
[<MethodImpl(MethodImplOptions.NoInlining)>]
let negated t =
    match t with //: hit 3/3 x3
    | A n when not (is n 1) -> same 1 //: hit 2/2 x2
    | A _ -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- not at the right
[<MethodImpl(MethodImplOptions.NoInlining)>]
let negatedRight t =
    match t with //: hit 3/3 x3
    | A n when is n 1 && not (no ()) -> same 1 //: part 2/2 1/2 x2
    | A _ -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- not over and
[<MethodImpl(MethodImplOptions.NoInlining)>]
let negatedBoth t =
    match t with //: hit 3/3 x3
    | A n when not (is n 1 && yes ()) -> same 1 //: part 2/2 1/2 x2
    | A _ -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- a bare flag
[<MethodImpl(MethodImplOptions.NoInlining)>]
let flag t ok =
    match t with //: part 2/4 x3
    | A _ when ok -> same 1 //: part 1/2 x2
    | B s when not ok && s = "" -> same 2 //: miss 0/2 0/2
    | A _ -> same 2 //: miss
    | _ -> same 3 //: hit x1

//- null, strings, chars
[<MethodImpl(MethodImplOptions.NoInlining)>]
let text (s: string) =
    match s with //: part 4/5 x4
    | null -> same 0 //: miss
    | "" -> same 1 //: hit x1
    | s when s[0] = 'x' || s[0] = 'y' -> same 2 //: part 2/2 1/2 x3
    | s when String.IsNullOrWhiteSpace s -> same 3 //: hit 2/2 x2
    | _ -> same 4 //: hit x1

//- a guard with an equality of several tests
[<MethodImpl(MethodImplOptions.NoInlining)>]
let equal a (s: string) =
    match a with //: hit 4/4 x3
    | A n when s = "" && n = 1 -> same 1 //: part 2/2 1/2 x2
    | A n when (n, s) = (2, "x") -> same 2 //: part 1/2 x1
    | A _ -> same 3 //: hit x1
    | _ -> same 4 //: hit x1

//- Option functions in guards
[<MethodImpl(MethodImplOptions.NoInlining)>]
let options a b =
    match a with //: hit 4/4 x4
    | A n when Option.isSome b && n > 0 -> same 1 //: part 2/2 1/2 x3
    | A _ when Option.contains 5 b -> same 2 //: part 1/2
    | A _ -> same 3 //: hit x1
    | _ -> same 4 //: hit x1

//- the first rule has a guard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let first n =
    match n with //: hit 3/3 x3
    | n when n > 10 && n < 20 -> same 1 //: hit 2/2 2/2 x3
    | 5 -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- both negated
[<MethodImpl(MethodImplOptions.NoInlining)>]
let negatedTwo t =
    match t with //: part 2/3 x2
    | A n when not (is n 1) && not (no ()) -> same 1 //: part 1/2 1/2 x1
    | A _ -> same 2 //: miss
    | _ -> same 3 //: hit x1

//- negated operands of values
[<MethodImpl(MethodImplOptions.NoInlining)>]
let values n =
    let a = not (is n 1) && is n 2 //: part 2/2 1/2
    let b = not (is n 1) || is n 1 //: part 2/2 1/2
    let c = is n 2 && not (is n 3) //: part 2/2 1/2
    let d = not (is n 1) && not (is n 3) //: part 2/2 1/2
    let all = [ a; b; c; d; not (is n 1) && is n 2 ] //: part 2/2 1/2
    if not (is n 1) && is n 2 then List.length all else 0 //: part 2/2 1/2

let run () =
    let three' f = f (A 1) + f (A 2) + f C //: hit
    printfn "%d" (three' negated + three' negatedRight + three' negatedBoth) //: hit
    printfn "%d" (flag (A 1) true + flag (A 2) true + flag C true) //: hit
    printfn "%d" (text "" + text "xa" + text "z" + text "  ") //: hit
    printfn "%d" (equal (A 1) "" + equal (A 2) "z" + equal C "") //: hit
    printfn "%d" (options (A 1) (Some 1) + options (A 2) (Some 1) + options (A 3) None + options C None) //: hit
    printfn "%d" (first 15 + first 5 + first 25) //: hit
    printfn "%d" (negatedTwo (A 2) + negatedTwo C + values 1 + values 2) //: hit
