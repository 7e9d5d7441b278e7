// What random programs of F# use, the plain ones and their twins: values that differ from call to call, but not from run to run.
module RandomPrograms.Support

open System
open System.Collections.Generic
open System.Diagnostics.CodeAnalysis
open System.Runtime.CompilerServices
open System.Runtime.ExceptionServices
open System.Threading.Tasks

exception OutOfFuel
exception Odd of int

type Shape =
    | Circle of int
    | Square of int
    | Nothing

[<ExcludeFromCodeCoverage>]
type H private () =
    static let mutable state = 0u
    static let mutable fuel = 0
    static let mutable sum = 0UL

    static member Sum = sum

    static member private Roll(limit: int) : int =
        state <- state * 1664525u + 1013904223u
        int ((state >>> 8) % uint32 limit)

    static member Start(seed: uint32) =
        state <- seed
        fuel <- 5000

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Use(value: int) : unit =
        for c in string value do
            sum <- sum * 31UL + uint64 c
        fuel <- fuel - 1
        if fuel < 0 then raise OutOfFuel

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member I(value: int) : int = if H.Roll 4 = 0 then value + 1 else value

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Any(limit: int) : int = H.Roll limit

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member B(limit: int) : bool = H.Roll limit = 0

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Not(limit: int) : bool = H.Roll limit <> 0

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Word(value: int) : string = "word" + string (abs (value % 9))

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Maybe(value: int) : string = if H.Roll 3 = 0 then null else "m" + string value

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Option(value: int) : int option = if H.Roll 3 = 0 then None else Some(value % 3)

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Shape(value: int) : Shape =
        match H.Roll 4 with
        | 0 -> Nothing
        | 1 -> Square value
        | _ -> Circle(value % 2)

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member O(value: int) : obj =
        match H.Roll 4 with
        | 0 -> null
        | 1 -> box value
        | 2 -> box "text"
        | _ -> box (int64 value)

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member May(value: int) : int = if H.Roll 8 = 0 then raise (Odd value) else value

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Try(value: int) : unit =
        match H.Roll 9 with
        | 0 -> raise (InvalidOperationException "no")
        | 1 -> failwith "no"
        | 2 -> failwith "other"
        | _ -> ignore value

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Call(work: unit -> int) : int = work ()

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Later(work: unit -> int) : int = if H.Roll 3 = 0 then -1 else work ()

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Some(limit: int) : IEnumerable<int> = Seq.init (H.Roll limit) id

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member List(limit: int) : int list = List.init (H.Roll limit) id

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Array(limit: int) : int[] = Array.init (H.Roll limit) id

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    static member Pause(_value: int) : Task =
        if H.Roll 2 = 0 then Task.Delay 0 else Task.Run(fun () -> ())

    static member Wait(value: int) : Task<int> =
        task {
            if H.Roll 2 = 0 then do! Task.Yield()
            return value
        }

    static member Again(problem: exn) : 'a =
        ExceptionDispatchInfo.Throw problem
        Unchecked.defaultof<'a>

    static member Drain(value: int) : int = value
    static member Drain(value: Task<int>) : int = value.GetAwaiter().GetResult()

    // Reads a sequence, to the end or to some element.
    static member Drain(values: IEnumerable<int>) : int =
        let mutable left = H.Roll 12
        let mutable total = 0
        use all = values.GetEnumerator()
        while left > 0 && all.MoveNext() do
            total <- total * 3 + all.Current
            left <- left - 1
        total

    // Calls an entry several times, with other numbers, whatever it throws.
    static member Entry(seed: uint32, times: int, entry: int -> int -> string -> obj -> int) : unit =
        H.Start seed
        for _ in 1..times do
            try
                let a, b = H.Roll 9, H.Roll 5 - 2
                H.Use(entry a b (H.Maybe a) (H.O b))
            with e ->
                fuel <- max fuel 100
                H.Use(e.GetType().Name.Length)

[<ExcludeFromCodeCoverage>]
let (|Small|Middle|Large|) n = if n < 2 then Small elif n < 4 then Middle else Large
