// Types: interfaces, object expressions, structs, SRTP, measures, extensions, events, quotations.
module FSharpMore.TypesAndInterfaces

open System
open System.Collections.Generic
open Microsoft.FSharp.Quotations
open Microsoft.FSharp.Quotations.Patterns
open FSharpMore.Help

[<Measure>] type km
[<Measure>] type h

//- units of measure with conditions and conversions
let toll (distance: float<km>) (time: float<h>) =
    let speed = distance / time //: hit x2
    if speed > 130.0<km / h> && distance > 10.0<km> then //: part 1/2 2/2 x2
        100.0 //: hit x1
    else
        float distance * 0.1 //: hit x1

//- an interface with a default by abstract class, implemented in three ways
type IShape =
    abstract Area: float
    abstract Scale: float -> IShape
    abstract Name: string with get, set

[<AbstractClass>]
type Base2(name: string) =
    let mutable name = name //: hit x4
    member val Tag = 0 with get, set //: hit
    abstract Area: float
    abstract Describe: unit -> string
    default this.Describe() = if this.Tag > 0 then name + string this.Tag else name //: part 1/2 x1
    interface IShape with
        member this.Area = this.Area //: hit x2
        member this.Scale _ = this :> IShape //: miss
        member _.Name
            with get () = name //: hit x1
            and set value = if value <> "" then name <- value //: part 1/2 x1

type Square(side: float) =
    inherit Base2("square") //: hit x1
    override _.Area = side * side //: hit x1

type Circle(radius: float) =
    inherit Base2("circle") //: hit x3
    do if radius < 0.0 then invalidArg "radius" "negative" //: part 1/2 x3
    override _.Area = Math.PI * radius * radius //: hit x1
    override this.Describe() =
        match this.Tag with //: part 1/3 x1
        | 0 -> base.Describe() //: hit x1
        | 1 -> "one" //: miss
        | n -> String('o', n) //: miss

let unitSquare = //: hit
    { new IShape with //: hit x1
        member _.Area = 1.0 //: hit x2
        member this.Scale factor = if factor = 1.0 then this else (Square factor :> IShape) //: part 1/2 x1
        member _.Name with get () = "unit" and set _ = failwith "fixed" } //: hit x1

//- structs with members, equality of their own, byref and inref
[<Struct; CustomEquality; CustomComparison>]
type Version =
    { Major: int
      Minor: int }

    override this.Equals other =
        match other with //: part 1/2 x2
        | :? Version as v -> v.Major = this.Major && v.Minor = this.Minor //: part 2/2 1/2 x2
        | _ -> false //: miss

    override this.GetHashCode() = this.Major * 100 + this.Minor //: miss

    interface IComparable<Version> with
        member this.CompareTo other =
            if this.Major <> other.Major then compare this.Major other.Major //: hit 2/2 x2
            else compare this.Minor other.Minor //: hit x1

    static member TryParse(text: string, result: byref<Version>) =
        match text.Split '.' with //: part 2/3 x3
        | [| a; b |] ->
            let okA, major = Int32.TryParse a //: hit x2
            let okB, minor = Int32.TryParse b //: hit x2
            if okA && okB then //: part 2/2 1/2
                result <- { Major = major; Minor = minor } //: hit x1
            okA && okB //: part 2/2 1/2
        | [| a |] when a <> "" -> //: part 1/2
            result <- { Major = int a; Minor = 0 } //: hit x1
            true //: hit x1
        | _ -> false //: miss

let parseVersion text =
    let mutable v = Unchecked.defaultof<Version> //: hit x3
    if Version.TryParse(text, &v) then ValueSome v else ValueNone //: hit 2/2 x3

let swap (a: byref<int>) (b: byref<int>) =
    if a > b then //: hit 2/2 x2
        let t = a //: hit x1
        a <- b //: hit x1
        b <- t //: hit x1

//- SRTP and inline with conditions
let inline clampTo (low: ^a) (high: ^a) (value: ^a) =
    if value < low then low elif value > high then high else value //D: part 1/2 2/2 //R: miss 0/2 0/2

let inline nameOf (x: ^T) = (^T: (member Name: string) x) //D: hit //R: miss

type Named = { Name: string } with
    static member inline Make n = { Name = n } //D: hit //R: miss

