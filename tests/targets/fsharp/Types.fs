// Classes, records, members, object expressions.
module FSharpTargets.Types

open System
open System.Runtime.CompilerServices
open FSharpTargets.Help

type Person =
    { Name: string
      Age: int }

    member this.IsAdult
        with [<MethodImpl(MethodImplOptions.NoInlining)>] get () = this.Age >= 18 //: hit
    member this.Unused = this.Age > 99 //: miss

type Counter(start: int) =
    let mutable value = id start //: hit

    member _.Value
        with [<MethodImpl(MethodImplOptions.NoInlining)>] get () = value //: hit

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member _.Next() =
        value <- value + 1 //: hit
        value //: hit

    interface IDisposable with
        member _.Dispose() = useInt value //: hit

[<AbstractClass>]
type Greeter() = //: hit
    abstract Greet: string -> int

//- use, object expressions, properties
[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    let person = { Name = "Ann"; Age = id 20 } //: hit
    useInt (if person.IsAdult then 1 else 2) //: part 1/2
    use counter = new Counter(5) //: hit
    useInt (counter.Next() + counter.Value) //: hit

    let greeter = //: hit
        { new Greeter() with //: hit
            member _.Greet name = name.Length } //: hit

    useInt (greeter.Greet person.Name) //: hit
