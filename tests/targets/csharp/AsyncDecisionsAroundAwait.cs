// Retries, time-outs, races, disposal; decisions around awaits in all places.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncDecisionsAroundAwait
{
    public static async Task Run()
    { //D: hit
        Use(await Collect(["1", "#ab", "x", "0", "7"], 10)); //: hit
        Use(await Collect(["5", "6", "7"], 1)); //: hit
        Use(new Parse() is IStage<string, int> stage ? stage.Name : ""); //: part 1/2
        Use(await Gates()); //: hit
        Use(await Lookup("a", null) + await Lookup("b", "x") + await Lookup("zz", null)); //: hit
        Use(await Conditions(1) + await Conditions(2) + await Conditions(-3)); //: hit
        Use(await Retry(2, 3)); //: hit
        Use(await Retry(5, 2)); //: hit
        Use(await Timeout(1, 2000) + await Timeout(60_000, 1)); //: hit
        Use(await Race()); //: hit
        Use(await First([3, 8, 5], n => n > 4)); //: hit
        Use(await First([3], n => n > 4)); //: hit
        await Disposals(true); //: hit
        await Disposals(false); //: hit
        Use(await Assignments(new Holder()) + await Assignments(null)); //: hit
        Use(await Switches(1) + await Switches(2) + await Switches(9)); //: hit
        Use(await Loops(3)); //: hit
        await Events(); //: hit
        Use(Parallels()); //: hit
    } //: hit

    private static async Task<int> Collect(string[] lines, int limit)
    { //D: hit
        Twice twice = new(); //: hit
        await using Line<string, int, string> line = new(new Parse(), twice); //: hit
        await using var again = twice.ConfigureAwait(false); //: hit
        int total = 0; //: hit
        await foreach (string text in line.Run(Source())) //: hit 2/2
        { //D: hit
            total += text.Length; //: hit
            if (total >= limit) break; //: hit 2/2
        } //D: hit

        return total + line.Errors.Count; //: hit

        async IAsyncEnumerable<string> Source([EnumeratorCancellation] CancellationToken token = default)
        { //D: hit
            foreach (string text in lines) //: hit 2/2
            { //D: hit
                if (text.Length % 2 == 0 || token.IsCancellationRequested) await Task.Yield(); //: part 1/2 1/2
                yield return text; //: hit
            } //: hit
        } //: hit
    } //: hit //AR: none

    //- using and await using over what may be null
    private static async Task<int> Gates()
    { //D: hit
        Gate gate = new(); //: hit
        using (Gate? a = await gate.Enter(true)) //: hit
        await using (Gate? b = await gate.Enter(wait: false)) //: hit
        { //D: hit
            if ((a, b) is (not null, null) && a.Uses is 1) //: part 1/2 1/2 1/2
                Use(1); //: hit
        } //D: hit

        await using (await gate.Enter(true)) //: hit
        { //D: hit
            return gate.Uses > 2 ? -1 : gate.Uses; //: part 1/2
        }
    } //: hit //AR: none

    private static readonly Dictionary<string, Task<string?>> cache = new() { ["a"] = Task.FromResult<string?>("A"), ["b"] = Task.FromResult<string?>(null) }; //: hit

    //- ?? and ?. around awaits
    private static async Task<string> Lookup(string key, string? other)
    { //D: hit
        string? found = await (cache.TryGetValue(key, out var task) ? task : Task.FromResult(other)); //: hit 2/2
        return found ?? (await Load(key))?.Trim() ?? other ?? throw new KeyNotFoundException(key); //: part 2/2 1/2 1/2 0/2
    } //: hit //AR: none

    private static async Task<string?> Load(string key)
    { //D: hit
        await Task.Yield(); //: hit
        return key is "b" ? " B " : key.Length > 1 ? "long" : null; //: part 2/2 1/2
    } //: hit //AR: none

    //- &&, || and ?: around awaits, in loops
    private static async Task<int> Conditions(int n)
    { //D: hit
        int result = 0; //: hit
        if (await Is(n > 0) && n is 1 || !await Is(n > -2) && (n < -100 || await Is(true))) //: part 2/2 2/2 2/2 1/2 1/2
            result += 1; //: hit
        bool stored = n > 1 && await Is(n > 5) || await Is(n == 1); //: part 2/2 1/2 2/2
        result += stored ? 10 : await Is(n == 2) ? 20 : 30; //: hit 2/2 2/2
        while (result > 25 && await Is(result != 27)) //: hit 2/2 2/2
            result -= await Is(result % 2 == 0) ? 3 : 1; //: hit 2/2
        do result++; while (!await Is(result > 12)); //: hit 2/2
        for (int i = 0; await Is(i < 2); i += await Is(n > 0) ? 1 : 2) //: hit 2/2 2/2
            result += i; //: hit
        return await Is(n == 1) ? result : -result; //: hit 2/2
    } //: hit //AR: none

    private static async ValueTask<bool> Is(bool value)
    { //D: hit
        if (value) await Task.Yield(); //: hit 2/2
        return value; //: hit
    } //: hit //AR: none

    //- an or-pattern as an operand of a handler's condition, with awaits in the handlers
    private static async Task<string> Retry(int failures, int attempts)
    { //D: hit
        List<string> log = []; //: hit
        while (true) //: hit //AR: none
        { //D: hit
            try
            { //D: hit
                if (failures-- > 0) throw failures % 2 == 0 ? new IOException("io") : new TimeoutException("time"); //: hit 2/2 2/2
                return string.Join(",", log); //: hit
            }
            catch (Exception e) when (e is IOException or TimeoutException && --attempts > 0) //: part 2/2 1/2 2/2
            { //D: hit
                log.Add(e.Message); //: hit
                await Task.Delay(attempts > 5 ? 10 : 0); //: part 1/2
            } //D: hit
            catch (TimeoutException) when (log is [.., "io"]) //: part 1/2 1/2 1/2
            { //D: hit
                return "gave up"; //: hit
            }
            finally
            { //D: hit
                if (failures < 0) await Task.Yield(); //: hit 2/2
                else Use(attempts); //: hit
            } //D: hit
        } //D: hit
    } //: hit //AR: none

    private static async Task<string> Timeout(int milliseconds, int limit)
    { //D: hit
        using CancellationTokenSource source = new(limit); //: hit
        try
        { //D: hit
            await Task.Delay(milliseconds, source.Token); //: hit
            return "done"; //: hit
        }
        catch (OperationCanceledException e) when (e.CancellationToken == source.Token && source is { IsCancellationRequested: true }) //: part 1/2 1/2 1/2
        { //D: hit
            return "late"; //: hit
        }
    } //: hit

    //- tasks in the order of their ends
    private static async Task<int> Race()
    { //D: hit
        using CancellationTokenSource source = new(); //: hit
        Task<int>[] tasks = [Slow(60_000), Slow(0), Task.FromException<int>(new IOException())]; //: hit
        int sum = 0; //: hit
        await foreach (Task<int> task in Task.WhenEach(tasks)) //: hit 2/2
        { //D: hit
            sum += task switch //: part 3/4
            { //: hit
                { IsCompletedSuccessfully: true, Result: var r } => r, //: hit
                { IsCanceled: true } => 100, //: hit
                { Exception.InnerException: IOException } => 1000, //: hit
                _ => throw new InvalidOperationException(), //: miss
            }; //: hit
            if (task.IsCompletedSuccessfully) await source.CancelAsync(); //: hit 2/2
        } //D: hit

        return sum; //: hit

        async Task<int> Slow(int delay)
        { //D: hit
            if (delay == 0) return 1; //: hit 2/2
            await Task.Delay(delay, source.Token); //: hit
            return 2; //: miss
        } //: hit //AR: none
    } //: hit

    private static async Task<int?> First(int[] values, Func<int, bool> predicate)
    { //D: hit
        Channel<int> channel = Channel.CreateUnbounded<int>(); //: hit
        Task writer = Task.Run(async () => //: hit
        { //: hit
            foreach (int value in values) //: hit 2/2
                await channel.Writer.WriteAsync(value); //: hit
            channel.Writer.Complete(); //: hit
        }); //: hit
        int? found = null; //: hit
        while (found is null && await channel.Reader.WaitToReadAsync()) //: hit 2/2 2/2
        { //D: hit
            while (channel.Reader.TryRead(out int value)) //: hit 2/2
            { //D: hit
                if (!predicate(value)) continue; //: hit 2/2
                found = value; //: hit
                break; //D: hit
            }
        } //D: hit

        await writer; //: hit
        return found; //: hit
    } //: hit //AR: none

    private sealed class Resource(string name, List<string> log, bool fails = false) : IAsyncDisposable //: hit
    {
        public async ValueTask DisposeAsync()
        { //D: hit
            await Task.Yield(); //: hit
            log.Add(name); //: hit
            if (fails) throw new IOException(name); //: hit 2/2
        } //: hit
    }

    //- await using in loops and switch sections
    private static async Task Disposals(bool early)
    { //D: hit
        List<string> log = []; //: hit
        for (int i = 0; i < 2; i++) //: hit 2/2
        { //D: hit
            await using Resource a = new($"a{i}", log); //: hit
            if (i == 0 && early) continue; //: hit 2/2
            switch (Id(i)) //: hit 2/2
            {
                case 0:
                    await using (Resource b = new("b", log)) //: hit
                        Use(b); //: hit
                    break; //: hit //AR: none
                default:
                { //D: hit
                    await using Resource c = early ? new("c", log) : new("d", log); //: hit 2/2
                    Use(c); //: hit
                    break; //: hit
                } //: none -- behind a break
            }

            log.Add("end"); //: hit
        } //: hit //AR: none

        try
        { //D: hit
            await using Resource? none = early ? null : new Resource("e", log, fails: true); //: hit 2/2
            Use(log.Count); //: hit
        } //: hit
        catch (IOException) when (log[^1] == "e") //: part 1/2
        { //D: hit
            log.Clear(); //: hit
        } //: hit
    } //: hit

    private sealed class Holder
    {
        public int Value;
        public List<int>? List { get; set; } //: hit
        public Holder? Next { get; set; } //: hit
        public int this[int i] { get => Value + i; set => Value = value - i; } //: hit
    }

    //- assignments through ?. with awaits, a lifted operator between awaits
    private static async Task<int> Assignments(Holder? holder)
    { //D: hit
        holder?.Value = await Number(3); //: hit 2/2
        holder?.Value += await Number(4); //: hit 2/2
        holder?[await Number(1)] = await Number(2); //: hit 2/2
        holder?.List ??= [await Number(5), .. await Numbers(2)]; //: part 2/2 1/2
        holder?.Next?.Value -= await Number(1); //: part 2/2 1/2
        (holder?.List)?.Add(await Number(6)); //: hit 2/2 2/2
        return (await Number(1) + holder?.Value) ?? await Number(-1); //: hit 2/2 2/2
    } //: hit //AR: none

    private static async Task<int> Number(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return n; //: hit
    } //: hit //AR: none

    private static Task<int[]> Numbers(int n) => Task.FromResult(Enumerable.Range(0, n).ToArray()); //: hit

    //- labels whose conditions await
    private static async Task<string> Switches(int n)
    { //D: hit
        string text = await Number(n) switch //: hit 3/3
        { //: hit
            1 => await Text("one"), //: hit
            2 when await Number(3) is 3 or 5 => $"two {await Number(2)}", //: part 1/2 0/2
            _ => n > 5 ? await Text("big") : "?", //: part 1/2
        }; //: hit
        switch (Id(text)) //: part 3/4
        {
            case "one" when await Number(1) == 1: //: part 1/2
                await Task.Yield(); //: hit
                goto case "big"; //D: hit
            case "big":
                return await Text(text); //: hit
            case var t when await Text(t) is { Length: > 3 and var length }: //: part 1/2 1/2
                return t + length; //: hit
            default:
                return ""; //: miss
        }
    } //: hit //AR: none

    private static Task<string> Text(string s) => Task.FromResult(s); //: hit

    private static async Task<int> Loops(int n)
    { //D: hit
        int sum = 0; //: hit
        foreach (int i in await Numbers(n)) //: part 1/2
        { //D: hit
            if (i == 1 ? await Is(false) : await Is(true)) sum += i; //: hit 2/2 2/2
            else if (await Number(i) != 1) continue; //: part 1/2
            if (sum >= 2) goto done; //: hit 2/2
            lock (cache) sum++; //: hit
        } //D: hit

        sum = -1; //: miss
    done: //D: hit
        return sum; //: hit
    } //: hit //AR: none

    private static event Func<int, Task>? Happened;

    private static async Task Events()
    { //D: hit
        int calls = 0; //: hit
        await (Happened?.Invoke(1) ?? Task.CompletedTask); //: part 1/2 1/2
        Func<int, Task> handler = async n => calls += n > 1 ? await Number(n) : 1; //: part 1/2
        Happened += handler; //: hit
        foreach (var one in Happened!.GetInvocationList().Cast<Func<int, Task>>()) //: hit 2/2
            await one(calls + 1); //: hit
        Happened -= handler; //: hit
        if (Happened is not null) await Happened(2); //: part 1/2
    } //: hit

    //- parallel loops and queries
    private static int Parallels()
    { //D: hit
        int[] data = Enumerable.Range(0, 100).ToArray(); //: hit
        long sum = 0; //: hit
        Parallel.For(0, 100, () => 0L, (i, state, local) => i < 500 ? local + data[i] : Stop(state), local => Interlocked.Add(ref sum, local)); //: part 1/2
        int odd = data.AsParallel().AsOrdered().Where(n => n % 2 == 1 && n > 3).Select(n => n > 50 ? n : -n).Count(n => n is > 0 or < -40); //: hit 2/2 2/2 2/2 2/2 2/2
        return odd + (int)sum; //: hit

        static long Stop(ParallelLoopState state)
        { //D: miss
            state.Stop(); //: miss
            return 0; //: miss
        } //D: miss
    } //D: hit
}
