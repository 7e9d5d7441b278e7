// Functions within functions: lambdas, closures, local functions, iterators, LINQ.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Counts;

internal static class Functions
{
    public static void Run(int seed)
    {
        Count.At(); Closures(seed);
        Count.At(); Local(seed);
        Count.At(); Queries(seed);
        Count.At(); Iterators(seed);
        Count.At(); Together(seed);
    }

    private static int Closures(int seed)
    {
        Count.At(); int sum = 0;
        Count.At(); Func<int, int> twice = static n => n;
        Count.At(); Action<int> add = n =>
        {
            if (Count.Of(n > 3))
            {
                Count.At(); sum += n;
                Count.At(); return;
            }

            Count.At(); sum--;
        };
        for (int i = 0; Count.Of(i < 6); i++)
        {
            Count.At(); add(i);
        }

        return Count.Of(sum) + seed;
    }

    private static int Local(int seed)
    {
        Count.At(); return Down(seed % 6) + Once();

        static int Once() => Count.Of(1);

        int Down(int n)
        {
            if (Count.Of(n <= 0))
            {
                return Count.Of(seed);
            }

            Count.At(); return Down(n - 1);
        }
    }

    private static int Queries(int seed)
    {
        Count.At(); int[] numbers = [1, 2, 3, 4, seed];
        IEnumerable<int> query = //v
            from n in Count.Of(numbers)
            where Count.Of(n > 1)
            let square = Count.Of(n * n)
            orderby Count.Of(-square)
            select Count.Of(square + 1);
        Count.At(); return query.Sum();
    }

    private static void Iterators(int seed)
    {
        foreach (int n in Count.Each(Numbers(seed % 5)))
        {
            if (Count.Of(n == 3))
            {
                Count.At(); break;
            }
        }

        Count.At(); using IEnumerator<int> left = Numbers(4).GetEnumerator();
        Count.At(); left.MoveNext();
        Count.At(); _ = Numbers(6).Take(2).Sum() + Numbers(0).Count();
    }

    private static IEnumerable<int> Numbers(int count)
    {
        try
        {
            for (int i = 0; Count.Of(i < count); i++)
            {
                Count.At(); yield return i;
                Count.At(); count += 0;
            }

            if (Count.Of(count == 0))
            {
                Count.At(); yield break;
            }
        }
        finally
        {
            Count.At(); count = 0;
        }

        Count.At(); yield return 9;
    }

    private static void Together(int seed)
    {
        Count.At(); long sum = 0;
        Count.At(); Parallel.For(0, 4, n =>
        {
            Count.At(); Interlocked.Add(ref sum, n);
            for (int i = 0; Count.Of(i < n); i++)
            {
                Count.At(); Interlocked.Add(ref sum, seed);
            }
        });
        Count.At(); GC.KeepAlive(sum);
    }
}
