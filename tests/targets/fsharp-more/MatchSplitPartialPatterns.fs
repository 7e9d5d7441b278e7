// A long match of partial patterns and constants: optimised code has the rest of the rules in methods, again and again.
module FSharpMore.MatchSplitPartialPatterns

open System.Runtime.CompilerServices
open FSharpMore.Help
open FSharpMore.MatchSplitFunctions

//- constants, and partial patterns with conditions; the rest begins with one or the other
[<MethodImpl(MethodImplOptions.NoInlining)>]
let mixed (text: string) =
    match text with //: part 23/51 x5
    | "a00" -> keep 100 //: hit x1
    | Starts "t00" n when n > 2 -> keep 0 //: part 1/2 0/2
    | "a01" | "b01" -> keep 101 //: miss
    | Starts "t01" n when n > 2 -> keep 1 //: part 1/2 0/2
    | "a02" -> keep 102 //: miss
    | Starts "t02" n when n > 2 -> keep 2 //: part 1/2 0/2
    | "a03" | "b03" -> keep 103 //: miss
    | Starts "t03" n when n > 2 -> keep 3 //: part 2/2 1/2
    | "a04" -> keep 104 //: miss
    | Starts "t04" n when n > 2 -> keep 4 //: part 1/2 0/2
    | "a05" | "b05" -> keep 105 //: hit x1
    | Starts "t05" n when n > 2 -> keep 5 //: part 1/2 0/2
    | "a06" -> keep 106 //: miss
    | Starts "t06" n when n > 2 -> keep 6 //: part 1/2 0/2
    | "a07" | "b07" -> keep 107 //: miss
    | Starts "t07" n when n > 2 -> keep 7 //: part 2/2 1/2
    | "a08" -> keep 108 //: miss
    | Starts "t08" n when n > 2 -> keep 8 //: part 1/2 0/2
    | "a09" | "b09" -> keep 109 //: miss
    | Starts "t09" n when n > 2 -> keep 9 //: part 1/2 0/2
    | "a10" -> keep 110 //: miss
    | Starts "t10" n when n > 2 -> keep 10 //: part 1/2 0/2
    | "a11" | "b11" -> keep 111 //: miss
    | Starts "t11" n when n > 2 -> keep 11 //: part 1/2 0/2
    | "a12" -> keep 112 //: miss
    | Starts "t12" n when n > 2 -> keep 12 //: part 1/2 0/2
    | "a13" | "b13" -> keep 113 //: miss
    | Starts "t13" n when n > 2 -> keep 13 //: part 1/2 0/2
    | "a14" -> keep 114 //: miss
    | Starts "t14" n when n > 2 -> keep 14 //: part 1/2 0/2
    | "a15" | "b15" -> keep 115 //: miss
    | Starts "t15" n when n > 2 -> keep 15 //: part 1/2 0/2
    | "a16" -> keep 116 //: miss
    | Starts "t16" n when n > 2 -> keep 16 //: part 1/2 0/2
    | "a17" | "b17" -> keep 117 //: miss
    | Starts "t17" n when n > 2 -> keep 17 //: part 1/2 0/2
    | "a18" -> keep 118 //: miss
    | Starts "t18" n when n > 2 -> keep 18 //: part 1/2 0/2
    | "a19" | "b19" -> keep 119 //: miss
    | Starts "t19" n when n > 2 -> keep 19 //: part 1/2 0/2
    | _ -> keep -1 //: hit x2

