// Tasks and sequences: rules of `with` whose bodies are statements, conditions in arguments and in heads.
module FSharpMore.ComputationTryWith

open System
open System.Runtime.CompilerServices
open System.Threading.Tasks

exception Custom of int

[<MethodImpl(MethodImplOptions.NoInlining)>]
let same (n: int) = n //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let fail (n: int) =
    match n with //: hit 6/6
    | 1 -> invalidOp "long enough" //: hit
    | 2 -> invalidOp "no" //: hit
    | 3 -> failwith "two" //: hit
    | 4 -> raise (Custom 8) //: hit
    | 5 -> raise (TimeoutException()) //: hit
    | _ -> n //: hit

type Sum() =
    let mutable total = 0 //: hit
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member _.Total = total //: hit
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member _.Add(n: int) = total <- total + n //: hit

//- rules of several kinds, the last one takes all
[<MethodImpl(MethodImplOptions.NoInlining)>]
let plainRules (sum: Sum) (mode: int) =
    task { //: hit
        try //: hit
            sum.Add(fail mode) //: hit x6
        with //: hit 4/4 x5
        | :? InvalidOperationException as e when e.Message.Length > 5 -> //: hit 2/2 x2
            sum.Add(same 1) //: hit x1
        | Failure "two" ->
            sum.Add(same 2) //: hit x1
        | Custom n ->
            sum.Add n //: hit x1
        | _ ->
            sum.Add(same 3) //: hit x2
        return sum.Total //: hit x6
    }

//- an exception that no rule takes goes on; a rule begins with a variable
[<MethodImpl(MethodImplOptions.NoInlining)>]
let openRules (sum: Sum) (mode: int) =
    task { //: hit
        try //: hit
            let taken = fail mode //: hit x6
            sum.Add taken //: hit x1
        with //: hit 4/4 x5
        | :? InvalidOperationException ->
            let one = same 1 //: hit x2
            sum.Add one //: hit x2
        | Failure text when text = "two" || text = "three" -> //: part 1/2 0/2 x1
            let two = same 2 //: hit x1
            sum.Add two //: hit x1
        | :? TimeoutException ->
            sum.Add(same 3) //: hit x1
        return sum.Total //: hit x5
    }

//- after an await; the rules decide on their own, and await
[<MethodImpl(MethodImplOptions.NoInlining)>]
let awaitingRules (sum: Sum) (flag: bool) (mode: int) =
    task { //: hit
        try //: hit
            do! Task.Yield() //: hit x6
            sum.Add(fail mode) //: hit x6
        with //: hit 4/4 x5
        | :? InvalidOperationException as e when flag && e.Message.Length > 5 -> //: part 2/2 1/2 x2
            do! Task.Yield() //: hit x1
            sum.Add(same 1) //: hit x1
        | Custom n ->
            if n > 3 && flag then //: part 1/2 1/2 x1
                sum.Add n //: miss x0
            else
                sum.Add(same 2) //: hit x1
        | Failure _ ->
            for i in 1 .. 2 do //D: hit //R: hit 2/2
                sum.Add i //: hit x2
        | _ ->
            sum.Add(same 3) //: hit x2
        return sum.Total //: hit x6
    }

//- the rules give a value; what comes before them is a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let valueRules (sum: Sum) (flag: bool) (mode: int) =
    task { //: hit
        if flag then //: part 1/2 x6
            try //: hit
                return fail mode //: hit x6
            with //: hit 3/3 x5
            | :? InvalidOperationException as e when e.Message.Length > 5 -> //: hit 2/2 x2
                return same 1 //: hit x1
            | Failure "two" ->
                return same 2 //: hit x1
            | _ ->
                return same 3 //: hit x3
        else
            return same 4 //: miss x0
    }

