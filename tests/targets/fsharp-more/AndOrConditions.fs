// && and ||, if and elif: every outcome, as conditions and as values.
module FSharpMore.AndOrConditions

open System
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

[<MethodImpl(MethodImplOptions.NoInlining)>]
let use' (value: bool) = ModuleValues.started <- ModuleValues.started + (if value then 1 else 0) //: hit 2/2

//- && in a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let andFirstFalse () =
    if no () && yes () then //: part 1/2 0/2 x1
        use' true //: miss
    else
        use' false //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let andBothTrue () =
    if yes () && yes () then //: part 1/2 1/2 x1
        use' true //: hit x1

//- || in a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let orFirstTrue () =
    if yes () || no () then //: part 1/2 0/2 x1
        use' true //: hit x1
    else
        use' false //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let orFirstTrueNoElse () =
    if yes () || no () then //: part 1/2 0/2 x1
        use' true //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let orBothFalse () =
    if no () || no () then use' true else use' false //: part 1/2 1/2 x1

//- as a value of if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let valueOfOr () = if yes () || no () then 1 else 2 //: part 1/2 0/2 x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let valueOfAnd () = if no () && yes () then 1 else 2 //: part 1/2 0/2 x1

//- returned
[<MethodImpl(MethodImplOptions.NoInlining)>]
let returnAnd a = same a > 1 && same a < 9 //: part 2/2 1/2 x2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let returnOr a = same a > 1 || same a < -9 //: part 2/2 1/2 x2

//- as an argument
[<MethodImpl(MethodImplOptions.NoInlining)>]
let argument a =
    use' (same a > 1 && same a < 9) //: part 1/2 1/2 x1
    use' (same a < 1 || same a < 9) //: part 1/2 1/2 x1
    use' (not (same a > 1 && no ())) //: part 1/2 1/2 x1

//- stored
[<MethodImpl(MethodImplOptions.NoInlining)>]
let stored a (text: string) =
    let inside = same a > 1 && same a < 9 //: part 1/2 1/2 x1
    let short = text.Length < 9 && text.Length > 3 //: part 1/2 1/2 x1
    use' inside //: hit x1
    use' short //: hit x1
    use' inside //: hit x1
    use' short //: hit x1

//- a mutable variable
[<MethodImpl(MethodImplOptions.NoInlining)>]
let assigned a =
    let mutable found = false //: hit x1
    found <- same a = 5 && yes () //: part 1/2 1/2 x1
    use' found //: hit x1
    found <- found || no () //: part 1/2 0/2 x1
    use' found //: hit x1

//- mixed
[<MethodImpl(MethodImplOptions.NoInlining)>]
let mixed a b =
    if (same a = 1 || same b = 1) && yes () then //: part 2/2 2/2 1/2 x3
        use' true //: hit x2

    if (same a = 1 && same b = 2) || (same a = 2 && same b = 1) then //: part 2/2 1/2 2/2 1/2 x3
        use' true //: hit x2

//- elif chains with && and ||
[<MethodImpl(MethodImplOptions.NoInlining)>]
let grade a =
    if same a >= 90 && same a <= 100 then "A" //: part 2/2 1/2 x3
    elif same a >= 50 || same a < 0 then "B" //: part 2/2 1/2 x2
    elif isNull (box a) then "C" //: part 1/2 x1
    else "D" //: hit x1

//- comparisons of strings and null
[<MethodImpl(MethodImplOptions.NoInlining)>]
let texts (a: string) (b: string) =
    if a = "" then use' true //: part 1/2 x1
    if a = "x" then use' true //: part 1/2 x1
    if a = b then use' true //: part 1/2 x1
    if a <> "" && b <> "" then use' true //: part 1/2 1/2 x1
    if isNull a || a.Length = 0 then use' true //: part 1/2 1/2 x1
    if String.IsNullOrEmpty a then use' true //: part 1/2 x1
    if not (isNull a) && a.Length > 2 then use' true //: part 1/2 1/2 x1

//- match on strings with the empty one
[<MethodImpl(MethodImplOptions.NoInlining)>]
let matched (a: string) =
    match a with //: part 2/4 x2
    | "" -> 1 //: miss
    | "a" -> 2 //: hit x1
    | null -> 3 //: miss
    | _ -> 4 //: hit x1

