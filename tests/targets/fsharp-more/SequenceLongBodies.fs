// Sequences with long bodies: optimised code has the bodies in methods of their own.
module FSharpMore.SequenceLongBodies

open System.Runtime.CompilerServices
open FSharpMore.Help

//- a long rule, and a long branch
[<MethodImpl(MethodImplOptions.NoInlining)>]
let parts (a: int) (b: int) =
    seq { //: hit
        match keep b with //: part 2/4
        | 1 ->
            // nothing is here
            eat (keep 5) //: miss
        | 3 when keep a <> 3 -> //: part 1/2
            match keep a with //: part 1/4 x1
            | 1 ->
                yield (if (keep a = 5 && keep b = 4) then keep a else keep b) //: miss 0/2 0/2
                eat (keep b - a) //: miss
            | 3 when (keep a = a && keep b = 5) -> //: miss 0/2 0/2
                eat (keep 7) //: miss
            | 2 when keep b = 4 || a <= 0 -> //: miss 0/2 0/2
                if (not (keep b = 2)) || (keep b = 5 && keep a = 2) then //: miss 0/2 0/2 0/2
                    eat (if a > 6 then keep b else keep a) //: miss 0/2
                eat (keep b) //: miss
            | _ ->
                if keep a = 4 then //: part 1/2
                    eat (keep 5) //: miss
                else
                    eat (keep 6) //: hit
                eat (keep 7) //: hit
            eat (keep 6) //: hit
        | 2 ->
            eat (keep 4 + a) //: miss
        | _ ->
            if a > 4 then //: part 1/2
                eat (keep 4) //: miss
            else
                if (keep a = 3 //: part 1/2
                   || (keep b = 8 //: part 1/2
                   && keep b < a)) then //: miss 0/2
                    eat (keep b) //: miss
                else
                    eat (keep a) //: hit
            eat (keep 7) //: hit
        eat (keep b - a) //: hit
        yield keep b //: hit
    } //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    eat (Seq.sum (parts 5 3)) //: hit
    eat (Seq.sum (parts 1 5)) //: hit
