// Types: classes, interfaces, members, operators, events, units of measure; what the compiler makes
// of records and unions is not coverable.
module FSharpTargets.TypeMembers

open System
open System.Runtime.CompilerServices
open FSharpTargets.Help

//- records: equality, comparison and printing are the compiler's
type Entry = { Key: string; Value: int }

[<Struct>]
type Pair = { First: int; Second: int }

type Colour =
    | Red
    | Green
    | Custom of int * int

//- a class with several constructors, mutable and static members
type Account(owner: string, start: int) =
    let mutable balance = id start //: hit x2
    static let mutable opened = 0 //: hit
    do opened <- opened + 1 //: hit x2

    new(owner) = Account(owner, 0) //: hit x1

    static member Opened = opened //: hit x1

    member _.Owner = owner //D: hit //R: miss

    member _.Balance
        with [<MethodImpl(MethodImplOptions.NoInlining)>] get () = balance //: hit x2
        and [<MethodImpl(MethodImplOptions.NoInlining)>] set value =
            if value > 0 then //: hit 2/2 x2
                balance <- value //: hit x1

    member val Note = "note" with get, set //: hit

    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member this.Add(amount, ?times) =
        let times = defaultArg times 1 //: hit x2
        this.Balance <- balance + amount * times //: hit x2
        this //: hit x2

    member _.Item
        with [<MethodImpl(MethodImplOptions.NoInlining)>] get (index: int) = balance + index //: hit x1

    member _.Unused = balance //: miss

//- interfaces and abstract classes
type IShape =
    abstract Area: int
    abstract Name: string

[<AbstractClass>]
type Shape(name: string) = //: hit
    abstract Sides: int
    default _.Sides = id 0 //: miss
    member _.Name = name //D: hit //R: miss

    interface IShape with
        member this.Area = this.Sides * 2 //: hit x1
        member _.Name = name //: miss

type Square() =
    inherit Shape("square") //: hit
    override _.Sides = id 4 //: hit

//- operators
[<Struct; CustomEquality; NoComparison>]
type Amount =
    val Number: int
    new(number) = { Number = number } //: hit
    static member (+)(a: Amount, b: Amount) = Amount(a.Number + b.Number) //D: hit x1 //R: miss
    static member (~-)(a: Amount) = Amount(-a.Number) //D: hit x1 //R: miss
    override this.Equals other =
        match other with //: part 1/2
        | :? Amount as it -> it.Number = this.Number //: hit
        | _ -> false //: miss
    override this.GetHashCode() = this.Number //: miss

let (<+>) a b = id (a + b) //D: hit x1 //R: miss

//- units of measure
[<Measure>]
type metre

[<MethodImpl(MethodImplOptions.NoInlining)>]
let twice (length: int<metre>) = length * 2 //: hit x1

//- events
type Source() =
    let changed = Event<int>() //: hit

    [<CLIEvent>]
    member _.Changed = changed.Publish //D: hit //R: miss

    member _.Raise value = changed.Trigger value //D: hit //R: miss

//- generics with constraints
type Box<'T when 'T: equality>(content: 'T) = //: hit x1
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member _.Holds value =
        if content = value then 1 else 2 //: part 1/2 x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let largest<'T when 'T: comparison> (a: 'T) (b: 'T) =
    if a > b then a else b //: part 1/2 x2

//- object expressions, with a closure
[<MethodImpl(MethodImplOptions.NoInlining)>]
let shape size =
    { new IShape with //: hit x1
        member _.Area = size * size //: hit x1
        member _.Name = "made" } //: miss

//- type extensions
type String with
    member this.Twice = this + this //D: hit x1 //R: miss

//- static resolution of members
let inline sizeOf (value: ^T) = (^T: (member Length: int) value) //D: hit //R: miss

//- interpolation
[<MethodImpl(MethodImplOptions.NoInlining)>]
let interpolated name count =
    useInt $"{name}: {count}".Length //: hit x1
    useInt $"%s{name}: %d{count}".Length //: hit x1
    useInt (sprintf "%s-%d" name count).Length //: hit x1

//- references and mutable captures
[<MethodImpl(MethodImplOptions.NoInlining)>]
let references () =
    let cell = ref 1 //: hit x1
    let bump () = cell.Value <- cell.Value + 1 //D: hit x2
    bump () //: hit x1
    bump () //: hit x1
    useInt cell.Value //: hit x1

//- functions in functions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let outer count =
    let rec inner n total =
        if n = 0 then //: hit 2/2 x4
            total //: hit x1
        else
            inner (n - 1) (total + n) //: hit x3

    let unused n =
        if n > 0 then 1 else 2 //: miss 0/2

    useInt (hash (box unused) % 1) //: hit x1
    inner count 0 //: hit x1

//- composition
[<MethodImpl(MethodImplOptions.NoInlining)>]
let composed value =
    let f = (fun n -> id (n + 1)) >> (fun n -> id (n * 2)) //: hit
    useInt (f value) //: hit x1
    useInt (value |> id |> (fun n -> n + 1)) //: hit x1
    [ 1; 2 ] |> List.iter useInt //: hit x1

//- lazy
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lazily () =
    let used = lazy (id 1) //: hit
    let unused = lazy (id 2) //: hit
    useInt used.Value //: hit x1
    useInt (if unused.IsValueCreated then 1 else 2) //: part 1/2 x1

[<MethodImpl(MethodImplOptions.NoInlining)>]
let run () =
    let entry = { Key = "k"; Value = id 1 } //: hit x1
    useInt (if entry = { entry with Value = 2 } then 1 else 2) //: part 1/2 x1
    useInt ({ First = 1; Second = 2 }.First + (string (Custom(1, 2))).Length) //: hit x1
    useInt (if compare Red Green < 0 then 1 else 2) //: part 1/2 x1

    let account = Account("ann", 5) //: hit x1
    useInt (account.Add(3).Add(-50, 2).Balance + account[1]) //: hit x1
    useInt (Account("bob").Balance + Account.Opened + account.Note.Length) //: hit x1
    account.Note <- "other" //: hit x1
    useInt account.Owner.Length //: hit x1

    let square = Square() //: hit x1
    useInt ((square :> IShape).Area + square.Name.Length) //: hit x1
    let total = Amount 1 + -(Amount 2) //: hit x1
    useInt (if total.Equals(box (Amount -1)) then 1 else 2) //: part 1/2 x1
    useInt (1 <+> 2) //: hit x1
    useInt (int (twice 3<metre>)) //: hit x1

    let source = Source() //: hit x1
    source.Changed.Add(fun n -> useInt n) //: hit x1
    source.Raise 3 //: hit x1
    useInt (Box("a").Holds "a") //: hit x1
    useInt (largest 1 2 + (largest "a" "b").Length) //: hit x1
    useInt (shape 3).Area //: hit x1
    useInt "ab".Twice.Length //: hit x1
    useInt (sizeOf "abc") //: hit x1
    interpolated "n" 1 //: hit x1
    references () //: hit x1
    useInt (outer 3) //: hit x1
    composed 1 //: hit x1
    lazily () //: hit x1
