/// Guards of matches, and what must not be taken for them. Marks as in Idioms.cs.
module LabelsFSharp

open System.Runtime.CompilerServices

type Card =
    | Number of int * string
    | Face of string
    | Joker

[<MethodImpl(MethodImplOptions.NoInlining)>]
let same (value: int) = value

[<MethodImpl(MethodImplOptions.NoInlining)>]
let yes () = true

[<MethodImpl(MethodImplOptions.NoInlining)>]
let firstCase card =
    match card with //= 4
    | Number(n, _) when n > 5 -> same 1 //= 2
    | Number _ -> same 2
    | Face _ -> same 3
    | Joker -> same 4

[<MethodImpl(MethodImplOptions.NoInlining)>]
let constants n flag =
    match n with //= 4
    | 1 when flag -> same 10 //= 2
    | 1 -> same 11
    | 2 -> same 20
    | _ -> same 0

[<MethodImpl(MethodImplOptions.NoInlining)>]
let below n flag =
    match n with //= 4
    | 1 when flag -> //= 2
        same 10
    | 1 -> same 11
    | 2 when yes () -> //= 2
        same 20
    | _ -> same 0

[<MethodImpl(MethodImplOptions.NoInlining)>]
let optional value =
    match value with //= 3
    | Some n when n > 0 -> same n //= 2
    | Some n -> same -n
    | None -> same 0

type Expr =
    | Num of int
    | Sum of Expr * Expr
    | Product of Expr * Expr
    | Name of string

// tests that lead to the same rules, whatever they say
[<MethodImpl(MethodImplOptions.NoInlining)>]
let simple e =
    match e with //= 5
    | Sum(Num 0, e) | Sum(e, Num 0) -> id e
    | Product(Num 1, e) | Product(e, Num 1) -> id e
    | Product(Num 0, _) | Product(_, Num 0) -> Num 0
    | Sum(a, b) -> Sum(b, a)
    | e -> e

[<MethodImpl(MethodImplOptions.NoInlining)>]
let equal a b =
    match a, b with //= 2
    | Num x, Num y | Sum(Num x, _), Sum(Num y, _) | Product(_, Num x), Product(_, Num y) -> same (x + y)
    | _ -> same 0

// conditions with several operands, in one line, in copies, with a value of their own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let operands e flag =
    match e with //= 6
    | Num n when n > 1 && flag -> same 1 //= 2 2
    | Num n when n = 0 || (n > 9 && yes ()) -> same 2 //= 2 2 2
    | Num _ -> same 3
    | Sum(Num n, _) | Sum(_, Num n) when n > 1 && yes () -> same 4 //= 2 2
    | Name n when (match n with "a" -> true | _ -> false) -> same 5 //= 2 2
    | _ -> same 6

[<MethodImpl(MethodImplOptions.NoInlining)>]
let oneLine e = match e with Num n when n > 1 -> same 1 | Num _ -> same 2 | _ -> same 3 //= 3 2

// operands that optimised code takes apart, so that they have no point there
[<MethodImpl(MethodImplOptions.NoInlining)>]
let apart e (text: string) option =
    match e with //= 5
    | Num n when text = "" && n = 1 -> same 1 //= 2 2
    | Num n when Option.isSome option && n > 2 -> same 2 //= 2 2
    | Name n when not (n.EndsWith "x") && not (yes ()) -> same 3 //= 2 2
    | Sum _ | Num _ -> same 4
    | _ -> same 5

[<MethodImpl(MethodImplOptions.NoInlining)>]
let negated a b =
    let first = not (a > 3) && yes () //= 2 2
    let second = not (yes ()) || a > b //= 2 2
    if first then same 1 //= 2
    elif second then same 2 //= 2
    else same 3

// an if at the beginning of a body is no guard
[<MethodImpl(MethodImplOptions.NoInlining)>]
let bodies n flag =
    match n with //= 3
    | 1 -> if flag then same 10 else same 11 //= 2
    | 2 ->
        if flag && yes () then //= 2 2
            same 20
        else
            same 21
    | _ -> same 0

// conditions without a match, an incomplete match
[<MethodImpl(MethodImplOptions.NoInlining)>]
let others a b =
    let inside = same a > 1 && same b < 9 //= 2 2
    if same a = 1 && yes () then //= 2 2
        same 1 |> ignore
    for i in same a .. same b do //= 2
        if same i = 3 then same 4 |> ignore //= 2
    match a with //= 2
    | 1 -> same 1
    | 2 -> if inside then same 2 else same 3 //= 2

// what looks like a condition: values in lines of their own, operands of an if, statements
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lookAlike a b =
    let any =
        same a > 1 //= 2
        || same b > 2 //= 2
        || same a > 3 //= 2

    if (same a = 1 && same b = 2) || (same a = 2 && same b = 1) then //= 2 2 2 2
        same 1 |> ignore
    if any && yes () then same 2 |> ignore //= 2 2
    match a with //= 2
    | 1 -> match b with 0 -> same 1 | _ -> same 2 //= 2
    | _ -> same 3

