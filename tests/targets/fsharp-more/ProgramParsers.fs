// Parsers: active patterns, character loops, a recursive descent, a JSON reader.
module FSharpMore.ProgramParsers

open System
open System.Globalization
open System.Text
open FSharpMore.Help

//- total, partial and parameterised active patterns
let (|Upper|Lower|Digit|Other|) (c: char) =
    if Char.IsUpper c then Upper //: hit 2/2 x4
    elif Char.IsLower c then Lower //: hit 2/2 x3
    elif Char.IsDigit c then Digit(int c - int '0') //: part 1/2 x2
    else Other //: miss

let (|Int|_|) (text: string) =
    match Int32.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture) with //: part 1/2
    | true, value -> Some value //: hit
    | false, _ -> None //: miss

let (|Between|_|) low high value =
    if value >= low && value <= high then Some(value - low) else None //: part 2/2 1/2

[<return: Struct>]
let (|EndsWith|_|) (suffix: string) (text: string) =
    if text.EndsWith(suffix, StringComparison.Ordinal) then ValueSome(text[.. text.Length - suffix.Length - 1]) else ValueNone //: hit 2/2

let (|Trimmed|) (text: string) = text.Trim() //D: hit //R: miss

let (|Even|_|) n = n % 2 = 0 //D: hit //R: miss

let kindOf c =
    match c with //: part 3/5 x4
    | Upper -> keep 1 //: hit x1
    | Lower -> keep 2 //: hit x1
    | Digit 0 -> keep 0 //: miss
    | Digit n -> keep n //: hit x2
    | Other -> keep -1 //: miss

let measure text =
    match text with //: part 1/2 x4
    | Trimmed "" -> keep 0 //: miss
    | EndsWith "km" (Int n) -> n * 1000 //: hit 2/2
    | EndsWith "m" rest -> keep rest.Length //: hit 2/2
    | _ -> keep -1 //: hit x2

let parity n =
    match n with //: part 2/3 x2
    | Even -> "even" //: hit
    | Between 5 9 k when k > 0 -> "odd" + string k //: part 1/2 1/2
    | _ -> "?" //: miss

//- active patterns combined by & and by as
let combined n =
    match n with //: hit 2/2 x3
    | Even & Between 0 10 k -> k //: part 1/2
    | (Between 11 20 _) as whole -> whole //: hit 2/2
    | _ -> keep -1 //: hit

//- a scanner with a mutable position
type Token =
    | Number of float
    | Name of string
    | Op of char
    | Text of string
    | End

type Scanner(text: string) =
    let mutable at = 0 //: hit

    member private _.Current = if at < text.Length then text[at] else '\000' //: hit 2/2

    member private this.While(test: char -> bool) =
        let start = at //: hit
        while at < text.Length && test text[at] do //: hit 2/2 2/2
            at <- at + 1 //: hit
        text.Substring(start, at - start) //: hit

    member this.Next() =
        this.While Char.IsWhiteSpace |> ignore //: hit
        match this.Current with //: part 4/6 x10
        | '\000' -> End //: hit x1
        | c when Char.IsDigit c || c = '.' -> Number(Double.Parse(this.While(fun d -> Char.IsDigit d || d = '.'), CultureInfo.InvariantCulture)) //: part 2/2 1/2 2/2 2/2
        | c when Char.IsLetter c || c = '_' -> Name(this.While Char.IsLetterOrDigit) //: part 2/2 1/2
        | '"' -> //: none
            at <- at + 1 //: miss
            let inner = this.While(fun c -> c <> '"') //: miss
            at <- at + 1 //: miss
            Text inner //: miss
        | '+' | '-' | '*' | '(' | ')' as c -> //: none
            at <- at + 1 //: hit
            Op c //: hit
        | c -> failwithf "%c" c //: miss

type Expr =
    | Constant of float
    | Variable of string
    | Binary of char * Expr * Expr
    | Negate of Expr

//- recursive descent with mutual recursion in a class
type Parser(scanner: Scanner) =
    let mutable look = scanner.Next() //: hit
    let advance () = look <- scanner.Next() //: hit

    member this.Sum() =
        let mutable left = this.Product() //: hit x2
        let mutable go = true //: hit x2
        while go do //: hit 2/2
            match look with //: hit 2/2 x4
            | Op('+' | '-' as c) ->
                advance () //: hit x2
                left <- Binary(c, left, this.Product()) //: hit x2
            | _ -> go <- false //: hit x2
        left //: hit x2

    member this.Product() =
        let mutable left = this.Factor() //: hit x4
        while look = Op '*' do //: hit 2/2
            advance () //: hit x1
            left <- Binary('*', left, this.Factor()) //: hit x1
        left //: hit x4

    member this.Factor() : Expr =
        match look with //: part 3/5 x5
        | Number n ->
            advance () //: hit x3
            Constant n //: hit x3
        | Name n ->
            advance () //: hit x1
            Variable n //: hit x1
        | Op '-' ->
            advance () //: miss
            Negate(this.Factor()) //: miss
        | Op '(' ->
            advance () //: hit x1
            let inner = this.Sum() //: hit x1
            if look <> Op ')' then failwith "paren" //: part 1/2 x1
            advance () //: hit x1
            inner //: hit x1
        | other -> failwithf "%A" other //: miss

