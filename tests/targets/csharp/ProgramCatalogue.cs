// A catalogue: dictionaries, queries, lambdas of several statements, tuples, ranges, comparisons of strings.

using System;
using System.Collections.Generic;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramCatalogue
{
    private sealed class Item
    {
        public required string Code { get; init; } //: hit

        public string? Title { get; set; } //: hit

        public decimal Price { get; init; } //: hit

        public List<string>? Tags { get; init; } //: hit

        public Dictionary<string, Item?>? Parts { get; init; } //: hit

        public int[] Stock { get; init; } = []; //: hit
    }

    private sealed class Catalogue(IEnumerable<Item>? items, StringComparer? comparer = null) //: hit
    {
        private readonly Dictionary<string, Item> byCode = (items ?? []).ToDictionary(i => i.Code, comparer ?? StringComparer.Ordinal); //: part 1/2 2/2

        private readonly List<string> log = []; //: hit

        private Dictionary<string, List<Item>>? byTag; // no code

        public int Count => byCode.Count; //: hit

        public string? Last => log is [.., var last] ? last : null; //: part 1/2 1/2

        public Item? this[string code] => byCode.TryGetValue(code, out var item) ? item : null; //: hit 2/2

        public IReadOnlyList<Item> Tagged(string tag)
        { //D: hit
            byTag ??= byCode.Values //: hit 2/2
                .SelectMany(i => i.Tags ?? [], (i, t) => (Item: i, Tag: t)) //: hit 2/2
                .GroupBy(p => p.Tag, StringComparer.OrdinalIgnoreCase) //: hit
                .ToDictionary(g => g.Key, g => g.Select(p => p.Item).ToList()); //: hit
            return byTag.TryGetValue(tag, out var found) && found is { Count: > 0 } ? found : []; //: part 2/2 1/2 1/2
        } //D: hit

        public string Find(string? code, string? part)
        { //D: hit
            if (string.IsNullOrWhiteSpace(code) || !byCode.TryGetValue(code, out var item)) return "none"; //: hit 2/2 2/2
            if (part is not null && item.Parts is { Count: > 0 } parts && parts.TryGetValue(part, out var p) && p is { Price: > 1m }) //: part 2/2 1/2 1/2 2/2 2/2 2/2
            { //D: hit
                log.Add($"{code}/{part}"); //: hit
                return p.Title ?? p.Code; //: hit 2/2
            }

            if (!(item.Tags?.Any() == true)) return item.Code; //: hit 2/2 2/2
            if (byCode.Values.FirstOrDefault(i => i.Tags?.Contains(code) ?? false) is { Title.Length: > 3 } other) return other.Title; //: part 2/2 1/2 1/2 2/2
            return item.Tags.FirstOrDefault(t => t.StartsWith("x", StringComparison.Ordinal)) is { } found ? found : item.Tags[^1][..1]; //: hit 2/2
        } //D: hit

        public Dictionary<string, decimal> Totals()
        { //D: hit
            return byCode.Values //: hit
                .Where(i => i.Price > 0 && i.Stock is [> 0, ..]) //: part 2/2 1/2 2/2 2/2
                .GroupBy(i => //: hit
                { //D: hit //R: hit
                    string? tag = i.Tags?.FirstOrDefault(); //: hit 2/2
                    if (tag is null) return "other"; //: hit 2/2
                    return tag.Length > 2 ? tag[..2] : tag; //: hit 2/2
                }) //: hit
                .ToDictionary(g => g.Key, g => g.Aggregate(0m, (sum, i) => //: hit
                { //D: hit //R: hit
                    int left = 0; //: hit
                    foreach (int n in i.Stock) //: hit 2/2
                    { //D: hit
                        if (n < 0) break; //: hit 2/2
                        left += n; //: hit
                    } //D: hit

                    return left > 3 ? sum + i.Price * left : sum; //: hit 2/2
                })); //: hit
        } //D: hit

        public void Retitle(Func<Item, string?> title)
        { //D: hit
            foreach (var (code, item) in byCode) //: hit 2/2
            { //D: hit
                if (title(item) is not { Length: > 0 } text) continue; //: part 1/2 2/2
                if (string.Equals(item.Title, text, StringComparison.OrdinalIgnoreCase)) //: hit 2/2
                { //D: hit
                    log.Add(code); //: hit
                    continue; //: hit
                }

                item.Title = text; //: hit
            } //D: hit
        } //: hit
    }

    private static string Kind(string? text) => text switch //: hit 6/6
    { //: hit
        null => "null", //: hit
        "" => "empty", //: hit
        { Length: > 5 } s when s[0] == 'a' => "long a", //: hit 2/2
        [var first, .., var last] when first == last => "round", //: hit 2/2
        "one" or "two" => "number", //: hit
        _ => string.IsNullOrEmpty(text.Trim()) ? "blank" : "text", //: part 1/2
    }; //: hit

    private static int Tuples(int a, string? b, bool c)
    { //D: hit
        switch (a, b, c) //: hit 5/5
        {
            case (0, null, _):
                return 1; //: hit
            case ( > 0, { Length: > 2 } text, true) when text.EndsWith("x", StringComparison.Ordinal): //: hit 2/2
                return 2; //: hit
            case ( > 0, not null, _):
                return 3; //: hit
            case (_, "y", false):
                return 4; //: hit
            default:
                return 5; //: hit
        }
    } //D: hit

    private static string Graded(int n, string? unit) =>
        n < 0 ? "negative" //: hit 2/2 2/2 2/2 2/2 2/2
        : n == 0 ? unit is null ? "zero" : "no " + unit //: hit
        : n < 10 ? string.IsNullOrEmpty(unit) ? "few" : $"{n} {unit}" //: hit
        : "many"; //: hit

    private static int Slices(int[] all)
    { //D: hit
        if (all.Length == 0 || all[^1] < 0) return -1; //: hit 2/2 2/2
        int[] tail = all[1..], head = all[..^1]; //: hit
        Span<int> mid = all.Length > 2 ? all.AsSpan()[1..^1] : default; //: hit 2/2
        return mid is [] ? head.Sum() : tail is [.., 9] ? mid[^1] : mid switch { [var x] => x, [1, .. var rest] => rest.Length, _ => 0 }; //: part 2/2 1/2 1/2 2/2 3/3
    } //D: hit

    private static string Sorted(List<Item> items)
    { //D: hit
        items.Sort((x, y) => //: hit
        { //D: hit //R: hit
            int order = string.Compare(x.Title, y.Title, StringComparison.OrdinalIgnoreCase); //: hit
            return order != 0 ? order : x.Price.CompareTo(y.Price) is var p and not 0 ? p : string.CompareOrdinal(x.Code, y.Code); //: hit 2/2 2/2
        }); //: hit
        var index = items.Select((item, at) => (item, at)).ToLookup(p => p.item.Price > 5 ? "dear" : p.at == 0 ? "first" : "cheap"); //: hit 2/2 2/2
        var (min, max) = items.Count == 0 ? (0, 0) : (items.Min(i => i.Price), items.Max(i => i.Price)); //: hit 2/2
        return items.Count > 1 && min != max ? string.Join(',', index["cheap"].Select(p => p.item.Code)) : items.FirstOrDefault()?.Code ?? "none"; //: hit 2/2 2/2 2/2 2/2
    } //D: hit

    private static bool Reachable(Dictionary<string, string[]> edges, string from, string to)
    { //D: hit
        HashSet<string> seen = []; //: hit
        Queue<string> open = new([from]); //: hit
        while (open.TryDequeue(out var next)) //: hit 2/2
        { //D: hit
            if (!seen.Add(next)) continue; //: hit 2/2
            if (next == to) return true; //: hit 2/2
            foreach (string n in edges.GetValueOrDefault(next) ?? []) //: hit 2/2 2/2
                if (!seen.Contains(n)) open.Enqueue(n); //: part 1/2
        } //: hit

        return false; //: hit
    } //D: hit

    public static void Run()
    { //D: hit
        Item a = new() { Code = "a", Title = "Axe", Price = 2, Tags = ["tool", "x1"], Stock = [3, 4, -1, 9], Parts = new() { ["h"] = new() { Code = "h", Title = "Head", Price = 3 }, ["s"] = new() { Code = "s", Price = 1.5m }, ["n"] = null, ["f"] = new() { Code = "f" } } }; //: hit
        Item b = new() { Code = "b", Title = "Bow", Price = 8, Tags = ["up", "a"], Stock = [1] }; //: hit
        Item c = new() { Code = "c", Title = "bow", Price = 8, Stock = [0] }; //: hit
        Item d = new() { Code = "d", Tags = [] }; //: hit
        Item e = new() { Code = "e", Title = "Egg", Price = 1, Stock = [] }; //: hit
        Item f = new() { Code = "f", Title = "Egg", Price = 2, Stock = [7] }; //: hit
        Catalogue all = new([a, b, c, d, e, f]), loose = new([a], StringComparer.OrdinalIgnoreCase); //: hit
        Use(all.Tagged("tool").Count + all.Tagged("?").Count + loose.Count); //: hit
        foreach (string? part in new[] { null, "h", "s", "n", "f", "?" }) Use(all.Find("a", part)); //: hit 2/2
        foreach (string? code in new[] { null, "b", "c", "d", "?" }) Use(all.Find(code, null)); //: hit 2/2
        Use(all["?"]?.Title ?? all["a"]?.Title); //: part 1/2 1/2 1/2
        Use(all.Totals().Count); //: hit
        all.Retitle(i => i.Title is "Egg" ? "EGG" : i.Price > 2 ? i.Title + "s" : i.Tags is null ? null : ""); //: part 2/2 2/2 1/2
        Use(all.Last); //: hit
        foreach (string? text in new[] { null, "", "almond", "banana", "one", "  ", "three" }) Use(Kind(text)); //: hit 2/2
        Use(Tuples(0, null, true) + Tuples(1, "box", true) + Tuples(1, "boy", true) + Tuples(1, "b", false) + Tuples(0, "y", false) + Tuples(0, "y", true) + Tuples(1, null, true)); //: hit
        foreach (int n in new[] { -1, 0, 3, 30 }) Use(Graded(n, null) + Graded(n, "kg")); //: hit 2/2
        Use(Slices([]) + Slices([-1]) + Slices([1, 2]) + Slices([1, 2, 9]) + Slices([1, 2, 3]) + Slices([1, 1, 3, 4]) + Slices([1, 2, 3, 4])); //: hit
        Use(Sorted([a, b, c, e, f]) + Sorted([]) + Sorted([a]) + Sorted([a, a])); //: hit
        Use(Reachable(new() { ["a"] = ["b", "c", "b"], ["b"] = ["c"] }, "a", "z") || Reachable([], "a", "a")); //: part 1/2 1/2
    } //: hit
}
