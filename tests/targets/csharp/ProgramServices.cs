// Services with tasks, channels, asynchronous streams, cancellation and timeouts.

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramServices
{
    private interface IStore : IAsyncDisposable
    {
        Task<string?> FindAsync(int id, CancellationToken cancellation = default);

        async Task<string> FindOrDefaultAsync(int id) //: none
        { //D: hit
            return await FindAsync(id) ?? "default"; //: hit 2/2 x2
        } //: hit //AR: none
    }

    private sealed class Store : IStore
    {
        private readonly ConcurrentDictionary<int, string> cache = new(); //: hit x1
        private readonly SemaphoreSlim gate = new(1, 1); //: hit x1
        private bool disposed;

        public async Task<string?> FindAsync(int id, CancellationToken cancellation = default)
        { //D: hit
            ObjectDisposedException.ThrowIf(disposed, this); //: hit x6
            if (cache.TryGetValue(id, out string? found)) //: hit 2/2 x5
                return found; //: hit x1

            await gate.WaitAsync(cancellation); //: hit x4
            try
            { //D: hit
                await Task.Yield(); //: hit x4
                if (id < 0) //: hit 2/2 x4
                { //D: hit
                    throw new KeyNotFoundException($"no {id}"); //: hit x1
                }

                if (id % 2 != 0) //: hit 2/2 x3
                    return null; //: hit x1
                return cache.GetOrAdd(id, i => "item" + i); //: hit x2
            }
            catch (KeyNotFoundException) when (id == -1) //: part 1/2 x1
            { //D: hit
                return null; //: hit x1
            }
            finally
            { //D: hit
                gate.Release(); //: hit x4
            } //D: hit //AR: hit
        } //: hit

        public ValueTask DisposeAsync()
        { //D: hit
            if (disposed) return default; //: part 1/2 x1
            disposed = true; //: hit x1
            gate.Dispose(); //: hit x1
            return ValueTask.CompletedTask; //: hit x1
        } //D: hit
    }

    public static async Task Run()
    { //D: hit
        IStore store = new Store(); //: hit x1
        await using (store) //: hit x1
        { //D: hit
            Use(await store.FindOrDefaultAsync(1)); //: hit x1
            Use(await store.FindOrDefaultAsync(2)); //: hit x1
            Use(await store.FindAsync(2)); //: hit x1
            string?[] all = await Task.WhenAll(new[] { 4, -1 }.Select(i => store.FindAsync(i))); //: hit
            Use(all is ["item4", null]); //: part 1/2 1/2 1/2 1/2 x1
        } //D: hit

        try
        { //D: hit
            await store.FindAsync(5); //: hit x1
            Use(1); //: miss
        } //: miss
        catch (ObjectDisposedException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit

        await Channels(); //: hit x1
        await Cancelled(); //: hit x1
        Use(await Timeout(TimeSpan.FromMilliseconds(20))); //: hit x1
        Use(await Timeout(TimeSpan.FromMinutes(5))); //: hit x1
        await Streaming(); //: hit x1
        await ForEachParallel(); //: hit x1
        await Racing(); //: hit x1
        Use(await Conditions(3)); //: hit x1
        Use(await Conditions(-3)); //: hit x1
        await Progress(); //: hit x1
        Use((await Retry(async n => n > 1 ? n : throw new IOException("no " + n))).ToString()); //: hit 2/2
        await Nested(); //: hit x1
        Use(await Lazy.Value); //: hit x1
        Use(await Lazy.Value); //: hit x1
    } //: hit

    //- producer and consumer
    private static async Task Channels()
    { //D: hit
        Channel<int> channel = Channel.CreateBounded<int>(2); //: hit x1
        Task producer = Task.Run(async () => //: hit x1
        { //: hit
            await Task.Yield(); //: hit x1
            try
            { //D: hit
                for (int i = 0; i < 5; i++) //: hit 2/2 x6
                    await channel.Writer.WriteAsync(i); //: hit x5
            } //: hit
            finally
            { //D: hit
                channel.Writer.Complete(); //: hit x1
            } //D: hit //AR: hit
        }); //: hit x1
        int sum = 0; //: hit x1
        await foreach (int i in channel.Reader.ReadAllAsync()) //: hit 2/2
        { //D: hit
            if (i == 3) continue; //: hit 2/2 x5
            sum += i; //: hit x4
        } //D: hit

        await producer; //: hit x1
        while (await channel.Reader.WaitToReadAsync()) //: part 1/2 x1
        { //D: miss
            while (channel.Reader.TryRead(out int rest)) //: miss 0/2
                sum += rest; //: miss
        } //D: miss

        Use(sum); //: hit x1
    } //: hit

    //- cancelled by a token
    private static async Task Cancelled()
    { //D: hit
        using CancellationTokenSource source = new(); //: hit x1
        using CancellationTokenRegistration registration = source.Token.Register(() => Use(1)); //: hit
        TaskCompletionSource started = new(); //: hit x1
        Task work = Task.Run(async () => //: hit x1
        { //: hit
            started.SetResult(); //: hit x1
            while (source.Token.CanBeCanceled) //: part 1/2
                await Task.Delay(1000, source.Token); //: hit
            Use(2); //: miss
        }, source.Token); //: hit
        await started.Task; //: hit x1
        await source.CancelAsync(); //: hit x1
        try
        { //D: hit
            await work; //: hit x1
        } //: miss
        catch (OperationCanceledException e) when (e.CancellationToken == source.Token) //: part 1/2 x1
        { //D: hit
            Use(3); //: hit x1
        } //: hit
    } //: hit

    private static async Task<string> Timeout(TimeSpan limit)
    { //D: hit
        using var source = new CancellationTokenSource(limit); //: hit x2
        try
        { //D: hit
            await Task.Delay(limit.TotalSeconds > 1 ? 1 : 10_000, source.Token).ConfigureAwait(false); //: hit 2/2 x2
            return "done"; //: hit x1
        }
        catch (TaskCanceledException) //: hit x1
        { //D: hit
            return "timeout"; //: hit x1
        }
    } //: hit

    //- asynchronous iterators
    private static async Task Streaming()
    { //D: hit
        using CancellationTokenSource source = new(); //: hit x1
        List<int> seen = []; //: hit x1
        try
        { //D: hit
            await foreach (int i in Count(10, source.Token).WithCancellation(source.Token).ConfigureAwait(false)) //: part 1/2 x4
            { //D: hit
                seen.Add(i); //: hit x3
                if (seen.Count == 3) //: hit 2/2 x3
                    await source.CancelAsync(); //: hit x1
            } //D: hit
        } //: miss
        catch (OperationCanceledException) //: hit x1
        { //D: hit
            seen.Clear(); //: hit x1
        } //: hit

        await foreach (var (index, text) in Pairs()) //: hit 2/2
        { //D: hit
            Use(index + text.Length); //: hit x2
        } //D: hit

        await foreach (int i in Count(10)) //: part 1/2 x2
        { //D: hit
            if (i >= 1) break; //: hit 2/2 x2
        } //D: hit

        IAsyncEnumerator<int> manual = Count(1).GetAsyncEnumerator(); //: hit x1
        try
        { //D: hit
            while (await manual.MoveNextAsync()) //: hit 2/2 x2
                Use(manual.Current); //: hit x1
        } //D: hit
        finally
        { //D: hit
            await manual.DisposeAsync(); //: hit x1
        } //D: hit
    } //: hit

    private static async IAsyncEnumerable<int> Count(int limit, [EnumeratorCancellation] CancellationToken cancellation = default)
    { //D: hit
        try
        { //D: hit
            for (int i = 0; i < limit; i++) //: hit 2/2
            { //D: hit
                cancellation.ThrowIfCancellationRequested(); //: hit
                await Task.Yield(); //: hit
                yield return i; //: hit x6
            } //D: hit
        } //D: hit
        finally
        { //D: hit
            await Task.Yield(); //: hit x3
            Use(limit); //: hit x3
        } //D: hit
    } //: hit

    private static async IAsyncEnumerable<(int Index, string Text)> Pairs()
    { //D: hit
        string[] words = ["one", "", "two"]; //: hit x1
        for (int i = 0; i < words.Length; i++) //: hit 2/2 x4
        { //D: hit
            if (words[i] is not { Length: > 0 } word) //: part 1/2 2/2 x3
            { //D: hit
                await Task.Delay(1); //: hit x1
                continue; //: hit
            }

            yield return (i, word); //: hit x2
        } //D: hit
    } //: hit

    //- Parallel.ForEachAsync
    private static async Task ForEachParallel()
    { //D: hit
        ConcurrentBag<int> results = []; //: hit x1
        await Parallel.ForEachAsync(Enumerable.Range(0, 8), async (i, token) => //: hit x1
        { //: hit
            await Task.Delay(1, token); //: hit x8
            if (i % 2 == 0) //: hit 2/2 x8
            { //D: hit
                results.Add(i); //: hit x4
            } //D: hit
        }); //: hit
        Parallel.For(0, 10, i => results.Add(i > 4 ? 1 : 0)); //D: hit 2/2 x10 //R: hit x10
        Parallel.ForEach(results, (r, state) => //: hit x1
        { //: hit
            if (r > 100) state.Stop(); //: part 1/2 x14
        }); //: hit
        int count = results.AsParallel().Where(r => r >= 0).Count(); //: hit
        Use(count); //: hit x1
    } //: hit

    //- WhenAny, failures in WhenAll
    private static async Task Racing()
    { //D: hit
        TaskCompletionSource<int> never = new(); //: hit x1
        Task<int> quick = Task.FromResult(5); //: hit x1
        Task<int> first = await Task.WhenAny(never.Task, quick); //: hit x1
        Use(first == quick ? await first : -1); //: part 1/2 x1
        Task all = Task.WhenAll(Fails("a"), Fails("b"), quick); //: hit x1
        try
        { //D: hit
            await all; //: hit x1
        } //: miss
        catch (Exception e) //D: hit x1
        { //D: hit
            Use(e.Message); //: hit x1
            foreach (var inner in all.Exception?.InnerExceptions ?? []) //: part 2/2 1/2 1/2
                Use(inner.Message); //: hit x2
        } //: hit

        static async Task Fails(string name)
        { //D: hit
            await Task.Yield(); //: hit x2
            throw new InvalidOperationException(name); //: hit x2
        }
    } //: hit

    private static async Task<bool> Conditions(int value)
    { //D: hit
        if (await Positive(value) && (await Positive(value - 1) || await Positive(5))) //: part 2/2 1/2 0/2 x2
        { //D: hit
            return !await Positive(value - 10) && value is 3 or 4; //: part 1/2 1/2 x1
        }

        return await Positive(value) || await Positive(-value) && !await Positive(value); //: part 1/2 1/2 1/2 x1
    } //: hit //AR: none

    private static async ValueTask<bool> Positive(int value)
    { //D: hit
        if (value == 5) //: part 1/2
            return true; //: miss
        await Task.Yield(); //: hit
        return value > 0; //: hit
    } //: hit //AR: none

    //- a local function with awaits, an async lambda stored and used twice
    private static async Task Progress()
    { //D: hit
        int reported = 0; //: hit x1
        Func<int, Task> report = async percent => //: hit x1
        { //: hit
            if (percent >= 100) //: hit 2/2 x2
            { //D: hit
                reported = 100; //: hit x1
                return; //: hit x1
            }

            await Task.Yield(); //: hit x1
            reported += percent; //: hit x1
        }; //: hit x2 //AR: hit x1
        await Step(10); //: hit x1
        await Step(100); //: hit x1
        Use(reported); //: hit x1

        async Task Step(int percent) => await report(percent); //: hit x2
    } //: hit

    private static async Task<T> Retry<T>(Func<int, Task<T>> action, int attempts = 3)
    { //D: hit
        for (int i = 0; ; i++) //: hit
        { //D: hit
            try
            { //D: hit
                return await action(i); //: hit x3
            }
            catch (IOException e) when (i < attempts - 1) //: part 1/2 x2
            { //D: hit
                Use(e.Message); //: hit x2
                await Task.Delay(1); //: hit x2
            } //D: hit
        } //D: hit
    } //: hit

    //- await in catch and finally, with returns
    private static async Task Nested()
    { //D: hit
        for (int i = 0; i < 3; i++) //: hit 2/2 x4
        { //D: hit
            Use(await Inner(i)); //: hit x3
        } //D: hit

        static async Task<string> Inner(int mode)
        { //D: hit
            try
            { //D: hit
                if (mode == 0) return "direct"; //: hit 2/2 x3
                await Task.Yield(); //: hit x2
                if (mode == 1) throw new InvalidOperationException("one"); //: hit 2/2 x2
                return "late"; //: hit x1
            }
            catch (InvalidOperationException e) when (e.Message is "one") //: part 1/2 x1
            { //D: hit
                await Task.Yield(); //: hit x1
                return e.Message; //: hit x1
            }
            finally
            { //D: hit
                await Task.Yield(); //: hit x3
                Use(mode); //: hit x3
            } //D: hit
        } //: none -- every way returns; the compiler's code here cannot be reached
    } //: hit

    private static readonly Lazy<Task<int>> Lazy = new(async () => //: hit x1
    { //: hit
        await Task.Yield(); //: hit x1
        return 7; //: hit x1
    }); //: hit
}
