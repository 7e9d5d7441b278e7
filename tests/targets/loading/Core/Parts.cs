// What a program does in whatever form it is published: the marks are the same for precompiled, composite,
// self-contained, single-file and trimmed programs, and for each runtime.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Loading.Core;

public static class Parts
{
    //- a static field initialiser
    private static readonly int Factor = Start(); //: hit x1

    //- small enough to be inlined into another assembly's precompiled code
    public static int Small(int number)
    { //D: hit x1000
        return number + 1; //: hit x1000
    } //D: hit x1000

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Forced(int number) => number % 3 == 0 ? number : -number; //: hit 2/2 x1000

    public static int Property { get; set; } //: hit x1001

    //- compiled once, optimised, never precompiled
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static long Optimised(int count)
    { //D: hit x2
        long sum = 0; //: hit x2
        for (int i = 0; i < count; i++) //: hit 2/2 x102
        { //D: hit x100
            if (i % 10 == 3) //: hit 2/2 x100
            { //D: hit x10
                sum += Leaf(i); //: hit x10
            } //D: hit x10
            else if (i > 1000) //: part 1/2 x90
            { //D: miss
                sum -= 1; //: miss
            } //D: miss
        } //D: hit x100

        return sum; //: hit x2
    } //D: hit x2

    //- inlined into it
    private static long Leaf(int number)
    { //D: hit x10
        return (long)number * Factor; //: hit x10
    } //D: hit x10

    //- optimised and called for the first time when its caller runs optimised
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Chained(int number)
    { //D: hit x3
        return number > 1 ? Chained(number - 1) + 1 : Factor; //: hit 2/2 x3
    } //D: hit x3

    //- generic code over a struct and a class of the program
    public static string Kind<T>(T value)
    { //D: hit x4
        if (typeof(T).IsValueType) //: hit 2/2 x4
        { //D: hit x2
            return typeof(T).Name; //: hit x2
        }

        return value?.ToString() ?? "null"; //: hit 2/2 2/2 x2
    } //D: hit x4

    //- a struct that the framework's generic code compares
    public static int Place(int number)
    { //D: hit x1
        List<Spot> spots = [new Spot(number), new Spot(number + 1)]; //: hit x1
        return spots.IndexOf(new Spot(number)); //: hit x1
    } //D: hit x1

    //- an iterator
    public static IEnumerable<int> Numbers(int count)
    { //D: hit x1
        for (int i = 0; i < count; i++) //: hit 2/2 x4
        { //D: hit x3
            yield return i; //: hit x3
        } //D: hit x3
    } //: hit x1

    //- lambdas through the framework's generic code
    public static int Query(int[] numbers)
    { //D: hit x1
        int limit = numbers.Length - 2; //: hit x1
        return numbers //: hit x1
            .Where(n => n < limit) //: hit x5
            .Select(n => n * 2) //: hit x2
            .OrderBy(n => -n) //: hit x2
            .FirstOrDefault(n => n > 100); //: hit x2
    } //D: hit x1

    //- async, with and without a real wait
    public static async Task<int> Later(bool wait)
    { //D: hit x2
        if (wait) //: hit 2/2 x2
        { //D: hit x1
            await Task.Yield(); //: hit x1
        } //D: hit x1

        try
        { //D: hit x2
            await Fails(wait).ConfigureAwait(false); //: hit x2
            return 1; //: hit x1
        }
        catch (InvalidOperationException e) when (e.Message.Length > 3) //: part 1/2 x1
        { //D: hit x1
            return 2; //: hit x1
        }
    } //: hit x2

    private static async Task Fails(bool fail)
    { //D: hit x2
        await Task.CompletedTask.ConfigureAwait(false); //: hit x2
        if (fail) //: hit 2/2 x2
        { //D: hit x1
            throw new InvalidOperationException("fails"); //: hit x1
        }
    } //: hit x1

    //- a switch on strings
    public static int Code(string name)
    { //D: hit x3
        return name switch //: part 3/7 x3
        { //: hit x3
            "one" => 1, //: hit x1
            "two" => 2, //: hit x1
            "three" => 3, //: miss
            "four" => 4, //: miss
            "five" => 5, //: miss
            "six" => 6, //: miss
            _ => 0, //: hit x1
        }; //: hit x3
    } //D: hit x3

    private static int Start()
    { //D: hit x1
        return typeof(Parts).Name.Length - 2; //: hit x1
    } //D: hit x1
}

//- a generic class with a static constructor for each instantiation
public static class Holder<T>
{
    public static readonly int Size = Parts.Kind(default(T)).Length; //: hit x2
}

public readonly struct Spot(int number) : IEquatable<Spot>
{
    private readonly int _number = number; //: hit x3

    public bool Equals(Spot other) => _number == other._number; //: hit x1
}
