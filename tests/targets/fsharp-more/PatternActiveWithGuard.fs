// Active patterns with conditions, beside constants and in tuples.
module FSharpMore.PatternActiveWithGuard

open System
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

let (|Long|_|) (text: string) = if text.Length > 5 then Some text.Length else None //: hit 2/2

let (|Int|_|) (text: string) =
    match Int32.TryParse text with //: hit 2/2
    | true, n -> Some n //: hit
    | _ -> None //: hit

let (|Starts|_|) (prefix: string) (text: string) =
    if text.StartsWith(prefix, StringComparison.Ordinal) then Some(text.Substring prefix.Length) else None //: hit 2/2

[<return: Struct>]
let (|Ends|_|) (suffix: string) (text: string) =
    if text.EndsWith(suffix, StringComparison.Ordinal) then ValueSome(text.Length - suffix.Length) else ValueNone //: hit 2/2

//- a partial active pattern with a condition is the first rule
[<MethodImpl(MethodImplOptions.NoInlining)>]
let first (text: string) =
    match text with //: hit 3/3 x3
    | Long n when n > 7 -> same 1 //: hit 2/2 x2
    | Long n -> same n //: hit x1
    | _ -> same 0 //: hit x1

//- the same, a condition of two operands, nothing else
[<MethodImpl(MethodImplOptions.NoInlining)>]
let firstAndLast (text: string) flag =
    match text with //: hit 2/2 x2
    | Long n when n > 7 && flag -> same 1 //: part 2/2 1/2 x2
    | _ -> same 0 //: hit x1

//- the same, every condition of two operands, constants after it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let several (text: string) flag =
    match text with //: hit 4/4 x4
    | Long n when n > 7 && flag -> //: part 1/2 1/2 x1
        same 1 //: hit x1
    | Int n when flag || n > 9 -> //: part 1/2 1/2 x1
        same n //: miss
    | "a" -> same 7 //: hit x1
    | _ -> same 0 //: hit x2

//- after other statements, the value bound
[<MethodImpl(MethodImplOptions.NoInlining)>]
let behind (text: string) flag =
    let short = text.Trim() //: hit x3
    let size =
        match short with //: hit 3/3 x3
        | Long n when n > 7 && flag -> n //: part 2/2 1/2 x2
        | Int n -> n //: hit x1
        | _ -> 0 //: hit x1
    same size //: hit x3

//- in the rule of another match
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inside (text: string option) =
    match text with //: hit 2/2 x4
    | Some text ->
        match text with //: hit 3/3 x3
        | Long n when n > 7 -> same 1 //: hit 2/2 x2
        | Int n when n > 5 -> same n //: part 1/2 x1
        | _ -> same 0 //: hit x1
    | None -> same -1 //: hit x1

//- all in one line
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inLine (text: string) = match text with Long n when n > 7 -> same 1 | Long n -> same n | _ -> same 0 //: hit 3/3 2/2 x3

//- in function, without a head
[<MethodImpl(MethodImplOptions.NoInlining)>]
let headless: string -> int =
    function //: hit 3/3
    | Long n when n > 7 -> same 1 //: hit 2/2
    | Int n -> same n //: hit x1
    | _ -> same 0 //: hit x2

//- a pattern with an argument and a condition, its body on the next line
[<MethodImpl(MethodImplOptions.NoInlining)>]
let below (text: string) flag =
    match text with //: hit x3
    | Starts "a long prefix" rest when rest.Length > 2 -> //: part 2/3 0/2
        same 1 //: miss
    | Starts "b" rest when flag -> //: part 1/2 1/2
        same 2 //: miss
    | _ -> //: none
        same 3 //: hit x3

//- the same, rules without arguments after it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let belowMore (text: string) flag =
    match text with //: hit x5
    | Starts "a" rest -> //: hit 4/4
        same rest.Length //: hit x1
    | Starts "b" rest when flag && rest.Length > 3 -> //: hit 2/2 2/2 2/2
        same 2 //: hit x1
    | Int n -> //: none
        same n //: hit x1
    | _ -> //: none
        same 3 //: hit x2

//- the same, a struct result, two conditions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let belowStruct (text: string) flag =
    match text with //: hit x2
    | Ends "kilometres" n when n > 2 -> //: part 2/3 0/2
        same 1 //: miss
    | Ends "metres" n //: part 1/2
        when n > 3 //: hit 2/2
             && flag -> //: part 1/2
        same n //: miss
    | _ -> //: none
        same 3 //: hit x2

//- constants of one rule after a partial active pattern
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constantsBehind (text: string) =
    match text with //: part 3/5 x3
    | Int n -> same n //: hit x1
    | "a" | "b" -> same 1 //: hit x1
    | Long n -> same n //: miss
    | _ -> same 2 //: hit x1

