// Functions of the core library: none of these lines has a decision of the user's.
module FSharpMore.LibraryFunctions

open System
open System.Collections.Generic
open System.Linq
open FSharpMore.ModuleValues

type Point = { X: int; Y: int }

type Kind =
    | Plain
    | Named of string
    | Pair of int * int

[<Struct>]
type Size = { W: int; H: int }

let strings (text: string) (n: int) (o: obj) =
    let a = string n + string text + string o //: hit x1
    let b = string 1.5 + string 'c' + string true + string (Some 1) //: hit x1
    let c = String.concat "," [ a; b ] + String.replicate 2 "x" //: hit x1
    let d = String.map Char.ToUpper c + String.filter Char.IsLetter c //: hit x1
    let e = text.[0..1] + text[1..] + text[.. text.Length - 2] //: hit x1
    let f = sprintf "%s %d" e n + $"{n} {text}" + $"%d{n}" //D: hit x1
    f.Length //: hit x1

let numbers (n: int) (x: float) =
    let a = abs n + sign n + max n 3 + min n 4 + pown n 2 //: hit x1
    let b = int x + int "12" + int (float "1.5") + int 'c' //: hit x1
    let c = round x + sqrt x + x ** 2.0 + truncate x + ceil x //: hit x1
    let d = abs x + max x 1.0 + min x 2.0 //: hit x1
    let e = n % 7 + n / 2 + (n <<< 2) + (n &&& 3) + ~~~n //: hit x1
    let f = compare n 3 + compare "a" "b" + compare x 1.0 //: hit x1
    let g = hash n + hash "s" + hash (n, x) //: hit x1
    float (a + b + e + f + g * 0) + c + d //: hit x1

let equalities (p: Point) (q: Point) (k: Kind) (o: int option) (l: int list) =
    let a = p = q //: hit x1
    let b = k = Named "x" //: hit x1
    let c = o = Some 1 //: hit x1
    let d = l = [ 1; 2 ] //: hit x1
    let e = (p.X, p.Y) = (1, 2) //: hit x1
    let f = compare p q //: hit x1
    let g = p < q //: hit x1
    let h = not a //: hit x1
    let i = p <> q //: hit x1
    let j = [| 1 |] = [| 2 |] //: hit x1
    let k2 = o <> None //: hit x1
    let m = { W = 1; H = 2 } = { W = 1; H = 3 } //: hit x1
    [ a; b; c; d; e; g; h; i; j; k2; m ], f //: hit x1

let options (o: int option) (s: string) =
    let a = Option.isSome o //: hit x1
    let b = Option.defaultValue 3 o //: hit x1
    let c = o |> Option.map (fun n -> n + 1) //: hit
    let d = o |> Option.bind (fun n -> Some(n * 2)) //: hit
    let e = Option.toList o |> List.length //: hit x1
    let f = Option.ofObj s |> Option.isNone //: hit x1
    let g = Option.fold (+) 1 o //D: hit x1
    let h = Option.exists (fun n -> n > 1) o //D: hit
    let i = defaultArg o 1 //D: hit x1
    let j = Option.get c + d.Value + o.Value //D: hit x1
    let k = Option.iter ignore o //D: hit x1
    let m = Option.count o + (Option.orElse (Some 1) o).Value //D: hit x1
    let n = Option.forall (fun n -> n > 0) o //D: hit
    let p = Option.filter (fun n -> n > 0) o |> Option.toArray //: hit
    let q = Option.contains 3 o //D: hit x1
    let r = o.IsSome && s.Length > 0 //: part 1/2 1/2
    let t = ValueOption.map (fun n -> n + 1) (ValueSome 1) //D: hit
    a, b, e, f, g, h, i, j, k, m, n, p, q, r, t //: hit x1

let results (r: Result<int, string>) =
    let a = Result.map (fun n -> n + 1) r //D: hit
    let b = Result.bind (fun n -> Ok(n * 2)) r //D: hit
    let c = Result.mapError (fun (e: string) -> e.Length) r //D: hit
    let d = Result.defaultValue 1 r + (Result.toOption r |> Option.get) //D: hit x1
    let e = Result.isOk r //D: hit x1
    a, b, c, d, e //: hit x1

