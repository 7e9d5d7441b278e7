// What only MSTest has.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Library;
using Microsoft.VisualStudio.TestTools.UnitTesting;

[assembly: Parallelize(Workers = 4, Scope = ExecutionScope.MethodLevel)]

namespace Tests;

[TestClass]
public class Lifecycle
{
    [AssemblyInitialize]
    public static void AssemblyUp(TestContext context)
    {
        Subject.AssemblyUp();
    }

    [AssemblyCleanup]
    public static void AssemblyDown()
    {
        Subject.AssemblyDown();
    }

    [ClassInitialize]
    public static void ClassUp(TestContext context)
    {
        Subject.ClassUp();
    }

    [ClassCleanup]
    public static void ClassDown()
    {
        Subject.ClassDown();
    }

    [TestInitialize]
    public void SetUp()
    {
        Subject.SetUp();
    }

    [TestCleanup]
    public async Task TearDown()
    {
        await Task.Delay(1);
        Subject.TearDown();
    }

    // hits Lifecycle.One: in-class set-up tear-down class-up class-down
    [TestMethod]
    public void One()
    {
        Subject.InClass(1);
    }

    // hits Lifecycle.Two: in-class now set-up tear-down class-up class-down
    [TestMethod]
    public async Task Two()
    {
        await Subject.Now(1);
        Subject.InClass(1);
    }

    // hits Lifecycle.Later: later-before later-after set-up tear-down class-up class-down
    [TestMethod]
    public Task Later()
    {
        return Subject.Later(1);
    }
}

[TestClass]
public class Various
{
    [TestMethod, Ignore]
    public void Skipped()
    {
        Subject.Skipped(1);
    }

    // hits Various.SkipsItself: before-skip
    [TestMethod]
    public void SkipsItself()
    {
        Subject.BeforeSkip(1);
        Assert.Inconclusive("now");
    }

    // hits Various.Retried: retry retry-first retry-second helper
    [TestMethod, Retry(3)]
    public void Retried()
    {
        Subject.Retry();
    }

    // hits Various.TooSlow: slow-before helper | slow-after
    [TestMethod, Timeout(200)]
    public void TooSlow()
    {
        Subject.Slow(400);
    }

    // hits Various.FromData: result data
    [TestMethod]
    [DynamicData(nameof(Numbers))]
    public void FromData(int n)
    {
        Subject.Result(n);
    }

    public static IEnumerable<object[]> Numbers()
    {
        yield return new object[] { Subject.Data(1) };
        yield return new object[] { Subject.Data(2) };
    }
}

[TestClass]
public class ThroughAttributes
{
    // hits ThroughAttributes.Here: attribute-here
    [Here]
    public void Here()
    {
        Subject.AttributeHere(1);
    }

    // hits ThroughAttributes.Far: attribute-elsewhere
    [Bases.Far]
    public void Far()
    {
        Subject.AttributeElsewhere(1);
    }

    // hits ThroughAttributes.FarAsync: attribute-elsewhere wait-before wait-after helper
    [Bases.Far]
    public async Task FarAsync()
    {
        await Subject.Wait(1);
        Subject.AttributeElsewhere(1);
    }
}

public sealed class HereAttribute : TestMethodAttribute
{
    public HereAttribute([System.Runtime.CompilerServices.CallerFilePath] string file = "",
                         [System.Runtime.CompilerServices.CallerLineNumber] int line = -1)
        : base(file, line)
    {
    }
}

// Here an override without an attribute is not a test.
[TestClass]
public class QuietChild : Bases.Quiet
{
    public override void Test()
    {
        Subject.Overridden(1);
    }
}

// hits QuietOfNumbers.Test: overridden-base
[TestClass]
public class QuietOfNumbers : Bases.QuietOf<int>
{
    public override async Task TestAsync()
    {
        await Subject.Now(1);
        Subject.Overridden(Make());
    }

    protected override int Make()
    {
        return 1;
    }
}
