// Statements: loops, jumps, switches, recursion. Every line with code counts itself.

using System.Runtime.CompilerServices;
using System.Threading;

namespace Counts;

internal static class Flow
{
    private static int shared;

    public static void Run(int seed)
    {
        Count.At(); Recurse(seed % 5 + 2);
        Count.At(); Even(seed % 9);
        Count.At(); Loops(seed);
        Count.At(); Jumps(seed);
        Count.At(); Switches(seed);
        Count.At(); Words(seed);
        Count.At(); Short(seed);
        Count.At(); Contended();
        if (Count.Of(seed < 0))
        {
            Count.At(); Recurse(seed);
        }
    }

    private static int Recurse(int n)
    {
        if (Count.Of(n < 2))
        {
            return Count.Of(n);
        }

        return Count.Of(0) + Recurse(n - 1) + Recurse(n - 2);
    }

    private static bool Even(int n) => Count.Of(n == 0) || Odd(n - 1);

    private static bool Odd(int n) => Count.Of(n != 0) && Even(n - 1);

    private static void Loops(int seed)
    {
        Count.At(); int sum = 0;
        for (int i = 0; Count.Of(i < seed % 7); i++)
        {
            Count.At(); sum += i;
            if (Count.Of(i == 3))
            {
                Count.At(); continue;
            }

            Count.At(); sum++;
        }

        while (Count.Of(sum > 0))
        {
            Count.At(); sum -= 3;
            if (Count.Of(sum == 4))
            {
                Count.At(); break;
            }
        }

        do
        {
            Count.At(); sum++;
        }
        while (Count.Of(sum < 5));

        foreach (int item in Count.All([1, 2, 3]))
        {
            Count.At(); sum += item;
        }

        foreach (int item in Count.Each([1, 2, 3, seed]))
        {
            Count.At(); sum += item;
            if (Count.Of(item == 2 && seed % 2 == 0))
            {
                Count.At(); return;
            }
        }

        for (; ; )
        {
            Count.At(); sum++;
            if (Count.Of(sum % 4 == 0))
            {
                Count.At(); break;
            }
        }
    }

    private static void Jumps(int seed)
    {
        Count.At(); int n = seed % 4;
    again: //v
        Count.At(); n++;
        if (Count.Of(n < 3))
        {
            Count.At(); goto again;
        }

        if (Count.Of(n == 7))
        {
            Count.At(); goto end;
        }

        Count.At(); n = 7;
    end: //v
        Count.At(); n++;
    }

    private static int Switches(int seed)
    {
        switch (Count.Of(seed % 6))
        {
            case 0:
                Count.At(); return 1;
            case 1:
            case 2:
                Count.At(); break;
            case 3:
                Count.At(); goto case 1;
            case 100:
                Count.At(); break;
            default:
                Count.At(); break;
        }

        Count.At(); object shape = seed % 3 == 0 ? seed : "text";
        switch (Count.Of(shape))
        {
            case int n when Count.Of(n > 3):
                Count.At(); return n;
            case int:
                Count.At(); break;
            case string { Length: 4 }:
                Count.At(); break;
        }

        return Count.Of(seed % 3) switch { 0 => 4, 1 => 5, _ => 6 };
    }

    private static int Words(int seed)
    {
        switch (Count.Of((seed % 9).ToString()))
        {
            case "0": Count.At(); return 0;
            case "1": Count.At(); return 1;
            case "2": Count.At(); return 2;
            case "3": Count.At(); return 3;
            case "4": Count.At(); return 4;
            case "5": Count.At(); return 5;
            case "6": Count.At(); return 6;
            case "nine": Count.At(); return 7;
            default: Count.At(); return 8;
        }
    }

    private static bool Short(int seed)
    {
        Count.At(); bool result = seed % 2 == 0 && Tail(seed) || seed % 3 == 0 && Tail(seed + 1);
        Count.At(); string? text = seed % 2 == 0 ? null : "x";
        Count.At(); result ^= (text?.Length ?? Tail(1).GetHashCode()) > 0;
        return Count.Of(result);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Tail(int n) => Count.Of(n > 4);

    // How often the exchange fails depends on the other threads.
    private static void Contended()
    {
        Count.At(); int seen;
        do
        {
            Count.At(); seen = Volatile.Read(ref shared);
        }
        while (Count.Of(Interlocked.CompareExchange(ref shared, seen + 1, seen) != seen));
    }

    // Without a call between: the threads meet in the counters of the tool, not in those of the program.
    public static long Tight()
    {
        Count.At(); long sum = 0, turns = 0, odd = 0;
        for (int i = 0; i < 400_000; i++) //# tight-test
        {
            turns++; //# tight
            if ((i & 1) == 1) //# tight
            {
                odd++; //# tight-odd
            }

            sum += Small(i); //# tight
        }

        Count.At(); Count.Named("tight", turns);
        Count.At(); Count.Named("tight-odd", odd);
        Count.At(); Count.Named("tight-test", turns + 1);
        return Count.Of(sum);
    }

    private static int Small(int n) => n > 3 ? n : 3; //# tight
}
