// Conditions in conditions: brackets, negations, functions that are inlined, on one line and on several.
module FSharpMore.ConditionNested

open System.Runtime.CompilerServices
open FSharpMore.Help

type Ask =
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Text(n: int) : string | null = if n > 2 then null else "m" + string n //: hit 2/2

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Word(n: int) : string = "w" + string n //: hit

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Yes(n: int) = n > 0 //: hit

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Perhaps(n: int) = if n > 2 then Some n else None //: hit 2/2

//- isNull of a call as the left operand
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nullFirst (a: int) (b: int) =
    eat (if isNull (Ask.Text a) && Ask.Yes b then keep 1 else keep 2) //: part 2/2 1/2
    eat (if (isNull (Ask.Text a) || Ask.Yes b) then keep 1 else keep 2) //: part 2/2 1/2
    if isNull (Ask.Text a) || Ask.Word b = "w1" then eat 1 //: part 2/2 1/2
    match keep a with //: part 2/3
    | 1 when (isNull (Ask.Text b) && b >= 4) -> eat 1 //: part 1/2 0/2
    | 2 when isNull (Ask.Text b) || b >= 4 -> eat 2 //: miss 0/2 0/2
    | _ -> eat 3 //: hit

//- isNull of a call in the middle, at the end, negated
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nullLater (a: int) (b: int) =
    if (isNull (Ask.Text a) || Ask.Yes b) && (b = 5 && Ask.Yes a) then eat 1 //: part 2/2 1/2 1/2 0/2
    if Ask.Yes a && (isNull (Ask.Text a) || Ask.Yes b) then eat 1 //: part 1/2 2/2 1/2
    if not (isNull (Ask.Text b)) && (isNull (Ask.Text a) || Ask.Yes b) then eat 2 //: part 1/2 2/2 1/2
    if not (((isNull (Ask.Text a) && Ask.Yes b))) then eat 3 //: part 2/2 1/2
    if (Ask.Yes a && isNull (Ask.Text b)) || (not (Ask.Yes b)) then eat 3 //: part 1/2 1/2 1/2

//- the same in a sequence
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nullInSequence (a: int) (b: int) =
    seq { //: hit
        yield (if isNull (Ask.Text a) && Ask.Yes b then keep 1 else keep 2) //: part 2/2 1/2
        eat (if (isNull (Ask.Text a) || Ask.Yes b) then keep 1 else keep 2) //: part 2/2 1/2
        match keep a with //: part 2/3
        | 1 when (isNull (Ask.Text b) && b >= 4) -> eat 1 //: part 1/2 0/2
        | 2 when isNull (Ask.Text b) || b >= 4 -> eat 2 //: miss 0/2 0/2
        | _ -> yield 3 //: hit
        if (isNull (Ask.Text a) || Ask.Yes b) && (b = 5 && Ask.Yes a) then eat 1 //: part 2/2 1/2 1/2 0/2
        if Ask.Yes a && (isNull (Ask.Text a) || Ask.Yes b) then eat 1 //: part 1/2 2/2 1/2
        if not (isNull (Ask.Text b)) && (isNull (Ask.Text a) || Ask.Yes b) then eat 2 //: part 1/2 2/2 1/2
        if not (((isNull (Ask.Text a) && Ask.Yes b))) then eat 3 //: part 2/2 1/2
        if (Ask.Yes a && isNull (Ask.Text b)) || (not (Ask.Yes b)) then eat 3 //: part 1/2 1/2 1/2
    } //: hit

//- and in a task
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nullInTask (a: int) (b: int) =
    task { //: hit
        eat (if (isNull (Ask.Text a) || Ask.Yes b) then keep 1 else keep 2) //: part 2/2 1/2
        if (isNull (Ask.Text a) || Ask.Yes b) && (b = 5 && Ask.Yes a) then eat 1 //: part 2/2 1/2 1/2 0/2
        elif not (((isNull (Ask.Text a) && Ask.Yes b))) then eat 3 //: part 2/2 1/2
        if not (isNull (Ask.Text b)) && (isNull (Ask.Text a) || Ask.Yes b) then eat 2 //: part 1/2 2/2 1/2
        if (Ask.Yes a && isNull (Ask.Text b)) || (not (Ask.Yes b)) then return 1 else return 2 //: part 1/2 1/2 1/2
    }

//- negations of negations, in a sequence
[<MethodImpl(MethodImplOptions.NoInlining)>]
let twiceNegated (a: int) (b: int) =
    seq { //: hit
        if not ((not (Ask.Yes a))) then yield 1 //: part 1/2
        if not (not (not (a <> 0))) then yield 2 else yield 3 //: part 1/2
        if not (not (Ask.Yes a && Ask.Yes b)) then yield 4 //: part 1/2 1/2
    } //: hit

