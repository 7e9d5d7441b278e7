// Patterns with `or` where the stack holds values already, and in the arms of switch expressions; switch
// expressions in the arms of others.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class PatternOrInArm
{
    private abstract record N
    {
        public record Num(double V) : N; //: hit
        public record Call(string Of, List<N> Args) : N; //: hit
        public record Bin(string Op, N L, N R) : N; //: hit
    } //: none

    public static void Run()
    { //D: hit
        foreach (int n in (int[])[1, 2, 5]) //: hit 2/2
        { //D: hit
            Use(Largest(n, 3) + Both(n) + Element(n)); //: hit
            foreach (int item in Yielded(n)) //: hit 2/2
                Use(item); //: hit
        } //D: hit

        N one = new N.Num(1); //: hit
        foreach (N node in (N[])[new N.Bin("+", one, one), new N.Call("f", [one, one])]) //: hit 2/2
        { //D: hit
            Use(OrInArm(node) + OrOfNumbers(node) + OrOfLists(node)); //: hit
            Use(OrIsArm(node)); //: hit
            Use(First(node) + Second(node) + Third(node) + Fourth(node) + Fifth(node) + Pair(node)); //: hit
            Use(Text(node) + Decisions(node)); //: hit
        } //D: hit

        Use(OrOfSwitch(1) + OrOfSwitch(2) + Plain(1) + Plain(3)); //: hit
        Use(Numbers(5, 2) + Numbers(1, 1)); //: hit
        Use(Kept(1) + Kept(2)); //: hit
        Use(Throws(1, 3) + Throws(1, 4)); //: hit
        Expect<InvalidOperationException>(() => Throws(1, 9)); //: hit
        Use(BehindCondition("x", 7)); //: hit
    } //: hit

    //- a pattern with or after other values
    private static int Largest(int n, int m) => Math.Max(m, n is 1 or 2 ? n : m); //: hit 2/2

    private static int Both(int n) => Math.Max(n is 1 or 5 ? 1 : 2, n is 2 or 7 ? 3 : 4) + (n is 1 or 9 ? 5 : 6); //: part 2/2 2/2 2/2 1/2 2/2 1/2

    private static int Element(int n)
    { //D: hit
        int[] a = [n is 1 or 5 ? 1 : 2, n is 2 or 9 ? 3 : 4, 7]; //: part 2/2 2/2 2/2 1/2
        return a[n is 1 or 7 ? 0 : 2]; //: part 2/2 1/2
    } //D: hit

    private static IEnumerable<int> Yielded(int n)
    { //D: hit
        yield return n switch { 1 => n is 1 or 2 ? 2 : 1, _ => 5 }; //: part 2/2 1/2
    } //: hit

    //- a pattern with or in an arm of a switch expression
    private static int OrInArm(N n) => n switch //: part 2/3
    { //: hit
        N.Bin => 1, //: hit
        N.Call c => c.Of is "f" or "g" ? 1 : 2, //: part 1/2 0/2
        _ => 4, //: miss
    }; //: hit

    private static int OrOfNumbers(N n) => n switch //: part 2/3
    { //: hit
        N.Bin => 1, //: hit
        N.Call c => c.Args.Count is 2 or 7 ? 1 : 2, //: part 1/2 0/2
        _ => 4, //: miss
    }; //: hit

    private static int OrOfLists(N n) => n switch //: part 2/3
    { //: hit
        N.Call c => c.Args is [N.Num] or [_, _] ? 1 : 2, //: part 1/2 1/2 1/2 0/2
        N.Bin => 1, //: hit
        _ => 4, //: miss
    }; //: hit

    private static bool OrIsArm(N n) => n switch //: part 2/3
    { //: hit
        N.Bin x => x.Op is "+" or "-", //: part 1/2 0/2
        N.Call => false, //: hit
        _ => true, //: miss
    }; //: hit

    private static int OrOfSwitch(int n) => Id(n) switch //: part 2/3
    { //: hit
        1 => Id(n) is 1 or 5 or 9 ? 1 : 2, //: part 1/2 0/2 0/2
        2 => Id(n.ToString()) is "f" or "2" ? 1 : 2, //: part 1/2 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Plain(int n) => n switch //: part 2/3
    { //: hit
        1 => n.ToString() is "1" or "x" ? 1 : 2, //: part 1/2 0/2
        2 => n.ToString() is "f" ? 1 : 2, //: miss 0/2
        _ => 4, //: hit
    }; //: hit

    //- a switch expression is an arm
    private static int First(N n) => n switch //: part 2/3
    { //: hit
        N.Bin x => x.Op switch { "+" => 7, _ => 8 }, //: part 1/2
        N.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Second(N n) => n switch //: part 2/3
    { //: hit
        N.Call c => 3, //: hit
        N.Bin x => x.Op switch { "+" => 7, _ => 8 }, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    private static int Third(N n) => n switch //: part 2/4
    { //: hit
        N.Bin(var op, var l, var r) => (op, Id(l), Id(r)) switch { ("+", N.Num, N.Num) => 7, ("-", _, N.Num) => 5, _ => 8 }, //: part 1/3
        N.Call { Of: "g" } c => 3, //: miss
        N.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Fourth(N n) => n switch //: part 2/3
    { //: hit
        N.Bin x => x.L switch { N.Num m => m.V switch { 1 => 1, _ => 2 }, _ => 8 }, //: part 1/2 1/2
        N.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Fifth(N n) => n switch //: part 2/3
    { //: hit
        N.Bin(var op, _, _) => op switch { "+" => 1, _ => 2 }, //: part 1/2
        N.Call { Of: var of, Args: var args } => of.Length + args.Count switch { 0 => 1, var k => k }, //: part 1/2
        _ => 5, //: miss
    }; //: hit

    private static int Pair(N n) => (n, n) switch //: part 2/3
    { //: hit
        (N.Bin x, N.Bin y) => x.Op == y.Op && x.L == y.L ? 1 : 2, //: part 1/2 1/2
        (N.Call x, _) => x.Args.Count switch { 0 => 1, 1 => 2, _ => 3 }, //: part 1/3
        _ => 4, //: miss
    }; //: hit

    private static string Text(N n) => n switch //: part 2/3
    { //: hit
        N.Bin(var op, _, _) => $"{op switch { "+" => "plus", _ => op }}!", //: part 1/2
        N.Call { Of: var of, Args: var args } => of + args.Count switch { 0 => "()", var k => $"({k})" }, //: part 1/2
        _ => "", //: miss
    }; //: hit

    private static int Decisions(N n) => n switch //: part 2/4
    { //: hit
        N.Bin(var op, var l, var r) => (op, l, r) switch { ("-", N.Num, N.Num) => 7, (_, N.Num a, N.Num b) => a.V < b.V || op.Length > 1 ? 3 : 4, _ => 8 }, //: part 1/3 1/2 1/2
        N.Call { Of: "g" } c => 3, //: miss
        N.Call c => 3, //: hit
        _ => 4, //: miss
    }; //: hit

    private static int Numbers(int n, int m) => Id(n) switch //: part 2/3
    { //: hit
        1 => 3, //: hit
        5 => m switch { 2 => 7, _ => 8 }, //: part 1/2
        _ => 4, //: miss
    }; //: hit

    //- the value of a pattern, kept and asked by the user
    private static int Kept(int n)
    { //D: hit
        bool told = n is 1 or 5; //: part 2/2 1/2
        if (told) //: hit 2/2
            return 1; //: hit
        return 2; //: hit
    } //D: hit

    //- a throw in a switch expression that is a label's condition
    private static int Throws(int n, int m) => n switch //: part 2/3
    { //: hit
        1 when m switch { 3 => Yes(), 4 => No(), _ => throw new InvalidOperationException() } => 1, //: hit 3/3 2/2
        2 => 3, //: miss
        _ => 2, //: hit
    }; //: hit

    //- a switch expression after a label's condition
    private static string BehindCondition(string text, int n) => Id(n) switch //: part 1/3
    { //: hit
        0 => "a", //: miss
        > 5 when text[0] == 'x' => text switch { "x" => "seven", _ => "many" }, //: part 1/2 1/2
        _ => "", //: miss
    }; //: hit
}
