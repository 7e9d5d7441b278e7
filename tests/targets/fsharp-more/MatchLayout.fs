// The same matches and ifs in other layouts, which change nothing.
module FSharpMore.MatchLayout

open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

//- conditions of rules, as usual
[<MethodImpl(MethodImplOptions.NoInlining)>]
let usual (n: int) (limit: int) =
    match n with //: hit 5/5
    | 0 -> same 1 //: hit
    | 1 -> same 2 //: hit
    | n when n > limit -> same 3 //: part 1/2
    | n when n = limit -> same 4 //: part 1/2
    | _ -> same 5 //: hit

//- the same with aligned arrows
[<MethodImpl(MethodImplOptions.NoInlining)>]
let aligned (n: int) (limit: int) =
    match n with //: hit 5/5
    | 0                   -> same 1 //: hit
    | 1                   -> same 2 //: hit
    | n when n > limit    -> same 3 //: part 1/2
    | n when n = limit    -> same 4 //: part 1/2
    | _                   -> same 5 //: hit

//- the same with arrows on lines of their own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let below (n: int) (limit: int) =
    match n with //: hit 5/5
    | 0 ->
                    same 1 //: hit
    | 1 ->
                    same 2 //: hit
    | n
        when n > limit //: part 1/2
            ->
                    same 3 //: miss
    | n when n = limit (* a comment -> here *) -> //: part 1/2
                    same 4 //: miss
    | _ ->
                    same 5 //: hit

//- if, and if again on a line of its own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let elseIf (v: obj) (n: int) =
    if v :? string then //: part 1/2
        same 1 //: miss
    else
        if n > 1 then //: part 1/2
            same 2 //: hit
        else
            if n = -5 then //: miss 0/2
                same 3 //: miss
            else
                same 4 //: miss

//- the same after else
[<MethodImpl(MethodImplOptions.NoInlining)>]
let elseIfBehind (v: obj) (n: int) =
    if v :? string then //: part 1/2
        same 1 //: miss
    else if n > 1 then //: part 1/2
        same 2 //: hit
    else if n = -5 then //: miss 0/2
        same 3 //: miss
    else
        same 4 //: miss

//- the same of constants and options
[<MethodImpl(MethodImplOptions.NoInlining)>]
let elseIfConstant (n: int) (o: int option) =
    if n = 5 then //: part 1/2
        same 1 //: miss
    else if o.IsSome then //: part 1/2
        same 2 //: miss
    else if n = 7 then //: part 1/2
        same 3 //: hit
    else
        same 4 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let elseIfLists (n: int list) (o: int option) =
    if n.IsEmpty then //: part 1/2
        same 1 //: miss
    else if Option.isSome o then //: part 1/2
        same 2 //: hit
    else
        same 4 //: miss

//- a match in the condition of a loop
[<MethodImpl(MethodImplOptions.NoInlining)>]
let matchInLoop (a: bool) (list: int list) =
    let mutable tail = list //: hit
    let mutable count = 0 //: hit
    while a && (match tail with [] -> false | _ -> true) do //: part 1/2 2/2 2/2
        count <- count + 1 //: hit
        tail <- tail.Tail //: hit
    count //: hit

//- an if in the condition of an if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let ifInIf (cc: int) (opt: int) (s: int) =
    if (if cc = 5 then opt > 1 && s > 2 else false) then //: part 1/2 1/2 1/2 1/2
        same 1 //: hit
    else
        same 2 //: miss

//- an empty string before another if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let emptyText (s: string) (n: int) =
    if s = "" then //: part 1/2
        same 1 //: miss
    else if n > 1 then //: part 1/2
        same 2 //: hit
    else
        same 3 //: miss

//- a rule that fails, before an if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let failsFirst (n: int) (h: bool) =
    let success =
        try //: hit
            if n > 100 then failwithf "too large: %d" n else yes () //: part 1/2
        with //: miss
        | _ when h -> false //: miss 0/2
        | _ -> failwithf "failed: %d" n //: miss
    if success then //: part 1/2
        same 1 //: hit
    else
        same 2 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let maybe (n: int) = if n > 2 then null else "m" + string n //: part 1/2

//- isNull of a call: as an argument, a right operand, the condition of a rule, negated
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nulls (n: int) (o: int option) =
    let one = same (if isNull (maybe n) then same 1 else same 2) //: part 1/2
    if n > 0 && isNull (maybe n) then //: part 1/2 1/2
        same 1 |> ignore //: miss
    if not (isNull (maybe n)) then //: part 1/2
        same 2 |> ignore //: hit
    match o with //: part 1/3
    | Some 1 when isNull (maybe n) || n > 5 -> one //: miss 0/2 0/2
    | None -> same 3 //: hit
    | _ -> same 4 //: miss

//- null after types, in a sequence
let typesAndNull (items: (obj | null) list) =
    seq { //: hit
        for item in items do //: hit 2/2
            match item with //: hit 4/4
            | :? int -> yield same 1 //: hit
            | :? string as s when s.Length > 5 -> yield s.Length //: part 1/2
            | null -> yield same 2 //: hit
            | _ -> yield same 3 //: hit
    } //: hit

let run () =
    let all = [ 0; 1; 4 ] |> List.sumBy (fun n -> usual n 8 + aligned n 8 + below n 8) //: hit
    let more = elseIf (box 5) 2 + elseIfBehind (box 5) 2 + elseIfConstant 7 None + elseIfLists [ 1 ] (Some 1) //: hit
    let others = matchInLoop true [ 1; 2 ] + ifInIf 5 2 3 + emptyText "x" 2 + failsFirst 1 true + nulls 1 None + Seq.sum (typesAndNull [ box 1; box "a"; null; box 2.5 ]) //: hit
    ignore (same (all + more + others)) //: hit
