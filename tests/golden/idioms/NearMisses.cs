// What looks like an idiom of the compiler and is the user's own decision. `// NEAR name` says which idiom of
// src/coverage/decision/core/dec_idioms.def the code behind it must not be taken for. Marks as in Idioms.cs.
// Compiled once; ../build.sh does it again.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

public struct Amount(int value)
{
    public int Value = value;
    public int? Half => Value > 1 ? Value / 2 : null; //= 2
    public static bool operator ==(Amount a, Amount b) => a.Value == b.Value;
    public static bool operator !=(Amount a, Amount b) => a.Value != b.Value;
    public static explicit operator int?(Amount a) => a.Value;
    public override bool Equals(object? other) => false;
    public override int GetHashCode() => Value;
}

public sealed class Writer
{
    public bool AppendLiteral(string text) => text.Length > 0;
    public bool AppendFormatted(int value) => value > 0;
}

[InterpolatedStringHandler]
public struct Handler
{
    public Handler(int literals, int parts, bool wanted, out bool append) => append = wanted;
    public bool AppendLiteral(string text) => text.Length > 0;
}

[InterpolatedStringHandler]
public struct Parts
{
    public Parts(int literals, int parts, bool wanted, out bool append) => append = wanted;
    public bool AppendLiteral(string text) => text.Length > 0;
    public bool AppendFormatted(int value) => value > 0;
}

public class NearMisses
{
    private static Func<int>? made;
    private static object? last;
    private static string[]? kept;

    private static class Holder
    {
        public static string[]? Kept;
    }

    private static readonly object Gate = new();
    private int pc;
    private int state;

    public static void Use<T>(T value)
    {
    }

    // NEAR constant: a variable that happens to be a constant, a field, a call
    public static void Constants(bool done)
    {
        bool forever = true;
        while (forever) //= 2
        {
            Use(1);
            if (done) //= 2
            {
                forever = false;
            }
        }

        Use(Yes() ? 1 : 2); //= 2
        while (Yes()) //= 2
        {
            Use(2);
        }
    }

    private static bool Yes() => true;

    // NEAR state: fields and locals of the user's that are called as the compilers' are
    public IEnumerable<int> States(int state)
    {
        if (this.pc == 1) //= 2
        {
            yield return 1;
        }

        if (this.state == -1) //= 2
        {
            yield return 2;
        }

        if (state == 2) //= 2
        {
            yield return 3;
        }
    }

    public sealed class Machine
    {
        private int state;

        public bool MoveNext()
        {
            if (state == 0) //= 2
            {
                state = 1;
                return true;
            }

            return false;
        }
    }

    // NEAR awaiter: the user asks whether it is complete, or what the awaiter can do
    public static async Task<int> Awaiters(Task<int> task, object awaiter)
    {
        await Task.Yield();
        if (!task.IsCompleted) //= 2
        {
            await task;
        }

        Use(task.IsCompleted ? task.Result : await task); //= 2
        if (awaiter is ICriticalNotifyCompletion) //= 2
        {
            Use(1);
        }

        ICriticalNotifyCompletion? critical = awaiter as ICriticalNotifyCompletion;
        if (critical != null) //= 2
        {
            Use(2);
        }

        return await task;
    }

    // NEAR pending: the user's own type test of an exception, and his own variable of constants
    public static async Task Pending(object found, Exception failure, bool flag)
    {
        await Task.Yield();
        if (found is not Exception) //= 2
        {
            throw failure;
        }

        if (found != null) //= 2
        {
            if (found is Exception) //= 2
            {
                Use(1);
            }
            else
            {
                throw failure;
            }
        }

        int way = 0;
        try
        {
            way = flag ? 1 : 2; //= 2
        }
        finally
        {
            await Task.Yield();
        }

        if (way == 1) //= 2
        {
            Use(way);
        }

        int local = 0;
        lock (Gate)
        {
            if (flag) //= 2
            {
                local = 1;
            }
        }

        if (local == 1) //= 2
        {
            Use(local);
        }
    }

    // NEAR dispose: written by hand, in a finally and behind it
    public static async Task DisposalOf<T>(T? later)
        where T : IAsyncDisposable
    {
        try
        {
            await Task.Yield();
        }
        finally
        {
            if (later != null) //= 2
            {
                await later.DisposeAsync();
            }
        }
    }

