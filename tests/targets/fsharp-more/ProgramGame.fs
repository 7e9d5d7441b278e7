// A small game: state machines, folds, random access, module values, nested modules, tail calls.
module FSharpMore.ProgramGame

open System
open FSharpMore.Help

type Direction = North | East | South | West

type Cell =
    | Wall
    | Floor of gold: int
    | Door of isOpen: bool

type State =
    { X: int
      Y: int
      Facing: Direction
      Gold: int
      Log: string list }

module Map =
    let rows = [| "#####"; "#.3+#"; "#.+.#"; "#####" |] //: hit x1
    let width = rows |> Array.map String.length |> Array.max //: hit x1

    let parse c =
        match c with //: hit 4/4
        | '#' -> Wall //: hit
        | '+' -> Door false //: hit
        | c when Char.IsDigit c -> Floor(int c - int '0') //: hit 2/2
        | '.' | _ -> Floor 0 //: hit

    let grid = rows |> Array.map (fun row -> row |> Seq.map parse |> Seq.toArray) //: hit

    let at x y =
        if y < 0 || y >= grid.Length then None //: part 1/2 1/2
        elif x < 0 || x >= grid[y].Length then None //: part 1/2 1/2
        else Some(grid[y][x]) //: hit

let turn right direction =
    match direction, right with //: part 2/4 x3
    | North, true | South, false -> East //: hit x2
    | East, true | West, false -> South //: miss
    | South, true | North, false -> West //: miss
    | West, true | East, false -> North //: hit x1

let ahead state =
    match state.Facing with //: part 2/4
    | North -> state.X, state.Y - 1 //: hit
    | East -> state.X + 1, state.Y //: hit
    | South -> state.X, state.Y + 1 //: miss
    | West -> state.X - 1, state.Y //: miss

let step state command =
    match command with //: part 3/4 x8
    | 'l' | 'r' as c -> { state with Facing = turn (c = 'r') state.Facing } //: hit
    | 'f' ->
        let x, y = ahead state //: hit
        match Map.at x y with //: part 4/6
        | None -> state //: miss
        | Some Wall -> { state with Log = "wall" :: state.Log } //: hit
        | Some(Door true) -> { state with X = x; Y = y } //: hit x1
        | Some(Door false) when state.Gold > 0 -> //: part 1/2
            Map.grid[y][x] <- Door true //: hit
            { state with Gold = state.Gold - 1; Log = "opened" :: state.Log } //: hit
        | Some(Door false) -> { state with Log = "closed" :: state.Log } //: miss
        | Some(Floor gold) ->
            if gold > 0 then Map.grid[y][x] <- Floor 0 //: hit 2/2
            { state with X = x; Y = y; Gold = state.Gold + gold } //: hit
    | _ -> state //: miss

let rec play commands state =
    match commands with //: hit 2/2
    | [] -> state //: hit x1
    | c :: rest -> play rest (step state c) //: hit

//- a fold with a tuple and early stop by a flag
let score log =
    log //: hit x1
    |> List.fold //: hit
        (fun (points, stopped) entry -> //: hit
            if stopped then points, true //: part 1/2
            else
                match entry with //: part 2/4
                | "opened" -> points + 5, false //: hit
                | "wall" -> points - 1, false //: hit
                | "end" -> points, true //: miss
                | _ -> points, stopped) //: miss
        (0, false) //: hit
    |> fst //: hit x1

let run () =
    let start = { X = 1; Y = 2; Facing = North; Gold = 0; Log = [] } //: hit x1
    let final = play (List.ofSeq "ffrffflr") start //: hit x1
    eat (final.Gold + final.Log.Length) //: hit x1
    eat (score final.Log) //: hit x1
    eat Map.width //: hit x1
