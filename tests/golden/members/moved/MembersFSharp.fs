// before/MembersFSharp.fs in another order, with comments.
module Golden.Numbered

type Shape =
    | Circle of int
    | Line of int

// A comment.

let fifth () = async {
    do! Async.Sleep 1
    return 5
}

let fourth () = [| 11; 12; 13; 14; 15; 16; 17; 18 |]

let third limit =
    // A comment.
    let add n = n + limit
    List.map add [ 1; 2; 3 ]

let second limit =
    seq {

        for i in 1 .. limit do
            yield i * 2
    }

let first numbers =
    numbers
    |> List.filter (fun n -> n > 1)

    |> List.sumBy (fun n -> n * 2)
