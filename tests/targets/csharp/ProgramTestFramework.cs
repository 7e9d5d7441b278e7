// Tests in the style of a test framework (facts, theories with data, fixtures, assertions of their own), generic
// mathematics, operators, indexers, explicit interfaces, extension methods.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

[AttributeUsage(AttributeTargets.Method)]
internal class FactAttribute : Attribute //: none
{
    public string? Skip { get; set; } //: hit
}

internal sealed class TheoryAttribute : FactAttribute;

[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class DataAttribute(params object?[]? values) : Attribute //: hit
{
    public object?[] Values { get; } = values ?? [null]; //: hit 2/2
}

internal readonly struct Fraction : INumberBase2<Fraction>, IComparable<Fraction>, IEquatable<Fraction>, IFormattable
{
    private readonly int bottom; // no code

    public Fraction(int top, int bottom = 1)
    { //D: hit
        ArgumentOutOfRangeException.ThrowIfZero(bottom); //: hit
        int divisor = Divisor(top, bottom) * (bottom < 0 ? -1 : 1); //: part 1/2
        (Top, this.bottom) = (top / divisor, bottom / divisor); //: hit
    } //: hit

    public int Top { get; } //: hit

    public int Bottom => bottom is 0 ? 1 : bottom; //: hit 2/2

    public static Fraction Zero => default; //: hit

    public int this[bool top] => top ? Top : Bottom; //: part 1/2

    public static Fraction operator +(Fraction a, Fraction b) => new(a.Top * b.Bottom + b.Top * a.Bottom, a.Bottom * b.Bottom); //: hit

    public static Fraction operator checked *(Fraction a, Fraction b) => checked(new(a.Top * b.Top, a.Bottom * b.Bottom)); //: hit

    public static Fraction operator *(Fraction a, Fraction b) => new(a.Top * b.Top, a.Bottom * b.Bottom); //: miss

    public static bool operator true(Fraction a) => a.Top != 0; //: hit

    public static bool operator false(Fraction a) => a.Top == 0; //: hit

    public static Fraction operator &(Fraction a, Fraction b) => a.Top < b.Top ? a : b; //: part 1/2

    public static Fraction operator ++(Fraction a) => a + 1; //: hit

    public static bool operator ==(Fraction a, Fraction b) => a.Equals(b); //: hit

    public static bool operator !=(Fraction a, Fraction b) => !(a == b); //: miss

    public static implicit operator Fraction(int n) => new(n); //: hit

    public static explicit operator double(Fraction a) => (double)a.Top / a.Bottom; //: hit

    static Fraction INumberBase2<Fraction>.Parse(ReadOnlySpan<char> text)
    { //D: hit
        int slash = text.IndexOf('/'); //: hit
        return slash < 0 ? int.Parse(text) : new Fraction(int.Parse(text[..slash]), int.Parse(text[(slash + 1)..])); //: hit 2/2
    } //D: hit

    public int CompareTo(Fraction other) => (Top * other.Bottom).CompareTo(other.Top * Bottom); //: hit

    public bool Equals(Fraction other) => (Top, Bottom) == (other.Top, other.Bottom); //: part 1/2 2/2

    public override bool Equals([NotNullWhen(true)] object? obj) => obj switch //: part 2/3
    { //: hit
        Fraction other => Equals(other), //: hit
        int n => Equals(n), //: miss
        _ => false, //: hit
    }; //: hit

    public override int GetHashCode() => HashCode.Combine(Top, Bottom); //: miss

    public override string ToString() => ToString(null); //: hit

    public string ToString(string? format, IFormatProvider? provider = null) => (format?[0], Bottom) switch //: part 2/2 3/4
    { //: hit
        (_, 1) => Top.ToString(provider), //: hit
        ('d', _) => ((double)this).ToString(format!.Length > 1 ? format[1..] : null, provider), //: part 1/2
        (null, _) => $"{Top}/{Bottom}", //: hit
        ({ } c, _) => throw new FormatException(c.ToString()), //: miss
    }; //: hit

    private static int Divisor(int a, int b)
    { //D: hit
        while (b != 0) (a, b) = (b, a % b); //: hit 2/2
        return a < 0 ? -a : a; //: hit 2/2
    } //D: hit
}

internal interface INumberBase2<TSelf> : IAdditionOperators<TSelf, TSelf, TSelf>, IMultiplyOperators<TSelf, TSelf, TSelf>
    where TSelf : struct, INumberBase2<TSelf>
{
    static abstract TSelf Zero { get; }

    static abstract TSelf Parse(ReadOnlySpan<char> text);

    static virtual TSelf Twice(TSelf value) => value + value; //: hit

    bool Odd => ToString() is [.., '1' or '3' or '5' or '7' or '9']; //: part 1/2 1/2 1/6 -- the characters are a table of the compiler
}

internal static class SeriesExtensions
{
    public static TSelf Total<TSelf>(this IEnumerable<TSelf>? items)
        where TSelf : struct, INumberBase2<TSelf>
    { //D: hit
        TSelf total = TSelf.Zero; //: hit
        if (items is TSelf[] { Length: var n } array) //: hit 2/2
        { //D: hit
            for (int i = 0; i < n; i++) total += array[i]; //: hit 2/2
            return total; //: hit
        }

        foreach (TSelf item in items ?? []) //: hit 2/2 2/2
            total = checked(total + TSelf.Twice(item)); //: hit
        return total; //: hit
    } //D: hit

    public static (T Low, T High)? Range<T>(this IEnumerable<T> items, Comparison<T>? compare = null)
    { //D: hit
        compare ??= Comparer<T>.Default.Compare; //: hit 2/2
        using IEnumerator<T> e = items.GetEnumerator(); //: hit
        if (!e.MoveNext()) return null; //: hit 2/2
        T low = e.Current, high = low; //: hit
        while (e.MoveNext()) //: hit 2/2
        { //D: hit
            if (compare(e.Current, low) < 0) low = e.Current; //: hit 2/2
            else if (compare(e.Current, high) > 0) high = e.Current; //: hit 2/2
        } //D: hit

        return (low, high); //: hit
    } //: hit

    public static T Clamp<T>(this T value, T low, T high)
        where T : INumber<T>
        => T.IsNaN(value) ? low : value < low ? low : value > high ? high : value; //: part 1/2 2/2 2/2
}

internal sealed class Bag<T> : ICollection<T>, IReadOnlyCollection<T>
{
    private T?[] items = new T?[1]; //: hit

    public int Count { get; private set; } //: hit

    bool ICollection<T>.IsReadOnly => false; //: miss

    public T this[int index]
    {
        get => (uint)index < (uint)Count ? items[index]! : throw new IndexOutOfRangeException(); //: hit 2/2
        set
        { //D: hit
            if (index >= Count) throw new IndexOutOfRangeException(); //: part 1/2
            items[index] = value; //: hit
        } //: hit
    }

    public T? this[Predicate<T> test, T? otherwise = default] => Array.FindIndex(items, 0, Count, i => test(i!)) is >= 0 and var at ? items[at] : otherwise; //: hit 2/2

    public void Add(T item)
    { //D: hit
        if (Count == items.Length) Array.Resize(ref items, Count * 2); //: hit 2/2
        items[Count++] = item; //: hit
    } //: hit

    void ICollection<T>.Clear() => (items, Count) = (new T?[1], 0); //: hit

    public bool Contains(T item)
    { //D: hit
        foreach (T candidate in this) //: hit 2/2
            if (candidate is null ? item is null : candidate.Equals(item)) return true; //: hit 2/2 2/2
        return false; //: hit
    } //: hit

    public void CopyTo(T[] array, int at)
    { //D: hit
        ArgumentNullException.ThrowIfNull(array); //: hit
        for (int i = 0; i < Count && at < array.Length; array[at++] = items[i++]!) { } //: hit 2/2 2/2
    } //: hit

    public bool Remove(T item)
    { //D: hit
        int at = Array.IndexOf(items, item, 0, Count); //: hit
        if (at is -1) //: part 1/2
        { //D: miss
            return false; //: miss
        }

        items.AsSpan(at + 1, --Count - at).CopyTo(items.AsSpan(at)); //: hit
        items[Count] = default; //: hit
        return true; //: hit
    } //D: hit

    public IEnumerator<T> GetEnumerator()
    { //D: hit
        int count = Count; //: hit
        for (int i = 0; i < Count; i++) //: hit 2/2
            yield return count == Count ? items[i]! : throw new InvalidOperationException("changed"); //: hit 2/2
    } //: hit

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: hit
}

internal class FractionTests(FractionTests.Fixture fixture) : IDisposable //: hit
{
    internal sealed class Fixture : IDisposable //: none
    {
        public int Uses { get; set; } //: hit

        public void Dispose() => Uses = -1; //: hit
    }

    public static IEnumerable<object?[]> Sums
    {
        get
        { //D: hit
            yield return [new Fraction(1, 2), new Fraction(1, 2), "1"]; //: hit
            yield return [new Fraction(1, 2), new Fraction(-1, 3), "1/6"]; //: hit
        } //: hit
    }

    public void Dispose() => fixture.Uses++; //: hit

    [Fact]
    public void Compares()
    { //D: hit
        Fraction half = new(2, 4), one = new(1); //: hit
        Equal(1, one.CompareTo(half)); //: hit
        Equal(true, half.Equals((object)new Fraction(1, 2))); //: hit
        Equal(false, half.Equals("1/2")); //: hit
        Equal(half == new Fraction(1, 3), half == one); //: hit
        if (half && one) Equal(1, (half && one)[true]); //: part 1/2 1/2 1/2
        Throws<ArgumentOutOfRangeException>(() => new Fraction(1, 0)); //: hit
    } //: hit

    [Theory]
    [Data("1/2", "1/2", 0.5)]
    [Data("-4/6", "-2/3")]
    [Data("5", "5", 5.0)]
    public void Parses(string text, string expected, double? value = null)
    { //D: hit
        Fraction f = Parse<Fraction>(text); //: hit
        Equal(expected, f.ToString()); //: hit
        if (value is { } d) Equal(d, (double)f); //: hit 2/2
        Equal(expected, value is null ? $"{f}" : string.Create(null, $"{f}")); //: hit 2/2

        static T Parse<T>(ReadOnlySpan<char> text) where T : struct, INumberBase2<T> => T.Parse(text); //: hit
    } //: hit

    [Theory]
    [Data(nameof(Sums))]
    public async Task Adds(Fraction a, Fraction b, string expected)
    { //D: hit
        await Task.Yield(); //: hit
        Equal(expected, (a + b).ToString()); //: hit
        Equal(a + b, new[] { a, b }.Total()); //: hit
        Equal("0", ((IEnumerable<Fraction>?)null).Total().ToString()); //: hit
        Equal(true, new List<Fraction> { a, b }.Total() == a + a + b + b); //: hit
        a++; //: hit
        Equal(checked(a * 0), Fraction.Zero); //: hit
    } //: hit

    [Fact(Skip = "never")]
    public void Skipped() => Equal(1, 2); //: miss

    [Fact]
    public void Fails() => Equal((object?)null, 1); //: hit

    private static void Equal<T>(T expected, T actual, [CallerArgumentExpression(nameof(actual))] string? text = null)
    { //D: hit
        if (!EqualityComparer<T>.Default.Equals(expected, actual)) //: hit 2/2
            throw new InvalidOperationException($"{text}: {expected?.ToString() ?? "null"} != {actual}"); //: part 1/2 1/2
    } //: hit

    private static void Throws<TException>(Func<object> action)
        where TException : Exception
    { //D: hit
        try
        { //D: hit
            action(); //: hit
        } //: miss
        catch (Exception e) when (e is TException { Message.Length: > 0 }) //: part 1/2 1/2 1/2
        { //D: hit
            return; //: hit
        }

        throw new InvalidOperationException(); //: miss
    } //: hit
}

internal static class ProgramTestFramework
{
    //- a runner by reflection
    private static async Task<(int Passed, int Failed, int Skipped)> Discover([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] Type type, Func<object> create)
    { //D: hit
        (int passed, int failed, int skipped) = (0, 0, 0); //: hit
        foreach (MethodInfo method in type.GetMethods().OrderBy(m => m.Name, StringComparer.Ordinal)) //: hit 2/2
        { //D: hit
            if (method.GetCustomAttribute<FactAttribute>() is not { } fact) continue; //: hit 2/2
            if (fact.Skip is { Length: > 0 }) //: part 2/2 1/2
            { //D: hit
                skipped++; //: hit
                continue; //: hit
            }

            IEnumerable<object?[]> rows = fact is TheoryAttribute ? method.GetCustomAttributes<DataAttribute>().SelectMany(d => Rows(type, d)) : [[]]; //: hit 2/2
            foreach (object?[] row in rows) //: hit 2/2
            { //D: hit
                object test = create(); //: hit
                try
                { //D: hit
                    object?[] all = [.. row, .. method.GetParameters().Skip(row.Length).Select(p => p.DefaultValue)]; //: hit
                    switch (method.Invoke(test, all)) //: part 2/3
                    {
                        case ValueTask value:
                            await value; //: miss
                            break; //: miss
                        case Task task:
                            await task.ConfigureAwait(false); //: hit
                            goto default; //D: hit
                        default:
                            passed++; //: hit
                            break; //D: hit
                    }
                } //: hit
                catch (TargetInvocationException e) when (e.InnerException is InvalidOperationException { Message: var message } && message.Contains("!=")) //: part 1/2 1/2
                { //D: hit
                    failed++; //: hit
                } //: hit
                finally
                { //D: hit
                    if (test is IAsyncDisposable later) await later.DisposeAsync(); //: part 1/2
                    else (test as IDisposable)?.Dispose(); //: part 1/2
                } //D: hit
            } //: hit //AR: none
        } //: hit //AR: none

        return (passed, failed, skipped); //: hit

        static IEnumerable<object?[]> Rows(Type type, DataAttribute data) => data.Values is [string name] && type.GetProperty(name)?.GetValue(null) is IEnumerable<object?[]> rows ? rows : [data.Values]; //: part 1/2 2/2 1/2 1/2 1/2
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        using FractionTests.Fixture fixture = new(); //: hit
        Use(await Discover(typeof(FractionTests), () => new FractionTests(fixture))); //: hit
        Use(fixture.Uses); //: hit
        Bag<string?> bag = ["a", "b", null]; //: hit
        Use(bag.Contains(null) && !bag.Contains("z")); //: part 1/2 1/2
        bag[1] = "c"; //: hit
        Use(bag[s => s == "c"] ?? bag[s => s is { Length: 9 }, "other"]); //: part 1/2 0/2 0/2
        Use(bag[s => s is { Length: 9 }, "other"]); //: part 2/2 1/2
        Use(bag.Remove("a")); //: hit
        bag.CopyTo(new string?[1], 0); //: hit
        bag.CopyTo(new string?[5], 1); //: hit
        Expect<IndexOutOfRangeException>(() => Use(bag[7] + bag[0])); //: hit
        Expect<InvalidOperationException>(() => { foreach (string? s in bag) bag.Add(s); }); //: part 1/2
        Use(((IEnumerable)bag).GetEnumerator()); //: hit
        Use(bag[0]); //: hit
        ((ICollection<string?>)bag).Clear(); //: hit
        Use(new[] { 3, 1, 5, 4 }.Range()); //: hit
        Use(Array.Empty<int>().Range((a, b) => b - a)); //: hit
        Use(7.Clamp(1, 5) + 0.Clamp(1, 5) + 3.Clamp(1, 5)); //: hit
        INumberBase2<Fraction> third = new Fraction(1, 3); //: hit
        Use(third.Odd); //: hit
        Use(new Fraction(1, 4).ToString("d")); //: hit
        Use(((Fraction)4).ToString("x")); //: hit
        Use(new DataAttribute(null).Values); //: hit
    } //: hit
}