//- before one, and on both sides
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constantsInFront (text: string) =
    match text with //: part 4/6 x4
    | "a" | "b" -> same 1 //: hit x2
    | Int n -> same n //: hit x1
    | "c" | "d" -> same 3 //: miss
    | _ -> same 2 //: hit x1

//- constants beside one with a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constantsWhen (text: string) flag =
    match text with //: part 3/5 x3
    | "a" | "b" when flag -> same 1 //: hit 2/2 x2
    | Long n when n > 7 -> same n //: part 1/2 x1
    | "c" -> same 3 //: miss
    | _ -> same 2 //: hit x2

//- near miss: two values, one asked for several constants
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pairOfNumbers (a: int) (b: int) =
    match a, b with //: hit 3/3 x3
    | 3, _ | 5, _ -> same 1 //: hit x1
    | _, 0 -> same 2 //: hit x1
    | _ -> same 3 //: hit x1

//- a pattern with an argument in a tuple
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inTuple (pair: string * int) =
    match pair with //: hit 4/4 x5
    | Starts "x" rest, _ when rest.Length > 2 -> same 1 //: hit 2/2 2/2
    | "a", 1 -> same 2 //: hit x1
    | Int n, 2 -> same n //: hit x1
    | _ -> same 0 //: hit x2

//- the same for two values, the body below
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inTwo (text: string) (n: int) =
    match text, n with //: part 3/4 x4
    | Starts "x" rest, k when rest.Length > k -> //: hit 2/2 2/2
        same 1 //: hit x1
    | "a", 1 -> same 2 //: miss
    | Int n, 2 -> same n //: hit x1
    | _ -> same 0 //: hit x2

//- a match in a rule, whose first rule has a condition and fails to the last one
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nested (a: int option) (b: int option) =
    match a with //: hit 2/2 x4
    | Some k ->
        match b with //: hit 2/2 x3
        | Some n when n > 7 -> same 1 //: hit 2/2 x2
        | _ -> same k //: hit x2
    | None -> same 0 //: hit x1

//- the same in one line
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nestedInLine (a: int option) (b: int option) =
    match a with //: hit 2/2 x4
    | Some k -> match b with Some n when n > 7 -> same 1 | _ -> same k //: hit 2/2 2/2 x3
    | None -> same 0 //: hit x1

//- the same after a rule with a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nestedBehind (a: int option) (b: int) flag =
    match a with //: hit 3/3 x4
    | None -> same 0 //: hit x1
    | Some k when flag -> //: hit 2/2 x3
        match b with //: part 1/2 x1
        | 1 when yes () -> same 1 //: part 1/2 x1
        | _ -> same k //: miss
    | Some k ->
        match b with //: hit 3/3 x2
        | 1 when yes () && flag -> same 1 //: part 1/2 1/2 x1
        | 2 -> same 4 //: hit x1
        | _ -> same k //: hit x1

//- arguments that are variables, a pattern that says yes or no
[<return: Struct>]
let (|Between|_|) (low: int) (high: int) (n: int) = if n >= low && n <= high then ValueSome() else ValueNone //: hit 2/2 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let within (n: int) low high flag =
    match n with //: hit 4/4 x5
    | 0 -> same 0 //: hit x1
    | Between low high when flag -> //: hit 2/2 2/2
        same 1 //: hit x1
    | 5 -> same 5 //: hit x1
    | _ -> same 2 //: hit x2

//- null and strings of one rule
[<MethodImpl(MethodImplOptions.NoInlining)>]
let blank (text: string | null) =
    match text with //: part 3/4 x3
    | null | "" -> same 0 //: hit x2
    | "a" -> same 1 //: hit x1
    | _ -> same 2 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let blankLast (text: string) =
    match text with //: part 2/4 x2
    | "help" | "h" | "" -> same 0 //: hit x1
    | _ -> same 2 //: hit x1

//- near miss: a rule of a constant and a pattern is one arm
[<MethodImpl(MethodImplOptions.NoInlining)>]
let blankOrNumber (text: string) =
    match text with //: hit 2/2 x3
    | "" | Int _ -> same 0 //: hit x2
    | _ -> same 2 //: hit x1

//- near miss: after a constant the other value of a pair is asked for a pattern
let (|Odd|_|) (n: int) = if n % 2 = 1 then Some n else None //: hit 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let pairAndPattern (text: string) (n: int) =
    match text, n with //: hit 3/3 x4
    | "c", Odd _ | "quit", _ -> same 1 //: hit x2
    | "c", k -> same k //: hit x1
    | _ -> same 0 //: hit x1

