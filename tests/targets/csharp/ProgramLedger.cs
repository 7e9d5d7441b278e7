// An event-sourced aggregate with records, a generic cache with locks, events and weak references, and what nullable
// annotations make people write.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal abstract record LedgerEvent(Guid Id, int Version) //: hit
{
    public sealed record Opened(Guid Id, int Version, string Owner, decimal? Limit = null) : LedgerEvent(Id, Version); //: hit

    public sealed record Deposited(Guid Id, int Version, decimal Amount) : LedgerEvent(Id, Version); //: hit

    public sealed record Withdrawn(Guid Id, int Version, decimal Amount, string? Reason = default) : LedgerEvent(Id, Version) //: hit
    {
        protected override bool PrintMembers(StringBuilder builder)
        { //D: hit
            if (base.PrintMembers(builder)) builder.Append(", "); //: part 1/2
            builder.Append(CultureInfo.InvariantCulture, $"{Amount:0.0}{(Reason is not null ? " for " + Reason : "")}"); //: hit 2/2
            return true; //: hit
        } //D: hit
    }

    public sealed record Closed(Guid Id, int Version) : LedgerEvent(Id, Version); //: hit
}

internal static class ProgramLedger
{
    private sealed record State(string? Owner = null, decimal Balance = 0, decimal? Limit = null, bool Closed = false) //: hit
    {
        public static State Empty { get; } = new(); //: hit

        [MemberNotNullWhen(true, nameof(Owner))]
        public bool Open => Owner is { Length: > 0 } && !Closed; //: part 2/2 1/2 2/2

        public State Apply(LedgerEvent e) => e switch //: part 4/5
        { //: hit
            LedgerEvent.Opened { Owner: var owner, Limit: var limit } => this with { Owner = owner, Limit = limit ?? Limit }, //: hit 2/2
            LedgerEvent.Deposited(_, _, var amount) => this with { Balance = Balance + amount }, //: hit
            LedgerEvent.Withdrawn { Amount: var amount } => this with { Balance = Balance - amount }, //: hit
            LedgerEvent.Closed => this with { Closed = true, Balance = 0 }, //: hit
            _ => throw new NotSupportedException(e.GetType().Name), //: miss
        }; //: hit
    }

    private sealed class Ledger(Guid id, TimeSpan? pause = null) //: hit
    {
        private readonly List<LedgerEvent> events = new(); //: hit
        private Dictionary<string, int>? tally; // no code
        private State state = State.Empty; //: hit

        public event EventHandler<LedgerEvent>? Changed; //: none

        public State Current => state; //: hit

        public TimeSpan Pause { get; init; } = pause ?? TimeSpan.Zero; //: part 1/2

        public int this[Type type] => events.Count(e => e.GetType() == type); //: hit

        public LedgerEvent? this[Index index] => index.GetOffset(events.Count) is >= 0 and var at && at < events.Count ? events[at] : null; //: part 1/2 2/2

        public bool Raise(Func<int, LedgerEvent?> make)
        { //D: hit
            LedgerEvent? next = make(events.Count + 1); //: hit
            if (next is null) return false; //: hit 2/2
            ArgumentOutOfRangeException.ThrowIfNotEqual(next.Version, events.Count + 1); //: hit
            state = state.Apply(next); //: hit
            events.Add(next); //: hit
            (tally ??= new(StringComparer.Ordinal))[next.GetType().Name] = tally.GetValueOrDefault(next.GetType().Name) + 1; //: hit 2/2
            Changed?.Invoke(this, next); //: hit 2/2
            return true; //: hit
        } //D: hit

        public string? Withdraw(decimal amount, string? reason = null)
        { //D: hit
            if (!state.Open) return "closed"; //: hit 2/2
            decimal left = state.Balance - amount; //: hit
            if (left < 0 && (state.Limit is not { } limit || -left > limit)) //: hit 2/2 2/2 2/2
            { //D: hit
                return $"{state.Owner} lacks {-left:0.##}"; //: hit
            }

            reason ??= amount switch { > 100 => "big", _ => null }; //: hit 2/2 2/2
            return Raise(v => new LedgerEvent.Withdrawn(id, v, amount, reason)) ? null : "nothing"; //: part 1/2
        } //D: hit

        public int Tally(string name) => tally?[name] ?? -1; //: hit 2/2