// long bodies are methods of their own in optimised code: behind conditions, and in an if at the beginning of a body
[<MethodImpl(MethodImplOptions.NoInlining)>]
let longBodies card flag =
    match card with //= 5
    | Number(n, _) when n > 5 -> //= 2
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        n
    | Number(n, _) when n > 3 && flag -> //= 2 2
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        n
    | Number(n, _) ->
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        same (same (n * 2) + same (n * 3) + same (n * 4) + same (n * 5) + same (n * 6) + same (n * 7) + same (n * 8) + same (n * 9)) |> ignore
        n
    | Face text ->
        if text.Length > 5 then //= 2
            same (same (text.Length * 2) + same (text.Length * 3) + same (text.Length * 4) + same (text.Length * 5) + same (text.Length * 6) + same (text.Length * 7) + same (text.Length * 8) + same (text.Length * 9)) |> ignore
            same (same (text.Length * 2) + same (text.Length * 3) + same (text.Length * 4) + same (text.Length * 5) + same (text.Length * 6) + same (text.Length * 7) + same (text.Length * 8) + same (text.Length * 9)) |> ignore
            same (same (text.Length * 2) + same (text.Length * 3) + same (text.Length * 4) + same (text.Length * 5) + same (text.Length * 6) + same (text.Length * 7) + same (text.Length * 8) + same (text.Length * 9)) |> ignore
            1
        else
            same (same (text.Length * 2) + same (text.Length * 3) + same (text.Length * 4) + same (text.Length * 5) + same (text.Length * 6) + same (text.Length * 7) + same (text.Length * 8) + same (text.Length * 9)) |> ignore
            same (same (text.Length * 2) + same (text.Length * 3) + same (text.Length * 4) + same (text.Length * 5) + same (text.Length * 6) + same (text.Length * 7) + same (text.Length * 8) + same (text.Length * 9)) |> ignore
            same (same (text.Length * 2) + same (text.Length * 3) + same (text.Length * 4) + same (text.Length * 5) + same (text.Length * 6) + same (text.Length * 7) + same (text.Length * 8) + same (text.Length * 9)) |> ignore
            2
    | Joker -> same 4

// active patterns: the head of the match and an argument have points as operands have
let (|Long|_|) (text: string) = if text.Length > 5 then Some text.Length else None //= 2

let (|Starts|_|) (prefix: string) (text: string) =
    if text.StartsWith prefix then Some(text.Substring prefix.Length) else None //= 2

[<return: Struct>]
let (|Between|_|) (low: int) (high: int) (n: int) =
    if n >= low && n <= high then ValueSome n else ValueNone //= 2 2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let partial (text: string) flag =
    match text with //= 3
    | Long n when n > 7 && flag -> same 1 //= 2 2
    | Long n -> same n
    | _ -> same 0

[<MethodImpl(MethodImplOptions.NoInlining)>]
let arguments (text: string) (n: int) flag =
    match text, n with //= 4
    | Starts "x" rest, k when rest.Length > k -> //= 2 2
        same 1
    | "a", 1 -> same 2
    | Long n, 2 -> same n
    | _ ->
        match n with //= 4
        | 0 -> same 0
        | Between 1 n k when flag && k > 3 -> //= 2 2 2
            same 1
        | 5 -> same 5
        | _ -> same 2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let texts (text: string) =
    match text with //= 7
    | "a" | "b" -> same 1
    | Long n -> same n
    | "c" | "d" | "e" -> same 3
    | _ -> same 2

// a match whose first rule has a condition, in a rule, is no condition of that
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inRule (a: int option) (b: int option) =
    match a with //= 2
    | Some k ->
        match b with //= 2
        | Some n when n > 7 -> same 1 //= 2
        | _ -> same k
    | None -> match b with Some n when n > 7 -> same 1 | _ -> same 2 //= 2 2

// constants of one rule in a tuple that is a variable; near misses: two of its elements
[<MethodImpl(MethodImplOptions.NoInlining)>]
let inPair (pair: string * int) flag =
    match pair with //= 4
    | "a", _ | "b", _ when flag -> same 1 //= 2
    | "c", _ -> same 2
    | _ -> same 0

[<MethodImpl(MethodImplOptions.NoInlining)>]
let inStruct (triple: struct (string * int * string)) =
    match triple with //= 4
    | _, 3, _ | _, 900, _ -> same 1
    | _, 70, _ -> same 2
    | _ -> same 0

[<MethodImpl(MethodImplOptions.NoInlining)>]
let ofBoth (pair: string * string) =
    match pair with //= 3
    | "a", _ | _, "b" -> same 1
    | "c", _ -> same 2
    | _ -> same 0

// the compiler asks for "" in front of a pattern with an argument, and has two copies of that; near miss: two
// patterns, of which the second one is asked when the first one fails
let (|From|_|) (prefix: string) (text: string) =
    if text.StartsWith prefix then Some(text.Substring prefix.Length) else None //= 2

let between (text: string) =
    async {
        match text with //= 3
        | "a" | "b" -> return same 1
        | From "x" rest -> return same rest.Length //= 4
        | "" -> return same 2
        | other when other.Length > 2 -> return same other.Length //= 2
        | _ -> return same 3
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let oneByOne (a: int option) (b: string option) =
    match a, b with //= 3
    | Some n, Some(From "a" rest) -> same (n + rest.Length) //= 2
    | None, Some(From "a" rest) -> same rest.Length //= 2
    | _, Some(From "b" rest) -> same rest.Length //= 2
    | _ -> same 4