//- in a rule of a match, in a loop
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rulesInLoop (sum: Sum) (modes: int list) =
    task { //: hit
        for mode in modes do //D: hit //R: hit 2/2
            match mode with //: hit 2/2
            | 0 -> sum.Add(same 5) //: hit x1
            | _ ->
                try //: hit
                    sum.Add(fail mode) //: hit x5
                with //: hit 3/3 x5
                | :? TimeoutException ->
                    sum.Add(same 1) //: hit x1
                | Custom n when n > 5 -> //: part 1/2 x1
                    sum.Add n //: hit x1
                | _ ->
                    let three = same 3 //: hit x3
                    sum.Add three //: hit x3
        return sum.Total //: hit x1
    }

//- two try statements one after the other, and a finally around them
[<MethodImpl(MethodImplOptions.NoInlining)>]
let twice (sum: Sum) (mode: int) =
    task { //: hit
        try //: hit
            try //: hit
                sum.Add(fail mode) //: hit x6
            with //: hit 3/3 x5
            | :? InvalidOperationException ->
                sum.Add(same 1) //: hit x2
            | Custom _ ->
                sum.Add(same 2) //: hit x1
            | _ ->
                sum.Add(same 3) //: hit x2
            try //: hit
                let taken = fail mode //: hit x6
                sum.Add taken //: hit x1
            with //: part 3/4 x5
            | Failure "one" ->
                sum.Add(same 1) //: miss x0
            | Failure "two" ->
                sum.Add(same 2) //: hit x1
            | :? InvalidOperationException ->
                sum.Add(same 4) //: hit x2
        finally //D: hit //R: none
            sum.Add(same 4) //D: hit //R: none
        return sum.Total //: hit x4
    }

//- an `if` that is an argument, a value, the head of a match; conditions of operands that are negated
[<MethodImpl(MethodImplOptions.NoInlining)>]
let yes (n: int) = n % 2 = 0 //: hit

let conditionsInTask (sum: Sum) (flag: bool) (n: int) (items: int list) =
    task { //: hit
        do! Task.Yield() //: hit x4
        sum.Add(if not (yes n) then n else same 1) //: hit 2/2 x4
        sum.Add((if (flag && items.IsEmpty) then n else same 3)) //: hit 2/2 2/2 x4
        sum.Add((if flag || not (yes n) then n else same 3)) //: part 2/2 1/2 x4
        let two = (if (List.contains n items || yes n) then n else same 2) //: hit 2/2 2/2 x4
        if (not (yes n) || not (yes two)) && (n = 5 || items.IsEmpty) then //: part 2/2 1/2 1/2 2/2 x4
            sum.Add two //: hit x1
        match (if (List.contains n items || flag) then Ok n else Error "a") with //: part 2/2 1/2 2/3 x4
        | Ok m when m > 2 -> //: hit 2/2
            sum.Add m //: hit x1
        | Error "a" -> sum.Add(same 1) //: miss x0
        | _ -> sum.Add(same 2) //: hit x3
        return sum.Total //: hit x4
    }

let conditionsInAsync (sum: Sum) (flag: bool) (n: int) (items: int list) =
    async { //: hit
        do! Async.Sleep 0 //: hit x4
        sum.Add(if not (yes n) then n else same 1) //: hit 2/2 x4
        sum.Add((if (flag && items.IsEmpty) then n else same 3)) //: hit 2/2 2/2 x4
        sum.Add((if flag || not (yes n) then n else same 3)) //: part 2/2 1/2 x4
        let two = (if (List.contains n items || yes n) then n else same 2) //: hit 2/2 2/2 x4
        if (not (yes n) || not (yes two)) && (n = 5 || items.IsEmpty) then //: part 2/2 1/2 1/2 2/2 x4
            sum.Add two //: hit x1
        match (if (List.contains n items || flag) then Ok n else Error "a") with //: part 2/2 1/2 2/3 x4
        | Ok m when m > 2 -> //: hit 2/2
            sum.Add m //: hit x1
        | Error "a" -> sum.Add(same 1) //: miss x0
        | _ -> sum.Add(same 2) //: hit x3
        return sum.Total //: hit x4
    }

