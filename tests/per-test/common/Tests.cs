// Tests for all frameworks. `// hits CLASS.METHOD: names` says which named lines of library/Subject.cs a test must hit; after
// `|` are lines that it may. A list of frameworks in parentheses limits a mark to them. Names with `//~` are of what runs
// between tests: neighbours may have them, too.
using System;
using System.Threading;
using System.Threading.Tasks;
using Library;

namespace Tests;

[Suite]
public class Plain
{
    // hits Plain.Sync: sync helper
    [Test]
    public void Sync()
    {
        Subject.Sync(1);
    }

    // hits Plain.Other: other helper
    [Test]
    public void Other()
    {
        Subject.Other(1);
    }

    // hits Plain.Again: sync other helper
    [Test]
    public void Again()
    {
        Subject.Sync(2);
        Subject.Other(2);
    }

    // hits Plain.Small: row row-small
    [Rows]
    [Row(1)]
    [Row(2)]
    public void Small(int n)
    {
        Subject.Row(n);
    }

    // hits Plain.Both: row row-small row-large
    [Rows]
    [Row(1)]
    [Row(100)]
    public void Both(int n)
    {
        Subject.Row(n);
    }

    // hits Plain.Yes: arm
    [Test]
    public void Yes()
    {
        Subject.Arm(true);
    }

    // hits Plain.No: arm
    [Test]
    public void No()
    {
        Subject.Arm(false);
    }

    // hits Plain.Catches: caught-try caught throw-before throw
    [Test]
    public void Catches()
    {
        Subject.Caught(1);
    }

    // hits Plain.Throws: throw-before throw
    [Test]
    public void Throws()
    {
        Subject.Throw(1);
    }

    // hits Plain.Iterates: iterator
    [Test]
    public void Iterates()
    {
        foreach (int n in Subject.Numbers())
        {
            if (n > 1)
            {
                return;
            }
        }
    }

    // hits Plain.Threads: thread pool
    [Test]
    public void Threads()
    {
        var thread = new Thread(() => Subject.OnThread(1));
        thread.Start();
        thread.Join();
        Task.Run(() => Subject.InPool(1)).Wait();
    }

    // A filter runs before the handler of the test.
    // hits Plain.Filters: throw-before throw sync helper
    [Test]
    public void Filters()
    {
        try
        {
            Subject.Throw(1);
        }
        catch (Exception e) when (Subject.Sync(e.Message.Length) > 0)
        {
        }
    }

#line hidden
    // hits Plain.Hidden: hidden
    [Test]
    public void Hidden()
    {
        Subject.Hidden(1);
    }
#line default

    // hits Plain.Excluded: excluded
    [Test]
    [System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage]
    public void Excluded()
    {
        Subject.Excluded(1);
    }
}

[Suite]
public class Async
{
    // hits Async.Waits: wait-before wait-after helper
    [Test]
    public async Task Waits()
    {
        await Subject.Wait(1);
    }

    // hits Async.WaitsOther: wait-other-before wait-other-after helper
    [Test]
    public async Task WaitsOther()
    {
        await Subject.WaitOther(1);
    }

    // hits Async.Completes: now
    [Test]
    public async Task Completes()
    {
        await Subject.Now(1);
    }

    // hits Async.Steps: steps step steps-end helper
    [Test]
    public async Task Steps()
    {
        await Subject.Steps(4);
    }

    // hits Async.Throws: wait-before wait-after helper throw-before throw
    [Test]
    public async Task Throws()
    {
        await Subject.Wait(1);
        Subject.Throw(1);
    }

    // hits Async.WaitsRows: wait-before wait-after helper row row-small row-large
    [Rows]
    [Row(1)]
    [Row(50)]
    public async Task WaitsRows(int n)
    {
        await Subject.Wait(n);
        Subject.Row(n);
    }

    // hits Async.InParallel: wait-before wait-after wait-other-before wait-other-after helper
    [Test]
    public async Task InParallel()
    {
        await Task.WhenAll(Subject.Wait(1), Subject.WaitOther(2), Subject.Wait(3));
    }

#if !XUNIT2
    // hits(xunit3 nunit mstest tunit) Async.Value: value-task
    [Test]
    public async ValueTask Value()
    {
        await Subject.Value(1);
    }
#else
    // hits(xunit2) Async.Void: wait-before wait-after helper
    [Test]
    public async void Void()
    {
        await Subject.Wait(1);
    }
#endif
}

// The next test, of any class, ends these.
[Suite]
public class Open
{
    // hits Open.Later: later-before later-after
    [Test]
    public Task Later()
    {
        return Subject.Later(1);
    }

    // hits Open.Now: now
    [Test]
    public Task Now()
    {
        return Subject.Now(1);
    }

    // hits Open.Throws: throw-before throw
    [Test]
    public Task Throws()
    {
        Subject.Throw(1);
        return Task.CompletedTask;
    }
}

// Runs its constructor after a test of Open or of another class.
[Suite]
public class Opposite
{
    public Opposite()
    {
        Subject.Construct();
    }

    // hits Opposite.Test: other helper construct
    [Test]
    public void Test()
    {
        Subject.Other(1);
    }

    // hits Opposite.Later: later-before later-after construct
    [Test]
    public Task Later()
    {
        return Subject.Later(1);
    }
}

