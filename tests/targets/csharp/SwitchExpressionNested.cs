// Arms of switch expressions that compute parts of their value first: another switch expression, a pattern as
// a value. Those decisions stand on the arm's line, before whose point they come in the code.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchExpressionNested
{
    private abstract record Node
    {
        public sealed record Number(double Value) : Node; //: hit

        public sealed record Call(string Of, List<Node> Arguments) : Node; //: hit

        public sealed record Binary(string Operator, Node Left, Node Right) : Node; //: hit
    }

    //- an expression over types, in an arm one over a string
    private static int First(Node n) => n switch //: part 2/3 x2
    { //: hit
        Node.Binary b => b.Operator switch { "+" => 7, _ => 8 }, //: part 1/2
        Node.Call => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Second(Node n) => n switch //: part 2/3
    { //: hit
        Node.Call => 3, //: hit
        Node.Binary b => b.Operator switch { "+" => 7, _ => 8 }, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Numbers(int n, int m) => Id(n) switch //: part 2/3 x2
    { //: hit
        1 => 3, //: hit
        5 => m switch { 2 => 7, _ => 8 }, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    //- in an arm an expression over a tuple, whose arms decide
    private static int Tuples(Node n) => n switch //: part 2/4
    { //: hit
        Node.Binary(var text, var l, var r) => (text, l, r) switch //: part 1/3
        { //: hit
            ("+", Node.Number, Node.Call) => 7, //: miss
            (_, Node.Number a, Node.Number b) => a.Value < b.Value || text.Length > 1 ? 3 : 4, //: part 1/2 1/2
            _ => 8, //: miss
        }, //: hit
        Node.Call { Of: "g" } => 3, //: miss
        Node.Call => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    //- three deep
    private static int Deep(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => b.Left switch { Node.Number m => m.Value switch { 1 => 1, _ => 2 }, _ => 8 }, //: part 1/2 1/2
        Node.Call => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    //- after other operands, in a string
    private static string Text(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary(var text, _, _) => $"{text switch { "+" => "plus", _ => text }}!", //: part 1/2
        Node.Call { Of: var of, Arguments: var some } => of + some.Count switch { 0 => "()", var k => $"({k})" }, //: part 1/2
        _ => "", //: miss
    }; //: hit

    private static int Pair(Node n) => (n, n) switch //: part 2/3
    { //: hit
        (Node.Binary x, Node.Binary y) => x.Operator == y.Operator && x.Left == y.Left ? 1 : 2, //: part 1/2 1/2
        (Node.Call c, _) => c.Arguments.Count switch { 0 => 1, 1 => 2, _ => 3 }, //: part 1/3
        _ => 4, //: miss
    }; //: hit

    //- a pattern with `or` in an arm
    private static int Or(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary => 1, //: hit
        Node.Call c => c.Of is "f" or "g" ? 1 : 2, //: part 1/2 0/2
        _ => 4, //: miss
    }; //: hit

    private static bool OrValue(Node n) => n switch //: part 2/3
    { //: hit
        Node.Binary b => b.Operator is "+" or "-", //: part 1/2 0/2
        Node.Call c => c.Arguments.Count is 5 or 7, //: part 1/2 1/2
        _ => true, //: miss
    }; //: hit

    private static int OrNumbers(int n) => Id(n) switch //: part 2/3
    { //: hit
        1 => Id(n) is 1 or 5 or 9 ? 1 : 2, //: part 1/2 0/2 0/2
        2 => Id(n.ToString()) is "f" or "2" ? 1 : 2, //: part 1/2 1/2
        _ => 4, //: miss
    }; //: hit

    //- an argument before a pattern, in an arm
    private static int Behind(int n) => n switch //: part 1/3
    { //: hit
        1 => Math.Max(n, Id(n) is 1 or 5 or 9 ? n : 2), //: part 1/2 0/2 0/2
        2 => Math.Max(n, n > 0 ? n : 2), //: miss 0/2
        _ => 4, //: miss
    }; //: hit

    //- as a statement: the same without an expression around it
    private static int Statement(Node n)
    { //D: hit x2
        switch (Id(n)) //: part 2/3 x2
        {
            case Node.Call c:
                return c.Of is "f" or "g" ? 1 : 2; //: part 1/2 0/2
            case Node.Binary b:
                return b.Operator switch { "+" => 7, _ => 8 }; //: part 1/2
            default:
                return 0; //: miss
        }
    } //D: hit

    //- a condition of a label, and an expression in the arm
    private static string Condition(string text, int n) => Id(n) switch //: part 1/3 x1
    { //: hit
        0 => "a", //: miss
        > 5 when text[0] == 'x' => text switch { "x" => "seven", _ => "many" }, //: part 1/2 1/2
        _ => "", //: miss
    }; //: hit

    private static string ConditionBehind(string text, int n) => Id(n) switch //: part 1/3
    { //: hit
        0 => "a", //: miss
        > 5 when text[0] == 'x' => text + Id(n) switch { 7 => "seven", _ => "many" }, //: part 1/2 1/2
        _ => "", //: miss
    }; //: hit

    //- an arm that throws beside one that decides
    private static int Throws(Node? n) => n switch //: part 1/3
    { //: hit
        null => throw new ArgumentNullException(nameof(n)), //: miss
        Node.Call c => c.Of switch { "f" => 1, "g" => throw new InvalidOperationException(), _ => 2 }, //: part 1/3
        _ => 4, //: miss
    }; //: hit

    //- expressions that await in their arms
    private static async Task<int> Waits(Node n)
    { //D: hit x2
        return n switch //: part 2/3 x2
        { //: hit
            Node.Binary b => b.Operator switch { "+" => await Later(7), _ => 8 }, //: part 1/2
            Node.Call c => (await Later(1)) switch { 1 => 5, _ => 6 }, //: part 1/2
            _ => 4, //: miss
        }; //: hit
    } //: hit //AR: none

    private static async Task<int> Asks(Node n)
    { //D: hit x2
        return n switch //: part 2/3 x2
        { //: hit
            Node.Binary b => await Later(b.Operator is "-" ? 2 : 3), //: part 1/2
            Node.Call c => await Later(c.Of == "f" ? 1 : 2), //: part 1/2
            _ => 4, //: miss
        }; //: hit
    } //: hit //AR: none

    //- an inner switch expression between operands and an await
    private static async Task<int> Between(int a, int b) => a switch //: part 2/3
    { //: hit
        1 => b + (b switch { 1 => 5, 2 => 6, _ => 7 }) * await Later(b), //: part 2/3
        2 => await Later(3), //: hit
        _ => 0, //: miss
    }; //: hit

    private static async Task<int> Operands(int a, int b, bool c)
    { //D: hit
        int sum = a switch //: part 2/3
        { //: hit
            1 => Later(b).Result //: part 1/2 2/3
                + (c ? 2 : 3) //: hit
                + (b switch { 1 => 5, 2 when c => 6, _ => 7 }) * await Later(b), //: part 1/2
            2 => Math.Max(Id(b), await Later(b) + (b switch { 1 => c ? 5 : 2, 2 => 6, _ => 7 }) + await Later(a)), //: part 2/3 1/2
            _ => 0, //: miss
        }; //: hit
        return sum; //: hit
    } //: hit //AR: none

    private static async Task<int> Later(int n)
    { //D: hit x16
        await Task.Yield(); //: hit x16
        return n; //: hit x16
    } //: hit x16 //AR: none

    public static async Task Run()
    { //D: hit x1
        Node one = new Node.Number(1); //: hit x1
        Node call = new Node.Call("f", [one, one]); //: hit x1
        Node sum = new Node.Binary("+", one, one); //: hit x1
        foreach (Node n in new[] { call, sum }) //: hit 2/2
        { //D: hit x2
            Use(First(n) + Second(n) + Tuples(n) + Deep(n) + Pair(n) + Or(n)); //: hit x2
            Use(Text(n)); //: hit x2
            Use(OrValue(n)); //: hit x2
            Use(Statement(n)); //: hit x2
            Use(await Waits(n) + await Asks(n)); //: hit x2
        } //: hit x2 //AR: none

        foreach (int n in new[] { 1, 2 }) //: hit 2/2
            Use(await Between(1, n) + await Between(2, n) + await Operands(1, n, true) + await Operands(2, n, true)); //: hit x2

        Use(Numbers(1, 1) + Numbers(5, 2)); //: hit x1
        Use(OrNumbers(1) + OrNumbers(2)); //: hit x1
        Use(Behind(1)); //: hit x1
        Use(Condition("x", 7) + ConditionBehind("x", 7)); //: hit x1
        Use(Throws(call)); //: hit x1
    } //: hit x1
}
