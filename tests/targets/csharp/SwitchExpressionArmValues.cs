// Functions over trees, written as switch expressions: arms that are conditional expressions, patterns or switch
// expressions themselves. Each is called with a sum and with a call, or with 1 and 2.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchExpressionArmValues
{
    private abstract record Node //: none
    {
        public sealed record Number(double Value) : Node; //: hit

        public sealed record Call(string Of, List<Node> Arguments) : Node; //: hit

        public sealed record Binary(string Op, Node Left, Node Right) : Node; //: hit
    }

    public static void Run()
    { //D: hit
        Node one = new Node.Number(1); //: hit
        foreach (Node n in (Node[])[new Node.Binary("+", one, one), new Node.Call("f", [one, one])]) //: hit 2/2
        { //D: hit
            Use(First(n) + Second(n) + Property(n) + Positional(n) + Wide(n) + Guarded(n) + Deep(n) + Counted(n) + InTuple(n)); //: hit
            Use(InString(n)); //: hit
            Use(Inner(n) + Conditional(n) + Joined(n) + Listed(n) + Typed(n) + Joins(n) + Called(n) + Chained(n)); //: hit
            Use(Truth(n) | Both(n)); //: hit
            Use(Statement(n) + Ifs(n) + InCondition(n) + Assigned(n) + Summed(n)); //: hit
        } //D: hit

        foreach (int n in new[] { 1, 2 }) //: hit 2/2
            Use(Constants(n) + Texts(n) + FromText(n) + Later(n, "x")); //: hit
        Use(Behind("x", 7) + Own("x", 7) + Longer("x", 7) + Flagged("x", 7, true)); //: hit
    } //: hit

    //- a switch expression in an arm of another
    private static int First(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => b.Op switch { "+" => 7, _ => 8 }, //: part 1/2
        Node.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Second(Node n) => n switch //: part 2/3
    { //: hit
        Node.Call c => 3, //: hit
        Node.Binary b => b.Op switch { "+" => 7, _ => 8 }, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Property(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary { Op: var op } => op switch { "+" => 7, _ => 8 }, //: part 1/2
        Node.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Positional(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary(var op, var l, var r) => (op, l, r) switch { ("+", Node.Number, Node.Number) => 7, _ => 8 }, //: part 1/2
        Node.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Wide(Node n) => n switch //: part 2/4
    { //: hit
        Node.Binary(var op, var l, var r) => (op, Id(l), Id(r)) switch { ("+", Node.Number, Node.Number) => 7, ("-", _, Node.Number) => 5, _ => 8 }, //: part 1/3
        Node.Call { Of: "g" } c => 3, //: miss
        Node.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Guarded(Node n) => n switch //: part 2/3
    { //: hit
        Node.Call c => 3, //: hit
        Node.Binary b when b.Op == "+" => b.Left switch { Node.Number m => 1, _ => 8 }, //: part 1/2 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Deep(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => b.Left switch { Node.Number m => m.Value switch { 1 => 1, _ => 2 }, _ => 8 }, //: part 1/2 1/2
        Node.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Counted(Node n) => n switch //: part 2/4
    { //: hit
        Node.Binary(var op, var l, var r) => (op, l, r) switch { ("+", Node.Number, Node.Number) => 7, (_, Node.Number a, Node.Number b) => a.Value < b.Value || op.Length > 1 ? 3 : 4, _ => 8 }, //: part 1/3 0/2 0/2
        Node.Call { Of: "g" } c => 3, //: miss
        Node.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int InTuple(Node n) => (n, n) switch //: part 2/3
    { //: hit
        (Node.Binary x, Node.Binary y) => x.Op == y.Op && x.Left == y.Left ? 1 : 2, //: part 1/2 1/2
        (Node.Call x, _) => x.Arguments.Count switch { 0 => 1, 1 => 2, _ => 3 }, //: part 1/3
        _ => 4, //: miss
    }; //: hit

    private static string InString(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary(var op, _, _) => $"{op switch { "+" => "plus", _ => op }}!", //: part 1/2
        Node.Call { Of: var of, Arguments: var arguments } => of + arguments.Count switch { 0 => "()", var k => $"({k})" }, //: part 1/2
        _ => "", //: miss
    }; //: hit

    //- conditional expressions and patterns in arms
    private static int Inner(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => b.Op == "+" ? b.Left is Node.Number ? 1 : 2 : 3, //: part 1/2 1/2
        Node.Call => 1, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Conditional(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary => 1, //: hit
        Node.Call { Of: var of } => of is "f" or "g" ? 1 : 2, //: part 1/2 0/2
        _ => 4, //: miss
    }; //: hit

    private static int Joined(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary => 1, //: hit
        Node.Call c => c.Arguments.Count is 2 or 7 ? 1 : 2, //: part 1/2 0/2
        _ => 4, //: miss
    }; //: hit

    private static int Listed(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary => 1, //: hit
        Node.Call c => c.Arguments is [Node.Number] or [_, _] ? 1 : 2, //: part 1/2 1/2 1/2 0/2
        _ => 4, //: miss
    }; //: hit

    private static int Typed(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary { Left: { } x } => x is Node.Number m ? 1 : x is Node.Binary ? 2 : 3, //: part 1/2 0/2
        Node.Call c => 7, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Joins(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary { Left: var l } => l is not Node.Number number ? 3 : number.Value > 0 && number.Value < 9 ? 1 : 2, //: part 1/2 1/2 1/2
        Node.Call c when c.Arguments is [Node.Number { Value: var v }, .. var rest] && rest.Count > 0 => v > 3 ? 1 : 2, //: part 1/2 1/2 1/2 1/2 1/2
        _ => 3, //: miss
    }; //: hit

    private static int Called(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => Sides(b), //: hit
        Node.Call c when c.Of switch { "f" => Yes(), _ => No() } => 1, //: part 1/2 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Sides(Node.Binary b) => (b.Left, b.Right) switch //: part 1/3
    { //: hit
        (Node.Number { Value: 1 }, Node.Number { Value: > 1 }) => 1, //: miss
        (Node.Number, Node.Number) => 2, //: hit
        _ => 3, //: miss
    }; //: hit

    private static int Chained(Node n) => (n switch { Node.Binary b => b.Op, Node.Call c => c.Of, _ => null }) switch { "+" => 1, "f" => 2, null => 3, _ => 4 }; //: part 2/3 2/4

    private static bool Truth(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => b.Op is "+" or "-", //: part 1/2 0/2
        Node.Call c => c.Of == "f" || c.Of == "g", //: part 1/2 0/2
        _ => Yes(), //: miss
    }; //: hit

    private static bool Both(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => b.Left is Node.Number { Value: > 0 } && b.Right is Node.Number, //: part 1/2 1/2 1/2
        Node.Call c => c.Arguments is [Node.Number, ..], //: part 1/2 1/2 1/2
        _ => Yes(), //: miss
    }; //: hit

    //- the same in statements
    private static int Statement(Node n)
    { //D: hit
        switch (Id(n)) //: part 2/3
        {
            case Node.Binary b: return b.Op is "+" or "-" ? 1 : 2; //: part 1/2 0/2
            case Node.Call c: return c.Of switch { "f" => 7, _ => 8 }; //: part 1/2
            default: return 4; //: miss
        }
    } //D: hit

    private static int Ifs(Node n)
    { //D: hit
        if (n is Node.Binary b) return b.Op switch { "+" => 7, "-" => 4, _ => 8 }; //: part 2/2 1/3
        return n is Node.Call c ? c.Of switch { "f" => 2, _ => 3 } : 4; //: part 1/2 1/2
    } //D: hit

    private static int InCondition(Node n)
    { //D: hit
        int result; //: none
        if (n is Node.Binary { Op: "+", Left: Node.Number { Value: var v } }) result = v switch { > 1 => 1, _ => 2 }; //: part 2/2 1/2 1/2 1/2
        else if (n is Node.Call { Of: "f" } c) result = c.Arguments switch { [] => 0, [_, _] => 2, _ => 3 }; //: part 1/2 1/2 1/3
        else result = 3; //: miss
        return result; //: hit
    } //D: hit

    private static int Assigned(Node n)
    { //D: hit
        int kind = n switch { Node.Call => 1, Node.Binary { Left: Node.Number } => 2, _ => 3 }; //: part 2/3
        switch (kind) //: part 2/3
        {
            case 1: kind = n switch { Node.Call { Of: "f" } => 5, _ => 6 }; break; //: part 1/2
            case 2: kind = n is Node.Binary { Op: "+" } ? 3 : 4; break; //: part 1/2 1/2
        }

        return kind; //: hit
    } //D: hit

    private static int Summed(Node n)
    { //D: hit
        int sum = 0; //: hit
        foreach (Node m in new[] { n, n }) //: hit 2/2
            sum += m switch { Node.Binary b => b.Left is Node.Number { Value: > 5 } ? 1 : 2, Node.Call { Arguments.Count: > 1 } => 5, _ => 6 }; //: part 2/3 1/2 1/2
        return sum; //: hit
    } //D: hit

    //- over constants
    private static int Constants(int n) => Id(n) switch //: part 2/3
    { //: hit
        1 => Id(n) is 1 or 5 or 9 ? 1 : 2, //: part 1/2 0/2 0/2
        2 => Id(n.ToString()) is "f" or "2" ? 1 : 2, //: part 1/2 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Texts(int n) => n switch //: part 2/3
    { //: hit
        1 => n.ToString() is "1" or "x" ? 1 : 2, //: part 1/2 0/2
        2 => n.ToString() is "f" ? 1 : 2, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    private static int FromText(int n) => n.ToString() switch //: part 2/3
    { //: hit
        "1" => n.ToString() is "1" or "x" ? 1 : 2, //: part 1/2 0/2
        "2" => n.ToString() is "f" ? 1 : 2, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Later(int n, string text) => Id(n) switch //: part 2/3
    { //: hit
        1 => 3, //: hit
        2 => text switch { "x" => 7, _ => 8 }, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    //- after a condition of the label
    private static string Behind(string text, int n) => Id(n) switch //: part 1/3
    { //: hit
        0 => "a", //: miss
        > 5 when text[0] == 'x' => text switch { "x" => "seven", _ => "many" }, //: part 1/2 1/2
        _ => "", //: miss
    }; //: hit

    private static string Own(string text, int n) => Id(n) switch //: part 1/3
    { //: hit
        0 => "a", //: miss
        > 5 when text[0] == 'x' => text + Id(n) switch { 7 => "seven", _ => "many" }, //: part 1/2 1/2
        _ => "", //: miss
    }; //: hit

    private static string Longer(string text, int n) => Id(n) switch //: part 1/3
    { //: hit
        0 => "a", //: miss
        > 5 when text[0] == 'x' => n switch { 7 => "seven", 5 => "x", _ => "many" }, //: part 1/2 1/3
        _ => "", //: miss
    }; //: hit

    private static string Flagged(string text, int n, bool flag) => n switch //: part 1/3
    { //: hit
        0 => "a", //: miss
        > 5 when flag => text switch { "x" => "seven", _ => "many" }, //: part 1/2 1/2
        _ => "", //: miss
    }; //: hit
}