//- while with ||
[<MethodImpl(MethodImplOptions.NoInlining)>]
let loops n =
    let mutable i = 0 //: hit x1

    while i < n && (i < 2 || yes ()) do //: part 2/2 2/2 1/2 x4
        i <- i + 1 //: hit x3

    while not (i = 0) do //: hit 2/2 x4
        i <- i - 1 //: hit x3

//- comparisons of options, lists, tuples, records in conditions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let structural (o: int option) (l: int list) (t: int * int) =
    if o = Some 1 then use' true //: part 1/2 x1
    if o = None then use' true //: part 1/2 x1
    if o.IsSome then use' true //: part 1/2 x1
    if l = [] then use' true //: part 1/2 x1
    if l.IsEmpty then use' true //: part 1/2 x1
    if List.isEmpty l then use' true //: part 1/2 x1
    if t = (1, 2) then use' true //: part 1/2 x1
    if List.contains 1 l then use' true //: part 1/2 x1
    if List.exists (fun n -> n > 5) l then use' true //: part 1/2
    if Option.isNone o then use' true //: part 1/2 x1
    if Seq.length l > 1 then use' true //: part 1/2 x1
    if Array.contains 3 [| 1; 2 |] then use' true //: part 1/2 x1
    if max (fst t) (snd t) > 5 then use' true //: part 1/2 x1
    if abs (fst t) = 1 then use' true //: part 1/2 x1

//- if as an expression in arguments and let
[<MethodImpl(MethodImplOptions.NoInlining)>]
let expressions a =
    let sign = if a > 0 then 1 elif a < 0 then -1 else 0 //: part 2/2 1/2 x2
    let text = (if sign > 0 then "+" else "-") + string sign //: hit 2/2 x2
    let f = if a > 5 then (+) 1 else (*) 2 //: part 1/2
    use' (if f a > 3 then true else false) //: hit 2/2 x2
    text.Length //: hit x2

//- early failure
[<MethodImpl(MethodImplOptions.NoInlining)>]
let checkedValue a =
    if a < 0 then invalidArg "a" "negative" //: hit 2/2 x2
    if a = 0 then failwith "zero" //: part 1/2 x1
    if a > 100 then raise (InvalidOperationException "big") //: part 1/2 x1
    a //: hit x1

//- incomplete patterns
[<MethodImpl(MethodImplOptions.NoInlining)>]
let incomplete (o: int option) (l: int list) =
    let (Some v) = o //: hit x1
    let [ a; b ] = l //: hit x1
    v + a + b //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let unfinished o =
    match o with //: part 1/2 x2
    | Some 1 -> 1 //: hit x1
    | Some 2 -> 2 //: miss

//- function arguments that are patterns
[<MethodImpl(MethodImplOptions.NoInlining)>]
let sumPair (a, b) = same a + b //: hit x1

let run () =
    andFirstFalse () //: hit x1
    andBothTrue () //: hit x1
    orFirstTrue () //: hit x1
    orFirstTrueNoElse () //: hit x1
    orBothFalse () //: hit x1
    printfn "%d" (valueOfOr () + valueOfAnd ()) //: hit x1
    printfn "%b %b" (returnAnd 5) (returnAnd 0) //: hit x1
    printfn "%b %b" (returnOr 5) (returnOr 0) //: hit x1
    argument 5 //: hit x1
    stored 5 "text" //: hit x1
    assigned 5 //: hit x1
    mixed 1 2 //: hit x1
    mixed 2 1 //: hit x1
    mixed 3 3 //: hit x1
    printfn "%s%s%s" (grade 95) (grade 60) (grade 10) //: hit x1
    texts "x" "y" //: hit x1
    printfn "%d" (matched "a" + matched "q") //: hit x1
    loops 3 //: hit x1
    structural (Some 1) [ 1; 2 ] (1, 2) //: hit x1
    printfn "%d" (expressions 5 + expressions -2) //: hit x1

    for n in [ -1; 5 ] do //: hit 2/2
        try //: hit x2
            printfn "%d" (checkedValue n) //: hit x2
        with e -> //: hit x1
            printfn "%s" e.Message //: hit x1

    printfn "%d" (incomplete (Some 1) [ 1; 2 ]) //: hit x1

    try //: hit x1
        printfn "%d" (unfinished (Some 1) + unfinished None) //: hit x1
    with _ -> //: hit x1
        printfn "unfinished" //: hit x1

    printfn "%d" (sumPair (1, 2)) //: hit x1
