// Rules with conditions and long bodies: optimised code has the bodies, or the rest of the match, in methods of their own.
module FSharpMore.MatchSplitGuards

open System
open System.Collections.Generic
open System.Runtime.CompilerServices
open FSharpMore.Help

type Command =
    | Put of int
    | Take of int
    | Name of string
    | Clear
    | Pair of int * int

//- every rule has a long body, some a condition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let guarded command (log: List<string>) =
    match command with //: hit 6/6 x5
    | Put n when n > 5 -> //: hit 2/2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        1 //: hit x1
    | Put n when n > 3 && log.Count > 1000 -> //: part 2/2 1/2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        2 //: miss
    | Put n -> //: none
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x2
        3 //: hit x2
    | Take n when n < 0 -> //: part 1/2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        4 //: miss
    | Take n -> //: none
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        5 //: hit x1
    | _ -> //: none
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        6 //: hit x1

//- the conditional body is long, the next is short
[<MethodImpl(MethodImplOptions.NoInlining)>]
let mixed command (log: List<string>) =
    match command with //: part 4/5 x4
    | Put n when n > 5 -> //: hit 2/2
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        1 //: hit x1
    | Put n -> n //: hit x1
    | Name "x" -> //: none
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
        2 //: miss
    | Name text -> text.Length //: hit x1
    | _ -> 0 //: hit x1

//- the last rule is long, and an if after the match
[<MethodImpl(MethodImplOptions.NoInlining)>]
let last command (log: List<string>) =
    let found =
        match command with //: hit 3/3 x2
        | Pair(a, b) when a > b -> a //: part 1/2
        | Pair(a, b) -> //: none
            log.Add(String.Format("{0} {1} {2}", (a + b), log.Count, string ((a + b) * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", (a + b), log.Count, string ((a + b) * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", (a + b), log.Count, string ((a + b) * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", (a + b), log.Count, string ((a + b) * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", (a + b), log.Count, string ((a + b) * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", (a + b), log.Count, string ((a + b) * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            b //: hit x1
        | _ -> //: none
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            0 //: hit x1
    if found > 100 then 1 else 2 //: part 1/2 x2

//- if with long bodies, nested matches
[<MethodImpl(MethodImplOptions.NoInlining)>]
let nested command flag (log: List<string>) =
    if flag then //: hit 2/2 x4
        match command with //: part 2/3 x3
        | Put n when n > 100 -> //: hit 2/2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
            1 //: hit x1
        | Put n -> //: none
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x2
            log.Add(String.Format("{0} {1} {2}", n, log.Count, string (n * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x2
            n //: hit x2
        | _ -> //: none
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: miss
            log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: miss
            0 //: miss
    else
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 2)).Replace("a", "b").Trim().PadLeft(2)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 3)).Replace("a", "b").Trim().PadLeft(3)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 4)).Replace("a", "b").Trim().PadLeft(4)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 5)).Replace("a", "b").Trim().PadLeft(5)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 6)).Replace("a", "b").Trim().PadLeft(6)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 7)).Replace("a", "b").Trim().PadLeft(7)) //: hit x1
        log.Add(String.Format("{0} {1} {2}", log.Count, log.Count, string (log.Count * 8)).Replace("a", "b").Trim().PadLeft(8)) //: hit x1
        3 //: hit x1

