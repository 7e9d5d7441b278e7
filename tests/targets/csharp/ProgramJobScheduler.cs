// Background work: a scheduler with retries and time-outs, async streams through stages, a mailbox with a state
// machine, progress, throttles, and awaits in every place where an expression may stand.

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

internal static class ProgramJobScheduler
{
    private enum State { Queued, Running, Waiting, Done, Dead }

    private sealed record Job(int Id, string Kind, Func<int, CancellationToken, Task<string?>> Work) //: hit
    {
        public State State { get; set; } //: hit

        public int Attempts { get; private set; } //: hit

        public async Task<string> Run(CancellationToken token, int limit = 2)
        { //D: hit
            for (State = State.Running; ; State = State.Waiting) //: hit
            { //D: hit
                try
                { //D: hit
                    string? text = await Work(++Attempts, token).ConfigureAwait(false); //: hit
                    State = text is null ? State.Dead : State.Done; //: hit 2/2
                    return $"{Id}:{text ?? "nothing"}"; //: hit 2/2
                }
                catch (Exception e) when (e is not OperationCanceledException && Attempts <= limit && await_(e)) //: part 2/2 2/2 1/2
                { //D: hit
                    if (e is IOException) await Task.Delay(Attempts > 5 ? 1000 : 0, token); //: part 2/2 1/2
                    else continue; //D: hit
                } //D: hit
                catch (OperationCanceledException) //: hit
                { //D: hit
                    State = State.Dead; //: hit
                    return $"{Id}:canceled"; //: hit
                }
                catch //: hit
                { //D: hit
                    State = State.Dead; //: hit
                    throw; //: hit
                }
                finally
                { //D: hit
                    if (State is State.Done or State.Dead) await Task.Yield(); //: hit 2/2
                } //D: hit
            } //D: hit

            static bool await_(Exception e) => e.Message is { Length: > 0 }; //: part 1/2 1/2
        } //: hit //AR: none
    }

    public static async Task Run()
    { //D: hit
        Use(await Schedule()); //: hit
        Use(await Streams(5) + await Streams(0)); //: hit
        Use(await Expressions(1) + await Expressions(-2)); //: hit
        Use(await Switched("get") + await Switched("put") + await Switched("?")); //: hit
        for (int n = 0; n < 7; n++) Use(await Arms(n)); //: hit 2/2
        Use(await Kept(true) + await Kept(false)); //: hit
        Use(await Nested([3, 0, 7, 12, 1])); //: hit
        Use(await Mailboxes()); //: hit
        Use(await Throttled(4)); //: hit
        Use(await Locals(3)); //: hit
        await foreach ((int index, string text) in Numbered(["a", "", "c", "stop", "d"]).WithCancellation(CancellationToken.None).ConfigureAwait(false)) //: part 1/2
        { //D: hit
            if (text is "") continue; //: hit 2/2
            if (text is ['s', ..]) break; //: part 1/2 1/2 2/2
            Use(index); //: hit
        } //D: hit
    } //: hit

