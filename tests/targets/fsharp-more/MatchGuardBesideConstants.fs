// A lexer and a rule engine: matches with guards in every place, in functions, lambdas and members.
module FSharpMore.MatchGuardBesideConstants

#nowarn "3261" // null is passed on purpose

open System
open FSharpMore.Help

type Tok =
    | Num of int
    | Id of string
    | Sym of char
    | Str of string

//- a guard first, constants after it
let one c =
    match c with //: part 4/5 x4
    | c when Char.IsDigit c -> keep 1 //: hit 2/2
    | '+' -> keep 2 //: hit x1
    | '-' -> keep 3 //: miss
    | ' ' -> keep 4 //: hit x1
    | _ -> keep 5 //: hit x1

//- constants, a guard, constants
let two c =
    match c with //: part 3/5 x3
    | '(' -> keep 1 //: miss
    | ')' -> keep 2 //: hit x1
    | c when Char.IsLetter c || c = '_' -> keep 3 //: part 2/2 1/2
    | '=' -> keep 4 //: hit x1
    | _ -> keep 5 //: miss

//- lists of characters, as lexers of lessons have it
let rec lex chars =
    match chars with //: part 5/7 x9
    | [] -> [] //: hit x1
    | ' ' :: rest -> lex rest //: hit x3
    | c :: _ when Char.IsDigit c -> //: hit 2/2
        let digits = List.takeWhile Char.IsDigit chars //: hit x2
        Num(digits |> List.map string |> String.concat "" |> int) :: lex (List.skip digits.Length chars) //: hit x2
    | '"' :: rest ->
        let inner = List.takeWhile (fun c -> c <> '"') rest //: miss
        Str(String.Concat inner) :: lex (List.skip (inner.Length + 1) rest) //: miss
    | c :: rest when Char.IsLetter c -> //: hit 2/2
        let word = c :: List.takeWhile Char.IsLetterOrDigit rest //: hit x1
        Id(String.Concat word) :: lex (List.skip word.Length chars) //: hit x1
    | ('+' | '-' | '*' as op) :: rest -> Sym op :: lex rest //: hit x2
    | c :: _ -> failwithf "unexpected %c" c //: miss

//- integers with guards in the middle and the same constant twice
let bracket income married =
    match income, married with //: part 5/6 x4
    | 0, _ -> keep 0 //: hit x1
    | n, true when n < 1000 -> keep 1 //: hit 2/2
    | n, false when n < 500 -> keep 2 //: part 1/2
    | 1000, _ -> keep 3 //: hit x1
    | _, true -> keep 4 //: miss
    | _ -> keep 5 //: hit x1

//- strings with guards between
let verb (text: string) times =
    match text with //: part 5/6 x5
    | "go" when times > 1 -> keep 1 //: hit 2/2
    | "go" -> keep 2 //: hit x1
    | "stop" -> keep 3 //: miss
    | t when t.EndsWith "!" && times = 0 -> keep 4 //: part 2/2 1/2
    | "run" | "walk" -> keep 5 //: hit x1
    | _ -> keep 6 //: hit x2

//- options and results with guards, one after the other
let next state input =
    match state, input with //: part 5/6 x4
    | Some(n: int), Ok m when n = m -> state //: hit 2/2
    | Some n, Ok m when n < m -> Some m //: part 1/2
    | Some _, Ok _ -> None //: miss
    | None, Ok m -> Some m //: hit x1
    | _, Error(e: string) when e = "reset" -> None //: part 1/2
    | _, Error _ -> state //: hit x1

//- records with guards, in a member, with function and in a lambda
type Door =
    { Open: bool
      Locked: bool
      Tries: int }

    member this.Push key =
        match this with //: hit 4/4 x4
        | { Open = true } -> this //: hit x1
        | { Locked = true; Tries = t } when t > 2 -> failwith "blocked" //: hit 2/2
        | { Locked = true } -> if key = 42 then { this with Locked = false } else { this with Tries = this.Tries + 1 } //: part 1/2
        | _ -> { this with Open = true } //: hit x1

let price =
    function //: part 3/4
    | n when n < 0 -> invalidArg "n" "negative" //: part 1/2
    | 0 -> keep 1 //: hit x1
    | n when n % 2 = 0 -> keep 2 //: part 1/2
    | _ -> keep 3 //: miss

let labels items =
    items //: hit x1
    |> List.map (fun (name, count) -> //: hit
        match name, count with //: hit 3/3 x4
        | "", _ -> "none" //: hit x2
        | n, c when c > 1 -> n + "s" //: hit 2/2
        | n, _ -> n) //: hit x1
    |> List.filter ((<>) "") //: hit x1

//- if and elif with all kinds of conditions in one chain
let judge (text: string) (n: int) (o: int option) =
    if isNull text || text.Length > 20 then "long" //: part 2/2 1/2 x6
    elif text = "" && n = 0 && o.IsNone then "empty" //: part 2/2 1/2 1/2 x5
    elif not (n > 0 || n < -5) then "near" //: part 2/2 1/2 x4
    elif (match o with Some x -> x > n | None -> false) then "below" //: hit 2/2 2/2 x3
    elif n % 2 = 0 <> (text.Length % 2 = 0) then "mixed" //: hit 2/2 x2
    else "plain" //: hit x1

let run () =
    for c in "7+ ?" do eat (one c) //: hit 2/2
    for c in ")x=" do eat (two c) //: hit 2/2
    eat (lex (List.ofSeq "12 + ab*3 ")).Length //: hit x1
    eat (bracket 0 true + bracket 10 true + bracket 1000 true + bracket 600 false) //: hit x1
    eat (verb "go" 2 + verb "go" 0 + verb "run" 1 + verb "hey!" 1 + verb "x" 0) //: hit x1
    let mutable state = None //: hit x1
    for input in [ Ok 1; Ok 1; Ok 5; Error "e" ] do state <- next state input //: hit 2/2
    eat (if state = Some 5 then 1 else 0) //: part 1/2 x1
    let door = { Open = false; Locked = true; Tries = 2 } //: hit x1
    let second = door.Push 1 //: hit x1
    try //: hit
        eat (second.Push 42).Tries //: hit x1
    with Failure _ -> //: part 1/2
        eat ({ second with Locked = false }.Push 0).Tries //: hit x1
    eat ({ second with Open = true }.Push 0).Tries //: hit x1
    eat (price 0 + price 4) //: hit x1
    eat (labels [ "", 1; "cat", 2; "dog", 1; "", 5 ]).Length //: hit x1
    eat (judge null 0 None).Length //: hit x1
    for text, n, o in [ "", 0, None; "a", -2, None; "a", 3, Some 9; "ab", 3, None; "abc", 3, Some 1 ] do //: hit 2/2
        eat (judge text n o).Length //: hit x5
