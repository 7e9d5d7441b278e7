// A shipping service: orders with parts that may be missing, rates, routes, a repository with queries, notes and labels.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Threading;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramShipments
{
    [Flags]
    private enum Care { None, Fragile = 1, Cold = 2, Urgent = 4, Both = Fragile | Cold }

    private enum Phase { New, Packed, Sent, Lost, Done }

    private readonly record struct Weight(decimal Kilos, int Parcels = 1) : IComparable<Weight> //: hit
    {
        public Weight? PerParcel => Parcels > 0 ? this with { Kilos = Kilos / Parcels, Parcels = 1 } : null; //: hit 2/2

        public int CompareTo(Weight other) => Kilos.CompareTo(other.Kilos) is not 0 and var order ? order : Parcels - other.Parcels; //: hit 2/2

        public static bool operator true(Weight w) => w is { Kilos: > 0, Parcels: > 0 }; //: part 2/2 1/2

        public static bool operator false(Weight w) => w.Kilos <= 0 || w.Parcels <= 0; //: part 1/2 0/2

        public static Weight operator &(Weight a, Weight b) => a.Kilos < b.Kilos ? a : b; //: miss 0/2
    }

    private sealed record Address(string City, string? Zip = null, string Country = "DE") //: hit
    {
        public (string Country, int? Area) Zone => (Country, Zip is [>= '0' and <= '9', _, ..] && int.TryParse(Zip[..2], out int area) ? area : null); //: part 2/2 2/2 1/2 1/2 1/2
    }

    private sealed record Buyer(string Name, Address? Home = null, Buyer? Agent = null) //: hit
    {
        public bool? Wants { get; init; } //: hit

        public DateTime? Since { get; init; } //: hit
    }

    private sealed record Item(string Sku, int Count, decimal? Price = null, Care Care = Care.None); //: hit

    private sealed class Order(int id, Buyer? buyer, params List<Item>? items) //: hit
    {
        public int Id => id > 0 ? id : throw new InvalidOperationException($"no {nameof(id)}: {id}"); //: hit 2/2

        public Buyer? Buyer => buyer; //: hit

        public List<Item>? Items { get; } = items is { Count: 0 } ? null : items; //: hit 2/2 2/2

        public Phase Phase { get; set; } //: hit

        public Weight? Weight { get; set; } //: hit

        public DateTime? Due //: none
        {
            get; //: hit
            set => field = value is { Year: < 2000 } ? null : value ?? field; //: hit 2/2 2/2 2/2
        }

        public decimal? Total => Items?.Where(i => i.Count > 0).Sum(i => i.Price * i.Count); //: hit 2/2

        public Item? this[string sku] => Items?.FirstOrDefault(i => i.Sku == sku); //: hit 2/2
    }

    private static readonly DateTime today = new(2026, 3, 1); //: hit

    private static readonly List<Order> orders = //: hit
    [ //: hit
        new(1, new("ann", new("Bonn", "53111")) { Wants = true, Since = today.AddYears(-3) }, new("pen", 2, 1.5m), new("ink", 1, 9, Care.Cold)) { Due = today.AddDays(2), Weight = new(2.5m, 2) }, //: hit
        new(2, new("bob", new("Rome", "x", "IT"), new("ann")) { Wants = false }, new Item("cup", 12, null, Care.Both)) { Due = today.AddDays(-1), Weight = new(30) }, //: hit
        new(3, new("eve", Agent: new("bob", new("Linz", "4020", "AT")))) { Phase = Phase.Packed, Due = new(1990, 1, 1) }, //: hit
        new(4, null, null) { Phase = Phase.Lost, Due = null }, //: hit
        new(5, new("dan", new("Bern", null, "CH")) { Since = today }, new Item("pen", -1, 2), new("box", 3, 20, Care.Urgent | Care.Fragile)) { Phase = Phase.Sent, Weight = new(0, 0) }, //: hit
    ]; //: hit

    //- parts that may be missing, one after the other
    private static string Where(Order? order)
    { //D: hit
        string city = order?.Buyer?.Home?.City ?? order?.Buyer?.Agent?.Home?.City ?? "nowhere"; //: part 2/2 2/2 2/2 2/2 2/2 2/2 1/2 1/2 2/2
        int area = order?.Buyer?.Home?.Zone.Area ?? -1; //: hit 2/2 2/2 2/2 -- ?? with a constant is no branch
        string? land = (order?.Buyer?.Home ?? order?.Buyer?.Agent?.Home)?.Country; //: part 2/2 2/2 2/2 2/2 2/2 1/2 2/2
        if (order?.Buyer is { Home.Country: not "DE", Name: var name } && area < 0) city += name; //: part 2/2 2/2 2/2 2/2 1/2
        if (order is not { Buyer: { } buyer }) return city; //: hit 2/2 2/2
        return (buyer.Agent ?? buyer) is { Home: null } ? city + "!" : land is "AT" or "DE" ? city : city + land; //: part 2/2 1/2 2/2 2/2 2/2
    } //D: hit

    //- values that may be missing in conditions
    private static int Lateness(Order order, DateTime? now)
    { //D: hit
        int points = 0; //: hit
        if (order.Due < now) points++; //: hit 2/2
        if (order.Due is null || order.Due.Value.Date == now?.Date) points += 10; //: part 2/2 2/2 1/2
        if (order.Weight?.PerParcel?.Kilos > 20) points += 100; //: hit 2/2 2/2 2/2
        if (order.Weight is { Kilos: > 1, Parcels: 1 or 2 } weight && weight.Kilos != 30) points += 1000; //: part 2/2 2/2 1/2 2/2
        if (order.Buyer?.Wants ?? false) points += 10000; //: hit 2/2 2/2
        if (order.Buyer?.Wants == false) points += 20000; //: hit 2/2 2/2
        if (order.Buyer?.Wants is null && order.Total is > 10m and not 60m) points = -points; //: part 2/2 2/2 2/2 1/2 1/2
        return (order.Due - now)?.Days is < 0 and var days ? points + days : points; //: hit 2/2 2/2 2/2
    } //D: hit

    //- a rate table over a tuple of parts
    private static decimal Rate(Order order) => (order.Phase, order.Buyer?.Home?.Zone, order.Weight) switch //: part 2/2 2/2 6/7
    { //: hit
        (Phase.Lost, _, _) => 0, //: hit
        (Phase.New, { Country: "DE", Area: >= 50 and < 60 }, { Kilos: <= 5m }) => 3.5m, //: hit
        (Phase.New, { Country: "DE" }, _) => 4m, //: miss
        (Phase.New or Phase.Packed, null, var w) => w is { } ? 5m : 6m, //: part 1/2
        (not Phase.Done, { Area: null } zone, { } w) when zone.Country.Length == 2 && w.Kilos > 20 => w.Kilos, //: part 1/2 1/2
        (Phase.Sent, _, { Parcels: 0 }) => decimal.MaxValue, //: hit
        _ => throw new NotSupportedException(order.Phase.ToString()), //: hit
    }; //: hit

    //- queries
    private static IEnumerable<(string Key, int Count, decimal Sum)> Sums(IEnumerable<Order> list, decimal? least = null) =>
        from o in list //: hit
        where o.Phase is not (Phase.Lost or Phase.Done) && o.Items is not null //: hit 2/2 2/2
        from i in o.Items! //: hit
        let price = i.Price ?? (i.Care.HasFlag(Care.Fragile) ? 7m : 1m) //: part 2/2 1/2
        where i.Count > 0 && (least is null || price * i.Count >= least) //: hit 2/2 2/2 2/2
        join b in (string[])["ann", "dan"] on o.Buyer?.Name equals b into names //: part 1/2
        from n in names.DefaultIfEmpty() //: hit
        orderby n is null, i.Count descending, o.Buyer?.Home?.City ?? "" //: part 1/2 1/2 1/2
        group (o, i, price) by n ?? (o.Id > 1 ? "late" : "early") into g //: part 2/2 1/2
        select (g.Key, g.Count(), g.Sum(x => x.price * (x.i.Sku is "pen" ? 2 : 1))); //: hit 2/2

    //- notes: a text with conditions in its holes
    private static string Note(Order o, CultureInfo? culture = null) => string.Create(culture ?? CultureInfo.InvariantCulture, //: part 1/2 2/2 2/2 2/2 2/2 2/2 2/2 2/2 -- the point begins here
        $"{(o.Phase is Phase.New ? "" : $"[{o.Phase}] ")}{o.Id:000}{(o.Buyer is { Name: var n } ? $" for {n}{(o.Buyer.Since is { } s && s < today ? $" since {s:yyyy}" : "")}" : " for nobody")}, {o.Items?.Count ?? 0} of {o.Total?.ToString("0.00", CultureInfo.InvariantCulture) ?? "nothing"}"); //: hit

    //- labels: lists of spreads and choices
    private static string[] Labels(Order o, Care? extra)
    { //D: hit
        Care all = (o.Items ?? []).Aggregate(extra ?? Care.None, (care, item) => care | item.Care); //: hit 2/2
        List<string> labels = [.. o.Buyer?.Home is { Country: not "DE" } ? ["customs", "abroad"] : (string[])[], all.HasFlag(Care.Both) ? "both" : "one", .. (all & Care.Urgent) != 0 ? Urgent() : []]; //: hit 2/2 2/2 2/2 2/2 2/2
        string[] more = [.. labels.Where(static l => l is not ("one" or "both")), .. from i in o.Items ?? [] where i.Care != Care.None select i.Sku]; //: hit 2/2 2/2 2/2
        return more is [] ? labels is [var only] ? [only] : [.. labels[..^1]] : more is ["customs", .. var rest] && rest is [.., not "abroad"] ? rest : more; //: part 1/2 2/2 1/2 1/2 2/2 1/2 1/2 1/2 1/2 1/2

        IEnumerable<string> Urgent()
        { //D: hit
            yield return "urgent"; //: hit
            if (o.Due is null) yield return "no date"; //: part 1/2
        } //: hit
    } //D: hit

    //- the moves of an order, with locks
    private sealed class Desk(Func<DateTime> now) //: hit
    {
        private readonly Lock gate = new(); //: hit
        private readonly object old = new(); //: hit
        private int moves;
        public event Action<Order, Phase>? Moved; //: none

        public bool Move(Order? order, Phase to, bool force = false)
        { //D: hit
            if (order is null) return false; //: hit 2/2
            Phase from; // no code
            lock (gate) //: none
            { //D: hit
                from = order.Phase; //: hit
                if (!Allowed(from, to) && !(force && from is not (Phase.Done or Phase.Lost))) return false; //: hit 2/2 2/2 2/2
                order.Phase = to; //: hit
            } //: hit

            lock (old) //: hit
            { //D: hit
                moves += from == to ? 0 : 1; //D: hit 2/2 //R: hit -- 0 and 1 are the value itself
                if (moves > 3 || order.Due < now()) order.Due ??= now(); //: part 1/2 2/2 1/2
            } //: hit

            Moved?.Invoke(order, from); //: hit 2/2
            return true; //: hit
        } //: hit

        private static bool Allowed(Phase from, Phase to) => (from, to) switch //: part 3/5
        { //: hit
            (Phase.New, Phase.Packed or Phase.Lost) => true, //: hit
            (Phase.Packed, Phase.Sent) or (Phase.Sent, Phase.Done) => true, //: miss
            (Phase.Sent, Phase.Lost) => false, //: miss
            var (a, b) when a == b => true, //: hit 2/2
            _ => false, //: hit
        }; //: hit
    }

    //- a cheapest way over a small net
    private static int? Way(Dictionary<string, (string To, int Cost)[]> net, string from, string to)
    { //D: hit
        PriorityQueue<string, int> open = new([(from, 0)]); //: hit
        HashSet<string> seen = []; //: hit
        while (open.TryDequeue(out string? at, out int cost)) //: hit 2/2
        { //D: hit
            if (at == to) return cost; //: hit 2/2
            if (!seen.Add(at) || !net.TryGetValue(at, out var next)) continue; //: hit 2/2 2/2
            foreach ((string city, int step) in next) //: hit 2/2
                if (step >= 0 && !seen.Contains(city)) open.Enqueue(city, cost + step); //: hit 2/2 2/2
        } //: hit

        return null; //: hit
    } //D: hit

    //- numbers of any type
    private static T? Best<T>(IEnumerable<T?> values, T? floor = null)
        where T : struct, INumber<T>
    { //D: hit
        T? best = null; //: hit
        foreach (T? value in values) //: hit 2/2
        { //D: hit
            if (value is not { } known || known < T.Zero) continue; //: hit 2/2 2/2
            best = best is null || known > best ? known : best; //: hit 2/2 2/2
            if (best >= floor) break; //: hit 2/2
        } //D: hit

        return best ?? floor; //: hit 2/2
    } //D: hit

    //- user-defined true and false
    private static int Heavy(Weight a, Weight b)
    { //D: hit
        if (a) return 1; //: hit 2/2
        if (a && b) return 2; //: part 1/2 1/2
        return a.CompareTo(b); //: hit
    } //D: hit

    public static void Run()
    { //D: hit
        Desk desk = new(() => today); //: hit
        Use(Where(null)); //: hit
        foreach (Order order in orders) //: hit 2/2
        { //D: hit
            Use(Where(order)); //: hit
            Use(Lateness(order, order.Id == 2 ? null : today)); //: hit 2/2
            Use(Lateness(order, today.AddDays(1))); //: hit
            if (order.Id < 5) Use(Rate(order) > 0); //: hit 2/2
            Use(Note(order)); //: hit
            Use(Labels(order, order.Id % 2 == 0 ? null : Care.Cold).Length); //: hit 2/2
            Use(order["pen"]?.Count is > 0); //: hit 2/2 2/2 2/2
        } //D: hit

        Expect<NotSupportedException>(() => Use(Rate(new(6, null) { Phase = Phase.Done }) > 0)); //: hit
        Use(Rate(new(6, null) { Phase = Phase.Sent, Weight = new(1, 0) }) > 0); //: hit
        Expect<InvalidOperationException>(() => Use(new Order(0, null).Id)); //: hit
        Use(Sums(orders).Count() + Sums(orders, 10).Count()); //: hit
        Use(desk.Move(null, Phase.Done)); //: hit
        Use(desk.Move(orders[0], Phase.Packed)); //: hit
        desk.Moved += (o, p) => Use(p < o.Phase ? o.Id : 0); //: hit 2/2
        Use(desk.Move(orders[0], Phase.Packed) & desk.Move(orders[0], Phase.Done) & desk.Move(orders[0], Phase.Done, true)); //: hit
        Use(desk.Move(orders[0], Phase.New, true) | desk.Move(orders[1], Phase.Lost)); //: hit
        Use(Way(new() { ["a"] = [("b", 1), ("c", 9)], ["b"] = [("c", 2), ("a", 1), ("x", -1)], ["c"] = [] }, "a", "c") ?? Way([], "a", "b") ?? 0); //: part 1/2
        Use(Way(new() { ["a"] = [("b", 1), ("b", 1)] }, "a", "c") is null); //: hit
        Use(Best<int>([1, null, -3, 5, 4]) > 2 ? 1 : 0); //D: part 1/2 //R: hit -- 1 and 0 are the value itself
        Use(Best<double>([0.5, 2, 7], 1.5) is null); //: hit
        Use(Best<decimal>([null]) is null); //: hit
        Use(Best<long>([], 3) is 3); //: part 1/2 1/2
        Use(Heavy(new(1), new(2)) + Heavy(new(0), new(0, 0)) + Heavy(new(0), new(3))); //: hit
    } //: hit
}