    //- jobs that end in every way
    private static async Task<int> Schedule()
    { //D: hit
        using CancellationTokenSource source = new(); //: hit
        Job[] jobs = //: hit
        [ //: hit
            new(1, "ok", async (n, t) => { await Task.Yield(); return n > 1 ? null : "one"; }), //: part 1/2
            new(2, "io", async (n, t) => n < 3 ? throw new IOException("disk") : await Task.FromResult("three")), //: hit 2/2
            new(3, "null", (_, _) => Task.FromResult<string?>(null)), //: hit
            new(4, "bad", static async (n, _) => //: hit
            { //: hit
                await Task.Yield(); //: hit
                throw new InvalidOperationException($"bad {n}"); //: hit
            }), //: hit //A: none
            new(5, "stop", async (_, t) => //: hit
            { //: hit
                await source.CancelAsync(); //: hit
                t.ThrowIfCancellationRequested(); //: hit
                return "never"; //: miss
            }), //: miss
        ]; //: hit
        int errors = 0; //: hit
        List<string> done = []; //: hit
        foreach (Job job in jobs) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                done.Add(await job.Run(source.Token)); //: hit
            } //: hit
            catch (InvalidOperationException e) when (job is { Kind: "bad", Attempts: var n } && e.Message.EndsWith($"{n}")) //: part 1/2 1/2 1/2
            { //D: hit
                errors += await Task.FromResult(n); //: hit
            } //D: hit
        } //: hit //AR: none

        return errors * done.Count + jobs.Count(j => j.State == State.Dead); //: hit
    } //: hit

    //- stages over async streams
    private static async Task<int> Streams(int count)
    { //D: hit
        int sum = 0; //: hit
        await using var values = Source(count).GetAsyncEnumerator(); //: hit
        while (await values.MoveNextAsync() is true and var more && values.Current is var (number, even)) //: hit 2/2
            sum += more && even ? number : -1; //: hit 2/2
        await foreach (var batch in Batches(Source(count), 2)) //: hit 2/2
            sum += batch switch { [] => 0, [var one] => one.Number, [(var a, true), _] => a * 10, [_, (_, var last)] => last ? 5 : 6, _ => throw new InvalidOperationException() }; //: part 2/5 0/2
        return sum; //: hit
    } //: hit //AR: none

    private static async IAsyncEnumerable<(int Number, bool Even)> Source(int count, [EnumeratorCancellation] CancellationToken token = default)
    { //D: hit
        if (count == 0) yield break; //: hit 2/2
        try
        { //D: hit
            for (int i = 0; i < count && !token.IsCancellationRequested; i++) //: part 2/2 1/2
            { //D: hit
                if (i % 3 == 1) await Task.Yield(); //: hit 2/2
                yield return (await Task.FromResult(i), i % 2 == 0); //: hit
            } //D: hit
        } //D: hit
        finally
        { //D: hit
            await Task.CompletedTask; //: hit
        } //D: hit
    } //: hit

    private static async IAsyncEnumerable<List<(int Number, bool Even)>> Batches(IAsyncEnumerable<(int, bool)> source, int size)
    { //D: hit
        List<(int, bool)> batch = []; //: hit
        await foreach (var item in source.ConfigureAwait(false)) //: hit 2/2
        { //D: hit
            batch.Add(item); //: hit
            if (batch.Count < size) continue; //: hit 2/2
            yield return batch; //: hit
            batch = []; //: hit
        } //D: hit

        if (batch is not []) yield return batch; //: part 1/2 2/2
    } //: hit

    //- awaits inside of ?:, ??, switch expressions, strings, arguments, collection expressions, tuples, ranges
    private static async Task<string> Expressions(int n)
    { //D: hit
        string text = $"{await Text(n) ?? $"{(n > 0 ? await Text(2) : await Text(-1)) ?? "none"}"}-{n switch { > 0 when await Test(n > 3) => "big", > 0 => await Text(5), _ => "neg" }}"; //: part 2/2 1/2 1/2 1/2 3/3 1/2 -- the fourth: a string of one hole
        int[] numbers = [await Number(1), .. await Many(2), n > 0 ? await Number(3) : -1]; //: hit 2/2
        var (a, b) = (await Number(n), await Test(n > 0) ? await Text(n) : null); //: hit 2/2
        string part = text[await Number(1)..^await Number(1)]; //: hit
        Use(Math.Max(await Number(a), numbers.Length > 3 && await Test(true) ? await Number(7) : 8)); //: part 1/2 1/2
        part += b?.Length > await Number(0) ? "x" : b ?? await Text(9); //: part 2/2 2/2 1/2
        Dictionary<string, int?> map = new() { [await Text(1) ?? ""] = await Number(1), ["k"] = b is null ? null : await Number(b.Length) }; //: part 1/2 2/2
        map["k"] ??= await Number(4); //: hit 2/2
        numbers[await Number(0)] += await Number(numbers[0]); //: hit
        return (await Test(n < 0) || !await Test(a > 100)) && part is { Length: var length } && await Test(length > 2) ? part : throw new InvalidOperationException(await Text(1)); //: part 2/2 1/2 1/2 1/2
    } //: hit //AR: none

    private static async Task<string?> Text(int n)
    { //D: hit
        if (n % 2 == 0) await Task.Yield(); //: hit 2/2
        return n < 0 ? null : "t" + n; //: hit 2/2
    } //: hit //AR: none

    private static async ValueTask<int> Number(int n) => n > 2 ? n : await Task.FromResult(n); //: hit 2/2

    private static Task<bool> Test(bool value) => Task.FromResult(value); //: hit

    private static async Task<List<int>> Many(int n) => [.. Enumerable.Range(0, await Number(n))]; //: hit

    //- a switch over awaited values with try, using, loops and goto in its sections
    private static async Task<int> Switched(string verb)
    { //D: hit
        int result = 0; //: hit
        switch (await Task.FromResult(verb)) //: hit 3/3
        {
            case "get" when await Test(true): //: part 1/2
                await using (MemoryStream stream = new([1, 2])) //: hit
                { //D: hit
                    for (int b; (b = stream.ReadByte()) >= 0; result += b) //: hit 2/2
                        if (b == 2) await Task.Yield(); //: hit 2/2
                } //D: hit

                goto default; //: hit //AR: none
            case "put":
                try
                { //D: hit
                    if (await Test(result == 0)) throw new TimeoutException(); //: part 1/2
                    break; //: miss
                }
                catch (TimeoutException) //D: hit
                { //D: hit
                    result = await Number(-5); //: hit
                    goto default; //D: hit
                }
            default:
                result += result switch { 3 => await Number(10), < 0 => 20, _ => verb.Length }; //: hit 3/3
                break; //D: hit
        }

        return result; //: hit
    } //: hit //AR: none

    //- && and || with an await as the value of an arm: its point comes after the operands that are kept
    private static async Task<bool> Arms(int n) => n switch //: hit 6/6
    { //: hit
        0 => No() || await Test(true), //: part 1/2 1/2
        1 => Yes() && await Test(false), //: part 1/2 1/2
        2 => Yes() && await Test(true) && No(), //: part 1/2 1/2 1/2
        3 => No() && await Test(true) && Yes(), //: part 1/2 0/2 0/2
        4 => await Test(true) && await Test(true) || await Test(true), //: part 1/2 1/2 0/2
        _ => n > 5 || !await Test(n == 5), //: part 2/2 1/2
    }; //: hit

    //- near: statements that store the same variable
    private static async Task<int> Kept(bool value)
    { //D: hit
        if (Id(value) is var kept && kept) //: hit 2/2
            kept = await Test(false); //: hit
        Use(kept); //: hit
        bool last = await Test(value); //: hit
        if (last) last = await Test(false); //: hit 2/2
        return last ? 2 : 1; //: part 1/2
    } //: hit //AR: none

    //- loops in loops with try, continue, break and return through finally
    private static async Task<int> Nested(int[] numbers)
    { //D: hit
        int sum = 0; //: hit
        foreach (int number in numbers) //: part 1/2
        { //D: hit
            for (int i = 0; ; i++) //: hit
            { //D: hit
                try
                { //D: hit
                    if (number == 0) break; //: hit 2/2
                    if (i == 1 && number < 5) continue; //: hit 2/2 2/2
                    if (await Test(i >= 2)) break; //: hit 2/2
                    if (number > 10) return sum; //: hit 2/2
                    sum += await Number(number); //: hit
                } //D: hit
                finally
                { //D: hit
                    sum += i < 2 ? await Number(1) : 0; //: hit 2/2
                } //D: hit
            } //D: hit
        } //D: hit

        return -sum; //: miss
    } //: hit //AR: none

    //- a mailbox: messages of several types, replies through completion sources
    private abstract record Message; //: none

    private sealed record Add(int Value) : Message; //: hit

    private sealed record Ask(TaskCompletionSource<int> Reply, bool Reset = false) : Message; //: hit

    private sealed record Stop : Message; //: none

    private static async Task<int> Mailboxes()
    { //D: hit
        Channel<Message> box = Channel.CreateBounded<Message>(new BoundedChannelOptions(2) { SingleReader = true }); //: hit
        Task<int> loop = Task.Run(async () => //: hit
        { //: hit
            int total = 0, seen = 0; //: hit
            await foreach (Message message in box.Reader.ReadAllAsync()) //: part 1/2
            { //D: hit
                seen++; //: hit
                switch (message) //D: part 5/6 //R: part 4/5
                {
                    case Add { Value: 0 }:
                        continue; //D: hit
                    case Add(var value) when value > 0 || total > 100: //: part 2/2 1/2
                        total += value; //: hit
                        break; //: hit
                    case Ask { Reply: var reply, Reset: var reset }:
                        reply.TrySetResult(total); //: hit
                        if (reset) total = 0; //: part 1/2
                        break; //D: hit
                    case Stop:
                        return seen; //: hit
                    case null:
                        throw new InvalidOperationException(); //: miss
                }
            } //D: hit

            return -1; //: miss
        }); //: hit
        TaskCompletionSource<int> answer = new(TaskCreationOptions.RunContinuationsAsynchronously); //: hit
        foreach (Message message in (Message[])[new Add(3), new Add(0), new Add(-1), new Ask(answer), new Stop()]) //: hit 2/2
            await box.Writer.WriteAsync(message); //: hit
        return await answer.Task + await loop; //: hit
    } //: hit //AR: none

    //- a throttle of a semaphore and a dictionary of tasks
    private static async Task<int> Throttled(int count)
    { //D: hit
        using SemaphoreSlim gate = new(2); //: hit
        ConcurrentDictionary<int, Task<int>> running = new(); //: hit
        int failed = 0; //: hit
        Task<int>[] all = Enumerable.Range(0, count).Select(async i => //: hit
        { //: hit
            await gate.WaitAsync(); //: hit
            try
            { //D: hit
                return await running.GetOrAdd(i / 2, static async key => //: hit
                { //: hit
                    await Task.Delay(key > 5 ? 1 : 0); //D: part 1/2 //R: hit
                    return key == 1 ? throw new IOException() : key; //: hit 2/2
                }); //: hit
            }
            catch (IOException) when (Interlocked.Increment(ref failed) < 10) //: part 1/2
            { //D: hit
                return -1; //: hit
            }
            finally
            { //D: hit
                gate.Release(); //: hit
            } //D: hit //AR: hit
        }).ToArray(); //: hit
        int[] results = await Task.WhenAll(all); //: hit
        return results is [0, .., < 0 and var last] ? last * failed : throw new InvalidOperationException(); //: part 1/2 1/2 1/2 1/2
    } //: hit

    //- local functions: async, iterators, with captured variables and recursion
    private static async Task<string> Locals(int depth)
    { //D: hit
        List<string> log = []; //: hit
        await Down(depth); //: hit
        foreach (var (line, odd) in Lines().Where(l => l.Odd || log.Count > 100).ToList()) //: part 2/2 2/2 1/2
            log[^1] += odd ? line : ""; //: part 1/2
        return string.Join(",", log) is var joined and not "" ? joined : await Task.FromException<string>(new InvalidOperationException()); //: part 1/2

        async Task Down(int n)
        { //D: hit
            if (n is 0) return; //: hit 2/2
            log.Add(n % 2 == 0 ? "even" : await Odd(n)); //: hit 2/2
            await Down(n - 1); //: hit

            static async Task<string> Odd(int n) => n > 1 ? "odd" : (await Text(n))!; //: hit 2/2
        } //: hit

        IEnumerable<(string Line, bool Odd)> Lines()
        { //D: hit
            int n = 0; //: hit
            foreach (string line in log) //: hit 2/2
                yield return (line, ++n % 2 != 0); //: hit
        } //: hit
    } //: hit //AR: none

    private static async IAsyncEnumerable<(int Index, string Text)> Numbered(string[] texts)
    { //D: hit
        int index = 0; //: hit
        foreach (string text in texts) //: part 1/2
        { //D: hit
            using StringReader reader = new(text); //: hit
            while (reader.Peek() >= 0 || text.Length == 0) //: hit 2/2 2/2
            { //D: hit
                yield return (index++, await reader.ReadLineAsync() ?? ""); //: hit 2/2
                if (text is "") break; //: hit 2/2
            } //D: hit
        } //: hit
    } //: hit -- the way out for those who stop early, too
}
