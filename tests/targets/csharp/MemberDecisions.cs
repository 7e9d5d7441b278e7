// State machines, operators, conversions, constructors and initialisers with decisions in them.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Threading;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal enum Phase { Idle, Running, Paused, Done = 10, Failed }

[Flags]
internal enum Rights { None = 0, Read = 1, Write = 2, Admin = Read | Write | 8 }

internal readonly struct Verdict(int value) : IEquatable<Verdict>, IEqualityOperators<Verdict, Verdict, bool>
{
    public int Value { get; } = value < 0 ? 0 : value; //: part 1/2

    public static bool operator true(Verdict v) => v.Value > 1 || v.Value == 0 && Yes(); //: part 1/2 0/2 0/2

    public static bool operator false(Verdict v) => v.Value <= 1; //: hit

    public static Verdict operator &(Verdict a, Verdict b) => new(Math.Min(a.Value, b.Value)); //: hit

    public static Verdict operator |(Verdict a, Verdict b) => a ? a : b; //: miss 0/2

    public static bool operator !(Verdict v) => v ? false : true; //D: part 1/2 //R: hit

    public static implicit operator bool(Verdict v) => v.Value != 0; //: hit

    public static implicit operator Verdict(string text) => new(text is { Length: var n and > 2 } ? n : 1); //: part 1/2 1/2

    public static explicit operator int?(Verdict v) => v.Value is 7 ? null : v.Value; //: hit 2/2

    public static bool operator ==(Verdict a, Verdict b) => a.Value == b.Value; //: hit

    public static bool operator !=(Verdict a, Verdict b) => !(a == b); //: miss

    public bool Equals(Verdict other) => this == other; //: miss

    public override bool Equals(object? other) => other is Verdict v && v == this; //: miss 0/2 0/2

    public override int GetHashCode() => Value; //: miss
}

internal class Machine
{
    private static readonly string mode = Environment.GetEnvironmentVariable("NO_SUCH_VARIABLE_AT_ALL") ?? "default"; //: part 1/2
    private static readonly Func<int, bool> even = n => n % 2 == 0 || n == 1; //: part 2/2 1/2
    private readonly int limit = Yes() ? Id(3) : 4; //: part 1/2
    private Phase phase;

    static Machine()
    { //D: hit
        if (mode is "default") //: part 1/2
            Created = -1; //: hit
    } //: hit

    public Machine(int? start, params ReadOnlySpan<Phase> rest)
        : this(start is > 0 ? start.Value : rest is [var first, ..] ? (int)first : Default()) //: part 2/2 2/2 1/2
    { //D: hit
        Steps = rest.Length; //: hit
    } //: hit

    private Machine(int start) //: hit
    { //D: hit
        phase = (Phase)start; //: hit
        Created += even(start) ? 1 : 2; //: part 1/2
    } //: hit

    public static int Created { get; private set; } //: hit

    public int Steps { get; set => field = value > limit ? throw new ArgumentOutOfRangeException(nameof(value)) : value; } //: hit 2/2

    public Phase Phase => phase; //: hit

    private static int Default() => 0; //: miss

    public bool Fire(string trigger)
    { //D: hit
        (phase, bool moved) = (phase, trigger) switch //: part 6/7
        { //: hit
            (Phase.Idle, "start") => (Phase.Running, true), //: hit
            (Phase.Running, "pause") => (Phase.Paused, true), //: hit
            (Phase.Paused, "resume" or "start") => (Phase.Running, true), //: hit
            (Phase.Running or Phase.Paused, "stop") => (Steps++ >= limit ? Phase.Failed : Phase.Done, true), //: part 1/2
            (Phase.Done, _) when trigger.StartsWith('!') => (Phase.Idle, true), //: part 1/2
            (not Phase.Failed, ['x', ..]) => throw new InvalidOperationException(trigger), //: miss
            var (same, _) => (same, false), //: hit
        }; //: hit
        return moved; //: hit
    } //D: hit

    public override string ToString() => phase switch //: part 2/4
    { //: hit
        Phase.Idle => "-", //: hit
        Phase.Running or Phase.Paused => "~", //: miss
        >= Phase.Done and not Phase.Failed => "+", //: hit
        _ => "!", //: miss
    }; //: hit
}

