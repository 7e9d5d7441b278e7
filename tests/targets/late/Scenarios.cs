// Code that is reached for the first time when all around it was covered, optimised and its probes erased
// long ago; and, next to each, code that is never reached.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Late;

internal static class Scenarios
{
    private const int Rare = 7;
    private static int sink;

    private static int Main()
    { //D: hit
        using Tiers tiers = new(); //: hit
        Branches(); //: hit
        Loop(); //: hit
        Nested(); //: hit
        Threads(); //: hit
        Inlined(); //: hit
        Faults(); //: hit
        Continuations().GetAwaiter().GetResult(); //: hit
        Generics(); //: hit
        Delegates(); //: hit
        Tiers.Print(); //: hit
        return 0; //: hit
    } //: hit

    //- branches first taken when the method is optimised
    private static void Branches()
    { //D: hit
        Tiers.Warm(".Branch", () => Branch(1, "a")); //: hit
        Branch(Rare, "late"); //: hit
    } //: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Branch(int n, string? text)
    { //D: hit
        if (n == Rare) //: hit 2/2
        { //D: hit
            sink++; //: hit
        } //D: hit

        if (n == Rare + 1) //: part 1/2
        { //D: miss
            sink++; //: miss
        } //D: miss

        sink += n > 5 && text!.Length > 3 ? 1 : 2; //: part 2/2 1/2
        sink += n > 5 || text == "a" ? 1 : 2; //: part 2/2 1/2
        sink += text?.Length ?? 3; //: part 1/2
        switch (Id(n)) //: part 2/4
        { //: none
            case 1: //: none
                sink += 1; //: hit
                break; //: hit
            case Rare: //: none
                sink += 2; //: hit
                break; //: hit
            case 12: //: none
                sink += 3; //: miss
                break; //D: miss
        } //: none

        switch (Id(text)) //: part 2/4
        { //: none
            case "a": //: none
                break; //D: hit
            case "late": //: none
                sink += 2; //: hit
                break; //: hit
            case "never": //: none
                sink += 3; //: miss
                break; //D: miss
        } //: none
    } //: hit

    private static T Id<T>(T value) => value; //: hit

    //- in a loop that was replaced on the stack
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Loop()
    { //D: hit
        int left = -1; //: hit
        for (int i = 0; left != 0; i++) //: hit 2/2
        { //D: hit
            if (left < 0 && i % 1_000 == 0 && Tiers.Replaced(".Loop")) //: hit 2/2 2/2 2/2
            { //D: hit
                left = 5_000; //: hit
            } //D: hit

            if (left > 0) //: hit 2/2
            { //D: hit
                left--; //: hit
                if (left == 10) //: hit 2/2
                { //D: hit
                    sink++; //: hit
                } //D: hit

                if (left == 6_000) //: part 1/2
                { //D: miss
                    sink++; //: miss
                } //D: miss
            } //D: hit
        } //D: hit

        sink++; //: hit
    } //: hit

    //- an inner loop left early for the first time, behind it code for the first time
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Nested()
    { //D: hit
        bool late = false; //: hit
        while (true) //: hit
        { //D: hit
            for (int i = 0; i < 2_000; i++) //: hit 2/2
            { //D: hit
                sink ^= i; //: hit
                if (late && i == 50) //: hit 2/2 2/2
                { //D: hit
                    goto found; //D: hit
                }

                if (late && i == 60) //: part 2/2 1/2
                { //D: miss
                    return; //: miss
                }
            } //D: hit

            late = Tiers.Replaced(".Nested"); //: hit
        } //D: hit

    found: //D: hit
        sink &= 0xff; //: hit
    } //: hit

    //- on one of eight threads, once
    private static void Threads()
    { //D: hit
        Tiers.Warm(".OnThread", () => OnThread(1)); //: hit
        Thread[] threads = new Thread[8]; //: hit
        for (int i = 0; i < threads.Length; i++) //: hit 2/2
        { //D: hit
            int number = i; //: hit
            threads[i] = new Thread(() => Many(number)); //: hit
            threads[i].Start(); //: hit
        } //D: hit

        foreach (Thread thread in threads) //: hit 2/2
        { //D: hit
            thread.Join(); //: hit
        } //D: hit
    } //: hit

    private static void Many(int number)
    { //D: hit
        for (int i = 0; i < 20_000; i++) //: hit 2/2
        { //D: hit
            OnThread(number == 5 && i == 19_000 ? Rare : i & 1); //: hit 2/2 2/2
        } //D: hit
    } //: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OnThread(int n)
    { //D: hit
        if (n == Rare) //: hit 2/2
        { //D: hit
            sink++; //: hit
        } //D: hit
        else if (n > Rare) //: part 1/2
        { //D: miss
            sink++; //: miss
        } //D: miss
    } //: hit

    //- in a callee that was inlined
    private static void Inlined()
    { //D: hit
        Tiers.Warm(".Caller", () => Caller(1)); //: hit
        Caller(Rare); //: hit
    } //: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Caller(int n)
    { //D: hit
        sink += Callee(n); //: hit
        if (n == Rare) //: hit 2/2
        { //D: hit
            sink += OnlyLate(n); //: hit
        } //D: hit

        if (n > Rare) //: part 1/2
        { //D: miss
            sink += Never(n); //: miss
        } //D: miss
    } //: hit

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Callee(int n)
    { //D: hit
        if (n == Rare) //: hit 2/2
        { //D: hit
            return Deep(n); //: hit
        }

        return n > Rare ? Deep(-n) : 1; //: part 1/2
    } //D: hit

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Deep(int n) => n > 0 ? 3 : 4; //: part 1/2