        public IEnumerable<LedgerEvent> After(int version)
        { //D: hit
            for (int i = version; i < events.Count; i++) //: hit 2/2
            { //D: hit
                if (events[i] is LedgerEvent.Withdrawn { Reason: null } or LedgerEvent.Closed) continue; //: hit 2/2 2/2 2/2
                yield return events[i]; //: hit
            } //D: hit
        } //: hit

        public static Ledger Replay(Guid id, IEnumerable<LedgerEvent> events)
        { //D: hit
            Ledger ledger = new(id); //: hit
            foreach (LedgerEvent e in events) //: hit 2/2
                ledger.Raise(version => e.Version == version ? e : e with { Version = version }); //: part 1/2
            return ledger; //: hit
        } //D: hit
    }

    //- a cache: locks, reader-writer locks, weak references, events, eviction, lazy values
    private sealed class Cache<TKey, TValue> : IDisposable
        where TKey : notnull
        where TValue : class
    {
        private readonly Dictionary<TKey, WeakReference<TValue>> weak; // no code
        private readonly LinkedList<(TKey Key, TValue Value)> recent = new(); //: hit
        private readonly object gate = new(); //: hit
        private readonly ReaderWriterLockSlim guard = new(LockRecursionPolicy.SupportsRecursion); //: hit
        private readonly int limit; // no code
        private EventHandler<TKey>? evicted; // no code
        private bool disposed; // no code

        public Cache(int limit, IEqualityComparer<TKey>? comparer = null) //: hit
        { //D: hit
            this.limit = limit > 0 ? limit : throw new ArgumentOutOfRangeException(nameof(limit)); //: hit 2/2
            weak = new(comparer ?? EqualityComparer<TKey>.Default); //: hit 2/2
        } //: hit

        public event EventHandler<TKey> Evicted
        {
            add
            { //D: hit
                lock (gate) evicted += value; //: hit
            } //: hit
            remove
            { //D: hit
                lock (gate) //: hit
                { //D: hit
                    evicted -= value; //: hit
                } //: hit
            } //: hit
        }

        public TValue Get(TKey key, Func<TKey, TValue?> make)
        { //D: hit
            ObjectDisposedException.ThrowIf(disposed, this); //: hit
            guard.EnterUpgradeableReadLock(); //: hit
            try
            { //D: hit
                if (weak.TryGetValue(key, out var reference) && reference.TryGetTarget(out TValue? value)) //: part 2/2 1/2
                { //D: hit
                    Touch(key, value); //: hit
                    return value; //: hit
                }

                value = make(key) ?? throw new KeyNotFoundException(key.ToString()); //: hit 2/2
                guard.EnterWriteLock(); //: hit
                try
                { //D: hit
                    weak[key] = new WeakReference<TValue>(value); //: hit
                    Touch(key, value); //: hit
                } //: hit
                finally
                { //D: hit
                    guard.ExitWriteLock(); //: hit
                } //: hit

                return value; //: hit
            }
            finally
            { //D: hit
                if (guard.IsUpgradeableReadLockHeld) guard.ExitUpgradeableReadLock(); //: part 1/2
            } //: hit
        } //: hit

        private void Touch(TKey key, TValue value)
        { //D: hit
            (TKey Key, TValue Value)? dropped = null; //: hit
            lock (gate) //: hit
            { //D: hit
                for (var node = recent.First; node is not null; node = node.Next) //: hit 2/2
                { //D: hit
                    if (!EqualityComparer<TKey>.Default.Equals(node.Value.Key, key)) continue; //: hit 2/2
                    recent.Remove(node); //: hit
                    break; //: hit
                }

                recent.AddFirst((key, value)); //: hit
                if (recent.Count > limit && recent.Last is { Value: var last }) //: part 2/2 1/2
                { //D: hit
                    recent.RemoveLast(); //: hit
                    weak.Remove(last.Key); //: hit
                    dropped = last; //: hit
                } //D: hit
            } //: hit

            if (dropped is { Key: var gone }) evicted?.Invoke(this, gone); //: hit 2/2 2/2
        } //: hit

        public void Dispose()
        { //D: hit
            if (disposed) return; //: hit 2/2
            disposed = true; //: hit
            guard.Dispose(); //: hit
            GC.KeepAlive(this); //: hit
        } //: hit
    }

