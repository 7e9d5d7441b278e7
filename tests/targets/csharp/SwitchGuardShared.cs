// Conditions of labels that several leaves of the pattern's tree share, and switches whose last label takes everything.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardShared
{
    private enum Level { Debug, Info, Warning, Error, Fatal }

    private abstract record Shape(string? Name = null); //: hit

    private sealed record Circle(double Radius) : Shape("c"); //: hit

    private sealed record Square(double Side) : Shape; //: hit

    private sealed record Polygon(params (double X, double Y)[] Corners) : Shape("p"); //: hit

    public static void Run()
    { //D: hit
        Use(NumbersFromOne("x", 3) + NumbersFromOne("xyz", 9)); //: hit
        Use(LongNumbers(3, 4) + LongNumbers(8, 3)); //: hit
        DefaultFirst([5, 4, 3], 1); //: hit
        Use(LastTakesAll("ab")); //: hit
        Use(LastTakesAll("\\")); //: hit
        Use(Shared("k=v") + Shared("flag") + Shared("#c")); //: hit
        Use(SharedExpression(1, "a") + SharedExpression(2, "bb") + SharedExpression(3, null)); //: hit
        Use(Two(5, 1) + Two(-5, 0) + Two(0, 0)); //: hit
        Use(Between(Level.Info, "x") + Between(Level.Fatal, null) + Between(Level.Error, "y")); //: hit
        Use(Area(new Circle(1)) + Area(new Square(-2)) + Area(new Polygon((0, 0), (1, 0), (1, 1)))); //: hit
        Use(Nested((1, 2), "x") + Nested((3, 4), "y") + Nested((0, 0), "")); //: hit
        foreach (string s in (string[])["GET /", "PUT /a", "GET /users/7", "HEAD /", ""]) //: hit 2/2
            Use(Route(s)); //: hit
        Use(Ranges(3) + Ranges(15) + Ranges(150) + Ranges(-1)); //: hit
        Use(Guarded(4) + Guarded(7) + Guarded(8)); //: hit
        Use(OrWhen('x', true) + OrWhen('b', false) + OrWhen('z', false)); //: hit
        Use(Classify([]) + Classify([1]) + Classify([1, 2, 3]) + Classify([9, 9]) + Classify(null)); //: hit
        Use(Async(3).Result + Async(30).Result); //: hit
        Use(string.Concat(Iterate([1, "a", null, 2.5]))); //: hit
        Use(NotNull(null) + NotNull("") + NotNull("abc")); //: hit
        Use(DefaultFirst("bb", 1)); //: hit
        Use(DefaultFirst("dddd", 1)); //: hit
        OneBody("a", 1); //: hit
        OneBody("a", 2); //: hit
        OneBody("b", 1); //: hit
        Use(ThreeLabels(10, 2) + ThreeLabels(10, 0) + ThreeLabels(200, 0)); //: hit
    } //: hit

    //- case var c when, in a loop: falling out goes on
    private static int LastTakesAll(string text)
    { //D: hit
        int i = 0; //: hit
        while (i < text.Length) //: part 1/2
        { //D: hit
            switch (text[i++]) //: hit 3/3
            {
                case '\\' when i < text.Length: //: part 1/2
                    i++; //: miss
                    break; //: miss
                case var c when c is 'b' or '\\': //: hit 2/2 2/2
                    return i; //: hit
            }
        } //D: hit

        return -1; //: miss
    } //D: hit

    //- a condition that comes after several tests
    private static int Shared(string raw)
    { //D: hit
        switch (raw.Trim()) //: part 3/6
        {
            case "" or ['#' or ';', ..]:
                return 0; //: hit
            case ['[', .. { Length: > 0 } name, ']']:
                return name.Length; //: miss
            case var line when line.IndexOf('=') > 0: //: hit 2/2
                return line.IndexOf('='); //: hit
            case { Length: var length } line:
                return length + line[0]; //: hit
        }

        return -1; //: miss
    } //D: hit

    //- a shared condition in a switch expression
    private static int SharedExpression(int number, string? text) => (number, text) switch //: part 2/4
    { //: hit
        (1, "x") => 1, //: miss
        (_, var t) when t?.Length == number => 2, //: hit 2/2 2/2
        (3, null) => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    //- a shared condition between labels of numbers
    private static int Two(int a, int b)
    { //D: hit
        switch (a, b) //: part 3/5
        {
            case (> 0, 0):
                return 1; //: miss
            case (var x, var y) when x > y: //: hit 2/2
                return 2; //: hit
            case (< 0, 0):
                return 3; //: hit
            case (0, _) when Yes(): //: part 1/2
                return 4; //: hit
            default:
                return 5; //: miss
        }
    } //D: hit

    //- conditions after relational patterns
    private static string Between(Level level, string? text) => level switch //: part 3/4
    { //: hit
        >= Level.Warning when text is null => "null", //: hit 2/2
        Level.Error or Level.Fatal when text is not "q" => "error", //: part 1/2
        <= Level.Info => "low", //: hit
        _ => "other", //: miss
    }; //: hit

    //- conditions after types and properties
    private static double Area(Shape? shape) => shape switch //: part 3/6
    { //: hit
        Circle { Radius: var r } when double.IsFinite(r) => Math.PI * r * r, //: part 1/2
        Square { Side: >= 0 and var side } => side * side, //: miss
        Polygon { Corners: [_, _, _, ..] corners } when corners[0] != corners[1] => corners.Length, //: part 1/2 0/2
        { Name: null } => -1, //: hit
        null => -2, //: miss
        _ => -3, //: miss
    }; //: hit

    private static int Nested((int, int) pair, string text) => pair switch //: hit 3/3
    { //: hit
        (1, 2) => text switch //: part 1/3
        { //: hit
            "x" when pair.Item1 > 0 => 1, //: part 1/2
            "x" or "y" => 2, //: miss
            _ => 3, //: miss
        }, //: hit
        (3, _) => text is ['y', ..] ? 4 : 5, //: part 1/2 1/2 1/2
        _ => 6, //: hit
    }; //: hit

    //- list patterns, a switch in a case
    private static string Route(string line)
    { //D: hit
        switch (line.Split(' ')) //D: part 4/5 //R: hit 4/4
        {
            case [var method, var path] when method == "GET": //: hit 2/2
                switch (path.Split('/', StringSplitOptions.RemoveEmptyEntries)) //D: part 2/4 //R: part 2/3
                {
                    case []: return "home"; //: hit
                    case ["users", var id] when int.TryParse(id, out int n) && n > 0: return $"user {n}"; //: part 1/2 1/2
                    case ["users", _]: goto default; //D: miss
                    default: return "404"; //: miss
                }

            case ["HEAD" or "OPTIONS", ..]:
                return ""; //: hit
            case [.., "/a"]:
                return "a"; //: hit
            case [""]:
                goto default; //D: hit
            case null:
            default:
                return "bad"; //: hit
        }
    } //D: hit

    private static int Ranges(int n) => n switch //: part 4/5
    { //: hit
        >= 0 and < 10 when n % 2 == 0 => 0, //: part 1/2
        >= 0 and < 20 => 1, //: hit
        >= 100 and not (120 or 130) when n > 140 => 2, //: part 1/2
        < 0 => -1, //: hit
        _ => 9, //: miss
    }; //: hit

    //- labels with conditions that share a body
    private static int Guarded(int n)
    { //D: hit
        switch (Id(n)) //: part 4/5
        {
            case 4 when No(): //: part 1/2
            case 5 when Yes(): //: miss 0/2
            case 8 when n > 3 && Yes(): //: part 1/2 1/2
                return 1; //: hit
            case var m when (m & 1) == 1: //: hit 2/2
                return 2; //: hit
        }

        return 3; //: hit
    } //D: hit

    //- conditions after or-patterns of a tuple
    private static int OrWhen(char c, bool flag) => (c, flag) switch //: part 3/4
    { //: hit
        ('x' or 'y', true) when Id(c) == 'x' => 1, //: part 1/2
        ('a' or 'b', _) or (_, true) => 2, //: hit
        ('x' or 'y', false) when Id(c) == 'y' => 3, //: miss 0/2
        _ => 4, //: hit
    }; //: hit

    private static int Classify(int[]? items) => items switch //: hit 5/5
    { //: hit
        null => -1, //: hit
        [] => 0, //: hit
        [var a] when a > 0 => 1, //: part 1/2
        [.., var last] when last > 5 => last, //: hit 2/2
        _ => 9, //: hit
    }; //: hit

    //- a condition that awaits
    private static async Task<int> Async(int n)
    { //D: hit
        await Task.Yield(); //: hit
        switch (await Task.FromResult(n)) //: part 2/4
        {
            case > 100:
                return 1; //: miss
            case var big when await Task.FromResult(big > 10): //: hit 2/2
                return 2; //: hit
            case 4:
                return 3; //: miss
            default:
                await Task.Yield(); //: hit
                return 4; //: hit
        }
    } //: hit //AR: none

    //- conditions in an iterator
    private static IEnumerable<string> Iterate(object?[] items)
    { //D: hit
        foreach (object? item in items) //: hit 2/2
        { //D: hit
            switch (item) //: part 4/5
            {
                case int n when n > 5: //: part 1/2
                    yield return "big"; //: miss
                    break; //: miss
                case int or double:
                    yield return "number"; //: hit
                    goto case null; //D: hit
                case null:
                    yield return "null"; //: hit
                    continue; //: hit
                case string { Length: var l } when l is > 0 and < 3: //: part 1/2 1/2
                    yield return "short"; //: hit
                    break; //D: hit
            }

            yield return "."; //: hit
        } //D: hit
    } //: hit

    private static string NotNull(string? text)
    { //D: hit
        if (text switch { null => false, { Length: 0 } => No(), _ => Yes() }) //: hit 3/3 2/2
            return "yes"; //: hit
        return text switch { not null => "empty", _ => "null" }; //: hit 2/2
    } //D: hit

    //- the default comes first: a condition that fails goes back to it
    private static int DefaultFirst(string text, int n)
    { //D: hit
        switch (text) //: part 3/5
        {
            default: //: none
                Use(1); //: hit
                break; //: hit
            case "a": //: none
                return 2; //: miss
            case "bb" when n > 3: //: part 1/2
                return 3; //: miss
            case "ccc" when n > 3 && Id(n) < 8: //: miss 0/2 0/2
                return 4; //: miss
            case "dddd" when Id(n) == 1: //: part 1/2
                for (int i = 0; i < n; i++) //: hit 2/2
                    Use(i); //: hit
                return 5; //: hit
        }

        return 6; //: hit
    } //D: hit

    //- two labels with conditions, and one body
    private static void OneBody(string text, int n)
    { //D: hit
        switch (text) //: hit 3/3
        {
            case "a" when n == 1: //: hit 2/2
            case "b" when n != 1: //: part 1/2
                Use(n); //: hit
                break; //D: hit
        }

        Use(5); //: hit
    } //: hit

    //- three of them, and others before and after
    private static int ThreeLabels(int n, int m)
    { //D: hit
        switch (n) //: part 3/6
        {
            case 7: //: none
                return 1; //: miss
            case 10 when m > 1: //: hit 2/2
            case 200 when m > 2 && Id(m) != 5: //: part 1/2 0/2
            case 3000 when Id(m) > 3: //: miss 0/2
                Use(m); //: hit
                break; //: hit
            case 40000: //: none
                return 2; //: miss
        }

        return 3; //: hit
    } //D: hit

    //- by numbers that begin with one: the first path to the condition knows more
    private static int NumbersFromOne(string? text, int n)
    { //D: hit
        switch (text) //: part 3/7
        {
            case "": //: none
                return 1; //: miss
            case not "fff" when n is > 1 and < 9: //: part 1/2 2/2
                return 2; //: hit
            case "qab" or ['f', .., _]: //: none
                return 3; //: miss
            case not "b" when n > 20: //: part 1/2
                return 4; //: miss
            case { Length: >= 1 and <= 2 }: //: none
                return 5; //: miss
        }

        return 6; //: hit
    } //D: hit

    //- by numbers, over a long
    private static int LongNumbers(long v, int n)
    { //D: hit
        switch (v) //: part 3/4
        {
            case >= 1L and <= 7L when n > 5: //: part 1/2
                return 1; //: miss
            case not 7L when n == 4: //: hit 2/2
                return 2; //: hit
            case > 3L: //: none
                return 3; //: hit
        }

        return 4; //: miss
    } //D: hit

    //- by numbers, with the default before the other labels
    private static void DefaultFirst(int[] list, int n)
    { //D: hit
        switch (list) //: part 2/5
        {
            default: //: none
                Use(n); //: hit
                break; //: hit
            case [.., 9]: //: none
            case [> 1 and not 40, >= 7, <= 2] or [not 1000]: //: none
                Use(3); break; //: miss
            case [.. var rest, var last] when last is > 5 and < 9: //: part 1/2 0/2
                Use(last); break; //: miss
            case [4, ..]: //: none
            case [not (9 or 1000), _]: //: none
                Use(6); break; //: miss
            case [not (7 or 0), 2, not (0 or 4)]: //: none
            case not [..]: //: none
                Use(8); break; //: miss
        }
    } //D: hit
}
