// Classes of a business application: caches, queues, observers, disposal, comparison, builders,
// repositories, dynamic code, conditional methods.

#define TRACED
#pragma warning disable CS8602

using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.Dynamic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal sealed class LruCache<TKey, TValue>(int capacity) : IEnumerable<KeyValuePair<TKey, TValue>> //: hit x1
    where TKey : notnull
{
    private readonly Dictionary<TKey, LinkedListNode<(TKey Key, TValue Value)>> map = new(); //: hit x1
    private readonly LinkedList<(TKey Key, TValue Value)> order = new(); //: hit x1

    public int Hits { get; private set; } //: hit

    public TValue? this[TKey key]
    {
        get
        { //D: hit
            if (!map.TryGetValue(key, out var node)) //: hit 2/2 x2
                return default; //: hit x1
            order.Remove(node); //: hit x1
            order.AddFirst(node); //: hit x1
            Hits++; //: hit x1
            return node.Value.Value; //: hit x1
        } //D: hit
        set
        { //D: hit
            if (map.TryGetValue(key, out var node)) //: hit 2/2 x4
            { //D: hit
                node.ValueRef.Value = value!; //: hit x1
            } //D: hit
            else if (map.Count >= capacity && order.Last is { } last) //: part 2/2 1/2 x3
            { //D: hit
                order.RemoveLast(); //: hit x1
                map.Remove(last.Value.Key); //: hit x1
                map[key] = order.AddFirst((key, value!)); //: hit x1
            } //D: hit
            else
            { //D: hit
                map[key] = order.AddFirst((key, value!)); //: hit x2
            } //D: hit
        } //: hit
    }

    public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator()
    { //D: hit
        foreach (var (key, value) in order) //: hit 2/2
            yield return new(key, value); //: hit x2
    } //: hit

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: miss
}

internal abstract class Observable : INotifyPropertyChanged, IDisposable //: none
{
    private bool disposed;

    public event PropertyChangedEventHandler? PropertyChanged; //: none

    protected bool Set<T>(ref T field, T value, [CallerMemberName] string? name = null)
    { //D: hit
        if (EqualityComparer<T>.Default.Equals(field, value)) //: hit 2/2 x3
            return false; //: hit x1
        field = value; //: hit x2
        PropertyChanged?.Invoke(this, new PropertyChangedEventArgs(name)); //: hit 2/2 x2
        return true; //: hit x2
    } //D: hit

    protected virtual void Dispose(bool disposing)
    { //D: hit
        if (!disposed) //: part 1/2 x2
        { //D: hit
            if (disposing) //: part 1/2 x2
            { //D: hit
                PropertyChanged = null; //: hit x2
            } //D: hit

            disposed = true; //: hit x2
        } //D: hit
    } //: hit

    public void Dispose()
    { //D: hit
        Dispose(true); //: hit x2
        GC.SuppressFinalize(this); //: hit x2
    } //: hit
}

internal sealed class Person : Observable, IEquatable<Person>, IComparable<Person>
{
    private static readonly Dictionary<string, int> counts; //: none
    private string name = ""; //: hit x5
    private int age;

    static Person()
    { //D: hit
        counts = new Dictionary<string, int> { ["made"] = 0 }; //: hit x1
    } //: hit

    public Person() => counts["made"]++; //: hit x5

    public Person(string name, int age) : this() //: hit x4
    { //D: hit
        (this.name, this.age) = (name, age); //: hit x4
    } //: hit

    public static int Made => counts.TryGetValue("made", out int n) ? n : 0; //: part 1/2 x1

    public string Name
    {
        get => name; //: hit
        set => Set(ref name, value ?? throw new ArgumentNullException(nameof(value))); //: hit 2/2 x3
    }

    public int Age
    {
        get { return age; } //: hit
        set
        { //D: hit
            if (Set(ref age, value)) handlers?.Invoke(this, EventArgs.Empty); //: part 1/2 1/2 x1
        } //: hit
    }