    //- what nullable annotations make people write
    private static string Describe(Dictionary<string, string?[]?>? map, string key, ref string? last)
    { //D: hit
        string?[]? values = null; //: hit
        if (map?.TryGetValue(key, out values) is not true || values is []) return last ??= "empty"; //: hit 2/2 2/2 2/2 2/2 2/2 2/2
        string first = values?[0]?.Trim() ?? key; //: hit 2/2 2/2 2/2
        last = first!.Length > 1 ? values?[^1] : last?[..1]; //: part 2/2 1/2 2/2
        int length = (values?.Length ?? 0) + (last?.Length).GetValueOrDefault(); //: hit 2/2 2/2
        return values is null ? first : $"{first}/{last ?? "-"}/{length}"; //: part 2/2 1/2 -- a hole of an interpolated string with ?? has a decision of its own
    } //D: hit

    public static void Run()
    { //D: hit
        Guid id = Guid.Empty; //: hit
        Ledger ledger = new(id); //: hit
        Use(ledger.Tally("Opened") + ledger.Pause.Seconds); //: hit
        Use(ledger.Withdraw(1)); //: hit
        ledger.Raise(v => new LedgerEvent.Opened(id, v, "ann")); //: hit
        ledger.Raise(v => new LedgerEvent.Opened(id, v, "bob", 50)); //: hit
        List<string> seen = []; //: hit
        EventHandler<LedgerEvent> handler = (_, e) => seen.Add(e.ToString()); //: hit
        ledger.Changed += handler; //: hit
        ledger.Raise(v => new LedgerEvent.Deposited(id, v, 200)); //: hit
        Use(ledger.Withdraw(120)); //: hit
        Use(ledger.Withdraw(100)); //: hit
        Use(ledger.Withdraw(500)); //: hit
        Use(ledger.Withdraw(10, "rent")); //: hit
        ledger.Changed -= handler; //: hit
        Use(ledger.Raise(_ => null)); //: hit
        Expect<ArgumentOutOfRangeException>(() => ledger.Raise(v => new LedgerEvent.Closed(id, v + 1))); //: hit
        ledger.Raise(v => new LedgerEvent.Closed(id, v)); //: hit
        Use(ledger.Withdraw(1)); //: hit
        Use(ledger.Tally("Withdrawn") + ledger[typeof(LedgerEvent.Closed)]); //: hit
        Use(ledger[0]?.Version ?? ledger[^1]?.Version ?? -1); //: part 1/2 0/2
        Use(ledger[99]?.ToString() ?? "none"); //: part 1/2 1/2
        Ledger copy = Ledger.Replay(id, ledger.After(1)); //: hit
        Use(copy.Current == ledger.Current); //: hit
        Use(copy.Current with { Owner = "c" }); //: hit
        Ledger poor = new(id); //: hit
        poor.Raise(v => new LedgerEvent.Opened(id, v, "zed")); //: hit
        Use(poor.Withdraw(5)); //: hit
        Expect<ArgumentOutOfRangeException>(() => _ = new Cache<int, string>(0)); //: hit
        using (Cache<string, string> cache = new(2, StringComparer.OrdinalIgnoreCase)) //: hit
        { //D: hit
            int evictions = 0; //: hit
            foreach (string key in (string[])["a", "b", "a", "c", "A"]) Use(cache.Get(key, k => k + k)); //: hit 2/2
            EventHandler<string> count = (sender, key) => evictions += sender is Cache<string, string> && key != "" ? 1 : 0; //: part 1/2 1/2
            cache.Evicted += count; //: hit
            Use(cache.Get("e", k => k)); //: hit
            cache.Evicted -= count; //: hit
            Expect<KeyNotFoundException>(() => cache.Get("none", _ => null)); //: hit
            cache.Dispose(); //: hit
            Expect<ObjectDisposedException>(() => cache.Get("a", _ => "")); //: hit
            Use(evictions); //: hit
        } //: hit

        Cache<int, object> numbers = new(1); //: hit
        Use(numbers.Get(1, n => n)); //: hit
        numbers.Dispose(); //: hit
        string? text = null; //: hit
        Dictionary<string, string?[]?> map = new() { ["no"] = null, ["e"] = [], ["x"] = [" long ", "z"], ["y"] = ["q", null], ["n"] = [null] }; //: hit
        Use(Describe(null, "k", ref text)); //: hit
        Use(Describe(map, "k", ref text)); //: hit
        foreach (string key in map.Keys) Use(Describe(map, key, ref text)); //: hit 2/2
    } //: hit
}
