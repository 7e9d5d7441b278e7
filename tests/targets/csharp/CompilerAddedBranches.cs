// What compilers add around the user's decisions: disposal, concatenation, dynamic sites, lifted equality of tuples.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Dynamic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

file interface ICounted
{
    int Count { get; }

    static abstract int Limit { get; }
}

file readonly struct Ticket(List<string> log) : IDisposable, ICounted
{
    public void Dispose() => log?.Add("x"); //: hit 2/2

    public int Count => log.Count; //: miss

    public static int Limit => 3; //: miss
}

file sealed class Ring<T>(int size) : IEnumerable<T> //: hit
{
    private readonly T[] items = new T[size > 0 ? size : throw new ArgumentException("size")]; //: part 1/2
    private int next, count;

    public int Count => count; //: hit

    public T this[int i] => items[(next - count + i + items.Length) % items.Length]; //: hit

    public Ring<T> Slice(int start, int length)
    { //D: hit
        Ring<T> part = new(Math.Max(length, 1)); //: hit
        for (int i = 0; i < length; i++) part.Add(this[start + i]); //: hit 2/2
        return part; //: hit
    } //D: hit

    public void Add(T item)
    { //D: hit
        items[next] = item; //: hit
        next = next == items.Length - 1 ? 0 : next + 1; //: hit 2/2
        if (count < items.Length) count++; //: hit 2/2
    } //: hit

    public IEnumerator<T> GetEnumerator()
    { //: hit
        try
        { //D: hit
            for (int i = 0; ; i++) //: hit
            { //D: hit
                if (i == count) yield break; //: hit 2/2
                yield return this[i]; //: hit
            } //D: hit
        }
        finally
        { //D: hit
            if (count > 2) Use(count); //: hit 2/2
        } //: hit
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: miss
}

[InlineArray(4)]
file struct Four
{
    private int first;
}

internal static class CompilerAddedBranches
{
    public static async Task Run()
    { //D: hit
        Concatenations(new StringBuilder("b"), 5, null); //: hit
        Disposals(new Ticket([]), new MemoryStream()); //: hit
        Disposals<Ticket, MemoryStream>(default, null); //: hit
        Rings(); //: hit
        await Dynamics(3, "text", Task.FromResult(4)); //: hit
        await Dynamics(30L, null!, Task.FromResult(0)); //: hit
        Tuples((1, 2), null, (1, 2)); //: hit
        Tuples(null, null, (3, 4)); //: hit
        Expressions(); //: hit
        Queries([3, 1, 4, 1, 5, 9, 2, 6]); //: hit
        Spans("k1=v1;k2=;=v3;k4"u8); //: hit
        Inline(); //: hit
        Use(Filters(0) + Filters(1) + Filters(2) + Filters(3)); //: hit
        Use(await AsyncFilters(0) + await AsyncFilters(1) + await AsyncFilters(2)); //: hit
        Use(string.Join(",", Left().Take(2))); //: hit
        Use(Pointers([1, 2, 3, 0, 5], "héllo")); //: hit
        Spread([1, 2], Numbers(3), null); //: hit
        Shadow(2); //: hit
    } //: hit

    //- concatenation of objects: what is null is empty, and that is not a branch
    private static void Concatenations(object thing, int? number, Exception? error)
    { //D: hit
        string text = "a" + thing; //: hit
        text += thing; //: hit
        text = "n" + number + 'c' + error + text; //: hit
        Use(text + (error ?? thing)); //: part 1/2
        Use("x" + (number > 3 ? thing : error)); //: part 1/2
    } //: hit

    //- using of type parameters, null and nullable structs
    private static void Disposals<TFirst, TSecond>(TFirst first, TSecond? second)
        where TFirst : struct, IDisposable
        where TSecond : class, IDisposable
    { //D: hit
        using TFirst a = first; //: hit
        using (second) //: hit
        using (IDisposable? third = second is null ? null : new Ticket([])) //: hit 2/2
        { //D: hit
            if (second is MemoryStream { CanRead: true } stream) stream.WriteByte(1); //: part 2/2 1/2
        } //: hit

        foreach (int i in first is IEnumerable<int> e ? e : [1]) Use(i); //: part 2/2 1/2
        TFirst? maybe = second is null ? null : first; //: hit 2/2
        using TFirst? b = maybe; //: hit
        if (b is not null) Use(1); //: hit 2/2
    } //: hit

    //- list patterns, ranges and an iterator of a user-defined type
    private static void Rings()
    { //D: hit
        Ring<int> ring = new(3) { 1, 2 }; //: hit
        ring.Add(3); //: hit
        ring.Add(4); //: hit
        Use(ring is [var first, .., var last] && first < last); //: part 1/2 1/2 1/2
        Use(ring[^1] + ring[..2].Count); //: hit
        Use(ring is [_, .. [var middle, _]] ? middle : -1); //: part 1/2 1/2 1/2
        foreach (int i in ring) //: part 1/2
            if (i > 2) break; //: hit 2/2
        using IEnumerator<int> one = new Ring<int>(1) { 7 }.GetEnumerator(); //: hit
        while (one.MoveNext()) Use(one.Current); //: hit 2/2
        Use(ring.Any(i => i > 9 || i == 2)); //: part 1/2 1/2
    } //: hit

    //- dynamic sites are not branches, the decisions between them are
    private static async Task Dynamics(dynamic number, dynamic text, dynamic task)
    { //D: hit
        int awaited = await task; //: hit
        if (number > 2 && text != null) Use(1); //: part 1/2 2/2
        if (number == 3 || text == "x") Use(2); //: part 2/2 1/2
        string s = text?.ToString() ?? "none"; //: hit 2/2 2/2
        dynamic bag = new ExpandoObject(); //: hit
        bag.Items = new List<int>(); //: hit
        bag.Items!.Add(awaited > 0 ? 1 : 2); //: hit 2/2
        bag.Name = s.Length > 4 ? null : s; //: part 1/2
        bag.Name ??= "x"; //: part 1/2
        bag.Total = 0; //: hit
        foreach (dynamic item in bag.Items) //: hit 2/2
            bag.Total += item > 1 ? item : -item; //: hit 2/2
        Use((bool)(bag.Total > 0) ? 1 : 2); //: hit 2/2
        Use(!(number is int) && number is long and > 5 ? "long" : "int"); //: part 2/2 1/2 1/2
        bool both = number > 100 && text!.Length > 2; //: part 1/2
        Use(both); //: hit
        switch (number) //: part 2/3
        {
            case int n when n > (int)number - 1: //: part 1/2
                Use(n); //: hit
                break; //: hit
            case long:
                Use(5); //: hit
                break; //D: hit
        }
    } //: hit

    //- nullable tuples compared: their tests for a value are not decisions, the elements are
    private static void Tuples((int A, int B)? left, (int A, int B)? none, (int, int) right)
    { //D: hit
        Use(left == right); //: part 1/2 1/2
        Use(left != none ? 1 : 2); //: part 0/2 0/2 2/2
        Use(left is (1, var b) && b > 1); //: part 2/2 1/2 1/2
        Use((left, none) is ((1, _), null) ? 1 : 2); //: part 2/2 1/2 1/2
        (int a, string? t) = left is { A: > 0 } l ? (l.A, "x") : (0, null); //: part 2/2 1/2
        Use((a, t) is (> 0, not null) or (0, _)); //: part 2/2 1/2 1/2
        (right, a) = (left ?? (5, 6), left?.B ?? -1); //: hit 2/2 2/2
        Use(right.Item1 + a); //: hit
    } //: hit

    private static void Expressions()
    { //D: hit
        Expression<Func<int, string?, bool>> rule = (n, s) => n > 3 && s != null || s == "x" && n < 0; //: hit
        Use(rule.Compile()(1, "y") || rule.Body.NodeType == ExpressionType.OrElse); //: part 1/2 1/2
        IQueryable<int> query = new[] { 1, 2, 3 }.AsQueryable().Where(n => n > 1 ? n < 3 : n == 0); //: hit
        Use(query.Count()); //: hit
        Expression<Func<int>> captured = () => query.Count() > 0 ? 1 : 2; //: hit
        Use(captured.Compile()()); //: hit
    } //: hit

    //- queries with let, group, join and decisions in the clauses
    private static void Queries(int[] numbers)
    { //D: hit
        var words = new[] { "one", "three", "nine", null }; //: hit
        var result = //: hit
            from n in numbers //: hit
            where n > 1 && n != 9 || n == 100 //: part 2/2 2/2 1/2
            let square = n > 4 ? n * n : -n //: hit 2/2
            from w in words //: hit
            where (w?.Length ?? 0) >= n //: hit 2/2
            orderby square < 0 ? 0 : 1, w descending //D: hit 2/2 //R: hit
            group new { n, w } by w is null ? "" : w[..1] into g //: part 1/2
            let total = g.Sum(x => x.n) //: hit
            where total > 2 //: hit
            select (g.Key, total, Kind: total switch { > 10 => "big", > 5 => "middle", _ => "small" }); //: hit 3/3
        foreach (var (key, total, kind) in result) //: hit 2/2
            Use(key + total + kind); //: hit
        var joined = from n in numbers //: hit
                     join w in words on n equals w?.Length ?? 1 into ws //: hit 2/2
                     from w in ws.DefaultIfEmpty() //: hit
                     select w ?? (n % 2 == 0 ? "even" : "odd"); //: hit 2/2 2/2
        Use(joined.Count(w => w is "even" or "odd" or null)); //: part 2/2 2/2 1/2
        Use(numbers.Aggregate(0, (a, n) => n > a ? n : a, a => a is 9 ? 1 : 0)); //D: part 2/2 1/2 //R: hit 2/2
        Use(numbers.Index().MaxBy(p => p.Index % 2 == 0 ? p.Item : -1).Item); //: hit 2/2
        Use((from w in words where w is [.., 'e'] select w).FirstOrDefault() ?? "none"); //: part 1/2 1/2 1/2 1/2
    } //: hit

    //- spans of bytes
    private static void Spans(ReadOnlySpan<byte> text)
    { //D: hit
        int pairs = 0, empty = 0; //: hit
        while (!text.IsEmpty) //: hit 2/2
        { //D: hit
            int end = text.IndexOf((byte)';'); //: hit
            ReadOnlySpan<byte> pair = end >= 0 ? text[..end] : text; //: hit 2/2
            text = end < 0 ? [] : text[(end + 1)..]; //: hit 2/2
            switch (pair.IndexOf("="u8)) //: hit 4/4
            {
                case 0:
                    continue; //D: hit
                case var at and > 0 when at == pair.Length - 1: //: hit 2/2
                    empty++; //: hit
                    break; //: hit
                case > 0:
                    pairs++; //: hit
                    break; //: hit
                case < 0:
                    empty += pair is [(byte)'k', _] ? 1 : 0; //: part 1/2 1/2
                    break; //D: hit
            }
        } //D: hit

        Use(pairs * 10 + empty); //: hit
    } //: hit

    //- inline arrays
    private static void Inline()
    { //D: hit
        Four four = default; //: hit
        for (int i = 0; i < 4; i++) four[i] = i; //: hit 2/2
        Span<int> tail = four[1..]; //: hit
        int sum = 0; //: hit
        foreach (ref int cell in tail) sum += cell is 2 ? cell++ : cell; //: hit 2/2 2/2
        foreach (int cell in four) sum += cell; //: hit 2/2
        Use(tail is [1, 3, ..] ? sum : 0); //: part 1/2 1/2 1/2
    } //: hit

    //- conditions of handlers that use switches, patterns and local functions
    private static int Filters(int mode)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Use(mode switch //: hit 4/4
                { //: hit
                    0 => throw new IOException("io", new TimeoutException("inner")), //: hit
                    1 => throw new ArgumentException("argument", nameof(mode)), //: hit
                    2 => throw new InvalidOperationException(), //: hit
                    _ => 5, //: hit
                }); //: hit
                return 1; //: hit
            }
            catch (Exception e) when (e is { InnerException.Message: "inner" or "other" } or ArgumentException { ParamName: ['m', ..] } && Allowed(e)) //: part 1/2 2/2 1/2 0/2 2/2 1/2 1/2 1/2 1/2
            { //D: hit
                return e is IOException ? 2 : 3; //: hit 2/2
            }
        }
        catch (InvalidOperationException e) when (e.Message switch { "" => false, { Length: > 1000 } => Yes(), _ => mode == 2 }) //: part 1/3 1/2
        { //D: hit
            return 4; //: hit
        }

        static bool Allowed(Exception e) => e.Data.Count == 0 || e.HResult > 0; //: part 1/2 0/2
    } //: hit

    //- conditions of handlers in async methods, with an or-pattern as an operand
    private static async Task<int> AsyncFilters(int mode)
    { //D: hit
        int tries = 0; //: hit
    again: //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit
            if (mode == 1) throw new IOException(); //: hit 2/2
            if (mode == 2 && tries++ < 2) throw new TimeoutException(); //: hit 2/2 2/2
            return tries; //: hit
        }
        catch (IOException e) when (e.InnerException is not { } || tries > 5) //: part 1/2 0/2
        { //D: hit
            await Task.Yield(); //: hit
            return -1; //: hit
        }
        catch (Exception e) when (e is TimeoutException or OperationCanceledException && (tries < 2 || await_(tries))) //: part 1/2 0/2 2/2 1/2
        { //D: hit
            await Task.Yield(); //: hit
            goto again; //: hit
        }

        static bool await_(int n) => n > 0; //: hit
    } //: hit

    //- an iterator left in a lock, a try and a switch
    private static IEnumerable<string> Left()
    { //D: hit
        using StringReader reader = new("a\nb\nc"); //: hit
        lock (reader) //: hit
        { //D: hit
            for (string? line; (line = reader.ReadLine()) is not null;) //: part 1/2
            { //: hit
                try
                { //D: hit
                    switch (Id(line)) //: part 2/4
                    {
                        case "a":
                        case "z":
                            yield return line; //: hit
                            break; //: hit
                        case "b" when line.Length == 1: //: part 1/2
                            yield return line + line; //: hit
                            yield break; //: miss
                        default:
                            yield return "?"; //: miss
                            continue; //: miss
                    }
                } //: hit
                finally
                { //D: hit
                    Use(line is "b" ? 1 : 2); //: hit 2/2
                } //: hit

                Use(line); //: hit
            } //D: hit
        } //: miss
    } //: miss

    //- pointers
    private static unsafe int Pointers(int[] numbers, string text)
    { //D: hit
        int sum = 0; //: hit
        fixed (int* p = numbers, q = &numbers[^1]) //: hit
        fixed (char* c = text) //: hit
        { //D: hit
            for (int* i = p; i <= q && *i != 0; i++) sum += *i > 1 ? *i : 10; //: part 1/2 2/2 2/2
            for (char* k = c; *k != '\0'; ++k) if (*k is > '\x7f' or 'o') sum++; //: hit 2/2 2/2 2/2
        } //D: hit

        int* none = null; //: hit
        delegate*<int, bool> test = &Positive; //: hit
        if (none == null || *none > 0) sum += test(sum) ? 1 : 2; //: part 1/2 0/2 1/2
        Span<int> buffer = sum > 1000 ? new int[sum] : stackalloc int[8]; //: part 1/2
        nint size = sizeof(int) * buffer.Length; //: hit
        byte* raw = (byte*)NativeMemory.AllocZeroed((nuint)size); //: hit
        try
        { //D: hit
            while (size-- > 0) if (raw[size] != 0) return -1; //: part 2/2 1/2
        } //: hit
        finally
        { //D: hit
            NativeMemory.Free(raw); //: hit
        } //: hit

        return sum; //: hit

        static bool Positive(int n) => n > 0; //: hit
    } //D: hit

    //- spreads with decisions
    private static void Spread(int[] a, IEnumerable<int> b, IEnumerable<int>? c)
    { //D: hit
        List<int> list = [0, .. a, .. b.Where(n => n > 1), .. c ?? [], .. a.Length > 5 ? a : [9]]; //: part 1/2 1/2
        int[] array = [.. list, .. b]; //: hit
        ReadOnlySpan<object?> objects = [.. array.Select(i => (object)i), null, .. c is null ? [] : c.Cast<object>()]; //: part 1/2
        HashSet<int> set = [.. array]; //: hit
        Dictionary<string, int[]> map = new() { ["k"] = [.. set], [list.Count > 3 ? "l" : "m"] = [] }; //: part 1/2
        Use(objects.Length + map.Count); //: hit
    } //: hit

    //- closures, curried lambdas, deconstruction of a switch
    private static void Shadow(int n)
    { //D: hit
        Action<int>? chain = null; //: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            int copy = i; //: hit
            chain += x => { if (x > copy) Use(x); else if (x == copy) Use(copy); }; //: part 2/2 1/2
        } //D: hit

        chain?.Invoke(1); //: part 1/2
        Func<int, Func<int, int>> add = x => y => x > y ? x : (y > 5 ? 5 : y); //: part 1/2 1/2
        Use(add(1)(2)); //: hit
        int Fact(int k) => k <= 1 ? 1 : k * Fact(k - 1); //: hit 2/2
        Use(Fact(3)); //: hit
        var (low, high) = n switch { > 0 and var p => (0, p), var m => (m, 0) }; //: part 1/2
        Use(low < high && (high - low) switch { 2 => Yes(), _ => No() } ? 1 : 2); //: part 1/2 1/2 1/2
    } //: hit
}