let conditionsInSequence (sum: Sum) (flag: bool) (n: int) (items: int list) =
    seq { //: hit
        yield same 1 //: hit x4
        sum.Add(if not (yes n) then n else same 1) //: hit 2/2 x4
        sum.Add((if (flag && items.IsEmpty) then n else same 3)) //: hit 2/2 2/2 x4
        sum.Add((if flag || not (yes n) then n else same 3)) //: part 2/2 1/2 x4
        let two = (if (List.contains n items || yes n) then n else same 2) //: hit 2/2 2/2 x4
        if (not (yes n) || not (yes two)) && (n = 5 || items.IsEmpty) then //: part 2/2 1/2 1/2 2/2 x4
            sum.Add two //: hit x1
        if (n > 2 || flag) || items = [ 7 ] then //: part 2/2 2/2 1/2 x4
            sum.Add(same 5) //: hit x3
        if (n > 1 && flag) && items.IsEmpty then //: part 2/2 1/2 1/2 x4
            sum.Add(same 7) //: miss x0
        if (n = 2 || items = [ 3 ]) || (not (yes n) || items.IsEmpty) then //: part 2/2 2/2 1/2 0/2 x4
            sum.Add(same 6) //: hit x4
        match (if (List.contains n items || flag) then Ok n else Error "a") with //: part 2/2 1/2 2/3 x4
        | Ok m when m > 2 -> //: hit 2/2
            sum.Add m //: hit x1
        | Error "a" -> sum.Add(same 1) //: miss x0
        | _ -> sum.Add(same 2) //: hit x3
        yield sum.Total //: hit x4
    } //: hit

//- the head of a match is an `if`: a rule with a condition, a body that begins with an `if`
[<MethodImpl(MethodImplOptions.NoInlining)>]
let heads (flag: bool) (n: int) =
    let first =
        match (if flag then Ok n else Error "a") with //: hit 2/2 3/3 x3
        | Ok m when m > 2 -> same m //: hit 2/2
        | Error "a" -> same 1 //: hit x1
        | _ -> same 2 //: hit x1
    let second =
        match (if flag then Ok n else Error "a") with //: part 2/2 2/3 x3
        | Ok m ->
            if m > 2 then same m else same 3 //: hit 2/2 x2
        | Error "a" -> same 1 //: hit x1
        | _ -> same 2 //: miss x0
    first + second //: hit x3

//- an operand between others that has no point of its own in optimised code: no rule's condition after it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let between (text: string) (n: int) (k: int) =
    if text.Length > 2 && (not (yes n) && k = 1) then //: part 1/2 1/2 1/2 x1
        same 1 //: miss x0
    else
        same 2 //: hit x1

//- rules whose bodies begin with `try` or are taken out: no point stands where a rule is chosen
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nestedRules (sum: Sum) (mode: int) =
    async { //: hit
        try //: hit
            sum.Add(fail mode) //: hit x6
        with //: hit 4/4 x5
        | Failure text when text = "two" -> //: part 1/2 x1
            try //: hit
                sum.Add(same 1) //: hit x1
            finally //: hit
                sum.Add(same 2) //: hit x1
        | Custom n ->
            try //: hit
                sum.Add(fail (n - 7)) //: hit x1
            with :? InvalidOperationException -> sum.Add(same 3) //: part 1/2 x1
        | :? TimeoutException ->
            sum.Add(same 4) //: hit x1
        return sum.Total //: hit
    }