internal class Logging(string name, TextSink? sink = null) : Machine(name.Length > 3 ? 1 : null, sink is null ? [Phase.Paused] : []) //: part 2/2 1/2
{
    private readonly List<string> lines = [name, .. name.Length > 4 ? [name.ToUpperInvariant()] : Array.Empty<string>()]; //: hit 2/2

    public virtual Logging Clone() => this is Derived { Name: var n } d ? d : new Logging(name); //: hit 2/2

    public int Lines => (sink?.Count ?? 0) + lines.Count; //: part 1/2

    internal sealed class Derived(string text) : Logging(text is [] ? "none" : text) //: part 1/2 1/2
    {
        public string Name => field ??= lines is [_, var upper, ..] ? upper : text; //: part 2/2 1/2 1/2

        public override Derived Clone() => Lines > 0 && base.Clone() is Derived d ? d : null!; //: part 1/2 1/2
    }

}

internal sealed class TextSink : IEnumerable<string>
{
    private readonly List<string> items = []; //: hit
    private EventHandler<string>? added;

    public int Count => items.Count; //: hit

    public event EventHandler<string> Added
    {
        add { if (added is null || !added.GetInvocationList().Contains(value)) added += value; } //: hit 2/2 2/2
        remove => added = added == value ? null : added - value; //: part 1/2
    }

    public void Add(string text) => (text.Length > 2 ? items : Enumerable.Empty<string>() as IList<string> ?? items).Add(text); //: part 1/2 0/2

    public string? this[int index] => index >= 0 && index < items.Count ? items[index] : null; //: part 1/2 2/2

    public string? this[Index from, bool quiet] => quiet ? this[from.GetOffset(Count)] : items[from]; //: part 1/2

    public IEnumerator<string> GetEnumerator()
    { //D: hit
        for (int i = 0; this[i] is { } text; i++) //: hit 2/2
            if (text is not "") yield return text; //: part 1/2
    } //: hit

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: miss

    public void Raise(string text) => added?.Invoke(this, text); //: hit 2/2
}

internal static class MemberDecisions
{
    [ModuleInitializer]
    internal static void Initialise() => started = started is 0 ? 1 : started; //: part 1/2

    private static int started;

    public static void Run()
    { //D: hit
        Machine machine = new(null, Phase.Idle, Phase.Done); //: hit
        foreach (string trigger in "start pause start stop again".Split(' ')) //: hit 2/2
            Use(machine.Fire(trigger)); //: hit
        Use(machine.ToString() + new Machine(-1, [Phase.Idle])); //: hit
        Expect<ArgumentOutOfRangeException>(() => machine.Steps = 99); //: hit
        Logging logging = new("abcde"); //: hit
        Use(logging.Lines + logging.Clone().Lines); //: hit
        Logging.Derived derived = new("xyz"); //: hit
        Use(derived.Name + derived.Name + derived.Clone().Phase); //: hit
        Verdicts(); //: hit
        Sinks(); //: hit
        Use(Access(Rights.Read) + Access(Rights.Admin) + Access(Rights.None)); //: hit
        Use(Lifted(3, null) + Lifted(null, 4) + Lifted(5, 4)); //: hit
        Use(Compare("a", "b") + Compare(null, "b") + Compare("b", "b")); //: hit
        Use(Collatz(6, out bool odd) + (odd ? 1 : 0)); //D: part 1/2 //R: hit
        Dates(new DateTime(2024, 2, 29)); //: hit
        Nulls(null, [1, null, 3]); //: hit
        Nulls("abc", null); //: hit
        Use(Labels([[1, 2, 3], [4, -5, 6], [7, 8, 0]])); //: hit
        Use(Evaluate("3 4 + 2 *") + Evaluate("5 ~")); //: hit
        Use(started); //: hit
        Conditionals(5); //: hit
    } //: hit

    private static void Verdicts()
    { //D: hit
        Verdict yes = "long", no = new(1), zero = new(0); //: hit
        if (yes && no) Use(1); //: part 1/2 1/2
        if (yes || no) Use(2); //: part 1/2 1/2
        Use(zero ? 1 : 2); //: part 1/2
        Use(!yes && !no); //: part 1/2 0/2
        Use(((int?)yes ?? -1) + ((int?)new Verdict(7) ?? -1)); //: hit
        while (no == zero) no = yes; //: part 1/2
        Use(yes is { Value: 4 } ? 1 : 2); //: part 1/2
    } //: hit