    public event EventHandler Older
    {
        add => handlers = (EventHandler?)Delegate.Combine(handlers, value); //: hit x1
        remove => handlers -= value; //: miss
    }

    private EventHandler? handlers;

    private EventHandler? OlderHandlers => handlers; //: miss

    public bool Equals(Person? other) => other is not null && (ReferenceEquals(this, other) || name == other.name && age == other.age); //: part 2/2 2/2 1/2 0/2 x3

    public override bool Equals(object? obj) => obj is Person p && Equals(p); //: part 1/2 1/2 x1

    public override int GetHashCode() => HashCode.Combine(name, age); //: miss

    public static bool operator ==(Person? a, Person? b) => a?.Equals(b) ?? b is null; //: part 1/2 x1

    public static bool operator !=(Person? a, Person? b) => !(a == b); //: hit x1

    public int CompareTo(Person? other)
    { //D: hit
        if (other is null) return 1; //: part 1/2 x2
        int result = string.CompareOrdinal(name, other.name); //: hit x2
        return result != 0 ? result : age.CompareTo(other.age); //: hit 2/2 x2
    } //D: hit

    public override string ToString() => age switch //: part 1/3 x1
    { //: hit x1
        < 0 => throw new InvalidOperationException(), //: miss
        0 => name, //: miss
        _ => $"{name} ({age})", //: hit x1
    }; //: hit x1
}

internal static class ProgramBusinessObjects
{
    public static async Task Run()
    { //D: hit
        Cache(); //: hit x1
        People(); //: hit x1
        Use(Format(1536)); //: hit x1
        Use(Format(12)); //: hit x1
        Use(Roman(14)); //: hit x1
        Joins(); //: hit x1
        Dynamics(); //: hit x1
        Trees(); //: hit x1
        foreach (int i in Flatten([1, new object[] { 2, new object[] { 3 } }, "x"])) Use(i); //: hit 2/2 x4
        foreach (string line in ReadLines("a\n\n#c\nb\nend\nz")) //: part 1/2
        { //D: hit
            if (line == "b") break; //: hit 2/2 x2
        } //D: hit

        Use(Find(new Directory("root", [new("a", []), new("b", [new("c", [])])]), "c")?.Name ?? "none"); //: part 1/2 1/2 x1
        Traced(2); //: hit x1
        Generations(); //: hit x1
        await Debounce(); //: hit x1
        await FilterAsync(1); //: hit x1
        await FilterAsync(2); //: hit x1
        Use(Weekday(DayOfWeek.Saturday) + Weekday(DayOfWeek.Monday)); //: hit x1
        Use(Http(404) + Http(503) + Http(200)); //: hit x1
        Use(Month("mar") + Month("Xyz")); //: hit x1
        Use(Op("add", 1, 2) + Op("neg", 1, 2)); //: hit x1
        Use(Toggle(true, 5) + Toggle(false, 50)); //: hit x1
        Backoff(); //: hit x1
    } //: hit

    private static void Cache()
    { //D: hit
        LruCache<string, int> cache = new(2) { ["a"] = 1, ["b"] = 2 }; //: hit x1
        cache["a"] = 3; //: hit x1
        Use(cache["a"] + cache["zz"]); //: hit x1
        cache["c"] = 4; //: hit x1
        Use(string.Join(",", cache.Select(p => p.Key))); //: hit
    } //: hit

    private static void People()
    { //D: hit
        using Person ann = new("Ann", 30), bob = new("Bob", 20); //: hit x1
        List<string?> changes = []; //: hit x1
        ann.Name = "Anna"; //: hit x1
        ann.PropertyChanged += (_, e) => changes.Add(e.PropertyName); //: hit x1
        ann.Name = "Anna"; //: hit x1
        ann.Older += delegate { Use(1); }; //: hit x1
        ann.Age = 31; //: hit x1
        Expect<ArgumentNullException>(() => ann.Name = null!); //: hit
        Use(ann != bob && ann.Equals((object)ann)); //: part 1/2 1/2 x1
        Use(ann.Equals(null)); //: hit x1
        List<Person> people = [ann!, bob!, new Person("Bob", 3)]; //: hit x1
        Use(people[0].CompareTo(bob) < 0 && bob.CompareTo(people[2]) > 0); //: part 1/2 1/2 x1
        Use(people[0]); //: hit x1
        Use(people[0].ToString() + Person.Made); //: hit x1
        Person extra = new() { }; //: hit x1
        Use(extra); //: hit x1
    } //: hit

