// An invoice service as people write it: validation, LINQ, exceptions with retries, tax rules, discounts, text.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal sealed class InvoiceException(string field, string message, Exception? inner = null) : Exception($"{field}: {message}", inner) //: hit
{
    public string Field { get; } = field; //: hit
}

internal static class ProgramInvoices
{
    private enum Status { Draft, Sent, Paid, Overdue, Cancelled }

    [Flags]
    private enum Options { None = 0, Express = 1, Gift = 2, Insured = 4 }

    private sealed class Line
    {
        public required string Sku { get; init; } //: hit

        public decimal Price { get; init; } //: hit

        public int Quantity { get; init; } = 1; //: hit

        public decimal? Discount { get; init; } //: hit

        public decimal Total => Price * Quantity * (1 - (Discount ?? 0m)); //: hit -- a constant on the right: no branch in the IL
    }

    private sealed class Customer
    {
        public string? Name { get; set; } //: hit

        public string? Country { get; set; } //: hit

        public Customer? Parent { get; set; } //: hit

        public List<string> Tags { get; } = []; //: hit
    }

    private sealed class Invoice
    {
        private Status status; // no initialiser, so no code
        private readonly List<Line> lines = []; //: hit

        public int Number { get; init; } //: hit

        public Customer? Customer { get; init; } //: hit

        public Options Options { get; init; } //: hit

        public DateOnly? Due { get; init; } //: hit

        public IReadOnlyList<Line> Lines => lines; //: hit

        public Status Status
        {
            get => status; //: hit
            set
            { //D: hit
                if (status == value) return; //: hit 2/2
                bool allowed = (status, value) switch //: part 4/6
                { //: hit
                    (Status.Draft, Status.Sent) => true, //: hit
                    (Status.Sent, Status.Paid or Status.Overdue) => true, //: hit
                    (Status.Overdue, Status.Paid) => true, //: miss
                    (Status.Paid, _) => false, //: hit
                    (_, Status.Cancelled) => true, //: miss
                    _ => false, //: hit
                }; //: hit
                if (!allowed) //: hit 2/2
                { //D: hit
                    throw new InvoiceException(nameof(Status), $"{status} -> {value}"); //: hit
                }

                status = value; //: hit
            } //: hit
        }

        public Invoice Add(string sku, decimal price, int quantity = 1, decimal? discount = null)
        { //D: hit
            if (price < 0 || quantity <= 0) throw new ArgumentOutOfRangeException(price < 0 ? nameof(price) : nameof(quantity)); //: part 1/2 2/2 1/2
            var known = lines.Find(l => l.Sku == sku && l.Price == price); //: part 2/2 1/2
            if (known is null) //: part 1/2
            { //D: hit
                lines.Add(new Line { Sku = sku, Price = price, Quantity = quantity, Discount = discount }); //: hit
            } //D: hit
            else
            { //D: miss
                int at = lines.IndexOf(known); //: miss
                lines[at] = new Line { Sku = sku, Price = price, Quantity = known.Quantity + quantity, Discount = known.Discount ?? discount }; //: miss 0/2
            } //D: miss

            return this; //: hit
        } //D: hit
    }

    private static readonly Dictionary<string, decimal> Rates = new(StringComparer.OrdinalIgnoreCase) //: hit
    { //: hit
        ["de"] = 0.19m, //: hit
        ["fr"] = 0.20m, //: hit
        ["ch"] = 0.081m, //: hit
    }; //: hit

    //- validation that collects what is wrong
    private static IEnumerable<string> Validate(Invoice invoice)
    { //D: hit
        if (invoice.Customer?.Name is not { Length: > 0 and < 40 } name) //: part 2/2 2/2 1/2 1/2
        { //D: hit
            yield return "name"; //: hit
        } //D: hit
        else if (name.Any(c => !char.IsLetter(c) && c is not (' ' or '-' or '.'))) //: part 2/2 2/2 2/2 1/2 1/2
        { //D: hit
            yield return $"characters of {name}"; //: hit
        } //D: hit

        if (invoice.Lines.Count == 0) //: hit 2/2
        { //D: hit
            yield return "lines"; //: hit
            yield break; //: hit
        }

        foreach (var (line, index) in invoice.Lines.Select((l, i) => (l, i + 1))) //: hit 2/2
        { //D: hit
            if (string.IsNullOrWhiteSpace(line.Sku)) //: part 1/2
            { //D: miss
                yield return $"{index}: sku"; //: miss
                continue; //: miss
            }

            if (line.Discount is < 0 or > 0.5m) //: part 2/2 1/2 1/2
                yield return $"{index}: discount {line.Discount:P0}"; //: hit
        } //D: hit

        string? country = invoice.Customer?.Country ?? invoice.Customer?.Parent?.Country; //: part 1/2 2/2 1/2 1/2
        if (country is null || !Rates.ContainsKey(country)) yield return "country"; //: part 2/2 1/2
    } //: hit

