"""Values that an earlier test made and later tests read: (Model, Services, Tests) of each shape."""

SHAPES = [
    # dictionaries by hand, by GetOrAdd, with a lock
    ("", r"""
public static class @FPrices
{
    static readonly Dictionary<string, int> known = [];
    static readonly ConcurrentDictionary<string, string> labels = new();
    static readonly Lock guard = new();
    // kind: cache
    static int Compute(string name) => name.Length * @i1 + 1;
    // kind: cache
    static string Label(string name) => <?"@w1" + name|$"@w1{name}"?>;
    public static int Of(string name)
    {
        lock (guard)
        {
            if (known.TryGetValue(name, out int value)) return value;
            value = Compute(name);
            known[name] = value;
            return value;
        }
    }
    public static string LabelOf(string name) => labels.GetOrAdd(name, <?Label|n => Label(n)?>);
}
""", r"""
public class @FTests
{
    [Fact] public void One() => Assert.Equal(3 * @i1 + 1, @FPrices.Of("abc"));
    [Fact] public void OneAgain() => Assert.Equal(3 * @i1 + 2, @FPrices.Of("abc") + 1);
    [Fact] public void OneMore() => Assert.Equal(6 * @i1 + 2, @FPrices.Of("abc") * 2);
    [Fact] public void Label() => Assert.Equal("@w1x", @FPrices.LabelOf("x"));
    [Fact] public void LabelAgain() => Assert.Equal("@w1xx", @FPrices.LabelOf("x") + "x");
    [Fact] public void LabelOther() => Assert.Equal("@w1y", @FPrices.LabelOf("y"));
}
"""),
    # a field that the first one fills, a flag, a list, a task
    (r"""
public class @FSettings { public int Size; public List<string> Names = []; }
""", r"""
public static class @FStore
{
    static @FSettings settings;
    static bool isReady;
    static readonly List<int> numbers = [];
    static Task<string> text;
    // kind: cache
    static @FSettings Load()
    {
        var made = new @FSettings { Size = @i1 };
        made.Names.Add("@w1");
        return made;
    }
    public static @FSettings Settings => <?settings ??= Load()|settings ?? (settings = Load())?>;
    // kind: cache
    static void Prepare()
    {
        isReady = true;
        for (int i = 0; i < 5; i++) numbers.Add(i * @i2);
    }
    public static int Number(int at)
    {
        if (!isReady) Prepare();
        return numbers[at];
    }
    // kind: cache
    static async Task<string> Read() { await Task.Yield(); return "@w2"; }
    public static Task<string> Text() => text ??= Read();
}
""", r"""
public class @FTests
{
    [Fact] public void Size() => Assert.Equal(@i1, @FStore.Settings.Size);
    [Fact] public void Name() => Assert.Equal("@w1", @FStore.Settings.Names[0]);
    [Fact] public void Names() => Assert.Single(@FStore.Settings.Names);
    [Fact] public void First() => Assert.Equal(@i2, @FStore.Number(1));
    [Fact] public void Last() => Assert.Equal(4 * @i2, @FStore.Number(4));
    [Fact] public async Task Text() => Assert.Equal("@w2", await @FStore.Text());
    [Fact] public async Task TextLength() => Assert.Equal("@w2".Length, (await @FStore.Text()).Length);
}
"""),
    # services of a container that all tests share; late values; one value for each type
    (r"""
public interface @FIService { int Value { get; } }
""", r"""
public class @FService : @FIService
{
    // kind: cache
    public @FService() { Value = @i1 * 2; Name = "@w1"; }
    public int Value { get; }
    public string Name { get; }
}
// kind: cache
public class @FUser(@FService service) { readonly int value = service.Value + @i2; public int Value => value; }
public static class @FShared
{
    static readonly Lazy<ServiceProvider> provider = new(() => new ServiceCollection().AddSingleton<@FService>()
        .AddSingleton<@FUser>().AddSingleton<@FIService>(p => p.GetRequiredService<@FService>()).BuildServiceProvider());
    public static T Get<T>() => provider.Value.GetRequiredService<T>();
    static readonly ThreadLocal<Random> chance = new(() => new Random(1));
    public static bool HasChance => chance.Value != null;
}
public static class @FOf<T>
{
    static string name;
    // kind: cache
    static string Make() => typeof(T).Name + "@w2";
    public static string Name { get { if (name == null) name = Make(); return name; } }
}
""", r"""
public class @FTests
{
    [Fact] public void Value() => Assert.Equal(@i1 * 2, @FShared.Get<@FService>().Value);
    [Fact] public void Name() => Assert.Equal("@w1", @FShared.Get<@FService>().Name);
    [Fact] public void Interface() => Assert.Equal(@i1 * 2, @FShared.Get<@FIService>().Value);
    [Fact] public void User() => Assert.Equal(@i1 * 2 + @i2, @FShared.Get<@FUser>().Value);
    [Fact] public void UserAgain() => Assert.Equal(@i1 * 2 + @i2 + 1, @FShared.Get<@FUser>().Value + 1);
    [Fact] public void Int() => Assert.Equal("Int32@w2", @FOf<int>.Name);
    [Fact] public void IntAgain() => Assert.StartsWith("Int32@w2", @FOf<int>.Name);
    [Fact] public void Text() => Assert.Equal("String@w2", @FOf<string>.Name);
}
"""),
    # a memo of a function, a pool, a table that remembers objects, parts of a value in two caches
    (r"""
public static class @FMemo
{
    public static Func<A, R> Of<A, R>(Func<A, R> make)
    {
        var known = new Dictionary<A, R>();
        return a => known.TryGetValue(a, out R value) ? value : known[a] = make(a);
    }
}
""", r"""
public static class @FMaths
{
    // kind: cache
    static long Sum(int n) { long sum = @i1; for (int i = 1; i <= n; i++) sum += i; return sum; }
    static readonly Func<int, long> memo = @FMemo.Of<int, long>(n => Sum(n));
    public static long SumOf(int n) => memo(n);
    static readonly Stack<System.Text.StringBuilder> pool = new();
    // kind: cache
    static System.Text.StringBuilder Fresh() => new System.Text.StringBuilder().Append("@w1");
    public static string Rent() { var made = pool.Count > 0 ? pool.Pop() : Fresh(); pool.Push(made); return made.ToString(); }
    static readonly ConditionalWeakTable<object, string> tags = new();
    public static readonly object Key = new();
    // kind: cache
    static string Tag(object of) => of.GetType().Name + "@w2";
    public static string TagOf(object of) => tags.GetValue(of, Tag);
    static readonly Dictionary<string, int[]> rows = [];
    // kind: cache
    static int[] Row(string name) => [name.Length, name.Length * @i2];
    public static int Cell(string name, int at) { if (!rows.ContainsKey(name)) rows[name] = Row(name); return rows[name][at]; }
}
""", r"""
public class @FTests
{
    [Fact] public void Sum() => Assert.Equal(@i1 + 10, @FMaths.SumOf(4));
    [Fact] public void SumAgain() => Assert.Equal(@i1 + 11, @FMaths.SumOf(4) + 1);
    [Fact] public void SumOther() => Assert.Equal(@i1 + 3, @FMaths.SumOf(2));
    [Fact] public void Rents() => Assert.Equal("@w1", @FMaths.Rent());
    [Fact] public void RentsAgain() => Assert.Equal("@w1!", @FMaths.Rent() + "!");
    [Fact] public void Tag() => Assert.Equal("Object@w2", @FMaths.TagOf(@FMaths.Key));
    [Fact] public void TagAgain() => Assert.EndsWith("@w2", @FMaths.TagOf(@FMaths.Key));
    [Fact] public void Cell() => Assert.Equal(3, @FMaths.Cell("abc", 0));
    [Fact] public void CellOther() => Assert.Equal(3 * @i2, @FMaths.Cell("abc", 1));
}
"""),
]
