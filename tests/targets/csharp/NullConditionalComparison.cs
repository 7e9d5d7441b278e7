// ?. before a comparison: null makes it false, in optimised code without a test.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class NullConditionalComparison
{
    private sealed class Node(Node? next, int value) //: hit x5
    {
        public Node? Next { get; } = next; //: hit
        public int Value { get; } = value; //: hit
        public bool IsBig => Value > 5; //: miss
        public bool IsOver(int limit) => Value > limit; //: hit
    }

    public static void Run()
    { //D: hit
        Use(Longer(null)); //: hit x1
        Use(Longer("ab")); //: hit x1
        Use(NeverNull("")); //: hit x1
        Use(NeverNull("a")); //: hit x1
        Use(ByHand(null)); //: hit x1
        Use(ByHand("ab")); //: hit x1
        Use(StaticCall(null)); //: hit x1
        Use(StaticCall("ab")); //: hit x1
        Use(OfCall(0)); //: hit x1
        Use(OfCall(9)); //: hit x1
        Use(WithArgument(null)); //: hit x1
        Use(WithArgument(new Node(null, 9))); //: hit x1
        Use(Chain(null)); //: hit x1
        Use(Chain(new Node(new Node(null, 9), 1))); //: hit x1
        Use(ChainBroken(new Node(null, 1))); //: hit x1
        Use(And("ab", false)); //: hit x1
        Use(And(null, true)); //: hit x1
        Use(Loop(["a"])); //: hit x1
    } //: hit

    //- ?. and a comparison: once null, once yes
    private static int Longer(string? s)
    { //D: hit
        if (s?.Length > 1) //: hit 2/2 2/2 x2
            return 1; //: hit x1
        return 2; //: hit x1
    } //D: hit

    //- the same, never null
    private static int NeverNull(string? s)
    { //D: hit
        if (s?.Length > 0) //: part 1/2 2/2 x2
            return 1; //: hit x1
        return 2; //: hit x1
    } //D: hit

    //- the null test by hand: the comparison was never answered with no
    private static int ByHand(string? s)
    { //D: hit
        if (s != null && s.Length > 1) //: part 2/2 1/2 x2
            return 1; //: hit x1
        return 2; //: hit x1
    } //D: hit

    //- the null test by hand before a static method
    private static int StaticCall(string? s)
    { //D: hit
        if (s != null && IsLong(s)) //: part 2/2 1/2 x2
            return 1; //: hit x1
        return 2; //: hit x1
    } //D: hit

    private static bool IsLong(string s) => s.Length > 1; //: hit x1

    //- ?. on what a call gives
    private static int OfCall(int value)
    { //D: hit
        if (Find(value)?.Value == 9) //: hit 2/2 2/2 x2
            return 1; //: hit x1
        return 2; //: hit x1
    } //D: hit

    private static Node? Find(int value) => value == 0 ? null : new Node(null, value); //: hit 2/2 x2

    //- ?. on a method with an argument, compared with true
    private static int WithArgument(Node? node)
    { //D: hit
        if (node?.IsOver(Id(5)) == true) //: hit 2/2 2/2 x2
            return 1; //: hit x1
        return 2; //: hit x1
    } //D: hit

    //- two ?. in a row: the second is not asked when the first is null
    private static int Chain(Node? node)
    { //D: hit
        if (node?.Next?.Value > 5) //: part 2/2 1/2 2/2 x2
            return 1; //: hit x1
        return 2; //: hit x1
    } //D: hit

    //- two ?. in a row, the second is null
    private static int ChainBroken(Node? node)
    { //D: hit
        if (node?.Next?.IsBig == true) //: part 1/2 1/2 1/2 x1
            return 1; //: miss
        return 2; //: hit x1
    } //D: hit

    //- ?. and a comparison as an operand
    private static int And(string? s, bool wanted)
    { //D: hit
        if (s?.Length > 0 && Id(wanted)) //: part 2/2 2/2 1/2 x2
            return 1; //: miss
        return 2; //: hit x2
    } //D: hit

    //- ?. as the condition of a loop
    private static int Loop(List<string>? items)
    { //D: hit
        int rounds = 0; //: hit x1
        while (items?.Count > 0) //: part 1/2 2/2 x2
        { //D: hit
            items.RemoveAt(0); //: hit x1
            rounds++; //: hit x1
        } //D: hit
        return rounds; //: hit x1
    } //D: hit
}
