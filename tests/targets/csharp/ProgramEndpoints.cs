// A small web-like service: routes and handlers as lambdas, a store with a cache, money with operators of its own,
// extension blocks, partial properties, events, middleware, and answers made from outcomes.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal readonly record struct Money(decimal Amount, string Currency = "EUR") : IAdditionOperators<Money, Money, Money>, IComparable<Money> //: hit
{
    public static Money operator +(Money a, Money b) => a.Currency == b.Currency ? new(a.Amount + b.Amount, a.Currency) : throw new InvalidOperationException("currency"); //: hit 2/2

    public static Money operator checked -(Money a, Money b) => a.Amount >= b.Amount && a.Currency == b.Currency ? a with { Amount = a.Amount - b.Amount } : throw new OverflowException(); //: part 2/2 1/2

    public static Money operator -(Money a, Money b) => a with { Amount = a.Amount - (a.Currency == b.Currency ? b.Amount : 0) }; //: part 1/2

    public static bool operator >(Money a, Money b) => a.CompareTo(b) > 0; //: hit

    public static bool operator <(Money a, Money b) => a.CompareTo(b) < 0; //: miss

    public static implicit operator Money(int cents) => new(cents / 100m); //: hit

    public static explicit operator int(Money m) => m is { Currency: "EUR", Amount: var a and >= 0 } ? (int)(a * 100) : -1; //: part 2/2 1/2

    public int CompareTo(Money other) => (Amount, Currency) == (other.Amount, other.Currency) ? 0 : Amount < other.Amount ? -1 : 1; //: part 1/2 0/2 2/2
}

internal static class RequestExtensions
{
    extension(ProgramEndpoints.Request request)
    {
        public bool Secure => request.Path is ['/', 's', '/', ..] || request.Headers?.ContainsKey("tls") == true; //: part 1/2 2/2 1/2 1/2 1/2 1/2 1/2

        public string? Header(string key) => request.Headers?.TryGetValue(key, out string? value) is true ? value : null; //: part 2/2 2/2 1/2

        public IEnumerable<string> Parts()
        { //D: hit
            foreach (string part in request.Path.Split('/')) //: hit 2/2
                if (part is { Length: > 0 }) //: part 1/2 2/2
                    yield return part[0] == ':' ? part[1..] : part; //: hit 2/2
        } //: hit

        public static ProgramEndpoints.Request operator /(ProgramEndpoints.Request left, string part) =>
            left with { Path = left.Path.EndsWith('/') ? left.Path + part : $"{left.Path}/{part}" }; //: part 1/2
    }

    extension<T>(IEnumerable<T> items)
        where T : INumber<T>
    {
        public T? Largest => items.Aggregate(default(T), (best, item) => best is null || item > best ? item : best); //: part 1/2 2/2
    }
}

internal static partial class ProgramEndpoints
{
    internal sealed record Request(string Verb, string Path, Dictionary<string, string>? Headers = null); //: hit

    internal sealed record Answer(int Status, object? Body = null) //: hit
    {
        public bool Good => Status is >= 200 and < 300; //: part 1/2 2/2
    }

    private sealed partial class Limits(int most, int? least = null) //: hit
    {
        public partial int Most { get; set; }

        public int Least => least ?? (most > 10 ? 10 : most); //: part 2/2 1/2
    }

    private sealed partial class Limits
    {
        public partial int Most
        {
            get => field == 0 ? most : field; //: hit 2/2
            set => field = value > 0 && value >= Least ? value : throw new ArgumentOutOfRangeException(nameof(value)); //: part 2/2 1/2
        }
    }

    private class Store<TKey, TValue>(Func<TKey, TValue?> load, TimeProvider? clock = null) //: hit
        where TKey : notnull
        where TValue : class
    {
        private readonly Lock gate = new(); //: hit
        private readonly Dictionary<TKey, (TValue? Value, long At)> entries = []; //: hit
        private readonly TimeProvider time = clock ?? TimeProvider.System; //: part 1/2

        public event Action<TKey, bool>? Asked; //: none

        public int Misses { get; private set; } //: hit

        public TValue? Get(TKey key)
        { //D: hit
            bool known = false; //: hit
            try
            { //: hit
                lock (gate) //: none -- the compiler makes no point for the lock statement of a System.Threading.Lock
                { //D: hit
                    if (entries.TryGetValue(key, out var entry) && (known = entry.Value is not null || entry.At < 0)) return entry.Value; //: part 2/2 2/2 1/2 1/2
                    TValue? loaded = load(key); //: hit
                    entries[key] = (loaded, loaded is null ? -1 : time.GetTimestamp()); //: hit 2/2
                    Misses += loaded switch { null => 1, IReadOnlyCollection<char> { Count: 0 } => 2, _ => 0 }; //: part 2/3
                    return loaded; //: hit
                }
            }
            finally
            { //D: hit
                Asked?.Invoke(key, known); //: hit 2/2
            } //: hit
        } //: hit
    }