    private static string Format(long bytes)
    { //D: hit
        string[] units = ["B", "KB", "MB"]; //: hit x2
        double size = bytes; //: hit x2
        int unit = 0; //: hit x2
        while (size >= 1024 && unit < units.Length - 1) //: part 2/2 1/2 x3
        { //D: hit
            size /= 1024; //: hit x1
            unit++; //: hit x1
        } //D: hit

        return unit == 0 ? $"{size} {units[unit]}" : string.Create(CultureInfo.InvariantCulture, $"{size:0.##} {units[unit]}"); //: hit 2/2 x2
    } //D: hit

    private static string Roman(int number)
    { //D: hit
        ReadOnlySpan<(int Value, string Text)> table = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]; //: hit x1
        StringBuilder text = new(); //: hit x1
        foreach (var (value, roman) in table) //: hit 2/2 x6
        { //D: hit
            for (; number >= value; number -= value) //: hit 2/2 x7
                text.Append(roman); //: hit x2
        } //D: hit

        return text.ToString(); //: hit x1
    } //D: hit

    //- joins, groups, let, into
    private static void Joins()
    { //D: hit
        var people = new[] { (Id: 1, Name: "a"), (Id: 2, Name: "b") }; //: hit x1
        var orders = new[] { (Person: 1, Sum: 5m), (Person: 1, Sum: 7m), (Person: 9, Sum: 1m) }; //: hit x1
        var rows = //: hit x1
            from p in people //: hit x1
            join o in orders on p.Id equals o.Person into own //: hit
            let total = own.Sum(o => o.Sum) //: hit
            where total > 1 || p.Name == "z" //: part 2/2 1/2 x2
            orderby total descending, p.Name //: hit x1
            select new { p.Name, Total = total > 10 ? "big" : "small" }; //: part 1/2 x1
        foreach (var row in rows) Use(row.Name + row.Total); //: hit 2/2
        var left = from p in people //: hit x1
                   join o in orders on p.Id equals o.Person into own //: hit
                   from o in own.DefaultIfEmpty() //: hit
                   select o.Sum; //: hit x3
        Use((int)left.Sum()); //: hit x1
        var chunks = Enumerable.Range(1, 5).Chunk(2).Select((c, i) => c.Length == 2 ? i : -1).ToArray(); //: hit 2/2 x3
        Use(chunks.Zip(chunks.Skip(1), (a, b) => a < b).Count(x => x)); //: hit
        Use(orders.GroupBy(o => o.Person, (key, g) => (key, Count: g.Count())).Any(x => x.Count > 1 && x.key == 1)); //: part 1/2 1/2
        Use(people.ToLookup(p => p.Name)["q"].FirstOrDefault() is { Id: 0 }); //: hit
    } //: hit

    private static void Dynamics()
    { //D: hit
        dynamic bag = new ExpandoObject(); //: hit x1
        bag.Count = 3; //: hit x1
        bag.Name = "x"; //: hit x1
        if (bag.Count > 2 && bag.Name == "x") //: part 1/2 1/2 x1
        { //D: hit
            bag.Count += 1; //: hit x1
        } //D: hit

        string text = bag.Name ?? "none"; //: part 1/2 x1
        Use(text); //: hit x1
        Use((int)bag.Count); //: hit x1
    } //: hit

    private static void Trees()
    { //D: hit
        Expression<Func<Person, bool>> filter = p => p.Age > 18 && (p.Name ?? "") != "x"; //: hit x1
        Func<Person, bool> compiled = filter.Compile(); //: hit x1
        Use(compiled(new Person("y", 20))); //: hit x1
    } //: hit

    private static IEnumerable<int> Flatten(IEnumerable<object> items)
    { //D: hit
        foreach (object item in items) //: hit 2/2
        { //D: hit
            switch (item) //: hit 3/3 x6
            {
                case int number:
                    yield return number; //: hit x3
                    break; //: hit
                case IEnumerable<object> nested:
                    foreach (int inner in Flatten(nested)) //: hit 2/2
                        yield return inner; //: hit x3
                    break; //D: hit
            }
        } //D: hit
    } //: hit

    private static IEnumerable<string> ReadLines(string text)
    { //D: hit
        using StringReader reader = new(text); //: hit x1
        try
        { //D: hit
            while (reader.ReadLine() is { } line) //: part 1/2 x4
            { //D: hit
                if (line is "" or ['#', ..]) //: part 2/2 1/2 1/2 2/2 x4
                    continue; //D: hit
                if (line == "end") yield break; //: part 1/2 x2
                yield return line; //: hit x2
            } //: hit
        } //: miss
        finally
        { //D: hit
            Use(1); //: hit x1
        } //: hit
    } //: miss

    private sealed record Directory(string Name, List<Directory> Children); //: hit

    private static Directory? Find(Directory start, string name)
    { //D: hit
        Queue<Directory> queue = new([start]); //: hit x1
        while (queue.TryDequeue(out Directory? next)) //: part 1/2 x4
        { //D: hit
            if (next.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return next; //: hit 2/2 x4
            next.Children.ForEach(queue.Enqueue); //: hit x3
        } //: hit

        return null; //: miss
    } //D: hit

    [Conditional("NEVER")]
    private static void OnlyNever(int n) => Use(n); //: miss

    [Conditional("TRACED")]
    private static void OnlyTraced(int n) => Use(n); //: hit x1

    private static void Traced(int n)
    { //D: hit
        OnlyTraced(n > 1 ? n : 0); //: part 1/2 x1
        OnlyNever(n > 1 ? n : 0); //: none
        Debug.Assert(n > 0 && Yes(), "positive"); //D: part 1/2 1/2 x1
#if DEBUG
        Use(n); //D: hit x1
#else
        Use(-n); //R: hit x1
#endif
    } //: hit

    private static void Generations()
    { //D: hit
        WeakReference<object> weak = new(new object()); //: hit x1
        Use(weak.TryGetTarget(out object? target) || target is null); //: part 1/2 0/2
        ThreadLocal<int> local = new(() => Id(5)); //: hit
        Use(local.Value + local.Value); //: hit x1
        var lazy = new Lazy<int>(() => //: hit x1
        { //: hit
            Use(1); //: hit x1
            return 3; //: hit x1
        }); //: hit x1
        Use(lazy.IsValueCreated ? 0 : lazy.Value); //: part 1/2 x1
    } //: hit

    private static async Task Debounce()
    { //D: hit
        CancellationTokenSource? pending = null; //: hit x1
        int calls = 0; //: hit x1
        for (int i = 0; i < 3; i++) //: hit 2/2 x4
        { //D: hit
            pending?.Cancel(); //: hit 2/2 x3
            pending?.Dispose(); //: hit 2/2 x3
            pending = new CancellationTokenSource(); //: hit x3
            CancellationToken token = pending.Token; //: hit x3
            _ = Task.Delay(i == 2 ? 1 : 10_000, token).ContinueWith(t => //: hit 2/2 x3
            { //: hit
                if (t.IsCanceled || t.IsFaulted) return; //: part 2/2 1/2 x3
                Interlocked.Increment(ref calls); //: hit x1
            }, TaskScheduler.Default); //: hit x3
        } //D: hit

        SpinWait.SpinUntil(() => Volatile.Read(ref calls) == 1, 10_000); //: hit
        await Task.WhenAll(Enumerable.Range(0, 2).Select(async i => //: hit x1
        { //: hit
            await Task.Yield(); //: hit x2
            return i > 0 ? i : -1; //: hit 2/2 x2
        })); //: hit x2
    } //: hit

    private static async Task FilterAsync(int mode)
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit x2
            throw mode == 1 ? new IOException("io") : new TimeoutException("slow"); //: hit 2/2 x2
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) //: part 2/2 1/2 x2
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(e.Message); //: hit x1
        } //D: hit
        catch (Exception e) when (e is not OperationCanceledException && mode > 1) //: part 1/2 1/2 x1
        { //D: hit
            Use(e.Message); //: hit x1
        } //: hit
    } //: hit

    private static string Weekday(DayOfWeek day)
    { //D: hit
        switch (day + 0) //: part 2/8 x2
        {
            case DayOfWeek.Saturday:
            case DayOfWeek.Sunday:
                return "weekend"; //: hit x1
            case DayOfWeek.Monday:
            case DayOfWeek.Tuesday:
            case DayOfWeek.Wednesday:
            case DayOfWeek.Thursday:
            case DayOfWeek.Friday:
                return "week"; //: hit x1
            default:
                throw new ArgumentOutOfRangeException(nameof(day)); //: miss
        }
    } //D: hit

    private static string Http(int status) => Id(status) switch //: part 3/6 x3
    { //: hit x3
        200 or 201 or 204 => "ok", //: hit x1
        >= 300 and < 400 => "moved", //: miss
        404 => "missing", //: hit x1
        >= 400 and < 500 => "client", //: miss
        >= 500 => "server", //: hit x1
        _ => "?", //: miss
    }; //: hit x3

    private static int Month(string text) => text.ToLowerInvariant() switch //: part 2/13 x2
    { //: hit x2
        "jan" => 1, //: miss
        "feb" => 2, //: miss
        "mar" => 3, //: hit x1
        "apr" => 4, //: miss
        "may" => 5, //: miss
        "jun" => 6, //: miss
        "jul" => 7, //: miss
        "aug" => 8, //: miss
        "sep" => 9, //: miss
        "oct" => 10, //: miss
        "nov" => 11, //: miss
        "dec" => 12, //: miss
        _ => -1, //: hit x1
    }; //: hit x2

    private static int Op(string name, int a, int b)
    { //D: hit
        Func<int, int, int> f = name.Trim() switch //: part 2/5 x2
        { //: hit x2
            "add" => (x, y) => x + y, //: hit
            "sub" => (x, y) => x - y, //: miss
            "mul" => static (x, y) => x * y, //: miss
            "neg" => (x, _) => -x, //: hit
            _ => throw new NotSupportedException(name), //: miss
        }; //: hit x2
        return f(a, b); //: hit x2
    } //D: hit

    private static int Toggle(bool on, int level)
    { //D: hit
        int result = on ? level switch { > 10 => 1, > 3 => 2, _ => 3 } : level is > 10 and < 99 ? 4 : 5; //: part 2/2 1/3 1/2 1/2 x2
        result += on switch { true => 1, false => 2 }; //: hit 2/2 x2
        return on && level > 3 ? result : -result; //: part 2/2 1/2 x2
    } //D: hit

    private static void Backoff()
    { //D: hit
        TimeSpan delay = TimeSpan.Zero; //: hit x1
        foreach (var (attempt, last) in Enumerable.Range(1, 3).Select(n => (n, n == 3))) //: hit 2/2
        { //D: hit
            delay = attempt switch //: part 3/4 x3
            { //: hit x3
                1 => TimeSpan.FromSeconds(1), //: hit x1
                2 => delay * 2, //: hit x1
                _ when last => TimeSpan.FromSeconds(8), //: part 1/2 x1
                _ => delay, //: miss
            }; //: hit x3
        } //D: hit

        Use(delay.TotalSeconds > 5 ? 1 : 0); //D: part 1/2 x1 //R: hit x1
    } //: hit
}