//- patterns without arguments are rules like constants
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lengths (text: string) =
    match text with //: part 9/42 x3
    | "b00" -> keep 200 //: miss
    | Long n when n > 60 -> keep 0 //: part 1/2
    | "a00" -> keep 100 //: miss
    | Long n when n > 59 -> keep 1 //: part 1/2
    | "a01" -> keep 101 //: miss
    | Long n when n > 58 -> keep 2 //: part 1/2
    | "a02" -> keep 102 //: miss
    | Long n when n > 57 -> keep 3 //: part 1/2
    | "a03" -> keep 103 //: miss
    | Long n when n > 56 -> keep 4 //: part 1/2
    | "a04" -> keep 104 //: hit x1
    | Long n when n > 55 -> keep 5 //: part 1/2
    | "a05" -> keep 105 //: miss
    | Long n when n > 54 -> keep 6 //: part 1/2
    | "a06" -> keep 106 //: miss
    | Long n when n > 53 -> keep 7 //: miss 0/2
    | "a07" -> keep 107 //: miss
    | Long n when n > 52 -> keep 8 //: miss 0/2
    | "a08" -> keep 108 //: miss
    | Long n when n > 51 -> keep 9 //: miss 0/2
    | "a09" -> keep 109 //: miss
    | Long n when n > 50 -> keep 10 //: miss 0/2
    | "a10" -> keep 110 //: miss
    | Long n when n > 49 -> keep 11 //: miss 0/2
    | "a11" -> keep 111 //: miss
    | Long n when n > 48 -> keep 12 //: miss 0/2
    | "a12" -> keep 112 //: miss
    | Long n when n > 47 -> keep 13 //: miss 0/2
    | "a13" -> keep 113 //: miss
    | Long n when n > 46 -> keep 14 //: miss 0/2
    | "a14" -> keep 114 //: miss
    | Long n when n > 45 -> keep 15 //: miss 0/2
    | "a15" -> keep 115 //: miss
    | Long n when n > 44 -> keep 16 //: miss 0/2
    | "a16" -> keep 116 //: miss
    | Long n when n > 43 -> keep 17 //: miss 0/2
    | "a17" -> keep 117 //: miss
    | Long n when n > 42 -> keep 18 //: miss 0/2
    | "a18" -> keep 118 //: miss
    | Long n when n > 41 -> keep 19 //: miss 0/2
    | "a19" -> keep 119 //: miss
    | _ -> keep -1 //: hit x1

//- function; a partial pattern without a condition decides on its own, and those with one after it are arms of it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let parted (more: int) =
    function //: none
    | Starts "t00" n when n > more -> keep 0 //: part 4/5 0/2
    | Starts "t01" n when n > more -> keep 1 //: part 1/2 0/2
    | Starts "t02" n when n > more -> keep 2 //: part 1/2 0/2
    | Starts "t03" n when n > more -> keep 3 //: part 1/2 0/2
    | Starts "t04" n -> keep (n + 4) //: part 5/6
    | Starts "t05" n when n > more -> keep 5 //: part 1/2 0/2
    | Starts "t06" n when n > more -> keep 6 //: part 1/2 0/2
    | Starts "t07" n when n > more -> keep 7 //: part 1/2 0/2
    | Starts "t08" n when n > more -> keep 8 //: part 1/2 0/2
    | Starts "t09" n -> keep (n + 9) //: hit 8/8
    | Starts "t10" n when n > more -> keep 10 //: part 1/2 0/2
    | Starts "t11" n when n > more -> keep 11 //: part 1/2 0/2
    | Starts "t12" n when n > more -> keep 12 //: part 1/2 0/2
    | Starts "t13" n when n > more -> keep 13 //: part 1/2 0/2
    | Starts "t14" n when n > more -> keep 14 //: part 1/2 0/2
    | Starts "t15" n when n > more -> keep 15 //: part 1/2 0/2
    | _ -> keep -1 //: hit x1

