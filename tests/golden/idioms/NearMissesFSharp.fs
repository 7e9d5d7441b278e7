// Near misses of the idioms of F#; see NearMisses.cs.

module NearMissesFSharp

let use1 (n: int) = System.GC.KeepAlive n

// NEAR range: a test in front of a loop, a loop with a test of its own
let loops (first: int) (last: int) =
    if last >= first then //= 2
        for i in first .. last do //= 2
            use1 i

    let mutable n = first
    if n < last then //= 2
        while n < last do //= 2
            n <- n + 1

// NEAR fsharp: a decision in a task
let later (flag: bool) =
    task {
        if flag then //= 2
            do! System.Threading.Tasks.Task.Delay 1

        return 3
    }

// NEAR fsharp: a loop with a flag of the user's, inside an expression in a task
let counted (last: int) =
    task {
        let sum =
            let mutable more = true
            let mutable n = 0

            while more do //= 2
                n <- n + 1
                more <- n < last

            n

        return sum
    }

// NEAR equality: comparisons that the user joined, operands that begin with one, labels of one body
let joined (text: string) (a: int) (b: int) =
    if isNull text || text.Length = 0 then //= 2 2
        use1 1

    if a = 1 && b = 2 then //= 2 2
        use1 2

    let stored = not (isNull text) && text.Length > 0 //= 2 2
    use1 (if stored then 1 else 2) //= 2
    let right = a = 1 && text = "" //= 2 2
    use1 (if right then 1 else 2) //= 2

    if text = "" || text = "a" then //= 2 2
        use1 3

    match a, b with //= 3
    | 1, 2 -> use1 4
    | 1, _ -> use1 5
    | _ -> use1 6

// NEAR inlined: a check of an argument and a match in the form of Option.map, a loop over a list, a
// recursive function over one, an operand that ends a round
let check (text: string) (value: int option) =
    if text.Length > 9 then //= 2
        invalidArg (nameof text) "long"

    let result =
        match value with //= 2
        | Some n -> (if n > 1 then use1 n; 1 else 2) //= 2
        | None -> 0

    use1 result

let rounds (values: int list) =
    for n in values do //= 2
        if n > 1 then //= 2
            use1 n

    values |> List.exists (fun n -> n.GetHashCode() = 2 || n.GetHashCode() = 3) //= 2 2

let rec total sum =
    function //= 2
    | [] -> sum
    | head :: tail -> total (sum + head) tail

// NEAR inlined: tests of a match that lead to the same rules over other tests
let again (pair: int option * int option) =
    match pair with //= 3
    | Some 1, Some n | Some n, Some 1 -> use1 n
    | Some _, Some _ -> use1 0
    | _ -> use1 2

// NEAR fsharp: the rest of a match behind a condition, an operand of one, in a task and in a sequence
let computed (pair: int option * int option) (flag: bool) =
    task {
        match pair with //= 3
        | Some n, _ | _, Some n when n > 1 && flag -> return 1 //= 2 2
        | Some _, None -> return 2
        | _ -> return 3
    }

let several (pairs: (int option * int option) list) =
    seq {
        for pair in pairs do //= 2
            match pair with //= 3
            | Some n, _ | _, Some n when n > 1 -> yield 1 //= 2
            | Some _, None -> yield 2
            | _ -> ()
    }

// NEAR tree: constants of a rule that another value is asked for, too; a rule of a pattern with an argument has no
// condition, whatever stands left of it
let (|Whole|_|) (text: string) = if text.Length > 5 then Some text.Length else None //= 2

let (|From|_|) (prefix: string) (text: string) =
    if text.StartsWith prefix then Some(text.Substring prefix.Length) else None //= 2

let pairs (text: string) (n: int) =
    match text, n with //= 4
    | "a", 1 -> use1 1
    | Whole n, 2 -> use1 n
    | "b", 3 | "c", 3 -> use1 3
    | _ -> use1 4

let prefixes (text: string) =
    match text with
    | From "a" rest -> //= 2
        use1 rest.Length
    | From "b" rest -> //= 3
        use1 1
    | "c" ->
        use1 2
    | _ ->
        use1 3

// NEAR fsharp: what the compiler asks in a task and in a sequence: elements that do not fit, values to dispose of
let fitting (items: int option list) (make: unit -> System.IDisposable) =
    task {
        use _ = make ()

        for Some n in items do //R= 2
            use1 n
    }

let fittingInSequence (items: int option list) (make: unit -> System.IDisposable) =
    seq {
        use _ = make ()

        for Some n in items do //= 2
            yield n
    }

// NEAR fsharp: a body that ends in the user's own constant, in a rule of a task
let constants (a: bool) (n: int) =
    task {
        try
            return n > 100 / n
        with //= 2
        | :? System.DivideByZeroException when a -> return true //= 2
        | _ -> return false
    }

// NEAR fsharp: a closure is made where the ways of a function of the library have come together: it is the body of none
let joinedBefore (items: int list) (n: int) =
    async {
        use1 (Seq.tryFind (fun m -> m > n) items |> Option.defaultWith (fun () -> 3))

        try
            use1 n
        finally
            use1 2
    }

// NEAR fsharp: a handler and what stands behind it do the same, in two places
let sameTwice (a: bool) (value: int) =
    task {
        try
            use1 (100 / value)
        with _ ->
            if a then //= 2
                use1 1

        if a then //= 2
            use1 1
    }
