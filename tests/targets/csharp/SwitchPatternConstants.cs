// Constants beside patterns in the labels of one body: zero, null, false, real numbers, constants of several types.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace CSharpTargets;

internal static class SwitchPatternConstants
{
    private enum Colour
    {
        Red,
        Green
    }

    private sealed record Ball(double Radius); //: hit

    private static void Use(object value) => GC.KeepAlive(value); //: hit

    //- zero beside a relation
    private static void Zero(int n)
    { //D: hit
        switch (n) //: part 2/3
        {
            case > 9 or 0: //: none
                Use(1); break; //: hit
            default: //: none
                Use(2); break; //: miss
        }
    } //D: hit

    //- zero under `not`, and beside another constant
    private static void NotZero(int n)
    { //D: hit
        switch (n) //: part 2/4
        {
            case not (0 or 3) and < 9: //: none
                Use(1); break; //: hit
            case 0 or 9: //: none
                Use(2); break; //: miss
        }
    } //: hit

    //- null beside a list
    private static void NullOrList(int[]? list)
    { //D: hit
        switch (list) //: part 3/4
        {
            case null: //: none
            case [1, ..]: //: none
                Use(1); break; //: hit
            case [3]: //: none
                Use(2); break; //: hit
            default: //: none
                Use(3); break; //: miss
        }
    } //D: hit

    //- null beside the empty list
    private static void NullOrEmpty(int[]? list)
    { //D: hit
        switch (list) //: part 3/5
        {
            case null or []: //: none
                Use(1); break; //: hit
            case [1, > 2, ..] or [not 3, not 4, _, ..]: //: none
                Use(2); break; //: miss
            case [_, _, ..]: //: none
                Use(3); break; //: hit
        }
    } //: hit

    //- a constant of a property beside the type alone: one body, one arm
    private abstract class Shape;

    private sealed class Box(int width) : Shape //: hit
    {
        public int Width => width; //: hit
    }

    private sealed class Disc : Shape;

    private static void PropertyOrType(Shape shape, int n)
    { //D: hit
        switch (shape) //: part 2/4
        {
            case Disc: //: none
                Use(1); break; //: hit
            case Box { Width: 1 } when n > 7: //: miss 0/2
                Use(2); break; //: miss
            case Box { Width: 7 }: //: none
            case Box: //: none
                Use(3); break; //: hit
            default: //: none
                Use(4); break; //: miss
        }
    } //D: hit

    //- null beside every list
    private static void NullOrAny(int[]? list)
    { //D: hit
        switch (list) //: part 1/3
        {
            case [1]: //: none
                Use(1); break; //: miss
            case null: //: none
            case [..]: //: none
                Use(1); break; //: hit
        }
    } //: hit

    //- null and true of a nullable bool
    private static void NullOrTrue(bool? b)
    { //D: hit
        switch (b) //: part 2/3
        {
            case null or true: //: none
                Use(1); break; //: hit
            case false: //: none
                Use(2); break; //: hit
        }
    } //: hit

    //- null and zero of a nullable number
    private static void NullOrZero(int? n)
    { //D: hit
        switch (n) //: part 3/4
        {
            case null or 0: //: none
                Use(1); break; //: hit
            case > 9: //: none
                Use(2); break; //: hit
            default: //: none
                Use(3); break; //: miss
        }
    } //D: hit

    //- real numbers, one of them written as an integer
    private static void Real(double d, float f)
    { //D: hit
        switch (d) //: part 2/5
        {
            case 1.5 or 9 or > 10: //: none
                Use(1); break; //: hit
            case 3: //: none
                Use(2); break; //: miss
        }
        switch (f) //: part 1/4
        {
            case 0.1f or 2: //: none
                Use(3); break; //: hit
            case -3: //: none
                Use(4); break; //: miss
        }
    } //D: hit

    //- constants of several types
    private static void OfTypes(object? value)
    { //D: hit
        switch (value) //: part 3/5
        {
            case null or "a": //: none
                Use(1); break; //: hit
            case 0 or Ball: //: none
                Use(2); break; //: hit
        }
    } //: hit

    //- null and zero of an object, beside a type that is negated
    private static void NullOrReal(object? value, int n)
    { //D: hit
        switch (value) //: part 3/5
        {
            case string: //: none
                Use(1); break; //: hit
            case not Ball when n < 2: //: part 1/2
                Use(2); break; //: miss
            case null or 9.0: //: none
                Use(3); break; //: hit
        }
    } //: hit

