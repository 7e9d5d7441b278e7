// before/MembersFSharp.fs with another byte of an array.
module Golden.Numbered

let first numbers =
    numbers
    |> List.filter (fun n -> n > 1)
    |> List.sumBy (fun n -> n * 2)

let second limit =
    seq {
        for i in 1 .. limit do
            yield i * 2
    }

let third limit =
    let add n = n + limit
    List.map add [ 1; 2; 3 ]

let fourth () = [| 11; 12; 13; 14; 15; 16; 17; 19 |]

type Shape =
    | Circle of int
    | Line of int

let fifth () = async {
    do! Async.Sleep 1
    return 5
}
