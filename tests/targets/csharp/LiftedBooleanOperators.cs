// Three values of truth: & and | on bool? make tests of their own, which decide nothing. And patterns that
// come after other operands: their result is tested once more after what was kept of those.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LiftedBooleanOperators
{
    private sealed class Vote
    {
        public bool? Value;

        public bool? Both(Vote other) => Value & other.Value; //: hit x1

        public void Add(Vote other)
        { //D: hit x1
            Value |= other.Value; //: hit x1
            Value &= true; //: hit x1
        } //: hit x1
    }

    private static bool? Maybe(bool? value) => value; //: hit x3

    private static async Task<bool?> Later(bool? value)
    { //D: hit x4
        await Task.Yield(); //: hit x4
        return value; //: hit x4
    } //: hit x4 //AR: none

    //- & and | on bool?: variables, calls, chains
    private static void Operators(bool? a, bool? b)
    { //D: hit x1
        bool? c = a & b; //: hit x1
        bool? d = Maybe(a) | Maybe(b); //: hit x1
        bool? e = a & b | c; //: hit x1
        bool? f = !a & !(b | c); //: hit x1
        a |= b; //: hit x1
        b &= c; //: hit x1
        Show(a, b, c, d, e, f); //: hit x1
    } //: hit x1

    private static void Show(params bool?[] values) => Use(values.Length > 3); //: hit

    //- & and | of bool? and bool
    private static bool? Left(bool? a) => a & Yes(); //: hit x2

    private static bool? Right(bool? a) => Yes() | a; //: hit x1

    //- & and | on bool? in a condition: one decision
    private static int Conditions(bool? a, bool? b)
    { //D: hit x1
        if ((a & b) == false) //: part 1/2 x1
        { //D: hit x1
            return 1; //: hit x1
        }

        return (a | b) ?? Yes() ? 2 : 3; //: miss 0/2 0/2
    } //D: hit x1

    //- & and | on bool? with await on either side
    private static async Task<bool?> Waits(bool? a)
    { //D: hit x1
        bool? b = a & await Later(true); //: hit x1
        bool? c = await Later(false) | await Later(null); //: hit x1
        bool? d = await Later(true) & Yes(); //: hit x1
        return b & c & d; //: hit x1
    } //: hit x1 //AR: none

    //- the same tests written by hand are decisions
    private static bool? ByHand(bool? a, bool? b) =>
        a.GetValueOrDefault() || (!b.GetValueOrDefault() && !a.HasValue) ? a : b; //: part 1/2 2/2 1/2 x2

    private static bool? Chosen(bool? a) => Yes() ? a : false; //: part 1/2 x1

    private static bool Parts(bool a, bool? b) => a ? b.GetValueOrDefault() : b.HasValue; //: part 1/2 x1

    //- a range pattern after other arguments: one decision
    private static int Behind(int n, int m) => Math.Max(m, n is 1 or 2 ? n : m); //: part 1/2 x1

    private static int BehindOther(int n, int m) =>
        Math.Max(n > 0 ? n : m, n is 1 or 2 ? n : m); //: part 1/2 1/2 x1

    private static string BehindThree(int n, string text) =>
        string.Concat(text, n.ToString(), text.Trim(), n is 3 or 4 or 5 ? "few" : "many"); //: hit 2/2 x2

    private static async Task<int> BehindAwait(int n) =>
        Math.Max(await Number(n), n is 1 or 2 ? n : await Number(7)); //: part 1/2 x1

    private static async Task<int> Number(int n)
    { //D: hit x1
        await Task.Yield(); //: hit x1
        return n; //: hit x1
    } //: hit x1 //AR: none

    public static async Task Run()
    { //D: hit x1
        Vote vote = new() { Value = true }; //: hit x1
        Use(vote.Both(new Vote()) is null); //: hit x1
        vote.Add(new Vote { Value = false }); //: hit x1
        Operators(true, null); //: hit x1
        Left(true); //: hit x1
        Left(null); //: hit x1
        Right(false); //: hit x1
        Use(Maybe(null) is null); //: hit x1
        Use(Conditions(false, null) == 1); //: hit x1
        await Waits(true); //: hit x1
        ByHand(false, false); //: hit x1
        ByHand(false, true); //: hit x1
        Chosen(null); //: hit x1
        Parts(true, null); //: hit x1
        Use(Behind(1, 2) == 2); //: hit x1
        BehindOther(1, 2); //: hit x1
        BehindThree(3, "x"); //: hit x1
        BehindThree(9, "x"); //: hit x1
        Use(await BehindAwait(1) == 1); //: hit x1
    } //: hit x1
}
