// Loops, lists, arrays, slices, comprehensions, strings, mutable state.
module FSharpMore.Loops

open System
open System.Collections.Generic
open System.Text
open FSharpMore.Help

//- a sieve with nested loops, ranges with steps, and early ends by mutable flags
let sieve limit =
    let composite = Array.create (limit + 1) false //: hit x1
    for n in 2 .. limit do //: hit 2/2
        if not composite[n] then //: hit 2/2 x19
            for m in n * n .. n .. limit do //: hit 2/2
                composite[m] <- true //: hit
    [ for n in 2..limit do if not composite[n] then n ] //: hit 2/2 2/2

let tryFindPair (values: int[]) target =
    let mutable found = None //: hit x2
    let mutable i = 0 //: hit x2
    while found.IsNone && i < values.Length do //: hit 2/2 2/2
        let mutable j = i + 1 //: hit
        while found.IsNone && j < values.Length do //: hit 2/2 2/2
            if values[i] + values[j] = target then found <- Some(values[i], values[j]) //: hit 2/2
            j <- j + 1 //: hit
        i <- i + 1 //: hit
    found //: hit x2

//- binary search with a tail call, nested function with captured values
let search (items: string[]) wanted =
    let rec go low high =
        if low > high then //: hit 2/2
            -1 //: hit x1
        else
            let middle = (low + high) / 2 //: hit
            match String.CompareOrdinal(items[middle], wanted) with //: hit 3/3
            | 0 -> middle //: hit x1
            | c when c < 0 -> go (middle + 1) high //: hit 2/2
            | _ -> go low (middle - 1) //: hit

    go 0 (items.Length - 1) //: hit x2

//- continuation passing and mutual recursion through and
type Tree = Tree of int * Tree list

let rec sumTree tree k =
    match tree with //: hit 2/2
    | [] -> k 0 //: hit
    | Tree(value, children) :: rest ->
        sumTree children (fun below -> //: hit
            sumTree rest (fun beside -> //: hit
                if below > 100 then k value else k (value + below + beside))) //: part 1/2


//- strings: index, slices, loops over characters, builders, interpolation with formats
let caesar shift (text: string) =
    let out = StringBuilder(text.Length) //: hit x1
    for c in text do //: hit 2/2
        let moved = //: none
            if Char.IsUpper c then char ((int c - 65 + shift) % 26 + 65) //: hit 2/2 x4
            elif Char.IsLower c then char ((int c - 97 + shift) % 26 + 97) //: hit 2/2 x3
            else c //: hit x1
        out.Append moved |> ignore //: hit x4
    out.ToString() //: hit x1

let palindrome (text: string) =
    let clean = text |> Seq.filter Char.IsLetter |> Seq.map Char.ToLower |> Array.ofSeq //: hit x2
    let rec check i j = i >= j || (clean[i] = clean[j] && check (i + 1) (j - 1)) //: hit 2/2 2/2
    check 0 (clean.Length - 1) //: hit x2

let wrap width (words: string list) =
    let lines, last = //: none
        (([], ""), words) //: hit x1
        ||> List.fold (fun (lines, line) word -> //: hit
            match line with //: hit 3/3 x4
            | "" -> lines, word //: hit x1
            | _ when line.Length + 1 + word.Length <= width -> lines, $"{line} {word}" //: hit 2/2
            | _ -> line :: lines, word) //: hit x1
    List.rev (last :: lines) |> List.mapi (fun i l -> $"%02d{i}:{l,5}") //: hit

//- matrices, jagged arrays and slices
let transpose (grid: int[,]) =
    let rows, columns = Array2D.length1 grid, Array2D.length2 grid //: hit x1
    let result = Array2D.zeroCreate columns rows //: hit x1
    for r = 0 to rows - 1 do //: hit 2/2
        for c = 0 to columns - 1 do //: hit 2/2
            result[c, r] <- if r = c then 0 else grid[r, c] //: hit 2/2 x6
    result[0.., ..1] //: hit x1

let pascal n =
    let rows = Array.init n (fun i -> Array.zeroCreate<int> (i + 1)) //: hit
    for i in 0 .. n - 1 do //: hit 2/2
        for j in 0..i do //: hit 2/2
            rows[i][j] <- if j = 0 || j = i then 1 else rows[i - 1][j - 1] + rows[i - 1][j] //: hit 2/2 2/2
    rows[n - 1][1..] |> Array.sum //: hit x1

