// A value over several lines that one line uses: optimised code computes the value after the point of that line. The
// line ran only where the value came out.
module FSharpMore.ValueUsedOnce

open System.Runtime.CompilerServices
open FSharpMore.Help

[<MethodImpl(MethodImplOptions.NoInlining)>]
let private upTo limit n = if n > limit then failwith "more" else n //: hit 2/2

[<MethodImpl(MethodImplOptions.NoInlining)>]
let private below limit n = if n > 90 then failwith "more" else n < limit //: part 1/2

//- a value from an if that threw each time
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private neverUsed n =
    let value =
        if n > 3 then //: part 1/2 x2
            upTo 3 n //: hit x2
        else
            upTo 5 n //: miss
    upTo 9 value //: miss

//- a value from a match, used twice of three times
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private usedTwice n =
    let value =
        match n with //: hit 3/3 x3
        | 1 -> upTo 1 n //: hit x1
        | 2 -> upTo 1 n //: hit x1
        | _ -> upTo 9 n //: hit x1
    upTo 9 value //: hit x2

//- values in each other: the inner one came out, the outer one threw
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private inner n =
    let outer =
        if n = 0 then //: part 1/2 x2
            upTo 9 n //: miss
        else
            let value =
                if n = 1 then //: hit 2/2 x2
                    upTo 9 n //: hit x1
                else
                    upTo 1 n //: hit x1
            upTo 0 value //: hit x1
    upTo 9 outer //: miss

//- a condition that is an if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private conditional n =
    let value =
        if (if n = 2 then below 1 n else below 3 n) then //: hit 2/2 2/2 x2
            upTo 0 n //: hit x1
        else
            upTo 9 n //: hit x1
    upTo 9 value //: hit x1

//- a value of a try, used in a try
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private tried n =
    let value =
        try //: hit x2
            upTo 1 n //: hit x2
        with _ -> upTo 2 n //: hit x1
    upTo 9 value //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let private inTry n =
    try //: hit x2
        let value =
            match n with //: part 2/3 x2
            | 1 -> upTo 1 n //: hit x1
            | 2 -> upTo 1 n //: hit x1
            | _ -> 4 //: miss
        upTo 9 value //: hit x1
    with _ -> 3 //: hit x1

//- a value that holds a loop
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private holdsLoop n =
    let value =
        if n > 1 then //: hit 2/2 x2
            let mutable sum = 0 //: hit x1
            while sum < n do //: hit 2/2
                sum <- sum + 1 //: hit x2
            upTo sum n //: hit x1
        else
            upTo 0 n //: hit x1
    upTo 9 value //: hit x1

//- a value in a loop, and a value in the condition of an if
[<MethodImpl(MethodImplOptions.NoInlining)>]
let private looped n =
    let mutable sum = 0 //: hit x1
    while sum < n do //: hit 2/2
        let value =
            if sum = 2 then //: hit 2/2 x3
                upTo 9 sum //: hit x1
            else
                upTo 9 1 //: hit x2
        sum <- value + sum //: hit x3
    let last =
        if sum > 3 then //: part 1/2 x1
            upTo 9 sum //: hit x1
        else
            upTo 9 0 //: miss
    if below 9 last then //: part 1/2 x1
        upTo 9 1 //: hit x1
    else
        upTo 9 2 //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let private safely work n =
    try eat (work n) with _ -> () //: hit

let run () =
    for n in [ 4; 5 ] do //: hit 2/2
        safely neverUsed n //: hit
    for n in [ 1; 2; 3 ] do //: hit 2/2
        safely usedTwice n //: hit
    for n in [ 1; 2 ] do //: hit 2/2
        safely inner n //: hit
        safely conditional n //: hit
        safely inTry n //: hit
        safely holdsLoop n //: hit
    for n in [ 1; 3 ] do //: hit 2/2
        safely tried n //: hit
    safely looped 4 //: hit
