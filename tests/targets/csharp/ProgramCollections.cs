// Collections as libraries have them: a map with open addressing, a heap, a list that grows, a cache with few places, an order
// of items, sets of bits; enumerators, operators, equality members, comparers, disposal, locks and Interlocked.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramCollections
{
    private sealed class Map<TKey, TValue> : IEnumerable<KeyValuePair<TKey, TValue>>
        where TKey : notnull
    { //: none
        private struct Entry
        {
            public uint Hash;
            public int Next;
            public TKey Key;
            public TValue Value;
        }

        private readonly IEqualityComparer<TKey>? comparer; //: none
        private int[] buckets; //: none
        private Entry[] entries; //: none
        private int count, free = -1, version; //: hit

        public Map(int capacity = 0, IEqualityComparer<TKey>? comparer = null) //: hit
        { //D: hit
            ArgumentOutOfRangeException.ThrowIfNegative(capacity); //: hit
            if (comparer is not null && comparer != EqualityComparer<TKey>.Default) this.comparer = comparer; //: part 2/2 1/2
            int size = 2; //: hit
            while (size < capacity) size <<= 1; //: hit 2/2
            buckets = new int[size]; //: hit
            entries = new Entry[size]; //: hit
        } //: hit

        public int Count => count; //: hit

        public TValue this[TKey key] //: none
        {
            get => TryGetValue(key, out var value) ? value : throw new KeyNotFoundException(key.ToString()); //: hit 2/2
            set => Insert(key, value, true); //: hit
        }

        private uint Hash(TKey key) => (uint)(comparer is null ? key.GetHashCode() : comparer.GetHashCode(key)); //: hit 2/2

        //- a chain is followed; two loops for two kinds of keys
        private ref TValue Find(TKey key)
        { //D: hit
            uint hash = Hash(key); //: hit
            int i = buckets[hash & (uint)(buckets.Length - 1)] - 1; //: hit
            if (typeof(TKey).IsValueType && comparer == null) //: part 2/2 1/2
            { //D: hit
                while ((uint)i < (uint)entries.Length) //: hit 2/2
                { //D: hit
                    ref Entry e = ref entries[i]; //: hit
                    if (e.Hash == hash && EqualityComparer<TKey>.Default.Equals(e.Key, key)) return ref e.Value; //: part 2/2 1/2
                    i = e.Next; //: hit
                } //D: hit
            } //D: hit
            else
            { //D: hit
                var c = comparer ?? EqualityComparer<TKey>.Default; //: hit 2/2
                for (int steps = 0; i >= 0; i = entries[i].Next) //: hit 2/2
                { //D: hit
                    ref Entry e = ref entries[i]; //: hit
                    if (e.Hash == hash && c.Equals(e.Key, key)) //: part 1/2 1/2
                        return ref e.Value; //: hit
                    if (++steps > entries.Length) throw new InvalidOperationException("a circle"); //: miss 0/2
                } //D: miss
            } //D: hit

            return ref Unsafe.NullRef<TValue>(); //: hit
        } //D: hit

        public bool TryGetValue(TKey key, [MaybeNullWhen(false)] out TValue value)
        { //D: hit
            ref TValue found = ref Find(key); //: hit
            bool any = !Unsafe.IsNullRef(ref found); //: hit
            value = any ? found : default; //: hit 2/2
            return any; //: hit
        } //D: hit

        private bool Insert(TKey key, TValue value, bool overwrite)
        { //D: hit
            ref TValue known = ref Find(key); //: hit
            if (!Unsafe.IsNullRef(ref known)) //: hit 2/2
            { //D: hit
                if (!overwrite) return false; //: hit 2/2
                known = value; //: hit
                version++; //: hit
                return true; //: hit
            }

            int index = free; //: hit
            if (index >= 0) free = -3 - entries[index].Next; //: hit 2/2
            else
            { //D: hit
                if (count == entries.Length) Grow(); //: hit 2/2
                index = count; //: hit
            } //D: hit

            uint hash = Hash(key); //: hit
            ref int bucket = ref buckets[hash & (uint)(buckets.Length - 1)]; //: hit
            entries[index] = new() { Hash = hash, Next = bucket - 1, Key = key, Value = value }; //: hit
            bucket = index + 1; //: hit
            (count, version) = (count + 1, version + 1); //: hit
            return true; //: hit
        } //D: hit

        public bool TryAdd(TKey key, TValue value) => Insert(key, value, overwrite: false); //: hit

        private void Grow()
        { //D: hit
            int size = checked(entries.Length * 2); //: hit
            Array.Resize(ref entries, size); //: hit
            buckets = new int[size]; //: hit
            for (int i = 0; i < count; i++) //: hit 2/2
            { //D: hit
                ref int bucket = ref buckets[entries[i].Hash & (uint)(size - 1)]; //: hit
                entries[i].Next = bucket - 1; //: hit
                bucket = i + 1; //: hit
            } //D: hit
        } //: hit

        public bool Remove(TKey key)
        { //D: hit
            uint hash = Hash(key); //: hit
            ref int bucket = ref buckets[hash & (uint)(buckets.Length - 1)]; //: hit
            int last = -1, i = bucket - 1; //: hit
            while (i >= 0) //: hit 2/2
            { //D: hit
                ref Entry e = ref entries[i]; //: hit
                if (e.Hash == hash && (comparer?.Equals(e.Key, key) ?? EqualityComparer<TKey>.Default.Equals(e.Key, key))) //: part 2/2 1/2 1/2
                { //D: hit
                    if (last < 0) bucket = e.Next + 1; //: part 1/2
                    else entries[last].Next = e.Next; //: miss
                    e.Next = -3 - free; //: hit
                    if (RuntimeHelpers.IsReferenceOrContainsReferences<TKey>()) e.Key = default!; //: part 1/2
                    free = i; //: hit
                    count--; //: hit
                    return true; //: hit
                }

                last = i; //: hit
                i = e.Next; //: hit
            } //D: hit

            return false; //: hit
        } //D: hit

        public Enumerator GetEnumerator() => new(this); //: hit

        IEnumerator<KeyValuePair<TKey, TValue>> IEnumerable<KeyValuePair<TKey, TValue>>.GetEnumerator() => Count == 0 ? Enumerable.Empty<KeyValuePair<TKey, TValue>>().GetEnumerator() : GetEnumerator(); //: part 1/2

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: miss

        public struct Enumerator(Map<TKey, TValue> map) : IEnumerator<KeyValuePair<TKey, TValue>> //: none
        {
            private readonly int version = map.version; //: hit
            private int index = 0, left = map.count; //: hit

            public KeyValuePair<TKey, TValue> Current { get; private set; } = default; //: hit

            readonly object IEnumerator.Current => Current; //: miss

            public bool MoveNext()
            { //D: hit
                if (version != map.version) throw new InvalidOperationException("changed"); //: hit 2/2
                while (left > 0) //: hit 2/2
                { //D: hit
                    ref Entry e = ref map.entries[index++]; //: hit
                    if (e.Next < -1) continue; //: part 1/2
                    left--; //: hit
                    Current = new(e.Key, e.Value); //: hit
                    return true; //: hit
                }

                return false; //: hit
            } //D: hit

            readonly void IEnumerator.Reset() => throw new NotSupportedException(); //: miss

            public readonly void Dispose() { } //: hit
        }
    } //: none

    //- a heap of four children
    private sealed class Heap<TItem, TRank>(params (TItem Item, TRank Rank)[] start) where TRank : IComparisonOperators<TRank, TRank, bool> //: hit
    {
        private (TItem Item, TRank Rank)[] nodes = start.Length == 0 ? new (TItem, TRank)[1] : Ordered(start); //: hit 2/2
        private int size = start.Length; //: hit

        private static (TItem, TRank)[] Ordered((TItem Item, TRank Rank)[] all)
        { //D: hit
            for (int i = (all.Length - 2) >> 2; i >= 0; --i) Sink(all, i, all.Length); //: part 1/2
            return all; //: hit
        } //D: hit

        private static void Sink((TItem Item, TRank Rank)[] all, int i, int size)
        { //D: hit
            var node = all[i]; //: hit
            for (int first; (first = (i << 2) + 1) < size; ) //: hit 2/2
            { //D: hit
                int least = first; //: hit
                for (int k = first + 1, end = Math.Min(first + 4, size); k < end; k++) //: hit 2/2
                    if (all[k].Rank < all[least].Rank) least = k; //: hit 2/2
                if (node.Rank <= all[least].Rank) break; //: hit 2/2
                all[i] = all[least]; //: hit
                i = least; //: hit
            } //D: hit

            all[i] = node; //: hit
        } //: hit

        public void Push(TItem item, TRank rank)
        { //D: hit
            if (size == nodes.Length) Array.Resize(ref nodes, size * 2); //: hit 2/2
            int i = size++; //: hit
            while (i > 0 && (i - 1) >> 2 is var parent && rank < nodes[parent].Rank) //: hit 2/2 2/2
            { //D: hit
                nodes[i] = nodes[parent]; //: hit
                i = parent; //: hit
            } //: hit

            nodes[i] = (item, rank); //: hit
        } //: hit

        public bool TryPop([MaybeNullWhen(false)] out TItem item, out TRank? rank)
        { //D: hit
            if (size == 0) //: hit 2/2
            { //D: hit
                (item, rank) = (default, default); //: hit
                return false; //: hit
            }

            (item, rank) = nodes[0]; //: hit
            if (--size > 0) //: hit 2/2
            { //D: hit
                nodes[0] = nodes[size]; //: hit
                Sink(nodes, 0, size); //: hit
            } //D: hit

            return true; //: hit
        } //D: hit
    }

    private sealed class Graph
    {
        private readonly Dictionary<string, List<(string To, int Cost)>> edges = []; //: hit

        public Graph Add(string from, string to, int cost, bool both = false)
        { //D: hit
            (edges.TryGetValue(from, out var list) ? list : edges[from] = []).Add((to, cost)); //: hit 2/2
            ref var back = ref CollectionsMarshal.GetValueRefOrAddDefault(edges, to, out bool exists); //: hit
            if (!exists || back is null) back = []; //: part 2/2 1/2
            if (both && from != to) back.Add((from, cost)); //: part 2/2 1/2
            return this; //: hit
        } //D: hit

        //- Dijkstra, left as soon as the goal is reached
        public int Distance(string from, string to, out int settled)
        { //D: hit
            settled = 0; //: hit
            Heap<string, int> open = new((from, 0)); //: hit
            Dictionary<string, int> best = new() { [from] = 0 }; //: hit
            HashSet<string> closed = []; //: hit
            while (open.TryPop(out string? at, out int cost)) //: hit 2/2
            { //D: hit
                if (!closed.Add(at)) continue; //: hit 2/2
                settled++; //: hit
                if (at == to) return cost; //: hit 2/2
                foreach (var (next, step) in edges[at]) //: hit 2/2
                { //D: hit
                    int through = cost + step; //: hit
                    if (closed.Contains(next) || best.TryGetValue(next, out int known) && known <= through) continue; //: part 2/2 2/2 1/2
                    best[next] = through; //: hit
                    open.Push(next, through); //: hit
                } //D: hit
            } //D: hit

            return -1; //: hit
        } //D: hit

        //- depth first, with colours; an exception leaves the recursion
        public bool Cyclic()
        { //D: hit
            Dictionary<string, byte> colour = []; //: hit
            try
            { //D: hit
                foreach (string node in edges.Keys) //: hit 2/2
                    if (!colour.ContainsKey(node)) Visit(node); //: hit 2/2
            } //: hit
            catch (Found f) when (f.Depth > 0) //: part 1/2
            { //D: hit
                return true; //: hit
            }

            return false; //: hit

            void Visit(string node, int depth = 0)
            { //D: hit
                colour[node] = 1; //: hit
                foreach (var edge in edges[node]) //: hit 2/2
                    switch (colour.GetValueOrDefault(edge.To)) //: part 2/3
                    {
                        case 1: throw new Found(depth + 1); //: hit
                        case 2: continue; //D: miss
                        default: Visit(edge.To, depth + 1); break; //: hit
                    }
                colour[node] = 2; //: hit
            } //: hit
        } //: hit

        private sealed class Found(int depth) : Exception //: hit
        {
            public int Depth => depth; //: hit
        }
    }

    //- least recently used: a linked list by hand, a lock, an Interlocked counter, disposal
    private class Recent<TKey, TValue>(int capacity) : IDisposable where TKey : notnull //: hit
    {
        private sealed class Node(TKey key, TValue value) //: hit
        {
            public readonly TKey Key = key; //: hit
            public TValue Value = value; //: hit
            public Node? Before, After;
        }

        private readonly Dictionary<TKey, Node> nodes = []; //: hit
        private readonly Lock gate = new(); //: hit
        private Node? first, last;
        private int hits, disposed;
        private volatile string? text;

        ~Recent() => Dispose(false); //: miss

        public string Text
        {
            get
            { //D: hit
                if (text is null) //: hit 2/2
                { //D: hit
                    lock (nodes) //: hit
                    { //D: hit
                        if (text == null) //: part 1/2
                            text = $"{typeof(TKey).Name}/{capacity}"; //: hit
                    } //: hit
                } //D: hit

                return text; //: hit
            } //D: hit
        }

        public TValue Get(TKey key, Func<TKey, TValue> make)
        { //D: hit
            ObjectDisposedException.ThrowIf(disposed != 0, this); //: hit
            lock (gate) //: none
            { //D: hit
                if (nodes.TryGetValue(key, out Node? node)) //: hit 2/2
                { //D: hit
                    int old, next; //: none
                    do
                    { //D: hit
                        old = hits; //: hit
                        if (old == int.MaxValue) break; //: part 1/2
                        next = old + 1; //: hit
                    } //D: hit
                    while (Interlocked.CompareExchange(ref hits, next, old) != old); //: part 1/2
                    if (first != node) //: hit 2/2
                    { //D: hit
                        Unlink(node); //: hit
                        Link(node); //: hit
                    } //D: hit

                    return node.Value; //: hit
                }

                if (nodes.Count >= capacity && last is { } oldest) //: part 2/2 1/2
                { //D: hit
                    Unlink(oldest); //: hit
                    nodes.Remove(oldest.Key); //: hit
                    (oldest.Value as IDisposable)?.Dispose(); //: hit 2/2
                } //D: hit

                Link(nodes[key] = node = new(key, make(key))); //: hit
                return node.Value; //: hit
            }
        } //: hit

        private void Unlink(Node node)
        { //D: hit
            if (node.Before is { } before) before.After = node.After; else first = node.After; //: part 1/2
            if (node.After is not { } after) last = node.Before; //: part 1/2
            else after.Before = node.Before; //: miss
            node.Before = node.After = null; //: hit
        } //: hit

        private void Link(Node node)
        { //D: hit
            node.After = first; //: hit
            if (first is not null) first.Before = node; //: hit 2/2
            first = node; //: hit
            last ??= node; //: hit 2/2
        } //: hit

        public IEnumerable<TKey> Keys
        {
            get
            { //D: hit
                for (Node? n = first; n is not null; n = n.After) //: hit 2/2
                    yield return n.Key; //: hit
            } //: hit
        }

        public void Dispose()
        { //D: hit
            Dispose(true); //: hit
            GC.SuppressFinalize(this); //: hit
        } //: hit

        protected virtual void Dispose(bool disposing)
        { //D: hit
            if (Interlocked.Exchange(ref disposed, 1) != 0 || !disposing) return; //: part 2/2 1/2
            foreach (Node node in nodes.Values) //: hit 2/2
                if (node.Value is IDisposable d) d.Dispose(); //: hit 2/2
            nodes.Clear(); //: hit
        } //: hit
    }

    private readonly struct Fraction : IEquatable<Fraction>, IComparable<Fraction>, IComparable, IAdditionOperators<Fraction, Fraction, Fraction>, IAdditiveIdentity<Fraction, Fraction>
    {
        private readonly int top, bottom;

        public Fraction(int top, int bottom = 1)
        { //D: hit
            if (bottom == 0) throw new DivideByZeroException(); //: hit 2/2
            int divisor = Gcd(Math.Abs(top), Math.Abs(bottom)) * (bottom < 0 ? -1 : 1); //: hit 2/2
            (this.top, this.bottom) = (top / divisor, bottom / divisor); //: hit
        } //: hit

        private static int Gcd(int a, int b)
        { //D: hit
            while (b != 0) (a, b) = (b, a % b); //: hit 2/2
            return a == 0 ? 1 : a; //: part 1/2
        } //D: hit

        public static Fraction AdditiveIdentity => new(0); //: hit

        public static Fraction operator +(Fraction a, Fraction b) => new(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom); //: hit

        public static Fraction operator checked +(Fraction a, Fraction b) => new(checked(a.top * b.bottom + b.top * a.bottom), a.bottom * b.bottom); //: hit

        public static bool operator true(Fraction f) => f.top != 0; //: hit

        public static bool operator false(Fraction f) => f.top == 0; //: hit

        public static Fraction operator &(Fraction a, Fraction b) => a ? b : a; //: part 1/2

        public static bool operator !(Fraction f) => f ? false : true; //D: part 1/2 //R: hit -- is !f

        public static bool operator ==(Fraction a, Fraction b) => a.Equals(b); //: hit

        public static bool operator !=(Fraction a, Fraction b) => !(a == b); //: hit

        public static implicit operator Fraction(int n) => new(n); //: hit

        public static explicit operator double(Fraction f) => f.bottom == 1 ? f.top : (double)f.top / f.bottom; //: part 1/2

        public bool Equals(Fraction other) => top == other.top && bottom == other.bottom; //: hit 2/2 2/2

        public override bool Equals(object? obj) => obj is Fraction f ? Equals(f) : obj is int n && this == n; //: part 1/2 0/2 0/2

        public override int GetHashCode() => HashCode.Combine(top, bottom); //: hit

        public int CompareTo(Fraction other) => (top * other.bottom).CompareTo(other.top * bottom); //: hit

        public int CompareTo(object? obj) => obj switch { null => 1, Fraction f => CompareTo(f), _ => throw new ArgumentException("type", nameof(obj)) }; //: part 2/3

        public override string ToString() => bottom == 1 ? $"{top}" : top > bottom && top % bottom != 0 ? $"{top / bottom} {top % bottom}/{bottom}" : $"{top}/{bottom}"; //: part 2/2 2/2 1/2
    }

    private static T Sum<T>(IEnumerable<T> all) where T : IAdditionOperators<T, T, T>, IAdditiveIdentity<T, T>
    { //D: hit
        T sum = T.AdditiveIdentity; //: hit
        foreach (T t in all) sum = checked(sum + t); //: hit 2/2
        return sum; //: hit
    } //D: hit

    private sealed class ByLength : IComparer<string?>, IEqualityComparer<string>
    {
        public int Compare(string? x, string? y) => //: none
            ReferenceEquals(x, y) ? 0 : x is null ? -1 : y is null ? 1 : x.Length != y.Length ? x.Length - y.Length : string.CompareOrdinal(x, y); //: part 2/2 2/2 1/2 2/2

        public bool Equals(string? x, string? y) => x?.Length == y?.Length; //: part 1/2 1/2

        public int GetHashCode(string s) => s.Length; //: hit
    }

    //- a set of bits
    private struct Bits(ulong word) : IEnumerable<int> //: none
    {
        private ulong word = word; //: hit

        public bool this[int i]
        {
            readonly get => (word & 1UL << i) != 0; //: hit
            set => word = value ? word | 1UL << i : word & ~(1UL << i); //: hit 2/2
        }

        public readonly int Lowest => word == 0 ? -1 : BitOperations.TrailingZeroCount(word); //: hit 2/2

        public readonly bool IsPower => word != 0 && (word & word - 1) == 0; //: part 2/2 1/2

        public readonly IEnumerator<int> GetEnumerator()
        { //D: hit
            for (ulong rest = word; rest != 0; rest &= rest - 1) yield return BitOperations.TrailingZeroCount(rest); //: hit 2/2
        } //: hit

        readonly IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: miss

        public static int Count(ulong v)
        { //D: hit
            int n = 0; //: hit
            for (; v != 0; n++) v &= v - 1; //: hit 2/2
            return n; //: hit
        } //D: hit

        public static uint Reverse(uint v, bool bytes)
        { //D: hit
            v = (v & 0x0000ffff) << 16 | v >> 16; //: hit
            v = (v & 0x00ff00ff) << 8 | (v & 0xff00ff00) >> 8; //: hit
            if (bytes) return v; //: hit 2/2
            for (int shift = 4; shift > 0; shift >>= 1) //: hit 2/2
            { //D: hit
                uint mask = shift switch { 4 => 0x0f0f0f0f, 2 => 0x33333333, _ => 0x55555555 }; //: hit 3/3
                v = (v & mask) << shift | v >> shift & mask; //: hit
            } //D: hit

            return v; //: hit
        } //D: hit
    }

    private static int Search<T>(ReadOnlySpan<T> sorted, T item, IComparer<T>? comparer = null)
    { //D: hit
        comparer ??= Comparer<T>.Default; //: hit 2/2
        int low = 0, high = sorted.Length - 1; //: hit
        while (low <= high) //: hit 2/2
        { //D: hit
            int middle = (int)((uint)low + (uint)high >> 1); //: hit
            switch (comparer.Compare(sorted[middle], item)) //: hit 3/3
            {
                case 0: return middle; //: hit
                case < 0: low = middle + 1; break; //: hit
                default: high = middle - 1; break; //: hit
            }
        } //D: hit

        return ~low; //: hit
    } //D: hit

    //- sorts: insertion for short spans, else three parts
    private static void Sort<T>(Span<T> all, Comparison<T> compare)
    { //D: hit
        while (true) //: hit
        { //D: hit
            if (all.Length <= 3) //: hit 2/2
            { //D: hit
                for (int i = 1; i < all.Length; i++) //: hit 2/2
                { //D: hit
                    T item = all[i]; //: hit
                    int k = i - 1; //: hit
                    for (; k >= 0 && compare(all[k], item) > 0; k--) all[k + 1] = all[k]; //: part 1/2 1/2
                    all[k + 1] = item; //: hit
                } //D: hit

                return; //: hit
            }

            T pivot = all[all.Length / 2]; //: hit
            int less = 0, at = 0, more = all.Length; //: hit
            while (at < more) //: hit 2/2
            { //D: hit
                int order = compare(all[at], pivot); //: hit
                if (order < 0) (all[less], all[at]) = (all[at++], all[less++]); //: hit 2/2
                else if (order > 0) (all[at], all[--more]) = (all[more], all[at]); //: hit 2/2
                else at++; //: hit
            } //D: hit

            Sort(all[..less], compare); //: hit
            all = all[more..]; //: hit
        } //D: hit
    } //D: hit

    public static void Run()
    { //D: hit
        Map<int, string> map = new() { [1] = "a" }; //: hit
        Use(map.TryAdd(1, "b") || map.TryAdd(3, "c") && map.TryAdd(5, "d")); //: part 1/2 1/2 1/2
        map[1] = "z"; //: hit
        Use(map[5] + map.Remove(3) + map.Remove(9) + map.Remove(5)); //: hit
        foreach (var (key, value) in map) Use(key + value.Length); //: hit 2/2
        Use(map.TryAdd(7, "e") && map.TryAdd(8, "f") && map.TryGetValue(7, out var found) && found is "e"); //: part 1/2 1/2 1/2 1/2
        Expect<KeyNotFoundException>(() => Use(map[77])); //: hit
        Expect<InvalidOperationException>(() => { foreach (var pair in map) map[pair.Key] = "changed"; }); //: part 1/2
        Map<string, int> lengths = new(5, new ByLength()) { ["ab"] = 1 }, plain = new(1, null) { ["x"] = 2 }; //: hit
        Use(lengths["cd"] + lengths.Count((KeyValuePair<string, int> p) => p.Value > 0)); //: hit
        Use(plain["x"] + (lengths.TryGetValue("y", out int none) ? none : -1)); //: part 1/2
        Graph graph = new Graph().Add("a", "b", 4).Add("a", "c", 1).Add("c", "b", 2).Add("b", "d", 5).Add("c", "d", 8, true); //: hit
        Use(graph.Distance("a", "d", out int settled) + graph.Distance("d", "a", out settled) + settled); //: hit
        Use(graph.Cyclic() ^ new Graph().Add("p", "q", 1).Add("q", "r", 1).Cyclic()); //: hit
        Heap<string, double> heap = new(); //: hit
        for (int i = 0; i < 9; i++) heap.Push($"{i}", i * 5 % 7); //: hit 2/2
        string order = ""; //: hit
        while (heap.TryPop(out string? next, out double rank)) order += next + (rank >= 6 ? "!" : ""); //: hit 2/2 2/2
        Use(order); //: hit
        using (Recent<int, object> recent = new(2)) //: hit
        { //D: hit
            foreach (int i in new[] { 1, 2, 1, 1, 3, 4, 5 }) Use(recent.Get(i, k => k % 2 == 0 ? new System.IO.MemoryStream() : $"{k}")); //: hit 2/2 2/2
            Use(recent.Text + recent.Text.Length + recent.Keys.Count()); //: hit
            recent.Dispose(); //: hit
        } //: hit

        Fraction half = new(1, 2), third = new(-1, -3); //: hit
        Use(Sum([half, third, half]).ToString() + (half + half) + (string)$"{new Fraction(1, 3)}" + (double)third); //: hit
        Use(half && third ? 2 : 1); //: part 1/2 1/2
        Use(!half | half.Equals(3) | half.Equals((object)half) | half == third | half != new Fraction(1, 4)); //: hit
        Use(half.GetHashCode() + half.CompareTo(null) + half.CompareTo((object)third)); //: hit
        Expect<DivideByZeroException>(() => new Fraction(1, 0).ToString()); //: hit
        string?[] words = ["ccc", null, "a", "bb", "aa", null, "zz"]; //: hit
        Sort<string?>(words, new ByLength().Compare); //: hit
        Use(Search<string?>(words, "aa", new ByLength()) + Search<string?>(words, "b", new ByLength()) + Search([1, 2, 3], 9)); //: hit
        Bits bits = new(0) { [3] = true, [5] = true }; //: hit
        bits[3] = false; //: hit
        Use(bits.Lowest + new Bits(0).Lowest + bits.Sum() + Bits.Count(0xf0)); //: hit
        Use(bits.IsPower || new Bits(0).IsPower); //: part 1/2 0/2
        Use(new Bits(0).IsPower | bits[5]); //: hit
        Use((int)(Bits.Reverse(1, true) + Bits.Reverse(6, false))); //: hit
    } //: hit
}
