/// One match in several methods: optimised code has its last rules in parts, and bodies, too. The tests name lines by the
/// words behind `//@`.
module Rules

open System
open System.Runtime.CompilerServices

[<MethodImpl(MethodImplOptions.NoInlining)>]
let keep (value: int) = value

let (|Starts|_|) (prefix: string) (text: string) =
    if text.StartsWith(prefix, StringComparison.Ordinal) then Some(text.Length - prefix.Length) else None

[<MethodImpl(MethodImplOptions.NoInlining)>]
let rules (text: string) (more: int) =
    match text with //@ match
    | "a00" -> keep 100
    | Starts "t00" n when n > more -> keep 0 //@ first
    | "a01" -> keep 101
    | Starts "t01" n when n > more -> keep 1
    | "a02" -> keep 102
    | Starts "t02" n when n > more -> keep 2
    | "a03" -> keep 103
    | Starts "t03" n when n > more -> keep 3
    | "a04" -> keep 104
    | Starts "t04" n when n > more -> keep 4
    | "a05" -> keep 105
    | Starts "t05" n when n > more -> keep 5
    | "a06" -> keep 106
    | Starts "t06" n when n > more -> keep 6
    | "a07" -> keep 107
    | Starts "t07" n when n > more -> keep 7
    | "a08" -> keep 108
    | Starts "t08" n when n > more -> keep 8
    | "a09" -> keep 109
    | Starts "t09" n when n > more -> keep 9
    | "a10" -> keep 110
    | Starts "t10" n when n > more -> keep 10
    | "a11" -> keep 111
    | Starts "t11" n when n > more -> keep 11 //@ last
    | _ -> keep -1 //@ none

// A body that is a method of its own, and has no code in its first line: what it decides is its own.
[<MethodImpl(MethodImplOptions.NoInlining)>]
let bodies (text: string) (other: int) =
    match text with //@ bodies
    | "a" ->
        let rec add value = if value > 100 then value else add (value + other + 1)

        let found =
            match other with //@ body
            | 1 -> add 1
            | 2 -> add 2
            | _ -> add 3

        keep (add 0 + keep (add 1) + keep (add 2)) |> ignore
        keep (add 1 + keep (add 2) + keep (add 3)) |> ignore
        keep (add 2 + keep (add 3) + keep (add 4)) |> ignore
        keep (add 3 + keep (add 4) + keep (add 5)) |> ignore
        keep (add 4 + keep (add 5) + keep (add 6)) |> ignore
        keep (add 5 + keep (add 6) + keep (add 7)) |> ignore
        keep (add 6 + keep (add 7) + keep (add 8)) |> ignore
        keep (add 7 + keep (add 8) + keep (add 9)) |> ignore
        keep (add 8 + keep (add 9) + keep (add 10)) |> ignore
        keep (add 9 + keep (add 10) + keep (add 11)) |> ignore
        keep (add 10 + keep (add 11) + keep (add 12)) |> ignore
        keep (add 11 + keep (add 12) + keep (add 13)) |> ignore
        keep (add 12 + keep (add 13) + keep (add 14)) |> ignore
        keep (add 13 + keep (add 14) + keep (add 15)) |> ignore
        found //@ end
    | "b" -> keep (other + 2)
    | _ -> 4