//- comprehensions with conditions, matches, several sources, yield! and nested ones
let comprehensions n =
    let grid = //: hit
        [ for r in 1..n do //: hit 2/2
              for c in 1..n do //: hit 2/2
                  match r, c with //: hit 4/4 x9
                  | 1, _ -> yield "top" //: hit
                  | _, 1 -> yield! [ "left"; "edge" ] //: hit
                  | _ when r = c -> if r = 2 then yield "middle" else yield "corner" //: hit 2/2 2/2
                  | _ -> () ] //: hit
    let table = dict [ for i in 1..n -> i, [ for j in 1..i -> i * j ] ] //: hit 2/2 2/2
    let evens = [| for i in 0..2..n do if i > 0 then yield i |] //: hit 2/2 2/2
    let down = [ for i = n downto 1 do i ] //: hit 2/2
    let lazyPart = seq { for i in 1..n do if i = 2 then yield! seq { 10..12 } else yield i } //: hit 2/2 2/2
    let options = [ for o in [ Some 1; None; Some 3 ] do match o with Some x -> x | None -> () ] //: hit 2/2 2/2
    grid.Length + table[n].Length + evens.Length + down.Length + Seq.length lazyPart + options.Length //: hit x1

//- a queue and a set: breadth first with TryDequeue and byrefs
let distance (edges: Map<int, int list>) start goal =
    let queue = Queue [ start, 0 ] //: hit x2
    let seen = HashSet [ start ] //: hit x2
    let mutable answer = -1 //: hit x2
    let mutable item = Unchecked.defaultof<_> //: hit x2
    while answer < 0 && queue.TryDequeue &item do //: hit 2/2 2/2
        let node, depth = item //: hit
        if node = goal then //: hit 2/2
            answer <- depth //: hit x1
        else
            for next in edges |> Map.tryFind node |> Option.defaultValue [] do //: hit 2/2
                if seen.Add next then queue.Enqueue(next, depth + 1) //: hit 2/2
    answer //: hit x2

//- generic functions with comparers, ref cells, closures that count
let maxBy' (project: 'a -> 'b) (items: 'a seq) =
    use e = items.GetEnumerator() //: hit x1
    if not (e.MoveNext()) then invalidArg "items" "empty" //: part 1/2 x1
    let mutable best = e.Current //: hit x1
    let mutable score = project best //: hit x1
    while e.MoveNext() do //: hit 2/2
        let s = project e.Current //: hit x3
        if s > score then //: hit 2/2 x3
            best <- e.Current //: hit x1
            score <- s //: hit x1
    best //: hit x1

let memo f =
    let cache = Dictionary() //: hit
    fun key ->
        match cache.TryGetValue key with //: hit 2/2
        | true, value -> value //: hit
        | _ ->
            let value = f key //: hit
            cache[key] <- value //: hit
            value //: hit

//- after a loop that is the body of a rule: a match whose first rule is an active pattern with a condition
let (|Low|Middle|High|) n = if n < 2 then Low elif n < 4 then Middle else High //: hit 2/2 2/2

let measured n low =
    seq { //: hit
        match n, low with //: part 1/2 x3
        | 1, true -> eat 1 //: miss
        | _ ->
            for i in [| 1; 2 |] do //: hit 2/2
                yield i * n //: hit

            match n with //: hit 2/2 x3
            | Low when low && List.length [ n ] = 1 -> eat 2 //: part 1/2 1/2 x1
            | _ -> eat 4 //: hit x2
    } //: hit

let run () =
    eat (Seq.sum (measured 0 true) + Seq.sum (measured 3 true) + Seq.sum (measured 9 false)) //: hit x1
    eat (List.sum (sieve 20)) //: hit x1
    eat (if tryFindPair [| 1; 4; 6 |] 10 = Some(4, 6) then 1 else 0) //: part 1/2 x1
    eat (if (tryFindPair [| 1; 2 |] 9).IsSome then 1 else 0) //: part 1/2 x1
    eat (search [| "a"; "c"; "e"; "g"; "i" |] "g" + search [| "a"; "c"; "e" |] "b") //: hit x1
    eat (sumTree [ Tree(1, [ Tree(2, []); Tree(3, []) ]) ] id) //: hit
    eat (caesar 3 "Ab z").Length //: hit x1
    eat (if palindrome "Never odd, or even" then 1 else 0) //: part 1/2 x1
    eat (if palindrome "abca" then 1 else 0) //: part 1/2 x1
    eat (wrap 9 [ "one"; "two"; "three"; "up" ]).Length //: hit x1
    eat (transpose (array2D [ [ 1; 2; 3 ]; [ 4; 5; 6 ] ])).Length //: hit x1
    eat (pascal 5) //: hit x1
    eat (comprehensions 3) //: hit x1
    let edges = Map.ofList [ 1, [ 2; 3 ]; 2, [ 4 ]; 3, [ 4 ] ] //: hit x1
    eat (distance edges 1 4 + distance edges 4 1) //: hit x1
    eat (maxBy' abs [ -3; 2; 7; 1 ]) //: hit x1
    let square = memo (fun n -> n * n) //: hit
    eat (square 4 + square 4) //: hit x1