let lists (l: int list) =
    let a = List.sum l + List.max l + List.min l //D: hit x1
    let b = List.sumBy (fun n -> n * 2) l //D: hit
    let c = List.averageBy float l + List.average [ 1.0; 2.0 ] //D: hit x1
    let d = List.maxBy (fun n -> -n) l + List.minBy (fun n -> n) l //D: hit
    let e = List.isEmpty l //D: hit x1
    let f = List.head l + List.last l + List.item 1 l + l[0] + List.length l.Tail //D: hit x1
    let g = l @ [ 1 ] |> List.rev |> List.sort |> List.distinct //: hit x1
    let h = List.fold (fun s n -> s + n) 0 l + List.reduce (+) l //D: hit
    let i = List.exists (fun n -> n > 2) l //D: hit
    let j = List.iter ignore l //D: hit x1
    let k = List.zip l l |> List.map fst |> List.tryHead //: hit x1
    let m = List.contains 2 l //D: hit x1
    let n = List.foldBack (fun n s -> n - s) l 0 //: hit
    let p = List.mapi (fun i n -> i * n) l |> List.collect (fun n -> [ n; n ]) //: hit
    let q = List.forall (fun n -> n > 0) l //D: hit
    let r = List.init 3 (fun i -> i) |> List.truncate 2 |> List.skip 1 //: hit
    let s = l |> List.iteri (fun i n -> ignore (i + n)) //: hit
    let t = List.scan (+) 0 l |> List.pairwise |> List.unzip //: hit x1
    a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r, s, t //: hit x1

let arrays (v: int[]) =
    let a = Array.sum v + Array.max v + Array.min v //: hit x1
    let b = Array.sumBy (fun n -> n * 2) v //: hit
    let c = Array.averageBy float v //: hit x1
    let d = Array.map (fun n -> n + 1) v |> Array.filter (fun n -> n > 2) //: hit
    let e = Array.isEmpty v //: hit x1
    let f = v[0] + v.[1] + Array.last v + Array.length v //: hit x1
    let g = Array.init 3 (fun i -> i) //: hit
    let h = Array.fold (+) 0 v //: hit x1
    let i = Array.exists (fun n -> n > 2) v //: hit
    let j = Array.zeroCreate<int> 3 |> Array.length //: hit x1
    let k = v.[1..] |> Array.rev |> Array.append v //: hit x1
    let m = Array.contains 2 v //: hit x1
    Array.iteri (fun i n -> v[i] <- n) v //: hit
    let p = Array.maxBy (fun n -> -n) v //D: hit
    let q = Array.tryFind (fun n -> n = 2) v //: hit
    let r = Array.average [| 1.0; 2.0 |] //D: hit x1
    a, b, c, d, e, f, g, h, i, j, k, m, p, q, r //: hit x1

let sequences (s: seq<int>) =
    let a = Seq.sum s + Seq.max s + Seq.min s //: hit x1
    let b = Seq.sumBy (fun n -> n * 2) s //: hit
    let c = Seq.averageBy float s + Seq.average [ 1.0; 2.0 ] //: hit x1
    let d = Seq.map (fun n -> n + 1) s |> Seq.filter (fun n -> n > 2) |> Seq.toList //: hit
    let e = Seq.isEmpty s //: hit x1
    let f = Seq.head s + Seq.length s //: hit x1
    let g = Seq.fold (+) 0 s //: hit x1
    let h = Seq.maxBy (fun n -> -n) s + Seq.minBy (fun n -> n) s //: hit
    let i = seq { 1..3 } |> Seq.toArray //: hit x1
    let j = Seq.contains 2 s //: hit x1
    Seq.iter ignore s //: hit x1
    let k = { 1..2..9 } |> Seq.sum //: hit x1
    let m = [ 1..5 ] |> List.sum //: hit x1
    let n = [| 1..2..9 |] |> Array.sum //: hit x1
    let p = [ 5 .. -1 .. 1 ] |> List.length //: hit x1
    let q = [ 'a' .. 'c' ] |> List.length //: hit x1
    let r = s.Where(fun n -> n > 1).Select(fun n -> n * 2).Sum() //: hit
    a, b, c, d, e, f, g, h, i, j, k, m, n, p, q, r //: hit x1

