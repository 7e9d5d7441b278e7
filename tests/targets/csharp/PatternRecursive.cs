// Pattern matching as people write it now: recursive, positional, list and slice patterns, relational
// ranges, patterns in LINQ, in conditions with && and ||, in switch expressions with when.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class PatternRecursive
{
    private abstract record Expr;

    private sealed record Num(double Value) : Expr; //: hit

    private sealed record Var(string Name) : Expr; //: hit

    private sealed record Neg(Expr Inner) : Expr; //: hit

    private sealed record Bin(char Op, Expr Left, Expr Right) : Expr; //: hit

    private sealed record Call(string Name, params Expr[] Arguments) : Expr; //: hit

    private static Expr Simplify(Expr e) => e switch //: part 5/10
    { //: hit
        Neg(Neg(var x)) => Simplify(x), //: hit x1
        Neg(Num(0)) zero => zero.Inner, //: miss
        Bin('+', Num(0), var r) => Simplify(r), //: hit x1
        Bin('+', var l, Num(0)) => Simplify(l), //: miss
        Bin('*', Num { Value: 1 }, var r) => Simplify(r), //: miss
        Bin('*', Num { Value: 0 }, _) or Bin('*', _, Num { Value: 0 }) => new Num(0), //: hit x1
        Bin(var op and ('+' or '-'), var l, var r) when l == r => op == '-' ? new Num(0) : new Bin('*', new Num(2), l), //: part 1/2 1/2
        Bin b => b with { Left = Simplify(b.Left), Right = Simplify(b.Right) }, //: miss
        Call { Name: "abs", Arguments: [Num { Value: >= 0 } n] } => n, //: miss
        _ => e, //: hit
    }; //: hit

    private static double Eval(Expr expr, IReadOnlyDictionary<string, double> scope)
    { //D: hit
        switch (expr) //: part 6/8
        {
            case Num { Value: var value }:
                return value; //: hit
            case Var { Name: "pi" }:
                return Math.PI; //: miss
            case Var(var name) when scope.TryGetValue(name, out double found): //: hit 2/2 x2
                return found; //: hit x1
            case Neg(var inner):
                return -Eval(inner, scope); //: hit x1
            case Bin(var op, var left, var right):
                double l = Eval(left, scope), r = Eval(right, scope); //: hit x2
                return op switch //: part 3/5 x2
                { //: hit x2
                    '+' => l + r, //: hit x1
                    '-' => l - r, //: miss
                    '*' => l * r, //: miss
                    '/' when r != 0 => l / r, //: part 1/2 x1
                    _ => throw new InvalidOperationException($"bad operator {op}"), //: hit x1
                }; //: hit x2
            case Call("max", [var first, .. var rest]):
                double best = Eval(first, scope); //: hit x1
                foreach (Expr e in rest) //: hit 2/2
                    best = Math.Max(best, Eval(e, scope)); //: hit x2
                return best; //: hit x1
            case Call(var name, []):
                throw new NotSupportedException(name); //: miss
            default:
                throw new KeyNotFoundException(expr.ToString()); //: hit x1
        }
    } //D: hit

    public static void Run()
    { //D: hit
        Use(Simplify(new Neg(new Neg(new Num(1))))); //: hit x1
        Use(Simplify(new Bin('+', new Num(0), new Var("a")))); //: hit x1
        Use(Simplify(new Bin('*', new Var("a"), new Num(0)))); //: hit x1
        Use(Simplify(new Bin('-', new Var("a"), new Var("a")))); //: hit x1
        Dictionary<string, double> scope = new() { ["x"] = 2 }; //: hit x1
        Use((int)Eval(new Bin('+', new Var("x"), new Neg(new Num(1))), scope)); //: hit x1
        Expect<KeyNotFoundException>(() => Eval(new Var("y"), scope)); //: hit
        Expect<InvalidOperationException>(() => Eval(new Bin('/', new Num(1), new Num(0)), scope)); //: hit
        Use((int)Eval(new Call("max", new Num(1), new Num(3), new Num(2)), scope)); //: hit x1
        foreach (string[] args in (string[][])[["add", "1", "2"], ["add", "x", "2"], ["list"], ["list", "-v"], ["help"], []]) //: hit 2/2
            Use(Command(args)); //: hit x6
        Use(Classify(5)); //: hit x1
        Use(Classify(-5L)); //: hit x1
        Use(Classify("  ")); //: hit x1
        Use(Classify(new List<int> { 1, 2 })); //: hit x1
        Use(Classify((1, "a"))); //: hit x1
        Use(Classify(null)); //: hit x1
        Use(Grade(95)); //: hit x1
        Use(Grade(71)); //: hit x1
        Use(Age(new DateOnly(2000, 2, 29), new DateOnly(2024, 2, 28))); //: hit x1
        Use(IsLeap(2000) && IsLeap(2024) && !IsLeap(1900)); //: part 1/2 1/2 1/2 x1
        Use(Kind('x')); //: hit x1
        Use(Kind('7')); //: hit x1
        Use(Kind(' ')); //: hit x1
        Conditions("hello", 3, null); //: hit x1
        Conditions("", 30, [1]); //: hit x1
        Use(Bools(true, null)); //: hit x1
        Use(Bools(false, true)); //: hit x1
        Use(Sum([1, 2, 3])); //: hit x1
        Use(Routes("/users/5/posts")); //: hit x1
        Use(Routes("/users/x")); //: hit x1
        Use(Routes("/")); //: hit x1
    } //: hit

    //- command line
    private static string Command(string[] args)
    { //D: hit
        return args switch //: part 5/6 x6
        { //: hit x6
            ["add", var a, var b] when int.TryParse(a, out int x) && int.TryParse(b, out int y) => (x + y).ToString(CultureInfo.InvariantCulture), //: part 2/2 1/2 x2
            ["list"] or ["list", "-v" or "--verbose"] => "list", //: hit x2
            ["rm", .. { Length: > 0 } files] => $"rm {files.Length}", //: miss
            ["help", ..] => "help", //: hit x1
            [] => "usage", //: hit x1
            [var other, ..] => "unknown " + other, //: hit x1
        }; //: hit x6
    } //D: hit

    private static string Classify(object? value) => value switch //: part 6/9
    { //: hit
        null => "null", //: hit x1
        int and > 0 and < 10 => "digit", //: hit x1
        int or long or short => "integer", //: hit x1
        string s when string.IsNullOrWhiteSpace(s) => "blank", //: part 1/2 x1
        string { Length: > 100 } => "long text", //: miss
        ICollection<int> { Count: var count and > 1 } => $"{count} numbers", //: hit x1
        (int a, string b) => b + a, //: hit x1
        IEnumerable<object> => "things", //: miss
        _ => value.GetType().Name, //: miss
    }; //: hit

    private static char Grade(int points) => points switch //: part 2/4 x2
    { //: hit x2
        >= 90 and <= 100 => 'A', //: hit x1
        >= 80 => 'B', //: miss
        >= 70 and not 75 => 'C', //: hit x1
        _ => 'F', //: miss
    }; //: hit x2

    private static int Age(DateOnly birth, DateOnly today)
    { //D: hit
        int age = today.Year - birth.Year; //: hit x1
        if (today.Month < birth.Month || (today.Month == birth.Month && today.Day < birth.Day)) //: part 1/2 1/2 1/2 x1
            age--; //: hit x1
        return age; //: hit x1
    } //D: hit

    private static bool IsLeap(int year) => year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); //: part 1/2 2/2 2/2 x3

    private static string Kind(char c)
    { //D: hit
        if (c is >= 'a' and <= 'z' or >= 'A' and <= 'Z' or '_') return "letter"; //: part 2/2 1/2 1/2 0/2 0/2
        if (char.IsAsciiDigit(c)) return "digit"; //: hit 2/2 x2
        return c is ' ' or '\t' ? "space" : "other"; //: part 1/2 1/2 x1
    } //D: hit

    private static void Conditions(string? text, int number, int[]? items)
    { //D: hit
        if (text is { Length: > 0 } && number is > 2 and < 10 && items is null or []) //: part 1/2 2/2 1/2 1/2 1/2 0/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        bool any = text is "" or "x" || number is 3; //: part 1/2 2/2 1/2 1/2 x2
        Use(any); //: hit x2
        bool none = items is not { Length: > 0 }; //: part 2/2 1/2 x2
        Use(none); //: hit x2
        var described = items is [var only] ? only : items?.Length ?? -1; //: part 2/2 1/2 1/2 x2
        Use(described); //: hit x2
        if (!(items is [> 0, ..] && number > 9)) //: part 2/2 1/2 1/2 1/2 x2
            Use(2); //: hit x1
        string kind = (text, items) is ("", not null) ? "a" : "b"; //: part 2/2 1/2 x2
        Use(kind); //: hit x2
        while (number is > 0 and not 29) //: hit 2/2 2/2 x6
            number -= 1; //: hit x4
    } //: hit

    private static bool Bools(bool left, bool? right) => (left, right) switch //: part 2/4 x2
    { //: hit x2
        (true, true) => true, //: miss
        (true, null) => false, //: hit x1
        (false, true) or (false, null) => Yes(), //: hit x1
        _ => No(), //: miss
    }; //: hit x2

    private static int Sum(ReadOnlySpan<int> numbers) => numbers switch //: hit 2/2 x4
    { //: hit x4
        [] => 0, //: hit x1
        [var head, .. var tail] => head + Sum(tail), //: hit x3
    }; //: hit x4

    private static string Routes(string path) => path.Split('/', StringSplitOptions.RemoveEmptyEntries) switch //: hit 4/4 x3
    { //: hit x3
        ["users", var id] when int.TryParse(id, out _) => "user", //: part 1/2 x1
        ["users", var id, "posts", ..] => "posts of " + id, //: hit x1
        [] => "home", //: hit x1
        [..] => "not found", //: hit x1
    }; //: hit x3
}