    //- the rules of a price: nested conditions, ?:, switch expressions of ranges, flags
    private static decimal Total(Invoice invoice, out decimal tax)
    { //D: hit
        decimal net = invoice.Lines.Sum(static l => l.Total); //: hit
        decimal factor = net switch //: part 2/4
        { //: hit
            >= 1000m => 0.9m, //: hit
            >= 500m => 0.95m, //: miss
            >= 100m when invoice.Customer is { Tags: [_, ..] tags } && tags.Contains("loyal") => 0.98m, //: miss 0/2 0/2 0/2 0/2
            _ => 1m, //: hit
        }; //: hit
        decimal shipping = 0; //: hit
        if ((invoice.Options & Options.Express) != 0) //: hit 2/2
            shipping += net > 100 ? 0 : 9.90m; //: part 1/2
        else if (invoice.Options.HasFlag(Options.Gift) || invoice.Options == Options.Insured) //: part 1/2 2/2
            shipping += 4.90m; //: hit
        else
            shipping = 2; //: hit

        string country = invoice.Customer?.Country?.ToLowerInvariant() ?? "de"; //: hit 2/2 2/2 2/2
        tax = Math.Round((net * factor + shipping) * (Rates.TryGetValue(country, out decimal rate) ? rate : 0), 2); //: part 1/2
        return net * factor + shipping + tax; //: hit
    } //D: hit

    //- retries with filters, a rethrow and a wrapped exception
    private static T Retry<T>(Func<int, T> action, int limit = 3, Func<Exception, bool>? transient = null)
    { //D: hit
        List<Exception>? errors = null; //: hit
        for (int attempt = 1; ; attempt++) //: hit
        { //D: hit
            try
            { //D: hit
                return action(attempt); //: hit
            }
            catch (IOException e) when (attempt < limit && (transient?.Invoke(e) ?? true)) //: hit 2/2 2/2 2/2
            { //D: hit
                (errors ??= new()).Add(e); //: hit 2/2
            } //: hit
            catch (InvoiceException) //: hit
            { //D: hit
                throw; //: hit
            }
            catch (Exception e) //: hit
            { //D: hit
                if (errors is { Count: var count } && count > 0) //: part 2/2 1/2
                    throw new AggregateException(errors.Append(e)); //: hit
                throw new InvoiceException("retry", e.Message, e); //: hit
            }
            finally
            { //D: hit
                if (attempt > 5) Use(attempt); //: part 1/2
            } //: hit
        } //D: hit
    } //: hit

    //- a report as text: grouping, ordering, interpolation, a builder
    private static string Report(IEnumerable<Invoice> invoices)
    { //D: hit
        var builder = new StringBuilder(); //: hit
        var groups = from invoice in invoices //: hit
                     where invoice.Status != Status.Cancelled //: hit
                     let total = Total(invoice, out _) //: hit
                     group (invoice, total) by invoice.Customer?.Name ?? "?" into g //: hit 2/2 2/2
                     orderby g.Sum(x => x.total) descending, g.Key //: hit
                     select new { g.Key, Count = g.Count(), Sum = g.Sum(x => x.total), Last = g.MaxBy(x => x.invoice.Due ?? DateOnly.MinValue).invoice }; //: hit 2/2
        foreach (var group in groups) //: hit 2/2
        { //D: hit
            if (builder.Length > 0) //: hit 2/2
            { //D: hit
                builder.Append("; "); //: hit
            } //D: hit

            builder.Append(CultureInfo.InvariantCulture, $"{group.Key,-6}|{group.Count}|{group.Sum:F2}"); //: hit
            builder.Append(group.Last.Due is { } due ? due.ToString("yyyy", CultureInfo.InvariantCulture) : "-"); //: hit 2/2
        } //D: hit

        return builder.Length == 0 ? "nothing" : builder.ToString(); //: hit 2/2
    } //D: hit