let maps () =
    let m = Map.ofList [ "a", 1; "b", 2 ] //: hit x1
    let a = Map.find "a" m + m["b"] + m.Count //: hit x1
    let b = Map.tryFind "c" m |> Option.defaultValue 0 //: hit x1
    let c = m |> Map.map (fun _ v -> v + 1) |> Map.filter (fun _ v -> v > 2) |> Map.toList //: hit
    let d = Map.fold (fun s _ v -> s + v) 0 m //: hit
    let s = Set.ofList [ 1; 2 ] + Set.singleton 3 - set [ 1 ] //: hit x1
    let e = Set.count s + Set.fold (+) 0 s //: hit x1
    let dict = dict [ 1, "a" ] //: hit x1
    let f = dict[1].Length //: hit x1
    let g = Dictionary<string, int>(dict |> Seq.map (fun kv -> KeyValuePair(kv.Value, kv.Key))) //: hit
    let h = g.Count + (g |> Seq.sumBy (fun (KeyValue(_, v)) -> v)) //D: hit
    a, b, c, d, e, f, h //: hit x1

let others (o: obj) (gate: obj) =
    let a = lock gate (fun () -> 5) //: hit
    let b = using (new System.IO.MemoryStream()) (fun m -> m.Length) //: hit
    let c = isNull o //: hit x1
    let d = box 3 |> unbox<int> //: hit x1
    let e = o :? string //: hit x1
    let f = (3 :> obj).ToString() //: hit x1
    let g = typeof<int>.Name + nameof o //: hit x1
    let h = ref 1 //: hit x1
    h.Value <- h.Value + 1 //: hit x1
    let i = fst (1, 2) + snd (1, 2) //: hit x1
    let j = id 3 |> ignore //D: hit x1
    let m = enum<DayOfWeek> 1 //: hit x1
    let n = int m + int DayOfWeek.Friday //: hit x1
    let p = (fun x y -> x + y) 1 2 //: hit x1
    let q = match 3 with x -> x + 1 //D: hit x1
    let r = struct (1, 2) //: hit x1
    let struct (s, t) = r //: hit x1
    let u = Array2D.init 2 2 (fun i j -> i + j) //: hit
    let v = u[0, 1] + Array2D.length1 u //D: hit x1
    let w = Random(5).Next 3 + DateTime(2024, 1, 1).Day + Math.Max(1, 2) //D: hit x1
    let x = TimeSpan.FromSeconds 1.0 > TimeSpan.Zero //D: hit x1
    let y = DateTime(2024, 1, 1) < DateTime(2025, 1, 1) //D: hit x1
    let z = 1.5M + decimal 3 + 2.0M * 3M //D: hit x1
    let aa = 5I + bigint 3 //D: hit x1
    let bb = Guid.Empty = Guid.Empty //D: hit x1
    let cc = "a" + "b" = "ab" //D: hit x1
    let dd = "a" < "b" //D: hit x1
    let ee = 'a' = 'b' || 'c' > 'd' //D: part 1/2 1/2
    a, b, c, d, e, f, g, i, j, n, p, q, s, t, v, w, x, y, z, aa, bb, cc, dd //: hit x1

let private show (value: obj) = printfn "%O" value //D: hit //R: miss

let run () =
    show (numbers 5 2.5) //: hit x1
    show (equalities { X = 1; Y = 2 } { X = 1; Y = 3 } Plain (Some 1) [ 1; 2 ]) //: hit x1
    show (options (Some 3) "x") //: hit x1
    show (results (Ok 1)) //: hit x1
    show (lists [ 1; 2; 3 ]) //: hit x1
    show (arrays [| 1; 2; 3 |]) //: hit x1
    show (sequences [ 1; 2; 3 ]) //: hit x1
    show (maps ()) //: hit x1
    show (others "o" (obj ())) //: hit x1
    show (strings "text" 5 (box 3)) //: hit x1
