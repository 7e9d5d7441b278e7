// A small shop in the C# of today: extension members, field, null-conditional assignment, collection expressions,
// records with validation, primary constructors, generic arithmetic, spans.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets.Fourteen;

internal static class ProgramShop
{
    public static async Task Run()
    { //D: hit
        Use(Checks()); //: hit
        Use(Extended([3, 1, 2], null)); //: hit
        Use(Extended([], "shop")); //: hit
        Assign(new() { Name = "a" }, 3); //: hit
        Assign(null, 1); //: hit
        Use(Sum<int>([1, 2, 3], 2)); //: hit
        Use(Sum<double>([0.5, double.NaN], 1)); //: hit
        Use(Parse("12,x,,7 ,?")); //: hit
        Use(Parse("")); //: hit
        Use(Describe(null)); //: hit
        Use(Describe((1, "x"))); //: hit
        Use(Describe((-1, (string?)null))); //: hit
        Use(Describe(new Cart { Owner = new("bob") { Age = 17 } })); //: hit
        Use(Describe(new Cart())); //: hit
        Use(Describe(new int[] { 1, 2, 3, 4 })); //: hit
        Use(Describe(new List<string> { "a", "z" })); //: hit
        Use(await Discounts(120m, "gold")); //: hit
        Use(await Discounts(20m, null)); //: hit
        Use(Checked(100, 100)); //: hit
        Use(Checked(byte.MaxValue, 1)); //: hit
        Use(Command("add 5")); //: hit
        Use(Command("del")); //: hit
        Use(Command("help me now")); //: hit
        Use(Command("")); //: hit
        Use(string.Join(",", Locked([1, 2, 0, 4]))); //: hit
        Use(Report(new Person("eve") { Age = 30 }, [1.5m, -2m])); //: hit
        Use(Report(null, [])); //: hit
        Use(Nested(3)); //: hit
        Use(Params()); //: hit
        Use(Compared(new(1, 2), new(1, 2)) + Compared(new(1, 2), null)); //: hit
        Use(Refs([1, 2, 3], 2) + Refs([], 0)); //: hit
        Use(Picked(new(3, 4)) + Picked(new(0, 0)) + Picked(null)); //: hit
        Use(Guid(true) + Guid(false)); //: hit
    } //: hit

    //- the field keyword, with checks
    private sealed class Person(string name) //: hit
    {
        public string Name { get; set => field = value is { Length: > 0 } ? value.Trim() : throw new ArgumentException("name"); } = name; //: part 1/2 2/2

        public int Age
        {
            get => field < 0 ? 0 : field; //: part 1/2
            set
            { //D: hit
                if (value is < 0 or > 150) throw new ArgumentOutOfRangeException(nameof(value)); //: hit 2/2 2/2
                field = value; //: hit
            } //: hit
        }

        public string Initials => field ??= string.Concat(Name.Split(' ').Select(p => p[0])); //: hit 2/2

        public bool IsAdult => Age >= 18; //: hit
    }

    private static int Checks()
    { //D: hit
        Person p = new("Ada Love") { Age = 36 }; //: hit
        Expect<ArgumentException>(() => p.Name = ""); //: hit
        p.Name = " Ada Love "; //: hit
        Expect<ArgumentOutOfRangeException>(() => p.Age = -1); //: hit
        Expect<ArgumentOutOfRangeException>(() => p.Age = 151); //: hit
        return p.Initials.Length + p.Initials.Length + (p.IsAdult ? 1 : 0) + p.Age; //D: part 1/2 //R: hit -- 1 and 0 are the value itself
    } //D: hit

    //- a record with a constructor that checks, and with
    private sealed record Line(int Count, decimal Price) //: hit
    {
        public int Count { get; init => field = value > 0 ? value : throw new ArgumentException("count"); } = Count; //: part 1/2

        public decimal Total => Count * Price; //: hit

        public Line Doubled => this with { Count = Count * 2, Price = Price > 100 ? Price / 2 : Price }; //: part 1/2
    }

    private sealed class Cart : IEnumerable<Line>
    {
        private readonly List<Line> lines = []; //: hit

        public Person? Owner { get; set; } //: hit

        public string? Name { get; set; } //: hit

        public Cart? Next { get; set; } //: hit

        public int this[int index] { get => lines[index].Count; set => lines[index] = lines[index] with { Count = value }; } //: hit

        public void Add(Line line) => lines.Add(line); //: hit

        public event Action<Cart>? Changed;

        public void Touch() => Changed?.Invoke(this); //: hit 2/2

        public IEnumerator<Line> GetEnumerator() => lines.GetEnumerator(); //: hit

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: miss
    }

    //- extension blocks: methods, properties, statics, operators
    extension<T>(IEnumerable<T> source) where T : IComparable<T>
    {
        public T? Largest
        {
            get
            { //D: hit
                using IEnumerator<T> e = source.GetEnumerator(); //: hit
                if (!e.MoveNext()) return default; //: hit 2/2
                T best = e.Current; //: hit
                while (e.MoveNext()) //: hit 2/2
                    if (e.Current.CompareTo(best) > 0) best = e.Current; //: part 1/2
                return best; //: hit
            } //R: hit
        }

