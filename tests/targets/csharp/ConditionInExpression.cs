// Expressions inside of expressions: decisions as operands, arguments, receivers, indices, holes, elements and
// initialisers, with and without await. Each method is called with 0, 1, 2, 7 and -3.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ConditionInExpression
{
    private sealed class Node(string? name = null, int size = 0, Node? next = null) //: hit
    {
        public string? Name = name; //: hit
        public int Size = size; //: hit
        public Node? Next = next; //: hit
        public int? Rank;
        public List<int> Items { get; init; } = []; //: hit
        public Node this[int i] => i > 0 && Next is { } n ? n[i - 1] : this; //: hit 2/2 2/2
    }

    private static async Task<T> Later<T>(T value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        foreach (int n in new[] { 0, 1, 2, 7, -3 }) //: hit 2/2
        { //D: hit
            Use(Ternaries(n)); //: hit
            Use(Booleans(n)); //: hit
            Use(Strings(n) + Receivers(n)); //: hit
            Use(Initialised(n)); //: hit
            Use(Shapes(n, n > 1 ? "two" : null)); //: hit 2/2
            Use(await AsyncTernaries(n)); //: hit
            Use(await AsyncBooleans(n)); //: hit
            Use(await AsyncPatterns(n)); //: hit
            Use(await AsyncAssignments(n)); //: hit
            Use(await Throwing(n)); //: hit
            foreach (string s in Yielded(n)) Use(s); //: hit 2/2
        } //D: hit
    } //: hit

    private static int Ternaries(int n)
    { //D: hit
        int a = n > 0 ? n > 1 ? n > 5 ? 3 : 2 : 1 : n < 0 ? -1 : 0; //: hit 2/2 2/2 2/2 2/2
        int b = (n > 0 ? n : -n) is > 2 and var big ? big : (n == 0 ? a : 2); //: hit 2/2 2/2 2/2
        int c = Math.Max(n > 1 ? a : b, Math.Min(n < 0 ? a : b, n is 1 or 2 ? a : -b)); //: hit 2/2 2/2 2/2
        int d = (n > 5 ? "long text" : n > 100 ? null : "s")?.Length > 2 ? 1 : n != 1 && (n > 0 || n < -2) ? 2 : 3; //: part 2/2 1/2 1/2 2/2 2/2 2/2 2/2
        int e = (n > 1 ? tuple(n) : (c, d)) is (> 2, var last) ? last : n > 0 == d > 2 ? 1 : 4; //: hit 2/2 2/2 2/2
        d += n > 0 ? n % 2 == 0 ? c++ : ++c : c > 0 && a < 0 ? c-- : --c; //: part 2/2 2/2 1/2 2/2
        return (n < 0 ? a : b) + (n < 0 && a < 0 ? d : e) * (n is 0 ? c : n is not 7 ? d : -1); //: part 2/2 2/2 1/2 2/2 2/2

        static (int, int) tuple(int k) => (k, k > 5 ? 1 : 2); //: hit 2/2
    } //D: hit

    private static bool Booleans(int n)
    { //D: hit
        bool a = n > 0 && (n > 1 || n < -100) && !(n > 5); //: part 2/2 2/2 1/2 2/2
        bool b = n > 0 ? n > 1 && n < 5 : n < 0 || No(); //: part 2/2 2/2 1/2 2/2 2/2
        bool c = (a || b) == (n > 0 && Yes()) != (n is 2 or 7); //: part 2/2 1/2 2/2 2/2 -- || with a variable at the right is no decision
        bool d = n is > 0 and (1 or 7) or < -2 && c || b; //: hit 2/2 2/2 2/2 2/2
        a |= n > 0 && n < 5 || n == -3; //: hit 2/2 2/2 2/2
        b &= n != 2 || d; //: hit
        c ^= n > 1 && n > 2 && n > 3; //: part 2/2 2/2 1/2
        Func<bool> f = () => a && n > 1 || !b && n is 0; //: hit 2/2 2/2 2/2 2/2
        return f() & a | c && d; //: hit
    } //D: hit

    private static string Strings(int n)
    { //D: hit
        string? text = n > 0 ? new string('x', n) : null; //: hit 2/2
        string a = $"{(n > 0 ? n : -1),5:D3}|{text?[..1] ?? "-"}|{(text is { Length: > 1 and var l } ? $"<{l}>" : $"{n}{text}")}"; //: hit 2/2 2/2 2/2 2/2 2/2
        string b = "a" + (n > 1 ? "b" : "c") + (text ?? "null") + (text?.Length > 2 ? a[^1] : 'z') + (n == 7 && a.Length > 0 ? 1 : 0); //: part 2/2 2/2 2/2 2/2 2/2 1/2
        b += n switch { 0 => $"{a}{b}", 1 => a + b, > 5 when text![0] == 'x' => $"{text}{n switch { 7 => "seven", _ => "many" }}", _ => "" }; //: part 4/4 1/2 1/2
        StringBuilder builder = new(text ?? b); //: hit 2/2
        builder.Append(n > 0 ? 'p' : 'n').AppendFormat("{0}", n > 1 ? n : "none").Insert(0, n < 0 ? "-" : "").AppendJoin(',', n == 2 ? ["two"] : new[] { a, b }); //: hit 2/2 2/2 2/2 2/2
        return builder is { Length: > 20 } or { Capacity: > 5000 } ? builder.ToString(0, 20) : text + builder; //: part 1/2 2/2 1/2
    } //D: hit

    private static int Receivers(int n)
    { //D: hit
        Node? node = n < 0 ? null : new("n" + n, n, n > 1 ? new Node(null, 9) { Rank = n, Items = [n, n + 1] } : null); //: hit 2/2 2/2
        int a = (node ?? new Node("new")).Size + (n > 1 ? node : null)?.Next?.Size ?? -1; //: part 2/2 2/2 2/2 1/2
        int b = node?[n].Name?.Length ?? node?.Items.Count ?? 5; //: hit 2/2 2/2 2/2 2/2
        int c = (n > 0 ? node! : new Node(size: 4)) is { Size: var size, Next: null } ? size : node!.Next!.Items[n > 2 ? ^1 : 0]; //: part 2/2 1/2 2/2 2/2
        node?.Next?.Items.AddRange([.. node.Next.Items.Where(i => i > (n > 2 ? 7 : 2)), n]); //: hit 2/2 2/2 2/2
        (node ??= new Node("late")).Rank ??= node.Next?.Rank ?? (n > 0 ? n : null); //: part 2/2 1/2 2/2 2/2 2/2
        (n > 0 ? node.Items : (node.Next ??= new("x")).Items).Add(n is 7 ? a : b); //: part 2/2 1/2 2/2
        return node.Next is { Rank: { } rank, Items: [var one, .., var other] } ? rank + one + other : node.Rank is null or 0 ? c : node.Rank!.Value; //: part 2/2 2/2 1/2 1/2 2/2 1/2
    } //D: hit

    private static int Initialised(int n)
    { //D: hit
        Node node = new(n > 0 ? "p" : null, n switch { 1 => 1, > 1 => 2, _ => 3 }) //: part 2/2 3/3 2/2 2/2 2/2 2/2 1/2 1/2
        { //: hit
            Rank = n > 1 ? n : null, //: hit
            Items = { n > 0 ? 1 : 2, n, (n < 0 ? 5 : 6) }, //: hit
            Next = n == 7 ? new() { Name = n > 5 && Yes() ? "deep" : "flat" } : null, //: hit
        }; //: hit
        int[] all = [n > 0 ? 1 : 0, .. node.Items, .. n > 1 ? node.Items : [], .. node.Next?.Items ?? [n]]; //D: hit 2/2 2/2 2/2 2/2 //R: hit 2/2 2/2 2/2
        var anonymous = new { node.Name, Big = n > 1 && all.Length > 3, Kind = n is 0 ? "zero" : node.Next is null ? "some" : "tree" }; //: part 2/2 1/2 2/2 2/2
        var (x, (y, z)) = (n > 0 ? 1 : 2, (node.Rank ?? 0, anonymous with { Big = n < 5 || No() })); //: part 2/2 2/2 1/2
        Dictionary<string, Func<int, int>> map = new() { ["a"] = i => i > 1 ? i : -i, [z.Kind] = z.Big ? i => i : static i => i > 5 ? 1 : i }; //: part 2/2 2/2 1/2
        return map["a"](n) + map[z.Kind](x) + y; //: hit
    } //D: hit

    private static string Shapes(int n, string? text) => (n, text) switch //: part 4/5
    { //: hit
        (0, null) or (1, _) => "low", //: hit
        (< 0, { Length: > 2 } or null) => "negative", //: hit
        (_, ['t', .. var rest]) when rest.Length == n => rest, //: hit 2/2
        ( > 5, not null and var t) => t, //: hit
        var (k, _) => k > 5 ? "?" : "!", //: miss 0/2
    }; //: hit

    private static async Task<int> AsyncTernaries(int n)
    { //D: hit
        int a = await Later(n) > 0 ? await Later(n) > 1 ? 3 : await Later(2) : n < 0 ? await Later(-1) : 0; //: hit 2/2 2/2 2/2
        int b = n > 0 ? n : (await Later(n) is 0 ? await Later(a) : -a) is > 0 and var p ? p : await Later(-7); //: hit 2/2 2/2 2/2
        int c = Math.Max(await Later(n) > 1 ? a : await Later(b), n > 0 && await Later(n) < 5 || n == -3 ? 1 : await Later(0)); //: hit 2/2 2/2 2/2 2/2
        int d = (await Later(n > 5 ? "text" : null))?.Length ?? (n > 0 ? await Later(n) : b); //: hit 2/2 2/2 2/2
        return a + (n is 7 ? await Later(b) : c) + (await Later(n) is 1 or 2 ? d : n < 0 ? 1 : await Later(2)); //: hit 2/2 2/2 2/2
    } //: hit //AR: none

    private static async Task<bool> AsyncBooleans(int n)
    { //D: hit
        bool a = n > 0 && await Later(n > 1) || n < 0 && await Later(true); //: part 2/2 2/2 2/2 1/2
        bool b = await Later(n > 0) ? n > 1 && await Later(n < 5) : await Later(n < 0) || No(); //: part 2/2 2/2 2/2 2/2 1/2
        bool c = (a || await Later(b)) == (n > 0 && await Later(true)); //: part 2/2 1/2 2/2 1/2
        if (a && !(await Later(n) > 2 || n < 0)) b |= c && await Later(n == 2); //: part 2/2 2/2 2/2 1/2 1/2
        if (await Later(n) is var m && m > 0 && (m < 2 || await Later(m) == 7)) c = !c; //: hit 2/2 2/2 2/2
        while (n > 5 && await Later(n-- > 6) && b | true) a = !a; //: part 2/2 2/2 1/2
        return await Later(a) && b | c || !await Later(n >= 0); //: part 2/2 1/2 1/2
    } //: hit //AR: none

    private static async Task<int> AsyncPatterns(int n)
    { //D: hit
        Node? node = n < 0 ? null : new("n", n, n > 1 ? new Node("m", n) : null); //: hit 2/2 2/2
        if (await Later(node) is { Next: { } next } found && await Later(next.Size) is > 5 and < 10) return found.Size; //: part 2/2 2/2 2/2 1/2
        if (await Later(node) is not { Name: [.., 'n'], Size: var size }) return -1; //: part 2/2 1/2 1/2 1/2
        bool zero = size == 0 || await Later(node) is { Next.Size: > 1 }; //: part 2/2 1/2 2/2 1/2
        if (zero && await Later(node!.Next) is null or { Size: > 5 }) return await Later(0); //: part 2/2 2/2 1/2
        string text = await Later(node) switch //: part 2/3
        { //: hit
            { Next: not null and var last } when await Later(last.Size) == 2 => $"{await Later("two")}", //: part 1/2 1/2 -- the second: a string of one hole
            { Size: 1 } => await Later("one") is [.., 'e'] and { Length: var length } ? "e" + length : "?", //: part 1/2 1/2 1/2
            _ => "never", //: miss
        }; //: hit
        return text.Length; //: hit
    } //: hit //AR: none

    private static async Task<int> AsyncAssignments(int n)
    { //D: hit
        Node? node = await Later(n > 0 ? new Node("n") : null); //: hit 2/2
        node?.Rank ??= await Later(n > 1 ? n : -n); //: part 2/2 1/2 2/2
        node?.Items.Insert(await Later(0), n > 5 ? await Later(n) : -n); //: hit 2/2 2/2
        node?.Next = await Later(n) is > 1 and var big ? new Node(size: big) : await Later<Node?>(null); //: hit 2/2 2/2
        (node ??= new Node(n == 0 ? await Later("zero") : null)).Name ??= await Later("name") + n; //: hit 2/2 2/2 2/2
        node.Size += (n > 0 ? await Later(1) : 2) + (node.Next?.Size ?? await Later(3)); //: hit 2/2 2/2
        node.Items.Add(node.Rank ?? await Later(n) switch { 0 => await Later(5), _ => n }); //: hit 2/2 2/2
        return node.Size + node.Items[^(await Later(n > 0) ? 1 : 1)]; //: hit 2/2
    } //: hit //AR: none

    private static async Task<string> Throwing(int n)
    { //D: hit
        try
        { //D: hit
            string text = n switch { > 5 => throw new ArgumentException("big"), < 0 => await Later<string?>(null) ?? throw new FormatException(), 0 => await Task.FromException<string>(new TimeoutException()), _ => n > 1 ? "two" : await Later("one") }; //: part 4/4 1/2 2/2
            return text is ['o', ..] ? text : throw new InvalidOperationException(text); //: part 1/2 1/2 2/2
        }
        catch (Exception e) when (e is ArgumentException { Message: ['b', ..] } or FormatException || n == 2 && e.Message is "two") //: part 2/2 1/2 1/2 1/2 2/2 2/2 1/2
        { //D: hit
            return await Later(e is FormatException ? "format" : e.Message); //: hit 2/2
        }
        catch (Exception e) when (e is TimeoutException or { InnerException: not null }) //: part 1/2 0/2 0/2
        { //D: hit
            return e.Message[..(n > 0 ? 0 : 3)]; //: part 1/2
        }
    } //: hit

    private static IEnumerable<string> Yielded(int n)
    { //D: hit
        yield return n > 0 ? n > 1 ? "many" : "one" : "none"; //: hit 2/2 2/2
        if (n is 0 or 7 && n < 5) yield break; //: hit 2/2 2/2 2/2
        yield return n < 0 && n > -2 || n > 5 ? $"{n}" : $"{(n is 2 ? "two" : null) ?? "?"}"; //: part 2/2 1/2 2/2 2/2 2/2 1/2 -- the last: a string of one hole
        foreach (char c in n switch { 1 => "a", < 0 => "bc", _ => "" }) //: hit 2/2 3/3
            yield return c is 'b' or 'c' ? "bc" : c + ""; //: part 2/2 2/2 1/2 -- the last: what a concatenation does with the text of a thing
    } //: hit
}
