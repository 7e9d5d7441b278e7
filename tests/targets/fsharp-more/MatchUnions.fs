// Matches over unions in unions, with or-patterns.
module FSharpMore.MatchUnions

open System
open System.Runtime.CompilerServices
open FSharpMore.ModuleValues

type Expr =
    | Num of int
    | Var of string
    | Add2 of Expr * Expr
    | Mul of Expr * Expr
    | Neg of Expr

//- simplify one step
[<MethodImpl(MethodImplOptions.NoInlining)>]
let simp e =
    match e with //: part 4/5 x4
    | Add2(Num 0, e) | Add2(e, Num 0) -> same e //: hit x1
    | Mul(Num 1, e) | Mul(e, Num 1) -> same e //: hit x1
    | Mul(Num 0, _) | Mul(_, Num 0) -> Num 0 //: miss
    | Add2(a, b) -> Add2(b, a) //: hit x1
    | e -> e //: hit x1

//- simplify one step, as function
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec simpAll = function //: part 4/5
    | Add2(Num 0, e) | Add2(e, Num 0) -> simpAll e //: hit
    | Mul(Num 1, e) | Mul(e, Num 1) -> simpAll e //: hit
    | Mul(Num 0, _) | Mul(_, Num 0) -> Num 0 //: miss
    | Add2(a, b) -> Add2(simpAll a, simpAll b) //: hit
    | e -> e //: hit

//- simplify with unary minus and three levels
[<MethodImpl(MethodImplOptions.NoInlining)>]
let deep e =
    match e with //: part 3/6 x3
    | Neg(Neg(Neg(Num n))) -> Num -n //: hit x1
    | Neg(Neg e) -> same e //: miss
    | Neg(Num 0) | Add2(Num 0, Num 0) -> Num 0 //: hit x1
    | Add2(Neg(Num a), Neg(Num b)) -> Neg(Num(a + b)) //: miss
    | Add2(Mul(a, b), Mul(c, d)) when a = c -> Mul(a, Add2(b, d)) //: miss 0/2
    | e -> same e //: hit x1

//- derive
[<MethodImpl(MethodImplOptions.NoInlining)>]
let rec derive x e =
    match e with //: part 4/6 x5
    | Num _ -> Num 0 //: miss
    | Var y when y = x -> Num 1 //: hit 2/2 x3
    | Var _ -> Num 0 //: hit x1
    | Add2(a, b) | Mul(Num 1, Add2(a, b)) -> Add2(derive x a, derive x b) //: hit x1
    | Mul(a, b) -> Add2(Mul(derive x a, b), Mul(a, derive x b)) //: hit x1
    | Neg a -> Neg(derive x a) //: miss

//- union literals
[<MethodImpl(MethodImplOptions.NoInlining)>]
let literal e =
    match e with //: part 4/6 x5
    | Num 0 -> same 0 //: hit x1
    | Num 1 | Num 2 -> same 1 //: hit x2
    | Var "x" -> same 2 //: miss
    | Var "y" | Var "z" -> same 3 //: hit x1
    | Var _ -> same 4 //: miss
    | _ -> same 5 //: hit x1

//- tuples of unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let pair a b =
    match a, b with //: part 4/6 x4
    | Num 0, Num 0 -> same 0 //: hit x1
    | Num n, Num m -> same (n + m) //: hit x1
    | Var _, Num n | Num n, Var _ -> same n //: hit x1
    | Add2(Num 0, _), _ | _, Add2(Num 0, _) -> same 7 //: miss
    | Neg _, _ -> same 8 //: miss
    | _ -> same 9 //: hit x1

//- nested options
[<MethodImpl(MethodImplOptions.NoInlining)>]
let options o =
    match o with //: part 3/4 x3
    | Some(Some(Some 0)) -> same 0 //: hit x1
    | Some(Some(Some n)) -> same n //: miss
    | Some(Some None) | Some None -> same -1 //: hit x1
    | None -> same -2 //: hit x1

//- options of unions in tuples
[<MethodImpl(MethodImplOptions.NoInlining)>]
let optional a b =
    match a, b with //: part 2/4 x2
    | Some(Num 0), _ | _, Some(Num 0) -> same 0 //: hit x1
    | Some(Num n), Some(Num m) -> same (n + m) //: hit x1
    | Some e, None | None, Some e -> ignore e; same 5 //: miss
    | _ -> same 6 //: miss

//- lists with or
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lists l =
    match l with //: part 4/5 x4
    | [] -> same 0 //: hit x1
    | [ x ] | [ _; x ] -> same x //: hit x1
    | [ 1; x; _ ] | [ _; x; 1 ] -> same x //: hit x1
    | 5 :: _ :: rest | _ :: 5 :: rest -> rest.Length //: miss
    | _ :: rest -> rest.Length //: hit x1