    private static void Sinks()
    { //D: hit
        TextSink sink = ["one", "two"]; //: hit
        Use(sink.Count(s => s[0] == 'o' && s.Length > 2)); //: part 2/2 1/2
        int calls = 0; //: hit
        EventHandler<string> handler = (sender, text) => calls += sender is TextSink { Count: > 1 } && text != "" ? 1 : 0; //: part 1/2 1/2 1/2
        sink.Added += handler; //: hit
        sink.Added += handler; //: hit
        sink.Added += delegate { calls += 10; }; //: hit
        sink.Raise("x"); //: hit
        sink.Added -= handler; //: hit
        TextSink? other = null; //: hit
        other?.Raise("never"); //: part 1/2
        new TextSink().Raise("nobody"); //: hit
        Use(calls == 11 ? sink[^1, true] ?? sink[7] : null); //: part 1/2 1/2
    } //: hit

    private static string Access(Rights rights)
    { //D: hit
        bool write = (rights & Rights.Write) != 0 && rights.HasFlag(Rights.Read); //: part 2/2 1/2
        string text = rights switch //: hit 4/4
        { //: hit
            Rights.None => "none", //: hit
            Rights.Admin => "admin", //: hit
            _ when write => "write", //: part 1/2
            _ => $"{rights:G}".ToLower(CultureInfo.InvariantCulture), //: hit
        }; //: hit
        if (rights is Rights.Read or Rights.Write || rights == (Rights)100) text += "!"; //: part 2/2 1/2
        return text; //: hit
    } //D: hit

    private static int Lifted(int? a, int? b)
    { //D: hit
        int? sum = a + b; //: hit
        bool? less = a < b; //: hit
        int result = sum ?? a ?? b ?? 0; //: hit 2/2 2/2
        if (a > b) result++; //: hit 2/2
        if (less == false || less != null && Yes()) result += 2; //: part 1/2 0/2 0/2
        if ((a ?? 0) > 3 & b is not null) result += 4; //: hit 2/2
        result += a is { } x ? x : b is int y and > 3 ? y : -1; //: part 2/2 1/2 1/2
        return a.GetValueOrDefault() == 3 ? result : -result; //: hit 2/2
    } //D: hit

    private static int Compare(string? a, string? b) =>
        ReferenceEquals(a, b) ? 0 //: part 2/2 2/2 1/2 1/2
        : a is null ? b is null ? 0 : -1 //: hit
        : b is null ? 1 //: hit
        : string.CompareOrdinal(a, b); //: hit

    private static int Collatz(int n, out bool odd)
    { //D: hit
        int steps = 0; //: hit
        for (odd = false; n != 1; n = (n & 1) is 0 ? n >> 1 : checked(3 * n + 1), steps++) //: hit 2/2 2/2
            odd |= n % 2 != 0 && n > 1; //: part 2/2 1/2
        return steps; //: hit
    } //D: hit

    private static void Dates(DateTime date)
    { //D: hit
        Use(date is { Month: 2, Day: > 28 } or { Month: 12 } && date.Kind is DateTimeKind.Unspecified); //: part 1/2 0/2 1/2 1/2
        Use(date switch { { Year: var y } when DateTime.IsLeapYear(y) => y, { DayOfWeek: DayOfWeek.Sunday } => 7, _ => 0 }); //: part 1/3 1/2
        TimeSpan span = date - DateTime.MinValue; //: hit
        if (span > TimeSpan.Zero && span.TotalDays is double days and not double.NaN) Use((int)days); //: part 1/2 1/2
        decimal price = span.Days > 100 ? 1.5m : 2m; //: part 1/2
        Use(price switch { 1.5m => "a", > 100m => "b", 0m or 1m => "c", _ => "d" }); //: part 1/4
        Use((double)price switch { 1.5 => "a", double.NaN => "n", < 0 => "neg", _ => "d" }); //: part 1/4
        Use(date.Ticks switch { 0L => 0, long.MaxValue => 1, > 1L << 40 => 2, _ => 3 }); //: part 1/4
    } //: hit

