using System;
using System.Linq;
using System.Threading;

namespace Programs;

/// <summary>One hot method on many threads: what they share is the memory of its probes.</summary>
internal static class Threads
{
    internal static long Run(int threads, int size)
    {
        long sum = 0;
        int each = size * 1000 / threads;
        Thread[] started = new Thread[threads];
        for (int i = 0; i < threads; i++)
        {
            int from = i * each;
            started[i] = new Thread(() => Interlocked.Add(ref sum, Part(from, each)));
            started[i].Start();
        }
        foreach (Thread thread in started)
        {
            thread.Join();
        }
        return sum;
    }

    internal static long RunQuery(int size) =>
        Enumerable.Range(0, size * 1000).AsParallel().Where(IsChosen).Sum(Hot);

    private static bool IsChosen(int number) => number % 3 != 0;

    private static long Part(int from, int count)
    {
        long sum = 0;
        for (int i = from; i < from + count; i++)
        {
            sum += Hot(i);
        }
        return sum;
    }

    private static long Hot(int number)
    {
        int steps = 0;
        for (uint rest = (uint)number; rest != 0; rest >>= 2)
        {
            if ((rest & 1) == 0)
            {
                steps++;
            }
            else
            {
                steps += 2;
            }
        }
        return steps;
    }
}
