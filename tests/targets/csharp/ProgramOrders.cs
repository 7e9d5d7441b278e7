// An order service as people write it: validation, pricing rules, a state machine, reports with LINQ.

using System;
using System.Collections.Generic;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramOrders
{
    private enum Status { Draft, Submitted, Paid, Shipped, Cancelled }

    [Flags]
    private enum Options { None = 0, Gift = 1, Express = 2, Insured = 4, All = Gift | Express | Insured }

    private sealed record Line(string Sku, int Quantity, decimal Price) //: hit
    {
        public decimal Total => Quantity * Price; //: hit
    }

    private sealed record Customer(string Name, string? Email, int Points) //: hit
    {
        public string Name { get; } = string.IsNullOrWhiteSpace(Name) //: hit 2/2
            ? throw new ArgumentException("name", nameof(Name)) //: hit
            : Name.Trim(); //: hit

        public bool IsGold => Points is >= 1000 and < 5000; //: part 1/2 1/2
        public bool HasMail => Email is not null && Email.Contains('@'); //: part 2/2 1/2
    }

    private sealed class Order
    {
        private readonly List<Line> lines = []; //: hit x3

        public Status Status { get; private set; } = Status.Draft; //: hit

        public Options Options { get; init; } //: hit

        public Customer? Customer { get; set; } //: hit

        public IReadOnlyList<Line> Lines => lines; //: hit

        public decimal Total => lines.Sum(l => l.Total) * (1 - Discount()); //: hit

        public void Add(string sku, int quantity, decimal price)
        { //D: hit
            if (Status != Status.Draft) //: hit 2/2 x6
                throw new InvalidOperationException("closed"); //: hit x1

            ArgumentException.ThrowIfNullOrEmpty(sku); //: hit x5
            if (quantity <= 0 || price < 0) //: part 2/2 1/2 x5
            { //D: hit
                throw new ArgumentOutOfRangeException( //: part 1/2 x1
                    quantity <= 0 //: hit x1
                        ? nameof(quantity) //: hit x1
                        : nameof(price)); //: hit x1
            }

            var existing = lines.FirstOrDefault(l => l.Sku == sku); //: hit
            if (existing is null) //: hit 2/2 x4
            { //D: hit
                lines.Add(new Line(sku, quantity, price)); //: hit x3
                return; //: hit x3
            }

            int index = lines.IndexOf(existing); //: hit x1
            lines[index] = existing with { Quantity = existing.Quantity + quantity }; //: hit x1
        } //: hit

        private decimal Discount() => Customer switch //: part 2/4
        { //: hit
            null => 0m, //: hit
            { Points: > 5000 } => 0.2m, //: miss
            { IsGold: true, HasMail: true } => 0.1m, //: hit
            _ => 0m, //: miss
        }; //: hit

        public bool TryMove(Status next, out string? error)
        { //D: hit
            error = (Status, next) switch //: part 4/7 x4
            { //: hit x4
                (Status.Draft, Status.Submitted) when lines.Count == 0 => "empty", //: hit 2/2 x2
                (Status.Draft, Status.Submitted) => null, //: hit x1
                (Status.Submitted, Status.Paid) => null, //: hit x1
                (Status.Paid, Status.Shipped) => null, //: miss
                (Status.Shipped, Status.Cancelled) => "too late", //: miss
                (_, Status.Cancelled) => null, //: miss
                var (from, to) => $"no way from {from} to {to}", //: hit x1
            }; //: hit x4
            if (error is not null) //: hit 2/2 x4
            { //D: hit
                return false; //: hit x2
            }

            Status = next; //: hit x2
            return true; //: hit x2
        } //D: hit
    }

    private static decimal Shipping(Order order, string? country)
    { //D: hit
        decimal fee = order.Total >= 100 ? 0 : 4.9m; //: hit 2/2 x3
        if (order.Options.HasFlag(Options.Express)) //: hit 2/2 x3
        { //D: hit
            fee += 10; //: hit x1
        } //D: hit

        if ((order.Options & Options.Insured) != 0 && order.Total > 50) //: hit 2/2 2/2 x3
            fee += order.Total * 0.01m; //: hit x1

        switch (country?.ToUpperInvariant()) //: part 2/2 3/5 x3
        {
            case null:
            case "DE":
                break; //D: hit
            case "AT":
            case "CH":
                fee *= 2; //: hit x1
                break; //: hit
            default:
                fee *= 3; //: hit x1
                break; //D: hit
        }

        return Math.Round(fee, 2); //: hit x3
    } //D: hit

    public static void Run()
    { //D: hit
        Order order = new() { Options = Options.Express }; //: hit x1
        Use(order.TryMove(Status.Submitted, out string? error)); //: hit x1
        Use(error); //: hit x1
        order.Add("a", 1, 10m); //: hit x1
        order.Add("b", 2, 5m); //: hit x1
        order.Add("a", 4, 10m); //: hit x1
        Expect<ArgumentOutOfRangeException>(() => order.Add("c", 0, 1)); //: hit
        Use(Shipping(order, null) > 10); //: hit x1
        Expect<ArgumentException>(() => new Customer("  ", null, 0)); //: hit
        order.Customer = new Customer(" Ann ", "ann@example.com", 1200); //: hit x1
        Use(order.Customer.HasMail && !new Customer("Bob", null, 1).HasMail); //: part 1/2 1/2 x1
        Use(order.Customer is { Name.Length: 3, Email: [.., 'm'] } gold && gold.IsGold); //: part 1/2 1/2 1/2 1/2 1/2 1/2 1/2 x1
        Use(order.Total > 1); //: hit x1
        Use(order.TryMove(Status.Submitted, out _)); //: hit x1
        Use(order.TryMove(Status.Shipped, out error)); //: hit x1
        Use(order.TryMove(Status.Paid, out error)); //: hit x1
        Expect<InvalidOperationException>(() => order.Add("c", 1, 1)); //: hit
        Order big = new() { Options = Options.Gift | Options.Insured }; //: hit x1
        big.Add("z", 3, 50m); //: hit x1
        Use(Shipping(big, "at") > 1); //: hit x1
        big = new() { Options = Options.All & ~Options.Express }; //: hit x1
        Use(Shipping(big, "fr") > 1); //: hit x1
        Report([order, big]); //: hit x1
    } //: hit

    //- LINQ over several lines
    private static void Report(List<Order> orders)
    { //D: hit
        var rows = orders //: hit x1
            .SelectMany( //: hit x1
                o => o.Lines, //: hit x2
                (o, l) => new { o.Status, l.Sku, l.Total }) //: hit x2
            .Where(r => //: hit x1
                r.Total > 5 //: part 1/2 1/2 0/2 x2
                && r.Status is Status.Paid or Status.Shipped //: hit x2
                || r.Sku.StartsWith('q')) //: hit x2
            .GroupBy(r => r.Status) //: hit
            .ToDictionary( //: hit x1
                g => g.Key, //: hit x1
                g => g.Sum(r => r.Total)); //: hit
        foreach (var (status, total) in rows) //: hit 2/2
        { //D: hit
            Use($"{status,-10}: {total:F2} {(total > 40 ? "!" : "")}"); //: part 1/2 x1
        } //D: hit

        var top = ( //: hit x1
            from o in orders //: hit x1
            where o.Lines.Count > 0 //: hit x2
            from l in o.Lines //: hit x2
            orderby l.Total descending, l.Sku //: hit
            select (l.Sku, l.Total)) //: hit
            .FirstOrDefault(); //: hit x1
        if (top is (_, > 20m) and (var sku, _)) //: part 1/2 x1
            Use(sku); //: hit x1
        Use(orders.MaxBy(o => o.Total)?.Lines is [{ Sku: "a" or "b" }, ..]); //: part 1/2 1/2 1/2 1/2 1/2 0/2 x2
        Use(orders.All(o => o.Lines.Any(l => l.Quantity > 1) || o.Status != Status.Draft)); //: part 2/2 1/2
        Use(orders.Sum(o => o.Customer?.Points ?? 0)); //: hit 2/2
    } //: hit
}
