// Test methods, by the part that each of them is. The name of a method begins with its part:
// Whole, Start, Open, None; after it, WholeInt returns an int.
using System;
using System.Threading.Tasks;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using NUnit.Framework;
using Xunit;

public class LocalFactAttribute : FactAttribute { }
public class LocalerFactAttribute : LocalFactAttribute { }
public class LocalSlowFactAttribute : Custom.SlowFactAttribute { }
public class FactAttribute2 : Attribute { }

public class Cases
{
    static readonly object gate = Make();

    static object Make() => new object();

    [Fact] public void WholeFact() { }
    [Theory] public void WholeTheory() { }
    [TestCase(1)] [TestCase(2)] public void WholeCases() { }
    [TestMethod] public void WholeMsTest() { }
    [TUnit.Core.Test] public static void WholeTUnit() { }
    [LocalFact] public void WholeLocal() { }
    [LocalerFact] public void WholeLocaler() { }
    [Custom.SlowFact] public void NoneSlow() { }
    [Custom.SlowerFact] public void NoneSlower() { }
    [LocalSlowFact] public void NoneLocalSlow() { }
    [Custom.NoFact] public void NoneOther() { }
    [FactAttribute2] public void NoneOwn() { }
    [SetUp] public void NoneSetUp() { }
    public void NonePlain() { }

    [Fact] public int WholeInt() => 1;
    [Fact] public Task OpenTask() => Task.CompletedTask;
    [Fact] public Task<int> OpenTaskOfInt() => Task.FromResult(1);
    [Fact] public ValueTask OpenValueTask() => default;
    [NUnit.Framework.Test] public System.Collections.Generic.IEnumerable<int> OpenRows() => null;

    [Fact]
    public async Task StartTask()
    {
        await Task.Yield();
    }

    [Fact]
    public async void StartVoid()
    {
        await Task.Yield();
    }

    [Fact]
    public async Task<T> StartGeneric<T>(T value)
    {
        await Task.Yield();
        return value;
    }

    // without a line of their own
#line hidden
    [Fact]
    public int WholeHidden(int value)
    {
        var text = value.ToString();
        for (int i = 0; i < value; i++)
        {
            text += i;
        }
        return text.Length;
    }

    [Fact]
    public async Task StartHidden()
    {
        await Task.Yield();
    }
#line default

    public async Task NoneAsync()
    {
        await Task.Yield();
    }

    public abstract class Inner
    {
        [Fact] public abstract void NoneAbstract();

        [Fact]
        public async Task StartInner()
        {
            await Task.Yield();
        }
    }
}

public struct Value
{
    [Fact] public void WholeInStruct() { }
}

public abstract class Rows<T>
{
    [Fact] public virtual void WholeVirtual() { }
}

public class RowsOfInt : Rows<int>
{
    public override void WholeVirtual() { }
}

public class OfNear : Bases.Near
{
    public override void InheritedFact() { }
    public override void NoneVirtual() { }
}

public class OfFar : Bases.Far<string>
{
    public override void InheritedSlow() { }
}

public class OfOfFar : OfFar
{
    public override void InheritedFact() { }
    public static void NoneStatic() { }
    public override string ToString() { System.Action one = () => NoneStatic(); one(); return ""; }
}
