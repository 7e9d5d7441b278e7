// Prints stack traces of every kind of method, before and after 3,000 calls that warm it up, so that
// the output with and without the tool can be compared: frames, files and line numbers must be the
// same. Needs no marks. The output is deterministic: methods that the runtime might inline are marked
// NoInlining.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace TraceTarget;

internal static class Program
{
    private const int WarmUp = 3_000;

    private static readonly (string Name, Action<bool> Body)[] Cases =
    [
        ("sync", Synchronous),
        ("deep", fail => Deep(fail, 3)),
        ("several lines", SeveralLines),
        ("lambda", Lambda),
        ("async", fail => AsyncTryFinally(fail).GetAwaiter().GetResult()),
        ("async catch", fail => AsyncCatch(fail).GetAwaiter().GetResult()),
        ("async stream", fail => AsyncStream(fail).GetAwaiter().GetResult()),
        ("iterator", fail => Enumerate(Iterator(fail))),
        ("filter and finally", FilterAndFinally),
        ("switch", fail => Switch(fail, 2)),
        ("value fork", fail => ValueFork(fail, 1)),
        ("generic class of a reference", fail => new Generic<string>("x").Call(fail)),
        ("generic class of a value", fail => new Generic<int>(5).Call(fail)),
        ("constructor", fail => _ = new Constructed(fail)),
        ("property", fail => _ = new Constructed(false) { Fail = fail }.Property),
        ("null", fail => Null(fail ? null : "text")),
        ("division", fail => Division(fail ? 0 : 1)),
        ("one point", fail => OnePoint(fail ? 0 : 1)),
        ("one point, several lines", fail => Lines(fail ? 0 : 1)),
        ("index", fail => Index(fail ? 9 : 0)),
        ("rethrow", Rethrow),
        ("inner", Inner),
        ("stack trace object", StackTraceObject),
    ];

    private static void Main()
    {
        Print("cold");
        for (int i = 0; i < WarmUp; i++)
        {
            foreach ((_, Action<bool> body) in Cases)
            {
                body(false);
            }

            if (i % 500 == 499)
            {
                Thread.Sleep(300); // time for the next tier
            }
        }

        Print("warm");
    }

    private static void Print(string phase)
    {
        foreach ((string name, Action<bool> body) in Cases)
        {
            Console.WriteLine($"== {name}, {phase}");
            try
            {
                body(true);
            }
            catch (Exception e)
            {
                Console.WriteLine(e.ToString());
                PrintFrames(new StackTrace(e, fNeedFileInfo: true));
            }
        }
    }

