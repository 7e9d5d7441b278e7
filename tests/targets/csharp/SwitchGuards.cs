// Conditions of labels in all the forms they are compiled to; concatenations, nullable tuples.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuards
{
    public static async Task Run()
    { //D: hit
        Use(Pairs(5, 1) + Pairs(-5, 0) + Pairs(0, 0) + PairExpression(1, "a") + PairExpression(3, null)); //: hit
        Use(Lines("k=v") + Lines("flag") + Lines("#c")); //: hit
        Use(OrPattern('a') + OrPattern('b') + OrPatternExpression("io") + OrPatternExpression("x") + OrPatternAnd(1) + OrPatternAnd(5)); //: hit
        Use(await Awaited("#a") + await Awaited("x")); //: hit
        Use(await Filter(1) + await Filter(2)); //: hit
        Use(await LiftedLater(null) + await LiftedLater("x")); //: hit
        Use(Lifted(null, 1) + Lifted("x", 2)); //: hit
        Use(Concatenated("x", new List<int>(), null)); //: hit
        Use(OneNullable((1, 2), (1, 2)) + OneNullable(null, (3, 4))); //: hit
        Use(LastOfAll(3) + LastOfAll(4) + LastInLoop("ab") + BesideLabel(5) + BesideLabel(7) + BesideLabel(-1) + BesideLabel(-2)); //: hit
        Use(await FilterWithAwaits(0) + await FilterWithAwaits(1)); //: hit
        Use(Triples(1, 2, "a") + Triples(5, 0, "b") + Triples(0, 5, "") + Triples(7, 7, "zz") + Triples(3, 0, "z")); //: hit
        Concats(); //: hit
        NullTuples(); //: hit
    } //: hit

    //- a condition shared by several leaves of a statement's tree
    private static int Pairs(int a, int b)
    { //D: hit
        switch (a, b) //: part 3/4
        {
            case (> 0, 0):
                return 1; //: miss
            case (var x, var y) when x > y: //: hit 2/2
                return 2; //: hit
            case (< 0, 0):
                return 3; //: hit
            default:
                return 5; //: hit
        }
    } //D: hit

    private static int PairExpression(int number, string? text) => (number, text) switch //: part 2/4
    { //: hit
        (1, "x") => 1, //: miss
        (_, var t) when t?.Length == number => 2, //: hit 2/2 2/2
        (3, null) => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Lines(string raw)
    { //D: hit
        switch (raw.Trim()) //: part 3/6
        {
            case "" or ['#' or ';', ..]:
                return 0; //: hit
            case ['[', .. { Length: > 0 } name, ']']:
                return name.Length; //: miss
            case var line when line.IndexOf('=') > 0: //: hit 2/2
                return line.IndexOf('='); //: hit
            case { Length: var length }:
                return length; //: hit
        }

        return -1; //: miss
    } //D: hit

    //- a condition that is an or pattern
    private static int OrPattern(char c)
    { //D: hit
        switch (Id(c)) //: part 2/3
        {
            case 'x' when No(): //: miss 0/2
                return 1; //: miss
            case var d when d is 'b' or 'q': //: part 2/2 1/2
                return 2; //: hit
        }

        return 3; //: hit
    } //D: hit

    private static int OrPatternExpression(string s) => s switch //: hit 2/2
    { //: hit
        { Length: > 1 } t when t is "io" or "oi" => 1, //: part 1/2 0/2
        _ => 2, //: hit
    }; //: hit

    private static int OrPatternAnd(int n)
    { //D: hit
        switch (Id(n)) //: part 2/3
        {
            case > 0 when n is 1 or 3 && Yes(): //: part 2/2 1/2 1/2
                return 1; //: hit
            case -7:
                return 3; //: miss
            default:
                return 2; //: hit
        }
    } //D: hit

    //- && with await in a label's condition
    private static async Task<int> Awaited(string input)
    { //D: hit
        await Task.Yield(); //: hit
        return input switch //: hit 3/3
        { //: hit
            ['#', .. var rest] => rest.Length, //: hit
            _ when input.Length > 5 && await Task.FromResult(true) => -2, //: part 1/2 0/2
            _ => -1, //: hit
        }; //: hit
    } //: hit //AR: none

    //- a filter in an async method whose pattern is an operand
    private static async Task<int> Filter(int n)
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit
            throw n > 1 ? new IOException() : new TimeoutException(); //: hit 2/2
        }
        catch (Exception e) when (e is IOException or TimeoutException && n > 0) //: part 2/2 1/2 1/2
        { //D: hit
            return 1; //: hit
        }
    } //: hit

    //- a lifted operator on the value of ?.
    private static async Task<int> LiftedLater(string? text)
    { //D: hit
        return (await Task.FromResult(1) + text?.Length) ?? await Task.FromResult(2); //: hit 2/2 2/2
    } //: hit //AR: none

    private static int Lifted(string? text, int n)
    { //D: hit
        return (n + text?.Length) ?? Id(2); //: hit 2/2 2/2
    } //D: hit

    //- what a concatenation does with objects
    private static string Concatenated(string text, List<int> list, Exception? error)
    { //D: hit
        text += list; //: hit
        return text + error + "x" + (error ?? (object)list); //: part 1/2
    } //D: hit

    //- nullable tuples compared
    private static int OneNullable((int, int)? left, (int, int) right)
    { //D: hit
        if (left == right) return 1; //: part 1/2 1/2 2/2
        return 2; //: hit
    } //D: hit

    //- the last label takes everything that its condition lets through
    private static int LastOfAll(int n)
    { //D: hit
        switch (Id(n)) //: part 3/4
        {
            case 1:
                return 1; //: miss
            case 4:
                return 3; //: hit
            case var m when m % 2 == 0: //: part 1/2
                return 2; //: miss
            default:
                return 4; //: hit
        }
    } //D: hit

    private static int LastInLoop(string text)
    { //D: hit
        for (int i = 0; i < text.Length; i++) //: part 1/2
        { //D: hit
            switch (text[i]) //: part 2/3
            {
                case 'x':
                    Use(1); //: miss
                    break; //: miss
                case var c when c == text[^1]: //: hit 2/2
                    return i; //: hit
            }
        } //D: hit

        return -1; //: miss
    } //D: hit

    private static int BesideLabel(int n)
    { //D: hit
        switch (Id(n)) //: hit 4/4
        {
            case > 0 when n > 6: //: hit 2/2
                return 1; //: hit
            case > 0:
                return 2; //: hit
            case -1:
                return 3; //: hit
            default:
                return 4; //: hit
        }
    } //D: hit

    //- the same with awaits in the handlers
    private static async Task<int> FilterWithAwaits(int n)
    { //D: hit
        int tries = 0; //: hit
        while (true) //D: hit
        { //D: hit
            try
            { //D: hit
                await Task.Yield(); //: hit
                throw n > 0 ? new IOException() : new TimeoutException(); //: hit 2/2
            }
            catch (Exception e) when (e is IOException or TimeoutException && tries++ < 1) //: part 2/2 1/2 2/2
            { //D: hit
                await Task.Yield(); //: hit
            } //: hit
            catch (Exception) //: hit
            { //D: hit
                return 1; //: hit
            }
        } //D: hit
    } //: hit

    //- a condition that three leaves share
    private static int Triples(int a, int b, string s)
    { //D: hit
        switch (a, b, s) //: part 5/6
        {
            case (1, _, "x"):
                return 1; //: miss
            case (_, 0, "b" or "c"):
                return 2; //: hit
            case (var x, var y, var t) when x > y && t.Length > 0: //: part 2/2 1/2
                return 3; //: hit
            case (1, > 1, _):
                return 4; //: hit
            case (0, _, ""):
                return 5; //: hit
            default:
                return 6; //: hit
        }
    } //D: hit

    private static void Concats()
    { //D: hit
        Use(Five("a", new object(), null)); //: hit
        Use(Generic("a", 5) + Generic("b", "x") + Generic<object?>("c", null)); //: hit
        Use(Own("a", null) + Own("b", new List<int>())); //: hit
        Use(Branches(new object(), true) + Branches(new object(), false)); //: hit
        Use(Plus(new Uri("http://x/"), 'c', 3.5m, DayOfWeek.Friday, null)); //: hit
    } //: hit

    private static string Five(string text, object thing, Exception? error) =>
        text + thing + ", " + error + "; " + thing + text; //: hit

    private static string Generic<T>(string text, T value) => text + value; //: hit

    //- a ?. of the user's whose value goes elsewhere
    private static string Own(string text, object? thing)
    { //D: hit
        string? s = thing?.ToString(); //: hit 2/2
        return text + s + string.Join("-", thing?.ToString(), text + 1); //: hit 2/2
    } //D: hit

    private static string Branches(object thing, bool flag) =>
        "a" + thing + (flag ? "b" + thing : thing) + (flag && Yes()); //: part 2/2 2/2 1/2

    private static string Plus(Uri uri, char c, decimal d, DayOfWeek day, int? none)
    { //D: hit
        string s = "x"; //: hit
        s += uri; //: hit
        s += c; //: hit
        s += d + day.ToString() + none; //: hit
        s = uri + s; //: hit
        return s + $"{uri}" + uri?.Host; //: part 1/2
    } //D: hit

    //- both of them nullable
    private static void NullTuples()
    { //D: hit
        Use(Both((1, 2), (1, 3)) + Both(null, null) + Both((1, 1), null)); //: hit
        Use(Not((1, 2), (1, 2)) || Not((1, 2), null)); //: part 1/2 1/2
    } //: hit

    private static int Both((int, int)? left, (int, int)? right)
    { //D: hit
        return left == right ? 1 : 2; //: part 1/2 1/2 2/2
    } //D: hit

    private static bool Not((int, int)? left, (int, int)? right) => left != right; //: part 1/2 1/2
}
