// Idioms of F#, and behind each what must not be taken for it; see Idioms.cs.

module IdiomsFSharp

open System
open System.Threading.Tasks

let use1 (n: int) = GC.KeepAlive n
let use2 (n: int) = GC.KeepAlive n; GC.GetTotalMemory false > int64 n

// Slices, ranges, loops over a sequence: code that is inlined decides nothing of the user's.
let inlined (values: int[]) (text: string) (items: seq<int>) (count: int) =
    use1 values.[1..2].Length
    use1 text.[..1].Length

    for i in 1 .. 2 .. count do //= 2
        use1 i

    for n in items do //= 2
        use1 n

    if values.[1..].Length > count then //= 2
        use1 1
    else
        use1 2

// A literal of the user's is no operand; && is one.
let both (a: int) (b: int) =
    if a > 1 then //= 2
        b > a
    else
        false

let operands (a: string) (b: string) =
    let stored = a.StartsWith 'a' && b.StartsWith 'b' //= 2 2
    use1 (if stored then 1 else 2) //= 2

// Checks of static initialisation.
type Counter() =
    static let mutable opened = 0
    do opened <- opened + 1
    static member Opened = if opened > 1 then 1 else 2 //= 2

// A pattern behind `with` is asked twice.
exception Trouble of int

let caught (work: unit -> unit) =
    try
        work ()
    with Trouble code -> //= 2
        use1 (if code > 1 then 1 else 2) //= 2

// A loop in a sequence.
let numbers (count: int) =
    seq {
        for i in 1..count do //= 2
            if i > 1 then //= 2
                yield i
    }

// What match! tests is the result of an awaiter.
let source (value: int) = async { return (if value > 1 then Some value else None) } //= 2

let awaited (value: int) =
    task {
        match! source value with //R= 2
        | Some other -> return other //D= 2
        | None -> return 0
    }

// Comparisons that are several tests in optimised code: with an empty string, of tuples.
let compared (text: string) (a: int) (b: int) =
    if text = "" then //= 2
        use1 1

    let isEmpty = text = ""
    let isSame = (a, b) = (1, 2)
    use1 (if isEmpty then 1 else 2) //= 2
    use1 (if isSame then 1 else 2) //= 2

    if (a, b) = (2, 1) then //= 2
        use1 2

    match text with //= 3
    | "a" -> use1 3
    | "" -> use1 4
    | _ -> use1 5

    match a, b with //= 2
    | 1, 2 -> use1 6
    | _ -> use1 7

// Functions of the library that optimised code takes in: checks, loops, what is done for None.
let library (values: int[]) (items: int list) (value: int option) =
    use1 (Array.sum values + Array.max values + List.max items)
    use1 (List.fold (fun sum n -> if n > 9 then sum else sum + n) 0 items) //= 2
    let bound = value |> Option.bind (fun n -> if n > 1 then None else Some n) //= 2
    use1 (Option.count bound)

    if Array.contains 2 values then //= 2
        use1 1

    if List.exists (fun n -> n > 2) items then //= 2
        use1 2

// Loops in a task: the builder asks first whether the round ended.
let repeated (items: seq<int>) (next: unit -> Task<bool>) =
    task {
        for n in items do //R= 2
            use1 n

        for n in items do //R= 2
            do! Task.Delay n

        while! next () do //R= 2
            use1 1
            use1 2

        while items.GetHashCode() > 2 do
            use1 3

        while items.GetHashCode() > 3 && use2 4 do //= 2 2
            do! Task.Delay 1
    }

// Rules of `with` in a task, one behind the other: the builder adds that a body is done, and that none fits.
let rescued (value: int) =
    task {
        try
            use1 (100 / value)
        with //= 4
        | :? DivideByZeroException -> use1 1
        | Failure "a" -> use1 2
        | :? OverflowException as e when e.Message.Length > 9 -> //= 2
            let length = e.Message.Length
            use1 length
    }

// A condition in an argument, in a sequence: what waits on the stack is kept, an operand is negated.
let argument (a: bool) (n: int) (sum: Action<int>) =
    seq {
        sum.Invoke(if a || not (use2 n) then n else 2) //= 2 2
        use1 (if (a && use2 3) then n else 4) //= 2 2
        if (not (use2 5) || not (use2 6)) && (n = 7 || a) then //= 2 2 2 2
            use1 n

        if (n > 1 || use2 7) || (not (use2 8) || use2 9) then //= 2 2 2 2
            use1 n

        yield n
    }

// Rules whose bodies begin with `try`: no point stands where one is chosen, only where its closures are.
let nested (value: int) =
    async {
        try
            use1 (100 / value)
        with //= 4
        | Failure text when text = "a" -> //= 2
            try
                use1 1
            finally
                use1 2
        | :? DivideByZeroException ->
            try
                use1 value
            finally
                use1 3
        | :? OverflowException -> use1 4
    }

// `finally` of a task stands in optimised code twice: one decision.
let lastly (a: bool) (value: int) =
    task {
        try
            use1 (100 / value)
        finally
            if a then //= 2
                use1 1

            match value with //= 3
            | 1 -> use1 2
            | 2 -> use1 3
            | _ -> use1 4
    }