//- operands below each other, in a task and in a function
[<MethodImpl(MethodImplOptions.NoInlining)>]
let belowInTask (a: int) (b: int) =
    task { //: hit
        if (Ask.Yes a //: part 1/2
           && b <> 1) || Ask.Yes b then //: part 1/2 1/2
            eat 1 //: hit
        elif Ask.Yes b //: miss 0/2
             || a > 3 then //: miss 0/2
            eat 2 //: miss
        let both = //: none
            a > 1 //: part 1/2
            && Ask.Yes b //: miss 0/2
        return if both then 1 else 2 //: part 1/2
    }

[<MethodImpl(MethodImplOptions.NoInlining)>]
let below (a: int) (b: int) =
    eat (if Ask.Yes a //: part 1/2
            && (b = 1 //: part 1/2
            || Ask.Yes b) then keep 1 else keep 2) //: part 0/2

//- two constants of a rule, of a value that is in no variable
[<MethodImpl(MethodImplOptions.NoInlining)>]
let constants (a: int) =
    match keep a with //: part 2/5
    | 6 | 3 -> eat 1 //: hit
    | 4 -> eat 2 //: miss
    | 5 -> eat 3 //: miss
    | _ -> eat 4 //: hit

//- the condition of a rule of two constants, which occurs twice in the code
[<MethodImpl(MethodImplOptions.NoInlining)>]
let twoGuarded (a: int) (b: int) =
    match keep b with //: part 2/5
    | 400 | 9000 when not (keep b = a) -> //: part 1/2
        eat 1 //: hit
    | 3 -> eat 2 //: miss
    | 7 -> eat 3 //: miss
    | _ -> eat 4 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let twoGuardedInSequence (a: int) (b: int) =
    seq { //: hit
        match keep b with //: part 2/5
        | 400 | 9000 when not (keep b = a) -> //: part 1/2
            match keep a with //: part 1/2
            | 1 -> yield 1 //: miss
            | _ -> yield 2 //: hit
        | 3 -> eat 2 //: miss
        | 7 -> yield 3 //: miss
        | _ -> eat 4 //: hit
        match keep b with //: part 2/4
        | 400 | 1 when Ask.Yes b || a > 3 -> yield 1 //: part 1/2 0/2
        | 2 -> eat 1 //: miss
        | _ -> yield 4 //: hit
    } //: hit

//- Option.isSome of a call as a left operand: optimised code has no point for it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let someFirst (a: int) (b: int) =
    if Option.isSome (Ask.Perhaps a) && Ask.Yes b then eat 1 //: part 2/2 1/2
    if Ask.Yes b && (Option.isSome (Ask.Perhaps a) || b > 5) then eat 1 //: part 1/2 2/2 1/2
    if isNull (Ask.Text a) || (Option.isSome (Ask.Perhaps b) || Ask.Yes b) then eat 1 //: part 2/2 1/2 1/2
    if (Ask.Yes a || a > 7) && (Option.isSome (Ask.Perhaps a) && Ask.Yes b) then eat 1 //: part 1/2 0/2 2/2 1/2
    if (Ask.Yes a && a > 7) || (Option.isSome (Ask.Perhaps a) || a = b) then eat 1 //: part 1/2 1/2 2/2 1/2
    if ((Ask.Yes a && isNull (Ask.Text a))) && (Option.isSome (Ask.Perhaps a) && b <= 3) then eat 1 //: part 1/2 2/2 1/2 1/2
    match keep a with //: part 2/3
    | 2 when (Option.isSome (Ask.Perhaps b) || a = 5) -> eat 1 //: miss 0/2 0/2
    | 3 -> eat 2 //: hit
    | _ -> eat 3 //: hit