    private static void Nulls(string? text, List<int?>? list)
    { //D: hit
        Use(text?.Length is > 2 and var n ? n : list?[0] ?? list?.Count ?? -1); //: part 2/2 2/2 1/2 1/2 1/2 0/2
        Use(list?.Sum()?.ToString(CultureInfo.InvariantCulture)[0] is '4'); //: part 2/2 1/2 2/2 1/2
        Use((text ?? (list is [_, null, ..] ? "middle" : "none")) is ['m', .., 'e']); //: part 2/2 1/2 1/2 1/2 1/2 1/2 2/2 1/2
        text ??= list?.Count > 2 ? "many" : "few"; //: part 2/2 1/2 1/2
        if (list is not { Count: var count and >= 3 }) count = text.Length; //: part 2/2 1/2
        Use(count); //: hit
        _ = text?[0] switch { null => 0, 'm' or 'f' => 1, _ => 2 }; //: part 1/2 2/3
        (string Name, int? Age)? person = count > 3 ? null : (text!, count); //: part 1/2
        Use(person?.Age + 1 > 3 ? person!.Value.Name : person is { Name: "x" } ? "x" : "y"); //: part 1/2 1/2 0/2 0/2
    } //: hit

    private static (int, int)? Labels(int[][] grid)
    { //D: hit
        int y = 0; //: hit
        foreach (int[] row in grid) //: part 1/2
        { //D: hit
            int x = -1; //: hit
        next: //D: hit
            if (++x >= row.Length) goto after; //: hit 2/2
            if (row[x] < 0) goto skip; //: hit 2/2
            if (row[x] is 0) return (x, y); //: hit 2/2
            goto next; //D: hit
        skip: //D: hit
            Use(x); //: hit
        after: //D: hit
            y++; //: hit
        } //D: hit

        return null; //: miss
    } //D: hit

    private static int Evaluate(string program)
    { //D: hit
        Stack<int> stack = new(); //: hit
        foreach (Range range in program.AsSpan().Split(' ')) //: hit 2/2
        { //D: hit
            ReadOnlySpan<char> word = program.AsSpan(range); //: hit
            switch (word) //: part 4/6
            {
                case "+":
                    stack.Push(stack.Pop() + stack.Pop()); //: hit
                    break; //: hit
                case "*" when stack.Count >= 2: //: part 1/2
                    stack.Push(stack.Pop() * stack.Pop()); //: hit
                    break; //: hit
                case "neg" or "~":
                    stack.Push(-stack.Pop()); //: hit
                    break; //: hit
                case [>= '0' and <= '9', ..]:
                    stack.Push(int.Parse(word, CultureInfo.InvariantCulture)); //: hit
                    break; //: hit
                default:
                    throw new FormatException(program); //: miss
            }
        } //D: hit

        return stack is { Count: 1 } ? stack.Pop() : throw new FormatException(); //: part 1/2 1/2
    } //D: hit

    [Conditional("DEBUG")]
    private static void OnlyDebug(bool condition, [CallerArgumentExpression(nameof(condition))] string? text = null)
    { //D: hit
        if (!condition) throw new InvalidOperationException(text); //D: part 1/2 //R: miss 0/2
    } //D: hit //R: miss

    private static void Conditionals(int n)
    { //D: hit
        OnlyDebug(n > 0 && n < Id(10)); //D: part 1/2 1/2
        Debug.Assert(n is > 0 and < 10, $"bad {n}"); //D: part 1/2 1/2
        const bool Always = true;
        if (Always && n > 3) Use(1); //: part 1/2
        if (Always || n > 3) Use(2); //: hit
        while (Always) { if (n-- < 0) break; } //: hit 2/2
        do { n++; } while (!Always); //: hit
        for (; Always;) { if (n++ > 3) break; else continue; } //: hit 2/2
        Use(Always ? n : -n); //: hit
        Use(sizeof(int) == 4 ? n : 0); //: hit
        if (n == Id(n) || No()) return; //: part 1/2 0/2
        Use(3); //: miss
    } //D: hit
}
