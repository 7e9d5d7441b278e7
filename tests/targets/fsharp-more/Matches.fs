// Matches of every shape.
module FSharpMore.Matches

open System
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

type Suit =
    | Clubs
    | Hearts
    | Spades

type Card =
    | Number of int * Suit
    | Face of string * Suit
    | Joker

type Tree<'a> =
    | Leaf
    | Node of Tree<'a> * 'a * Tree<'a>

type Token =
    | TInt of int
    | TPlus
    | TMinus
    | TOpen
    | TClose

[<Struct>]
type Shape =
    | Circle of radius: float
    | Rect of width: float * height: float
    | Dot

type Person = { Name: string; Age: int; Email: string option }

//- unions in unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let score card =
    match card with //: part 4/5 x4
    | Joker -> same 50 //: hit x1
    | Number(n, Hearts) -> same (n + 1) //: hit x1
    | Number(n, _) -> same n //: hit x1
    | Face("king", _) -> same 10 //: hit x1
    | Face _ -> same 5 //: miss

//- a guard in three cases
[<MethodImpl(MethodImplOptions.NoInlining)>]
let guardFirst card =
    match card with //: hit 4/4 x4
    | Number(n, _) when n > 5 -> same 1 //: hit 2/2 x2
    | Number _ -> same 2 //: hit x1
    | Face _ -> same 3 //: hit x1
    | Joker -> same 4 //: hit x1

//- a guard in the last case
[<MethodImpl(MethodImplOptions.NoInlining)>]
let guardLast token =
    match token with //: part 3/4 x3
    | TPlus -> same 1 //: hit x1
    | TMinus -> same 2 //: miss
    | TInt n when n > 0 -> same n //: part 1/2 x1
    | _ -> same 0 //: hit x1

//- guards on constants
[<MethodImpl(MethodImplOptions.NoInlining)>]
let guardInts n flag =
    match n with //: part 3/4 x3
    | 1 when flag -> same 10 //: hit 2/2 x2
    | 1 -> same 11 //: hit x1
    | 2 -> same 20 //: miss
    | _ -> same 0 //: hit x1

//- a tree
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec insert value tree =
    match tree with //: hit 3/3 x5
    | Leaf -> Node(Leaf, value, Leaf) //: hit x3
    | Node(l, v, r) when value < v -> Node(insert value l, v, r) //: hit 2/2 x2
    | Node(l, v, r) -> Node(l, v, insert value r) //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec depth tree =
    match tree with //: part 2/3 x3
    | Leaf -> 0 //: miss
    | Node(Leaf, _, Leaf) -> same 1 //: hit x2
    | Node(l, _, r) -> 1 + max (depth l) (depth r) //: hit x1

//- tuples of Booleans
[<MethodImpl(MethodImplOptions.NoInlining)>]
let gate a b =
    match a, b with //: part 2/4 x2
    | true, true -> same 1 //: hit x1
    | true, false -> same 2 //: miss
    | false, true -> same 3 //: hit x1
    | false, false -> same 4 //: miss

//- fizz buzz
[<MethodImpl(MethodImplOptions.NoInlining)>]
let fizz n =
    match n % 3, n % 5 with //: hit 4/4 x15
    | 0, 0 -> "FizzBuzz" //: hit x1
    | 0, _ -> "Fizz" //: hit x4
    | _, 0 -> "Buzz" //: hit x2
    | _ -> string n //: hit x8

//- tuples of three
[<MethodImpl(MethodImplOptions.NoInlining)>]
let three a b c =
    match a, b, c with //: part 2/4 x2
    | 0, _, _ -> same 1 //: hit x1
    | _, 0, _ -> same 2 //: miss
    | _, _, 0 -> same 3 //: hit x1
    | _ -> same 4 //: miss

//- two options
[<MethodImpl(MethodImplOptions.NoInlining)>]
let both a b =
    match a, b with //: part 2/4 x2
    | Some x, Some y -> same (x + y) //: hit x1
    | Some x, None -> same x //: hit x1
    | None, Some y -> same y //: miss
    | None, None -> same 0 //: miss

//- options with or patterns
[<MethodImpl(MethodImplOptions.NoInlining)>]
let either a b =
    match a, b with //: hit 2/2 x3
    | Some x, _ | _, Some x -> same x //: hit x2
    | _ -> same 0 //: hit x1

