// The value of an &&, a ?:, a pattern or a switch expression as a condition: which test of it is a decision of its own, and
// which repeats what was decided already.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ConditionOnJoinedValue
{
    private enum Kind { Plain, Fast, Slow }

    private static bool Is(int n, int bit) => (n & bit) != 0; //: hit

    private static async Task<bool> Later(bool value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    //- ?: whose values are && and ||, as a condition
    private static int Chosen(int n)
    { //D: hit
        int sum = 0; //: hit
        if (Is(n, 1) ? Is(n, 2) || Is(n, 4) : Is(n, 2) && Is(n, 4)) sum += 1; //: hit 2/2 2/2 2/2 2/2 2/2 2/2
        if (Is(n, 1) ? Is(n, 2) || Is(n, 4) && Yes() : Is(n, 4) && Is(n, 2)) sum += 2; //: part 2/2 2/2 2/2 2/2 2/2 1/2 2/2
        if (Is(n, 1) ? Is(n, 2) || n is > 5 and var big && big < 7 : No()) sum += 4; //: part 2/2 2/2 1/2 0/2 2/2
        while (Is(n, 1) ? n > 6 || sum > 100 : Is(n, 2) && Is(n, 4)) //: part 2/2 2/2 2/2 2/2 1/2 2/2
            n -= 2; //: hit
        do sum++; while (sum < 3 ? Is(n, 4) && !Is(n, 8) : Is(n, 1) && sum < 5 || sum < 4); //: part 2/2 2/2 2/2 2/2 2/2 1/2 2/2
        return sum > 3 ? Is(n, 1) || No() ? sum : -sum : 0; //: part 2/2 2/2 1/2
    } //D: hit

    private static async Task<int> ChosenLater(int n)
    { //D: hit
        int sum = 0; //: hit
        if (Is(n, 1) ? await Later(Is(n, 2)) && Is(n, 4) : Is(n, 2) || Is(n, 4)) sum += 1; //: hit 2/2 2/2 2/2 2/2 2/2 2/2
        if (Is(n, 1) ? await Later(Is(n, 2)) && n is 3 or 7 : await Later(Is(n, 4)) && Yes()) sum += 2; //: part 2/2 2/2 2/2 1/2 2/2 1/2 2/2
        while (Is(n, 1) ? await Later(n > 3) || Is(n, 8) : Is(n, 2) && await Later(Is(n, 4))) //: part 2/2 2/2 1/2 2/2 2/2 2/2
            n -= 2; //: hit
        return (Is(n, 1) ? await Later(Is(n, 2)) || Is(n, 4) : Is(n, 2) && Is(n, 4)) ? sum : n; //: part 2/2 2/2 1/2 2/2 1/2 2/2
    } //: hit //AR: none

    //- the value of a switch expression whose last arm is &&, as the condition of a loop
    private static int Looped(string? name, int n)
    { //D: hit
        int rounds = 0; //: hit
        for (int i = 0; name switch { "a" => Is(n, 1) && i < 2, "b" or "c" => i < 1, _ => Is(n, 2) && i < 3 }; i++) //: hit 3/3 2/2 2/2 2/2 2/2 2/2
            rounds += i; //: hit
        while (name switch { null => rounds < 4, _ => Is(n, 4) && rounds < 2 }) rounds++; //: hit 2/2 2/2 2/2 2/2
        return rounds; //: hit
    } //D: hit

    //- a pattern as an operand in an arm: the && around it repeats nothing
    private static bool Operand(Kind kind, string? name, int n) => kind switch //: hit 4/4
    { //: hit
        Kind.Fast => Is(n, 1) && name is "a" or "b" && Is(n, 2), //: hit 2/2 2/2 2/2 2/2
        Kind.Slow => (Is(n, 1) || name is null or "") && Is(n, 2), //: hit 2/2 2/2 2/2 2/2
        Kind.Plain when n > 4 => (Is(n, 1) || name is not (null or "a")) && Is(n, 2) && n < 7, //: hit 2/2 2/2 2/2 2/2 2/2 2/2
        _ => n is 1 or 3 && Yes(), //: part 2/2 2/2 1/2
    }; //: hit

    //- the same with variables that somebody wrote
    private static bool Variable(Kind kind, string? name, int n)
    { //D: hit
        bool known = Is(n, 1); //: hit
        bool plain = name is "a" or "b"; //: hit 2/2 2/2
        if (known) known = name is "a" or "c"; //: hit 2/2 2/2 2/2
        if (known) n++; //: hit 2/2
        if (plain) n++; //: hit 2/2
        return kind switch //: hit 3/3
        { //: hit
            Kind.Fast => known && Is(n, 2), //: hit 2/2 2/2
            Kind.Slow => plain ? known : Is(n, 4), //: hit 2/2
            _ => (known = plain) && Is(n, 2), //: hit 2/2 2/2
        }; //: hit
    } //D: hit

    //- patterns in the arms of a switch expression in a filter
    private static int Filtered(int n, string? name)
    { //D: hit
        try
        { //D: hit
            return Is(n, 1) ? throw new IOException(name) : n; //: hit 2/2
        }
        catch (IOException e) when (n switch { 1 => name is null or "", 3 => e.Message is "a" or "b" && Yes(), _ => Is(n, 4) }) //: part 3/3 2/2 2/2 2/2 2/2 2/2 1/2 -- the last but one: the value
        { //D: hit
            return -1; //: hit
        }
        catch (IOException) //: hit
        { //D: hit
            return -2; //: hit
        }
    } //: hit

    public static async Task Run()
    { //D: hit
        string?[] names = [null, "", "a", "b", "c"]; //: hit
        for (int n = 0; n < 8; n++) //: hit 2/2
        { //D: hit
            Use(Chosen(n)); //: hit
            Use(await ChosenLater(n)); //: hit
            foreach (string? name in names) //: hit 2/2
            { //D: hit
                Use(Looped(name, n)); //: hit
                Use(Filtered(n, name)); //: hit
                foreach (Kind kind in Enum.GetValues<Kind>()) //: hit 2/2
                    Use(Operand(kind, name, n) | Variable(kind, name, n)); //: hit
            } //D: hit
        } //D: hit
    } //: hit
}
