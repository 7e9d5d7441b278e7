// Readers of feeds: streams, custom awaiters, channels, cancelling, retries.

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramFeedReader
{
    private sealed record Item(int Id, string? Title, string[]? Tags = null, Item? Parent = null) //: hit
    {
        public bool IsRoot => Parent is null; //: hit
    }

    private readonly struct Delay(int turns)
    {
        public Awaiter GetAwaiter() => new(turns); //: hit

        public readonly struct Awaiter(int turns) : ICriticalNotifyCompletion
        {
            public bool IsCompleted => turns <= 0; //: hit

            public int GetResult() => turns; //: hit

            public void OnCompleted(Action next) => UnsafeOnCompleted(next); //: miss

            public void UnsafeOnCompleted(Action next) => ThreadPool.QueueUserWorkItem(_ => next()); //: hit
        }
    }

    public static async Task Run()
    { //D: hit
        Use(await Read(Items(5), 100)); //: hit
        Use(await Read(Items(3), 2)); //: hit
        Use((await Collected(4)).Count); //: hit
        Use(await First(Items(3), x => x.Id > 1)); //: hit
        Use(await First(Items(3), null)); //: hit
        Use(await Cancelled()); //: hit
        Use(await Piped(6)); //: hit
        Use(await Retried(2)); //: hit
        Use(await Retried(0)); //: hit
        Use(await Merged([Items(2), Items(0), Items(3)])); //: hit
        await foreach (string line in Lines("a\n\nb # c\n#d")) Use(line); //: hit 2/2
        Use(await Waits(2, 0)); //: hit
        Use(await Guarded(true)); //: hit
        Use(await Guarded(false)); //: hit
        Use(await Cache("one")); //: hit
        Use(await Cache("one")); //: hit
        Use(await Cache(null)); //: hit
        Use(await Batches(7).CountAsync()); //: hit
    } //: hit

    //- a stream with a condition before each element
    private static async IAsyncEnumerable<Item> Items(int count, [EnumeratorCancellation] CancellationToken token = default)
    { //D: hit
        Item? parent = null; //: hit
        for (int i = 0; i < count; i++) //: hit 2/2
        { //D: hit
            token.ThrowIfCancellationRequested(); //: hit
            if (i % 2 == 1) await new Delay(i - 1); //: hit 2/2
            Item item = new(i, i == 2 ? null : $"item {i}", i > 2 ? ["x", .. Enumerable.Repeat("y", i)] : null, parent); //: hit 2/2 2/2
            yield return item; //: hit
            parent = i == 0 || parent is { IsRoot: true, Id: < 3 } ? item : null; //: part 2/2 2/2 2/2 1/2
        } //: hit
    } //: hit

    //- a reader that leaves the loop in three ways
    private static async Task<int> Read(IAsyncEnumerable<Item> items, int limit)
    { //D: hit
        int sum = 0; //: hit
        await foreach (Item item in items.ConfigureAwait(false)) //: hit 2/2
        { //D: hit
            if (item is not { Title: { Length: > 0 } title }) continue; //: part 1/2 2/2 1/2
            if ((sum += title.Length) > limit) return -sum; //: hit 2/2
            if (item.Tags is ["x", "y", .. var rest]) sum += rest.Length > 2 ? 1 : 2; //: part 2/2 1/2 1/2 1/2 2/2
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    private static async Task<List<Item>> Collected(int count)
    { //D: hit
        List<Item> found = []; //: hit
        await foreach (var (id, title, _, parent) in Items(count).WithCancellation(CancellationToken.None)) //: hit 2/2
            found.Add(new(id, title ?? parent?.Title ?? "none")); //: part 2/2 1/2 1/2
        return found; //: hit
    } //: hit //AR: none

    //- a predicate that may be absent
    private static async ValueTask<Item?> First(IAsyncEnumerable<Item> items, Func<Item, bool>? wanted)
    { //D: hit
        await using IAsyncEnumerator<Item> e = items.GetAsyncEnumerator(); //: hit
        while (await e.MoveNextAsync()) //: part 1/2
            if (wanted?.Invoke(e.Current) ?? true) //: hit 2/2 2/2
                return e.Current; //: hit
        return null; //: miss
    } //: hit //AR: none

    private static async Task<string> Cancelled()
    { //D: hit
        using CancellationTokenSource source = new(); //: hit
        int seen = 0; //: hit
        try
        { //D: hit
            await foreach (Item item in Items(9, source.Token)) //: part 1/2
            { //D: hit
                if (++seen == 3) source.Cancel(); //: hit 2/2
                Use(item); //: hit
            } //D: hit
        } //: miss
        catch (OperationCanceledException e) when (e.CancellationToken == source.Token && seen is > 2 and < 5) //: part 1/2 1/2 1/2
        { //D: hit
            return await Task.FromResult($"cancelled at {seen}"); //: hit
        }
        catch (Exception e) when (e is IOException or TimeoutException) //: miss 0/2 0/2
        { //D: miss
            await Task.Yield(); //: miss
            throw; //: miss
        }
        finally
        { //D: hit
            if (!source.IsCancellationRequested) await source.CancelAsync(); //: part 1/2
        } //D: hit

        return "never"; //: miss
    } //: hit

    //- a producer and a consumer
    private static async Task<int> Piped(int count)
    { //D: hit
        Channel<int> channel = Channel.CreateBounded<int>(2); //: hit
        Func<Task> produce = async () => //: hit
        { //: hit
            int sent = 0; //: hit
            try
            { //D: hit
                for (int i = 0; i < count; i++) //: hit 2/2
                    if (!channel.Writer.TryWrite(i)) //: hit 2/2
                        await channel.Writer.WriteAsync(sent = i); //: hit
            } //: hit
            finally
            { //D: hit
                channel.Writer.Complete(); //: hit
            } //D: hit //AR: hit

            Use(sent); //: hit
        }; //: hit
        Task writer = produce(); //: hit
        int sum = 0; //: hit
        while (await channel.Reader.WaitToReadAsync()) //: hit 2/2
            while (channel.Reader.TryRead(out int next)) //: hit 2/2
            { //D: hit
                sum += next switch { 0 => 1, 1 or 2 => 2, > 4 when count > 100 => throw new InvalidOperationException(), _ => next }; //: part 4/4 1/2
                await Task.Yield(); //: hit
            } //: hit

        await writer; //: hit
        return sum; //: hit
    } //: hit //AR: none

    //- tries again after a failure
    private static async Task<int> Retried(int failures)
    { //D: hit
        for (int attempt = 0; ; attempt++) //: hit
        { //D: hit
            try
            { //D: hit
                if (attempt < failures) throw attempt == 0 ? new IOException() : new TimeoutException(); //: hit 2/2 2/2
                return await new Delay(attempt); //: hit
            }
            catch (IOException) when (attempt < 3) //: part 1/2
            { //D: hit
                await new Delay(1); //: hit
            } //: hit
            catch (TimeoutException e) //: hit //AR: none
            { //D: hit
                if (e.InnerException is not null || attempt > await Task.FromResult(5)) throw; //: part 1/2 1/2
            } //D: hit
        } //D: hit
    } //: hit

    private static async Task<int> Merged(IEnumerable<IAsyncEnumerable<Item>> feeds)
    { //D: hit
        int[] counts = await Task.WhenAll(feeds.Select(async feed => //: hit
        { //: hit
            int count = 0; //: hit
            await foreach (Item _ in feed) count++; //: hit 2/2
            return count; //: hit
        })); //: hit
        return counts is [> 0, 0, .. var rest] && rest.Length > 0 ? counts.Sum() : -1; //: part 1/2 1/2 1/2 1/2 1/2
    } //: hit //AR: none

    private static async IAsyncEnumerable<string> Lines(string text)
    { //D: hit
        using StringReader reader = new(text); //: hit
        while (await reader.ReadLineAsync() is { } line) //: hit 2/2
        { //D: hit
            switch (line.AsSpan().Trim()) //: hit 3/3
            {
                case []:
                case ['#', ..]:
                    continue; //D: hit
                case var s when s.IndexOf('#') is > 0 and var at: //: hit 2/2
                    yield return s[..at].TrimEnd().ToString(); //: hit
                    break; //D: hit
                default:
                    yield return line; //: hit
                    break; //D: hit
            }
        } //D: hit
    } //: hit

    private static async Task<int> Waits(int a, int b) => await new Delay(a) + (await new Delay(b) > 0 ? await new Delay(1) : 0); //: part 1/2

    //- a semaphore around a failure
    private static async Task<int> Guarded(bool fails)
    { //D: hit
        SemaphoreSlim gate = new(1); //: hit
        await gate.WaitAsync(); //: hit
        try
        { //D: hit
            await Task.Yield(); //: hit
            if (fails) throw new FormatException(); //: hit 2/2
        } //: hit
        catch (FormatException) when (gate.CurrentCount == 0) //: part 1/2
        { //D: hit
            return await Task.FromResult(1) + (fails ? 1 : 0); //D: part 1/2 //R: hit -- 1 and 0 are the value itself
        }
        finally
        { //D: hit
            gate.Release(); //: hit
        } //D: hit //AR: hit

        return gate.CurrentCount; //: hit
    } //: hit

    private static readonly ConcurrentDictionary<string, Lazy<Task<string>>> cached = new(); //: hit

    private static async ValueTask<string?> Cache(string? key) => //: none
        key is { Length: > 0 } ? await cached.GetOrAdd(key, static k => new(async () => //: part 2/2 1/2
        { //: hit
            await Task.Yield(); //: hit
            return k.ToUpperInvariant(); //: hit
        })).Value : null; //: hit

    private static async IAsyncEnumerable<int[]> Batches(int count)
    { //D: hit
        List<int> batch = []; //: hit
        await foreach (Item item in Items(count)) //: hit 2/2
        { //D: hit
            batch.Add(item.Id); //: hit
            if (batch is not [_, _, _, ..]) continue; //: part 1/2 2/2
            yield return [.. batch]; //: hit
            batch.Clear(); //: hit
        } //D: hit

        if (batch is not []) yield return [.. batch]; //: part 1/2 1/2
    } //: hit

    private static async Task<int> CountAsync<T>(this IAsyncEnumerable<T> source, Func<T, ValueTask<bool>>? filter = null)
    { //D: hit
        int count = 0; //: hit
        await foreach (T item in source) //: hit 2/2
            if (filter == null || await filter(item)) //: part 1/2 0/2
                count++; //: hit
        return count; //: hit
    } //: hit //AR: none
}