        public IEnumerable<T> Above(T limit)
        { //D: hit
            foreach (T item in source) //: hit 2/2
                if (item.CompareTo(limit) > 0) //: hit 2/2
                    yield return item; //: hit
        } //: hit

        public bool IsEmpty => !source.Any(); //: hit
    }

    extension(string? text)
    {
        public string OrNone => text is null or "" ? "none" : text; //: hit 2/2 2/2

        public static string Repeat(string s, int n) => n <= 0 ? "" : string.Concat(Enumerable.Repeat(s, n)); //: part 1/2

        public static string? operator *(string? left, int n) => left is null ? null : string.Repeat(left, n); //: part 1/2
    }

    private static string Extended(int[] numbers, string? text)
    { //D: hit
        int big = numbers.Largest + numbers.Above(1).Count(); //: hit
        string shown = numbers.IsEmpty ? text.OrNone : text.OrNone + big; //: hit 2/2
        return shown.Length > 4 ? shown * 2 ?? "" : "".OrNone; //: part 2/2 1/2
    } //D: hit

    //- null-conditional assignment
    private static void Assign(Cart? cart, int n)
    { //D: hit
        int events = 0; //: hit
        cart?.Name = n > 2 ? "many" : "few"; //: part 2/2 1/2
        cart?.Changed += c => events += c.Count(); //: hit 2/2
        cart?.Add(new(n, 5)); //: hit 2/2
        cart?[0] += n; //: hit 2/2
        cart?.Owner?.Age = n; //: part 2/2 1/2
        cart?.Owner ??= new("new"); //: part 2/2 1/2
        cart?.Owner?.Age += 1; //: part 2/2 1/2
        cart?.Touch(); //: hit 2/2
        cart?.Next?.Touch(); //: part 2/2 1/2
        cart?.Changed -= null; //: hit 2/2
        new Cart().Touch(); //: hit
        if (cart is { Name.Length: 4 } && events == n) Use(events); //: part 2/2 1/2 1/2 1/2
    } //: hit

    //- generic arithmetic
    private static T Sum<T>(ReadOnlySpan<T> values, T start) where T : INumber<T>, IMinMaxValue<T>
    { //D: hit
        T sum = start; //: hit
        foreach (T value in values) //: hit 2/2
        { //D: hit
            if (T.IsNaN(value)) continue; //: hit 2/2
            sum = T.IsNegative(value) ? sum - value : checked(sum + value); //: part 1/2
        } //D: hit

        return sum == T.Zero || sum > T.MaxValue / (T.One + T.One) ? T.Zero : sum; //: part 1/2 1/2
    } //D: hit

    //- spans
    private static int Parse(ReadOnlySpan<char> text)
    { //D: hit
        int sum = 0; //: hit
        foreach (Range range in text.Split(',')) //: hit 2/2
        { //D: hit
            ReadOnlySpan<char> part = text[range].Trim(); //: hit
            sum += part switch //: hit 4/4
            { //: hit
                [] => 0, //: hit
                "x" => 10, //: hit
                [>= '0' and <= '9', ..] when int.TryParse(part, CultureInfo.InvariantCulture, out int n) => n, //: part 1/2
                _ => Nothing(), //: hit
            }; //: hit
        } //D: hit

        return sum; //: hit

        static int Nothing() => -1; //: hit
    } //D: hit

    //- patterns over everything
    private static string Describe(object? value) => value switch //: part 7/8
    { //: hit
        null => "null", //: hit
        (int and > 0, string { Length: 1 } s) => s, //: hit
        ITuple { Length: 2 } t when t[1] is null => "pair", //: part 1/2
        Cart { Owner: { Age: < 18, Name: [var first, ..] } } => first.ToString(), //: hit
        Cart => "cart", //: hit
        int[] and [1, .., var last] => last.ToString(), //: hit
        IList<string> and ["a" or "b", ..] => "list", //: hit
        _ => "other", //: miss
    }; //: hit

    //- await in switch expressions, with nullable decimals
    private static async ValueTask<decimal> Discounts(decimal sum, string? level)
    { //D: hit
        decimal? rate = level switch { "gold" when await Later(sum) > 100m => 0.2m, "gold" or "silver" => await Later(0.1m), _ => null }; //: part 2/3 1/2
        return sum * (1 - rate ?? await Later(1m)) is > 0 and var rest ? rest : sum; //: part 2/2 1/2
    } //: hit //AR: none