//- a pattern with an argument and a condition comes first; optimised code has the rest in a method
[<MethodImpl(MethodImplOptions.NoInlining)>]
let firstOfMany (text: string) =
    match text with //: part 24/42 x5
    | Starts "x" rest when rest.Length > 2 -> same 1 //: hit 2/2 2/2
    | "a00" -> same 100 //: miss
    | Ends "t00" n when n > 2 -> same n //: part 1/2 0/2
    | "a01" -> same 101 //: miss
    | Ends "t01" n when n > 2 -> same n //: part 1/2 0/2
    | "a02" -> same 102 //: hit x1
    | Ends "t02" n when n > 2 -> same n //: part 1/2 0/2
    | "a03" -> same 103 //: miss
    | Ends "t03" n when n > 2 -> same n //: part 1/2 0/2
    | "a04" -> same 104 //: miss
    | Ends "t04" n when n > 2 -> same n //: part 1/2 0/2
    | "a05" -> same 105 //: miss
    | Ends "t05" n when n > 2 -> same n //: part 2/2 1/2
    | "a06" -> same 106 //: miss
    | Ends "t06" n when n > 2 -> same n //: part 1/2 0/2
    | "a07" -> same 107 //: miss
    | Ends "t07" n when n > 2 -> same n //: part 1/2 0/2
    | "a08" -> same 108 //: miss
    | Ends "t08" n when n > 2 -> same n //: part 1/2 0/2
    | "a09" -> same 109 //: miss
    | Ends "t09" n when n > 2 -> same n //: part 1/2 0/2
    | "a10" -> same 110 //: miss
    | Ends "t10" n when n > 2 -> same n //: part 1/2 0/2
    | "a11" -> same 111 //: miss
    | Ends "t11" n when n > 2 -> same n //: part 1/2 0/2
    | "a12" -> same 112 //: miss
    | Ends "t12" n when n > 2 -> same n //: part 1/2 0/2
    | "a13" -> same 113 //: miss
    | Ends "t13" n when n > 2 -> same n //: part 1/2 0/2
    | "a14" -> same 114 //: miss
    | Ends "t14" n when n > 2 -> same n //: part 1/2 0/2
    | "a15" -> same 115 //: miss
    | Ends "t15" n when n > 2 -> same n //: part 1/2 0/2
    | "a16" -> same 116 //: miss
    | Ends "t16" n when n > 2 -> same n //: part 1/2 0/2
    | "a17" -> same 117 //: miss
    | Ends "t17" n when n > 2 -> same n //: part 1/2 0/2
    | "a18" -> same 118 //: miss
    | Ends "t18" n when n > 2 -> same n //: part 1/2 0/2
    | "a19" -> same 119 //: hit x1
    | Ends "t19" n when n > 2 -> same n //: part 1/2 0/2
    | _ -> same 0 //: hit x2

//- constants of one rule in a pair that is a variable, with a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pairWhen (pair: string * string) flag =
    match pair with //: part 3/4 x3
    | "a", _ | "b", _ when flag -> same 1 //: hit 2/2 x2
    | "c", _ -> same 2 //: miss
    | _ -> same 0 //: hit x2

//- the same without one
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pairOfTexts (pair: string * int) =
    match pair with //: part 2/4 x2
    | "a", _ | "b", _ -> same 1 //: hit x1
    | "c", _ -> same 2 //: miss
    | _ -> same 0 //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let secondOfTriple (triple: string * int * string) =
    match triple with //: part 2/5 x2
    | _, 3, _ | _, 900, _ | _, 0, _ -> same 1 //: hit x1
    | _, 70, _ -> same 2 //: miss
    | _ -> same 0 //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let structPair (pair: struct (string * int)) =
    match pair with //: part 2/4 x2
    | "a", _ | "b", _ -> same 1 //: hit x1
    | "c", _ -> same 2 //: miss
    | _ -> same 0 //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let returned (text: string) =
    let pair = same (text, text.Length) //: hit x2
    match pair with //: part 2/4 x2
    | "a", _ | "b", _ when snd pair = 1 -> same 1 //: part 1/2 x1
    | "c", _ -> same 2 //: miss
    | _ -> same (fst pair).Length //: hit x1

//- a near miss: both of a pair are asked
[<MethodImpl(MethodImplOptions.NoInlining)>]
let bothOfPair (pair: string * int) =
    match pair with //: part 2/3 x2
    | "a", 1 | "b", 2 -> same 1 //: hit x1
    | "c", _ -> same 2 //: miss
    | _ -> same 0 //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let eitherOfPair (pair: string * string) =
    match pair with //: part 2/3 x2
    | "a", _ | _, "b" -> same 1 //: hit x1
    | "c", _ -> same 2 //: miss
    | _ -> same 0 //: hit x1