    // NEAR dispose: the same, of known types
    public static async Task Disposal(IDisposable? plain, IAsyncDisposable? later)
    {
        if (later != null) //= 2
        {
            last = null;
            await later.DisposeAsync();
        }

        try
        {
            Use(1);
        }
        finally
        {
            if (plain != null) //= 2
            {
                plain.Dispose();
            }
        }

        try
        {
            await Task.Yield();
        }
        finally
        {
            if (later != null) //= 2
            {
                await later.DisposeAsync();
            }
        }

        bool taken = false;
        try
        {
            Monitor.Enter(Gate, ref taken);
        }
        finally
        {
            if (taken) //= 2
            {
                Monitor.Exit(Gate);
            }
        }
    }

    // NEAR stream: flags of the user's with such names
    public static async IAsyncEnumerable<int> Streams(
        bool disposeMode, [EnumeratorCancellation] CancellationToken token = default)
    {
        CancellationTokenSource? combinedTokens = disposeMode ? new() : null; //= 2
        await Task.Yield();
        if (disposeMode) //= 2
        {
            yield break;
        }

        if (combinedTokens != null) //= 2
        {
            combinedTokens.Dispose();
        }

        yield return 1;
    }

    // NEAR cache: things made once by hand
    public static int Caches()
    {
        if (made == null) //= 2
        {
            made = () => 1;
        }

        made ??= () => 2; //= 2
        return made();
    }

    // NEAR array: an array that the user makes once, for a span
    public static int Arrays()
    {
        ReadOnlySpan<string> names = kept ??= new[] { "a", "b" }; //= 2
        ReadOnlySpan<string> others = Holder.Kept ??= new[] { "a", "b" }; //= 2
        return names.Length + others.Length;
    }

    // NEAR filter: the user's own type tests in a filter
    public static void Filters()
    {
        try
        {
            Use(1);
        }
        catch when (last is InvalidOperationException) //= 2
        {
            Use(2);
        }
        catch (Exception e) when (e.InnerException is ArgumentException && Yes()) //= 2 2
        {
            Use(3);
        }
        catch (Exception e) when (e is ArgumentNullException) //= 2
        {
            Use(4);
        }
    }

    // NEAR stored: a result kept and tested later, a constant on one way only
    public static void Stored(int n, bool a, bool b)
    {
        bool small = n is 1 or 5; //= 2 2
        Use(n);
        if (small) //= 2
        {
            Use(small);
        }

        if (a ? b : false) //= 2 2
        {
            Use(1);
        }

        bool kept;
        if (a) //= 2
        {
            kept = true;
        }
        else
        {
            kept = false;
        }

        if (kept) //= 2
        {
            Use(2);
        }
    }

    // NEAR arm: tests in front of the point of a label's condition, of an arm that begins with its own point
    public static int Arms(object thing, bool a, int n)
    {
        int first = thing switch //= 4
        {
            string { Length: > 3 } when a => 1, //= 2
            int and (> 5 or 2) => n > 2 ? 3 : 4, //= 2
            int => 5,
            _ => 6,
        };
        return first;
    }

    // NEAR nullable: what the operators do, written by hand
    public static int Nullables(int? a, int? b, Amount? m, Amount one)
    {
        Use(a.HasValue ? a.Value + 1 : (int?)null); //= 2
        Use(a.HasValue ? a.GetValueOrDefault() + 1 : (int?)null); //= 2
        Use(m.HasValue && m.GetValueOrDefault() == one); //= 2 2
        Use(Find() is int found ? found + 1 : (int?)null); //= 2
        Use(Owing() is { } owing ? (int?)owing : null); //= 2
        Use(Owing() is not { } owed ? null : (int?)owed); //= 2
        Use(m.HasValue ? (int?)m.GetValueOrDefault() : null); //= 2
        Use(m.HasValue ? (int?)m.Value : null); //= 2
        Use(Find().HasValue ? a.GetValueOrDefault() * 2 : (int?)null); //= 2
        Use(a.HasValue & b.HasValue ? a.GetValueOrDefault() + b.GetValueOrDefault() : (int?)null); //= 2
        _ = Find().HasValue ? a.GetValueOrDefault() : 0; //= 2
        Use(Owing()?.Half); //= 2
        Use(((int?)Owing())?.GetHashCode()); //= 2
        if (a.HasValue == b.HasValue) //= 2
        {
            Use(1);
        }

        if (a.HasValue & b.HasValue) //= 2
        {
            Use(2);
        }

        return a ?? b ?? one.Value; //= 2 2
    }

