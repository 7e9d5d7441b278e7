// Conditional expressions (?: and ??) as right operands of && and ||: their value is a decision of its own,
// told at every end that the compiler gives it. And what looks alike in optimised code and is not one: a call
// that is returned before `return false;`.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ConditionalOperandOfAndOr
{
    private static readonly bool[] elements = new bool[2]; //: hit
    private static bool field;

    private static bool Property { get; set; } //: hit

    private static bool B(bool value) => value; //: hit

    private static bool? N(int value) => value < 0 ? null : value > 0; //: hit 2/2

    private static void Two(bool first, bool second) => Use(first == second); //: hit

    public static async Task Run()
    { //D: hit
        Use(Found(1)); //: hit x1
        Use(Found(2)); //: hit x1
        Use(Blank("a")); //: hit x1
        Use(Blank("abc")); //: hit x1
        Use(Deep(1, 1)); //: hit x1
        Use(Deep(1, 2)); //: hit x1
        Use(Deep(2, 2)); //: hit x1
        Use(Chosen(1)); //: hit x1
        Use(Chosen(2)); //: hit x1
        Use(Labels(1)); //: hit x1
        Use(Labels(2)); //: hit x1
        Use(Labels(3)); //: hit x1
        Use(OneLine(true)); //: hit x1
        Use(OneLine(false)); //: hit x1
        Use(First([1, 2])); //: hit x1
        Use(First([])); //: hit x1
        Stored(true, true, true, false); //: hit x1
        Stored(true, false, true, false); //: hit x1
        Stored(false, true, true, true); //: hit x1
        Kept(true, true, false, true); //: hit x1
        Kept(true, false, true, false); //: hit x1
        Either(false, true, true, false); //: hit x1
        Either(false, false, true, false); //: hit x1
        Use(Returned(true, true, true, true)); //: hit x1
        Use(Returned(true, false, true, true)); //: hit x1
        Use(Body(true, true, false, true)); //: hit x1
        Use(Body(true, false, false, true)); //: hit x1
        Places(true, true, true, false); //: hit x1
        Places(true, false, true, false); //: hit x1
        Nested(1); //: hit x1
        Nested(2); //: hit x1
        Nested(3); //: hit x1
        Arms(true, true, true); //: hit x1
        Arms(true, true, false); //: hit x1
        Arms(true, false, false); //: hit x1
        Inner(true, true, true, false); //: hit x1
        Inner(true, false, true, false); //: hit x1
        Chain(true, true, false); //: hit x1
        Chain(true, false, true); //: hit x1
        Constants(true, true, true); //: hit x1
        Constants(true, true, false); //: hit x1
        Constants(true, false, true); //: hit x1
        Coalesce(-1); //: hit x1
        Coalesce(1); //: hit x1
        Negated(true, true, true, false); //: hit x1
        Negated(true, false, true, false); //: hit x1
        Patterns("text", true); //: hit x1
        Patterns(5, false); //: hit x1
        InArm(true, true, true); //: hit x1
        InArm(true, true, false); //: hit x1
        InArm(false, true, false); //: hit x1
        Numbers(true, true); //: hit x1
        Numbers(true, false); //: hit x1
        Numbers(false, false); //: hit x1
        Conditions(true, true, true, false); //: hit x1
        Conditions(true, false, true, false); //: hit x1
        await Awaits(true, true, true, false); //: hit x1
        await Awaits(true, false, true, false); //: hit x1
        Filtered(false, true, true, false); //: hit x1
        Filtered(false, false, true, false); //: hit x1
    } //: hit

    //- a call that is returned, before `return false;`
    private static bool Found(int n)
    { //D: hit
        if (n == 1) //: hit 2/2 x2
        { //D: hit
            return B(n == 1); //: hit x1
        }

        return false; //: hit x1
    } //D: hit

    private static bool Blank(string text)
    { //D: hit
        if (text.Length > 2) return B(text == "abc"); //: hit 2/2 x2
        return true; //: hit x1
    } //D: hit

    private static bool Deep(int n, int m)
    { //D: hit
        if (n == 1 && B(m > 0)) //: part 2/2 1/2 x3
        { //D: hit
            if (m == 1) return B(true); //: hit 2/2 x2
            else return B(false); //: hit x1
        }
        else return false; //: hit x1
    } //D: hit

    private static bool Chosen(int n)
    { //D: hit
        if (n == 1) //: hit 2/2 x2
            return B(n > 0) ? B(true) : B(false); //: part 1/2 x1
        return false; //: hit x1
    } //D: hit

    private static bool Labels(int n)
    { //D: hit
        switch (Id(n)) //: hit 3/3 x3
        {
            case 1: return B(true); //: hit x1
            case 2: return B(false); //: hit x1
            default: return true; //: hit x1
        }
    } //D: hit

    private static bool OneLine(bool a) { if (B(a)) return B(true); return false; } //: hit 2/2 x2

    private static bool First(int[] values)
    { //D: hit
        foreach (int value in values) //: hit 2/2
        { //D: hit
            return B(value > 0); //: hit x1
        }

        return false; //: hit x1
    } //D: hit

    //- ?: as right operand, stored: the value is told at both ends
    private static void Stored(bool a, bool c, bool x, bool y)
    { //D: hit
        bool r = B(a) && (B(c) ? B(x) : B(y)); //: hit 2/2 2/2 2/2 x3
        Use(r); //: hit x3
    } //: hit

    private static void Kept(bool a, bool c, bool x, bool y)
    { //D: hit
        bool r = B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 1/2 x2
        Use(r); //: hit x2
    } //: hit

    private static void Either(bool a, bool c, bool x, bool y)
    { //D: hit
        bool r = B(a) || (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Use(r); //: hit x2
    } //: hit

    //- ?: as right operand, returned
    private static bool Returned(bool a, bool c, bool x, bool y)
    { //D: hit
        return B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 1/2 x2
    } //D: hit

    private static bool Body(bool a, bool c, bool x, bool y) => B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2

    //- ?: as right operand: argument, element, field, property, part of a string, of a tuple, of a lambda
    private static void Places(bool a, bool c, bool x, bool y)
    { //D: hit
        Use(B(a) && (B(c) ? B(x) : B(y))); //: part 1/2 2/2 2/2 x2
        Two(B(a) && (B(c) ? B(x) : B(y)), B(c) || (B(a) ? B(x) : B(y))); //: part 1/2 2/2 2/2 2/2 1/2 1/2 x2
        elements[0] = B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        field = B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Property = B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Use($"{B(a) && (B(c) ? B(x) : B(y))}"); //: part 1/2 2/2 2/2 x2
        var pair = (1, B(a) && (B(c) ? B(x) : B(y))); //: part 1/2 2/2 2/2 x2
        object boxed = B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Func<bool> later = () => B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2
        Use(later() && pair.Item2 == field ? boxed : Property); //: part 2/2 1/2 x2
        field |= B(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
    } //: hit

    //- ?: within ?: as right operand
    private static void Nested(int n)
    { //D: hit
        bool r = Yes() && (B(n == 1) ? B(false) : B(n == 2) ? B(true) : B(n > 5)); //: part 1/2 2/2 2/2 2/2 x3
        Use(r); //: hit x3
        bool s = No() || (B(n > 1) ? B(n == 2) ? B(true) : B(true) : B(true)); //: part 1/2 2/2 2/2 1/2 x3
        Use(s); //: hit x3
    } //: hit

    //- && and || in the arms of ?: as right operand: operands of their own
    private static void Arms(bool a, bool c, bool x)
    { //D: hit
        bool r = B(a) && (B(c) ? B(x) && Yes() : B(x) || No()); //: part 1/2 2/2 1/2 1/2 2/2 1/2 2/2 x3
        Use(r); //: hit x3
    } //: hit

    //- the right operand of an arm of a right operand is a ?: itself
    private static void Inner(bool a, bool c, bool x, bool y)
    { //D: hit
        bool r = B(a) && (B(c) ? Yes() && (B(x) ? B(y) : B(a)) : B(y)); //: part 1/2 2/2 1/2 1/2 1/2 1/2 x2
        Use(r); //: hit x2
    } //: hit

    //- several right operands that are ?:
    private static void Chain(bool a, bool c, bool x)
    { //D: hit
        bool r = B(a) && (B(c) ? B(a) : B(x)) && (B(c) ? B(x) : B(a)); //: part 1/2 2/2 1/2 2/2 2/2 x2
        Use(r); //: hit x2
        bool s = B(x) && (B(c) ? B(a) : B(a)) || (B(c) ? B(x) : B(x)); //: part 2/2 1/2 1/2 1/2 1/2 x2
        Use(s); //: hit x2
    } //: hit

    //- a constant in one arm
    private static void Constants(bool a, bool c, bool x)
    { //D: hit
        bool r = B(a) && (B(c) ? B(x) : true); //: part 1/2 2/2 2/2 x3
        Use(r); //: hit x3
        bool s = !B(a) || (B(c) ? B(x) : false); //: part 1/2 2/2 2/2 x3
        Use(s); //: hit x3
    } //: hit

    //- ?? as right operand
    private static void Coalesce(int n)
    { //D: hit
        bool r = Yes() && (N(n) ?? No()); //: part 1/2 2/2 2/2 x2
        Use(r); //: hit x2
        bool s = No() || (N(n) ?? Yes()); //: part 1/2 2/2 1/2 x2
        Use(s); //: hit x2
        Use(Yes() && (N(n) ?? N(-n) ?? No())); //: part 1/2 2/2 1/2 1/2 x2
    } //: hit

    //- a negated ?: as right operand
    private static void Negated(bool a, bool c, bool x, bool y)
    { //D: hit
        bool r = B(a) && !(B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Use(r); //: hit x2
        bool s = !(B(a) && (B(c) ? B(x) : B(y))); //: part 1/2 2/2 2/2 x2
        Use(s); //: hit x2
        bool t = !B(a) || (!B(c) ? !B(x) : !B(y)); //: part 1/2 2/2 2/2 x2
        Use(t); //: hit x2
    } //: hit

    //- patterns in the arms
    private static void Patterns(object o, bool c)
    { //D: hit
        bool r = Yes() && (B(c) ? o is string : o is not int); //: part 1/2 2/2 2/2 x2
        Use(r); //: hit x2
    } //: hit

    //- && with a ?: in an arm of another ?:
    private static void InArm(bool a, bool c, bool x)
    { //D: hit
        bool r = B(a) ? Yes() && (B(c) ? B(x) : No()) : B(x); //: part 2/2 1/2 1/2 2/2 x3
        Use(r); //: hit x3
    } //: hit

    //- numbers in the same shape are not operands
    private static void Numbers(bool a, bool c)
    { //D: hit
        int r = B(a) ? (B(c) ? Id(1) : Id(2)) : 0; //: hit 2/2 2/2 x3
        Use(r); //: hit x3
        int s = !B(a) ? 0 : B(c) ? Id(1) : Id(2); //: hit 2/2 2/2 x3
        Use(s); //: hit x3
    } //: hit

    //- ?: as right operand of a condition
    private static void Conditions(bool a, bool c, bool x, bool y)
    { //D: hit
        if (B(a) && (B(c) ? B(x) : B(y))) //: part 1/2 2/2 2/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        Use(B(a) && (B(c) ? B(x) : B(y)) ? 1 : 2); //: part 1/2 2/2 2/2 x2
        Use((B(a) && (B(c) ? B(x) : B(y))) == B(c) ? Id(1) : Id(2)); //: part 1/2 2/2 2/2 1/2 x2
    } //: hit

    //- with an await in an operand
    private static async Task Awaits(bool a, bool c, bool x, bool y)
    { //D: hit
        bool r = await Task.FromResult(a) && (B(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Use(r); //: hit x2
        bool s = B(a) && (await Task.FromResult(c) ? B(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Use(s); //: hit x2
        bool t = B(a) && (B(c) ? await Task.FromResult(x) : B(y)); //: part 1/2 2/2 2/2 x2
        Use(t); //: hit x2
    } //: hit

    //- in the condition of a filter
    private static void Filtered(bool a, bool c, bool x, bool y)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Fail("filtered"); //: hit x2
            } //: miss
            catch (InvalidOperationException) when (B(a) || (B(c) ? B(x) : B(y))) //: part 1/2 2/2 2/2 x2
            { //D: hit
                Use(1); //: hit x1
            } //: hit
        } //: hit
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit
}
