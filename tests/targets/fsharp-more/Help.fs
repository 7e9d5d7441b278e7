// What the programs below share: values that no compiler sees through, and a place to put them.
module FSharpMore.Help

open System.Runtime.CompilerServices

[<MethodImpl(MethodImplOptions.NoInlining)>]
let keep value = value //: hit

let mutable sink = 0 //: hit x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let eat (value: int) = sink <- sink + value //: hit
