// Inline functions used from two places. In Debug the compiler makes a body for each use, with the
// points of the definition: they are one, and their arms are united. In Release it copies the code
// into the caller without points: the definition is missed, and its branch is none of the caller's.
// That is all that IL and PDB hold.
module FSharpTargets.InlineFunctions

open System.Runtime.CompilerServices
open FSharpTargets.Help

//- an inline function with a static constraint, so that Debug makes copies, too; one arm in each
let inline isPositive value =
    if id value > LanguagePrimitives.GenericZero then //D: hit 2/2 //R: miss 0/2
        yes () //D: hit //R: miss
    else
        no () //D: hit //R: miss

//- a lambda in an inline function
let inline deferred (value: ^T) =
    fun () ->
        if id value > LanguagePrimitives.GenericZero then //D: hit 2/2 //R: miss 0/2
            id 1 //D: hit //R: miss
        else
            id 2 //D: hit //R: miss

//- an inline function that nobody calls is compiled as itself
let inline unused value =
    id (value + 1) //: miss

[<MethodImpl(MethodImplOptions.NoInlining)>]
let apply (f: unit -> int) = f () //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let first () =
    useInt (if isPositive 5 then 1 else 2) //: part 1/2
    useInt (apply (deferred 5)) //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let second () =
    useInt (if isPositive -5L then 1 else 2) //: part 1/2
    useInt (apply (deferred -5L)) //: hit

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    first () //: hit
    second () //: hit