//- a list of tokens
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec parse tokens total =
    match tokens with //: part 4/6 x4
    | [] -> total //: hit x1
    | TInt n :: rest -> parse rest (total + n) //: hit x1
    | TPlus :: TInt n :: rest -> parse rest (total + n) //: hit x1
    | TMinus :: TInt n :: rest -> parse rest (total - n) //: hit x1
    | TOpen :: rest -> parse rest total //: miss
    | _ -> failwith "syntax" //: miss

//- lists by length and content
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lists l =
    match l with //: hit 5/5 x5
    | [] -> same 0 //: hit x1
    | [ 1 ] -> same 10 //: hit x1
    | [ x ] -> same x //: hit x1
    | [ x; y ] -> same (x + y) //: hit x1
    | x :: _ :: _ -> same x //: hit x1

//- arrays
[<MethodImpl(MethodImplOptions.NoInlining)>]
let arrays (a: int[]) =
    match a with //: part 2/4 x2
    | [||] -> same 0 //: hit x1
    | [| x |] -> same x //: miss
    | [| x; y |] -> same (x + y) //: hit x1
    | _ -> same a.Length //: miss

//- records
[<MethodImpl(MethodImplOptions.NoInlining)>]
let greet person =
    match person with //: part 3/4 x3
    | { Name = "root" } -> same "#" //: miss
    | { Age = age; Email = Some mail } when age > 17 -> same mail //: hit 2/2 x2
    | { Email = None } -> same "none" //: hit x1
    | { Name = name } -> same name //: hit x1

//- struct unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let area shape =
    match shape with //: part 2/3 x2
    | Circle r -> r * r * 3.0 //: hit x1
    | Rect(w, h) -> w * h //: hit x1
    | Dot -> 0.0 //: miss

//- types
[<MethodImpl(MethodImplOptions.NoInlining)>]
let typed (o: obj | null) =
    match o with //: part 5/6 x4
    | null -> same "null" //: hit x1
    | :? int as n when n > 10 -> same "big" //: part 1/2 x1
    | :? int -> same "int" //: hit x1
    | :? string as s -> same s //: hit x1
    | :? (int list) as l -> string l.Length //: miss
    | _ -> same "?" //: hit x1

//- strings
[<MethodImpl(MethodImplOptions.NoInlining)>]
let command (text: string) =
    match text.ToLower() with //: part 3/6 x3
    | "quit" | "exit" -> same 0 //: hit x1
    | "help" -> same 1 //: hit x1
    | "" -> same 2 //: miss
    | s when s.StartsWith "run" -> same 3 //: part 1/2 x1
    | _ -> same -1 //: miss

//- split strings
[<MethodImpl(MethodImplOptions.NoInlining)>]
let words (text: string) =
    match List.ofArray (text.Split ' ') with //: part 2/3 x2
    | [ "add"; a; b ] -> int a + int b //: hit x1
    | "echo" :: rest -> List.length rest //: hit x1
    | _ -> same 0 //: miss

//- characters
[<MethodImpl(MethodImplOptions.NoInlining)>]
let letter c =
    match c with //: part 3/4 x3
    | 'a' -> same 1 //: hit x1
    | 'b' -> same 2 //: miss
    | 'z' -> same 26 //: hit x1
    | _ -> same 0 //: hit x1

//- floats and decimals
[<MethodImpl(MethodImplOptions.NoInlining)>]
let exact (x: float) =
    match x with //: part 2/3 x2
    | 0.0 -> same "zero" //: hit x1
    | 1.0 -> same "one" //: miss
    | _ -> same "other" //: hit x1

//- Boolean
[<MethodImpl(MethodImplOptions.NoInlining)>]
let toggle flag =
    match flag with //: part 1/2 x1
    | true -> same 1 //: hit x1
    | false -> same 0 //: miss

//- comparisons in guards only
[<MethodImpl(MethodImplOptions.NoInlining)>]
let size n =
    match n with //: hit x3
    | n when n < 10 -> same "small" //: hit 2/2 x3
    | n when n < 100 -> same "middle" //: hit 2/2 x2
    | _ -> same "large" //: hit x1

//- match in match, in let, in a lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nested a b =
    let first =
        match a with //: part 1/2 x1
        | Some n -> n //: hit x1
        | None -> 0 //: miss

    let second =
        match b with //: part 1/2 x1
        | Ok n ->
            match n with //: part 1/3 x1
            | 0 -> "zero" //: miss
            | 1 -> "one" //: hit x1
            | _ -> "many" //: miss
        | Error(e: string) -> e //: miss

    [ first ] |> List.map (fun n -> match n with 5 -> "five" | _ -> second) |> List.head //: part 1/2

