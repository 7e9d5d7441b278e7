"""What code reaches by names: (Model, Services, Tests) of each shape."""

SHAPES = [
    # types by a literal and by a name that is put together
    (r"""
public interface @FIShape { int Corners(); }
""", r"""
// kind: reflection
public class @FTriangle : @FIShape { public int Corners() => 3 + @i1; }
// kind: reflection
public class @FSquare : @FIShape { public int Corners() => 4 * @i2; }
public static class @FShapes
{
    // kind: reflection
    public static @FIShape Triangle() => (@FIShape)Activator.CreateInstance(Type.GetType("Services.@FTriangle"<?, true|?>));
    // kind: reflection
    public static @FIShape Named(string name) =>
        Type.GetType("Services." + "@F" + <?name|char.ToUpper(name[0]) + name[1..]?>) is Type type \
            ? (@FIShape)Activator.CreateInstance(type) : null;
    public static @FIShape Here(string name) => \
        (@FIShape)Assembly.GetExecutingAssembly().CreateInstance($"{typeof(@FShapes).Namespace}.@F{name}");
}
""", r"""
public class @FTests
{
    [Fact] public void Triangle() => Assert.Equal(3 + @i1, @FShapes.Triangle().Corners());
    [Fact] public void Square() => Assert.Equal(4 * @i2, @FShapes.Named("Square").Corners());
    [Fact] public void TriangleNamed() => Assert.Equal(3 + @i1, @FShapes.Named("Triangle").Corners());
    [Fact] public void Circle() => Assert.Null(@FShapes.Named("Circle"));
    [Fact] public void Here() => Assert.Equal(4 * @i2, @FShapes.Here("Square").Corners());
}
"""),
    # methods by name: public, private, by prefix, as a delegate
    ("", r"""
public class @FCommands
{
    // kind: reflection
    public string OnStart(string who) => "@w1" + who;
    // kind: reflection
    public string OnStop(string who) => "@w2" + who;
    // kind: reflection
    string Secret(string who) => who + "@i1";
    // kind: reflection
    public static int Size(string of) => of.Length + @i2;
}
public static class @FDispatch
{
    public static string Run(string name, string who) =>
        (string)typeof(@FCommands).GetMethod("On" + name)?.Invoke(new @FCommands(), [who]) ?? "unknown";
    // kind: reflection
    public static string Hidden(string who) => (string)typeof(@FCommands)
        .GetMethod("Secret", BindingFlags.NonPublic | BindingFlags.Instance).Invoke(new @FCommands(), [who]);
    public static string[] Known() => [.. typeof(@FCommands).GetMethods()\
        .Where(m => m.Name.StartsWith("On")).Select(m => m.Name[2..]).Order()];
    // kind: reflection
    public static int Sized(string of) => <?typeof(@FCommands).GetMethod("Size").CreateDelegate<Func<string, int>>()(of)
        |((Func<string, int>)Delegate.CreateDelegate(typeof(Func<string, int>), typeof(@FCommands), "Size"))(of)?>;
    // kind: reflection
    public static string Compiled(string who)
    {
        ParameterExpression given = Expression.Parameter(typeof(string));
        return Expression.Lambda<Func<string, string>>(\
            Expression.Call(Expression.New(typeof(@FCommands)), "OnStop", null, given), given)
            .Compile()(who);
    }
}
""", r"""
public class @FTests
{
    [Fact] public void Starts() => Assert.Equal("@w1a", @FDispatch.Run("Start", "a"));
    [Fact] public void Stops() => Assert.Equal("@w2b", @FDispatch.Run("Stop", "b"));
    [Fact] public void Unknown() => Assert.Equal("unknown", @FDispatch.Run("Pause", "b"));
    [Fact] public void Hidden() => Assert.Equal("c@i1", @FDispatch.Hidden("c"));
    [Fact] public void Known() => Assert.Equal(["Start", "Stop"], @FDispatch.Known());
    [Fact] public void Sized() => Assert.Equal(3 + @i2, @FDispatch.Sized("abc"));
    [Fact] public void Compiled() => Assert.Equal("@w2d", @FDispatch.Compiled("d"));
}
"""),
    # properties: by name, in their order, by attribute; the serialiser of the framework
    (r"""
[AttributeUsage(AttributeTargets.Property)]
public sealed class @FColumnAttribute(string name) : Attribute { public string Name => name; }
public class @FRow
{
    // kind: reflection
    [@FColumn("@w1")] public int Id { get; set; } = @i1;
    // kind: reflection
    [@FColumn("@w2")] public string Name { get; set; } = "@w3";
    // kind: reflection
    public bool IsOpen { get; set; } = true;
}
""", r"""
public static class @FMapper
{
    public static string Header(Type type) => string.Join(",", type.GetProperties()\
        .Select(p => p.GetCustomAttribute<@FColumnAttribute>()?.Name)
        .Where(n => n != null));
    public static string Json(object value) => JsonSerializer.Serialize(value);
    public static T Parse<T>(string text) => JsonSerializer.Deserialize<T>(text);
    public static object Get(object of, string name) => of.GetType().GetProperty(name)?.GetValue(of);
    public static T Fill<T>(Dictionary<string, object> values) where T : new()
    {
        var made = new T();
        foreach (var (name, value) in values) <?made.GetType()|typeof(T)?>.GetProperty(name)?.SetValue(made, value);
        return made;
    }
    public static int Count(object of) => TypeDescriptor.GetProperties(of).Count;
    public static object Dynamic(dynamic of) => of.IsOpen;
}
""", r"""
public class @FTests
{
    [Fact] public void Header() => Assert.Equal("@w1,@w2", @FMapper.Header(typeof(@FRow)));
    [Fact] public void Json() => Assert.Equal("{\"Id\":@i1,\"Name\":\"@w3\",\"IsOpen\":true}", @FMapper.Json(new @FRow()));
    [Fact] public void Parses() => Assert.Equal("x", @FMapper.Parse<@FRow>("{\"Name\":\"x\"}").Name);
    [Fact] public void Gets() => Assert.Equal(@i1, @FMapper.Get(new @FRow(), "Id"));
    [Fact] public void GetsName() => Assert.Equal("@w3", @FMapper.Get(new @FRow(), "Name"));
    [Fact] public void Fills() => Assert.Equal("y", @FMapper.Fill<@FRow>(new() { ["Name"] = "y" }).Name);
    [Fact] public void Counts() => Assert.Equal(3, @FMapper.Count(new @FRow()));
    [Fact] public void Dynamic() => Assert.Equal(true, @FMapper.Dynamic(new @FRow()));
}
"""),
    # fields, constants and enumerations by reflection; nested types; attributes of values
    (r"""
public enum @FState
{
    // kind: reflection
    [System.ComponentModel.Description("@w1")] Open = @i1,
    // kind: reflection
    [System.ComponentModel.Description("@w2")] Closed = 1@i2,
}
public class @FCodes
{
    // kind: reflection
    public const int Ok = @i3;
    // kind: reflection
    public const string Sign = "@w3";
    // kind: reflection
    private int hidden = @i4;
    // kind: reflection
    public class Red { }
    // kind: reflection
    public class Green { }
    public int Shown() => hidden;
}
""", r"""
public static class @FNames
{
    public static string Describe(Enum value) => value.GetType().GetField(value.ToString())\
        ?.GetCustomAttribute<DescriptionAttribute>()?.Description;
    // kind: reflection
    public static @FState Parse(string text) => Enum.Parse<@FState>(text<?|, true?>);
    public static string[] All() => Enum.GetNames<@FState>();
    public static Dictionary<string, object> Constants(Type type) => type.GetFields(BindingFlags.Public | BindingFlags.Static)
        .Where(f => f.IsLiteral).ToDictionary(f => f.Name, f => f.GetRawConstantValue());
    // kind: reflection
    public static int Hidden() => (int)typeof(@FCodes)\
        .GetField("hidden", BindingFlags.NonPublic | BindingFlags.Instance).GetValue(new @FCodes());
    public static int Nested() => typeof(@FCodes).GetNestedTypes().Length;
}
""", r"""
public class @FTests
{
    [Fact] public void Describes() => Assert.Equal("@w1", @FNames.Describe(@FState.Open));
    [Fact] public void DescribesClosed() => Assert.Equal("@w2", @FNames.Describe(@FState.Closed));
    [Fact] public void Parses() => Assert.Equal(1@i2, (int)@FNames.Parse("Closed"));
    [Fact] public void All() => Assert.Equal(["Open", "Closed"], @FNames.All().OrderByDescending(n => n.Length == 4));
    [Fact] public void Ok() => Assert.Equal(@i3, @FNames.Constants(typeof(@FCodes))["Ok"]);
    [Fact] public void Sign() => Assert.Equal("@w3", @FNames.Constants(typeof(@FCodes))["Sign"]);
    [Fact] public void Count() => Assert.Equal(2, @FNames.Constants(typeof(@FCodes)).Count);
    [Fact] public void Hidden() => Assert.Equal(@i4, @FNames.Hidden());
    [Fact] public void Nested() => Assert.Equal(2, @FNames.Nested());
}
"""),
    # generic types and methods by name; constructors; classes by the end of their name
    (r"""
public abstract class @FStep { public abstract string Do(string text); }
""", r"""
// kind: reflection
public class @FUpStep : @FStep { public override string Do(string text) => text + "@w1"; }
// kind: reflection
public class @FDownStep : @FStep { public override string Do(string text) => "@w2" + text; }
public class @FBag<T>
{
    // kind: reflection
    public string Label() => typeof(T).Name + @i1;
    // kind: reflection
    public static string Twice<U>(U value) => "" + value + value + typeof(T).Name;
}
public class @FMade(string name, int count) { public @FMade(string name) : this(name, @i2) { } public string Text => name + count; }
public static class @FGenerics
{
    // kind: reflection
    public static string Label(Type type)
    {
        Type made = typeof(@FBag<>).MakeGenericType(type);
        return (string)made.GetMethod("Label").Invoke(Activator.CreateInstance(made), null);
    }
    // kind: reflection
    public static string Twice(object value) =>
        (string)typeof(@FBag<int>).GetMethod("Twice").MakeGenericMethod(value.GetType()).Invoke(null, [value]);
    public static string Steps(string text)
    {
        foreach (Type type in Assembly.GetExecutingAssembly().GetTypes()\
            .Where(t => t.Name.StartsWith("@F") && t.Name.EndsWith("Step"))
            .OrderBy(t => t.Name)) text = ((@FStep)Activator.CreateInstance(type)).Do(text);
        return text;
    }
    public static string Made(params object[] with) => ((@FMade)Activator.CreateInstance(typeof(@FMade), with)).Text;
    public static string Fewest() => ((@FMade)typeof(@FMade).GetConstructors()\
        .OrderBy(c => c.GetParameters().Length).First().Invoke(["a"])).Text;
}
""", r"""
public class @FTests
{
    [Fact] public void Label() => Assert.Equal("String@i1", @FGenerics.Label(typeof(string)));
    [Fact] public void LabelOther() => Assert.Equal("Int64@i1", @FGenerics.Label(typeof(long)));
    [Fact] public void Twice() => Assert.Equal("aaInt32", @FGenerics.Twice("a"));
    [Fact] public void Steps() => Assert.Equal("@w2x@w1", @FGenerics.Steps("x"));
    [Fact] public void Made() => Assert.Equal("a7", @FGenerics.Made("a", 7));
    [Fact] public void MadeShort() => Assert.Equal("b@i2", @FGenerics.Made("b"));
    [Fact] public void Fewest() => Assert.Equal("a@i2", @FGenerics.Fewest());
}
"""),
    # a plug-in that a file of names lists; a converter by attribute; what a base class finds in its derived classes
    (r"""
public abstract class @FEntity
{
    public string Fields() => string.Join(",", GetType().GetProperties()\
        .Where(p => p.DeclaringType == GetType()).Select(p => p.Name).Order());
    public string Call(string method) => GetType().GetMethod(method, Type.EmptyTypes)?.Invoke(this, null)?.ToString() ?? "-";
    public static int Derived(Assembly of) => of.GetTypes().Count(t => t.IsSubclassOf(typeof(@FEntity)));
}
""", r"""
// kind: reflection
public class @FUser : @FEntity
{
    public string Name { get; set; } = "@w1";
    public int Age { get; set; } = @i1;
    public int Next() => Age + 1;
}
// kind: reflection
[TypeConverter(typeof(@FPriceConverter))]
public class @FPrice : @FEntity { public int Cents { get; set; } public string Next() => "@w2"; }
public class @FPriceConverter : TypeConverter
{
    public override bool CanConvertFrom(ITypeDescriptorContext context, Type from) => from == typeof(string);
    public override object ConvertFrom(ITypeDescriptorContext context, System.Globalization.CultureInfo culture, object value) =>
        new @FPrice { Cents = int.Parse((string)value) * 1@i2 };
}
public static class @FPlugins
{
    static readonly string[] names = ["User", "Price"];
    // kind: reflection
    public static IEnumerable<@FEntity> All() => names.Select(n => \
        (@FEntity)Activator.CreateInstance(typeof(@FPlugins).Assembly.FullName, "Services.@F" + n).Unwrap());
    public static object Convert(string text) => TypeDescriptor.GetConverter(typeof(@FPrice)).ConvertFrom(text);
}
""", r"""
public class @FTests
{
    [Fact] public void Fields() => Assert.Equal("Age,Name", new @FUser().Fields());
    [Fact] public void Calls() => Assert.Equal((@i1 + 1).ToString(), new @FUser().Call("Next"));
    [Fact] public void CallsPrice() => Assert.Equal("@w2", new @FPrice().Call("Next"));
    [Fact] public void CallsNothing() => Assert.Equal("-", new @FPrice().Call("Previous"));
    [Fact] public void Derived() => Assert.Equal(2, @FEntity.Derived(typeof(@FUser).Assembly));
    [Fact] public void All() => Assert.Equal("@FUser @FPrice", string.Join(" ", @FPlugins.All().Select(e => e.GetType().Name)));
    [Fact] public void Converts() => Assert.Equal(2 * 1@i2, ((@FPrice)@FPlugins.Convert("2")).Cents);
}
"""),
]
