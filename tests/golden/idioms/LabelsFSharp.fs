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