// What runs before or after a test of one class ends a test of it that returned its task: the others have nothing of its work.
[Suite]
public class Kept : IDisposable
{
    public Kept()
    {
        Subject.Construct();
    }

    public void Dispose()
    {
        Subject.Destroy();
    }

    // hits Kept.First: sync helper construct destroy
    [Test]
    public void First()
    {
        Subject.Sync(1);
    }

    // keeps Kept.Steps
    // hits Kept.Steps: steps step steps-end helper construct destroy
    [Test]
    public Task Steps()
    {
        return Subject.Steps(9);
    }

    // hits Kept.Then: other helper construct destroy
    [Test]
    public void Then()
    {
        Subject.Other(1);
    }
}

[Suite]
public class Built : IDisposable
{
    public Built()
    {
        Subject.Construct();
    }

    public void Dispose()
    {
        Subject.Destroy();
    }

    // hits Built.One: sync helper construct destroy
    [Test]
    public void One()
    {
        Subject.Sync(1);
    }

    // hits Built.Two: now construct destroy
    [Test]
    public async Task Two()
    {
        await Subject.Now(1);
    }
}

public abstract class Family
{
    [Test]
    public void Inherited()
    {
        Subject.Inherited(1);
        Own();
    }

    [Test]
    public async Task InheritedAsync()
    {
        await Subject.Wait(1);
        Own();
    }

    [Test]
    public virtual void Overridden()
    {
        Subject.OverriddenBase(1);
    }

    protected abstract void Own();
}

// hits FirstChild.Inherited: inherited derived-first
// hits FirstChild.InheritedAsync: wait-before wait-after helper derived-first
// hits FirstChild.Overridden: overridden-base
[Suite]
public class FirstChild : Family
{
    protected override void Own()
    {
        Subject.First(1);
    }
}

// hits SecondChild.Inherited: inherited derived-second
// hits SecondChild.InheritedAsync: wait-before wait-after helper derived-second
// hits SecondChild.Overridden: overridden overridden-base
[Suite]
public class SecondChild : Family
{
    protected override void Own()
    {
        Subject.Second(1);
    }

    // Its attribute calls it a test, and so does that of the base.
    [Test]
    public override void Overridden()
    {
        base.Overridden();
        Subject.Overridden(1);
    }
}

// hits FarFirst.InBase: elsewhere derived-first
// hits FarFirst.InBaseAsync: wait-before wait-after helper derived-first
[Suite]
public class FarFirst : Bases.Elsewhere
{
    protected override void Own()
    {
        Subject.First(1);
    }
}

// hits FarSecond.InBase: elsewhere derived-second
// hits FarSecond.InBaseAsync: wait-before wait-after helper derived-second
[Suite]
public class FarSecond : Bases.Elsewhere
{
    protected override void Own()
    {
        Subject.Second(1);
    }
}

public class Outer
{
    [Suite]
    public class Inner
    {
        // hits Outer+Inner.Nested: nested
        [Test]
        public void Nested()
        {
            Subject.Nested(1);
        }

        // hits Outer+Inner.NestedAsync: nested wait-before wait-after helper
        [Test]
        public async Task NestedAsync()
        {
            await Subject.Wait(1);
            Subject.Nested(1);
        }
    }
}

public abstract class Generic<T>
{
    protected abstract T Make();

    [Test]
    public void Names()
    {
        Subject.Generic(Make());
    }

    [Test]
    public async Task NamesAsync()
    {
        await Subject.Wait(1);
        Subject.Generic(Make());
    }
}

// hits OfNumbers.Names: generic inherited
// hits OfNumbers.NamesAsync: generic inherited wait-before wait-after helper
[Suite]
public class OfNumbers : Generic<int>
{
    protected override int Make()
    {
        return Subject.Inherited(1);
    }
}

// hits OfTexts.Names: generic derived-first
// hits OfTexts.NamesAsync: generic derived-first wait-before wait-after helper
[Suite]
public class OfTexts : Generic<string>
{
    protected override string Make()
    {
        return Subject.First(1).ToString();
    }
}

[Suite]
public class Statics
{
    // hits Statics.A: counted-a cctor
    [Test]
    public void A()
    {
        Counted.FromA();
    }

    // hits Statics.B: counted-b cctor
    [Test]
    public void B()
    {
        Counted.FromB();
    }

    // hits Statics.CachedA: cached-a lazy get-or-add
    [Test]
    public void CachedA()
    {
        Cached.FromA();
    }

    // hits Statics.CachedB: cached-b lazy get-or-add
    [Test]
    public void CachedB()
    {
        Cached.FromB();
    }
}

[Suite]
public class Background
{
    // Work that outlives its test: a line of it may be in any test.
    // hits Background.Leaves: pool | left-over
    [Test]
    public void Leaves()
    {
        var started = new ManualResetEventSlim();
        Task.Run(() =>
        {
            Subject.InPool(1);
            started.Set();
            Thread.Sleep(15);
            Subject.LeftOver(1);
        });
        started.Wait();
    }

    // hits Background.Follows: other helper | left-over
    [Test]
    public void Follows()
    {
        Subject.Other(1);
        Thread.Sleep(30);
    }
}
