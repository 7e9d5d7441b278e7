// Lifted operators and conversions of every kind, in expressions, async methods, iterators and queries.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LiftedOperators
{
    private enum Kind { A, B, C = 7 }

    private readonly struct Id(int value) : IEquatable<Id> //: none
    {
        public int Value => value; //: hit

        public static implicit operator Id(int n) => new(n); //: hit

        public static implicit operator int(Id id) => id.Value; //: hit

        public static explicit operator Id?(string? s) => s is null ? null : new Id(s.Length); //: part 1/2

        public static bool operator ==(Id a, Id b) => a.Value == b.Value; //: hit

        public static bool operator !=(Id a, Id b) => a.Value != b.Value; //: hit

        public static bool operator <=(Id a, Id b) => a.Value <= b.Value; //: hit

        public static bool operator >=(Id a, Id b) => a.Value >= b.Value; //: hit

        public static Id operator ++(Id a) => new(a.Value + 1); //: hit

        public static Id? operator |(Id a, Id b) => a.Value > b.Value ? a : null; //: miss 0/2 -- the integers' own | is chosen

        public static bool operator !(Id a) => a.Value == 0; //: hit

        public bool Equals(Id other) => other == this; //: hit

        public override bool Equals(object? o) => o is Id i && Equals(i); //: part 1/2 2/2

        public override int GetHashCode() => value; //: miss
    }

    private static int Operators(Id? a, Id? b, decimal? m, DateTime? t, TimeSpan? s)
    { //D: hit
        int n = 0; //: hit
        int? x = a; //: hit
        long? w = a; //: hit
        Id? c = x; //: hit
        Id? d = (Id?)(n > 0 ? "a" : null); //: part 1/2
        if (a <= b) n++; //: hit 2/2
        if (!(a >= b)) n++; //: hit 2/2
        if (a == 1) n++; //: hit 2/2
        if (a != null && b != 1) n++; //: hit 2/2 2/2
        if (x == a) n++; //: part 1/2
        if (null == b) n++; //: hit 2/2
        c++; //: hit
        ++x; //: hit
        x += b; //: hit
        if (!c ?? false) n++; //: part 1/2
        bool? not = !a; //: hit
        if (not is true) n++; //: hit 2/2 2/2
        if (m > 1m && t < DateTime.MaxValue || s == TimeSpan.Zero) n++; //: hit 2/2 2/2 2/2
        DateTime? later = t + s; //: hit
        TimeSpan? gap = later - t; //: hit
        if (gap > s) n++; //: part 1/2
        decimal? twice = m * 2 - 1; //: hit
        m += x; //: hit
        double? half = (double?)twice / 2; //: hit
        if ((int?)half is { } h && h > 1) n++; //: hit 2/2 2/2
        decimal total = twice ?? 0m; //: hit
        total += m.GetValueOrDefault() + (t?.Day ?? 0) + (later?.Year ?? n); //: hit 2/2 2/2
        Kind? k = (Kind?)x; //: hit
        k |= Kind.B; //: hit
        x = (int?)k; //: hit
        checked { w = w * 2 + (x ?? 1); } //: hit
        string text = $"{a?.Value}{m:0.00}{t?.ToString("d")}{(s.HasValue ? s : null)}{(a is { } id ? id.Value : null)}"; //: hit 2/2 2/2 2/2 2/2
        return n + text.Length + (int)total + (w is null ? 0 : (int)w) + (d?.Value ?? c?.Value ?? 3); //: part 2/2 1/2 2/2
    } //D: hit

    private static async Task<int> Awaited(int? a, Id? id, bool? flag, decimal? m)
    { //D: hit
        int n = 0; //: hit
        if (await Later(a) > 1) n++; //: hit 2/2
        if (a > await Later(1)) n++; //: hit 2/2
        if (await Flag(flag) == true) n++; //: hit 2/2
        if (await Flag(flag) ?? true) n++; //: hit 2/2
        if (id == await Ids(2)) n++; //: hit 2/2
        if (m < await Money(5)) n++; //: hit 2/2
        if ((await Money(m))?.CompareTo(1m) > 0) n++; //: hit 2/2 2/2
        a ??= await Later(4); //: hit 2/2
        int? sum = a + await Later(a); //: hit
        if (await Later(sum) is > 4 and var big && big % 2 == 0) n += big; //: part 1/2 2/2 1/2
        int? x = id; //: hit
        Id? made = await Later(x); //: hit
        m = await Money(m) * x; //: hit
        return n + (sum ?? await Later(1) ?? 0) + (made is { Value: var v } ? v : 0) + (m is null ? 1 : 0); //D: part 1/2 2/2 2/2 //R: part 1/2 2/2
    } //: hit //AR: none

    private static async Task<int?> Later(int? n)
    { //D: hit
        await Task.Yield(); //: hit
        return n; //: hit
    } //: hit //AR: none

    private static Task<bool?> Flag(bool? f) => Task.FromResult(f); //: hit

    private static Task<Id?> Ids(int? f) => Task.FromResult<Id?>(f); //: hit

    private static Task<decimal?> Money(decimal? f) => Task.FromResult(f); //: hit

    private static IEnumerable<int> Iterated(Id?[] ids, Func<Id?, int?>? map)
    { //D: hit
        foreach (Id? id in ids) //: hit 2/2
        { //D: hit
            int? n = id; //: hit
            if (n > 1 || map?.Invoke(id) > 2) yield return n ?? -1; //: hit 2/2 2/2 2/2
            Id? next = id; //: hit
            next++; //: hit
            if (next == id) continue; //: hit 2/2
            yield return next is { } x ? x.Value : 0; //: part 1/2
        } //D: hit
    } //: hit

    private static int Queried(List<(Id? Id, Kind? Kind, decimal? Sum)> rows)
    { //D: hit
        var sums = rows.Where(r => r.Id >= 1 && r.Kind is not Kind.C) //: hit 2/2 2/2 2/2
            .GroupBy(r => r.Kind) //: hit
            .Select(g => (g.Key, Sum: g.Sum(r => r.Sum), Max: g.Max(r => (int?)r.Id))) //: hit
            .OrderByDescending(g => g.Sum > 5 ? g.Sum : null) //: hit 2/2
            .ToList(); //: hit
        decimal? best = sums.Aggregate((decimal?)null, (all, g) => all is null || g.Sum > all ? g.Sum : all); //: part 2/2 1/2
        return sums is [(null, var first, _), ..] && first < best ? 1 : sums.Sum(g => g.Max ?? 0) + (sums[^1].Key ?? Kind.A) switch { Kind.A => 1, Kind.B or Kind.C => 2, _ => 3 }; //: part 1/2 1/2 1/2 1/2 1/3
    } //D: hit

    public static async Task Run()
    { //D: hit
        foreach (int? a in new int?[] { null, 0, 1, 2 }) //: hit 2/2
            foreach (int? b in new int?[] { null, 1, 2 }) //: hit 2/2
            { //D: hit
                Use(Operators(a, b, a * 2m, b is null ? null : DateTime.UnixEpoch, b is 1 ? TimeSpan.Zero : a is null ? null : TimeSpan.FromDays(1))); //: hit 2/2 2/2 2/2 2/2
                Use(await Awaited(a, b, b is null ? null : a > b, a * 2.5m)); //: hit 2/2
                Use(((Id?)a | b) is null); //: hit
            } //D: hit

        Use(Iterated([null, 1, 2], i => i?.Value + 2).Count() + Iterated([0], null).Count()); //: hit 2/2
        Use(Queried([(1, Kind.A, 3), (2, null, 7), (0, null, 1), (null, Kind.B, 2), (3, Kind.C, 4)])); //: hit
        Use(((Id)1).Equals((object)(Id)2) || new Id(3).Equals((object)new Id(3))); //: part 1/2 1/2
    } //: hit
}
