// Positional patterns that call Deconstruct: its results are variables of the compiler's, in state machines fields.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace CSharpTargets;

internal static class PatternPositional
{
    private readonly record struct Pair(int Left, int Right); //: hit

    private sealed record Item(int Number, object Content); //: hit

    private static void Use(object value) => GC.KeepAlive(value); //: hit

    //- one label over a struct, in a plain method
    private static void Plain(Pair pair)
    { //D: hit
        switch (pair) //: part 1/2
        {
            case (_, 0): //: none
                Use(1); //: hit
                break; //D: hit
        }
    } //: hit

    //- in an async method
    private static async Task Async(object o)
    { //D: hit
        await Task.Yield(); //: hit
        switch (o) //: part 2/4
        {
            case Item(2, string): //: none
                Use(1); //: miss
                break; //: miss
            case Item(_, int): //: none
                Use(2); //: hit
                break; //: hit
            case Item: //: none
                Use(3); //: miss
                break; //: miss
            default: //: none
                Use(4); //: hit
                break; //D: hit
        }
    } //: hit

    //- in an iterator
    private static IEnumerable<int> Iterator(object o)
    { //D: hit
        yield return 1; //: hit
        switch (o) //: part 1/3
        {
            case Item(2, _): //: none
                yield return 2; //: hit
                break; //: hit
            case Item: //: none
                yield return 3; //: miss
                break; //D: miss
        }
    } //: hit

    public static async Task Run()
    { //D: hit
        Plain(new Pair(1, 0)); //: hit
        await Async(new Item(1, 2)); //: hit
        await Async(3); //: hit
        foreach (int i in Iterator(new Item(2, ""))) //: hit 2/2
            Use(i); //: hit
    } //: hit
}
