// Lines that comments leave out.
module FSharpTargets.CoverageOff

open System.Runtime.CompilerServices
open FSharpTargets.Help

//- a block, and one line, in both forms of a comment
[<MethodImpl(MethodImplOptions.NoInlining)>]
let block n =
    // coverage: off -- old systems
    if n > 3 then
        useInt 1
    // coverage: on
    if n > 2 then useInt 2 (* coverage: off *)
    (* coverage: off *)
    if n > 1 then
        useInt 3
    (* coverage: on *)
    useInt 4 //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    block 1 //: hit x1
