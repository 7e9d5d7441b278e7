// Sequences that end, in every way they can: at their end, early, with an exception, or not at all.
module FSharpMore.SequenceDisposal

open System
open FSharpMore.Help

//- finally of a sequence that is read to its end, and of nobody who stops early
let whole () =
    seq { //: hit
        try //: hit
            yield 1 //: hit x1
            yield 2 //: hit x1
        finally //: hit x1
            eat 4 //: hit x1
    } //: hit

//- finally of a sequence that somebody leaves early
let early () =
    seq { //: hit
        try //: hit
            yield 1 //: hit x1
            yield 2 //: miss
        finally //: hit x1
            eat 4 //: hit x1
    } //: hit

//- near miss: neither read to the end nor closed
let open' () =
    seq { //: hit
        try //: hit
            yield 1 //: hit x1
            yield 2 //: miss
        finally //: miss
            eat 4 //: miss
    } //: hit

//- the inner one ends, the outer one is closed; both with work of several lines
let nested flag =
    seq { //: hit
        try //: hit
            try //: hit
                yield 1 //: hit x2
            finally //: hit x2
                let n = keep 3 //D: hit x2
                eat n //: hit x2
            yield 2 //: hit x2
            if flag then yield 3 //: hit 2/2
        finally //: hit x2
            if flag then eat 5 //: hit 2/2 x2
            eat 6 //: hit x2
    } //: hit

//- an exception goes through
let thrown n =
    seq { //: hit
        for i in 1..n do //: part 1/2
            try //: hit
                if i = 2 then failwith "two" //: hit 2/2
                yield i //: hit
            finally //: hit x2
                eat i //: hit x2
    } //: hit

let private sum (items: int seq) =
    try //: hit x2
        Seq.sum items //: hit x2
    with Failure _ -> 0 //: part 1/2

let run () =
    eat (sum (whole ())) //: hit x1
    eat (Seq.head (early ())) //: hit x1
    let e = (open' ()).GetEnumerator() //: hit x1
    if e.MoveNext() then eat e.Current //: part 1/2 x1
    eat (Seq.sum (nested true) + Seq.sum (nested false)) //: hit x1
    eat (sum (thrown 3)) //: hit x1