    // NEAR nullable: patterns of decimals that may be missing
    public static int Amounts(decimal? due, decimal limit)
    {
        if (Owed() is < 0m or > 5m) //= 2 2 2
        {
            Use(1);
        }

        bool low = Owed() is { } d && d < limit; //= 2 2
        bool high = Owed() is not { } e || e > limit; //= 2 2
        Use(low);
        Use(high);
        switch (Owed()) //= 4
        {
            case null:
                return 1;
            case > 100m:
                return 2;
            case < 0m:
                return 3;
        }

        Use(Owed() is { } net ? net * 1.19m : (decimal?)null); //= 2
        Use(due.HasValue ? due.GetValueOrDefault() * 1.19m : (decimal?)null); //= 2
        Use(Owed()?.CompareTo(1.5m)); //= 2
        Use(Owed().HasValue ? due.GetValueOrDefault() > 3m : false); //= 2
        Use(Owed().HasValue ? due.GetValueOrDefault() * 2 : (decimal?)null); //= 2
        return due is > 5m ? 1 : 2; //= 2 2
    }

    private static bool IsBelow(decimal limit) => Owed() is { } d && d < limit; //= 2 2

    private static decimal? Owed() => 1;

    private static int? Find() => 1;

    private static Amount? Owing() => new Amount(1);

    // NEAR fixed: null and empty tests of the user's
    public static unsafe void Pointers(byte[] bytes, string? text, byte* other, char none)
    {
        byte* p = bytes.Length != 0 ? other : null; //= 2
        byte[,] grid = new byte[bytes.Length, 1];
        byte* q = grid.Length != 0 ? other : null; //= 2
        Use((nint)q);
        nint size = bytes.Length == 0 ? 0 : text!.Length; //= 2
        Use((nint)p + size);
        if (text != null) //= 2
        {
            ref readonly char c = ref text.GetPinnableReference();
            Use(c);
        }

        ref readonly char d = ref text != null ? ref text.GetPinnableReference() : ref none; //= 2
        Use(d);
        if (bytes == null || bytes.Length == 0) //= 2 2
        {
            p = null;
        }

        Use((nint)p);
    }

    // NEAR interpolated: writing in parts by hand
    public static void Interpolated(Writer writer)
    {
        if (writer.AppendLiteral("a")) //= 2
        {
            writer.AppendFormatted(1);
        }

        Use(writer.AppendLiteral("a") && writer.AppendFormatted(2)); //= 2 2
        Writer own = new();
        if (own.AppendLiteral("c") || Yes()) //= 2 2
        {
            Use(own.AppendFormatted(3) ? 1 : 2); //= 2
        }

        Handler handler = new(1, 0, true, out bool wanted);
        if (wanted) //= 2
        {
            handler.AppendLiteral("b");
        }
    }

    // NEAR receiver: is null a value of the type parameter?
    public static int Receivers<T>(T value)
    {
        if (default(T) == null) //= 2
        {
            return 1;
        }

        T? empty = default;
        if (empty is null) //= 2
        {
            return 2;
        }

        return value == null ? 3 : 4; //= 2
    }

    // NEAR builder: small loops of the user's
    public static void Loops(int n)
    {
        do Use(n); while (--n > 0); //= 2
        for (; n++ < 9;) ; //= 2
        while (n-- > 1) Use(n); //= 2
    again:
        n++;
        if (n < 7) goto again; //= 2
    }

    // NEAR ranks: both loops over a table by hand
    public static void Ranks(int[,] table)
    {
        int last = table.GetUpperBound(0);
        int end = table.GetUpperBound(1);
        for (int i = 0; i <= last; i++) //= 2
        {
            for (int j = 0; j <= end; j++) //= 2
            {
                Use(table[i, j]);
            }
        }
    }

    // NEAR absent: the null test by hand, before a method of the object and of a static one; a number before its method
    public static int Absent(string? text)
    {
        if (text != null && text.Length > 3) //= 2 2
        {
            return 1;
        }

        return text != null && string.IsNullOrWhiteSpace(text) ? 2 : 3; //= 2 2
    }

