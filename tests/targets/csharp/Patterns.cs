// `is` and pattern labels: one decision for each test that the compiler keeps.

using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Patterns
{
    private sealed class Point
    {
        public int X { get; init; } //: hit
        public int Y { get; init; } //: hit
        public Point? Other { get; init; } //: hit
        public void Deconstruct(out int x, out int y) => (x, y) = (X, Y); //: hit
    }

    public static void Run()
    { //D: hit
        Type("text"); //: hit x1
        Type(5); //: hit x1
        Null(null); //: hit x1
        Constant(5); //: hit x1
        Relational(7); //: hit x1
        Either(2); //: hit x1
        Property(new Point { X = 1, Y = 3 }); //: hit x1
        Positional(new Point { X = 1, Y = 3 }); //: hit x1
        List([1, 5, 9]); //: hit x1
        Stored("text"); //: hit x1
        Negated(null); //: hit x1
        WithAnd("text", 5); //: hit x1
        Var(3); //: hit x1
        TypeSwitch("text"); //: hit x1
        TypeSwitch(3); //: hit x1
        TypeSwitch(new List<int>()); //: hit x1
        GuardedSwitch(15); //: hit x1
        GuardedSwitch(5); //: hit x1
        TupleSwitch(1, 3); //: hit x1
        ListSwitch([1]); //: hit x1
        ListSwitch([1, 2, 3]); //: hit x1
    } //: hit

    //- is T, is T t
    private static void Type(object value)
    { //D: hit
        if (value is string) //: hit 2/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (value is int number) //: hit 2/2 x2
        { //D: hit
            Use(number); //: hit x1
        } //D: hit

        if (value is not string text) //: hit 2/2 x2
        { //D: hit
            return; //: hit x1
        }

        Use(text); //: hit x1
    } //: hit

    //- is null, is not null
    private static void Null(object? value)
    { //D: hit
        if (value is null) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (value is not null) //: part 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //: hit

    //- is constant
    private static void Constant(int value)
    { //D: hit
        if (value is 5) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (value is not 5) //: part 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //: hit

    //- is > and <: two tests
    private static void Relational(int value)
    { //D: hit
        if (value is > 0 and < 10) //: part 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (value is > 10) //: part 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //: hit

    //- is or: neighbours are one test of a range, others one test each
    private static void Either(int value)
    { //D: hit
        if (value is 1 or 2) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (value is 1 or 5) //: part 1/2 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss

        if (value is < 0 or > 100) //: part 1/2 1/2 x1
        { //D: miss
            Use(3); //: miss
        } //D: miss
    } //: hit

    //- property patterns: the null test, then each property
    private static void Property(Point? point)
    { //D: hit
        if (point is { X: 1, Y: > 2 }) //: part 1/2 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (point is { X: 2, Y: > 2 }) //: part 1/2 1/2 0/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss

        if (point is { Other.X: 1 }) //: part 1/2 1/2 0/2 x1
        { //D: miss
            Use(3); //: miss
        } //D: miss
    } //: hit

    //- positional pattern
    private static void Positional(Point? point)
    { //D: hit
        if (point is (1, var y)) //: part 1/2 1/2 x1
        { //D: hit
            Use(y); //: hit x1
        } //D: hit
    } //: hit

    //- list patterns: null, length, elements
    private static void List(int[]? array)
    { //D: hit
        if (array is [1, .., var last]) //: part 1/2 1/2 1/2 x1
        { //D: hit
            Use(last); //: hit x1
        } //D: hit

        if (array is []) //: part 1/2 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss
    } //: hit

    //- stored and returned
    private static void Stored(object value)
    { //D: hit
        bool text = value is string; //: hit x1
        bool small = value is string { Length: < 3 }; //: part 1/2 1/2 x1
        Use(text); //: hit x1
        Use(small); //: hit x1
        Use(value is null); //: hit x1
    } //: hit

    //- not (... or ...)
    private static void Negated(object? value)
    { //D: hit
        if (value is not (string or int)) //: part 1/2 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit
    } //: hit

    //- a pattern as an operand
    private static void WithAnd(object value, int number)
    { //D: hit
        if (value is string text && text.Length == 4) //: part 1/2 1/2 x1
        { //D: hit
            Use(text); //: hit x1
        } //D: hit

        if (value is string { Length: 4 } && number is > 6) //: part 1/2 1/2 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        bool stored = value is string other && other.Length > 9; //: part 1/2 1/2 x1
        Use(stored); //: hit x1
    } //: hit

    //- var pattern: no test
    private static void Var(int value)
    { //D: hit
        if (Id(value) is var same && same > 2) //: part 1/2 x1
        { //D: hit
            Use(same); //: hit x1
        } //D: hit
    } //: hit

    //- switch on types
    private static void TypeSwitch(object? value)
    { //D: hit
        switch (Id(value)) //: part 3/5 x3
        {
            case null:
                Use(0); //: miss
                break; //: miss
            case string text:
                Use(text); //: hit x1
                break; //: hit x1
            case int number:
                Use(number); //: hit x1
                break; //: hit x1
            case int[]:
                Use(2); //: miss
                break; //: miss
            default:
                Use(3); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- case ... when: the arm of the switch, and the condition's own decisions on their line
    private static void GuardedSwitch(object value)
    { //D: hit
        switch (Id(value)) //: part 2/4 x2
        {
            case int number when number > 10 && Yes(): //: part 2/2 1/2 x2
                Use(1); //: hit x1
                break; //: hit x1
            case int number:
                Use(number); //: hit x1
                break; //: hit x1
            case string text when text.Length > 1: //: miss 0/2
                Use(text); //: miss
                break; //D: miss
        }
    } //D: hit

    //- switch on tuples
    private static void TupleSwitch(int a, int b)
    { //D: hit
        switch (Id(a), Id(b)) //: part 1/4 x1
        {
            case (1, 2):
                Use(1); //: miss
                break; //: miss
            case (1, 3):
                Use(2); //: hit x1
                break; //: hit x1
            case (_, 4):
                Use(3); //: miss
                break; //D: miss
        }
    } //D: hit

    //- switch on lists
    private static void ListSwitch(int[] array)
    { //D: hit
        switch (Id(array)) //: part 2/4 x2
        {
            case []:
                Use(0); //: miss
                break; //: miss
            case [var single]:
                Use(single); //: hit x1
                break; //: hit x1
            case [1, .. var rest]:
                Use(rest); //: hit x1
                break; //D: hit x1
        }
    } //: hit
}
