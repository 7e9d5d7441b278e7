// What only TUnit has.
using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Library;
using TUnit.Core;
using TUnit.Core.Interfaces;

namespace Tests;

public class Lifecycle
{
    [Before(HookType.Assembly)]
    public static void AssemblyUp()
    {
        Subject.AssemblyUp();
    }

    [After(HookType.Assembly)]
    public static void AssemblyDown()
    {
        Subject.AssemblyDown();
    }

    [Before(HookType.Class)]
    public static void ClassUp()
    {
        Subject.ClassUp();
    }

    [After(HookType.Class)]
    public static void ClassDown()
    {
        Subject.ClassDown();
    }

    [Before(HookType.Test)]
    public void SetUp()
    {
        Subject.SetUp();
    }

    [After(HookType.Test)]
    public async Task TearDown()
    {
        await Task.Delay(1);
        Subject.TearDown();
    }

    // hits Lifecycle.One: in-class set-up tear-down class-up class-down
    [Test]
    public void One()
    {
        Subject.InClass(1);
    }

    // hits Lifecycle.Two: in-class now set-up tear-down class-up class-down
    [Test]
    public async Task Two()
    {
        await Subject.Now(1);
        Subject.InClass(1);
    }

    // hits Lifecycle.Later: later-before later-after set-up tear-down class-up class-down
    [Test]
    public Task Later()
    {
        return Subject.Later(1);
    }
}

public sealed class OfCollection : IAsyncInitializer, IAsyncDisposable
{
    public async Task InitializeAsync()
    {
        await Task.Delay(1);
        Subject.CollectionUp();
    }

    public async ValueTask DisposeAsync()
    {
        await Task.Delay(1);
        Subject.CollectionDown();
    }
}

[ClassDataSource<OfCollection>(Shared = SharedType.Keyed, Key = "together")]
public class InTogether(OfCollection fixture)
{
    // hits InTogether.Test: in-collection collection-up collection-down
    [Test]
    public void Test()
    {
        Subject.InCollection(fixture == null ? 0 : 1);
    }
}

[ClassDataSource<OfCollection>(Shared = SharedType.Keyed, Key = "together")]
public class AlsoInTogether(OfCollection fixture)
{
    // hits AlsoInTogether.Test: in-collection other helper collection-up collection-down
    [Test]
    public void Test()
    {
        Subject.InCollection(fixture == null ? 0 : 1);
        Subject.Other(1);
    }
}

public class Various
{
    [Test, Skip("never")]
    public void Skipped()
    {
        Subject.Skipped(1);
    }

    // hits Various.SkipsItself: before-skip
    [Test]
    public void SkipsItself()
    {
        Subject.BeforeSkip(1);
        Skip.Test("now");
    }

    // hits Various.Retried: retry retry-first retry-second helper
    [Test, Retry(3)]
    public void Retried()
    {
        Subject.Retry();
    }

    // hits Various.TooSlow: slow-before helper | slow-after
    [Test, Timeout(200)]
    public async Task TooSlow(CancellationToken token)
    {
        await Task.Run(() => Subject.Slow(400));
    }

    // hits Various.FromData: result data
    [Test]
    [MethodDataSource(nameof(Numbers))]
    public void FromData(int n)
    {
        Subject.Result(n);
    }

    public static IEnumerable<int> Numbers()
    {
        yield return Subject.Data(1);
        yield return Subject.Data(2);
    }
}
