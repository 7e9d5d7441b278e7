// Methods that the runtime suspends: compiled with runtime-async for .NET 11, so without state machines. What the
// compiler moves and tests is as in a state machine; none of it is a decision. Marks are as in Idioms.cs.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;

public static class Suspended
{
    private static async Task Part() => await Task.Yield();

    private static async IAsyncEnumerable<int> Stream(int n)
    {
        for (int i = 0; i < n; i++) //= 2
        {
            await Task.Yield();
            yield return i;
        }
    }

    public static async Task<int> InCatch(bool wanted)
    {
        try
        {
            await Part();
        }
        catch (InvalidOperationException)
        {
            await Part();
            if (wanted) return 1; //= 2
        }
        catch (Exception e) when (e.Message.Length > 3) //= 2
        {
            await Part();
            throw;
        }
        return 2;
    }

    public static async Task<int> InFinally(int n)
    {
        try
        {
            if (n > 3) return 1; //= 2
            await Part();
        }
        finally
        {
            await Part();
            if (n > 4) Console.WriteLine(n); //= 2
        }
        return 2;
    }

    public static async Task Streams(int n)
    {
        await foreach (int i in Stream(n)) //= 2
        {
            if (i == 3) break; //= 2
            await Part();
        }
        await foreach ((int a, int b) in Pairs().ConfigureAwait(false)) Console.WriteLine(a + b); //= 2
    }

    private static async IAsyncEnumerable<(int, int)> Pairs()
    {
        await Task.Yield();
        yield return (1, 2);
    }

    public static async ValueTask<bool> Disposed(IAsyncDisposable? resource, bool wanted)
    {
        await using (resource)
        {
            await Part();
            if (wanted) return true; //= 2
        }
        return false;
    }

    public static async Task<int> Dynamic(dynamic task)
    {
        return await task;
    }

    public static async void Lambdas(int n)
    {
        Func<Task> loop = async () =>
        {
            await foreach (int i in Stream(n)) //= 2
            {
                await Part();
            }
        };
        await loop();
        if (n > 1) //= 2
            throw new TimeoutException();
    }

    public static async Task<T?> Generic<T>(Task<T?> first, T? second) where T : class
    {
        return await first ?? second ?? await first; //= 2 2
    }
}
