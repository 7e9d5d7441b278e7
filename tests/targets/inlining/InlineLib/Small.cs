// Callees that a compiler inlines at the first chance: no call of them may be lost.

using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace InlineLib;

public sealed class Point(int x, int y) //: hit
{
    private readonly int y = y; //: hit

    public int X { get; } = x; //: hit

    public int Y => y; //: hit

    public int Automatic { get; set; } //: hit

    public int NeverRead => y + 1; //: miss

    public int Sum() => X + Y; //: hit
}

public static class Small
{
    public static readonly int Limit = Start(); //: hit

    public static int Add(int a, int b) => a + b; //: hit

    public static int NeverCalled(int a) => a - 1; //: miss

    //- an arm that is taken after 100,000 calls for the first time, and one that never is
    public static int Rare(int n)
    { //D: hit
        if (n > 100_000) //: hit 2/2
        { //D: hit
            return 2; //: hit
        }

        if (n < 0) //: part 1/2
        { //D: miss
            return 3; //: miss
        }

        return 1; //: hit
    } //D: hit

    //- inlined even into unoptimised callers' optimised versions
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Forced(int n)
    { //D: hit
        int sum = n & 3; //: hit
        return n % 2 == 0 ? sum : sum + 1; //: hit 2/2
    } //D: hit

    //- compiled once, optimised, never inlined
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Optimised(int n)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            sum = Add(sum, Leaf(i)); //: hit
        } //D: hit

        return sum; //: hit
    } //D: hit

    //- reached from optimised code only
    private static int Leaf(int n) => n + 1; //: hit

    //- generic callees over value and reference types
    public static T First<T>(IReadOnlyList<T> items) => items[0]; //: hit

    public static bool IsNull<T>(T value) => value is null; //: hit

    public static string Choose<T>(T value)
    { //D: hit
        if (typeof(T) == typeof(int)) //: hit 2/2
        { //D: hit
            return "int"; //: hit
        }

        return "other"; //: hit
    } //D: hit

    //- reached late: after the loops have been optimised
    public static int Late(int n) => n + Limit; //: hit

    private static int Start() => 7; //: hit

    //- throws, so that the rest of its inlined copy does not run
    public static int Throws(int n)
    { //D: hit
        Guard(n); //: hit
        return n; //: hit
    } //D: hit

    private static void Guard(int n)
    { //D: hit
        if (n > 150_000) //: hit 2/2
        { //D: hit
            throw new System.ArgumentOutOfRangeException(nameof(n)); //: hit
        }
    } //: hit
}

//- a generic type, its static state, a struct enumerator
public readonly struct Range<T>(T[] items) //: none
{
    private static readonly int Size = typeof(T) == typeof(int) ? 4 : 8; //: hit 2/2

    public int Bytes => items.Length * Size; //: hit

    public Enumerator GetEnumerator() => new(items); //: hit

    public struct Enumerator(T[] items)
    {
        private int index = -1; //: hit

        public readonly T Current => items[index]; //: hit

        public bool MoveNext() => ++index < items.Length; //: hit
    }
}
