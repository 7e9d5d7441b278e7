// Near misses of the idioms of F#; see NearMisses.cs.

module NearMissesFSharp

let use1 (n: int) = System.GC.KeepAlive n

// NEAR fsharp: a test in front of a loop, a loop with a test of its own, a decision in a task
let loops (first: int) (last: int) =
    if last >= first then //= 2
        for i in first .. last do //= 2
            use1 i

    let mutable n = first
    if n < last then //= 2
        while n < last do //= 2
            n <- n + 1

let later (flag: bool) =
    task {
        if flag then //= 2
            do! System.Threading.Tasks.Task.Delay 1

        return 3
    }
