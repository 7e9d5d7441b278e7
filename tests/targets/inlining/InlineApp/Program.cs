// Callers in another assembly than their callees, hot enough for every tier and for replacement on
// the stack. The report must be the same whatever the runtime's settings are:
// TieredCompilation=0, TieredPGO=0, TC_QuickJitForLoops=0, ReadyToRun=0.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using InlineLib;

namespace InlineApp;

internal static class Program
{
    private const int Hot = 200_000;

    private static int Main()
    { //D: hit x1
        long sum = 0; //: hit x1
        sum += OnStackReplacement(); //: hit x1
        sum += Tiers(); //: hit x1
        sum += Aggressive(Hot); //: hit x1
        sum += Generics(); //: hit x1
        sum += Structs(); //: hit x1
        sum += Lambdas(); //: hit x1
        sum += Failing(); //: hit x1
        sum += AfterTierUp(3); //: hit x1
        Console.WriteLine(sum); //: hit x1
        return 0; //: hit x1
    } //D: hit x1

    //- one call of a long loop: replaced on the stack while it runs
    private static long OnStackReplacement()
    { //D: hit x1
        long sum = 0; //: hit x1
        Point point = new(1, 2); //: hit x1
        for (int i = 0; i < Hot; i++) //: hit 2/2 x200001
        { //D: hit
            sum += point.X + point.Y; //: hit x200000
            point.Automatic = i; //: hit x200000
            sum += Small.Rare(i); //: hit x200000
            if (i == Hot - 1) //: hit 2/2 x200000
            { //D: hit
                sum += point.Sum() + point.Automatic; //: hit x1
            } //D: hit
        } //D: hit

        return sum; //: hit x1
    } //D: hit x1

    //- many calls of a short method, with pauses in which the tiers are promoted
    private static long Tiers()
    { //D: hit x1
        long sum = 0; //: hit x1
        for (int round = 0; round < 4; round++) //: hit 2/2 x5
        { //D: hit
            for (int i = 0; i < 1_000; i++) //: hit 2/2 x4004
            { //D: hit
                sum += Caller(i, round); //: hit x4000
            } //D: hit

            Thread.Sleep(150); //: hit x4
        } //D: hit

        return sum; //: hit x1
    } //D: hit x1

    private static int Caller(int n, int round)
    { //D: hit
        int sum = Small.Add(n, 1) + Small.Forced(n); //: hit x4000
        if (round == 3 && n == 999) //: hit 2/2 2/2 x4000
        { //D: hit
            sum += OnlyInTheLastCall(n); //: hit x1
        } //D: hit

        return sum; //: hit x4000
    } //D: hit

    private static int OnlyInTheLastCall(int n) => Small.Add(n, n); //: hit x1

    //- an optimised caller: its callees are inlined at its first and only compilation
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long Aggressive(int count)
    { //D: hit x1
        long sum = Small.Optimised(5); //: hit x1
        for (int i = 0; i < count; i++) //: hit 2/2 x200001
        { //D: hit
            sum += Small.Add(i, 1) + Small.Forced(i); //: hit x200000
            if (i == 150_000) //: hit 2/2 x200000
            { //D: hit
                sum += FromOptimisedCodeOnly(i); //: hit x1
            } //D: hit
        } //D: hit

        return sum; //: hit x1
    } //D: hit x1

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FromOptimisedCodeOnly(int n)
    { //D: hit
        return n > 0 ? 1 : 2; //: part 1/2 x1
    } //D: hit

    //- generic callees
    private static long Generics()
    { //D: hit x1
        long sum = 0; //: hit x1
        List<string> words = ["a"]; //: hit x1
        List<int> numbers = [1]; //: hit x1
        for (int i = 0; i < 50_000; i++) //: hit 2/2 x50001
        { //D: hit
            sum += Small.First(words).Length + Small.First(numbers); //: hit x50000
            sum += Small.IsNull("x") ? 3 : 1; //: part 1/2 x50000
            sum += Small.IsNull(i) ? 3 : 1; //: part 1/2 x50000
        } //D: hit

        sum += Small.Choose(1).Length; //: hit x1
        sum += Small.Choose("x").Length; //: hit x1
        return sum; //: hit x1
    } //D: hit x1

    //- structs whose members are inlined and promoted to registers
    private static long Structs()
    { //D: hit x1
        long sum = 0; //: hit x1
        Range<int> range = new([1, 2, 3]); //: hit x1
        for (int i = 0; i < 30_000; i++) //: hit 2/2 x30001
        { //D: hit
            foreach (int item in range) //: hit 2/2
            { //D: hit
                sum += item; //: hit x90000
            } //D: hit
        } //D: hit

        return sum + range.Bytes + new Range<string>(["x"]).Bytes; //: hit x1
    } //D: hit x1

    //- delegates that are inlined by guarded devirtualisation
    private static long Lambdas()
    { //D: hit x1
        Func<int, int> add = n => Small.Add(n, 1); //: hit x100000
        long sum = 0; //: hit x1
        for (int i = 0; i < 100_000; i++) //: hit 2/2 x100001
        { //D: hit
            sum += add(i); //: hit x100000
        } //D: hit

        return sum; //: hit x1
    } //D: hit x1

    //- an inlined callee throws
    private static long Failing()
    { //D: hit x1
        long sum = 0; //: hit x1
        try
        { //D: hit
            for (int i = 0; i < Hot; i++) //: part 1/2 x150002
            { //D: hit
                sum += Small.Throws(i); //: hit x150002
            } //D: hit

            sum = 0; //: miss
        } //: miss
        catch (ArgumentOutOfRangeException) //: hit x1
        { //D: hit
            sum++; //: hit x1
        } //: hit

        return sum; //: hit x1
    } //D: hit x1

    //- reached for the first time when everything it calls has been optimised
    private static int AfterTierUp(int n)
    { //D: hit x1
        if (n > 5) //: part 1/2 x1
        { //D: miss
            return Small.Late(n); //: miss
        }

        return Small.Late(Small.Add(n, n)); //: hit x1
    } //D: hit x1
}
