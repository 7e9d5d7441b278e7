// Tests of the parts of a value: parts that are kept for a later test, that nothing uses, and that a Deconstruct
// returned; numbers of labels that only another condition has; an arm after one that leaves a try block.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchPartsOfValue
{
    private abstract record Shape; //: none
    private sealed record Circle(int Radius, string Name) : Shape; //: hit
    private sealed record Box(int Width, object? Inner) : Shape; //: hit

    private readonly record struct Pt(int X, int Y); //: hit

    private sealed class Node(object? value, Node? next) //: hit
    {
        public object? Value => value; //: miss
        public void Deconstruct(out object? v, out Node? n) //: none
        { //D: hit
            v = value; //: hit
            n = next; //: hit
        } //: hit
    }

    public static void Run()
    { //D: hit
        Use(KeptPart((12, 9), 5) + KeptPart((5, 0), 9)); //: hit
        Use(UnusedPart(new Box(1, "x"), 3) + UnusedPart(new Circle(1, "qa"), 3) + UnusedPart(new Circle(1, "b"), 3)); //: hit
        Deconstructed(new Node(5, null)); //: hit
        Deconstructed(new Node("x", null)); //: hit
        Deconstructed(new Node(true, new Node(1, null))); //: hit
        Use(NumbersOfOther(new Pt(3, 4), 3, 1) + NumbersOfOther(null, 3, 9)); //: hit
        AfterLeave(("a", 7), 5); //: hit
        AfterLeave((5, 6), 9); //: hit
        AfterLeave((5, 3), 9); //: hit
    } //: hit

    //- a part that is kept while another part is tested, in a switch expression with another in its arm
    private static int KeptPart((int, int) v, int n) => v switch //: part 1/2
    { //: hit
        (_, not (1000 or 0)) or (5, _) => n switch //: hit 2/2
        { //: hit
            9 => Id(1), //: hit
            _ => Id(2), //: hit
        }, //: hit
        _ => Id(3), //: miss
    }; //: hit

    //- a part that nothing uses, in an operand of &&
    private static int UnusedPart(Shape? v, int n)
    { //D: hit
        if (n > 1 && (v switch { Box { Inner: var inner } => false, Circle(_, "qa") => n > 3, _ => n switch { 4 => false, _ => Id(n) > 2 } })) //: part 1/2 3/3 2/2 1/2
        { //D: hit
            return 1; //: hit
        } //: none
        return 2; //: hit
    } //D: hit

    //- null of a part beside null of the whole, after a Deconstruct
    private static void Deconstructed(Node? v)
    { //D: hit
        switch (v) //: part 3/5
        {
            case null or (char, _):
                Use(1); //: miss
                break; //: miss
            case (int, _):
                Use(2); //: hit
                break; //: hit
            case (bool, Node):
                Use(3); //: hit
                break; //D: hit
        }
    } //: hit

    //- a table of numbers has entries for those of another condition
    private static int NumbersOfOther(Pt? v, int n, int limit) => v switch //: part 3/4
    { //: hit
        not ((0, > 2 and not 5)) when limit > 5 => Id(3), //: hit 2/2
        { X: not 9, Y: not <= 7 } or { Y: 4 } when n is > 0 and < 3 => Id(4), //: part 1/2 1/2
        (not (>= 1 and <= 5), 2) when (n & 1) == 1 => Id(5), //: miss 0/2
        _ => Id(6), //: hit
    }; //: hit

    //- an arm with a switch expression, after one that leaves a try block
    private static void AfterLeave((object, int) v, int n)
    { //D: hit
        try
        { //D: hit
            int result = v switch //: hit 3/3
            { //: hit
                (string text, >= 7 and <= 1000) when n < 9 => text.Length, //: part 1/2
                (int, not (5 or 3)) => n switch //: part 1/2
                { //: hit
                    9 => Id(9), //: hit
                    _ => Id(12), //: miss
                }, //: hit
                _ => Id(13), //: hit
            }; //: hit
        } //D: hit
        finally
        { //D: hit
            n++; //: hit
        } //: hit
    } //: hit
}
