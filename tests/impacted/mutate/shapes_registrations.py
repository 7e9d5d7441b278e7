"""Registrations in containers, of a package and of their own: (Model, Services, Tests) of each shape."""

SHAPES = [
    # a container that each test builds
    (r"""
public interface @FIRate { int Rate(); }
public interface @FIClock { string Now(); }
""", r"""
public class @FLow : @FIRate { public int Rate() => @i1; }
public class @FHigh : @FIRate { public int Rate() => 1@i2; }
public class @FClock(@FIRate rate) : @FIClock { public string Now() => "@w1" + rate.Rate(); }
public class @FLateClock(@FIRate rate) : @FIClock { public string Now() => "@w2" + rate.Rate(); }
public class @FTicket { public string Id { get; init; } = "@w3"; }
public static class @FModule
{
    public static IServiceProvider Build()
    {
        var services = new ServiceCollection();
        // kind: registration
        services.<?AddSingleton|AddTransient|AddScoped?><@FIRate, @FLow>();
        // kind: registration
        services.Add<?Singleton|Transient?><@FIClock, @FClock>();
        // kind: registration
        services.AddTransient(_ => new @FTicket { Id = "@w4" });
        // kind: registration
        services.TryAddSingleton<List<string>>(["@w5"]);
        return services.BuildServiceProvider();
    }
}
""", r"""
public class @FTests
{
    [Fact] public void Rate() => Assert.Equal(@i1, @FModule.Build().GetRequiredService<@FIRate>().Rate());
    [Fact] public void Clock() => Assert.Equal("@w1@i1", @FModule.Build().GetRequiredService<@FIClock>().Now());
    [Fact] public void Ticket() => Assert.Equal("@w4", @FModule.Build().GetRequiredService<@FTicket>().Id);
    [Fact] public void List() => Assert.Equal("@w5", @FModule.Build().GetRequiredService<List<string>>()[0]);
    [Fact] public void Several() => Assert.Single(@FModule.Build().GetServices<@FIRate>());
}
"""),
    # a container of all tests: static, or late, or of a fixture
    (r"""
public interface @FIRule { bool Holds(int n); }
""", r"""
public class @FEven : @FIRule { public bool Holds(int n) => n % 2 == 0; }
public class @FSmall : @FIRule { public bool Holds(int n) => n < 1@i1; }
public class @FOdd : @FIRule { public bool Holds(int n) => n % 2 == 1; }
public class @FCheck(IEnumerable<@FIRule> rules) { public int Count(int n) => rules.Count(r => r.Holds(n)); }
public class @FOptions { public int Most = @i2; public string Name = ""; }
public static class @FContainer
{
    public static readonly <?IServiceProvider|ServiceProvider?> All = Build();
    static readonly Lazy<IServiceProvider> late = new(Build);
    public static IServiceProvider Late => late.Value;
    // kind: registration
    public static ServiceProvider Build()
    {
        var services = new ServiceCollection();
        services.AddSingleton<@FIRule, @FEven>();
        services.AddSingleton<@FIRule, @FSmall>();
        services.AddTransient<@FCheck>();
        services.AddSingleton(new @FOptions { Most = @i3, Name = "@w1" });
        services.AddKeyedSingleton<@FIRule, @FOdd>("@w2");
        return services.BuildServiceProvider();
    }
}
""", r"""
public class @FFixture { public IServiceProvider Services { get; } = @FContainer.<?Build()|Late|All?>; }
public class @FTests(@FFixture fixture) : IClassFixture<@FFixture>
{
    [Fact] public void Checks() => Assert.Equal(2, fixture.Services.GetRequiredService<@FCheck>().Count(8));
    [Fact] public void ChecksOdd() => Assert.Equal(1, @FContainer.Late.GetRequiredService<@FCheck>().Count(1));
    [Fact] public void Options() => Assert.Equal(@i3, @FContainer.All.GetRequiredService<@FOptions>().Most);
    [Fact] public void OptionsName() => Assert.Equal("@w1", fixture.Services.GetRequiredService<@FOptions>().Name);
    [Fact] public void Keyed() => Assert.True(@FContainer.All.GetRequiredKeyedService<@FIRule>("@w2").Holds(1));
    [Fact] public void Rules() => Assert.Equal(2, @FContainer.Late.GetServices<@FIRule>().Count());
}
"""),
    # dictionaries of factories: in a static constructor, in a constructor, at the first use
    (r"""
public interface @FIPart { string Text(); }
public abstract class @FPart : @FIPart { public abstract string Text(); }
""", r"""
public class @FOne : @FPart { public override string Text() => "@w1"; }
public class @FTwo : @FPart { public override string Text() => "@w2"; }
public class @FThree(int n) : @FPart { public override string Text() => "@w3" + n; }
public static class @FFactory
{
    static readonly Dictionary<string, Func<@FIPart>> known = new();
    <?static @FFactory() => Register();|static readonly int count = Register();?>
    // kind: registration
    static int Register()
    {
        known["one"] = () => new @FOne();
        known["two"] = () => new @FTwo();
        known.Add("three", () => new @FThree(@i1));
        return known.Count;
    }
    public static string Make(string name) => known.TryGetValue(name, out Func<@FIPart> make) ? make().Text() : "none";
}
public class @FRegistry
{
    readonly Dictionary<Type, Func<object>> makers = [];
    readonly List<string> order = [];
    public @FRegistry()
    {
        // kind: registration
        Add<@FOne>(() => new @FOne());
        // kind: registration
        Add<@FIPart>(() => new @FTwo());
        // kind: registration
        order.Insert(0, "@w4");
    }
    void Add<T>(Func<object> make) { makers[typeof(T)] = make; order.Add(typeof(T).Name); }
    public T Get<T>() where T : class => makers.TryGetValue(typeof(T), out Func<object> make) ? make() as T : null;
    public string First() => order.FirstOrDefault();
    public int Count => order.Count;
}
""", r"""
public class @FTests
{
    [Fact] public void One() => Assert.Equal("@w1", @FFactory.Make("one"));
    [Fact] public void Two() => Assert.Equal("@w2", @FFactory.Make("two"));
    [Fact] public void Three() => Assert.Equal("@w3@i1", @FFactory.Make("three"));
    [Fact] public void None() => Assert.Equal("none", @FFactory.Make("four"));
    [Fact] public void Get() => Assert.Equal("@w1", new @FRegistry().Get<@FOne>().Text());
    [Fact] public void GetPart() => Assert.Equal("@w2", new @FRegistry().Get<@FIPart>().Text());
    [Fact] public void First() => Assert.Equal("@w4", new @FRegistry().First());
    [Fact] public void Count() => Assert.Equal(3, new @FRegistry().Count);
}
"""),
    # what a scan of the assembly finds: by interface, by attribute
    (r"""
public interface @FIHandler { string Handle(string what); }
[AttributeUsage(AttributeTargets.Class)]
public sealed class @FServesAttribute(string name, int order = 0) : Attribute \
    { public string Name => name; public int Order => order; }
""", r"""
// kind: registration
public class @FHello : @FIHandler { public string Handle(string what) => "@w1" + what; }
// kind: registration
public class @FBye : @FIHandler { public string Handle(string what) => "@w2" + what; }
// kind: registration
[@FServes("@w3", @i1)]
public class @FFirst { public override string ToString() => "first"; }
// kind: registration
[@FServes("@w4")]
public class @FSecond { public override string ToString() => "second"; }
public static class @FScan
{
    public static IServiceCollection AddHandlers(IServiceCollection services)
    {
        foreach (Type type in typeof(@FScan).Assembly.GetTypes()\
            .Where(t => typeof(@FIHandler).IsAssignableFrom(t) && !t.IsAbstract))
        {
            // kind: registration
            services.AddTransient(typeof(@FIHandler), type);
        }
        return services;
    }
    static List<Type> Served() => [.. typeof(@FScan).Assembly.<?GetTypes()|GetExportedTypes()?>
        .Where(t => t.GetCustomAttribute<@FServesAttribute>() != null)\
            .OrderBy(t => t.GetCustomAttribute<@FServesAttribute>().Order)];
    public static object Serve(string name) => Served().Where(t => t.GetCustomAttribute<@FServesAttribute>().Name == name)
        .Select(Activator.CreateInstance).FirstOrDefault();
    public static int Count() => Served().Count;
    public static string Last() => Served().Last().Name;
}
""", r"""
public class @FTests
{
    static IEnumerable<@FIHandler> Handlers() => @FScan.AddHandlers(new ServiceCollection())\
        .BuildServiceProvider().GetServices<@FIHandler>();
    [Fact] public void Hello() => Assert.Contains("@w1x", Handlers().Select(h => h.Handle("x")));
    [Fact] public void Bye() => Assert.Contains("@w2x", Handlers().Select(h => h.Handle("x")));
    [Fact] public void Handlers2() => Assert.Equal(2, Handlers().Count());
    [Fact] public void First() => Assert.Equal("first", @FScan.Serve("@w3").ToString());
    [Fact] public void Second() => Assert.Equal("second", @FScan.Serve("@w4")?.ToString());
    [Fact] public void Served() => Assert.Equal(2, @FScan.Count());
    [Fact] public void Last() => Assert.Equal("@FFirst", @FScan.Last());
}
"""),
    # open generics, decorators, replaced services, modules with a virtual method
    (r"""
public interface @FIStore<T> { string Put(T value); }
public abstract class @FModuleBase
{
    public virtual void Load(IDictionary<string, string> into) => into["base"] = "@w1";
    public IDictionary<string, string> All() { var all = new SortedDictionary<string, string>(); Load(all); return all; }
}
""", r"""
public class @FMemory<T> : @FIStore<T> { public string Put(T value) => "m" + value; }
public class @FIntStore : @FIStore<int> { public string Put(int value) => "i" + value; }
public class @FOtherIntStore : @FIStore<int> { public string Put(int value) => "o" + value; }
public class @FLoud(@FIStore<long> inner) { public string Put(long value) => inner.Put(value) + "!"; }
public static class @FStores
{
    public static IServiceCollection Add(IServiceCollection services)
    {
        // kind: registration
        services.AddSingleton(typeof(@FIStore<>), typeof(@FMemory<>));
        // kind: registration
        services.AddSingleton<@FIStore<int>, @FIntStore>();
        <?// none
        |// kind: registration
        services.Replace(ServiceDescriptor.Singleton<@FIStore<int>, @FOtherIntStore>());?>
        // kind: registration
        services.AddTransient(p => new @FLoud(p.GetRequiredService<@FIStore<long>>()));
        return services;
    }
}
public class @FModuleA : @FModuleBase
{
    public override void Load(IDictionary<string, string> into)
    {
        // kind: registration
        base.Load(into);
        // kind: registration
        into["@w2"] = "@w3";
        // kind: registration
        into.Add("@w4", "a" + into.Count);
    }
}
public class @FModuleB : @FModuleA { }
""", r"""
public class @FTests
{
    readonly IServiceProvider services = @FStores.Add(new ServiceCollection()).BuildServiceProvider();
    [Fact] public void Text() => Assert.Equal("ma", services.GetRequiredService<@FIStore<string>>().Put("a"));
    [Fact] public void Int() => Assert.NotEqual("m1", services.GetRequiredService<@FIStore<int>>().Put(1));
    [Fact] public void Loud() => Assert.Equal("m2!", services.GetRequiredService<@FLoud>().Put(2));
    [Fact] public void ModuleA() => Assert.Equal("@w3", new @FModuleA().All()["@w2"]);
    [Fact] public void ModuleB() => Assert.Equal(3, new @FModuleB().All().Count);
    [Fact] public void ModuleBase() => Assert.Equal("@w1", new @FModuleB().All()["base"]);
    [Fact] public void Counted() => Assert.Equal("a2", new @FModuleA().All()["@w4"]);
}
"""),
    # events and buses: who listens is registered once, by whom a test does not see
    (r"""
public class @FBus
{
    readonly Dictionary<Type, List<Delegate>> all = [];
    public void On<T>(Func<T, string> act)
    {
        if (!all.TryGetValue(typeof(T), out List<Delegate> list)) all[typeof(T)] = list = [];
        list.Add(act);
    }
    public string Send<T>(T message) => all.TryGetValue(typeof(T), out List<Delegate> list)
        ? string.Concat(list.Select(d => ((Func<T, string>)d)(message))) : "";
}
""", r"""
public record @FOrdered(int Count);
public record @FPaid(string By);
public static class @FListeners
{
    static @FBus shared;
    public static event Func<int, string> Asked;
    // kind: registration
    static @FBus Fill(@FBus bus)
    {
        bus.On<@FOrdered>(o => "@w1" + o.Count);
        bus.On<@FOrdered>(o => o.Count > @i1 ? "big" : "small");
        bus.On<@FPaid>(p => p.By + "@w2");
        return bus;
    }
    // kind: registration
    static @FListeners()
    {
        Asked += n => "@w3" + n;
        Asked += Second;
        shared = Fill(new @FBus());
    }
    static string Second(int n) => "@w4" + (n + @i2);
    public static string Ask(int n) => Asked?.Invoke(n) ?? "";
    public static @FBus Shared => shared;
    public static @FBus Own() => Fill(new @FBus());
}
""", r"""
public class @FTests
{
    [Fact] public void Ordered() => Assert.Equal("@w1100big", @FListeners.<?Shared|Own()?>.Send(new @FOrdered(100)));
    [Fact] public void Small() => Assert.Equal("@w11small", @FListeners.<?Shared|Own()?>.Send(new @FOrdered(1)));
    [Fact] public void Paid() => Assert.Equal("me@w2", @FListeners.<?Shared|Own()?>.Send(new @FPaid("me")));
    [Fact] public void Asks() => Assert.Equal("@w4" + (1 + @i2), @FListeners.Ask(1));
    [Fact] public void Nobody() => Assert.Equal("", @FListeners.Own().Send("x"));
}
"""),
]
