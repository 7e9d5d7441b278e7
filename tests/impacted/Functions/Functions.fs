module Impacted.Functions

let inline twice x = x + x
let four x = twice (twice x)
let table = [ for i in 1 .. 3 -> i * 2 ]
let primes = [| 2uy; 3uy; 5uy; 7uy; 11uy; 13uy; 17uy; 19uy |]
let sumTable () = List.sum table
let sumPrimes () = primes |> Array.sumBy int
let literal () = [| 21; 22; 23; 24; 25; 26; 27; 28 |] |> Array.sum

let sumOf limit =
    [ 1 .. limit ]
    |> List.filter (fun n -> n > 1)
    |> List.map (fun n -> n * 10)
    |> List.sum

type Shape =
    | Circle of int
    | Line of int

let area shape =
    match shape with
    | Circle r -> r * r * 3
    | Line _ -> 0

let counted limit =
    seq {
        for i in 1 .. limit do
            if i % 2 = 0 then
                yield i
    }
    |> Seq.length