//- match on a result of a function with a tuple
[<MethodImpl(MethodImplOptions.NoInlining)>]
let tryParse (text: string) =
    match Int32.TryParse text with //: hit 3/3 x2
    | true, n when n > 100 -> same 100 //: part 1/2 x1
    | true, n -> same n //: hit x1
    | _ -> same -1 //: hit x1

//- as patterns and constants with names
[<Literal>]
let Limit = 10

[<MethodImpl(MethodImplOptions.NoInlining)>]
let limited n =
    match n with //: part 2/3 x2
    | Limit -> same 1 //: hit x1
    | 20 as twenty -> same twenty //: miss
    | other -> same other //: hit x1

//- enumerations
[<MethodImpl(MethodImplOptions.NoInlining)>]
let weekend (day: DayOfWeek) =
    match day with //: part 2/3 x2
    | DayOfWeek.Saturday | DayOfWeek.Sunday -> same true //: hit x1
    | _ -> same false //: hit x1

//- several active patterns
let (|Fizz|Buzz|Other|) n =
    if n % 3 = 0 then Fizz //: hit 2/2 x3
    elif n % 5 = 0 then Buzz //: hit 2/2 x2
    else Other n //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let classify n =
    match n with //: hit 3/3 x3
    | Fizz -> same "f" //: hit x1
    | Buzz -> same "b" //: hit x1
    | Other n -> string n //: hit x1

[<return: Struct>]
let (|Big|_|) n = if n > 100 then ValueSome(n - 100) else ValueNone //: hit 2/2 x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let big n =
    match n with //: hit 2/2 x2
    | Big rest -> same rest //: hit x1
    | _ -> same 0 //: hit x1

let run () =
    printfn "%d" (List.sumBy score [ Joker; Number(1, Hearts); Number(2, Clubs); Face("king", Spades) ]) //: hit x1
    printfn "%d" (List.sumBy guardFirst [ Number(9, Hearts); Number(1, Clubs); Face("", Clubs); Joker ]) //: hit x1
    printfn "%d" (List.sumBy guardLast [ TPlus; TInt 3; TClose ]) //: hit x1
    printfn "%d" (guardInts 1 true + guardInts 1 false + guardInts 5 true) //: hit x1
    let tree = Leaf |> insert 2 |> insert 3 |> insert 1 //: hit x1
    printfn "%d" (depth tree) //: hit x1
    printfn "%d" (gate true true + gate false true) //: hit x1
    printfn "%s" ([ 1..15 ] |> List.map fizz |> String.concat " ") //: hit x1
    printfn "%d" (three 0 1 1 + three 1 1 0) //: hit x1
    printfn "%d" (both (Some 1) (Some 2) + both (Some 1) None) //: hit x1
    printfn "%d" (either (Some 1) None + either None (Some 2) + either None None) //: hit x1
    printfn "%d" (parse [ TInt 5; TPlus; TInt 3; TMinus; TInt 1 ] 0) //: hit x1
    printfn "%d" (List.sumBy lists [ []; [ 1 ]; [ 2 ]; [ 1; 2 ]; [ 1; 2; 3 ] ]) //: hit x1
    printfn "%d" (arrays [||] + arrays [| 1; 2 |]) //: hit x1
    let ann = { Name = "Ann"; Age = 30; Email = Some "a@b" } //: hit x1
    printfn "%s%s%s" (greet ann) (greet { ann with Email = None }) (greet { ann with Age = 5 }) //: hit x1
    printfn "%f" (area (Circle 1.0) + area (Rect(1.0, 2.0))) //: hit x1
    printfn "%s%s%s%s" (typed null) (typed 5) (typed "s") (typed 1.5) //: hit x1
    printfn "%d" (command "Exit" + command "help" + command "run x") //: hit x1
    printfn "%d" (words "add 1 2" + words "echo a b") //: hit x1
    printfn "%d" (letter 'a' + letter 'z' + letter '?') //: hit x1
    printfn "%s%s" (exact 0.0) (exact 2.0) //: hit x1
    printfn "%d" (toggle true) //: hit x1
    printfn "%s%s%s" (size 5) (size 50) (size 500) //: hit x1
    printfn "%s" (nested (Some 3) (Ok 1)) //: hit x1
    printfn "%d" (tryParse "5" + tryParse "x") //: hit x1
    printfn "%d" (limited 10 + limited 3) //: hit x1
    printfn "%b%b" (weekend DayOfWeek.Sunday) (weekend DayOfWeek.Monday) //: hit x1
    printfn "%s%s%s" (classify 3) (classify 5) (classify 7) //: hit x1
    printfn "%d" (big 105 + big 5) //: hit x1