//- extensions of user-defined types and of the library
type String with
    member this.Word index =
        let words = this.Split ' ' //: hit x2
        if index < words.Length then Some words[index] else None //: hit 2/2 x2

type IShape with
    member this.IsBig = this.Area > 0.5 //D: hit //R: miss

//- events with conditions, filtered and joined
type Thermometer() =
    let changed = Event<float>() //: hit x1
    let alarm = Event<EventHandler, EventArgs>() //: hit x1
    let mutable last = 0.0 //: hit x1

    [<CLIEvent>]
    member _.Alarm = alarm.Publish //D: hit //R: miss
    member _.Changed = changed.Publish //D: hit //R: miss

    member this.Read value =
        if abs (value - last) > 0.5 then //: hit 2/2 x4
            last <- value //: hit x3
            changed.Trigger value //: hit x3
        match value with //: hit x4
        | v when v > 100.0 -> alarm.Trigger(this, EventArgs.Empty) //: hit 2/2 x4
        | v when v < -50.0 -> failwith "broken" //: part 1/2
        | _ -> () //: hit x3

let watch () =
    let t = Thermometer() //: hit x1
    let mutable highs = 0 //: hit
    let seen = List<float>() //: hit x1
    t.Changed |> Event.filter (fun v -> v > 10.0) |> Event.map (fun v -> v * 2.0) |> Event.add seen.Add //: hit
    let low, high = t.Changed |> Event.partition (fun v -> v < 0.0) //: hit
    low.Add(fun _ -> failwith "low") //: hit
    high.Add(fun v -> if v > 50.0 then seen.Add 0.0) //: hit 2/2
    use subscription = t.Alarm.Subscribe(fun _ -> seen.Clear()) //: hit
    for v in [ 5.0; 5.2; 20.0; 120.0 ] do t.Read v //: hit 2/2
    seen.Count + highs //: hit x1

//- quotations
let rec show expr =
    match expr with //: part 4/5 x5
    | Value(v, _) -> string v //: hit x2
    | Call(None, m, args) when m.Name = "op_Addition" -> args |> List.map show |> String.concat "+" //: part 1/2 x1
    | Call(_, m, _) -> m.Name //: miss
    | Lambda(v, body) -> v.Name + "=>" + show body //: hit x1
    | other -> other.GetType().Name //: hit x1

let run () =
    eat (int (toll 20.0<km> 0.1<h> + toll 5.0<km> 0.01<h>)) //: hit x1
    let shapes: IShape list = [ Square 2.0; Circle 1.0; unitSquare ] //: hit x1
    eat (shapes |> List.sumBy _.Area |> int) //: hit
    shapes[0].Name <- "s" //: hit x1
    eat shapes[0].Name.Length //: hit x1
    eat (unitSquare.Scale 1.0).Name.Length //: hit x1
    eat (Circle 1.0).Tag //: hit x1
    let c = Circle 2.0 //: hit x1
    eat (c.Describe().Length) //: hit x1
    for text in [ "1.2"; "x.1"; "7" ] do //: hit 2/2
        match parseVersion text with //: hit 3/3 x3
        | ValueSome v when v.Equals { Major = 1; Minor = 2 } -> eat 1 //: hit 2/2
        | ValueSome v -> eat v.Major //: hit x1
        | ValueNone -> eat 0 //: hit x1
    let order = Comparer<Version>.Default //: hit x1
    eat (order.Compare({ Major = 1; Minor = 2 }, { Major = 1; Minor = 3 })) //: hit x1
    eat (order.Compare({ Major = 2; Minor = 2 }, { Major = 1; Minor = 3 })) //: hit x1
    let mutable x, y = 5, 3 //: hit x1
    swap &x &y //: hit x1
    swap &x &y //: hit x1
    eat (clampTo 1 5 9 + int (clampTo 1.0 5.0 3.0)) //: hit x1
    eat (nameOf (Named.Make "n")).Length //: hit x1
    eat ("a bc".Word 1 |> Option.map String.length |> Option.defaultValue 0) //: hit x1
    if "a".Word(3).IsNone && unitSquare.IsBig then eat 1 //: part 1/2 1/2 x1
    eat (watch ()) //: hit x1
    eat (show <@ fun (n: int) -> n @>).Length //: hit x1
    eat (show <@ 1 + 2 @>).Length //: hit x1