    private sealed class Names(params ReadOnlySpan<string> known) : Store<string, string>(known is [] ? _ => null : Lookup([.. known])) //: hit 2/2
    {
        private static Func<string, string?> Lookup(string[] all) => key => all.FirstOrDefault(a => a == key || a.Length > 5 && a.StartsWith(key)) is { } found ? found : null; //: part 2/2 2/2 2/2 1/2
    }

    private delegate Task<Answer> Handler(Request request, CancellationToken token = default);

    private static readonly Dictionary<(string Verb, string Head), Handler> routes = new() //: hit
    { //: hit
        [("GET", "names")] = async (r, _) => await Find(r.Parts().ElementAtOrDefault(1)) is { Length: var n } name ? new Answer(200, $"{name}:{n}") : new(404), //: hit 2/2
        [("GET", "sum")] = (r, _) => Task.FromResult(r.Parts().Skip(1).Select(p => int.TryParse(p, out int i) ? i : -1).Largest is var most and > 0 ? new Answer(200, most) : new(400)), //: hit 2/2 2/2
        [("POST", "pay")] = static async (r, token) => //: hit
        { //: hit
            await Task.Yield(); //: hit
            token.ThrowIfCancellationRequested(); //: hit
            Money price = 250, paid = r.Header("paid") is { } text && decimal.TryParse(text, out decimal d) ? new(d) : default; //: part 2/2 1/2
            if (paid is { Amount: 0 }) return new(402, price); //: hit 2/2
            try
            { //D: hit
                return new(200, checked(paid - price)); //: hit
            }
            catch (OverflowException) when (r.Header("trust") is "yes" or "always") //: part 1/2 0/2
            { //D: hit
                return new(202, paid - price); //: hit
            }
        }, //: hit
    }; //: hit

    private static readonly Names names = new("anna", "bob", "charles"); //: hit

    private static async Task<string?> Find(string? name)
    { //D: hit
        if (string.IsNullOrEmpty(name)) return null; //: hit 2/2
        return names.Get(name) ?? (name.Length > 2 ? await Task.FromResult(names.Get(name)) : null); //: part 2/2 1/2
    } //: hit //AR: none

    private static async Task<Answer> Dispatch(Request request)
    { //D: hit
        int before = names.Misses; //: hit
        try
        { //D: hit
            string? head = request.Parts().FirstOrDefault(); //: hit
            if (head is null || !routes.TryGetValue((request.Verb, head), out Handler? handler)) return new(request.Secure ? 403 : 404); //: hit 2/2 2/2 2/2
            Answer answer = await handler(request); //: hit
            return answer switch //: hit 4/4
            { //: hit
                { Good: true, Body: int or string } => answer, //: hit
                { Status: 404 } when names.Misses > before => answer with { Body = "unknown" }, //: hit 2/2
                { Body: Money(var amount, _) } => answer with { Body = amount }, //: hit
                _ => answer, //: hit
            }; //: hit
        }
        catch (Exception e) when (e is InvalidOperationException or OverflowException) //: miss 0/2 0/2
        { //D: miss
            return new(500, e.Message); //: miss
        }
    } //: hit

    public static async Task Run()
    { //D: hit
        Request root = new("GET", "/"); //: hit
        Use(await Dispatch(root / "names/bob")); //: hit
        names.Asked += (key, known) => Use(known ? key : key.Length); //: hit 2/2
        Request[] requests = //: hit
        [ //: hit
            new("GET", "/names/zed"), new("GET", "/names"), new("GET", "/sum/:1/2x/3"), new("GET", "/sum"), //: hit
            new("POST", "/pay", new() { ["paid"] = "3" }), //: hit
            new("POST", "/pay", new() { ["paid"] = "1", ["trust"] = "yes" }), //: hit
            new("POST", "/pay"), new("GET", "/s/x"), root, //: hit
        ]; //: hit
        foreach (Request request in requests) //: hit 2/2
            Use(await Dispatch(request)); //: hit
        Use(names.Get("bob") + new Names().Get("x")); //: hit
        Use(new Money(2) > new Money(1) || new Money(1) > new Money(2)); //: part 1/2 0/2
        Use(new Money(1) > new Money(2)); //: hit
        Use((int)(new Money(1) + new Money(2)) + (int)new Money(1, "USD")); //: hit
        Expect<InvalidOperationException>(() => Use(new Money(1) + new Money(1, "USD"))); //: hit
        Limits wide = new(20), narrow = new(5, 2); //: hit
        Use(wide.Most); //: hit
        wide.Most = 15; //: hit
        Use(wide.Most + narrow.Least); //: hit
        Expect<ArgumentOutOfRangeException>(() => narrow.Most = 0); //: hit
    } //: hit
}
