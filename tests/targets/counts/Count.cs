// The program's own counters, one for each line that asks for it, and the program that uses them:
// Counts THREADS runs the workload on so many threads at once and prints "FILE LINE COUNT" for each line
// that counted itself, "# NAME COUNT" for each place that was counted by name (a loop without calls).

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Counts;

[ExcludeFromCodeCoverage]
internal static class Count
{
    private const int MaxLine = 400;
    private static readonly ConcurrentDictionary<string, long[]> Files = new(StringComparer.Ordinal);
    private static readonly ConcurrentDictionary<string, long> Names = new();

    /// <summary>This line ran: the first statement of the line.</summary>
    public static void At([CallerFilePath] string file = "", [CallerLineNumber] int line = 0) =>
        Add(1, file, line);

    /// <summary>This line ran, in an expression: what is evaluated first, or cannot throw.</summary>
    public static T Of<T>(T value, [CallerFilePath] string file = "", [CallerLineNumber] int line = 0)
    {
        Add(1, file, line);
        return value;
    }

    /// <summary>The array of a foreach that runs to its end: it asks once more than there are items.</summary>
    public static T[] All<T>(T[] items, [CallerFilePath] string file = "", [CallerLineNumber] int line = 0)
    {
        Add(items.Length + 1, file, line);
        return items;
    }

    /// <summary>Items of a foreach, each question for another one counted.</summary>
    public static Questions<T> Each<T>(
        IEnumerable<T> items, [CallerFilePath] string file = "", [CallerLineNumber] int line = 0) =>
        new(items.GetEnumerator(), file, line);

    public static async IAsyncEnumerable<T> Stream<T>(
        IAsyncEnumerable<T> items, [CallerFilePath] string file = "", [CallerLineNumber] int line = 0)
    {
        Add(1, file, line);
        await foreach (T item in items)
        {
            yield return item;
            Add(1, file, line);
        }
    }

    /// <summary>Adds the count of a place marked by `//# name`.</summary>
    public static void Named(string name, long count) => Names.AddOrUpdate(name, count, (_, old) => old + count);

    private static void Add(long count, string file, int line) =>
        Interlocked.Add(ref Files.GetOrAdd(file, _ => new long[MaxLine])[line], count);

    private static int Main(string[] arguments)
    {
        int threads = int.Parse(arguments[0]);
        using Barrier together = new(threads);
        Thread[] all = Enumerable.Range(0, threads).Select(seed => new Thread(() => Rounds(seed, together))).ToArray();
        foreach (Thread thread in all)
        {
            thread.Start();
        }

        foreach (Thread thread in all)
        {
            thread.Join();
        }

        Print();
        return 0;
    }

    // Enough calls, and enough time, for every tier.
    private static void Rounds(int seed, Barrier together)
    {
        for (int phase = 0; phase < 3; phase++)
        {
            together.SignalAndWait();
            for (int round = 0; round < 40; round++)
            {
                Flow.Run(seed + round);
                Faults.Run(seed + round);
                Members.Run(seed + round);
                Functions.Run(seed + round);
            }

            Later.Run(seed).GetAwaiter().GetResult();
            Thread.Sleep(180);
        }

        together.SignalAndWait();
        Flow.Tight();
    }

    private static void Print()
    {
        foreach ((string file, long[] lines) in Files)
        {
            for (int line = 0; line < MaxLine; line++)
            {
                if (lines[line] > 0)
                {
                    Console.WriteLine($"{Path.GetFileName(file)} {line} {lines[line]}");
                }
            }
        }

        foreach ((string name, long count) in Names)
        {
            Console.WriteLine($"# {name} {count}");
        }
    }
}

[ExcludeFromCodeCoverage]
internal readonly struct Questions<T>(IEnumerator<T> items, string file, int line)
{
    public T Current => items.Current;

    public Questions<T> GetEnumerator() => this;

    public bool MoveNext()
    {
        Count.Of(true, file, line);
        return items.MoveNext();
    }
}