//- folding constants: nested patterns with constants in records of unions
let rec simplify expr =
    match expr with //: part 4/8 x4
    | Binary('+', Constant 0.0, e) | Binary('+', e, Constant 0.0) -> simplify e //: miss
    | Binary('*', Constant 1.0, e) -> simplify e //: hit
    | Binary(op, Constant a, Constant b) -> //: none
        match op with //: part 1/3 x1
        | '+' -> Constant(a + b) //: miss
        | '-' -> Constant(a - b) //: hit x1
        | _ -> Constant(a * b) //: miss
    | Binary(op, a, b) -> Binary(op, simplify a, simplify b) //: hit
    | Negate(Negate e) -> simplify e //: miss
    | Negate e -> Negate(simplify e) //: miss
    | Constant _ -> expr //: miss
    | Variable _ -> expr //: hit

let rec evaluate (names: Map<string, float>) expr : Result<float, string> =
    match expr with //: part 3/4 x10
    | Constant c -> Ok c //: hit
    | Variable v ->
        match names.TryFind v with //: hit 2/2 x2
        | Some value -> Ok value //: hit x1
        | None -> Error v //: hit x1
    | Negate e -> evaluate names e |> Result.map (~-) //: miss
    | Binary(op, a, b) ->
        match evaluate names a, evaluate names b with //: hit 2/2
        | Ok x, Ok y ->
            match op with //: part 3/4
            | '+' -> Ok(x + y) //: hit
            | '-' -> Ok(x - y) //: hit
            | '*' -> Ok(x * y) //: hit
            | _ -> Error(string op) //: miss
        | Error e, _ //: none
        | _, Error e -> Error e //: hit

//- a reader of escapes with an inner loop and an index by reference
let unescape (text: string) =
    let out = StringBuilder() //: hit x2

    let rec go i = //: none
        if i < text.Length then //: hit 2/2
            match text[i] with //: hit 2/2
            | '\\' when i + 1 < text.Length -> //: part 1/2
                match text[i + 1] with //: part 2/4
                | 'n' -> out.Append '\n' //: hit
                | 't' -> out.Append '\t' //: miss
                | 'u' when i + 5 < text.Length -> out.Append(char (Convert.ToInt32(text.Substring(i + 2, 4), 16))) //: miss 0/2
                | c -> out.Append c //: hit
                |> ignore //: hit
                go (i + 2) //: hit
            | c ->
                out.Append c |> ignore //: hit
                go (i + 1) //: hit

    go 0 //: hit x2
    out.ToString() //: hit x2

//- mutually recursive functions over a list of characters
let rec value chars =
    match chars with //: part 3/6 x4
    | '[' :: ']' :: rest -> 0, rest //: miss
    | '[' :: rest -> items 0 rest //: hit x1
    | ' ' :: rest -> value rest //: hit x1
    | c :: rest when c >= '0' && c <= '9' -> int c - 48, rest //: part 1/2 1/2 x2
    | c :: _ -> failwithf "at %c" c //: miss
    | [] -> failwith "end" //: miss

and items sum chars =
    let first, rest = value chars //: hit x2

    match rest with //: part 2/3 x2
    | ',' :: rest -> items (sum + first) rest //: hit x1
    | ']' :: rest -> sum + first, rest //: hit x1
    | _ -> failwith "no end" //: miss

let run () =
    for c in "Ab12" do eat (kindOf c) //: hit 2/2 x4
    for text in [ "3km"; "xm"; " 7 "; "12" ] do eat (measure text) //: hit 2/2
    eat (parity 4).Length //: hit x1
    eat (parity 7).Length //: hit x1
    for n in [ 4; 15; -3 ] do eat (combined n) //: hit 2/2
    let parser = Parser(Scanner "1 * (x + 2) - 3.5") //: hit x1
    let tree = parser.Sum() //: hit x1
    let small = simplify (Binary('*', Constant 1.0, Binary('+', Variable "x", Binary('-', Constant 5.0, Constant 2.0)))) //: hit x1
    match evaluate (Map.ofList [ "x", 2.0 ]) tree, evaluate Map.empty small with //: part 1/2 x1
    | Ok a, Error b -> eat (int a + b.Length) //: hit x1
    | _ -> eat 0 //: miss
    eat (unescape "a\\nb").Length //: hit x1
    eat (unescape "\\\"").Length //: hit x1
    eat (value (List.ofSeq "[1, 2]") |> fst) //: hit x1
