// Patterns with declared variables that are negated, and labels with conditions in all their shapes.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardWithVariables
{
    private sealed record Pair(string Name, int Age); //: hit

    public static async Task Run()
    { //D: hit
        Negated("k=v", new Pair("x", 3)); //: hit x1
        Or(-3); //: hit x1
        Use(SameTest(3) + Three(3)); //: hit x1
        Use(Middle("x") + Middle(" ")); //: hit x1
        Use(Statement("x")); //: hit x1
        Use(Constants(1) + Constants(4) + Constants(77)); //: hit x1
        Use(Texts("a") + Texts("b") + Texts("q")); //: hit x1
        Use(Weekend(DayOfWeek.Sunday) + Weekend(DayOfWeek.Monday)); //: hit x1
        Use(Mixed('a') + Mixed(',')); //: hit x1
        Use(Operands(null, 3) + Operands("x", "y") + Operands("y", 2)); //: hit x1
        await Retried(); //: hit x1
    } //: hit

    //- is not, with variables
    private static void Negated(string line, Pair? p)
    { //D: hit
        if (line.Split('=') is not [var key, var value]) //: part 1/2 1/2 x1
            return; //: miss
        Use(key + value); //: hit x1
        if (p is not { Age: var age }) return; //: part 1/2 x1
        Use(age); //: hit x1
        if (p is not (var name, var years)) return; //: part 1/2 x1
        Use(name + years); //: hit x1
        if (p is not { Name: { Length: > 0 } text }) return; //: part 1/2 1/2 1/2 x1
        Use(text); //: hit x1
        if (!(p is { Age: var again })) return; //: part 1/2 x1
        Use(again); //: hit x1
        foreach (object? item in new object?[] { 1, null }) //: hit 2/2
        { //D: hit
            if (item is not int number) continue; //: hit 2/2 x2
            Use(number); //: hit x1
        } //D: hit

        object o = line; //: hit x1
        if (o is not string { Length: var length }) throw new ArgumentException(); //: part 1/2 x1
        Use(length); //: hit x1
        if (o is not string { Length: > 2 } s || s[0] != 'k') return; //: part 1/2 1/2 1/2 x1
        Use(s); //: hit x1
    } //: hit

    //- when with || and with a negation
    private static void Or(int n)
    { //D: hit
        Use(Id(n) switch { < 0 when No() || Yes() => 2, _ => 3 }); //: part 1/2 1/2 1/2 x1
        Use(Id(n) switch { < 0 when !(Yes() && n > 2) => 2, 5 => 4, _ => 3 }); //: part 1/3 1/2 1/2 x1
        Use(Id(n) switch { < 0 when n < -2 && (No() || Yes()) => 2, _ => 3 }); //: part 1/2 1/2 1/2 1/2 x1
    } //: hit

    //- the same test with different conditions
    private static int SameTest(int n) => Id(n) switch //: part 2/3 x1
    { //: hit x1
        > 0 when n > 5 => 1, //: part 1/2 x1
        > 0 when n > 2 => 2, //: part 1/2 x1
        _ => 3, //: miss
    }; //: hit x1

    private static int Three(int n) => Id(n) switch //: part 2/4 x1
    { //: hit x1
        > 0 when n > 5 => 1, //: part 1/2 x1
        > 0 when n > 2 => 2, //: part 1/2 x1
        > 0 => 4, //: miss
        _ => 3, //: miss
    }; //: hit x1

    //- a label with a condition, and more labels of its type
    private static int Middle(object value) => Id(value) switch //: part 2/4 x2
    { //: hit x2
        string s when string.IsNullOrWhiteSpace(s) => 1, //: hit 2/2 x2
        string { Length: > 100 } => 2, //: miss
        IList<int> { Count: > 1 } => 4, //: miss
        _ => 3, //: hit x1
    }; //: hit x2

    private static int Statement(object value)
    { //D: hit
        switch (Id(value)) //: part 2/4 x1
        {
            case string s when string.IsNullOrWhiteSpace(s): //: part 1/2 x1
                return 1; //: miss
            case string { Length: 1 }:
                return 2; //: hit x1
            case IList<int> { Count: > 1 }:
                return 4; //: miss
        }

        return 5; //: miss
    } //D: hit

    //- or in a switch expression: an arm is one
    private static int Constants(int n) => Id(n) switch //: part 3/4 x3
    { //: hit x3
        1 or 2 => 1, //: hit x1
        4 or 9 or 100 => 2, //: hit x1
        > 1000 => 4, //: miss
        _ => 3, //: hit x1
    }; //: hit x3

    private static int Texts(string text) => Id(text) switch //: part 3/4 x3
    { //: hit x3
        "a" or "c" => 1, //: hit x1
        "b" or "d" or "e" => 2, //: hit x1
        null => 4, //: miss
        _ => 3, //: hit x1
    }; //: hit x3

    private static int Weekend(DayOfWeek day) => Id(day) switch //: hit 2/2 x2
    { //: hit x2
        DayOfWeek.Saturday or DayOfWeek.Sunday => 1, //: hit x1
        _ => 3, //: hit x1
    }; //: hit x2

    private static int Mixed(char c) => Id(c) switch //: part 2/4 x2
    { //: hit x2
        ',' or ';' => 1, //: hit x1
        >= 'a' and <= 'z' or >= 'A' and <= 'Z' => 2, //: hit x1
        '_' or '-' => 3, //: miss
        _ => 4, //: miss
    }; //: hit x2

    //- a conditional expression as the right operand of ||
    private static int Operands(string? s, object o)
    { //D: hit
        bool or = s == "x" || (Id(o) is int ? s is null : No()); //: part 2/2 1/2 2/2 x3
        return or ? Id(3) : Id(4); //: hit 2/2 x3
    } //D: hit

    //- two clauses and a finally that await, in a loop
    private static async Task Retried()
    { //D: hit
        for (int attempt = 0; attempt < 3; attempt++) //: part 1/2 x3
        { //D: hit
            try
            { //D: hit
                if (attempt < 2) throw new IOException(); //: hit 2/2 x3
                return; //: hit x1
            }
            catch (IOException) when (attempt == 0) //: hit 2/2 x2
            { //D: hit
                await Task.Delay(1); //: hit x1
            } //: hit
            catch (Exception e) when (e is TimeoutException || e is IOException) //: part 1/2 1/2 x1
            { //D: hit
                await Task.Delay(1); //: hit x1
            } //D: hit
            finally
            { //D: hit
                await Task.Yield(); //: hit x3
            } //D: hit
        } //D: hit
    } //: hit //AR: none
}
