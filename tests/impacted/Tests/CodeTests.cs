// A test for each change of scripts/impacted-rules.sh: a change that is told apart fails its test.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Impacted.Tests;

public class Code
{
    [Fact] public void Adds() => Assert.Equal(2, new Cart().Add(2));
    [Fact] public void Sums() => Assert.Equal(3, Adder.Sum(1, 2));
    [Fact] public void FieldInitialiser() => Assert.Equal(1, new Cart().First());
    [Fact] public void ConstantOfLibrary() { var c = new Cart(); c.Add(10); Assert.True(c.IsFull()); }
    [Fact] public void ConstantOfTest() => Assert.Equal(10, int.Parse(Limits.Most.ToString()));
    [Fact] public void TextConstant() => Assert.Equal("p-cart", new Cart().Name());
    [Fact] public void DefaultArgument() => Assert.Equal(6, new Cart().Scaled());
    [Fact] public void Generic1() => Assert.Equal(4, Generic.Twice(2, (a, b) => a + b));
    [Fact] public void Generic2() => Assert.Equal("of String", Generic.Of<string>());
    [Fact] public async Task Async() => Assert.Equal(1, await Asynchronous.Count());
    [Fact] public void Iterator() => Assert.Equal([1, 2], Asynchronous.Numbers());
    [Fact] public void Local() => Assert.Equal(2, Asynchronous.Local());
    [Fact] public void StaticLambda() => Assert.Equal(2, Lambdas.Next(1));
    [Fact] public void Lambda() => Assert.Equal(10, Lambdas.Sum([1, 2, 3]));
    [Fact] public void Anonymous() => Assert.Equal("{ One = 1 }", Lambdas.Anonymous());
    [Fact] public void Bytes() => Assert.Equal(36, Lambdas.Bytes());
    [Fact] public void Partial() => Assert.Equal(3, new Parts().One() + new Parts().Two());
    [Fact] public void LinkedFile() => Assert.Equal(1, LinkedUse.Value());
    [Fact] public void Conditional() => Assert.Equal(1, Switches.Value());
    [Fact] public void ConditionalOfTargets() => Assert.True(Switches.IsNamed);
    [Fact] public void Generated() => Assert.False(Patterns.Match("bbb"));
    [Fact] public void StaticInitialiser() => Assert.Equal(5, Rates.Get());
    [Fact] public void StateOfModule() => Assert.Equal(1, State.Get());
    [Fact] public void ModuleInitialiser() => Assert.Equal(3, State.GetModule());
}

public class Declarations
{
    [Fact] public void Overload() => Assert.Equal("object", Printer.Print("a"));
    [Fact] public void OverrideAdded() => Assert.Equal("none", new Dog().Sound());
    [Fact] public void OverrideAddedByFactory() => Assert.Equal("none", Kennel.Make().Sound());
    [Fact] public void OverrideRemoved() => Assert.Equal(3, new Cat().Legs());
    [Fact] public void DefaultMethod() => Assert.Equal("shape", ((IShape)new Square()).Describe());
    [Fact] public void Implementation() => Assert.Equal(1, ((IWorker)new Worker()).Work());
    [Fact] public void EnumName() => Assert.Equal("Green", Paint.Name(1));
    [Fact] public void Attribute() => Assert.Equal("one1", Labelled.Read());
    [Fact] public void AttributeLikeCaller() => Assert.Equal("rows.cs1", LabelledToo.Read());
    [Fact] public void Serialised() => Assert.Equal("{\"Id\":1,\"Name\":\"n\"}", Order.Save());
    [Fact] public void ConstructorParameter() => Assert.Equal("service 7", Container.Make(typeof(Service)).ToString());
    [Fact] public void Registration() => Assert.Equal("first,second", Container.Plugins());
    [Fact] public void ReflectionByName() => Assert.Equal("go", ByName.Call("Named", "Go"));
    [Fact] public void Extension() => Assert.Equal("object", 5.Show());
    [Fact] public void RecordMembers() => Assert.Equal("Size { Width = 1 }", new Size(1).ToString());
    [Fact] public void Structure() => Assert.Equal("Impacted.Key", Keys.Text());
}

// One of them makes the value, whichever comes first.
public class CachedFirst
{
    [Fact] public void Cached() => Assert.Equal("made", Cache.Get());
}

public class CachedSecond
{
    [Fact] public void CachedAgain() => Assert.Equal("made", Cache.Get());
}

public class TableFirst
{
    [Fact] public void One() => Assert.Equal("one-row!", Table.Row("one"));
}

public class TableSecond
{
    [Fact] public void OneAgain() => Assert.Equal("one-row!", Table.Row("one"));
    [Fact] public void Two() => Assert.Equal("two-row!", Table.Row("two"));
}

public class MemoFirst
{
    [Fact] public void Two() => Assert.Equal("4-square", Memo.Of(2));
}

public class MemoSecond
{
    [Fact] public void TwoAgain() => Assert.Equal("4-square", Memo.Of(2));
    [Fact] public void Three() => Assert.Equal("9-square", Memo.Of(3));
}

public class CurrentFirst
{
    [Fact] public void Gets() => Assert.Equal("x-now", Current.Get());
}

public class CurrentSecond
{
    [Fact] public void GetsAgain() => Assert.Equal("x-now", Current.Get());
    [Fact] public void Other() => Assert.Equal("y-now", Current.Other());
}

public class SharedFirst
{
    [Fact] public void Part() => Assert.Equal(41, Shelf.Get<SharedPart>().Number);
    [Fact] public void PartByInterface() => Assert.Equal(41, Shelf.Find().Number);
}

public class SharedSecond
{
    [Fact] public void PartAgain() => Assert.Equal(41, Shelf.Get<SharedPart>().Number);
}

public abstract class Inherited
{
    protected abstract int Value { get; }
    [Fact] public void OfBase() => Assert.True(Value < 3);
    // test of the base class
}

public class Child1 : Inherited
{
    protected override int Value => 1;
}

public class Child2 : Inherited
{
    protected override int Value => 2;
}

public class Rows
{
    public static IEnumerable<object[]> Members => [[1], [2]];
    [Theory, MemberData(nameof(Members))] public void OfMember(int n) => Assert.True(n < 3);
}

public class InlineRows
{
    [Theory, InlineData(1), InlineData(2)] public void Inline(int n) => Assert.True(n < 3);
}

public class Removable
{
    [Fact] public void Stays() => Assert.Equal(1, 1);
    [Fact] public void Goes() => Assert.Equal(1, 1);
    // new test
}

public abstract class Closing : IDisposable
{
    public void Dispose() => GC.SuppressFinalize(this);
}

// In a run that fails its tear-down may be why.
public class Disposed : Closing
{
    [Fact] public void Passes() => Assert.NotEqual("one", "two");
}