//- lists of unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let tokens l =
    match l with //: part 3/5 x3
    | [ Num 0 ] | [ _; Num 0 ] -> same 0 //: hit x1
    | Num n :: Add2 _ :: _ -> same n //: miss
    | (Var "x" | Var "y") :: _ -> same 3 //: hit x1
    | _ :: Neg(Num n) :: _ -> same n //: hit x1
    | _ -> same 4 //: miss

//- as
[<MethodImpl(MethodImplOptions.NoInlining)>]
let named e =
    match e with //: part 3/4 x3
    | Add2(Num 0 as zero, other) | Add2(other, (Num 0 as zero)) -> ignore zero; same other //: hit x1
    | Mul(_, _) as product -> same product //: hit x1
    | (Num _ | Var _) as leaf -> same leaf //: miss
    | other -> same other //: hit x1

type Person = { Name: string; Age: int }

type Event =
    | Joined of Person
    | Left of Person * reason: string
    | Renamed of before: Person * after: Person
    | Tick

//- records in unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let events e =
    match e with //: part 5/7 x5
    | Joined { Name = "root" } -> same 0 //: hit x1
    | Joined { Age = 0 } | Left({ Age = 0 }, _) -> same 1 //: hit x1
    | Joined { Name = n; Age = a } when a > 17 -> n.Length //: part 1/2 x1
    | Left(_, "bye") | Left(_, "ciao") -> same 2 //: hit x1
    | Renamed({ Name = a }, { Name = b }) -> a.Length + b.Length //: miss
    | Left(p, _) | Joined p -> p.Age //: miss
    | Tick -> same 3 //: hit x1

[<Struct>]
type Shape =
    | Circle of radius: int
    | Rect of width: int * height: int
    | Dot

//- struct unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let shapes s =
    match s with //: part 3/5 x3
    | Circle 0 | Rect(0, _) | Rect(_, 0) -> same 0 //: hit x1
    | Circle r -> same r //: hit x1
    | Rect(1, h) | Rect(h, 1) -> same h //: miss
    | Rect(w, h) -> w * h //: miss
    | Dot -> same -1 //: hit x1

//- tuple of struct unions
[<MethodImpl(MethodImplOptions.NoInlining)>]
let shapePair a b =
    match a, b with //: part 2/4 x2
    | Dot, _ | _, Dot -> same 0 //: hit x1
    | Circle r, Circle q -> r + q //: miss
    | Rect(w, _), Circle r | Circle r, Rect(w, _) -> w + r //: hit x1
    | _ -> same 9 //: miss

//- value options
[<MethodImpl(MethodImplOptions.NoInlining)>]
let values a b =
    match a, b with //: part 3/4 x3
    | ValueSome 0, _ | _, ValueSome 0 -> same 0 //: hit x1
    | ValueSome n, ValueSome m -> n + m //: hit x1
    | ValueSome n, ValueNone | ValueNone, ValueSome n -> same n //: miss
    | ValueNone, ValueNone -> same -1 //: hit x1

//- results
[<MethodImpl(MethodImplOptions.NoInlining)>]
let results a b =
    match a, b with //: part 3/4 x3
    | Ok 0, _ | _, Ok 0 -> same 0 //: hit x1
    | Ok x, Ok y -> x + y //: hit x1
    | Error "fatal", _ | _, Error "fatal" -> same -2 //: hit x1
    | Error(e: string), _ | _, Error e -> e.Length //: miss

type Color =
    | Red
    | Green
    | Blue
    | Yellow
    | Custom of int * int * int

//- nullary cases with or
[<MethodImpl(MethodImplOptions.NoInlining)>]
let mix a b =
    match a, b with //: part 4/6 x5
    | Red, Blue | Blue, Red -> same 1 //: hit x2
    | Red, Yellow | Yellow, Red -> same 2 //: miss
    | Blue, Yellow | Yellow, Blue -> same 3 //: hit x1
    | Custom(r, _, _), (Red | Green) | (Red | Green), Custom(r, _, _) -> same r //: hit x1
    | Custom(r, g, b), Custom(s, _, _) -> r + g + b + s //: miss
    | _ -> same 9 //: hit x1

//- a red black tree
type Node =
    | E
    | T of Color * Node * int * Node

[<MethodImpl(MethodImplOptions.NoInlining)>]
let balance node =
    match node with //: hit 2/2 x3
    | Blue, T(Red, T(Red, a, x, b), y, c), z, d
    | Blue, T(Red, a, x, T(Red, b, y, c)), z, d
    | Blue, a, x, T(Red, T(Red, b, y, c), z, d)
    | Blue, a, x, T(Red, b, y, T(Red, c, z, d)) -> T(Red, T(Blue, a, x, b), y, T(Blue, c, z, d)) //: hit x2
    | color, a, x, b -> T(color, a, x, b) //: hit x1

