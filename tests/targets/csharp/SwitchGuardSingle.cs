// Labels whose condition decides alone, or asks a switch expression of its own.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardSingle
{
    private enum Kind { Open, Close, Word, Blank, End }

    public static void Run()
    { //D: hit
        Use(Asks(1, 5) + Asks(2, 5) + Asks(1, 9)); //: hit
        Use(AsksLast(1, 7) + AsksLast(3, 0)); //: hit
        Use(AsksInValue("ab", 2)); //: hit
        Use(One(1, false) + One(1, true)); //: hit
        Use(OneOut(1, false)); //: hit
        Use(OneType("text", 9) + OneProperty("abc", false)); //: hit
        OneAtTheEnd(1, false); //: hit
        Use(TwoIfs(1, false) + TwoIfsBelow(1, false) + Both(1, false)); //: hit
        Idle([0, 1, 2], false); //: hit
        IdleAlone([0, 1], true); //: hit
        IdleAlone([0, 1], false); //: hit
        IfAlone([0, 1], true); //: hit
        foreach (object value in new object[] { new Part(4, 5), new Part(3, 3), "x" }) //: hit 2/2
        { //D: hit
            Use(OnePart(value) + IsPart(value)); //: hit
            OnePartOut(value); //: hit
        } //D: hit

        Use(Chain(2, true, 1) + Chain(3, true, 1)); //: hit
        Use(Long(Kind.Word, false) + Long(Kind.Blank, false) + LongOut(Kind.Word, false)); //: hit
    } //: hit

    //- a label's condition is a switch expression
    private static int Asks(int n, int m)
    { //D: hit
        switch (Id(n)) //: hit 3/3
        {
            case 1 when m switch { 5 => true, 9 => false, _ => No() }: //: part 2/3 2/2
                return 1; //: hit
            case 2:
                return 2; //: hit
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int AsksLast(int n, int m)
    { //D: hit
        switch (Id(n)) //: part 2/3
        {
            case 2:
                return 2; //: miss
            case > 0 when m switch { > 6 => No(), _ => Yes() }: //: hit 2/2 2/2
                return 1; //: hit
        }

        return 0; //: hit
    } //D: hit

    private static int AsksInValue(string text, int n) => text switch //: part 2/3
    { //: hit
        "a" => 1, //: miss
        { Length: 2 } when n switch { 1 => No(), 2 => No(), _ => Yes() } => 2, //: part 1/3 1/2
        _ => 3, //: hit
    }; //: hit

    //- one label with a condition, and default
    private static int One(int n, bool c)
    { //D: hit
        switch (Id(n)) //: hit 2/2
        {
            case 1 when c: //: hit 2/2
                return 1; //: hit
            default:
                return 2; //: hit
        }
    } //D: hit

    private static int OneOut(int n, bool c)
    { //D: hit
        int r = 0; //: hit
        switch (Id(n)) //: hit 2/2
        {
            case 1 when c: //: part 1/2
                r = 1; //: miss
                break; //: miss
            default:
                r = 3; //: hit
                break; //D: hit
        }

        return r; //: hit
    } //D: hit

    private static int OneType(object thing, int n)
    { //D: hit
        switch (Id(thing)) //: hit 2/2
        {
            case string when n < 5: return 1; //: part 1/2
            default: return 2; //: hit
        }
    } //D: hit

    private static int OneProperty(string text, bool c)
    { //D: hit
        switch (text.Length) //: hit 2/2
        {
            case 3 when c: //: part 1/2
            { //D: miss
                return 1; //: miss
            }
        }

        return 2; //: hit
    } //D: hit

    private static void OneAtTheEnd(int n, bool c)
    { //D: hit
        switch (Id(n)) //: hit 2/2
        {
            case 1 when c: //: part 1/2
                Use(1); //: miss
                break; //D: miss
        }
    } //: hit

    //- what looks alike
    private static int TwoIfs(int n, bool c)
    { //D: hit
        if (Id(n) == 1) if (c) return 1; //: part 1/2 1/2
        return 2; //: hit
    } //D: hit

    private static int TwoIfsBelow(int n, bool c)
    { //D: hit
        if (Id(n) == 1) //: part 1/2
            if (c) //: part 1/2
            { //D: miss
                return 1; //: miss
            }

        return 2; //: hit
    } //D: hit

    private static int Both(int n, bool c)
    { //D: hit
        if (Id(n) == 1 //: part 1/2
            && c) //: hit
            return 1; //: miss
        return 2; //: hit
    } //D: hit

    //- a condition whose body only breaks, and the same label again
    private static void Idle(int[] items, bool c)
    { //D: hit
        foreach (int item in items) //: hit 2/2
        { //D: hit
            switch (Id(item)) //: hit 4/4
            {
                case 0 when c: //: part 1/2
                    continue; //D: miss
                case 0:
                    Use(1); //: hit
                    break; //: hit
                case 1:
                    Use(2); //: hit
                    break; //: hit
                default:
                    Use(3); //: hit
                    break; //D: hit
            }

            Use(4); //: hit
        } //D: hit
    } //: hit

    private static void IdleAlone(int[] items, bool c)
    { //D: hit
        foreach (int item in items) //: hit 2/2
        { //D: hit
            switch (Id(item)) //: hit 3/3
            {
                case 0 when c: //: hit 2/2
                    continue; //D: hit
                case 0:
                    Use(2); //: hit
                    break; //: hit
                default:
                    Use(3); //: hit
                    break; //D: hit
            }

            switch (Id(item)) //: hit 3/3
            {
                case 0 when c: //: part 1/2
                    break; //D: miss
                case 0:
                    Use(2); //: hit
                    break; //: hit
                default:
                    Use(3); //: hit
                    break; //D: hit
            }

            Use(4); //: hit
        } //D: hit
    } //: hit

    //- what looks alike: an if that begins a body, a chain of ifs
    private static void IfAlone(int[] items, bool c)
    { //D: hit
        foreach (int item in items) //: hit 2/2
        { //D: hit
            switch (Id(item)) //: hit 2/2
            {
                case 0:
                    if (c) //: part 1/2
                        continue; //D: hit
                    Use(2); //: miss
                    break; //: miss
                default:
                    Use(3); //: hit
                    break; //D: hit
            }

            Use(4); //: hit
        } //D: hit
    } //: hit

    private static int Chain(int n, bool c, int m)
    { //D: hit
        for (int i = 0; i < 3; i++) //: hit 2/2
        { //D: hit
            if (Id(n) == i) //: hit 2/2
                return 1; //: hit
            else if (c) //: part 1/2
                continue; //D: hit

            // Far below the condition, and further to the left.
            m++; //: miss
        } //D: miss

        return m; //: hit
    } //D: hit

    //- an if after a long label
    private static int Long(Kind kind, bool c)
    { //D: hit
        switch (Id(kind)) //: part 2/3
        {
            case Kind.Word: if (c) //: part 1/2
                    return 1; //: miss
                break; //D: hit
            case Kind.Open:
                return 2; //: miss
            default:
                return 3; //: hit
        }

        return 4; //: hit
    } //D: hit

    private static int LongOut(Kind kind, bool c)
    { //D: hit
        switch (Id(kind)) //: part 1/3
        {
            case Kind.Word: if (c) //: part 1/2
                    return 1; //: miss
                break; //D: hit
            case Kind.Open:
                return 2; //: miss
        }

        return 4; //: hit
    } //D: hit

    private sealed record Part(int Count, int Size); //: hit

    //- one label that asks for a type and properties
    private static int OnePart(object value)
    { //D: hit
        switch (Id(value)) //: hit 2/2
        {
            case Part { Count: 4 }:
                return 1; //: hit
            default:
                return 2; //: hit
        }
    } //D: hit

    private static void OnePartOut(object value)
    { //D: hit
        switch (Id(value)) //: part 1/2
        {
            case Part { Count: 4, Size: 3 }:
                Use(1); //: miss
                break; //D: miss
        }
    } //: hit

    //- near: the same as a condition
    private static int IsPart(object value)
    { //D: hit
        if (Id(value) is Part { Count: 4 }) //: hit 2/2 2/2
            return 1; //: hit
        return 2; //: hit
    } //D: hit
}
