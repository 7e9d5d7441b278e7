// Right operands that are elements of an array or a span, or what a reference or a pointer leads to: that they are bools
// stands in the type of what holds them.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ConditionElementOperand
{
    private static readonly bool[] Known = { true, false }; //: hit x1

    //- an element that is stored in another one
    private static bool[] Sums(int number, int most)
    { //D: hit x1
        bool[] reached = new bool[most + 1]; //: hit x1
        reached[0] = true; //: hit x1
        for (int j = most; j >= number; j--) //: hit 2/2
            reached[j] = reached[j] || reached[j - number]; //: part 1/2 2/2 x2
        return reached; //: hit x1
    } //D: hit x1

    //- as an argument, after && and ||
    private static void Arguments(bool a, bool[] flags)
    { //D: hit x2
        Use(a && flags[0]); //: part 2/2 1/2 x2
        Use(a || flags[flags.Length - 1]); //: part 2/2 1/2 x2
        Use(a && Known[Id(1)]); //: part 2/2 1/2 x2
        Use(Yes() && flags[0] && a | flags[1]); //: part 1/2 1/2 2/2 x2
    } //: hit x2

    //- in a new array, and as an operand of ^
    private static void Within(bool a, bool b, bool[] flags)
    { //D: hit x1
        bool[] made = { a && flags[0], a || flags[1] }; //: part 1/2 1/2 1/2 0/2 x1
        Use(made[0] ^ (b && flags[1])); //: part 1/2 1/2 x1
        Use(a && (flags[1] | flags.Length is 5)); //: part 1/2 1/2 x1
    } //: hit x1

    //- of a span, and through a reference
    private static void Spans(Span<bool> flags)
    { //D: hit x1
        flags[1] = flags[0] && flags[1]; //: part 1/2 1/2 x1
        Use(No() || First(flags)); //: part 1/2 1/2 x1
    } //: hit x1

    private static ref bool First(Span<bool> flags) => ref flags[0]; //: hit x1

    //- through a pointer
    private static unsafe void Pointers(bool a, bool* flag)
    { //D: hit x1
        Use(a && *flag); //: part 1/2 1/2 x1
    } //: hit x1

    //- a near miss: the element is a number
    private static void Numbers(bool a, byte[] bytes)
    { //D: hit x2
        Use(!a ? bytes[0] : (byte)1); //: hit 2/2 x2
        bytes[1] = !a ? bytes[0] : (byte)1; //: hit 2/2 x2
    } //: hit x2

    internal static unsafe void Run()
    { //D: hit x1
        Use(Sums(2, 3)[2]); //: hit x1
        Arguments(true, new[] { true, false }); //: hit x1
        Arguments(false, new[] { true, false }); //: hit x1
        Within(true, true, new[] { true, false }); //: hit x1
        Spans(new[] { true, false }); //: hit x1
        bool last = true; //: hit x1
        Pointers(true, &last); //: hit x1
        Numbers(true, new byte[2]); //: hit x1
        Numbers(false, new byte[2]); //: hit x1
    } //: hit x1
}