//- the same in the condition of a loop, and of a rule whose condition occurs twice in the code
[<MethodImpl(MethodImplOptions.NoInlining)>]
let someInLoop (a: int) (b: int) =
    let mutable k = 0 //: hit
    while k < 2 && (Option.isSome (Ask.Perhaps a) || isNull (Ask.Text b)) do //: part 2/2 2/2 1/2
        k <- k + 1 //: hit
    while k < 3 && ((Option.isSome (Ask.Perhaps k) && Ask.Yes b)) do //: part 1/2 1/2 0/2
        k <- k + 1 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let someTwice (a: int) (b: int) =
    match keep b with //: part 2/4
    | 400 | 9000 when Option.isSome (Ask.Perhaps a) && keep b <> 3 -> //: part 1/2 1/2
        eat 1 //: hit
    | 3 -> eat 2 //: miss
    | _ -> eat 4 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let someFirstInSequence (a: int) (b: int) =
    seq { //: hit
        if Option.isSome (Ask.Perhaps a) && Ask.Yes b then eat 1 //: part 2/2 1/2
        if Ask.Yes b && (Option.isSome (Ask.Perhaps a) || b > 5) then eat 1 //: part 1/2 2/2 1/2
        if isNull (Ask.Text a) || (Option.isSome (Ask.Perhaps b) || Ask.Yes b) then yield 1 //: part 2/2 1/2 1/2
        if (Ask.Yes a || a > 7) && (Option.isSome (Ask.Perhaps a) && Ask.Yes b) then eat 1 //: part 1/2 0/2 2/2 1/2
        match keep a with //: part 2/3
        | 2 when (Option.isSome (Ask.Perhaps b) || a = 5) -> eat 1 //: miss 0/2 0/2
        | 3 -> eat 2 //: hit
        | _ -> eat 3 //: hit
    } //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let someFirstInTask (a: int) (b: int) =
    task { //: hit
        if Option.isSome (Ask.Perhaps a) && Ask.Yes b then eat 1 //: part 2/2 1/2
        if Ask.Yes b && (Option.isSome (Ask.Perhaps a) || b > 5) then eat 1 //: part 1/2 2/2 1/2
        do! System.Threading.Tasks.Task.Yield() //: hit
        if (Ask.Yes a || a > 7) && (Option.isSome (Ask.Perhaps a) && Ask.Yes b) then eat 1 //: part 1/2 0/2 2/2 1/2
        match keep a with //: part 2/3
        | 2 when (Option.isSome (Ask.Perhaps b) || a = 5) -> eat 1 //: miss 0/2 0/2
        | 3 -> eat 2 //: hit
        | _ -> eat 3 //: hit
        return 1 //: hit
    }

//- pairs, in a sequence and in a task
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pairsInSequence (a: int) (b: int) =
    seq { //: hit
        match (keep a, Ask.Yes b) with //: part 2/4
        | (1, true) -> yield 1 //: hit
        | (1, false) -> yield 2 //: miss
        | (2, _) when not (keep a > b) -> eat 1 //: miss 0/2
        | _ -> yield 3 //: hit
        match (keep b, Ask.Yes a) with //: part 1/2
        | (1, true) ->
            if a < 4 then //: hit 2/2
                yield 4 //: hit
            else
                eat 3 //: hit
        | _ -> eat 2 //: miss
        match (Ask.Yes a, Ask.Yes b) with //: part 1/3
        | (true, false) -> yield 1 //: miss
        | (false, true) -> yield 2 //: miss
        | _ -> yield 3 //: hit
    } //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let pairsInTask (a: int) (b: int) =
    task { //: hit
        match (keep a, Ask.Yes b) with //: part 2/4
        | (1, true) ->
            do! System.Threading.Tasks.Task.Yield() //: hit
            eat 1 //: hit
        | (1, false) -> eat 2 //: miss
        | (2, _) when not (keep a > b) -> eat 1 //: miss 0/2
        | _ -> eat 3 //: hit
        return 1 //: hit
    }

type Kind = //: none
    | Red
    | Green
    | Blue

//- near miss: two cases of a union are one arm
[<MethodImpl(MethodImplOptions.NoInlining)>]
let cases (kind: Kind) =
    match keep kind with //: part 1/2
    | Red | Blue -> eat 1 //: hit
    | Green -> eat 2 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    nullFirst 1 1 //: hit
    nullFirst 3 1 //: hit
    nullLater 1 1 //: hit
    nullLater 3 1 //: hit
    eat (Seq.sum (nullInSequence 1 1) + Seq.sum (nullInSequence 3 1)) //: hit
    eat ((nullInTask 1 1).Result + (nullInTask 3 1).Result) //: hit
    eat (Seq.sum (twiceNegated 1 1)) //: hit
    eat ((belowInTask 1 1).Result) //: hit
    below 1 1 //: hit
    constants 3 //: hit
    constants 9 //: hit
    cases Blue //: hit
    twoGuarded 1 400 //: hit
    twoGuarded 1 8 //: hit
    eat (Seq.sum (twoGuardedInSequence 4 400)) //: hit
    eat (Seq.sum (twoGuardedInSequence 4 -1)) //: hit
    eat (Seq.sum (pairsInSequence 1 1) + Seq.sum (pairsInSequence 5 1)) //: hit
    eat ((pairsInTask 1 1).Result + (pairsInTask 5 1).Result) //: hit
    someFirst 1 1 //: hit
    someFirst 3 1 //: hit
    eat (Seq.sum (someFirstInSequence 1 1) + Seq.sum (someFirstInSequence 3 1)) //: hit
    eat ((someFirstInTask 1 1).Result + (someFirstInTask 3 1).Result) //: hit
    someInLoop 1 1 //: hit
    someInLoop 3 1 //: hit
    someTwice 3 400 //: hit
    someTwice 3 8 //: hit