    // The framework's own frames are left out: the runtime inlines them when it likes to.
    private static void PrintFrames(StackTrace trace)
    {
        foreach (StackFrame frame in trace.GetFrames())
        {
            MethodBase? method = frame.GetMethod();
            if (method?.Module == typeof(Program).Module)
            {
                Console.WriteLine($"  {method.Name} {frame.GetFileLineNumber()}:{frame.GetFileColumnNumber()}");
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Throw(bool fail, int value = 1)
    {
        if (fail)
        {
            throw new InvalidOperationException("thrown");
        }

        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Synchronous(bool fail)
    {
        int sum = Throw(false);
        sum += Throw(fail);
        sum += Throw(false, sum);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Deep(bool fail, int depth)
    {
        if (depth == 0)
        {
            return Throw(fail);
        }

        int inner = Deep(fail, depth - 1);
        return inner + 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SeveralLines(bool fail)
    {
        Console.Out.Flush(); Throw(false); Throw(fail); Throw(false);
        Throw(
            Throw(false) == 2,
            Throw(fail));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lambda(bool fail)
    {
        int captured = Throw(false);
        Func<int, int> inner = n =>
        {
            int sum = n + captured;
            return sum + Throw(fail);
        };
        Apply(inner, 2);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Apply(Func<int, int> function, int value)
    {
        int result = function(value);
        return result + 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<int> AsyncTryFinally(bool fail)
    {
        int sum = 0;
        try
        {
            await Task.CompletedTask;
            sum += await AsyncInner(fail);
            sum++;
        }
        finally
        {
            await Task.Yield();
            sum--;
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<int> AsyncInner(bool fail)
    {
        await Task.Yield();
        int value = Throw(fail);
        await Task.Yield();
        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task AsyncCatch(bool fail)
    {
        try
        {
            await AsyncInner(fail);
        }
        catch (InvalidOperationException e) when (e.Message.Length > 1)
        {
            await Task.Yield();
            throw;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task AsyncStream(bool fail)
    {
        await foreach (int i in Elements(fail))
        {
            Throw(false, i);
        }
    }

    private static async IAsyncEnumerable<int> Elements(bool fail)
    {
        yield return 1;
        await Task.CompletedTask;
        yield return Throw(fail);
    }

    private static IEnumerable<int> Iterator(bool fail)
    {
        yield return Throw(false);
        try
        {
            yield return Throw(fail);
        }
        finally
        {
            Throw(false);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Enumerate(IEnumerable<int> numbers)
    {
        foreach (int number in numbers)
        {
            Throw(false, number);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FilterAndFinally(bool fail)
    {
        try
        {
            try
            {
                Throw(fail);
            }
            catch (InvalidOperationException e) when (e.Message.Length == 0 && Throw(true) > 0)
            {
                Throw(false);
            }
            finally
            {
                Throw(false);
            }
        }
        catch (ArgumentException)
        {
            Throw(false);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Switch(bool fail, int value)
    {
        switch (Throw(false, value))
        {
            case 0:
                return Throw(false);
            case 1:
                return Throw(false);
            case 2:
                return Throw(fail);
            default:
                return Throw(false);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool ValueFork(bool fail, int value)
    {
        bool both = value > 0 && Throw(false) > 0;
        return both && (Throw(false) > 5 || Throw(fail) > 0);
    }

    private sealed class Generic<T>(T value)
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public T Call(bool fail)
        {
            Other<long>(false);
            Other<string>(fail);
            return value;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int Other<TOther>(bool fail) => typeof(TOther) == typeof(T)
            ? Throw(false)
            : Throw(fail);
    }

    private sealed class Constructed
    {
        private readonly int initialised = Throw(false);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public Constructed(bool fail)
        {
            initialised += Throw(fail);
        }

        public bool Fail { get; init; }

        public int Property
        {
            [MethodImpl(MethodImplOptions.NoInlining)]
            get => initialised + Throw(Fail);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Null(string? text)
    {
        int sum = Throw(false);
        sum += text!.Length;
        return sum + Throw(false);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Division(int by)
    {
        int sum = Throw(false);
        sum += 10 / by;
        return sum + Throw(false);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int OnePoint(int by) => by > 0 ? 10 / by : 10 / Quiet(by);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Lines(int by) =>
        by > 0 && Division(1) > 0
            ? 10 / by
            : Division(by);

    // Neither calls nor throws.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Quiet(int number)
    {
        if (number > 0)
        {
            number -= 2;
        }
        return number;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Index(int index)
    {
        int[] array = [1, 2];
        array[0] = Throw(false);
        array[index] = 1;
        return array[0] + Throw(false);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Rethrow(bool fail)
    {
        try
        {
            Throw(false);
            Throw(fail);
        }
        catch (InvalidOperationException)
        {
            Throw(false);
            throw;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Inner(bool fail)
    {
        try
        {
            Synchronous(fail);
        }
        catch (InvalidOperationException e)
        {
            throw new NotSupportedException("outer", e);
        }
    }

    // The trace of a place, not of an exception
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void StackTraceObject(bool fail)
    {
        StackTrace trace = new(skipFrames: 0, fNeedFileInfo: true);
        if (fail)
        {
            PrintFrames(trace);
        }
    }
}
