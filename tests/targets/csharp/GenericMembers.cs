// Generic types and members of every kind: constraints, constants of the JIT, default members, events, lazy values, init accessors.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class GenericMembers
{
    private interface ISource<T>
        where T : notnull
    {
        IReadOnlyList<T> All { get; }

        string? Name => null; //: hit

        bool Empty => All is not { Count: > 0 }; //: part 1/2 2/2

        T? First(Func<T, bool>? where = null) => where is null ? All.FirstOrDefault() : All.FirstOrDefault(where); //: hit 2/2

        static virtual int Limit => 3; //: hit

        string Describe() => Name ?? (Empty ? "empty" : $"{All[0]}{(All.Count > 1 ? "+" : "")}"); //: hit 2/2 2/2 2/2
    }

    private sealed class Numbers(params int[] all) : ISource<int> //: hit
    {
        public IReadOnlyList<int> All => all; //: hit

        public static int Limit => all0 is { } known ? known : all0 ?? 2; //: part 1/2

        private static readonly int? all0 = No() ? 1 : null; //: part 1/2
    }

    private sealed class Names(IEnumerable<string> names, string? name = null) : ISource<string> //: hit
    {
        public string? Name { get; } = string.IsNullOrEmpty(name) ? null : name; //: hit 2/2

        public IReadOnlyList<string> All => field ??= [.. names.Where(n => n.Length > 0)]; //: part 1/2
    }

    private static int Limits<TSource, T>(TSource source)
        where TSource : ISource<T>
        where T : notnull
    { //D: hit
        if (typeof(T) == typeof(int)) return TSource.Limit; //: hit 2/2
        if (typeof(T) == typeof(string) && source.First() is string { Length: > 1 } s) return s.Length; //: part 1/2 2/2 1/2
        return default(T) is null ? -TSource.Limit : 0; //: part 1/2
    } //D: hit

    private static T Largest<T>(T? start, params ReadOnlySpan<T> all)
        where T : struct, IComparable<T>
    { //D: hit
        T best = start ?? default; //: hit
        foreach (ref readonly T next in all) //: hit 2/2
            if (next.CompareTo(best) > 0) best = next; //: hit 2/2
        return EqualityComparer<T>.Default.Equals(best, default) ? throw new ArgumentException("all are nothing", nameof(all)) : best; //: part 1/2
    } //D: hit

    private static TResult? Map<T, TResult>(T? value, Func<T, TResult?> map)
        where T : class
        where TResult : class => value is null ? null : map(value) ?? default; //: part 2/2 1/2

    private static bool TryPick<T>(IEnumerable<object?> all, [NotNullWhen(true)] out T? found)
    { //D: hit
        foreach (object? o in all) //: hit 2/2
        { //D: hit
            if (o is not T t) continue; //: hit 2/2
            found = t; //: hit
            return true; //: hit
        }

        found = default; //: hit
        return false; //: hit
    } //: hit

    private sealed class Board
    {
        private static readonly Dictionary<string, int> sizes; // no code
        private static Board? shared; // no code
        private static object? gate; // no code
        private readonly Lazy<string> title; // no code
        private EventHandler? changed; // no code
        private int listeners; // no code

        static Board()
        { //D: hit
            sizes = []; //: hit
            foreach (string s in new[] { "s", "mm" }) sizes[s] = s.Length > 1 ? 20 : 10; //: hit 2/2 2/2
        } //: hit

        private Board(string name) => title = new(() => name.Length > 3 ? name[..3] : name); //: part 1/2

        public static Board Shared => LazyInitializer.EnsureInitialized(ref shared, () => new Board(sizes.TryGetValue("s", out int n) && n > 5 ? "shared" : "none")); //: part 1/2 1/2

        public event EventHandler? Changed
        {
            add
            { //D: hit
                if (value is null || listeners >= 2) return; //: hit 2/2 2/2
                changed += value; //: hit
                listeners++; //: hit
            } //: hit
            remove
            { //D: hit
                var before = changed; //: hit
                changed -= value; //: hit
                if (!ReferenceEquals(before, changed) && --listeners < 0) listeners = 0; //: part 2/2 1/2
            } //: hit
        }

        public bool Raise(int times)
        { //D: hit
            object own = gate ?? Interlocked.CompareExchange(ref gate, new(), null) ?? gate; //: part 2/2 1/2
            lock (own) //: hit
            { //D: hit
                if (times <= 0 || changed is not { } handler) return false; //: hit 2/2 2/2
                while (times-- > 0) //: part 1/2
                { //D: hit
                    handler(this, EventArgs.Empty); //: hit
                    if (title.IsValueCreated && title.Value is "sha") return true; //: part 2/2 1/2
                    lock (sizes) //: hit
                    { //D: hit
                        if (sizes.Count > 2) continue; //: part 1/2
                        Use(title.Value); //: hit
                    } //: hit
                } //D: hit
            } //: miss

            return listeners > 0; //: miss
        } //: hit
    }

    private record Shape(string Kind) //: hit
    {
        private readonly double size = 1; //: hit

        public required string Id { get; init => field = string.IsNullOrWhiteSpace(value) ? throw new ArgumentException("no id", nameof(value)) : value; } //: hit 2/2

        public double Size
        {
            get => size; //: hit
            init
            { //D: hit
                if (double.IsNaN(value) || value < 0) throw new ArgumentOutOfRangeException(nameof(value)); //: part 1/2 2/2
                size = value > 100 ? 100 : value; //: hit 2/2
            } //: hit
        }

        public int? Sides { get; init => field = value is 0 or 1 or 2 ? null : value; } //: part 1/2 2/2

        public virtual string Text => Sides switch { 3 => "tri", 4 when Size is 1 => "unit", 4 => "quad", > 4 and var n => $"{n}-gon", null => Kind, _ => "?" }; //: part 5/6 2/2
    }

    private sealed record Solid(string Kind, double Height = 0) : Shape(Kind is "" ? "solid" : Kind) //: part 1/2
    {
        public override string Text => base.Text + (Height > 0 ? "*" : ""); //: hit 2/2

        public bool Equals(Solid? other) => other is not null && base.Equals(other) && Height.Equals(other.Height); //: part 2/2 2/2 1/2

        public override int GetHashCode() => HashCode.Combine(base.GetHashCode(), Height); //: miss
    }

    private static int Choose<T>(T value) => value switch //: hit 6/6
    { //: hit
        int and > 5 => 1, //: hit
        int i => i, //: hit
        string { Length: var n } when n > 2 => n, //: hit 2/2
        ISource<int> { Empty: false } => 7, //: hit
        IEnumerable<char> or null => 8, //: hit
        _ => 9, //: hit
    }; //: hit

    public static void Run()
    { //D: hit
        Numbers none = new(), some = new(4, 5); //: hit
        Names names = new(["", "Ann", "Bo"]), named = new([], "none"); //: hit
        ISource<int> one = new Numbers(1); //: hit
        Use(Limits<Numbers, int>(none) + Limits<Names, string>(names) + Limits<Names, string>(named)); //: hit
        Use(((ISource<int>)none).Describe() + ((ISource<int>)some).Describe() + one.Describe() + ((ISource<string>)named).Describe()); //: hit
        Use(one.First(n => n > 1) + one.First()); //: hit
        Use(Largest<int>(null, 1, 3, 2) + Largest(7L, 1L) + Largest<double>(0.5, 1)); //: hit
        Use(Map<string, string>(null, s => s + s)); //: hit
        Use(Map("a", s => s.Length > 1 ? s : null)); //: part 1/2
        Use(TryPick(["a", null, 3], out int n) && n > 2); //: part 1/2 1/2
        Use(TryPick<Version>([1, null, 'c'], out var version) ? version.Major : 0); //: part 1/2
        Board board = Board.Shared; //: hit
        int rung = 0; //: hit
        EventHandler first = (_, _) => rung++, second = (sender, _) => rung += sender is Board ? 2 : 0; //: part 1/2
        Use(board.Raise(1)); //: hit
        board.Changed += first; //: hit
        board.Changed += null; //: hit
        board.Changed += second; //: hit
        board.Changed += first; //: hit
        Use(board.Raise(0) || board.Raise(5)); //: part 1/2 1/2
        board.Changed -= second; //: hit
        board.Changed -= second; //: hit
        Shape square = new("square") { Id = "a", Sides = 4 }, tri = square with { Sides = 3, Id = "t", Size = 500 }; //: hit
        Solid cube = new("", 2) { Id = "c", Sides = 4, Size = 2 }, flat = cube with { Height = 0, Sides = 2 }; //: hit
        Use(square.Text + tri.Text + cube.Text + flat.Text + (tri with { Sides = 8 }).Text); //: hit
        Use(cube == flat || cube.Equals(cube with { }) && !cube.Equals(null)); //: part 1/2 1/2 1/2
        Expect<ArgumentException>(() => Use(square with { Id = " " })); //: hit
        Expect<ArgumentOutOfRangeException>(() => Use(square with { Size = -1 })); //: hit
        Use(Choose(7) + Choose(3) + Choose("long") + Choose("s") + Choose(some) + Choose(none) + Choose<object?>(null)); //: hit
    } //: hit
}