//- of two pairs
[<MethodImpl(MethodImplOptions.NoInlining)>]
let twoPairs (x: int * int) (y: int * int) =
    match x, y with //: part 2/3 x2
    | (1, _), _ | _, (7, _) -> same 1 //: hit x1
    | (20, _), _ -> same 2 //: miss
    | _ -> same 0 //: hit x1

let run () =
    printfn "%d" (first "abcdefgh" + first "abcdef" + first "abc") //: hit x1
    printfn "%d" (firstAndLast "abcdefgh" true + firstAndLast "abcdef" true) //: hit x1
    printfn "%d" (several "abcdefgh" true + several "a" true + several "b" true) //: hit x1
    printfn "%d" (several "3" false) //: hit x1
    printfn "%d" (behind "abcdefgh" true + behind "abcdef" true + behind "3" true) //: hit x1
    printfn "%d" (inside (Some "abcdefgh") + inside (Some "abcdef") + inside (Some "7") + inside None) //: hit x1
    printfn "%d" (inLine "abcdefgh" + inLine "abcdef" + inLine "abc") //: hit x1
    printfn "%d" (headless "abcdefgh" + headless "abcdef" + headless "7" + headless "abc") //: hit x1
    printfn "%d" (below "bcd" false + below "bc" false + below "b" false) //: hit x1
    printfn "%d" (belowMore "abc" true + belowMore "bcdef" true + belowMore "b" true + belowMore "bcd" false + belowMore "4" true) //: hit x1
    printfn "%d" (belowStruct "9 metres" true + belowStruct "long metres" false) //: hit x1
    printfn "%d" (constantsBehind "1" + constantsBehind "b" + constantsBehind "c") //: hit x1
    printfn "%d" (constantsInFront "a" + constantsInFront "b" + constantsInFront "1" + constantsInFront "x") //: hit x1
    printfn "%d" (constantsWhen "a" true + constantsWhen "a" false + constantsWhen "abcdef" true) //: hit x1
    printfn "%d" (pairOfNumbers 3 1 + pairOfNumbers 1 0 + pairOfNumbers 1 1) //: hit x1
    printfn "%d" (inTuple ("xyzu", 1) + inTuple ("xy", 1) + inTuple ("a", 1) + inTuple ("7", 2) + inTuple ("7", 3)) //: hit x1
    printfn "%d" (inTwo "xyzu" 1 + inTwo "xy" 1 + inTwo "7" 2 + inTwo "7" 3) //: hit x1
    printfn "%d" (nested (Some 1) (Some 9) + nested (Some 1) (Some 3) + nested (Some 1) None + nested None None) //: hit x1
    printfn "%d" (nestedInLine (Some 1) (Some 9) + nestedInLine (Some 1) (Some 3) + nestedInLine (Some 1) None + nestedInLine None None) //: hit x1
    printfn "%d" (nestedBehind None 1 true + nestedBehind (Some 1) 1 true + nestedBehind (Some 1) 1 false + nestedBehind (Some 1) 2 false) //: hit x1
    printfn "%d" (within 0 1 9 true + within 3 1 9 true + within 3 1 9 false + within 5 6 9 true + within 10 1 9 true) //: hit x1
    printfn "%d" (blank null + blank "" + blank "a" + blankLast "h" + blankLast "x") //: hit x1
    printfn "%d" (blankOrNumber "" + blankOrNumber "7" + blankOrNumber "x") //: hit x1
    printfn "%d" (firstOfMany "xyzu" + firstOfMany "xy" + firstOfMany "a02" + firstOfMany "a19" + firstOfMany "99t05") //: hit x1
    printfn "%d" (pairAndPattern "c" 1 + pairAndPattern "c" 2 + pairAndPattern "quit" 0 + pairAndPattern "x" 0) //: hit x1
    printfn "%d" (pairWhen ("a", "x") true + pairWhen ("b", "x") false + pairWhen ("d", "x") true) //: hit x1
    printfn "%d" (pairOfTexts ("b", 1) + pairOfTexts ("x", 1) + structPair ("b", 1) + structPair ("x", 1)) //: hit x1
    printfn "%d" (secondOfTriple ("b", 3, "") + secondOfTriple ("x", 1, "") + returned "a" + returned "xx") //: hit x1
    printfn "%d" (bothOfPair ("b", 2) + bothOfPair ("x", 1) + eitherOfPair ("x", "b") + eitherOfPair ("x", "x")) //: hit x1
    printfn "%d" (twoPairs (1, 2) (3, 4) + twoPairs (2, 2) (3, 4)) //: hit x1