    public static int AbsentNumber(int n, int than, bool flag)
    {
        if (n != 0 && n.CompareTo(than) > 3) //= 2 2
        {
            return 1;
        }

        return flag && flag.Equals(than > 3) ? 2 : 3; //= 2 2
    }

    // NEAR choice: ?: that is no operand, calls that are returned in front of a constant
    public static bool Choices(string? text, int n)
    {
        int value = text != null ? (n > 1 ? text.Length : text.IndexOf('a')) : 0; //= 2 2
        Use(value);
        if (n == 3) //= 2
        {
            return n > value ? Yes() : text == "b"; //= 2
        }

        return false;
    }

    // NEAR concat: what the user does with the text of an object
    public static string Concatenated(string text, object? thing, object other)
    {
        string? own = thing?.ToString(); //= 2
        Use(thing?.GetHashCode() ?? 3); //= 2
        text = string.Join(",", thing?.ToString(), text + "x"); //= 2
        return text + own + (thing ?? other) + (thing == null ? null : text); //= 2 2
    }

    public static async Task<string> ConcatenatedLater(string text, object? thing, Task<string> last)
    {
        await Task.Yield();
        string? own = thing?.ToString(); //= 2
        Use(own + text);
        string? kept = thing?.ToString(); //= 2
        text += await last;
        Use(string.Join(",", thing?.ToString(), await last)); //= 2
        return kept + text;
    }

    // NEAR numbered: numbers that the user keeps
    public static int Numbered(int a, int b)
    {
        int number;
        if (a > 3) //= 2
        {
            number = 0;
        }
        else
        {
            number = 1;
        }

        Use(b);
        if (number == 0) //= 2
        {
            return 1;
        }

        int last = b > a ? 0 : 1; //D= 2
        return last == 1 ? 2 : number == 1 ? 3 : 4; //= 2 2
    }

    // NEAR tree: tests of one value that are no switch
    public static int Trees(int n, string text, object shape)
    {
        if (n == 1) //= 2
        {
            return 1;
        }
        else if (n == 2) //= 2
        {
            return 2;
        }
        else if (n == 3) //= 2
        {
            return 3;
        }

        Use(n == 4 ? 1 : n == 5 ? 2 : n == 6 ? 3 : 4); //= 2 2 2
        Use(text == "a" ? 1 : text == "b" ? 2 : text == "c" ? 3 : 4); //= 2 2 2
        Use(shape is int ? 1 : shape is string ? 2 : shape is long ? 3 : 4); //= 2 2 2
        if (text == "d" || text == "e" || text == "f") //= 2 2 2
        {
            return 4;
        }

        return n > 7 ? 1 : n > 8 ? 2 : 3; //= 2 2
    }

    // Labels that lead where the default leads: beside it no arms, with a body that only breaks they are.
    public static void Labels(string text, object shape, int n)
    {
        switch (text.Trim()) //= 2
        {
            case "b":
                Use(2);
                break;
            case "a":
            default:
                Use(3);
                break;
        }

        switch (text.Trim()) //= 4
        {
            case "a":
                break;
            case "b":
                Use(2);
                break;
            case "c":
                Use(3);
                break;
        }

        switch (shape.ToString() as object) //= 4
        {
            case string:
                break;
            case int:
                Use(2);
                break;
            case long:
                Use(3);
                break;
        }

        switch (Math.Abs(n)) //= 3
        {
            case 7:
                Use(2);
                return;
            case 1:
            default:
                Use(4);
                return;
            case 300:
                Use(3);
                return;
        }
    }

    private static void Log(bool on, [InterpolatedStringHandlerArgument("on")] Parts parts)
    {
    }

    // The user's decisions inside what the compiler makes.
    public static unsafe void Inside(bool flag, List<int> list, int? a, int? b, byte[] bytes, object? gate)
    {
        int[] all = [.. list, flag ? 1 : 2, .. list]; //= 2
        Use(all);
        List<int> some = [flag ? 1 : 2, .. flag ? all : new int[3]]; //= 2 2
        Use(some);
        Use(a + (flag ? b : null)); //= 2
        Use((flag ? a : b) + 1); //= 2
        Use(a + (b ?? Convert.ToInt32(1.5))); //= 2
        Log(flag, $"a {(flag ? 1 : 2)} b {list.Count}"); //= 2
        Log(flag || list.Count > 3, $"a {list.Count switch { 1 => 2, 3 => 4, _ => 5 }}"); //= 2 2 3
        fixed (byte* p = flag ? bytes : null) //= 2
        {
            Use((nint)p);
        }

        lock (gate ?? Gate) //= 2
        {
            Use(1);
        }

        using (flag ? new CancellationTokenSource() : null) //= 2
        {
            Use(2);
        }

        foreach (int i in flag ? list : some) //= 2 2
        {
            Use(i);
        }

        Array.FindAll(all, flag ? n => n > 1 : n => n > 2); //= 2
    }