//- the same in a task that is not compiled to one method: a function that calls itself stands in it
[<MethodImpl(MethodImplOptions.NoInlining)>]
let dynamicRules (sum: Sum) (flag: bool) (mode: int) =
    task { //: hit x4
        let rec down (n: int) = if n > 2 then down (n - 1) else n //: hit 2/2
        sum.Add(down mode) //: hit x4
        match (if flag then Ok mode else Error "a") with //: hit 2/2 3/3 x4
        | Ok n when n > 2 -> //: hit 2/2 x3
            try //: hit
                sum.Add(same n) //: hit x1
            finally //D: hit
                sum.Add(same 1) //D: hit x1
        | Error "a" ->
            sum.Add(same 2) //: hit x1
        | _ ->
            try //: hit
                sum.Add(fail mode) //: hit x2
            with //: part 2/3 x2
            | Failure text when text = "one" -> //: miss 0/2
                try //: miss
                    sum.Add(same 3) //: miss
                finally //D: miss
                    sum.Add(same 4) //D: miss
            | :? InvalidOperationException as e when e.Message.Length > 5 -> //: hit 2/2 x2
                sum.Add(same 5) //: hit x1
        return sum.Total //: hit
    }

//- `finally` stands in the code twice, for an exception and for none
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lastly (sum: Sum) (flag: bool) (mode: int) =
    task { //: hit x3
        try //: hit x3
            do! Task.Yield() //: hit x3
            sum.Add(fail mode) //: hit x3
        finally //: hit x3
            if flag && mode < 9 then //: part 2/2 1/2 x3
                sum.Add(same 1) //: hit x1
            match mode with //: part 2/3 x3
            | 0 -> sum.Add(same 2) //: hit x2
            | 3 -> sum.Add(same 3) //: miss x0
            | _ -> sum.Add(same 4) //: hit x1
        return sum.Total //: hit x2
    }

//- of two copies only one ran, and of two others each one way
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lastlyOnce (sum: Sum) (flag: bool) (mode: int) =
    task { //: hit x1
        try //: hit x1
            sum.Add(fail mode) //: hit x1
        finally //: hit x1
            if flag then //: part 1/2 x1
                sum.Add(same 1) //: miss x0
            else
                sum.Add(same 2) //: hit x1
        return sum.Total //: miss x0
    }

let run () =
    let sum = Sum() //: hit x1
    for mode in 0 .. 5 do //: hit 2/2
        printfn "%d" (plainRules sum mode).Result //: hit x6
        printfn "%d" (try (openRules sum mode).Result with _ -> same 1) //: hit
        printfn "%d" (awaitingRules sum (mode < 2 || mode = 5) mode).Result //: hit 2/2 2/2
        printfn "%d" (valueRules sum true mode).Result //: hit x6
        printfn "%d" (try (twice sum mode).Result with _ -> same 1) //: hit
    printfn "%d" (rulesInLoop sum [ 0; 1; 2; 3; 4; 5 ]).Result //: hit x1
    for flag, n, items in [ true, 1, []; true, 2, [ 1 ]; false, 1, [ 1 ]; true, 3, [ 3 ] ] do //: hit 2/2
        printfn "%d" (conditionsInTask sum flag n items).Result //: hit x4
        printfn "%d" (conditionsInAsync sum flag n items |> Async.RunSynchronously) //: hit x4
        printfn "%d" (conditionsInSequence sum flag n items |> Seq.sum) //: hit x4
    printfn "%d" (heads true 1 + heads true 3 + heads false 3) //: hit x1
    printfn "%d" (between "abc" 1 3) //: hit x1
    for mode in 0 .. 5 do //: hit 2/2
        printfn "%d" (try Async.RunSynchronously(nestedRules sum mode) with _ -> same 1) //: hit
    for flag, mode in [ true, 3; true, 1; true, 2; false, 1 ] do //: hit 2/2
        printfn "%d" (try (dynamicRules sum flag mode).Result with _ -> same 1) //: hit
    for flag, mode in [ true, 5; false, 0; false, 0 ] do //: hit 2/2
        printfn "%d" (try (lastly sum flag mode).Result with _ -> same 1) //: hit
    printfn "%d" (try (lastlyOnce sum false 3).Result with _ -> same 1) //: hit
