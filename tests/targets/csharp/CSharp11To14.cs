// What newer versions of C# brought, used as people use it: spans, generic mathematics, static
// abstract members, collection expressions, params of spans, extension members, field.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal interface IUnit<TSelf> //: none
    where TSelf : IUnit<TSelf>
{
    static abstract TSelf Parse(ReadOnlySpan<char> text);

    static virtual TSelf ParseOr(ReadOnlySpan<char> text, TSelf other) =>
        text.IsEmpty ? other : TSelf.Parse(text); //: hit 2/2 x2

    string Describe(bool full) => full ? $"<{this}>" : "?"; //: part 1/2 x1
}

internal readonly record struct Metres(double Value) : IUnit<Metres>, IAdditionOperators<Metres, Metres, Metres>, IComparable<Metres> //: hit
{
    public static Metres Parse(ReadOnlySpan<char> text)
    { //D: hit
        ReadOnlySpan<char> number = text.TrimEnd("km"); //: hit x1
        double value = double.Parse(number); //: hit x1
        return new(text.EndsWith("km") ? value * 1000 : value); //: part 1/2 x1
    } //D: hit

    public static Metres operator +(Metres left, Metres right) => new(left.Value + right.Value); //: hit

    public static Metres operator checked -(Metres a) => a.Value > 0 ? new(-a.Value) : throw new OverflowException(); //: part 1/2 x1

    public static Metres operator -(Metres a) => new(-a.Value); //: miss

    public static explicit operator int(Metres m) => checked((int)m.Value); //: hit x1

    public int CompareTo(Metres other) => Value.CompareTo(other.Value); //: miss
}

internal static class TextExtensions
{
    extension(string? text)
    {
        public bool IsBlank => text is null or "" || text.Trim().Length == 0; //: part 2/2 1/2 2/2 x3

        public string OrElse(string other) => text.IsBlank ? other : text!; //: hit 2/2 x3

        public static string operator *(string part, int count)
        { //D: hit
            StringBuilder builder = new(); //: hit x1
            while (count-- > 0) //: hit 2/2 x4
                builder.Append(part); //: hit x3
            return builder.ToString(); //: hit x1
        }
    }

    extension<T>(IEnumerable<T> source)
        where T : INumber<T>
    {
        public T Total
        {
            get
            { //D: hit
                T sum = T.Zero; //: hit x2
                foreach (T item in source) //: hit 2/2
                    sum += item > T.Zero ? item : T.Zero; //: hit 2/2 x5
                return sum; //: hit x2
            }
        }
    }

    public static TResult Pipe<T, TResult>(this T value, Func<T, TResult> next) => next(value); //: hit
}

internal ref struct Tokens(ReadOnlySpan<char> text) //: none
{
    private ReadOnlySpan<char> rest = text; //: hit x2

    public ReadOnlySpan<char> Current { get; private set; } //: hit

    public readonly Tokens GetEnumerator() => this; //: hit

    public bool MoveNext()
    { //D: hit
        rest = rest.TrimStart(); //: hit
        if (rest.IsEmpty) return false; //: hit 2/2
        int end = rest.IndexOfAny(" ,;"); //: hit
        Current = end < 0 ? rest : rest[..end]; //: hit 2/2
        rest = end < 0 ? default : rest[(end + 1)..]; //: hit 2/2
        return true; //: hit
    } //D: hit

    public void Dispose() => rest = default; //: hit
}

[InterpolatedStringHandler]
internal ref struct TraceHandler
{
    private readonly StringBuilder? builder;

    public TraceHandler(int literal, int formatted, bool enabled, out bool proceed)
    { //D: hit
        proceed = enabled; //: hit x2
        builder = enabled ? new StringBuilder(literal + formatted) : null; //: hit 2/2 x2
    } //: hit

    public bool AppendLiteral(string text) => builder?.Append(text) != null; //: part 1/2 x1

    public bool AppendFormatted<T>(T value, string? format = null)
    { //D: hit
        builder?.Append(value is IFormattable f && format != null ? f.ToString(format, null) : value?.ToString()); //: part 1/2 1/2 1/2 0/2 x1
        return true; //: hit x1
    } //D: hit

    public override string ToString() => builder?.ToString() ?? ""; //: part 1/2 1/2 x1
}

