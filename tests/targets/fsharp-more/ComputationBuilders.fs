// User-defined computation builders.
module FSharpMore.ComputationBuilders

open System
open FSharpMore.ModuleValues

//- result
type ResultBuilder() = //: hit
    member _.Bind(value: Result<'a, 'e>, f: 'a -> Result<'b, 'e>) =
        match value with //: hit 2/2
        | Ok v -> f v //: hit
        | Error e -> Error e //: hit

    member _.Return value = Ok value //D: hit //R: miss
    member _.ReturnFrom(value: Result<'a, 'e>) = value //D: hit //R: miss
    member _.Zero() = Ok() //D: hit //R: miss

    member _.Delay(f: unit -> Result<'a, 'e>) = f //D: hit //R: miss
    member _.Run(f: unit -> Result<'a, 'e>) = f () //D: hit //R: miss

    member _.Combine(first: Result<unit, 'e>, next: unit -> Result<'a, 'e>) =
        match first with //: part 1/2
        | Ok() -> next () //: hit
        | Error e -> Error e //: miss

    member this.TryWith(body: unit -> Result<'a, 'e>, handler: exn -> Result<'a, 'e>) =
        try //D: hit //R: miss
            body () //D: hit //R: miss
        with e -> //D: hit //R: miss
            handler e //D: hit //R: miss

    member _.Using(resource: #IDisposable, body) =
        try //: miss
            body resource //: miss
        finally //: miss
            resource.Dispose() //: miss

let result = ResultBuilder() //: hit x1

let positive name value =
    if value > 0 then Ok value else Error $"{name} is not positive" //: hit 2/2 x6

let area w h =
    result { //: hit
        let! width = positive "width" w //: hit x3
        let! height = positive "height" h //: hit x2

        if width > 100 then //: part 1/2 x1
            do! Error "too wide" //: miss

        return width * height //: hit x1
    }

let attempted text =
    result { //: hit
        try //D: hit
            let n = Int32.Parse(text: string) //D: hit x2
            return! positive "n" n //D: hit x1
        with :? FormatException -> //: part 1/2
            return 7 //: hit x1
    }

//- state
type State<'s, 'a> = 's -> 'a * 's

type StateBuilder() = //: hit
    member _.Return(value: 'a) : State<'s, 'a> = fun state -> value, state //: hit

    member _.Bind(first: State<'s, 'a>, next: 'a -> State<'s, 'b>) : State<'s, 'b> =
        fun state ->
            let value, changed = first state //: hit
            next value changed //: hit

let state = StateBuilder() //: hit x1

let get: State<int, int> = fun s -> s, s //D: hit //R: miss
let put value : State<int, unit> = fun _ -> (), value //D: hit //R: miss

let tick =
    state { //: hit
        let! n = get //: hit
        do! put (n + 1) //: hit x2
        return n //: hit x2
    }

let ticks =
    state { //: hit
        let! a = tick //: hit
        let! b = tick //: hit x1
        return a + b //: hit x1
    }

//- a list of strings
type TextBuilder() = //: hit
    member _.Yield(text: string) = [ text ] //D: hit //R: miss
    member _.YieldFrom(texts: string list) = texts //D: hit //R: miss
    member _.Combine(a: string list, b: string list) = a @ b //D: hit //R: miss
    member _.Delay(f: unit -> string list) = f () //D: hit //R: miss
    member _.Zero(): string list = [] //D: hit //R: miss
    member _.For(items: seq<'a>, body: 'a -> string list) = items |> Seq.collect body |> List.ofSeq //D: hit //R: miss
    member _.Run(lines: string list) = String.Join("\n", lines) //D: hit //R: miss

let text = TextBuilder() //: hit x1

let page title items =
    text { //: hit
        yield title //: hit x1

        for item in items do //: hit
            if item <> "" then //: hit 2/2 x3
                yield "- " + item //: hit x2

        if no () then //: part 1/2 x1
            yield "never" //: miss
        else
            yield! [ "end"; "." ] //: hit x1
    }

//- custom operations
type Query = { Table: string; Filters: string list; Limit: int }

type QueryBuilder() = //: hit
    member _.Yield(_: unit) = { Table = ""; Filters = []; Limit = 0 } //D: hit //R: miss

    [<CustomOperation "from">]
    member _.From(query, table) = { query with Table = table } //D: hit //R: miss

    [<CustomOperation "where">]
    member _.Where(query, filter) = { query with Filters = filter :: query.Filters } //: hit

    [<CustomOperation "limit">]
    member _.Limit(query, n) =
        if n < 0 then invalidArg "n" "negative" //: part 1/2 x1
        { query with Limit = n } //: hit x1

let select = QueryBuilder() //: hit x1

let users =
    select { //: hit
        from "users" //: hit
        where "age > 1" //: none
        where "name" //: none
        limit 5 //: hit
    }

//- a validation with and!
type Validation() = //: hit
    member _.BindReturn(value: Result<'a, string list>, f) = Result.map f value //: hit

    member _.MergeSources(a: Result<'a, string list>, b: Result<'b, string list>) =
        match a, b with //: part 2/4
        | Ok x, Ok y -> Ok(x, y) //: hit
        | Error e, Ok _ -> Error e //: hit
        | Ok _, Error e -> Error e //: miss
        | Error e, Error f -> Error(e @ f) //: miss

let validate = Validation() //: hit x1

let person name age =
    validate { //: hit
        let! n = if String.length name > 0 then Ok name else Error [ "name" ] //: hit 2/2
        and! a = if age > 0 then Ok age else Error [ "age" ] //: part 1/2
        return n, a //: hit x1
    }

let run () =
    printfn "%A %A %A" (area 2 3) (area 0 3) (area 2 -1) //: hit x1
    printfn "%A %A" (attempted "5") (attempted "x") //: hit x1
    printfn "%A" (ticks 5) //: hit x1
    printfn "%s" (page "t" [ "a"; ""; "b" ]) //: hit x1
    printfn "%A" users //: hit x1
    printfn "%A %A" (person "n" 1) (person "" 1) //: hit x1
