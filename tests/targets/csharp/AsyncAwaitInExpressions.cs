// Awaits in the middle of everything: patterns, spreads, assignments to what may be absent, strings, streams with
// handlers, lambdas inside of lambdas.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncAwaitInExpressions
{
    private sealed class Box //: none
    {
        public int Size { get; set; } //: hit

        public string? Label { get; set; } //: hit

        public Box? Inner { get; set; } //: hit

        public List<int> Items { get; } = [1, 2]; //: hit

        public Func<int, Task<bool>>? Check; //: none
    }

    private sealed record Job(string Kind, int Level, Job? Next = null); //: hit

    public static async Task Run()
    { //D: hit
        foreach (int n in (int[])[0, 1, 2, 5]) //: hit 2/2
        { //D: hit
            Use(await Assigned(n)); //: hit
            Use(await Spread(n)); //: hit
            Use(await Matched(n)); //: hit
            Use(await Strings(n)); //: hit
            Use(await Tuples(n)); //: hit
            Use(await Lambdas(n)); //: hit
            Use(await Loops(n)); //: hit
            Use(await Handled(n)); //: hit
            Use(await Goto(n)); //: hit
        } //D: hit

        await foreach (string s in Streamed(3)) Use(s); //: hit 2/2
        await foreach (string s in Streamed(0)) Use(s); //: part 1/2
        await foreach (string s in Streamed(9)) //: part 1/2
            if (s is "2") break; //: hit 2/2
    } //: hit

    private static async Task<T> Later<T>(T value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    //- assignments to what may be absent
    private static async Task<int> Assigned(int n)
    { //D: hit
        Box? box = n > 0 ? new Box { Size = n, Inner = n > 1 ? new Box() : null } : null; //: hit 2/2 2/2
        box?.Size += await Later(n > 1 ? 3 : 4); //: hit 2/2 2/2
        box?.Inner?.Label = await Later(n) > 2 ? await Later("big") : "small"; //: hit 2/2 2/2 2/2
        box?.Label ??= await Later(n > 1 ? "x" : null) ?? "none"; //: part 2/2 1/2 2/2 2/2
        box?.Check = async x => x > 1 && await Later(n > 2); //: hit 2/2 2/2 2/2
        bool fits = box?.Check is { } check && await check(n); //: hit 2/2 2/2 2/2
        box?.Items[await Later(0)] = fits ? await Later(7) : n; //: hit 2/2 2/2
        return (box?.Inner?.Label?.Length ?? 0) + (box?.Items is [> 5, ..] ? 1 : 2); //: part 2/2 2/2 1/2 2/2 2/2 1/2 2/2 -- `?? 0` is no test of its own
    } //: hit //AR: none

    //- collections with awaits in them
    private static async Task<int> Spread(int n)
    { //D: hit
        int[] all = [await Later(n), .. n > 1 ? await Later(new[] { 1, 2 }) : [], .. (await Later(n > 2 ? "ab" : "")).Select(c => c - 'a')]; //: hit 2/2 2/2
        List<int> list = [.. all, .. all.Length > 2 ? all : await Later(new[] { 4 })]; //: hit 2/2
        Dictionary<string, int> map = new() { [await Later("k")] = n > 0 && await Later(n < 5) ? 1 : 2, ["z"] = list.Count }; //: hit 2/2 2/2
        return map["k"] + await Total([.. list, n == 0 ? await Later(9) : 8]); //: hit 2/2

        static async Task<int> Total(IEnumerable<int> numbers) //: none
            => await Later(numbers.Sum()) is var sum and > 20 ? sum : -1; //: hit 2/2
    } //: hit //AR: none

    //- patterns of awaited values
    private static async Task<int> Matched(int n)
    { //D: hit
        Job? job = n == 0 ? null : new(n > 1 ? "run" : "stop", n, n > 2 ? new("next", n - 5) : null); //: hit 2/2 2/2 2/2
        int a = await Later(job) switch //: hit 4/4
        { //: hit
            null => 0, //: hit
            { Kind: "stop" } => await Later(1), //: hit
            { Next: { Level: var level } } when await Later(level) == 0 => level + 2, //: part 1/2
            var other => other.Level > 1 && await Later(other.Level < 5) ? 3 : 4, //: part 1/2 1/2
        }; //: hit
        if (await Later(job) is { Kind: ['r', ..], Level: > 1 and var l } && l + await Later(n) is 10 or 11) a++; //: part 2/2 1/2 1/2 2/2 1/2 2/2
        if (await Later(job?.Next) is not { Level: 0 } next) return a; //: part 2/2 2/2 1/2
        return (await Later(next.Kind), n) switch { ("next", > 9) => 1, (_, 5) when await Later(a) > 2 => 2, _ => 3 }; //: part 1/3 1/2
    } //: hit //AR: none

    //- strings with awaits in holes
    private static async Task<string> Strings(int n)
    { //D: hit
        string a = $"{n}: {(n > 1 ? await Later("many") : "few"),8}{await Later(n > 2 ? (object?)null : n)}"; //: hit 2/2 2/2
        StringBuilder text = new(); //: hit
        text.Append($"{a}{(await Later(n) is var m and > 0 ? m : 0)}").Append(n > 4 ? await Later("!") : null); //: hit 2/2 2/2
        return text + (await Later(n > 0 ? "x" : null))?.ToUpperInvariant() + (n < 5 || await Later(false) ? "y" : await Later("z")); //: part 2/2 2/2 2/2 1/2
    } //: hit //AR: none

    //- comparisons of tuples, deconstruction
    private static async Task<int> Tuples(int n)
    { //D: hit
        (int a, int b) = (await Later(n), n > 1 ? await Later(2) : 3); //: hit 2/2
        (int, bool) pair = (a, await Later(b) == 2 && n > 2); //: hit 2/2 2/2
        if ((a, await Later(b)) == (5, 2) || pair is (0, false)) return await Later(a); //: part 2/2 1/2 2/2 1/2
        var (x, y) = await Later((n, n > 1)); //: hit
        return y ? x : await Later(-x); //: hit 2/2
    } //: hit //AR: none

    //- lambdas inside of lambdas
    private static async Task<int> Lambdas(int n)
    { //D: hit
        Func<int, Func<Task<int>>> make = level => async () => //: hit
        { //: hit
            int sum = 0; //: hit
            foreach (Func<Task<int>> f in Enumerable.Range(0, level).Select<int, Func<Task<int>>>(i => async () => await Later(i) > 1 ? i : -i)) //: hit 2/2 2/2
                sum += await f(); //: hit
            return await Later(sum > 2) || level == 1 ? sum : await Inner(); //: hit 2/2 2/2

            async Task<int> Inner() => level > 0 ? await Later(level) : 0; //: hit 2/2
        }; //: hit
        int[] results = await Task.WhenAll(from i in Enumerable.Range(0, n) where i != 1 select make(i)()); //: hit
        return results is [] ? await make(n + 1)() : results.Max(r => r > 1 ? r : 0); //: part 1/2 2/2 2/2
    } //: hit //AR: none

    //- loops of all kinds
    private static async Task<int> Loops(int n)
    { //D: hit
        int sum = 0; //: hit
        for (int i = await Later(0); i < await Later(n) && sum < 3; i += await Later(1)) //: hit 2/2 2/2
        { //D: hit
            if (i == await Later(1)) continue; //: hit 2/2
            sum += i; //: hit
        } //D: hit

        while (await Later(sum) is > 0 and < 9) sum += await Later(n); //: hit 2/2 2/2
        do sum--; while (sum > 0 && !await Later(sum % 4 == 0)); //: hit 2/2 2/2
        foreach (int item in await Later(n > 1 ? new[] { 1, 2 } : [])) //: hit 2/2 2/2
            if (item > 1 ? await Later(n > 2) : await Later(false)) return item; //: hit 2/2 2/2
        return sum; //: hit
    } //: hit //AR: none

    //- handlers that await
    private static async Task<int> Handled(int n)
    { //D: hit
        await using MemoryStream? stream = n > 1 ? new MemoryStream() : null; //: hit 2/2
        try
        { //D: hit
            if (n == 1) throw new IOException("one"); //: hit 2/2
            if (n == 2) throw new TimeoutException(); //: hit 2/2
            return n > 2 ? await Later(n) : -1; //: hit 2/2
        }
        catch (IOException e) when (e.Message is ['o', ..] && n < 2) //: part 1/2 1/2 1/2 1/2
        { //D: hit
            return await Later(e.Message.Length) > 2 ? 1 : 2; //: part 1/2
        }
        catch (TimeoutException) //D: hit
        { //D: hit
            try
            { //D: hit
                await Task.FromException(new FormatException()); //: hit
            } //: miss
            catch (FormatException) when (stream?.CanRead ?? false) //: part 1/2 1/2
            { //D: hit
                await Later(0); //: hit
            } //D: hit

            return 4; //: hit
        }
        finally
        { //D: hit
            if (stream is { Length: 0 }) await stream.WriteAsync(new byte[await Later(2)]); //: part 2/2 1/2
        } //D: hit
    } //: hit //AR: none

    //- labels and awaits
    private static async Task<string> Goto(int n)
    { //D: hit
        switch (await Later(n)) //: hit 4/4
        {
            case 0 when await Later(true): //: part 1/2
                goto case 5; //D: hit
            case 1:
                n += await Later(1); //: hit
                goto default; //: hit
            case 5:
                return n > 0 ? await Later("five") : "zero"; //: hit 2/2
            default:
                return await Later($"{n}") + (n > 1 ? "+" : "-"); //: part 1/2
        }
    } //: hit //AR: none

    //- a stream with handlers
    private static async IAsyncEnumerable<string> Streamed(int n)
    { //D: hit
        List<string> done = []; //: hit
        try
        { //D: hit
            for (int i = 0; i < n; i++) //: hit 2/2
            { //D: hit
                string? text = null; //: hit
                try
                { //D: hit
                    text = await Later(i == 1 ? null : $"{i}") ?? throw new FormatException(); //: hit 2/2 2/2
                } //: hit
                catch (FormatException) when (i > 0) //: part 1/2
                { //D: hit
                    text = await Later("one"); //: hit
                } //D: hit

                done.Add(text); //: hit
                yield return text; //: hit
            } //: hit
        } //D: hit
        finally
        { //D: hit
            if (done is [.., "2"] && await Later(n) > 5) done.Clear(); //: part 1/2 2/2 1/2 2/2
        } //D: hit
    } //: hit
}