internal sealed class Account
{
    public required string Owner
    {
        get; //: miss
        set => field = value is { Length: > 0 } ? value.Trim() : throw new ArgumentException("owner"); //: part 1/2 2/2 x2
    }

    public decimal Balance
    {
        get => field; //: hit
        private set
        { //D: hit
            if (field == value) return; //: part 1/2 x2
            field = value; //: hit x2
            Changed?.Invoke(this, new(value)); //: hit 2/2 x2
        } //: hit
    }

    public event EventHandler<Change>? Changed; //: none

    public void operator +=(decimal amount) => Balance += amount > 0 ? amount : throw new ArgumentOutOfRangeException(nameof(amount)); //: hit 2/2 x3

    public decimal? Limit { get; init; } = 10; //: hit

    public bool Allows(decimal amount) => !(amount > Balance + (Limit ?? 0)); //: hit

    internal sealed record Change(decimal To); //: hit
}

internal static class CSharp11To14
{
    public static void Run()
    { //D: hit
        GenericMath(); //: hit x1
        Extended(); //: hit x1
        Use(Words("a, bb;  ccc")); //: hit x1
        Use(Words("")); //: hit x1
        Logging(true); //: hit x1
        Logging(false); //: hit x1
        Accounts(); //: hit x1
        Collections(); //: hit x1
        Ranges([1, 2, 3, 4, 5]); //: hit x1
        Unsafe(); //: hit x1
        Conditional(new Node { Next = new Node() }); //: hit x1
        Conditional(null); //: hit x1
        Deconstruction(); //: hit x1
        Bits(); //: hit x1
    } //: hit

    private static void GenericMath()
    { //D: hit
        Use((int)(Sum([new Metres(1), new Metres(2)]))); //: hit x1
        Use(Parsed<Metres>("5")); //: hit x1
        Use(Parsed<Metres>("")); //: hit x1
        IUnit<Metres> unit = new Metres(1); //: hit x1
        Use(unit.Describe(true)); //: hit x1
        Use(checked(-new Metres(3)).Value > 0); //: hit x1
        Use(Max(3, 5, 4) + Max<int>()); //: hit x1
        Use(Clamp(5.5, 0, 3) > 2); //: hit x1
    } //: hit

    private static T Sum<T>(ReadOnlySpan<T> items)
        where T : struct, IAdditionOperators<T, T, T>
    { //D: hit
        T sum = default; //: hit x1
        foreach (ref readonly T item in items) //: hit 2/2
        { //D: hit
            sum += item; //: hit x2
        } //D: hit

        return sum; //: hit x1
    } //D: hit

    private static string Parsed<T>(string text)
        where T : IUnit<T>
    { //D: hit
        T value = T.ParseOr(text, default!); //: hit x2
        return value?.ToString() ?? "nothing"; //: part 1/2 1/2 x2
    } //D: hit

    private static T Max<T>(params ReadOnlySpan<T> items)
        where T : IComparable<T>
    { //D: hit
        if (items is not [var best, .. var rest]) //: hit 2/2 x2
            return default!; //: hit x1
        foreach (T item in rest) //: hit 2/2
        { //D: hit
            if (item.CompareTo(best) > 0) //: hit 2/2 x2
                best = item; //: hit x1
        } //D: hit

        return best; //: hit x1
    } //D: hit

    private static T Clamp<T>(T value, T low, T high)
        where T : INumber<T> =>
        value < low ? low //: part 1/2 1/2 x1
        : value > high ? high //: hit x1
        : value; //: hit x1

