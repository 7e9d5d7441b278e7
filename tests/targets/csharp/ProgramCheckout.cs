// An order service as shops have it: rules, prices, stock, outcomes, and services made by a small container.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramCheckout
{
    private enum Grade { None, Silver = 2, Gold, Staff = 9 }

    private sealed record Customer(string Name, Grade Grade, string? Country = null) //: hit
    {
        public string? Coupon { get; init; } //: hit

        public int Points //: none
        {
            get; //: hit
            set => field = value is >= 0 and <= 1000 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, null); //: part 2/2 1/2
        }
    }

    private readonly record struct Line(string Sku, int Quantity, decimal Price) //: hit
    {
        public decimal Sum => Quantity switch //: part 3/4
        { //: hit
            <= 0 => throw new InvalidOperationException($"{Sku}: {Quantity}"), //: hit
            1 => Price, //: hit
            > 1 and < 10 => Quantity * Price, //: hit
            _ => Quantity * Price * 0.9m, //: miss
        }; //: hit
    }

    private sealed record Cart(Customer? Owner, IReadOnlyList<Line> Lines) //: hit
    {
        public decimal Total { get; } = Lines.Where(l => l.Quantity > 0).Sum(l => l.Sum); //: hit

        public bool Foreign => Owner?.Country is not (null or "DE" or "AT"); //: part 1/2 2/2 1/2 2/2
    }

    private abstract record Outcome //: none
    {
        public sealed record Accepted(string Id, decimal Total) : Outcome; //: hit

        public sealed record Rejected(string Reason, params string[] Details) : Outcome; //: hit

        public sealed record Deferred(TimeSpan By) : Outcome; //: miss

        public T Match<T>(Func<Accepted, T> accepted, Func<Rejected, T> rejected, Func<T>? other = null) => this switch //: part 3/4
        { //: hit
            Accepted a => accepted(a), //: hit
            Rejected { Details: [var first, ..] } r when first.Length > 6 => rejected(r with { Reason = first }), //: hit 2/2
            Rejected r => rejected(r), //: hit
            _ => other is null ? throw new NotSupportedException() : other(), //: miss 0/2
        }; //: hit
    }

    private sealed class Rule<T>(string name, Func<T, bool> holds, Func<T, string?>? detail = null) //: hit
    {
        public IEnumerable<string> Check(T value)
        { //D: hit
            if (holds(value)) yield break; //: hit 2/2
            yield return name; //: hit
            if (detail?.Invoke(value) is { Length: > 0 } text) //: part 2/2 2/2 1/2
                yield return $"{name}: {text}"; //: hit
        } //: hit
    }

    private static readonly Rule<Cart>[] rules = //: hit
    [ //: hit
        new("empty", static c => c.Lines is [_, ..]), //: part 1/2 2/2
        new("owner", c => c.Owner is { Name.Length: > 1 } o && (o.Grade != Grade.Staff || o.Coupon is null), c => c.Owner?.Name), //: part 2/2 1/2 2/2 2/2 1/2 2/2
        new("quantity", c => c.Lines.All(l => l is { Quantity: > 0, Sku: not "" }), c => //: part 1/2 2/2
        { //: hit
            var bad = c.Lines.Where(l => l.Quantity <= 0).Select(l => l.Sku).ToList(); //: hit
            return bad switch { [] => null, [var only] => only, [var a, .., var z] => a + ".." + z }; //: part 1/3
        }), //: hit
    ]; //: hit

    //- prices: nested conditionals as arguments, switches on ranges and tuples
    private static decimal Discount(Cart cart) => (cart.Owner, cart.Total) switch //: part 4/7
    { //: hit
        (null, _) => 0, //: miss
        ({ Grade: Grade.Staff }, _) => 0.5m, //: hit
        ({ Coupon: ['S', 'A', 'V', 'E', .. var percent] }, > 10) when int.TryParse(percent, out int p) => p / 100m, //: part 1/2
        ({ Grade: Grade.Gold or Grade.Silver, Points: var points }, >= 100) => points > 500 ? 0.2m : 0.1m, //: part 1/2
        ({ Coupon: not null }, < 1) => 1, //: miss
        (_, > 5000) => 0.05m, //: miss
        _ => 0, //: hit
    }; //: hit

    private static string Money(decimal value, string? currency = null) => //: none
        string.Create(CultureInfo.InvariantCulture, $"{value * (1 - (value > 100 ? 0.01m : 0)):0.00} {(currency is { Length: 3 } c ? c : currency is null ? "EUR" : "???")}"); //: part 2/2 2/2 1/2 1/2

    private interface IStock
    {
        bool Has(string sku, int quantity);

        int Reserve(string sku, int quantity) => Has(sku, quantity) ? quantity : throw new KeyNotFoundException(sku); //: hit 2/2
    }

    private sealed class Stock(params (string Sku, int Count)[] counts) : IStock //: hit
    {
        private readonly Dictionary<string, int> held = counts.ToDictionary(c => c.Sku, c => c.Count, StringComparer.OrdinalIgnoreCase); //: hit

        public Dictionary<string, int>? Reserved { get; set; } //: hit

        public bool Has(string sku, int quantity) => held.TryGetValue(sku, out int n) && n >= quantity; //: part 2/2 1/2

        public int this[string sku] => held.TryGetValue(sku, out var n) ? n - (Reserved?.GetValueOrDefault(sku) ?? 0) : -1; //: part 2/2 1/2
    }

    private sealed class Services
    {
        private readonly Dictionary<Type, (Func<Services, object> Make, bool Single)> made = []; //: hit
        private readonly Dictionary<Type, object> singles = []; //: hit

        public Services Add<T>(Func<Services, T> make, bool single = false)
            where T : class
        { //D: hit
            if (!made.TryAdd(typeof(T), (s => make(s), single))) throw new ArgumentException(typeof(T).Name); //: hit 2/2
            return this; //: hit
        } //D: hit

        public T Get<T>()
            where T : class => TryGet<T>() ?? throw new InvalidOperationException($"no {typeof(T).Name}"); //: hit 2/2

        public T? TryGet<T>()
            where T : class
        { //D: hit
            if (singles.TryGetValue(typeof(T), out object? known) && known is T ready) return ready; //: part 2/2 1/2
            if (!made.TryGetValue(typeof(T), out var entry)) return null; //: hit 2/2
            var (make, single) = entry; //: hit
            T value = (T)make(this); //: hit
            return single ? (T)(singles[typeof(T)] = value) : value; //: hit 2/2
        } //D: hit
    }

    private sealed class OrderService(IStock stock, Func<DateTime>? clock = null) //: hit
    {
        private readonly Func<DateTime> now = clock ?? (static () => DateTime.UnixEpoch); //: hit 2/2
        private int number;
        private event Action<Outcome>? Placed; //: none

        public void Subscribe(Action<Outcome>? handler) => Placed += handler ?? throw new ArgumentNullException(nameof(handler)); //: hit 2/2

        public Outcome Place(Cart cart)
        { //D: hit
            var errors = rules.SelectMany(r => r.Check(cart)).ToArray(); //: hit
            Outcome outcome = errors.Length > 0 //: hit 2/2 2/2
                ? new Outcome.Rejected("rules", errors) //: hit
                : Reserve(cart) is { } missing ? new Outcome.Rejected("stock", missing) : Accept(cart); //: hit
            Placed?.Invoke(outcome); //: hit 2/2
            return outcome; //: hit
        } //D: hit

        private string? Reserve(Cart cart)
        { //D: hit
            foreach (var (sku, quantity, _) in cart.Lines) //: hit 2/2
            { //D: hit
                try
                { //D: hit
                    stock.Reserve(sku, quantity); //: hit
                    (stock as Stock)?.Reserved ??= new(StringComparer.Ordinal); //: part 1/2 2/2
                    (stock as Stock)?.Reserved?[sku] = quantity; //: part 1/2 1/2
                } //: hit
                catch (KeyNotFoundException e) when (e.Message is [.., '!'] || sku.Length > 1) //: part 1/2 1/2 1/2 2/2
                { //D: hit
                    return sku; //: hit
                }
                catch (KeyNotFoundException) //: hit
                { //D: hit
                    continue; //: hit
                }
            } //D: hit

            return null; //: hit
        } //: hit -- the way out of the try blocks

        private Outcome.Accepted Accept(Cart cart) =>
            new($"{now():yyyy}-{++number:000}{(cart.Foreign ? "X" : "")}", cart.Total * (1 - Discount(cart))); //: hit 2/2
    }

    public static void Run()
    { //D: hit
        Services services = new Services() //: hit
            .Add<IStock>(_ => new Stock(("apple", 5), ("PEAR", 100), ("egg", 12)), single: true) //: hit
            .Add(s => new OrderService(s.Get<IStock>(), s.TryGet<Func<DateTime>>())) //: hit
            .Add<Random>(static _ => //: hit
                new Random(1)); //: miss
        Expect<ArgumentException>(() => services.Add<IStock>(_ => new Stock())); //: hit
        Expect<InvalidOperationException>(() => services.Get<Uri>()); //: hit
        OrderService silent = services.Get<OrderService>(), orders = new(services.Get<IStock>(), () => new(2026, 1, 1)); //: hit
        List<string> log = []; //: hit
        orders.Subscribe(o => log.Add(o.Match(a => a.Id + Money(a.Total, a.Id.EndsWith('X') ? "USD" : null), r => r.Reason))); //: hit 2/2
        Expect<ArgumentNullException>(() => orders.Subscribe(null)); //: hit

        Customer ann = new("Ann", Grade.Gold) { Points = 5, Coupon = "SAVE20" }, bob = new("Bob", Grade.Staff, "FR"); //: hit
        Customer eve = ann with { Name = "Eve", Coupon = null, Country = "AT" }; //: hit
        Expect<ArgumentOutOfRangeException>(() => eve.Points = -1); //: hit
        Line[] fruit = [new("apple", 2, 1.5m), new("pear", 9, 20)]; //: hit
        Use(silent.Place(new(null, [])).ToString()); //: hit
        foreach (Cart cart in (Cart[])[new(ann, fruit), new(bob, fruit[..1]), new(eve, fruit), new(eve, [new("egg", 1, 2)])]) //: hit 2/2
            Use(orders.Place(cart) is Outcome.Accepted { Total: > 20 and < 200 } ? 1 : 0); //: part 1/2 2/2 1/2
        Use(orders.Place(new(eve, [new("", 1, 1), new("egg", -2, 1)]))); //: hit
        Use(orders.Place(new(bob with { Name = "B" }, fruit))); //: hit
        Use(orders.Place(new(eve, [new("k", 1, 1), new("kiwi", 1, 1)]))); //: hit
        Expect<InvalidOperationException>(() => Use(new Line("x", 0, 1).Sum == 0)); //: hit
        Use(services.Get<IStock>() is Stock s && s["apple"] > s["Egg"] ? log.Count : -log.Count); //: part 1/2 1/2
        Use(new Stock()["none"]); //: hit
    } //: hit
}
