// A switch that begins with a condition: its first label matches all values, so no test is before it.

using System;

namespace CSharpTargets;

internal static class SwitchFirstCondition
{
    private static bool IsOdd(int number) => number % 2 == 1; //: hit

    private static void Use(int value) => Console.Write(value < 0 ? "!" : ""); //: part 1/2

    //- the governing expression has decisions of its own
    private static int Chosen(int number, bool own) => (own ? number : 7) switch //: part 1/2 2/2
    { //: hit
        var x when IsOdd(x) => 1, //: hit 2/2
        _ => 2, //: hit
    }; //: hit

    private static int Three(int number, bool own) => (own ? number : 7) switch //: part 1/2 3/3
    { //: hit
        var x when IsOdd(x) => 1, //: hit 2/2
        var x when x > 5 => 3, //: hit 2/2
        _ => 2, //: hit
    }; //: hit

    private static int Named(string? name) => (name ?? "none") switch //: hit 2/2 2/2
    { //: hit
        var text when text.Length == 2 => 1, //: hit 2/2
        _ => 2, //: hit
    }; //: hit

    private static int Both(int number, bool own) => (own && IsOdd(3) ? number : 7) switch //: part 1/2 1/2 2/2
    { //: hit
        var x when IsOdd(x) => 1, //: hit 2/2
        _ => 2, //: hit
    }; //: hit

    //- statements
    private static void Odd(int number)
    { //D: hit
        switch (Math.Abs(number)) //: hit 2/2
        {
            case var x when IsOdd(x): //: hit 2/2
                Use(1); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    private static void Plain(int number)
    { //D: hit
        switch (number) //: hit 2/2
        {
            case var x when IsOdd(x): //: hit 2/2
                Use(1); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    private static int Sized(int number, bool own)
    { //D: hit
        switch (own ? number + 1 : 9) //: part 1/2 3/3
        {
            case var x when IsOdd(x): //: hit 2/2
                Use(1); //: hit
                return 1; //: hit
            case var x when x > 5: //: hit 2/2
                Use(2); //: hit
                return 2; //: hit
            default: //: none
                return 3; //: hit
        }
    } //D: hit

    private static int Falling(int number)
    { //D: hit
        int sum = 1; //: hit
        switch (number * 2 + 1) //: hit 2/2
        {
            case var x when x > 100: //: part 1/2
                sum++; //: miss
                break; //D: miss
        }
        return sum; //: hit
    } //D: hit

    public static void Run()
    { //D: hit
        Use(Chosen(1, true) + Chosen(2, true)); //: hit
        Use(Three(1, true) + Three(2, true) + Three(6, true)); //: hit
        Use(Named("ab") + Named(null)); //: hit
        Use(Both(1, true) + Both(2, true)); //: hit
        Plain(1); //: hit
        Plain(2); //: hit
        Odd(2); //: hit
        Odd(-3); //: hit
        Use(Sized(2, true) + Sized(7, true) + Sized(3, true)); //: hit
        Use(Falling(3)); //: hit
    } //: hit
}