    //- never called before it was inlined, and never called at all
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int OnlyLate(int n)
    { //D: hit
        int more = n; //: hit
        return more > 5 ? 2 : 3; //: part 1/2
    } //D: hit

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Never(int n) => n + 2; //: miss

    //- in a catch, a filter, a finally
    private static void Faults()
    { //D: hit
        Tiers.Warm(".Protected", () => Protected(1)); //: hit
        Protected(2); //: hit
        Protected(3); //: hit
        Tiers.Warm(".Catching", () => Catching(1)); //: hit
        Catching(Rare); //: hit
    } //: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Protected(int n)
    { //D: hit
        try
        { //D: hit
            sink += Throws(n); //: hit
            sink++; //: hit
        } //: hit
        catch (InvalidOperationException e) when (e.Message.Length == n) //: hit 2/2
        { //D: hit
            sink += 2; //: hit
        } //: hit
        catch (InvalidOperationException) //: hit
        { //D: hit
            sink += n > 2 ? 3 : 4; //: part 1/2
        } //: hit
        catch (ArgumentException) //: miss
        { //D: miss
            sink += 5; //: miss
        } //: miss
        finally
        { //D: hit
            if (n == 2) //: hit 2/2
            { //D: hit
                sink += 6; //: hit
            } //D: hit
        } //: hit
    } //: hit

    private static int Throws(int n) =>
        n > 1 ? throw new InvalidOperationException("ab") : n; //: hit 2/2

    // The catch is hot; one branch in it is not.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Catching(int n)
    { //D: hit
        try
        { //D: hit
            Throws(n + 1); //: hit
            sink++; //: miss
        } //: miss
        catch (InvalidOperationException) //: hit
        { //D: hit
            if (n == Rare) //: hit 2/2
            { //D: hit
                sink++; //: hit
            } //D: hit

            if (n > Rare) //: part 1/2
            { //D: miss
                throw; //: miss
            }
        } //: hit
    } //: hit

    //- in the continuation of an async method, in an iterator
    private static async Task Continuations()
    { //D: hit
        Tiers.Warm("Continue>", () => Continue(1).GetAwaiter().GetResult()); //: hit
        await Continue(Rare); //: hit
        Tiers.Warm("Items>", () => Take(1)); //: hit
        Take(Rare); //: hit
    } //: hit

    private static async Task<int> Continue(int n)
    { //D: hit
        await Task.Yield(); //: hit
        if (n == Rare) //: hit 2/2
        { //D: hit
            await Task.Delay(1); //: hit
            sink++; //: hit
        } //D: hit

        try
        { //D: hit
            await Task.Yield(); //: hit
            sink += n > Rare ? 3 : 4; //: part 1/2
        } //D: hit
        finally
        { //D: hit
            if (n == Rare) //: hit 2/2
            { //D: hit
                await Task.Yield(); //: hit
            } //D: hit
        } //D: hit

        return n; //: hit
    } //: hit

    private static void Take(int n)
    { //D: hit
        foreach (int item in Items(n)) //: hit 2/2
        { //D: hit
            sink ^= item; //: hit
        } //D: hit
    } //: hit

    private static IEnumerable<int> Items(int n)
    { //D: hit
        yield return 1; //: hit
        if (n == Rare) //: hit 2/2
        { //D: hit
            yield return 2; //: hit
        } //D: hit

        if (n > Rare) //: part 1/2
        { //D: miss
            yield return 3; //: miss
        } //D: miss
    } //: hit

    //- in one instantiation of many
    private static void Generics()
    { //D: hit
        Tiers.Warm(".Kind", Kinds); //: hit
        Kind(2.5); //: hit
    } //: hit

    private static void Kinds()
    { //D: hit
        Kind(1); //: hit
        Kind("x"); //: hit
        Kind(new object()); //: hit
    } //: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Kind<T>(T value)
    { //D: hit
        if (typeof(T) == typeof(double)) //: hit 2/2
        { //D: hit
            sink++; //: hit
        } //D: hit

        if (value is long) //: part 1/2
        { //D: miss
            sink++; //: miss
        } //D: miss
    } //: hit

    //- a delegate and a virtual call that were guessed to have one target
    private static void Delegates()
    { //D: hit
        Func<int, int> usual = n => n + 1; //: hit
        Func<int, int> late = n => n + 2; //: hit
        Func<int, int> never = n => //: hit
        { //: miss
            return n + 3; //: miss
        }; //: miss
        Tiers.Warm(".Calls", () => Calls(usual, new Usual())); //: hit
        Calls(late, new Unusual()); //: hit
        GC.KeepAlive(never); //: hit
    } //: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Calls(Func<int, int> function, Shape shape)
    { //D: hit
        sink += function(1) + shape.Area(); //: hit
    } //: hit

    private abstract class Shape
    {
        public abstract int Area();
    }

    private sealed class Usual : Shape
    {
        public override int Area() => 1; //: hit
    }

    private sealed class Unusual : Shape
    {
        public override int Area() => 2; //: hit
    }
}