    private static void Extended()
    { //D: hit
        Use("x".OrElse("y")); //: hit x1
        Use(" ".OrElse("y")); //: hit x1
        Use(((string?)null).OrElse("y")); //: hit x1
        Use("ab" * 3); //: hit x1
        Use(new[] { 1, -2, 3 }.Total); //: hit x1
        Use(new List<int> { 1, 0 }.Total.Pipe(t => t > 0 ? "yes" : "no")); //: part 1/2 x1
    } //: hit

    private static int Words(string text)
    { //D: hit
        int count = 0; //: hit x2
        foreach (ReadOnlySpan<char> word in new Tokens(text)) //: hit 2/2
        { //D: hit
            count += word.Length; //: hit x3
        } //D: hit

        return count; //: hit x2
    } //D: hit

    private static void Log(bool enabled, [InterpolatedStringHandlerArgument(nameof(enabled))] TraceHandler handler)
    { //D: hit
        if (enabled) //: hit 2/2 x2
            Use(handler.ToString()); //: hit x1
    } //: hit

    private static void Logging(bool on)
    { //D: hit
        Log(on, $"value {Id(5):x}"); //: hit x2
        Use(on ? $"{on}" : "off"); //: hit 2/2 x2
    } //: hit

    private static void Accounts()
    { //D: hit
        Account account = new() { Owner = " Ann ", Limit = null }; //: hit x1
        Expect<ArgumentException>(() => account.Owner = ""); //: hit
        account += 5m; //: hit x1
        account.Changed += (sender, change) => Use(sender is Account { Balance: > 0 } a && a.Balance == change.To); //: part 1/2 1/2 1/2 x1
        account += 6m; //: hit x1
        Expect<ArgumentOutOfRangeException>(() => account += -1m); //: hit
        Use(account.Allows(11) && !account.Allows(12)); //: part 1/2 1/2 x1
    } //: hit

    private static void Collections()
    { //D: hit
        int[] low = [1, 2]; //: hit x1
        List<int> all = [0, .. low, .. low.Where(n => n > 1), 9]; //: hit x2
        ReadOnlySpan<int> span = [.. all, 10]; //: hit x1
        HashSet<string> names = ["a", .. Yes() ? ["b"] : Array.Empty<string>()]; //: part 1/2 x1
        Dictionary<string, int> map = new(StringComparer.Ordinal) //: part 1/2 x1
        { //: hit
            ["a"] = Id(1), //: hit x1
            ["b"] = No() ? 2 : 3, //: hit x1
        }; //: hit x1
        IEnumerable<int> lazy = low.Length > 5 ? [1] : []; //: part 1/2 x1
        Use(all.Count + span.Length + names.Count + map["b"] + lazy.Count()); //: hit x1
        int[][] jagged = [[1], [2, 3], []]; //: hit x1
        int total = 0; //: hit x1
        foreach (int[] row in jagged) //: hit 2/2
            foreach (int cell in row) //: hit 2/2
                total += cell; //: hit x3
        int[,] grid = { { 1, 2 }, { 3, 4 } }; //: hit x1
        foreach (int cell in grid) total += cell; //: hit 2/2
        Use(total); //: hit x1
        (int min, int max) = (int.MaxValue, int.MinValue); //: hit x1
        foreach (int n in all) //: hit 2/2
            (min, max) = (n < min ? n : min, n > max ? n : max); //: hit 2/2 2/2 x5
        Use(max - min); //: hit x1
    } //: hit

    private static void Ranges(int[] values)
    { //D: hit
        Use(values[^1] + values[1..^1].Length + values[..2][0]); //: hit x1
        Span<int> span = values.AsSpan()[2..]; //: hit x1
        span[^1] = 7; //: hit x1
        Index from = values.Length > 3 ? ^3 : 0; //: part 1/2 x1
        Use(values[from..].Sum()); //: hit x1
        string text = "hello world"; //: hit x1
        Use(text[..text.IndexOf(' ')] is "hello" ? text[^5..] : ""); //: part 1/2 x1
    } //: hit