//- bodies in lines of their own
[<MethodImpl(MethodImplOptions.NoInlining)>]
let lines e =
    match e with //: part 3/4 x3
    | Add2(Num 0, e)
    | Add2(e, Num 0) ->
        same e //: hit x1
    | Mul(Num 1, e)
    | Mul(e, Num 1) ->
        let copy = same e //D: hit x1
        same copy //: hit x1
    | Mul(Num 0, _)
    | Mul(_, Num 0) ->
        Num 0 //: miss
    | e -> e //: hit x1

//- a match on the result of a call
[<MethodImpl(MethodImplOptions.NoInlining)>]
let called a =
    match same a, same (Num 3) with //: part 2/3 x2
    | Num 0, e | e, Num 0 -> same e //: hit x1
    | Add2(Num 0, e), _ | Add2(e, Num 0), _ -> same e //: miss
    | e, _ -> same e //: hit x1

//- a value by match with or
[<MethodImpl(MethodImplOptions.NoInlining)>]
let valued e =
    let n =
        match e with //: part 2/3 x2
        | Add2(Num 0, Num n) | Add2(Num n, Num 0) -> n //: hit x1
        | Num n | Neg(Num n) -> n + 1 //: hit x1
        | _ -> 0 //: miss

    n + same 1 //: hit x2

//- three unions in a tuple
[<MethodImpl(MethodImplOptions.NoInlining)>]
let triple a b c =
    match a, b, c with //: part 3/4 x3
    | Num 0, _, _ | _, Num 0, _ | _, _, Num 0 -> same 0 //: hit x1
    | Num a, Num b, Num c -> a + b + c //: hit x1
    | Var "x", _, Var "x" | _, Var "x", Var "y" -> same 1 //: miss
    | _ -> same 9 //: hit x1

let run () =
    let n k = Num k //D: hit
    let x = Var "x" //: hit
    for e in [ Add2(n 0, x); Mul(x, n 1); Add2(x, x); x ] do ignore (simp e) //: hit 2/2
    for e in [ Add2(n 0, x); Mul(x, n 1); Add2(x, x); x ] do ignore (simpAll e) //: hit 2/2
    for e in [ Neg(Neg(Neg(n 3))); Neg(n 0); x ] do ignore (deep e) //: hit 2/2
    ignore (derive "x" (Mul(x, Add2(x, Var "y")))) //: hit
    for e in [ n 0; n 1; n 2; Var "z"; Neg x ] do ignore (literal e) //: hit 2/2
    printfn "%d" (pair (n 0) (n 0) + pair (n 1) (n 0) + pair x (n 3) + pair x x) //: hit
    printfn "%d" (options (Some(Some(Some 0))) + options (Some None) + options None) //: hit
    printfn "%d" (optional (Some(n 0)) None + optional (Some(n 1)) (Some(n 2))) //: hit
    printfn "%d" (lists [] + lists [ 1; 2 ] + lists [ 2; 3; 1 ] + lists [ 1; 2; 3; 4 ]) //: hit
    printfn "%d" (tokens [ n 0 ] + tokens [ x ] + tokens [ n 1; Neg(n 2) ]) //: hit
    for e in [ Add2(x, n 0); Mul(x, x); Neg x ] do ignore (named e) //: hit 2/2
    let ann = { Name = "Ann"; Age = 5 } //: hit
    for e in [ Joined { ann with Name = "root" }; Joined { ann with Age = 0 }; Joined { ann with Age = 20 }; Left(ann, "ciao"); Tick ] do ignore (events e) //: hit 2/2
    printfn "%d" (shapes (Rect(3, 0)) + shapes (Circle 2) + shapes Dot) //: hit
    printfn "%d" (shapePair Dot Dot + shapePair (Circle 1) (Rect(1, 2))) //: hit
    printfn "%d" (values (ValueSome 1) (ValueSome 0) + values (ValueSome 1) (ValueSome 2) + values ValueNone ValueNone) //: hit
    printfn "%d" (results (Ok 1) (Ok 0) + results (Ok 1) (Ok 2) + results (Ok 3) (Error "fatal")) //: hit
    printfn "%d" (mix Red Blue + mix Blue Red + mix Blue Yellow + mix Green (Custom(1, 2, 3)) + mix Green Green) //: hit
    let t = T(Red, T(Red, E, 1, E), 2, E) //: hit
    for k in [ Blue, t, 3, E; Blue, E, 0, T(Red, E, 1, T(Red, E, 2, E)); Red, t, 3, E ] do ignore (balance k) //: hit 2/2
    for e in [ Add2(n 0, x); Mul(x, n 1); x ] do ignore (lines e) //: hit 2/2
    for e in [ n 0; x ] do ignore (called e) //: hit 2/2
    for e in [ Add2(n 1, n 0); Neg(n 3) ] do ignore (valued e) //: hit 2/2
    printfn "%d" (triple x (n 0) x + triple (n 1) (n 1) (n 1) + triple (n 1) x x) //: hit