//- many rules
[<MethodImpl(MethodImplOptions.NoInlining)>]
let many (text: string) (log: List<string>) =
    match text with //: part 4/61 x4
    | "word0" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 0)).Replace("a", "b").Trim()); 0 //: miss
    | "word1" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 1)).Replace("a", "b").Trim()); 1 //: miss
    | "word2" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 2)).Replace("a", "b").Trim()); 2 //: miss
    | "word3" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 3)).Replace("a", "b").Trim()); 3 //: hit x1
    | "word4" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 4)).Replace("a", "b").Trim()); 4 //: miss
    | "word5" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 5)).Replace("a", "b").Trim()); 5 //: miss
    | "word6" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 6)).Replace("a", "b").Trim()); 6 //: miss
    | "word7" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 7)).Replace("a", "b").Trim()); 7 //: miss
    | "word8" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 8)).Replace("a", "b").Trim()); 8 //: miss
    | "word9" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 9)).Replace("a", "b").Trim()); 9 //: miss
    | "word10" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 10)).Replace("a", "b").Trim()); 10 //: miss
    | "word11" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 11)).Replace("a", "b").Trim()); 11 //: miss
    | "word12" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 12)).Replace("a", "b").Trim()); 12 //: miss
    | "word13" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 13)).Replace("a", "b").Trim()); 13 //: miss
    | "word14" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 14)).Replace("a", "b").Trim()); 14 //: miss
    | "word15" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 15)).Replace("a", "b").Trim()); 15 //: miss
    | "word16" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 16)).Replace("a", "b").Trim()); 16 //: miss
    | "word17" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 17)).Replace("a", "b").Trim()); 17 //: miss
    | "word18" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 18)).Replace("a", "b").Trim()); 18 //: miss
    | "word19" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 19)).Replace("a", "b").Trim()); 19 //: miss
    | "word20" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 20)).Replace("a", "b").Trim()); 20 //: miss
    | "word21" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 21)).Replace("a", "b").Trim()); 21 //: miss
    | "word22" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 22)).Replace("a", "b").Trim()); 22 //: miss
    | "word23" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 23)).Replace("a", "b").Trim()); 23 //: miss
    | "word24" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 24)).Replace("a", "b").Trim()); 24 //: miss
    | "word25" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 25)).Replace("a", "b").Trim()); 25 //: miss
    | "word26" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 26)).Replace("a", "b").Trim()); 26 //: miss
    | "word27" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 27)).Replace("a", "b").Trim()); 27 //: miss
    | "word28" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 28)).Replace("a", "b").Trim()); 28 //: miss
    | "word29" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 29)).Replace("a", "b").Trim()); 29 //: miss
    | "word30" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 30)).Replace("a", "b").Trim()); 30 //: miss
    | "word31" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 31)).Replace("a", "b").Trim()); 31 //: miss
    | "word32" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 32)).Replace("a", "b").Trim()); 32 //: miss
    | "word33" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 33)).Replace("a", "b").Trim()); 33 //: miss
    | "word34" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 34)).Replace("a", "b").Trim()); 34 //: miss
    | "word35" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 35)).Replace("a", "b").Trim()); 35 //: miss
    | "word36" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 36)).Replace("a", "b").Trim()); 36 //: miss
    | "word37" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 37)).Replace("a", "b").Trim()); 37 //: miss
    | "word38" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 38)).Replace("a", "b").Trim()); 38 //: miss
    | "word39" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 39)).Replace("a", "b").Trim()); 39 //: miss
    | "word40" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 40)).Replace("a", "b").Trim()); 40 //: hit x1
    | "word41" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 41)).Replace("a", "b").Trim()); 41 //: miss
    | "word42" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 42)).Replace("a", "b").Trim()); 42 //: miss
    | "word43" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 43)).Replace("a", "b").Trim()); 43 //: miss
    | "word44" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 44)).Replace("a", "b").Trim()); 44 //: miss
    | "word45" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 45)).Replace("a", "b").Trim()); 45 //: miss
    | "word46" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 46)).Replace("a", "b").Trim()); 46 //: miss
    | "word47" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 47)).Replace("a", "b").Trim()); 47 //: miss
    | "word48" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 48)).Replace("a", "b").Trim()); 48 //: miss
    | "word49" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 49)).Replace("a", "b").Trim()); 49 //: miss
    | "word50" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 50)).Replace("a", "b").Trim()); 50 //: miss
    | "word51" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 51)).Replace("a", "b").Trim()); 51 //: miss
    | "word52" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 52)).Replace("a", "b").Trim()); 52 //: miss
    | "word53" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 53)).Replace("a", "b").Trim()); 53 //: miss
    | "word54" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 54)).Replace("a", "b").Trim()); 54 //: miss
    | "word55" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 55)).Replace("a", "b").Trim()); 55 //: miss
    | "word56" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 56)).Replace("a", "b").Trim()); 56 //: miss
    | "word57" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 57)).Replace("a", "b").Trim()); 57 //: miss
    | "word58" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 58)).Replace("a", "b").Trim()); 58 //: miss
    | "word59" -> log.Add(String.Format("{0} {1}", text, string (log.Count + 59)).Replace("a", "b").Trim()); 59 //: hit x1
    | _ -> -1 //: hit x1

