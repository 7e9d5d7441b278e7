// Patterns in depth: combinators, nested properties, lists with slices, types in switches, when
// chains, throwing and missing defaults.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class PatternCombinators
{
    private enum Colour
    {
        Red,
        Green,
        Blue,
        Black,
    }

    private sealed record Address(string City, int Zip); //: hit

    private sealed record Person(string Name, Address? Home); //: hit

    public static void Run()
    { //D: hit
        AndOrNot('x', 5); //: hit x1
        AndOrNot('1', 500); //: hit x1
        NestedProperties(new Person("a", new Address("Rome", 5))); //: hit x1
        NestedProperties(new Person("b", null)); //: hit x1
        Slices([1, 2, 3]); //: hit x1
        Slices([]); //: hit x1
        Use(Enumeration(Colour.Green)); //: hit x1
        Expect<ArgumentOutOfRangeException>(() => Enumeration((Colour)9)); //: hit
        Use(WhenChain(3, true)); //: hit x1
        Use(WhenChain(3, false)); //: hit x1
        Use(Sparse(1000)); //: hit x1
        Use(Sparse(7)); //: hit x1
        Use(ManyStrings("delta")); //: hit x1
        Use(ManyStrings("none")); //: hit x1
        Generic(5); //: hit x1
        Generic("text"); //: hit x1
        Loops(["a", 1, null]); //: hit x1
        NoDefault("other"); //: hit x1
        GotoInPatterns(1); //: hit x1
        SpanPattern("yes"); //: hit x1
        Use(TuplesWithDiscards(1, null)); //: hit x1
    } //: hit

    //- and, or, not; parenthesised
    private static void AndOrNot(char c, int number)
    { //D: hit
        if (c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z')) //: part 2/2 1/2 1/2 0/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (number is not (> 3 and < 10)) //: part 1/2 2/2 x2
        { //D: hit
            Use(2); //: hit x1
        } //D: hit

        if (number is not 5) //: hit 2/2 x2
        { //D: hit
            Use(3); //: hit x1
        } //D: hit
    } //: hit

    //- properties of properties
    private static void NestedProperties(Person? person)
    { //D: hit
        if (person is { Home: { City: "Rome" } home }) //: part 1/2 2/2 1/2 x2
        { //D: hit
            Use(home.Zip); //: hit x1
        } //D: hit

        if (person is { Home.Zip: > 3, Name: "a" }) //: part 1/2 2/2 1/2 1/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (person?.Home is not { } known) //: part 1/2 2/2 x2
        { //D: hit
            return; //: hit x1
        }

        Use(known.City); //: hit x1
    } //: hit

    //- list patterns with slices in a switch
    private static void Slices(int[] numbers)
    { //D: hit
        Use(numbers switch //: part 2/4 x2
        { //: hit x2
            [] => 0, //: hit x1
            [var one] => one, //: miss
            [1, .. var middle, 3] => middle.Length, //: hit x1
            _ => -1, //: miss
        }); //: hit x2
    } //: hit

    //- an enumeration, and a default that throws
    private static string Enumeration(Colour colour) => colour switch //: part 2/5
    { //: hit
        Colour.Red => "red", //: miss
        Colour.Green => "green", //: hit x1
        Colour.Blue => "blue", //: miss
        Colour.Black => "black", //: miss
        _ => throw new ArgumentOutOfRangeException(nameof(colour)), //: hit x1
    }; //: hit

    //- several when for one label
    private static int WhenChain(object value, bool flag) => value switch //: part 3/4 x2 -- a label whose condition fails was taken
    { //: hit x2
        int n when n > 5 => 1, //: part 1/2 x2
        int when flag => 2, //: hit 2/2 x2
        int or long => 3, //: hit x1
        _ => 4, //: miss
    }; //: hit x2

    //- sparse labels, none of which fits
    private static int Sparse(int value)
    { //D: hit
        switch (Id(value)) //: part 2/5 x2
        {
            case 1:
                return 1; //: miss
            case 50:
                return 2; //: miss
            case 1000:
                return 3; //: hit x1
            case -20000:
                return 4; //: miss
        }

        return 5; //: hit x1
    } //D: hit

    //- many strings in a switch expression
    private static int ManyStrings(string text) => text switch //: part 2/9 x2
    { //: hit x2
        "alpha" => 1, //: miss
        "beta" => 2, //: miss
        "gamma" => 3, //: miss
        "delta" => 4, //: hit x1
        "epsilon" => 5, //: miss
        "zeta" => 6, //: miss
        "eta" => 7, //: miss
        "theta" => 8, //: miss
        _ => 9, //: hit x1
    }; //: hit x2

    //- patterns on a type parameter
    private static void Generic<T>(T value)
    { //D: hit
        if (value is int number) //: hit 2/2 x2
        { //D: hit
            Use(number); //: hit x1
        } //D: hit
        else if (value is string { Length: > 3 } text) //: part 1/2 1/2 x1
        { //D: hit
            Use(text); //: hit x1
        } //D: hit
    } //: hit

    //- patterns in a loop, with continue
    private static void Loops(object?[] items)
    { //D: hit
        foreach (object? item in items) //: hit 2/2
        { //D: hit x3
            if (item is not string text) //: hit 2/2 x3
            { //D: hit x2
                continue; //D: hit x2
            }

            Use(text); //: hit x1
        } //D: hit
    } //: hit

    //- a pattern switch that nothing fits
    private static void NoDefault(object value)
    { //D: hit
        switch (Id(value)) //: part 1/3 x1
        {
            case int n:
                Use(n); //: miss
                break; //: miss
            case string { Length: > 10 }:
                Use(1); //: miss
                break; //D: miss
        }
    } //D: hit

    //- goto case in a switch with a pattern
    private static void GotoInPatterns(int value)
    { //D: hit
        switch (Id(value)) //: part 1/4 x1
        {
            case 1:
                Use(1); //: hit x1
                goto case 2; //D: hit x1
            case 2:
                Use(2); //: hit x1
                break; //: hit x1
            case > 10 and < 20:
                Use(3); //: miss
                break; //D: miss
        }
    } //D: hit

    //- a span against a string
    private static void SpanPattern(ReadOnlySpan<char> text)
    { //D: hit
        if (text is "yes") //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit
    } //: hit

    //- tuples with discards and null
    private static int TuplesWithDiscards(int a, string? b) => (a, b) switch //: part 1/4 x1
    { //: hit x1
        (0, _) => 1, //: miss
        (_, null) => 2, //: hit x1
        (1, "x") => 3, //: miss
        _ => 4, //: miss
    }; //: hit x1
}
