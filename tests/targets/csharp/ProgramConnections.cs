// Flows through asynchronous code, iterators and switches as services have them: reading lines,
// paging, retries with filters, disposal in loops, awaits in conditions, arms and guards.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramConnections
{
    private sealed record Page(int[] Items, string? Next); //: hit

    private sealed class Connection(int id) : IAsyncDisposable //: hit
    {
        public int Id => id; //: hit
        public bool Closed { get; private set; } //: hit

        public async Task<Page?> GetAsync(string? token)
        { //D: hit
            await Task.Yield(); //: hit
            return token switch //: part 3/4 x5
            { //: hit x5
                null => new Page([1, 2], "two"), //: hit x2
                "two" => new([3], null), //: hit x1
                "bad" when id > 100 => throw new IOException(), //: miss 0/2
                _ => null, //: hit x2
            }; //: hit x5
        } //: hit //AR: none

        public async ValueTask DisposeAsync()
        { //D: hit
            if (Closed) //: part 1/2
                return; //: miss
            Closed = true; //: hit
            await Task.Yield(); //: hit
        } //: hit
    }

    public static async Task Run()
    { //D: hit
        Use(await ReadAll("a: 1\nb\n\nc: x\nd: 4")); //: hit x1
        int seen = 0; //: hit x1
        await foreach (int item in Pages(new Connection(1), null)) //: hit 2/2 x4
            seen += item; //: hit x3
        await foreach (int item in Pages(new Connection(2), "none")) //: part 1/2 x1
            seen += item; //: miss
        Use(seen); //: hit x1
        Use(await Connections(3)); //: hit x1
        Use(await Choose(true, 1)); //: hit x1
        Use(await Choose(false, 2)); //: hit x1
        Use(await Switching("start", 1)); //: hit x1
        Use(await Switching("stop", 2)); //: hit x1
        Use(await Switching("pause", 3)); //: hit x1
        Use(await Switching("other", 3)); //: hit x1
        Use(await Coalescing(null, null) + await Coalescing("x", null)); //: hit x1
        await Expected(async () => await Coalescing("throw", null)); //: hit
        Use(await Outcome(0) + await Outcome(1) + await Outcome(2)); //: hit x1
        Use(string.Join(",", Steps(3).Take(4))); //: hit x1
        Use(string.Join(",", Steps(-1))); //: hit x1
        Use(Walk([3, 1, 2]).ToArray()); //: hit x1
        Machine machine = new(); //: hit x1
        foreach (char c in "a1 b2!") machine.Feed(c); //: hit 2/2
        Use(machine.Tokens.Count); //: hit x1
        Use(await Polling(3)); //: hit x1
        await Semaphores(); //: hit x1
        Use(Nullables(3, null) + Nullables(null, 2) + Nullables(5, 5)); //: hit x1
        Use(Ternaries(5, true) + Ternaries(-5, false) + Ternaries(0, true)); //: hit x1
        Use(Guards("x", [1], 5)); //: hit x1
        Expect<ArgumentException>(() => Guards("", [1], 5)); //: hit
        Expect<ArgumentException>(() => Guards("x", [], 5)); //: hit
        Use(Parse("12;x;7") + Parse("")); //: hit x1
    } //: hit

    private static async Task Expected(Func<Task> action)
    { //D: hit
        try
        { //D: hit
            await action(); //: hit x1
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            return; //: hit x1
        }

        Use(1); //: miss
    } //: hit

    //- while ((line = await ...) is not null)
    private static async Task<int> ReadAll(string text)
    { //D: hit
        using StringReader reader = new(text); //: hit x1
        Dictionary<string, int> values = []; //: hit x1
        string? line; //: none
        int number = 0; //: hit x1
        while ((line = await reader.ReadLineAsync()) is not null) //: hit 2/2 x6
        { //D: hit
            number++; //: hit x5
            if (string.IsNullOrWhiteSpace(line)) continue; //: hit 2/2 x5
            if (line.Split(':', 2, StringSplitOptions.TrimEntries) is not [{ Length: > 0 } key, var value]) //: part 1/2 2/2 1/2 1/2 x4
            { //D: hit
                Use(number); //: hit x1
                continue; //: hit
            }

            if (!int.TryParse(value, out int parsed)) //: hit 2/2 x3
                continue; //D: hit
            values[key] = parsed; //: hit x2
        } //D: hit

        return values.Values.Sum(); //: hit x1
    } //: hit

    private static async IAsyncEnumerable<int> Pages(Connection connection, string? token)
    { //D: hit
        await using var owned = connection; //: hit x2
        do
        { //D: hit
            if (await owned.GetAsync(token) is not { Items: var items } page) //: hit 2/2 x3
                yield break; //: hit x1
            foreach (int item in items) //: hit 2/2
                yield return item; //: hit x3
            token = page.Next; //: hit x2
        } //: hit
        while (token is not null); //: hit 2/2 x2
    } //: hit

    private static async Task<int> Connections(int count)
    { //D: hit
        int sum = 0; //: hit x1
        for (int i = 0; i < count; i++) //: hit 2/2 x4
        { //D: hit
            await using Connection connection = new(i); //: hit x3
            if (i == 1) //: hit 2/2 x3
                continue; //D: hit
            if (await connection.GetAsync(i > 1 ? "two2" : null) is { Items.Length: var length } && length > 1) //: part 2/2 2/2 1/2 1/2 x2
                sum += connection.Id + length; //: hit x1
        } //: hit //AR: none

        return sum; //: hit x1
    } //: hit //AR: none

    private static async Task<int> Choose(bool first, int n)
    { //D: hit
        int value = await (first ? Number(n) : Number(n + 1)); //: hit 2/2 x2
        value += first ? await Number(1) : 2; //: hit 2/2 x2
        if (!await Positive(n - 1) || !(await Number(3) > 2)) //: part 2/2 1/2 x2
            return value; //: hit x1
        return await Positive(value) ? await Number(value) : throw new InvalidOperationException(); //: part 1/2 x1
    } //: hit //AR: none

    private static async Task<int> Number(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return n; //: hit
    } //: hit //AR: none

    private static async Task<bool> Positive(int n)
    { //D: hit
        await Task.Delay(1).ConfigureAwait(false); //: hit
        return n > 0; //: hit
    } //: hit //AR: none

    private static async Task<string> Switching(string command, int n)
    { //D: hit
        switch (command.Trim()) //: hit 4/4 x4
        {
            case "start" when await Positive(n): //: part 1/2 x1
                await Task.Yield(); //: hit x1
                goto case "pause"; //: hit
            case "stop":
                return await Positive(n) switch //: part 1/2 x1
                { //: hit x1
                    true => "stopped", //: hit x1
                    false => "running", //: miss
                }; //: hit x1
            case "pause":
                for (int i = 0; i < n; i++) //: hit 2/2
                { //D: hit
                    if (await Number(i) == 1) //: hit 2/2
                        break; //D: hit
                } //D: hit

                return "paused"; //: hit x2
            default:
                return command.Length switch //: part 2/3 x1
                { //: hit x1
                    > 100 => await Text("long"), //: miss
                    5 when await Positive(-n) => "five", //: part 1/2 x1
                    _ => await Text("some"), //: hit x1
                }; //: hit x1
        }
    } //: hit //AR: none

    private static async Task<string> Text(string text)
    { //D: hit
        await Task.Yield(); //: hit
        return text; //: hit
    } //: hit //AR: none

    private static async Task<string> Coalescing(string? a, string? b)
    { //D: hit
        string? given = a == "throw" ? null : a; //: hit 2/2 x3
        b ??= a != null ? null : await Text("b"); //: part 1/2 2/2 x3
        return given ?? b ?? await Maybe(a) ?? throw new InvalidOperationException(); //: part 2/2 2/2 1/2 x3
    } //: hit //AR: none

    private static async Task<string?> Maybe(string? a)
    { //D: hit
        await Task.Yield(); //: hit x1
        return a is { Length: 3 } ? a : null; //: part 1/2 1/2 x1
    } //: hit //AR: none

    private static async Task<string> Outcome(int mode)
    { //D: hit
        string result = "none"; //: hit x3
        try
        { //D: hit
            try
            { //D: hit
                if (await Number(mode) == 0) return result; //: hit 2/2 x3
                result = mode switch //: part 2/3 x2
                { //: hit x2
                    1 => await Text("one"), //: hit x1
                    2 => throw new TimeoutException(), //: hit x1
                    _ => "many", //: miss
                }; //: hit x2
            } //D: hit
            finally
            { //D: hit
                await Task.Yield(); //: hit x3
                result += "!"; //: hit x3
            } //D: hit
        } //: hit
        catch (TimeoutException e) when (e.Message.Length > 0 && mode == 2) //: part 1/2 1/2 x1
        { //D: hit
            result += await Text("late"); //: hit x1
        } //D: hit

        return result; //: hit x2
    } //: hit

    private static IEnumerable<string> Steps(int n)
    { //D: hit
        if (n < 0) //: hit 2/2 x2
        { //D: hit
            yield return "negative"; //: hit x1
            yield break; //: hit x1
        }

        try
        { //D: hit
            for (int i = 0; i < n; i++) //: part 1/2
            { //D: hit
                switch (i) //: hit 3/3 x3
                {
                    case 0:
                        yield return "zero"; //: hit x1
                        break; //: hit
                    case 1:
                        foreach (char c in "ab") //: hit 2/2
                            yield return c.ToString(); //: hit x2
                        continue; //: hit
                    default:
                        yield return i > 5 ? "big" : "more"; //: part 1/2 x1
                        break; //D: miss
                }

                Use(i); //: hit x1
            } //D: hit
        } //: miss
        finally
        { //D: hit
            Use(n); //: hit x1
        } //: hit

        yield return "end"; //: miss
    } //: miss

    private static IEnumerable<int> Walk(int[] values)
    { //D: hit
        Stack<(int Low, int High)> work = new(); //: hit x1
        work.Push((0, values.Length)); //: hit x1
        while (work.TryPop(out var range)) //: hit 2/2 x6
        { //D: hit
            var (low, high) = range; //: hit x5
            if (high - low is 1) //: hit 2/2 x5
            { //D: hit
                yield return values[low]; //: hit x3
                continue; //: hit
            }

            int middle = low + (high - low) / 2; //: hit x2
            work.Push((middle, high)); //: hit x2
            work.Push((low, middle)); //: hit x2
        } //: hit
    } //: hit

    private sealed class Machine
    {
        private enum State { Start, Word, Number, Error }

        private State state; //: none
        private string text = ""; //: hit x1

        public List<string> Tokens { get; } = []; //: hit x3

        public void Feed(char c)
        { //D: hit
            State next = (state, c) switch //: part 4/6 x6
            { //: hit x6
                (State.Error, _) => State.Error, //: miss
                (_, ' ') => State.Start, //: hit x1
                (State.Start or State.Word, >= 'a' and <= 'z') => State.Word, //: hit x2
                (State.Start or State.Number, >= '0' and <= '9') => State.Number, //: miss
                (State.Word, var d) when char.IsDigit(d) => State.Word, //: hit 2/2 x3
                _ => State.Error, //: hit x1
            }; //: hit x6
            if (next != state && text.Length > 0) //: hit 2/2 2/2 x6
            { //D: hit
                Tokens.Add(text); //: hit x2
                text = ""; //: hit x2
            } //D: hit

            state = next; //: hit x6
            if (state is State.Word or State.Number) //: hit 2/2 x6
                text += c; //: hit x4
        } //: hit
    }

    private static async Task<int> Polling(int limit)
    { //D: hit
        using PeriodicTimer timer = new(TimeSpan.FromMilliseconds(1)); //: hit x1
        int ticks = 0; //: hit x1
        while (await timer.WaitForNextTickAsync()) //: part 1/2 x3
        { //D: hit
            if (++ticks >= limit) break; //: hit 2/2 x3
        } //D: hit

        return ticks; //: hit x1
    } //: hit

    private static async Task Semaphores()
    { //D: hit
        SemaphoreSlim gate = new(2); //: hit x1
        int most = 0, now = 0; //: hit x1
        Task[] tasks = [.. Enumerable.Range(0, 5).Select(Work)]; //: hit x1
        await Task.WhenAll(tasks); //: hit x1
        Use(most is > 0 and <= 2 && tasks.All(t => t.IsCompletedSuccessfully)); //: part 1/2 1/2 1/2

        async Task Work(int id)
        { //D: hit
            await gate.WaitAsync(); //: hit x5
            try
            { //D: hit
                int mine = Interlocked.Increment(ref now); //: hit x5
                lock (gate) most = mine > 100 ? mine : 1; //: part 1/2 x5
                await Task.Delay(1); //: hit x5
            } //: hit
            finally
            { //D: hit
                Interlocked.Decrement(ref now); //: hit x5
                gate.Release(); //: hit x5
            } //D: hit //AR: hit
        } //: hit
    } //: hit

    private static int Nullables(int? a, int? b)
    { //D: hit
        if (a > b) return 1; //: part 1/2 x3
        if (a == b) return 2; //: hit 2/2 x3
        if (a is { } value && value < 4) //: part 2/2 1/2 x2
            return value; //: hit x1
        return a.GetValueOrDefault(b ?? 7) + (a + b ?? -1); //: hit x1
    } //D: hit

    private static string Ternaries(int n, bool loud)
    { //D: hit
        string sign = n > 0 ? "plus" //: hit 2/2 2/2 x3
            : n < 0 ? "minus" //: hit x3
            : "zero"; //: hit x3
        return (loud ? sign.ToUpperInvariant() : sign) + (n != 0 && loud ? "!" : n == 0 ? "?" : ""); //: hit 2/2 2/2 2/2 x3
    } //D: hit

    private static int Guards(string name, IReadOnlyCollection<int> items, int? limit)
    { //D: hit
        ArgumentNullException.ThrowIfNull(items); //: hit x3
        if (string.IsNullOrEmpty(name)) throw new ArgumentException("name", nameof(name)); //: hit 2/2 x3
        _ = items.Count > 0 ? 0 : throw new ArgumentException("items"); //: hit 2/2 x2
        return limit is int l and > 3 ? l : limit ?? 0; //: part 1/2 1/2 x1
    } //D: hit

    private static int Parse(string text)
    { //D: hit
        int sum = 0; //: hit x2
        foreach (Range range in text.AsSpan().Split(';')) //: hit 2/2
        { //D: hit
            ReadOnlySpan<char> part = text.AsSpan()[range]; //: hit x4
            if (part is { IsEmpty: true }) break; //: hit 2/2 x4
            sum += int.TryParse(part, out int n) ? n : part is ['x', ..] ? 1 : throw new FormatException(); //: part 2/2 1/2 1/2 x3
        } //D: hit

        return sum; //: hit x2
    } //D: hit
}
