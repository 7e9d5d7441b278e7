// `throw new UnreachableException()` is not coverable, and neither is the arm that leads there: the author says that it
// cannot happen. What did run is there.

using System;
using System.Diagnostics;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ThrowUnreachable
{
    public static async Task Run()
    { //D: hit
        Use(If(1)); //: hit x1
        Use(Switch(1) + Switch(2)); //: hit x1
        Use(Expression(1) + Expression(2)); //: hit x1
        Use(Coalesce("x")); //: hit x1
        Use(Both(1, 2)); //: hit x1
        Use(Either(1, 2)); //: hit x1
        Use(Other(1)); //: hit x1
        Use(Before(1)); //: hit x1
        Use(await Awaits(1)); //: hit x1
        Caught(1); //: hit x1
        Happens(); //: hit x1
    } //: hit

    //- the then branch only throws: no decision is left
    private static int If(int n)
    { //D: hit
        if (n < 0) //: hit x1
        {
            throw new UnreachableException($"{n} is negative");
        }
        return n; //: hit x1
    } //D: hit

    //- the default of a switch
    private static int Switch(int n)
    { //D: hit
        switch (n) //: hit 2/2 x2
        {
            case 1: return 10; //: hit x1
            case 2: return 20; //: hit x1
            default: throw new UnreachableException();
        }
    } //D: hit

    //- an arm of a switch expression
    private static int Expression(int n) => n switch //: hit 2/2 x2
    { //: hit x2
        1 => 10, //: hit x1
        2 => 20, //: hit x1
        _ => throw new UnreachableException(),
    }; //: hit x2

    //- the right side of ??
    private static string Coalesce(string text)
    { //D: hit
        return text ?? throw new UnreachableException(); //: hit x1
    } //D: hit

    //- two conditions, both of which lead there
    private static int Both(int a, int b)
    { //D: hit
        if (a > 5 && b > 5) //: part 1/2 x1
        {
            throw new UnreachableException();
        }
        return a; //: hit x1
    } //D: hit

    private static int Either(int a, int b)
    { //D: hit
        if (a > 5 || b > 5) //: hit x1
        {
            throw new UnreachableException();
        }
        return a; //: hit x1
    } //D: hit

    //- other exceptions count
    private static int Other(int n)
    { //D: hit
        if (n < 0) //: part 1/2 x1
        { //D: miss
            throw new InvalidOperationException(); //: miss
        }
        return n; //: hit x1
    } //D: hit

    //- a statement before the throw counts, and so does the arm that leads to it
    private static int Before(int n)
    { //D: hit
        if (n < 0) //: part 1/2 x1
        { //D: miss
            Use(n); //: miss
            throw new UnreachableException();
        }
        return n; //: hit x1
    } //D: hit

    //- in a state machine
    private static async Task<int> Awaits(int n)
    { //D: hit
        await Task.Yield(); //: hit x1
        if (n < 0) //: hit x1
        {
            throw new UnreachableException();
        }
        return n; //: hit x1
    } //: hit //AR: none

    //- a handler that only throws
    private static void Caught(int n)
    { //D: hit
        try
        { //D: hit
            Use(n); //: hit x1
        } //: hit
        catch (InvalidOperationException)
        {
            throw new UnreachableException();
        }
    } //: hit

    //- one that was thrown
    private static void Happens()
    { //D: hit
        try
        { //D: hit
            Throws(1); //: hit x1
        } //: miss
        catch (UnreachableException e) //D: hit x1
        { //D: hit
            Use(e); //: hit x1
        } //: hit
    } //: hit

    private static void Throws(int n)
    { //D: hit
        if (n > 0) //: part 1/2 x1
        { //D: hit
            throw new UnreachableException(); //: hit x1
        }
    } //D: miss //R: miss
}
