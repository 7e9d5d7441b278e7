// Text between directives that is not compiled, and seems to begin what never ends.
module FSharpMore.DirectiveInactiveText

open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

#if NEVER
It is "not closed
#endif

//- a quote before
[<MethodImpl(MethodImplOptions.NoInlining)>]
let afterQuote (n: int) (s: string) =
    match n, s with //: part 3/4
    | 2, "a" when s.Length > 3 -> same 1 //: part 1/2
    | 3, _ -> same 2 //: hit
    | _, "zz" -> same 5 //: miss
    | _ -> same 3 //: hit

#if NEVER
(* It is not closed
#endif

//- a comment before
[<MethodImpl(MethodImplOptions.NoInlining)>]
let afterComment (n: int) (s: string) =
    match n, s with //: part 3/4
    | 2, "a" when s.Length > 3 -> same 1 //: part 1/2
    | 3, _ -> same 2 //: hit
    | _, "zz" -> same 5 //: miss
    | _ -> same 3 //: hit

let run () =
    printfn "%d" (afterQuote 2 "a" + afterQuote 3 "b") //: hit x1
    printfn "%d" (afterComment 2 "a" + afterComment 3 "b") //: hit x1
