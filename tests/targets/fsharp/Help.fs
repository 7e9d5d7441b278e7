// What every target uses: opaque values and a sink.
module FSharpTargets.Help

open System
open System.Runtime.CompilerServices

let mutable private sink = 0L //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let id value = value //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let yes () = true //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let no () = false //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let useInt (value: int) = sink <- sink + int64 value //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let fail message : int = raise (InvalidOperationException message) //: hit