    //- constants under `not` that fall out of the switch
    private static void FallsOut(int n, int other)
    { //D: hit
        switch (n) //: part 3/4
        {
            case 7 when other > 5: //: miss 0/2
                Use(1); break; //: miss
            case >= 3 and <= 4: //: none
            case not (9 or 1000): //: none
                Use(2); break; //: hit
            case 9 when other < 0: //: part 1/2
                Use(3); break; //: miss
        }
    } //: hit

    //- a relation of a long number, and a constant with a condition
    private static void Long(long v, bool f)
    { //D: hit
        switch (v) //: part 2/4
        {
            case <= 5L when f: //: part 1/2
                Use(1); break; //: miss
            case 5L when f: //: miss 0/2
                Use(2); break; //: miss
            case >= 0L and <= 9L: //: none
            case > 4L and not 12L: //: none
                Use(3); break; //: hit
        }
    } //: hit

    //- strings beside patterns, in a state machine
    private static async Task Strings(string[] texts)
    { //D: hit
        foreach (string text in texts) //: hit 2/2
        { //D: hit
            await Task.Yield(); //: hit
            switch (text.Trim()) //: part 4/6
            {
                case "xyz" or "ab": //: none
                case { Length: 4 }: //: none
                    Use(1); break; //: hit
                case "q" when texts.Length > 9: //: part 1/2
                    Use(2); break; //: miss
                case [..]: //: none
                    Use(3); break; //: hit
            }
        } //: hit //AR: none
    } //: hit

    //- a body that only jumps to that of a constant
    private static int Jumps(object? value)
    { //D: hit
        switch (value) //: part 2/4
        {
            case Ball { Radius: 0 }: //: none
                goto case null; //D: miss
            case Ball: //: none
                return 1; //: hit
            case null: //: none
                return 2; //: hit
            default: //: none
                return 3; //: miss
        }
    } //D: hit

    //- names of constants
    private static void Named(Colour colour)
    { //D: hit
        switch (colour) //: part 2/4
        {
            case Colour.Red or > Colour.Green: //: none
                Use(1); break; //: hit
            case Colour.Green: //: none
                Use(2); break; //: hit
        }
    } //: hit

    //- names of constants in an object, beside types and parts
    private static void NamedInObject(object? value, int n)
    { //D: hit
        switch (value) //: part 4/7
        {
            case Colour.Red or DayOfWeek.Friday: //: none
            case Ball { Radius: 2 }: //: none
                Use(1); break; //: hit
            case int[] and [.., 3] or DayOfWeek.Monday when n > 3: //: hit 2/2
                Use(2); break; //: hit
            case Ball: //: none
                Use(3); break; //: miss
        }
    } //: hit

    //- in an iterator
    private static IEnumerable<int> Iterator(int n)
    { //D: hit
        yield return 1; //: hit
        switch (n) //: part 1/3
        {
            case > 9: //: none
            case 0: //: none
                yield return 2; //: hit
                break; //: hit
            default: //: none
                yield return 3; //: miss
                break; //D: miss
        }
    } //: hit

    public static async Task Run()
    { //D: hit
        Zero(0); //: hit
        Zero(10); //: hit
        NotZero(1); //: hit
        NotZero(3); //: hit
        NullOrList(null); //: hit
        NullOrList([1, 2]); //: hit
        NullOrList([3]); //: hit
        NullOrEmpty(null); //: hit
        NullOrEmpty([3, 4]); //: hit
        NullOrEmpty([]); //: hit
        NullOrAny(null); //: hit
        PropertyOrType(new Box(7), 1); //: hit
        PropertyOrType(new Box(3), 1); //: hit
        PropertyOrType(new Disc(), 1); //: hit
        NullOrTrue(null); //: hit
        NullOrTrue(false); //: hit
        NullOrZero(0); //: hit
        NullOrZero(null); //: hit
        NullOrZero(10); //: hit
        Real(9, 2); //: hit
        Real(11, 2); //: hit
        OfTypes("a"); //: hit
        OfTypes(new Ball(2)); //: hit
        OfTypes(2.5); //: hit
        NullOrReal("", 3); //: hit
        NullOrReal(9.0, 3); //: hit
        FallsOut(1, 3); //: hit
        FallsOut(9, 3); //: hit
        Long(3, false); //: hit
        await Strings(["ab", "four", "q"]); //: hit
        Use(Jumps(null)); //: hit
        Use(Jumps(new Ball(1))); //: hit
        Named(Colour.Red); //: hit
        NamedInObject(Colour.Red, 1); //: hit
        NamedInObject(DayOfWeek.Friday, 1); //: hit
        NamedInObject(DayOfWeek.Monday, 1); //: hit
        NamedInObject(DayOfWeek.Monday, 4); //: hit
        Named(Colour.Green); //: hit
        foreach (int i in Iterator(10)) //: hit 2/2
            Use(i); //: hit
    } //: hit
}
