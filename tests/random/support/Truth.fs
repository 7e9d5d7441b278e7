// The twin's record of what ran: a count for each number of a point or an arm.
module RandomPrograms.Truth

open System
open System.Collections.Generic
open System.IO

type T private () =
    static let mutable counts: int64[] = Array.zeroCreate 4096

    static member private Add(number: int) =
        while number >= counts.Length do
            Array.Resize(&counts, counts.Length * 2)
        counts[number] <- counts[number] + 1L

    static member P(point: int) : unit = T.Add point

    static member Q(point: int) : bool =
        T.Add point
        true

    static member A(arm: int) : bool = T.Q arm

    static member C(arms: int, value: bool) : bool =
        T.Add(if value then arms + 1 else arms)
        value

    // The arm of one of several constants.
    static member Constant<'v when 'v: equality>(first: int, value: 'v, [<ParamArray>] labels: 'v[]) : bool =
        T.Q(first + Array.findIndex ((=) value) labels)

    // A loop: arm 0 for an element, arm 1 at the end.
    static member E<'v>(arms: int, source: IEnumerable<'v>) : IEnumerable<'v> =
        seq {
            for value in source do
                T.Add arms
                yield value
            T.Add(arms + 1)
        }

    static member Write(path: string) : unit =
        File.WriteAllLines(
            path,
            counts
            |> Seq.indexed
            |> Seq.filter (fun (_, count) -> count > 0L)
            |> Seq.map (fun (number, count) -> $"{number} {count}")
        )