    //- try-parse with early returns, out variables and a dictionary of counters
    private static bool TryRead(string text, out Invoice? invoice)
    { //D: hit
        invoice = null; //: hit
        string[] parts = text.Split(';', StringSplitOptions.TrimEntries); //: hit
        if (parts.Length < 2 || !int.TryParse(parts[0], out int number)) //: hit 2/2 2/2
            return false; //: hit
        if (parts is not [_, { Length: > 0 } name, .. var rest]) return false; //: part 1/2 1/2 1/2 1/2
        Dictionary<string, int> counts = new(); //: hit
        foreach (string sku in rest) //: hit 2/2
            counts[sku] = counts.TryGetValue(sku, out int old) ? old + 1 : 1; //: hit 2/2
        invoice = new Invoice { Number = number, Customer = new() { Name = name }, Due = number > 5 ? new DateOnly(2020, 1, number) : null }; //: hit 2/2
        foreach ((string sku, int count) in counts.OrderBy(p => p.Key, StringComparer.Ordinal)) //: hit 2/2
            invoice.Add(sku, sku.Length * 10, count); //: hit
        return invoice is { Lines.Count: > 0 } or { Number: 0 }; //: part 1/2 1/2 2/2 2/2
    } //D: hit

    //- patterns of amounts that may be missing: the test whether there is one is a test like others; not so in `due < limit`
    private static int Missing(decimal? due, decimal limit, decimal? other)
    { //D: hit
        int n = due is > 5m ? 1 : 2; //: hit 2/2 2/2
        if (due is < 0m or > 10m) n++; //: hit 2/2 2/2 2/2
        if (due is { } d && d < limit) n++; //: part 2/2 1/2
        if (other is not { } o || -limit > o) n++; //: part 2/2 1/2
        bool small = due is { } e && e < limit; //: part 2/2 1/2
        bool none = other is not { } p || -limit > p; //: part 2/2 1/2
        if (due < limit) n++; //: hit 2/2
        if (due == limit || due != 5m || due < other) n++; //: part 1/2 2/2 1/2
        n += due switch { null => 1, < 3m => 2, _ => 3 }; //: hit 3/3
        switch (Id(due)) //: part 3/4
        {
            case null:
                n = 1; //: hit
                break; //: hit
            case > 100m:
                n = 2; //: miss
                break; //: miss
            case < 0m:
                n = 3; //: hit
                break; //D: hit
        }

        return n + (small ? 1 : 2) + (none ? 3 : 4); //: hit 2/2 2/2
    } //D: hit

    private static bool IsBelow(decimal? due, decimal limit) => due is { } d && d < limit; //: part 2/2 1/2

    private static bool IsBelowLifted(decimal? due, decimal limit) => due < limit; //: hit

    public static void Run()
    { //D: hit
        Invoice big = new() { Number = 1, Customer = new() { Name = "Anna B", Country = "DE" }, Options = Options.Express, Due = new DateOnly(2024, 1, 2) }; //: hit
        big.Add("a", 600).Add("b", 300, 5, 0.6m).Add("a", 1); //: hit
        Invoice small = new() { Number = 2, Options = Options.Insured, Customer = new() { Name = "B0b", Tags = { "x" }, Parent = null } }; //: hit
        small.Add("c", 10); //: hit
        Invoice none = new() { Number = 3 }; //: hit
        Use(string.Join(",", new[] { big, small, none }.SelectMany(Validate))); //: hit
        Use(Report([big, small, none])); //: hit
        Use(Report([])); //: hit
        foreach (decimal? due in (decimal?[])[null, -1, 5, 12]) Use(Missing(due, 20, due < 7 ? due : null)); //: hit 2/2 2/2
        Use(IsBelow(null, 1) | IsBelow(1, 2) | IsBelowLifted(null, 1) | IsBelowLifted(1, 2)); //: hit
        big.Status = Status.Sent; //: hit
        big.Status = Status.Sent; //: hit
        big.Status = Status.Paid; //: hit
        Expect<InvoiceException>(() => big.Status = Status.Draft); //: hit
        Expect<InvoiceException>(() => small.Status = Status.Overdue); //: hit
        Expect<ArgumentOutOfRangeException>(() => small.Add("x", 1, 0)); //: hit
        Use(Retry(n => n < 3 ? throw new IOException("disk") : n)); //: hit 2/2
        Expect<AggregateException>(() => Retry<int>(n => throw new IOException("disk"), 2, e => e.Message.Length > 1)); //: hit
        Expect<InvoiceException>(() => Retry<int>(n => throw new IOException("disk"), 2, _ => false)); //: hit
        Expect<InvoiceException>(() => Retry<int>(n => throw new InvoiceException("f", "g"))); //: hit
        Expect<AggregateException>(() => Retry(n => n == 1 ? throw new IOException("disk") : Fail("not io"))); //: hit 2/2
        foreach (string text in (string[])["1", "x;y", "7;me;aa;b;aa", "4;you", "0;zero"]) //: hit 2/2
            if (TryRead(text, out Invoice? read) && read!.Due?.Year is var year) Use(year ?? read.Number); //: hit 2/2 2/2 2/2
    } //: hit
}