    private static async Task<T> Later<T>(T value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    //- user-defined checked operators
    private readonly record struct Small(byte Value) //: hit
    {
        public static Small operator checked +(Small a, Small b) => new(checked((byte)(a.Value + b.Value))); //: hit

        public static Small operator +(Small a, Small b) => new(unchecked((byte)(a.Value + b.Value))); //: hit

        public void operator +=(int n) => Use(n > 1 ? Value : 0); //: part 1/2
    }

    private static int Checked(byte a, byte b)
    { //D: hit
        Small x = new(a), y = new(b); //: hit
        y += 2; //: hit
        try
        { //D: hit
            return checked(x + y).Value; //: hit
        }
        catch (OverflowException) when (a is 255 || b is 255) //: part 1/2 0/2
        { //D: hit
            return unchecked(x + y).Value; //: hit
        }
    } //: hit

    //- a switch over a tuple of spans' parts
    private static int Command(string line)
    { //D: hit
        switch (line.Split(' ', StringSplitOptions.RemoveEmptyEntries)) //: hit 4/4
        {
            case ["add", var text] when int.TryParse(text, out int n): //: part 1/2
                return n; //: hit
            case ["del" or "rm"]:
                return -1; //: hit
            case [var command, .. { Length: > 0 } rest]:
                return command.Length + rest.Length; //: hit
            default:
                return 0; //: hit
        }
    } //D: hit

    private static readonly Lock gate = new(); //: hit

    //- lock and using inside an iterator
    private static IEnumerable<int> Locked(int[] numbers)
    { //D: hit
        foreach (int n in numbers) //: hit 2/2
        { //: hit
            int twice; //: none
            lock (gate) //: none -- a Lock has no point
            { //D: hit
                if (n == 0) continue; //: hit 2/2
                twice = n * 2; //: hit
            } //: hit

            using (IEnumerator<int> e = Numbers(n).GetEnumerator()) //: hit
            { //D: hit
                while (e.MoveNext() && e.Current < 3) //: hit 2/2 2/2
                    yield return e.Current * twice; //: hit
            } //: hit
        } //D: hit
    } //: hit

    //- a raw string with holes
    private static string Report(Person? person, decimal[] sums) => $$"""{ "name": "{{person?.Name ?? "nobody"}}", "adult": {{(person is { IsAdult: true } ? "yes" : "no")}}, "sums": [{{string.Join(", ", sums.Select(s => s < 0 ? $"({-s:F1})" : $"{s:F1}"))}}] }"""; //: part 2/2 2/2 2/2 1/2 2/2

    //- lambdas in lambdas, static local functions
    private static int Nested(int n)
    { //D: hit
        Func<int, Func<int, Task<int>>> add = a => async b => a + await Later(b) is > 5 and var sum ? sum : 0; //: hit 2/2
        var apply = static (int x, params ReadOnlySpan<Func<int, Task<int>>> fs) => //: hit
        { //: hit
            int sum = 0; //: hit
            foreach (Func<int, Task<int>> f in fs) sum += f(x).Result; //: hit 2/2
            return sum; //: hit
        }; //: hit
        return apply(n, add(1), add(4)) + Twice(n); //: hit

        static int Twice(int n) => n > 100 ? n : n * 2; //: part 1/2
    } //D: hit

    //- params of several kinds
    private static int Params()
    { //D: hit
        return Count() + Count(1, 2) + Count([.. Numbers(3)]) + Any("a", null); //: hit

        static int Count(params ReadOnlySpan<int> items) => items is [] ? 0 : items[^1]; //: hit 2/2

        static int Any(params IEnumerable<string?> items) => items.Count(i => i?.Length > 0); //: hit 2/2
    } //D: hit

    //- comparisons of records
    private static int Compared(Line a, Line? b) => a == b ? 1 : a.Doubled.Total > (b?.Total ?? 0) ? 2 : 3; //: part 2/2 1/2 1/2

    //- references and a ref struct
    private ref struct Window(ReadOnlySpan<int> items) //: none
    {
        private readonly ReadOnlySpan<int> items = items; //: hit

        public readonly bool TryGet(int index, out int value) //: none
            => (value = (uint)index < (uint)items.Length ? items[index] : -1) >= 0; //: hit 2/2
    }

    private static int Refs(int[] numbers, int index)
    { //D: hit
        Window window = new(numbers); //: hit
        if (!window.TryGet(index, out int found)) return -1; //: hit 2/2
        ref int slot = ref (numbers[index] > 2 ? ref numbers[0] : ref numbers[1]); //: part 1/2
        slot += found; //: hit
        return numbers is [var a, var b, ..] ? a + b : 0; //: part 1/2 1/2
    } //D: hit

    private sealed record Point(int X, int Y); //: hit

    private static int Picked(Point? p) => p is var (x, y) && (x, y) is not (0, 0) ? x + y : p is null ? -1 : 0; //: part 2/2 2/2 1/2 2/2

    //- a condition in a constructor's initialiser and in a collection
    private static int Guid(bool flag)
    { //D: hit
        int[] all = [.. flag ? [1, 2] : Array.Empty<int>(), flag ? 3 : 4, .. Numbers(flag ? 1 : 2)]; //: hit 2/2 2/2 2/2
        Dictionary<string, int> map = new() { ["a"] = all.Length, [flag ? "b" : "a"] = 2 }; //: hit 2/2
        return map.Count + (map.TryGetValue("b", out int b) ? b : 0); //: hit 2/2
    } //D: hit
}
