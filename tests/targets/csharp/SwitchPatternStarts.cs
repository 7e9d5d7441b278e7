// Where the tests of a switch over patterns begin: tuples, slices that nothing uses, governing expressions with a test.

using System;
using System.Collections.Generic;

namespace CSharpTargets;

internal static class SwitchPatternStarts
{
    private static int field = 9; //: hit

    private static string[] texts = ["a"]; //: hit

    private readonly record struct Pair(int X, int Y); //: hit

    private static Pair Id(Pair value) => value; //: miss

    private static void Use(object value) => GC.KeepAlive(value); //: hit

    //- a tuple whose first element is computed
    private static void Tuple(int n)
    { //D: hit
        switch (field, n) //: part 1/2
        {
            case not (9, 8): //: none
                Use(1); break; //: hit
        }
    } //: hit

    //- a tuple of a text and a number
    private static void TextAndNumber(int n)
    { //D: hit
        switch (texts[0], n) //: part 1/2
        {
            case not ("a", 8): //: none
                Use(1); break; //: hit
            default: //: none
                Use(2); break; //: miss
        }
    } //D: hit

    //- the same in an iterator
    private static IEnumerable<int> InIterator(int n)
    { //D: hit
        yield return 1; //: hit
        switch (field, n) //: hit 2/2
        {
            case not (9, 8): //: none
                yield return 2; //: hit
                break; //D: hit
        }
    } //: hit

    //- a slice of a string that nothing uses
    private static void TextSlice(string text)
    { //D: hit
        switch (text) //: part 2/3
        {
            case ['b', .. var rest]: //: none
                Use(1); break; //: miss
            case [.. var rest, 'a']: //: none
                Use(2); break; //: hit
            default: //: none
                Use(3); break; //: hit
        }
    } //: hit

    //- a slice of an array that nothing uses
    private static void ArraySlice(char[] list)
    { //D: hit
        switch (list) //: part 1/3
        {
            case not ['#', _]: //: none
                Use(1); //: hit
                return; //: hit
            case [.. var rest, not '7']: //: none
                Use(2); break; //: miss
            default: //: none
                Use(3); break; //: miss
        }
    } //D: hit

    //- a slice in a tuple
    private static int TupleSlice((string Text, bool IsSet) v)
    { //D: hit
        switch (v) //: part 2/4
        {
            case (['b', .. var rest], false): //: none
                Use(1); break; //: miss
            case (_, false): //: none
                return 2; //: hit
            case ([], _) or ("ab", true) or not ("q", true): //: none
                Use(3); break; //: hit
            default: //: none
                Use(4); break; //: miss
        }
        return 5; //: hit
    } //D: hit

    //- a conditional operator before tests that meet again
    private static void ConditionalSubject(Pair v, bool f)
    { //D: hit
        switch (f ? v : Id(v)) //: part 1/2 1/5
        {
            case (> 7 and not 5, not (>= 3 and <= 40)): //: none
            case (not (5 or 3), _): //: none
                Use(1); break; //: hit
            case (_, 5): //: none
                Use(2); break; //: miss
            case { X: 5, Y: 12 } or { X: _, Y: 0 }: //: none
                Use(3); break; //: miss
            case not (> 3 and not 12, 7): //: none
                Use(4); break; //: miss
        }
    } //D: hit

    public static void Run()
    { //D: hit
        Tuple(3); //: hit
        TextAndNumber(3); //: hit
        foreach (int i in InIterator(3)) //: hit 2/2
            Use(i); //: hit
        foreach (int i in InIterator(8)) //: hit 2/2
            Use(i); //: hit
        TextSlice("xa"); //: hit
        TextSlice("x"); //: hit
        ArraySlice(['7']); //: hit
        Use(TupleSlice(("x", false))); //: hit
        Use(TupleSlice(("ab", true))); //: hit
        ConditionalSubject(new Pair(12, 5), true); //: hit
    } //: hit
}
