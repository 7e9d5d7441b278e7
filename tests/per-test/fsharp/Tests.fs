// F# with xunit: no state machine has the name of its test, and a computation may be a value that runs later.
namespace Tests

open System.Threading.Tasks
open Library
open Xunit

type InClass() =
    // hits InClass.Sync: sync helper
    [<Fact>]
    member _.Sync() = Subject.Sync(1) |> ignore

    // hits InClass.Throws: throw-before throw
    [<Fact>]
    member _.Throws() = Subject.Throw(1) |> ignore

    // hits InClass.OfTask: wait-before wait-after helper other
    [<Fact>]
    member _.OfTask() : Task =
        task {
            let! _ = Subject.Wait(1)
            Subject.Other(1) |> ignore
        }

    // hits InClass.OfUnitTask: later-before later-after result
    [<Fact>]
    member _.OfUnitTask() =
        task {
            let! _ = Subject.Later(1)
            Subject.Result(1) |> ignore
        }

    // hits InClass.OfAsync: wait-other-before wait-other-after helper nested
    [<Fact>]
    member _.OfAsync() =
        async {
            let! _ = Subject.WaitOther(1) |> Async.AwaitTask
            Subject.Nested(1) |> ignore
        }

    // hits InClass.Rows: row row-small row-large
    [<Theory>]
    [<InlineData(1)>]
    [<InlineData(50)>]
    member _.Rows(n: int) = Subject.Row(n) |> ignore

    // hits InClass.Catches: caught-try caught throw-before throw
    [<Fact>]
    member _.Catches() =
        let value = Subject.Caught(1)
        if value > 0 then Subject.Inherited(1) else value
        |> ignore

module InModule =
    // hits InModule.Sync: static
    [<Fact>]
    let Sync () = Subject.Static(1) |> ignore

    // hits InModule.a name of 1.5 words: hidden
    [<Fact>]
    let ``a name of 1.5 words`` () = Subject.Hidden(1) |> ignore