//- a lambda
[<MethodImpl(MethodImplOptions.NoInlining)>]
let each (more: int) (texts: string list) =
    texts //: hit x1
    |> List.map (fun text -> //: hit x1
        match text with //: part 12/25 x2
        | "a00" -> more + 100 //: miss
        | Starts "t00" n when n > more -> n + 0 //: part 1/2 0/2
        | "a01" -> more + 101 //: miss
        | Starts "t01" n when n > more -> n + 1 //: part 1/2 0/2
        | "a02" -> more + 102 //: miss
        | Starts "t02" n when n > more -> n + 2 //: part 1/2 0/2
        | "a03" -> more + 103 //: miss
        | Starts "t03" n when n > more -> n + 3 //: part 1/2 0/2
        | "a04" -> more + 104 //: miss
        | Starts "t04" n when n > more -> n + 4 //: part 1/2 0/2
        | "a05" -> more + 105 //: miss
        | Starts "t05" n when n > more -> n + 5 //: part 1/2 0/2
        | "a06" -> more + 106 //: miss
        | Starts "t06" n when n > more -> n + 6 //: part 1/2 0/2
        | "a07" -> more + 107 //: miss
        | Starts "t07" n when n > more -> n + 7 //: part 1/2 0/2
        | "a08" -> more + 108 //: miss
        | Starts "t08" n when n > more -> n + 8 //: part 1/2 0/2
        | "a09" -> more + 109 //: miss
        | Starts "t09" n when n > more -> n + 9 //: part 1/2 0/2
        | "a10" -> more + 110 //: miss
        | Starts "t10" n when n > more -> n + 10 //: part 1/2 0/2
        | "a11" -> more + 111 //: hit x2
        | Starts "t11" n when n > more -> n + 11 //: miss 0/2 0/2
        | _ -> -1) //: miss
    |> List.sum //: hit x1

//- a member; conditions of more than one operand
type Picker(more: int) = //: hit x2
    member _.Pick(text: string, other: int) =
        match text with //: part 13/25 x2
        | "a00" -> keep (more + 100) //: miss
        | Starts "t00" n when n > more && n > other -> keep (n + 0) //: part 1/2 0/2 0/2
        | "a01" -> keep (more + 101) //: miss
        | Starts "t01" n when n > more && n > other -> keep (n + 1) //: part 1/2 0/2 0/2
        | "a02" -> keep (more + 102) //: miss
        | Starts "t02" n when n > more && n > other -> keep (n + 2) //: part 1/2 0/2 0/2
        | "a03" -> keep (more + 103) //: miss
        | Starts "t03" n when n > more && n > other -> keep (n + 3) //: part 1/2 0/2 0/2
        | "a04" -> keep (more + 104) //: miss
        | Starts "t04" n when n > more && n > other -> keep (n + 4) //: part 1/2 0/2 0/2
        | "a05" -> keep (more + 105) //: miss
        | Starts "t05" n when n > more && n > other -> keep (n + 5) //: part 1/2 0/2 0/2
        | "a06" -> keep (more + 106) //: miss
        | Starts "t06" n when n > more && n > other -> keep (n + 6) //: part 1/2 0/2 0/2
        | "a07" -> keep (more + 107) //: miss
        | Starts "t07" n when n > more && n > other -> keep (n + 7) //: part 1/2 0/2 0/2
        | "a08" -> keep (more + 108) //: miss
        | Starts "t08" n when n > more && n > other -> keep (n + 8) //: part 1/2 0/2 0/2
        | "a09" -> keep (more + 109) //: miss
        | Starts "t09" n when n > more && n > other -> keep (n + 9) //: part 1/2 0/2 0/2
        | "a10" -> keep (more + 110) //: hit x1
        | Starts "t10" n when n > more && n > other -> keep (n + 10) //: part 1/2 0/2 0/2
        | "a11" -> keep (more + 111) //: miss
        | Starts "t11" n when n > more && n > other -> keep (n + 11) //: part 1/2 1/2 1/2
        | _ -> keep -1 //: miss
let run () =
    eat (mixed "a00" + mixed "b05" + mixed "t03xxx" + mixed "t07" + mixed "zzz") //: hit x1
    eat (lengths "a04" + lengths "zzz" + lengths (System.String('x', 55))) //: hit x1
    eat (parted 2 "zzz" + parted 2 "t09x" + each 2 [ "a11"; "a11" ] + Picker(2).Pick("a10", 1) + Picker(2).Pick("t11xxx", 2)) //: hit x1
