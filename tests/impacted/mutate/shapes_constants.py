"""Constants of one assembly in the code of another, and static initialisers: (Model, Services, Tests) of each shape."""

SHAPES = [
    # numbers, texts and others; comparisons, labels of a switch, sizes, texts put together
    (r"""
public static class @FLimits
{
    public const int Most = 1@i1;
    public const int Least = @i2;
    public const string Title = "@w1";
    public const char Mark = '<?a|f|k|p?>';
    public const long Span = @i3L;
    public const double Ratio = <?1.5|2.5|3.25?>;
    public const bool IsOn = <?true|false?>;
}
""", r"""
public class @FRules
{
    public bool Fits(int n) => n >= @FLimits.Least && n <= @FLimits.Most;
    public string Describe(int n)
    {
        switch (n)
        {
            case @FLimits.Least: return "least";
            case @FLimits.Most: return "most";
            default: return "other";
        }
    }
    public int[] Room() => new int[@FLimits.Least];
    public string Head() => <?$"{@FLimits.Title}: {@FLimits.Mark}"|@FLimits.Title + ": " + @FLimits.Mark?>;
    public long Longer(long by) => by + @FLimits.Span;
    public double Scale(double by) => by * @FLimits.Ratio;
    public static int Doubled(int n = @FLimits.Least) => n * 2;
    public bool IsOn() => @FLimits.IsOn;
}
""", r"""
public class @FTests
{
    [Fact] public void Fits() => Assert.True(new @FRules().Fits(@i2));
    [Fact] public void FitsMost() => Assert.False(new @FRules().Fits(1@i1 + 1));
    [Theory, InlineData(@i2, "least"), InlineData(1@i1, "most")]
    public void Describes(int n, string text) => Assert.Equal(text, new @FRules().Describe(n));
    [Theory, InlineData(@FLimits.Title)] public void Titled(string text) => Assert.Equal("@w1", text);
    [Fact] public void Room() => Assert.Equal(@i2, new @FRules().Room().Length);
    [Fact] public void Head() => Assert.StartsWith("@w1: ", new @FRules().Head());
    [Fact] public void Marked() => Assert.Contains(@FLimits.Mark, "afkp");
    [Fact] public void Longer() => Assert.Equal(@i3L + 7, new @FRules().Longer(7));
    [Fact] public void Scales() => Assert.InRange(new @FRules().Scale(2), 3, 6.5);
    [Fact] public void Doubles() => Assert.Equal(2 * @i2, @FRules.Doubled());
    [Fact] public void On() => Assert.Equal(@FLimits.IsOn, new @FRules().IsOn());
    [Fact] public void ByItself() => Assert.Equal(@i2 + @i3, @FLimits.Least + (int)@FLimits.Span);
}
"""),
    # enumerations: values, flags, casts
    (r"""
<?[Flags]|?>
public enum @FColour { None = 0, Red = @i1, Green = 1@i2, Blue = 2@i3 }
""", r"""
public static class @FPaint
{
    public static int Number(@FColour colour) => (int)colour;
    public static int Mixed() => (int)(@FColour.Red | @FColour.Blue);
    public static string Name(int number) => number switch
    {
        (int)@FColour.Red => "red", (int)@FColour.Green => "green", (int)@FColour.Blue => "blue", _ => "none",
    };
    public static @FColour Default(@FColour colour = @FColour.Green) => colour;
}
""", r"""
public class @FTests
{
    [Fact] public void Red() => Assert.Equal(@i1, @FPaint.Number(@FColour.Red));
    [Fact] public void Mixed() => Assert.Equal(@i1 | 2@i3, @FPaint.Mixed());
    [Fact] public void Green() => Assert.Equal("green", @FPaint.Name(1@i2));
    [Fact] public void Blue() => Assert.Equal("blue", @FPaint.Name(2@i3));
    [Fact] public void Default() => Assert.Equal(1@i2, (int)@FPaint.Default());
    [Theory, InlineData(@FColour.None)] public void None(@FColour colour) => Assert.Equal(0, (int)colour);
}
"""),
    # default arguments of methods, of an interface, of a generic class, of a constructor
    (r"""
public interface @FIScale { int Times(int n, int by = @i1); }
public class @FScale : @FIScale
{
    public int Times(int n, int by = @i2) => n * by;
    public static string Join(string one, string two = "@w1", bool isLoud = true) => isLoud ? one + two + "!" : one + two;
}
public class @FBox<T>
{
    public const int Size = @i3;
    public class Inner { public const string Label = "@w2"; }
    public static List<T> Fill(T value, int count = @i4) => Enumerable.Repeat(value, count).ToList();
}
""", r"""
public class @FUser
{
    public int ByInterface(@FIScale scale) => scale.Times(3);
    public int ByClass() => new @FScale().Times(3);
    public string Joined() => @FScale.Join("<?a|b?>x");
    public int Filled() => @FBox<<?string|int|List<int>?>>.Fill(default).Count;
    public int Size<T>() => @FBox<T>.Size + 1;
    public string Label() => @FBox<List<string>>.Inner.Label;
}
""", r"""
public class @FTests
{
    [Fact] public void Interface() => Assert.Equal(3 * @i1, new @FUser().ByInterface(new @FScale()));
    [Fact] public void Class() => Assert.Equal(3 * @i2, new @FUser().ByClass());
    [Fact] public void ClassHere() => Assert.Equal(2 * @i2, new @FScale().Times(2));
    [Fact] public void Joined() => Assert.EndsWith("x@w1!", new @FUser().Joined());
    [Fact] public void JoinedHere() => Assert.Equal("q@w1", @FScale.Join("q", isLoud: false));
    [Fact] public void Filled() => Assert.Equal(@i4, new @FUser().Filled());
    [Fact] public void Size() => Assert.Equal(@i3 + 1, new @FUser().Size<string>());
    [Fact] public void Label() => Assert.Equal("@w2", new @FUser().Label());
}
"""),
    # arguments of attributes, and constants that are made of others
    (r"""
[AttributeUsage(AttributeTargets.All)]
public class @FLevelAttribute(int level, string name = @FNames.Plain) : Attribute
{
    public int Level => level;
    public string Name => name;
}
public static class @FNames
{
    public const string Plain = "@w1";
    public const string Full = Plain + "-@w2";
    public const int One = @i1;
    public const int Two = One * 2 + @i2;
}
""", r"""
[@FLevel(@FNames.Two)]
public class @FLevelled { [@FLevel(@FNames.One, @FNames.Full)] public void Run() { } }
public static class @FLevels
{
    public const int Three = @FNames.Two + @i3;
    public static readonly string Known = <?"<" + @FNames.Full + ">"|$"<{@FNames.Full}>"?>;
    public static int Level(Type type) => type.GetCustomAttribute<@FLevelAttribute>().Level;
    public static string NameOf(Type type, string method) => type.GetMethod(method).GetCustomAttribute<@FLevelAttribute>().Name;
    public static int Value() => Three;
}
""", r"""
public class @FTests
{
    [Fact] public void Level() => Assert.Equal(@i1 * 2 + @i2, @FLevels.Level(typeof(@FLevelled)));
    [Fact] public void Name() => Assert.Equal("@w1-@w2", @FLevels.NameOf(typeof(@FLevelled), "Run"));
    [Fact] public void Known() => Assert.Equal("<@w1-@w2>", @FLevels.Known);
    [Fact] public void Chain() => Assert.Equal(@i1 * 2 + @i2 + @i3, @FLevels.Value());
    [Fact] public void ChainHere() => Assert.Equal(@i1 * 2 + @i2 + @i3, @FLevels.Three);
    [Fact, @FLevel(@FNames.One)] public void OfTest() => Assert.Equal(@i1,
        ((@FLevelAttribute)Attribute.GetCustomAttribute(typeof(@FTests).GetMethod("OfTest"), typeof(@FLevelAttribute))).Level);
}
"""),
    # static fields of plain, generic and nested classes; a static constructor
    (r"""
public static class @FRates
{
    public static readonly int Low = @i1;
    public static readonly int High = Low + @i2;
    public static string Name { get; } = "@w1";
    static readonly int[] steps = { @i3, @i4, 5 };
    public static int Step(int n) => steps[n];
}
public class @FKeeper<T>
{
    public static readonly string Label = typeof(T).Name + "@w2";
    public static int Count = @i5;
    public sealed class Inner { public static readonly Inner Only = new(@i6); \
        public readonly int Size; Inner(int size) => Size = size; }
}
""", r"""
public static class @FTable
{
    static readonly Dictionary<string, int> values;
    static readonly Lazy<int> late = new(() => @FRates.Low * <?2|3?> + values.Count);
    static @FTable()
    {
        values = new Dictionary<string, int>();
        values["@w3"] = @i7;
        values.Add("@w4", @i8 + 1);
    }
    public static int Of(string name) => values.TryGetValue(name, out int value) ? value : -1;
    public static int Late => late.Value;
    public static int Both() => @FRates.Low + @FRates.High;
}
public class @FBase { protected static readonly List<string> names = ["@w5", "@w6"]; public virtual string First() => names[0]; }
public class @FDerived : @FBase { static readonly int at = 1; public string Second() => names[at]; }
""", r"""
public class @FTests
{
    [Fact] public void Low() => Assert.Equal(@i1 * 2 + @i2, @FTable.Both());
    [Fact] public void Name() => Assert.Equal("@w1", @FRates.Name);
    [Fact] public void Step() => Assert.Equal(@i4, @FRates.Step(1));
    [Fact] public void StepOther() => Assert.Equal(@i3, @FRates.Step(0));
    [Fact] public void Label() => Assert.Equal("Int32@w2", @FKeeper<int>.Label);
    [Fact] public void LabelOther() => Assert.Equal("String@w2", @FKeeper<string>.Label);
    [Fact] public void Count() => Assert.Equal(@i5, @FKeeper<int>.Count);
    [Fact] public void Inner() => Assert.Equal(@i6, @FKeeper<long>.Inner.Only.Size);
    [Fact] public void Of() => Assert.Equal(@i7, @FTable.Of("@w3"));
    [Fact] public void OfOther() => Assert.Equal(@i8 + 1, @FTable.Of("@w4"));
    [Fact] public void Late() => Assert.True(@FTable.Late is 2 * @i1 + 2 or 3 * @i1 + 2);
    [Fact] public void First() => Assert.Equal("@w5", new @FDerived().First());
    [Fact] public void Second() => Assert.Equal("@w6", new @FDerived().Second());
}
"""),
    # initialisers that call code which tests run as well; a switch of strings; an interface with a static member
    (r"""
public static class @FMath { public static int Square(int n) => n * n + @i1; \
    public static string Twice(string text) => text + text; }
public interface @FIUnit { static readonly int Unit = @FMath.Square(2); static virtual string Sign => "@w1"; }
""", r"""
public struct @FPoint
{
    public static readonly @FPoint Origin = new() { X = @i2, Y = @i3 };
    public int X, Y;
    public int Sum() => X + Y;
}
public abstract class @FPlan
{
    static readonly int basis = @FMath.Square(@i4);
    static readonly string label = @FMath.Twice("@w2");
    static int calls = 7;
    public int Basis() => basis;
    public static string Label => label;
    public static int Calls() => calls;
}
public sealed class @FPlanA : @FPlan { public static readonly @FPlanA Only = new(); }
""", r"""
public class @FTests
{
    [Fact] public void Square() => Assert.Equal(9 + @i1, @FMath.Square(3));
    [Fact] public void Twice() => Assert.Equal("aa", @FMath.Twice("a"));
    [Fact] public void Unit() => Assert.Equal(4 + @i1, @FIUnit.Unit);
    [Fact] public void Origin() => Assert.Equal(@i2 + @i3, @FPoint.Origin.Sum());
    [Fact] public void Basis() => Assert.Equal(@i4 * @i4 + @i1, @FPlanA.Only.Basis());
    [Fact] public void Label() => Assert.Equal("@w2@w2", @FPlan.Label);
    [Fact] public void Calls() => Assert.Equal(7, @FPlan.Calls());
}
"""),
]