//- many rules with conditions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let manyConditions (a: int) (b: int) (log: List<string>) =
    match a, b with //: part 3/31 x3
    | 0, n when n > 0 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 0)).Replace("a", "b").Trim()); 0 //: miss 0/2
    | 1, n when n > 2 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 1)).Replace("a", "b").Trim()); 1 //: miss 0/2
    | 2, n when n > 4 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 2)).Replace("a", "b").Trim()); 2 //: miss 0/2
    | 3, n when n > 6 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 3)).Replace("a", "b").Trim()); 3 //: part 1/2
    | 4, n when n > 8 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 4)).Replace("a", "b").Trim()); 4 //: miss 0/2
    | 5, n when n > 10 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 5)).Replace("a", "b").Trim()); 5 //: miss 0/2
    | 6, n when n > 12 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 6)).Replace("a", "b").Trim()); 6 //: miss 0/2
    | 7, n when n > 14 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 7)).Replace("a", "b").Trim()); 7 //: miss 0/2
    | 8, n when n > 16 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 8)).Replace("a", "b").Trim()); 8 //: miss 0/2
    | 9, n when n > 18 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 9)).Replace("a", "b").Trim()); 9 //: miss 0/2
    | 10, n when n > 20 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 10)).Replace("a", "b").Trim()); 10 //: miss 0/2
    | 11, n when n > 22 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 11)).Replace("a", "b").Trim()); 11 //: miss 0/2
    | 12, n when n > 24 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 12)).Replace("a", "b").Trim()); 12 //: miss 0/2
    | 13, n when n > 26 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 13)).Replace("a", "b").Trim()); 13 //: miss 0/2
    | 14, n when n > 28 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 14)).Replace("a", "b").Trim()); 14 //: miss 0/2
    | 15, n when n > 30 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 15)).Replace("a", "b").Trim()); 15 //: miss 0/2
    | 16, n when n > 32 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 16)).Replace("a", "b").Trim()); 16 //: miss 0/2
    | 17, n when n > 34 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 17)).Replace("a", "b").Trim()); 17 //: miss 0/2
    | 18, n when n > 36 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 18)).Replace("a", "b").Trim()); 18 //: miss 0/2
    | 19, n when n > 38 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 19)).Replace("a", "b").Trim()); 19 //: miss 0/2
    | 20, n when n > 40 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 20)).Replace("a", "b").Trim()); 20 //: part 1/2
    | 21, n when n > 42 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 21)).Replace("a", "b").Trim()); 21 //: miss 0/2
    | 22, n when n > 44 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 22)).Replace("a", "b").Trim()); 22 //: miss 0/2
    | 23, n when n > 46 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 23)).Replace("a", "b").Trim()); 23 //: miss 0/2
    | 24, n when n > 48 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 24)).Replace("a", "b").Trim()); 24 //: miss 0/2
    | 25, n when n > 50 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 25)).Replace("a", "b").Trim()); 25 //: miss 0/2
    | 26, n when n > 52 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 26)).Replace("a", "b").Trim()); 26 //: miss 0/2
    | 27, n when n > 54 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 27)).Replace("a", "b").Trim()); 27 //: miss 0/2
    | 28, n when n > 56 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 28)).Replace("a", "b").Trim()); 28 //: miss 0/2
    | 29, n when n > 58 -> log.Add(String.Format("{0} {1}", n, string (log.Count + 29)).Replace("a", "b").Trim()); 29 //: miss 0/2
    | _ -> -1 //: hit x1

let run () =
    let log = List<string>() //: hit x1
    for command in [ Put 6; Put 4; Put 1; Take 1; Clear ] do //: hit 2/2
        eat (guarded command log) //: hit x5
    for command in [ Put 6; Put 4; Name "abc"; Clear ] do //: hit 2/2
        eat (mixed command log) //: hit x4
    for command in [ Pair(1, 2); Clear ] do //: hit 2/2
        eat (last command log) //: hit x2
    for command, flag in [ Put 1, true; Put 101, true; Put 2, true; Clear, false ] do //: hit 2/2
        eat (nested command flag log) //: hit x4
    for text in [ "word3"; "word40"; "word59"; "x" ] do //: hit 2/2
        eat (many text log) //: hit x4
    for a, b in [ 3, 100; 20, 100; 31, 1 ] do //: hit 2/2
        eat (manyConditions a b log) //: hit x3