    private static unsafe void Unsafe()
    { //D: hit
        Span<byte> buffer = stackalloc byte[8]; //: hit x1
        for (int i = 0; i < buffer.Length; i++) //: hit 2/2 x9
            buffer[i] = (byte)(i * 40); //: hit x8
        int sum = 0; //: hit x1
        fixed (byte* start = buffer) //: hit x1
        { //D: hit
            for (byte* p = start; p < start + 8; p++) //: hit 2/2 x9
            { //D: hit
                if (*p == 0 || (*p & 1) != 0) continue; //: part 2/2 1/2 x8
                sum += *p; //: hit x7
            } //D: hit
        } //D: hit

        delegate*<int, int, int> max = &Math.Max; //: hit x1
        Use(max(sum, 3)); //: hit x1
        ref int first = ref MemoryMarshal.GetReference(new[] { 1, 2 }.AsSpan()); //: hit x1
        ref int chosen = ref sum > 3 ? ref first : ref sum; //: part 1/2 x1
        chosen = 2; //: hit x1
        Use(first); //: hit x1
    } //: hit

    private sealed class Node
    {
        public Node? Next; //: none
        public int Value { get; set; } //: hit
        public List<int>? Items { get; set; } //: hit
    }

    private static void Conditional(Node? node)
    { //D: hit
        node?.Value = Id(3); //: hit 2/2 x2
        node?.Next?.Value += 2; //: part 2/2 1/2 x2
        node?.Next?.Items ??= [Id(1)]; //: part 2/2 1/2 1/2 x2
        int? value = node?.Next?.Items?[0]; //: part 2/2 1/2 1/2 x2
        Use(value is > 0 and < 5 ? 1 : value is null ? 2 : 3); //: part 2/2 1/2 1/2 1/2 x2
        Use(node?.Next?.Items?.FirstOrDefault(i => i > 5).ToString() ?? node?.Value.ToString() ?? "none"); //: part 2/2 1/2 1/2 2/2 1/2 1/2 x2
        if (node is { Next.Items.Count: > 0 } || node?.Value is null) //: part 2/2 1/2 1/2 1/2 1/2 1/2 x2
            Use(1); //: hit x2
    } //: hit

    private static void Deconstruction()
    { //D: hit
        var pairs = new[] { ("a", 1), ("b", 2) }; //: hit x1
        foreach (var (name, number) in pairs) //: hit 2/2
        { //D: hit
            var (x, (y, _)) = (number, (name, 0)); //: hit x2
            Use(x > 1 ? y : name); //: hit 2/2 x2
        } //D: hit

        int a = 1, b = 2; //: hit x1
        (a, b) = (b, a); //: hit x1
        Use((a, b) == (2, 1)); //: part 1/2 1/2 x1 -- the code is that of a == 2 && b == 1
        Use((a, b) != (2, Id(1)) ? 1 : 2); //: part 1/2 1/2 x1 -- the code is that of a != 2 || b != Id(1), with the arms of ?:
        var anonymous = new { a, Text = a > 1 ? "x" : "y" }; //: part 1/2 x1
        Use(anonymous with { a = 5 }); //: hit x1
    } //: hit

    private static void Bits()
    { //D: hit
        uint flags = 0b1010; //: hit x1
        int set = 0; //: hit x1
        for (uint f = flags; f != 0; f &= f - 1) //: hit 2/2 x3
            set++; //: hit x2
        Use(set == 2 && BitOperations.PopCount(flags) == set); //: part 1/2 1/2 x1
        Use((flags >>> 1 & 1) == 1 ? 1 : 0); //D: part 1/2 //R: hit
        bool left = set > 1, right = flags > 100; //: hit x1
        Use(left ^ right | !left & right); //: hit x1
        if (left & !right) Use(1); //: part 1/2 x1
    } //: hit
}
