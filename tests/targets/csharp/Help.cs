// What every target uses: values that the compiler cannot see through, a sink, and a guard for
// exceptions that are expected.

using System;
using System.Collections.Generic;

namespace CSharpTargets;

internal static class Help
{
    private static long sink; // no initialiser, so no code

    public static bool Yes() => true; //: hit

    public static bool No() => false; //: hit

    public static T Id<T>(T value) => value; //: hit

    public static void Use(int value) => sink += value; //: hit

    public static void Use(bool value) => sink += value ? 1 : 2; //: hit 2/2

    public static void Use(object? value) => sink += value is null ? 1 : 2; //: hit 2/2

    public static int Fail(string message) => throw new InvalidOperationException(message); //: hit

    //- runs an action that must throw
    public static void Expect<TException>(Action action)
        where TException : Exception
    { //D: hit
        try
        { //D: hit
            action(); //: hit
        } //: miss
        catch (TException) //: hit
        { //D: hit
            return; //: hit
        }

        throw new NotSupportedException("nothing was thrown"); //: miss
    } //: hit

    //- a source that is neither an array nor a list
    public static IEnumerable<int> Numbers(int count)
    { //D: hit
        for (int i = 1; i <= count; i++) //: hit 2/2
        { //D: hit
            yield return i; //: hit
        } //D: hit
    } //: hit
}
