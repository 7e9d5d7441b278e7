// Switch expressions: one decision with as many arms as the source has; the compiler's throw for
// "no match" is not an arm. Each arm's value is a point of its own.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchExpressions
{
    private interface IShape;

    private sealed record Circle(int Radius) : IShape; //: hit

    private sealed record Rectangle(int Width, int Height) : IShape; //: hit

    public static void Run()
    { //D: hit
        Use(Constants(1)); //: hit x1
        Use(Constants(7)); //: hit x1
        Use(Relational(50)); //: hit x1
        Use(Relational(-5)); //: hit x1
        Use(Text("b")); //: hit x1
        Use(Types(new Circle(3))); //: hit x1
        Use(Types(new Circle(30))); //: hit x1
        Use(Types(new Rectangle(2, 2))); //: hit x1
        Use(Pair(1, 2)); //: hit x1
        Use(Pair(5, 6)); //: hit x1
        Use(Logical(true, false)); //: hit x1
        Expect<InvalidOperationException>(() => NoMatch(DayOfWeek.Friday)); //: hit
        Use(NoMatch(DayOfWeek.Monday)); //: hit x1
        Use(Stored(2)); //: hit x1
        Use(OnOneLine(2)); //: hit x1
        Use(Throwing(1)); //: hit x1
        Expect<ArgumentException>(() => Throwing(2)); //: hit
        Use(NestedExpressions(1, 3)); //: hit x1
        Use(Guarded(15)); //: hit x1
        Use(Guarded(25)); //: hit x1
    } //: hit

    //- constants; the whole expression is the body of the method
    private static string Constants(int value) => Id(value) switch //: part 2/3 x2
    { //: hit x2
        1 => "one", //: hit x1
        2 => "two", //: miss
        _ => "many", //: hit x1
    }; //: hit x2

    //- relational patterns
    private static string Relational(int value)
    { //D: hit
        return Id(value) switch //: part 2/4 x2
        { //: hit x2
            < 0 => "negative", //: hit x1
            0 => "zero", //: miss
            < 10 => "small", //: miss
            _ => "big", //: hit x1
        }; //: hit x2
    } //D: hit

    //- strings
    private static int Text(string text)
    { //D: hit
        return Id(text) switch //: part 1/3 x1
        { //: hit x1
            "a" => 1, //: miss
            "b" => 2, //: hit x1
            _ => 3, //: miss
        }; //: hit x1
    } //D: hit

    //- types, with conditions and properties
    private static int Types(IShape shape)
    { //D: hit
        return Id(shape) switch //: part 3/5 x3
        { //: hit x3
            Circle { Radius: > 10 } => 1, //: hit x1
            Circle circle => circle.Radius, //: hit x1
            Rectangle (0, _) => 2, //: miss
            Rectangle r when r.Width == r.Height => 3, //: part 1/2 x1
            _ => 4, //: miss
        }; //: hit x3
    } //D: hit

    //- tuples
    private static int Pair(int a, int b)
    { //D: hit
        return (Id(a), Id(b)) switch //: part 2/3 x2
        { //: hit x2
            (1, 2) => 1, //: hit x1
            (1, _) => 2, //: miss
            _ => 3, //: hit x1
        }; //: hit x2
    } //D: hit

    private static int Logical(bool a, bool b)
    { //D: hit
        return (Id(a), Id(b)) switch //: part 1/4 x1
        { //: hit x1
            (true, true) => 1, //: miss
            (true, false) => 2, //: hit x1
            (false, true) => 3, //: miss
            (false, false) => 4, //: miss
        }; //: hit x1
    } //D: hit

    //- "no match" is not an arm
    private static int NoMatch(DayOfWeek day)
    { //D: hit
#pragma warning disable CS8509 // not exhaustive, on purpose
        return Id(day) switch //: part 1/2 x2
        { //: hit x2
            DayOfWeek.Monday => 1, //: hit x1
            DayOfWeek.Tuesday => 2, //: miss
        }; //: hit x2
#pragma warning restore CS8509
    } //D: hit

    //- stored in a local
    private static int Stored(int value)
    { //D: hit
        int result = Id(value) switch //: part 1/3 x1
        { //: hit x1
            1 => Id(10), //: miss
            2 => Id(20), //: hit x1
            _ => Id(30), //: miss
        }; //: hit x1
        return result; //: hit x1
    } //D: hit

    //- on one line, inside another expression
    private static int OnOneLine(int value)
    { //D: hit
        return Id(1) + Id(value) switch { 1 => 10, 2 => 20, _ => 30 }; //: part 1/3 x1
    } //D: hit

    //- arms that throw
    private static int Throwing(int value) => Id(value) switch //: part 2/3 x2
    { //: hit x2
        1 => 1, //: hit x1
        2 => throw new ArgumentException("two"), //: hit x1
        _ => throw new ArgumentException("other"), //: miss
    }; //: hit x2

    //- switch expression in an arm
    private static int NestedExpressions(int a, int b)
    { //D: hit
        return Id(a) switch //: part 1/2 x1
        { //: hit x1
            1 => Id(b) switch //: part 1/3 x1
            { //: hit x1
                2 => 12, //: miss
                3 => 13, //: hit x1
                _ => 10, //: miss
            }, //: hit x1
            _ => 0, //: miss
        }; //: hit x1
    } //D: hit

    //- conditions with && in an arm
    private static int Guarded(int value)
    { //D: hit
        return Id(value) switch //: part 2/3 x2
        { //: hit x2
            > 10 when value < 20 && Yes() => 1, //: part 2/2 1/2 x2
            > 20 => 2, //: hit x1
            _ => 3, //: miss
        }; //: hit x2
    } //D: hit
}
