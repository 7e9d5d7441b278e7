"""Classes that an override changes, and calls that an overload takes: (Model, Services, Tests) of each shape."""

SHAPES = [
    # a template method of another assembly; two levels; what Object has
    (r"""
public abstract class @FBase
{
    public virtual int Step(int n) => n + @i1;
    public virtual string Name(string prefix) => prefix + "@w1";
    public virtual bool IsOpen() => <?true|1 < 2?>;
    public int Run(int n) => IsOpen() ? Step(Step(n)) : -1;
}
public class @FMiddle : @FBase { public string Title() => Name("@w2"); }
""", r"""
public class @FPlain : @FMiddle { }
public class @FOwn : @FBase { public override int Step(int n) => n * @i2; }
public sealed class @FOther : @FMiddle { public int Twice(int n) => Run(n) * 2; }
public static class @FRunner
{
    public static int All(IEnumerable<@FBase> of, int n) => of.Sum(b => b.Run(n));
    public static string Titles(params @FMiddle[] of) => string.Join(",", of.Select(o => o.Title()));
}
""", r"""
public class @FTests
{
    [Fact] public void Plain() => Assert.Equal(1 + 2 * @i1, new @FPlain().Run(1));
    [Fact] public void Own() => Assert.Equal(@i2 * @i2, new @FOwn().Run(1));
    [Fact] public void OwnName() => Assert.Equal("x@w1", new @FOwn().Name("x"));
    [Fact] public void Other() => Assert.Equal(2 + 4 * @i1, new @FOther().Twice(1));
    [Fact] public void All() => Assert.Equal(1 + 2 * @i1 + @i2 * @i2, @FRunner.All([new @FPlain(), new @FOwn()], 1));
    [Fact] public void Titles() => Assert.Equal("@w2@w1,@w2@w1", @FRunner.Titles(new @FPlain(), new @FOther()));
}
"""),
    # Equals, GetHashCode and ToString by collections and by text that is put together
    (r"""
public class @FKey { public int Number = @i1; }
public class @FItem(string name) { public string Name => name; }
""", r"""
public struct @FMark { public int X; }
public class @FSet
{
    readonly HashSet<@FKey> keys = [];
    readonly Dictionary<object, string> names = [];
    public bool Add(@FKey key) => keys.Add(key);
    public string Put(object key, string name) { names[key] = name; return names[key]; }
    public string Text(@FItem item) => <?$"<{item}>"|"<" + item + ">"|string.Format("<{0}>", item)?>;
    public bool Contains(List<@FItem> items, @FItem item) => items.<?Contains(item)|IndexOf(item) >= 0?>;
    public int Distinct(IEnumerable<@FMark> marks) => marks.Distinct().Count();
}
""", r"""
public class @FTests
{
    [Fact] public void Adds() { var key = new @FKey(); Assert.True(new @FSet().Add(key)); }
    [Fact] public void AddsTwo() { var set = new @FSet(); set.Add(new @FKey()); Assert.True(set.Add(new @FKey())); }
    [Fact] public void Puts() => Assert.Equal("a", new @FSet().Put(new @FItem("@w1"), "a"));
    [Fact] public void Text() => Assert.Equal("<Model.@FItem>", new @FSet().Text(new @FItem("@w1")));
    [Fact] public void Contains() { var item = new @FItem("a"); Assert.True(new @FSet().Contains([new @FItem("b"), item], item)); }
    [Fact] public void Distinct() => Assert.Equal(2, new @FSet().Distinct([new @FMark { X = 1 }, \
        new @FMark { X = 2 }, new @FMark { X = 1 }]));
    [Fact] public void EqualToItself() { var key = new @FKey(); Assert.Equal(key, key); Assert.Equal(@i1, key.Number); }
}
"""),
    # overloads: conversions of numbers, to a base, to an object, to an interface; static and not
    (r"""
public class @FAnimal { public string Sound => "@w1"; }
public class @FDog : @FAnimal { }
public static class @FText
{
    public static string Of(object value) => "o" + value;
    public static string Wide(long value) => "l" + value;
    public static string Call() => Of("@w2") + Wide(3);
}
""", r"""
public class @FShow
{
    public string Number(long n) => "n" + n;
    public string Real(double n) => "r" + (int)n;
    public string Animal(@FAnimal a) => a.Sound;
    public string Sequence(IEnumerable<int> of) => "s" + of.Count();
    public static string Any(object value) => "a" + value;
    public string Two(object one, long two) => one + ":" + two;
    public string Numbers() { int n = @i1; return Number(n); }
    public string Reals() => Real(@i2);
    public string Animals() => Animal(new @FDog());
    public string Sequences() => Sequence(<?new List<int> { 1, 2 }|new[] { 1, 2 }?>);
    public string Anys() => Any("@w3") + <?Any(1)|Any('c')?>;
    public string Twos() => Two("@w4", 5);
}
""", r"""
public class @FTests
{
    [Fact] public void Calls() => Assert.Equal("o@w2l3", @FText.Call());
    [Fact] public void OfText() => Assert.Equal("ox", @FText.Of("x"));
    [Fact] public void Wide() => Assert.Equal("l4", @FText.Wide(4));
    [Fact] public void WideLong() => Assert.Equal("l4", @FText.Wide(4L));
    [Fact] public void Numbers() => Assert.Equal("n@i1", new @FShow().Numbers());
    [Fact] public void NumberHere() => Assert.Equal("n8", new @FShow().Number(8));
    [Fact] public void Reals() => Assert.Equal("r@i2", new @FShow().Reals());
    [Fact] public void Animals() => Assert.Equal("@w1", new @FShow().Animals());
    [Fact] public void AnimalHere() => Assert.Equal("@w1", new @FShow().Animal(new @FDog()));
    [Fact] public void Sequences() => Assert.Equal("s2", new @FShow().Sequences());
    [Fact] public void Anys() => Assert.StartsWith("a@w3a", new @FShow().Anys());
    [Fact] public void Twos() => Assert.Equal("@w4:5", new @FShow().Twos());
    [Fact] public void TwosHere() => Assert.Equal("b:6", new @FShow().Two("b", 6));
}
"""),
    # overloads of an inherited member, of a generic class, of an operator's helper, in a lambda and in an iterator
    (r"""
public class @FWriter
{
    public string Log { get; private set; } = "";
    public void Write(object value) => Log += value + ";";
    public void Pair(object one, object two) { Write(one); Write(two); }
}
""", r"""
public class @FList<T>
{
    readonly List<T> items = [];
    public int Put(IEnumerable<T> of) { items.AddRange(of); return items.Count; }
    public int PutBoth(T[] one, List<T> two) => Put(one) + Put(two);
}
public class @FReport : @FWriter
{
    static string Part(object part) => "<" + part + ">";
    static decimal Half(decimal of) => of / 2;
    public string Parts() => string.Concat(new[] { 1, 2 }.Select(n => Part(n)));
    public IEnumerable<string> Lines() { yield return Part("@w1"); <?yield return Part(2.0);|yield return Part(true);?> }
    public async Task<string> Later() { await Task.Yield(); return Part('c'); }
    public decimal Halves() => Half(@i1);
    public string All() { Pair("@w2", 1); return Log; }
}
""", r"""
public class @FTests
{
    [Fact] public void Puts() => Assert.Equal(1 + 3, new @FList<int>().PutBoth([1], [2, 3]));
    [Fact] public void PutsHere() => Assert.Equal(2, new @FList<string>().Put(new[] { "a", "b" }));
    [Fact] public void Parts() => Assert.Equal("<1><2>", new @FReport().Parts());
    [Fact] public void Lines() => Assert.Equal("<@w1>", new @FReport().Lines().First());
    [Fact] public void AllLines() => Assert.Equal(2, new @FReport().Lines().Count());
    [Fact] public async Task Later() => Assert.Equal("<c>", await new @FReport().Later());
    [Fact] public void Halves() => Assert.Equal(@i1 / 2m, new @FReport().Halves());
    [Fact] public void All() => Assert.Equal("@w2;1;", new @FReport().All());
    [Fact] public void Writes() { var writer = new @FWriter(); writer.Write("a"); Assert.Equal("a;", writer.Log); }
}
"""),
    # overrides that interfaces, default members, records and streams of their own call
    (r"""
public interface @FIShape { int Area(); string Text() => "a" + Area(); }
public class @FSquare : @FIShape
{
    public virtual int Area() => @i1 * @i1;
    public virtual IEnumerable<int> Sides() { for (int i = 0; i < 4; i++) yield return @i1; }
}
public class @FStream : Stream
{
    int left = @i2;
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => @i2;
    public override long Position { get; set; }
    public override void Flush() { }
    public override int Read(byte[] buffer, int offset, int count) { int n = Math.Min(count, left); left -= n; return n; }
    public override long Seek(long offset, SeekOrigin origin) => 0;
    public override void SetLength(long value) { }
    public override void Write(byte[] buffer, int offset, int count) { }
}
""", r"""
public class @FTile : @FSquare { }
public class @FSlow : @FStream { public int Reads; }
public class @FOrder : IComparer<string>
{
    public virtual int Compare(string one, string two) => one.Length - two.Length;
}
public class @FByLength : @FOrder { }
public static class @FUse
{
    public static string Text(@FIShape shape) => shape.Text();
    public static int Sides(@FSquare square) => square.Sides().Sum();
    public static long Copy(Stream from) { using var to = new MemoryStream(); from.CopyTo(to); return to.Length; }
    public static int OneByte(Stream from) => from.ReadByte();
    public static string Longest(params string[] of) => of.Order(new @FByLength()).Last();
}
""", r"""
public class @FTests
{
    [Fact] public void Text() => Assert.Equal("a" + @i1 * @i1, @FUse.Text(new @FTile()));
    [Fact] public void TextOfBase() => Assert.Equal("a" + @i1 * @i1, @FUse.Text(new @FSquare()));
    [Fact] public void Sides() => Assert.Equal(4 * @i1, @FUse.Sides(new @FTile()));
    [Fact] public void Copies() => Assert.Equal(@i2, @FUse.Copy(new @FSlow()));
    [Fact] public void Reads() => Assert.Equal(0, @FUse.OneByte(new @FSlow()));
    [Fact] public void ReadsOfBase() => Assert.Equal(0, @FUse.OneByte(new @FStream()));
    [Fact] public void Longest() => Assert.Equal("ccc", @FUse.Longest("ccc", "a", "bb"));
    [Fact] public async Task Later() { var buffer = new byte[4]; Assert.True(await new @FSlow().ReadAsync(buffer) > 0); }
}
"""),
    # many overloads: small classes whose methods take what their callers do not have
    (r"""
public interface @FIName { string Name { get; } }
public record @FPerson(string Name) : @FIName;
public class @FCount { public static string Show(long n, object what) => n + "@w1" + what; \
    public string Twice(IComparable of) => "" + of + of; }
""", r"""
public class @FPrinter
{
    public string Print(@FIName of) => "@w2" + of.Name;
    public string Price(decimal of) => "p" + of;
    public string Wide(double of, long by) => "w" + (of + by);
    public string Chars(IEnumerable<char> of) => string.Concat(of.Reverse());
    public static string Maybe(int? of) => of?.ToString() ?? "@w3";
    public static string Span(ReadOnlySpan<char> of) => of.Length + "s";
    protected virtual string Format(object of) => "[" + of + "]";
    public string Formats() => Format(@i1) + Format("x");
    public string Person() => Print(new @FPerson("me"));
    public string Prices() => Price(@i2);
    public string Wides() => Wide(1, <?2|'b'?>);
    public string Letters() => Chars("@w4");
    public string Maybes() { int one = @i3; return Maybe(one); }
    public string Spans() => Span("@w5");
}
public sealed class @FFancy : @FPrinter
{
    protected override string Format(object of) => "{" + of + "}";
    public string Again() => Format(7) + Print(new @FPerson("you")) + Price(1);
    public static string Shown() => <?new @FCount().Twice(5)|new @FCount().Twice("5")?> + Own(4) + Own("t");
    static string Own(object of) => "@w6" + of;
}
""", r"""
public class @FTests
{
    [Fact] public void Formats() => Assert.Equal("[@i1][x]", new @FPrinter().Formats());
    [Fact] public void Person() => Assert.Equal("@w2me", new @FPrinter().Person());
    [Fact] public void PersonHere() => Assert.Equal("@w2us", new @FPrinter().Print(new @FPerson("us")));
    [Fact] public void Prices() => Assert.Equal("p@i2", new @FPrinter().Prices());
    [Fact] public void PriceHere() => Assert.Equal("p3", new @FPrinter().Price(3));
    [Fact] public void Wides() => Assert.StartsWith("w", new @FPrinter().Wides());
    [Fact] public void Letters() => Assert.Equal("@w4".Length, new @FPrinter().Letters().Length);
    [Fact] public void Maybes() => Assert.Equal("@i3", new @FPrinter().Maybes());
    [Fact] public void Spans() => Assert.EndsWith("s", new @FPrinter().Spans());
    [Fact] public void Again() => Assert.Equal("{7}@w2youp1", new @FFancy().Again());
    [Fact] public void Shown() => Assert.Equal("55@w64@w6t", @FFancy.Shown());
    [Fact] public void Count() => Assert.Equal("3@w1x", @FCount.Show(3, "x"));
}
"""),
]