    public static async Task<int> InsideLater(bool flag, Task<int> first, Task<int>? second, IAsyncDisposable d)
    {
        Use(await (flag ? first : second ?? first)); //= 2 2
        Use(flag ? await first : 3); //= 2
        Use(await first > 3 ? 1 : 2); //= 2
        await using (flag ? d : null) //= 2
        {
            Use(1);
        }

        try
        {
            await Task.Yield();
        }
        catch (Exception e) when (e.InnerException is ArgumentException) //= 2
        {
            await Task.Yield();
            if (e is InvalidOperationException) //= 2
            {
                throw;
            }

            throw flag ? e : new InvalidOperationException(); //= 2
        }
        catch (Exception) when (last is InvalidOperationException) //= 2
        {
            await Task.Yield();
        }
        finally
        {
            await (flag ? Task.CompletedTask : first); //= 2
        }

        return flag ? 1 : 2; //= 2
    }

    // NEAR nullable_and: & and | of bool? written by hand, and what only begins like them
    public static bool? Both(bool? a, bool? b, bool flag)
    {
        bool? x = a;
        bool? y = b;
        bool? and = x.GetValueOrDefault() || (!y.GetValueOrDefault() && !x.HasValue) ? y : x; //= 2 2 2
        bool? or = flag ? x : false; //= 2
        bool? late = flag ? true : y; //= 2
        _ = flag ? x : y; //D= 2
        bool asked;
        _ = (asked = x.HasValue) ? x : y; //D= 2
        Use(and);
        Use(or);
        return late;
    }

    // NEAR stored: the constant of && and || is one of several values that meet, and values that somebody wrote
    public static bool Brought(int n, string? s, bool known)
    {
        if (n > 1 ? s == "a" || s == "b" : s == "c" && s != "d") //= 2 2 2 2 2 2
        {
            Use(1);
        }

        bool plain = s is "x" or "y"; //= 2 2
        return n switch //= 3
        {
            1 => (known = plain) && s == "a", //= 2 2
            2 => known && s == "b", //= 2 2
            _ => false,
        };
    }

    // NEAR pending: a field of the compiler's gets what && joined, not a constant
    public static async Task<int> BroughtLater(bool flag, Task<bool> first, string? s)
    {
        if (flag ? await first && s == "a" : s == "b" || s == "c") //= 2 2 2 2 2 2
        {
            Use(1);
        }

        return 1;
    }

    // NEAR hidden: parts of visible statements behind hidden points: a switch over a variable, operands behind an
    // await, a switch expression in an arm of another, variables of patterns
    public static async Task<int> Behind(int n, object o, Task<bool> first)
    {
        if (n > 1 && await first) //= 2 2
        {
            Use(1);
        }

        string? text = await first ? null : "x"; //= 2
        Use(text ?? "y"); //= 2
        return n switch //= 3
        {
            1 => o switch { string s when s.Length > n => 1, int i => i, _ => 2 }, //= 3 2
            2 => await first ? 3 : 4, //= 2
            _ => 5,
        };
    }

    public static int BehindVariable(int n, object o)
    {
        Use(n);
        switch (n) //= 4
        {
            case 1:
                Use(1);
                break;
            case 2:
                Use(2);
                break;
            case 3:
                Use(3);
                break;
        }

        Use(n);
        switch (o) //= 3
        {
            case string { Length: > 2 } s:
                return s.Length;
            case int i:
                return i;
        }

        return 0;
    }

    // NEAR switches: conditions in front of a switch that has a point of its own, and in its bodies
    public static int BeforeSwitch(int n, int m)
    {
        if (n == 1) //= 2
        {
            Use(1);
        }
        else if (n == 2) //= 2
        {
            Use(2);
        }

        switch (m + n) //= 3
        {
            case 1:
                if (n > 2) //= 2
                {
                    Use(3);
                }

                break;
            case 2:
                Use(4);
                break;
        }

        return n;
    }
}
