// Code that goes on later: async methods that really yield, streams, await in catch and finally.

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Counts;

internal static class Later
{
    public static async Task Run(int seed)
    {
        Count.At(); await Task.WhenAll(Yields(3), Yields(seed), Delays(2), Completed(4).AsTask());
        Count.At(); await Catches(seed);
        Count.At(); await Catches(seed + 1);
        Count.At(); await Streams(seed);
        Count.At(); await Lambdas();
        Count.At(); await Many();
    }

    private static async Task<int> Yields(int count)
    {
        for (int i = 0; Count.Of(i < count); i++)
        {
            Count.At(); await Task.Yield();
            if (Count.Of(i % 2 == 0))
            {
                Count.At(); await Task.Delay(1).ConfigureAwait(false);
            }
        }

        return Count.Of(count);
    }

    private static async Task Delays(int count)
    {
        Count.At(); int sum = 0;
        while (Count.Of(sum < count))
        {
            Count.At(); sum += await Slow(1) + await Slow(0);
        }
    }

    private static async Task<int> Slow(int n)
    {
        Count.At(); await Task.Delay(1);
        return Count.Of(n);
    }

    private static async ValueTask<int> Completed(int count)
    {
        Count.At(); int sum = 0;
        for (int i = 0; Count.Of(i < count); i++)
        {
            Count.At(); sum += await new ValueTask<int>(i);
        }

        return Count.Of(sum);
    }

    private static async Task<int> Catches(int seed)
    {
        Count.At(); int sum = 0;
        try
        {
            Count.At(); await Fails(seed % 3);
            Count.At(); sum++;
        }
        catch (InvalidOperationException) when (Count.Of(seed % 2) == 0)
        {
            Count.At(); await Task.Yield();
            Count.At(); sum += 2;
        }
        catch (Exception) //v
        {
            Count.At(); sum += await Slow(1);
        }
        finally
        {
            Count.At(); await Task.Delay(1);
            Count.At(); sum++;
        }

        return Count.Of(sum);
    }

    private static async Task Fails(int kind)
    {
        Count.At(); await Task.Yield();
        if (Count.Of(kind == 1))
        {
            Count.At(); throw new InvalidOperationException();
        }

        try
        {
            Count.At(); await Slow(kind);
            if (Count.Of(kind == 2))
            {
                Count.At(); throw new ArgumentException("x");
            }
        }
        finally
        {
            Count.At(); await Task.Yield();
        }

        Count.At(); await Task.CompletedTask;
    }

    private static async Task Streams(int seed)
    {
        await foreach (int n in Count.Stream(Numbers(seed % 4 + 2)))
        {
            Count.At(); await Task.Yield();
            if (Count.Of(n == 9))
            {
                Count.At(); continue;
            }
        }

        await using (Closing closing = Count.Of(new Closing()))
        {
            Count.At(); await Task.Yield();
        }
    }

    private static async IAsyncEnumerable<int> Numbers(int count)
    {
        for (int i = 0; Count.Of(i < count); i++)
        {
            Count.At(); await Task.Yield();
            Count.At(); yield return i;
        }
    }

    private static async Task Lambdas()
    {
        Count.At(); Func<int, Task<int>> add = async n =>
        {
            Count.At(); await Task.Yield();
            return Count.Of(n + 1);
        };
        Count.At(); await add(await add(1));
        Count.At(); await Inner(3);

        static async Task Inner(int n)
        {
            if (Count.Of(n > 0))
            {
                Count.At(); await Task.Yield();
                Count.At(); await Inner(n - 1);
            }
        }
    }

    private static async Task Many()
    {
        Count.At(); Task[] tasks = new Task[16];
        for (int i = 0; Count.Of(i < tasks.Length); i++)
        {
            Count.At(); tasks[i] = Task.Run(() => Yields(4));
        }

        Count.At(); await Task.WhenAll(tasks);
    }

    private sealed class Closing : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            Count.At(); await Task.Delay(1);
        }
    }
}
