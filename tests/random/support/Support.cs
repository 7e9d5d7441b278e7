// What random programs use, the plain ones and their twins: values that differ from call to call, but not from run to run.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace RandomPrograms;

public enum Kind { None, One, Two, Three, Seven = 7, Nine = 9 }

public sealed class OutOfFuel : Exception;

public sealed class Odd(int number) : Exception("odd " + number)
{
    public int Number => number;
}

[ExcludeFromCodeCoverage]
public sealed class Row
{
    public int Number { get; init; }
    public string? Text { get; init; }
    public Row? Next { get; init; }
    public Kind Kind { get; init; }

    public void Poke() => H.Use(Number);
}

[ExcludeFromCodeCoverage]
public sealed class Held(int number) : IDisposable, IAsyncDisposable
{
    public void Dispose() => H.Use(number);

    public async ValueTask DisposeAsync()
    {
        await Task.Yield();
        H.Use(number);
    }
}

[ExcludeFromCodeCoverage]
public static class H
{
    private static uint state;
    private static int fuel;
    public static ulong Sum;
    public static readonly object Gate = new();

    public static void Start(uint seed)
    {
        state = seed;
        fuel = 20000;
    }

    private static int Roll(int limit)
    {
        state = state * 1664525 + 1013904223;
        return (int)((state >> 8) % (uint)limit);
    }

    public static void Use<T>(T value)
    {
        foreach (char c in value?.ToString() ?? "null") Sum = Sum * 31 + c;
        if (--fuel < 0) throw new OutOfFuel();
    }

    public static int I(int value) => Roll(4) == 0 ? value + 1 : value;
    public static int Any(int limit) => Roll(limit);
    public static bool B(int of) => Roll(of) == 0;
    public static bool Not(int of) => Roll(of) != 0;
    public static string S(int value) => new((char)('a' + (value & 7)), 1);
    public static string Word(int value) => "word" + (value % 12);
    public static string? Maybe(int value) => Roll(3) == 0 ? null : "m" + value;
    public static int? Number(int value) => Roll(3) == 0 ? null : value;
    public static char C(int value) => (char)('a' + (value % 20 + 20) % 20);
    public static Kind K(int value) => (Kind)((value % 10 + 10) % 10);
    public static int Call(Func<int> function) => function();
    public static int Later(Func<int> function) => Roll(3) == 0 ? -1 : function();
    public static void Do(Action action) => action();
    public static Task<int> CallAsync(Func<Task<int>> function) => function();

    public static Row? R(int value) => Roll(3) == 0 ? null : new Row
    {
        Number = value,
        Text = Maybe(value),
        Kind = K(value),
        Next = Roll(2) == 0 ? null : new Row { Number = value + 1, Text = Maybe(value) },
    };

    public static object? O(int value) => Roll(7) switch
    {
        0 => null,
        1 => value,
        2 => "text",
        3 => "t" + value,
        4 => R(value),
        5 => K(value),
        _ => (long)value,
    };

    public static int May(int value) => Roll(8) == 0 ? throw new Odd(value) : value;

    public static void Try(int value)
    {
        if (Roll(6) == 0) throw new InvalidOperationException("try " + value);
    }

    public static IEnumerable<int> Some(int limit)
    {
        for (int i = Roll(limit); i > 0; i--) yield return i;
    }

    public static async IAsyncEnumerable<int> Stream(int limit)
    {
        for (int i = Roll(limit); i > 0; i--)
        {
            await Task.Yield();
            yield return i;
        }
    }

    public static List<int> List(int limit) => [.. Some(limit)];

    public static List<(int, int)> Pairs(int limit)
    {
        List<(int, int)> pairs = [];
        foreach (int number in Some(limit)) pairs.Add((number, Roll(5)));
        return pairs;
    }

    public static int Count(int limit, Func<int, bool> test)
    {
        int count = 0;
        foreach (int number in Some(limit))
            if (test(number)) count++;
        return count;
    }

    public static async Task<int> Wait(int value)
    {
        if (Roll(2) == 0) await Task.Yield();
        return value;
    }

    // Reads a sequence, to the end or to some element.
    public static Task<int> Drain(IEnumerable<int> numbers)
    {
        int limit = Any(12), sum = 0;
        foreach (int number in numbers)
        {
            sum = sum * 3 + number;
            if (limit-- == 0) break;
        }

        return Task.FromResult(sum);
    }

    public static async Task<int> Drain(IAsyncEnumerable<int> numbers)
    {
        int limit = Any(12), sum = 0;
        await foreach (int number in numbers)
        {
            sum = sum * 3 + number;
            if (limit-- == 0) break;
        }

        return sum;
    }

    public static Task<int> Drain(Task<int> number) => number;
    public static Task<int> Drain(int number) => Task.FromResult(number);

    // Calls an entry several times, with other numbers, whatever it throws.
    public static void Entry(uint seed, int times, Func<int, int, string?, object?, Task<int>> entry)
    {
        Start(seed);
        for (int i = 0; i < times; i++)
        {
            try
            {
                int a = Any(9), b = Any(5) - 2;
                Use(entry(a, b, Maybe(a), O(b)).GetAwaiter().GetResult());
            }
            catch (Exception e)
            {
                Use(e.GetType().Name);
            }
        }
    }
}
