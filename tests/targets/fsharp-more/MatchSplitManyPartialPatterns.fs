// Many rules of partial active patterns: optimised code has the rest of the match in methods, again and again.
module FSharpMore.MatchSplitManyPartialPatterns

open System.Runtime.CompilerServices
open FSharpMore.Help
open FSharpMore.MatchSplitFunctions

//- partial patterns with conditions; optimised code has the rest of the match in methods, again and again
[<MethodImpl(MethodImplOptions.NoInlining)>]
let many (text: string) =
    match text with //: hit x3
    | Starts "t00" n when n > 2 -> keep 0 //: part 40/41 0/2
    | Starts "t01" n when n > 2 -> keep 1 //: part 1/2 0/2
    | Starts "t02" n when n > 2 -> keep 2 //: part 1/2 0/2
    | Starts "t03" n when n > 2 -> keep 3 //: hit 2/2 2/2
    | Starts "t04" n when n > 2 -> keep 4 //: part 1/2 0/2
    | Starts "t05" n when n > 2 -> keep 5 //: part 1/2 0/2
    | Starts "t06" n when n > 2 -> keep 6 //: part 1/2 0/2
    | Starts "t07" n when n > 2 -> keep 7 //: part 1/2 0/2
    | Starts "t08" n when n > 2 -> keep 8 //: part 1/2 0/2
    | Starts "t09" n when n > 2 -> keep 9 //: part 1/2 0/2
    | Starts "t10" n when n > 2 -> keep 10 //: part 1/2 0/2
    | Starts "t11" n when n > 2 -> keep 11 //: part 1/2 0/2
    | Starts "t12" n when n > 2 -> keep 12 //: part 1/2 0/2
    | Starts "t13" n when n > 2 -> keep 13 //: part 1/2 0/2
    | Starts "t14" n when n > 2 -> keep 14 //: part 1/2 0/2
    | Starts "t15" n when n > 2 -> keep 15 //: part 1/2 0/2
    | Starts "t16" n when n > 2 -> keep 16 //: part 1/2 0/2
    | Starts "t17" n when n > 2 -> keep 17 //: part 1/2 0/2
    | Starts "t18" n when n > 2 -> keep 18 //: part 1/2 0/2
    | Starts "t19" n when n > 2 -> keep 19 //: part 1/2 0/2
    | Starts "t20" n when n > 2 -> keep 20 //: part 1/2 0/2
    | Starts "t21" n when n > 2 -> keep 21 //: part 1/2 0/2
    | Starts "t22" n when n > 2 -> keep 22 //: part 1/2 0/2
    | Starts "t23" n when n > 2 -> keep 23 //: part 1/2 0/2
    | Starts "t24" n when n > 2 -> keep 24 //: part 1/2 0/2
    | Starts "t25" n when n > 2 -> keep 25 //: part 1/2 0/2
    | Starts "t26" n when n > 2 -> keep 26 //: part 1/2 0/2
    | Starts "t27" n when n > 2 -> keep 27 //: part 1/2 0/2
    | Starts "t28" n when n > 2 -> keep 28 //: part 1/2 0/2
    | Starts "t29" n when n > 2 -> keep 29 //: part 1/2 0/2
    | Starts "t30" n when n > 2 -> keep 30 //: part 2/2 1/2
    | Starts "t31" n when n > 2 -> keep 31 //: part 1/2 0/2
    | Starts "t32" n when n > 2 -> keep 32 //: part 1/2 0/2
    | Starts "t33" n when n > 2 -> keep 33 //: part 1/2 0/2
    | Starts "t34" n when n > 2 -> keep 34 //: part 1/2 0/2
    | Starts "t35" n when n > 2 -> keep 35 //: part 1/2 0/2
    | Starts "t36" n when n > 2 -> keep 36 //: part 1/2 0/2
    | Starts "t37" n when n > 2 -> keep 37 //: part 1/2 0/2
    | Starts "t38" n when n > 2 -> keep 38 //: part 1/2 0/2
    | Starts "t39" n when n > 2 -> keep 39 //: part 1/2 0/2
    | _ -> keep -1 //: hit x1

let run () =
    eat (many "t03xxx" + many "t03" + many "t30xxx") //D: hit x1 //R: miss
