// Values that may be missing, of every kind: numbers, enums, structs with operators of their own, tuples, type parameters.

using System;
using System.Collections.Generic;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class NullableTypes
{
    private enum Level : byte { Low, Mid, High = 9 }

    [Flags]
    private enum Traits : long { None = 0, Fresh = 1, Hot = 2, Wide = 1L << 40 }

    private readonly struct Money(long cents, bool exact = true) //: none -- a struct has no constructor to call
    {
        public long Cents => cents; //: hit

        public bool Exact => exact; //: hit

        public Money? Half => cents % 2 == 0 ? new Money(cents / 2) : null; //: part 1/2

        public static bool operator ==(Money a, Money b) => a.Cents == b.Cents && a.Exact == b.Exact; //: part 2/2 1/2

        public static bool operator !=(Money a, Money b) => !(a == b); //: hit

        public static bool operator <(Money a, Money b) => a.Cents < b.Cents; //: hit

        public static bool operator >(Money a, Money b) => b < a; //: hit

        public static Money operator +(Money a, Money b) => new(checked(a.Cents + b.Cents), a.Exact && b.Exact); //: part 1/2 1/2

        public static implicit operator Money(int euros) => new(euros * 100L); //: hit

        public static explicit operator int?(Money m) => m.Cents % 100 is 0 ? (int)(m.Cents / 100) : null; //: hit 2/2

        public static bool operator true(Money m) => m.Cents != 0; //: hit

        public static bool operator false(Money m) => m.Cents == 0; //: miss

        public override bool Equals(object? other) => other is Money m && m == this; //: part 1/2 2/2

        public override int GetHashCode() => cents.GetHashCode(); //: miss
    }

    public static void Run()
    { //D: hit
        OwnType(0); //: hit
        OwnType(3); //: hit
        int? absent = Yes() ? null : 1; //: part 1/2
        foreach (int? a in new int?[] { 1, 2, 5, null }) //: hit 2/2
        { //D: hit
            foreach (int? b in new int?[] { 1, 2, 5, null }) Use(Numbers(a, b)); //: hit 2/2
            foreach (Money? b in new Money?[] { 1, 5, null }) Use(Moneys(a, b)); //: hit 2/2
            Use(Wide(a) + Chars(a is null ? null : (char)('0' + a.Value))); //: hit 2/2
            Use(Real(a, a / 2.0)); //: hit
            Use(Constrained(a) + Constrained<long>(a)); //: hit
        } //D: hit

        foreach (Level? level in new Level?[] { Level.Low, Level.Mid, Level.High, (Level)7, null }) Use(Levels(level, level == Level.Mid ? absent : 3)); //: hit 2/2 2/2
        foreach (bool? flag in new bool?[] { true, false, null }) //: hit 2/2
        { //D: hit
            Use(Flags(flag, true)); //: hit
            Use(Flags(flag, null)); //: hit
        } //D: hit

        Use(Pairs((1, 2)) + Pairs((3, null)) + Pairs(null)); //: hit
        Use(Held(null, Traits.None) + Held(new Holder(), Traits.Hot) + Held(new Holder { Cost = 3, Kind = Level.High, Traits = Traits.Wide | Traits.Hot }, null)); //: hit
    } //: hit

    //- int?
    private static int Numbers(int? a, int? b)
    { //D: hit
        int n = 0; //: hit
        if (a > b) n++; //: hit 2/2
        if (a == b) n++; //: hit 2/2
        if (!(a >= b)) n++; //: hit 2/2
        if (a is null or 1) n++; //: hit 2/2 2/2
        if (a is not (null or > 3)) n++; //: hit 2/2 2/2
        if (a is { } x && b is { } y && x == y) n++; //: hit 2/2 2/2 2/2
        if (!a.HasValue || a.Value > 1) n++; //: hit 2/2 2/2
        if (a.GetValueOrDefault(9) > 8) n++; //: hit 2/2
        if ((a ?? b) == 2) n++; //: hit 2/2 2/2
        if ((a ?? b ?? Id(7)) > 5) n++; //: hit 2/2 2/2 2/2
        if (a?.CompareTo(b) > 0) n++; //: hit 2/2 2/2
        if (a?.Equals(b) == true && b is < 5) n++; //: part 2/2 2/2 1/2 2/2
        if (a == null != (b == null)) n++; //: hit 2/2
        a ??= Id(b ?? 0); //: hit 2/2
        b ??= a > 2 ? null : a; //: hit 2/2 2/2
        int? c = a > b ? a : b; //: hit 2/2
        long? wide = c; //: hit
        n += (int)(wide ?? -1) + (b is 2 or 5 ? 1 : 2); //: hit 2/2 2/2 2/2
        return a is 1 && b is not 1 ? n : (int?)(n + b) ?? n; //: part 1/2 2/2 1/2 2/2
    } //D: hit

    //- a struct with operators
    private static int Moneys(Money? a, Money? b)
    { //D: hit
        int n = 0; //: hit
        if (a == b) n++; //: hit 2/2
        if (a != b && a < b) n++; //: hit 2/2 2/2
        if (a > 3) n++; //: hit 2/2
        if (a is { Cents: > 150 }) n++; //: hit 2/2 2/2
        if (b is { Exact: true, Half: { } half } && half < 1) n++; //: part 2/2 1/2 1/2 2/2
        if (a?.Cents > b?.Cents) n++; //: hit 2/2 2/2 2/2
        if (a?.Half?.Cents == 100) n++; //: part 2/2 1/2 2/2
        if (a.Equals(b)) n++; //: hit 2/2
        Money sum = a + b ?? a ?? b ?? 0; //: hit 2/2 2/2 2/2
        if (sum) n++; //: hit 2/2
        Money? later = a ?? (b is { } known ? known + 1 : default(Money?)); //: hit 2/2 2/2
        int? euros = (int?)later; //: hit
        int? odd = b is { } m ? (int?)new Money(m.Cents + 1) : 0; //: hit 2/2
        return n + (euros ?? 0) + ((odd ?? later?.Half?.Cents) is 50 ? 1 : 2); //: part 2/2 1/2 1/2 1/2 2/2
    } //D: hit

    //- long?, ulong?, byte?
    private static int Wide(long? a)
    { //D: hit
        int n = 0; //: hit
        byte? small = (byte?)a; //: hit
        ulong? big = a is null ? null : (ulong)a.Value << 40; //: hit 2/2
        if (a is > 1 and < 5L) n++; //: hit 2/2 2/2 2/2
        if (small is 1 or 5) n++; //: hit 2/2 2/2 2/2
        if (big is >= 1UL << 42) n++; //: hit 2/2 2/2
        if (big == 1UL << 40 || small == 2) n++; //: hit 2/2 2/2
        n += a switch //: hit 4/4
        { //: hit
            null => 1, //: hit
            1L => 2, //: hit
            < 5 => 3, //: hit
            _ => 4, //: hit
        }; //: hit
        n += 2; //: hit
        switch (small) //: hit 4/4
        {
            case null: //
                return n; //: hit
            case 1:
                n++; //: hit
                break; //: hit
            case 2:
                goto case 1; //D: hit
            default:
                n += 7; //: hit
                break; //D: hit
        }

        return n + (int)(big % 7 ?? 0); //: hit
    } //D: hit

    private static int Chars(char? c)
    { //D: hit
        if (c is '1' or '2') return 1; //: hit 2/2 2/2 2/2
        if (c is >= '0' and <= '9') return 2; //: part 2/2 1/2 1/2
        return c is null || char.IsLetter(c.Value) ? 3 : 4; //: part 1/2 0/2
    } //D: hit

    //- double?
    private static string Real(double? a, double? b)
    { //D: hit
        if (a is > 1.5 and < 3) return "two"; //: hit 2/2 2/2 2/2
        if (b is 0.5 or 7.0) return "half"; //: part 2/2 2/2 1/2
        if (a > 4 || b is null) return $"{a:0.0} {b?.ToString("0.0") ?? "none"}"; //: part 2/2 1/2 2/2 2/2
        return a is double.NaN ? "nan" : "other"; //: miss 0/2 0/2
    } //D: hit

    //- enum?
    private static int Levels(Level? level, int? or)
    { //D: hit
        int n = 0; //: hit
        if (level == Level.Mid) n++; //: hit 2/2
        if (level >= Level.Mid) n++; //: hit 2/2
        if (level is Level.Low or Level.High) n++; //: hit 2/2 2/2 2/2
        if (level is not (Level.Low or null)) n++; //: hit 2/2 2/2
        if (level is { } known && Enum.IsDefined(known)) n++; //: hit 2/2 2/2
        if (level.HasValue && level.Value != Level.Mid && or > 2) n++; //: part 2/2 2/2 1/2
        if ((level ?? Level.High) == Level.High) n++; //: hit 2/2
        n += (int?)level ?? or ?? -1; //: hit 2/2
        n += level switch //: hit 4/4
        { //: hit
            Level.Low => 1, //: hit
            Level.Mid or Level.High => 2, //: hit
            null => or ?? 3, //: hit
            { } other => (int)other, //: hit
        }; //: hit
        switch (level, or) //: part 4/5
        {
            case (Level.Mid, null):
                n++; //: hit
                break; //: hit
            case (Level.High, > 5):
                n++; //: miss
                break; //: miss
            case (null, _):
                n--; //: hit
                break; //: hit
            case (_, { } some) when some > n: //: part 1/2
                n += some; //: miss
                break; //D: miss
        }

        return n; //: hit
    } //D: hit

    //- bool?
    private static int Flags(bool? a, bool? b)
    { //D: hit
        int n = 0; //: hit
        if (a == true) n++; //: hit 2/2
        if (a ?? false) n++; //: hit 2/2
        if (a ?? true) n++; //: hit 2/2
        if (!a.HasValue || a.Value) n++; //: hit 2/2 2/2
        if (a is null or false) n++; //: hit 2/2 2/2
        if (!(a ?? b ?? No())) n++; //: hit 2/2 2/2 2/2
        if ((a & b) == true || (a | !b) is null) n++; //: hit 2/2 2/2
        if (a != b) n++; //: hit 2/2
        bool? both = a is { } x && b is { } y ? x && y : null; //: hit 2/2 2/2
        if (both.GetValueOrDefault() && n > 2) n++; //: part 2/2 1/2
        while (a is not true) //: hit 2/2 2/2
        { //D: hit
            a = a is null ? false : true; //D: hit 2/2 //R: hit
        } //D: hit

        do n++; while (b == true && n < 10 || n < 5); //: part 2/2 2/2 1/2
        return a == b ? n : b.HasValue ? -n : 0; //: part 2/2 1/2
    } //D: hit

    //- tuples
    private static int Pairs((int A, int? B)? pair)
    { //D: hit
        if (pair is (var a, { } b)) return a + b; //: hit 2/2 2/2
        if (pair is { A: > 2 } or null) return pair?.A ?? 5; //: part 2/2 1/2 2/2
        return pair.Value.B ?? 1; //: miss
    } //D: hit

    //- type parameters
    private static string Constrained<T>(T? value)
        where T : struct, IComparable<T>
    { //D: hit
        if (value is null) return "null"; //: hit 2/2
        if (value is { } some && some.CompareTo(default) > 0 && some is int n && n > 1) return "int"; //: part 1/2 1/2 2/2 2/2
        if (value is long and > 4) return "long"; //: hit 2/2 2/2
        return value?.CompareTo(value.Value) == 0 ? $"{value}" : "?"; //: part 1/2 1/2
    } //D: hit

    //- members that may be missing, of something that may be missing
    private sealed class Holder
    {
        public Money? Cost { get; set; } //: hit

        public Level? Kind { get; init; } //: hit

        public Traits? Traits { get; set; } //: hit

        public DateOnly? Day { get; set; } //: hit
    }

    private static int Held(Holder? holder, Traits? wanted)
    { //D: hit
        int n = 0; //: hit
        if (holder?.Cost > 2) n++; //: hit 2/2 2/2
        if (holder?.Kind == Level.High) n++; //: hit 2/2 2/2
        if ((holder?.Traits & Traits.Hot) != 0) n++; //: part 2/2 1/2
        if (holder?.Traits?.HasFlag(Traits.Wide) ?? false) n++; //: hit 2/2 2/2 2/2
        if (wanted is null or Traits.None) n++; //: hit 2/2 2/2
        if ((wanted & holder?.Traits) is > 0) n++; //: part 2/2 1/2 0/2
        if (holder is { Cost: { Cents: > 200 } cost, Kind: not Level.Low }) n += (int)cost.Cents; //: part 2/2 2/2 1/2 1/2 1/2
        if (holder?.Cost?.Half is { Cents: 150 }) n++; //: part 2/2 2/2 2/2 1/2
        if (holder is null) return n; //: hit 2/2
        holder.Cost ??= n > 1 ? 7 : null; //: part 2/2 1/2
        holder.Traits |= Traits.Fresh; //: hit
        holder.Day ??= new DateOnly(2024, 2, 29); //: part 1/2
        return holder.Day?.Month switch { 2 when holder.Cost is null => n, 2 => n + 1, _ => n + 2 }; //: part 1/2 2/3 2/2
    } //D: hit

    private readonly struct Perhaps(int number) //: none
    {
        public bool HasValue => number > 0; //: hit

        public int GetValueOrDefault() => number; //: hit
    }

    private static Perhaps Find(int number) => new(number); //: hit

    //- a type of the user with the members of Nullable
    private static void OwnType(int number)
    { //D: hit
        int? found = Find(number) is var copy && copy.HasValue ? copy.GetValueOrDefault() : null; //: hit 2/2
        Use(found ?? 0); //: hit
    } //: hit
}
