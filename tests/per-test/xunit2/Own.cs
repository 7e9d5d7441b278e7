// What only xunit has.
#if XUNIT3
using Done = System.Threading.Tasks.ValueTask;
#else
using Done = System.Threading.Tasks.Task;
#endif
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Library;
using Xunit;

#if XUNIT3
[assembly: AssemblyFixture(typeof(Tests.WholeAssembly))]
#endif

namespace Tests;

#if XUNIT3
public sealed class WholeAssembly : IDisposable
{
    public WholeAssembly()
    {
        Subject.AssemblyUp();
    }

    public void Dispose()
    {
        Subject.AssemblyDown();
    }
}
#endif

public sealed class OfClass : IDisposable
{
    public OfClass()
    {
        Subject.ClassUp();
    }

    public void Dispose()
    {
        Subject.ClassDown();
    }
}

public class WithClass : IClassFixture<OfClass>
{
    // hits WithClass.One: in-class class-up class-down
    [Fact]
    public void One()
    {
        Subject.InClass(1);
    }

    // hits WithClass.Two: in-class other helper class-up class-down
    [Fact]
    public void Two()
    {
        Subject.InClass(1);
        Subject.Other(1);
    }
}

public sealed class OfCollection : IDisposable
{
    public OfCollection()
    {
        Subject.CollectionUp();
    }

    public void Dispose()
    {
        Subject.CollectionDown();
    }
}

[CollectionDefinition("together")]
public class Together : ICollectionFixture<OfCollection>
{
}

[Collection("together")]
public class InTogether
{
    // hits InTogether.Test: in-collection collection-up collection-down
    [Fact]
    public void Test()
    {
        Subject.InCollection(1);
    }
}

[Collection("together")]
public class AlsoInTogether
{
    // hits AlsoInTogether.Test: in-collection other helper collection-up collection-down
    [Fact]
    public void Test()
    {
        Subject.InCollection(1);
        Subject.Other(1);
    }
}

[Collection("together")]
public class LastInTogether
{
    // hits LastInTogether.Test: in-collection sync helper collection-up collection-down
    [Fact]
    public void Test()
    {
        Subject.InCollection(1);
        Subject.Sync(1);
    }
}

public class Alive : IAsyncLifetime
{
    public async Done InitializeAsync()
    {
        await Task.Delay(1);
        Subject.SetUp();
    }

    public async Done DisposeAsync()
    {
        await Task.Delay(1);
        Subject.TearDown();
    }

    // hits Alive.One: alive set-up tear-down
    [Fact]
    public void One()
    {
        Subject.Alive(1);
    }

    // hits Alive.Two: alive now set-up tear-down
    [Fact]
    public async Task Two()
    {
        await Subject.Now(1);
        Subject.Alive(1);
    }

    // hits Alive.Later: later-before later-after set-up tear-down
    [Fact]
    public Task Later()
    {
        return Subject.Later(1);
    }
}

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

public sealed class HereAttribute : FactAttribute
{
}

public class Various
{
    // hits Various.Static: static
    [Fact]
    public static void Static()
    {
        Subject.Static(1);
    }

    // hits Various.Typed: generic
    [Theory]
    [InlineData(1)]
    [InlineData("text")]
    public void Typed<T>(T value)
    {
        Subject.Generic(value);
    }

    [Fact(Skip = "never")]
    public void Skipped()
    {
        Subject.Skipped(1);
    }

    // hits Various.FromData: result data
    [Theory]
    [MemberData(nameof(Numbers))]
    public void FromData(int n)
    {
        Subject.Result(n);
    }

    public static IEnumerable<object[]> Numbers()
    {
        yield return new object[] { Subject.Data(1) };
        yield return new object[] { Subject.Data(2) };
    }

    // Its time is over before it ends, and its work goes on.
    // hits Various.TooSlow: slow-before helper | slow-after
    [Fact(Timeout = 200)]
    public async Task TooSlow()
    {
        await Task.Run(() => Subject.Slow(400));
    }

#if XUNIT3
    // hits(xunit3) Various.SkipsItself: before-skip
    [Fact]
    public void SkipsItself()
    {
        Subject.BeforeSkip(1);
        Assert.Skip("now");
    }
#endif
}

// The override has no attribute of its own.
public abstract class Silent
{
    [Fact]
    public virtual void Test()
    {
        Subject.OverriddenBase(1);
    }
}

// hits SilentChild.Test: overridden
public class SilentChild : Silent
{
    public override void Test()
    {
        Subject.Overridden(1);
    }
}

// hits QuietChild.Test: overridden
public class QuietChild : Bases.Quiet
{
    public override void Test()
    {
        Subject.Overridden(1);
    }
}

// hits QuietOfNumbers.Test: overridden-base
// hits QuietOfNumbers.TestAsync: now overridden
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
