// What the tests run. `//: name` names a line; the tests say which names they must hit.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Library;

public static class Subject
{
    public static int Helper(int x)
    {
        return x * 2; //: helper
    }

    public static int Sync(int x)
    {
        return Helper(x) + 1; //: sync
    }

    public static int Other(int x)
    {
        return Helper(x) - 1; //: other
    }

    public static string Row(int n)
    {
        if (n < 10) //: row
        {
            return "small"; //: row-small
        }
        return "large"; //: row-large
    }

    // In one line: the arms differ between tests.
    public static string Arm(bool yes)
    {
        return yes ? "yes" : "no"; //: arm
    }

    public static async Task<int> Wait(int x)
    {
        int y = Helper(x); //: wait-before
        await Task.Delay(3).ConfigureAwait(false);
        return y + 1; //: wait-after
    }

    public static async Task<int> WaitOther(int x)
    {
        int y = Helper(x); //: wait-other-before
        await Task.Delay(3).ConfigureAwait(false);
        return y - 1; //: wait-other-after
    }

    public static Task<int> Now(int x)
    {
        return Task.FromResult(x + 1); //: now
    }

    public static async Task<int> Later(int x)
    {
        int y = x + 1; //: later-before
        await Task.Delay(20).ConfigureAwait(false);
        return y + 1; //: later-after
    }

    public static async ValueTask<int> Value(int x)
    {
        await Task.Yield();
        return x + 2; //: value-task
    }

    public static int Result(int x)
    {
        return x + 3; //: result
    }

    public static int Inherited(int x)
    {
        return x + 4; //: inherited
    }

    public static int First(int x)
    {
        return x + 5; //: derived-first
    }

    public static int Second(int x)
    {
        return x + 6; //: derived-second
    }

    public static int Elsewhere(int x)
    {
        return x + 7; //: elsewhere
    }

    public static int AttributeHere(int x)
    {
        return x + 8; //: attribute-here
    }

    public static int AttributeElsewhere(int x)
    {
        return x + 9; //: attribute-elsewhere
    }

    public static int Nested(int x)
    {
        return x + 10; //: nested
    }

    public static string Generic<T>(T x)
    {
        return typeof(T).Name + x; //: generic
    }

    public static int Text(string x)
    {
        return x.Length; //: text
    }

    public static int Overridden(int x)
    {
        return x + 12; //: overridden
    }

    public static int OverriddenBase(int x)
    {
        return x + 13; //: overridden-base
    }

    public static int Static(int x)
    {
        return x + 14; //: static
    }

    public static int Hidden(int x)
    {
        return x + 15; //: hidden
    }

    public static int Excluded(int x)
    {
        return x + 16; //: excluded
    }

    public static int Throw(int x)
    {
        if (x > 0) //: throw-before
        {
            throw new InvalidOperationException("wanted"); //: throw
        }
        return x; //: throw-never
    }

    public static int Caught(int x)
    {
        try
        {
            return Throw(x); //: caught-try
        }
        catch (InvalidOperationException)
        {
            return -1; //: caught
        }
    }

    public static int Skipped(int x)
    {
        return x + 17; //: skipped
    }

    public static int BeforeSkip(int x)
    {
        return x + 18; //: before-skip
    }

    private static int attempts;

    public static void Retry()
    {
        if (Interlocked.Increment(ref attempts) < 2) //: retry
        {
            throw new InvalidOperationException("once more"); //: retry-first
        }
        Helper(1); //: retry-second
    }

    public static void Slow(int milliseconds)
    {
        Helper(1); //: slow-before
        Thread.Sleep(milliseconds);
        Helper(2); //: slow-after
    }

    public static int Construct()
    {
        return 1; //~ construct
    }

    public static int Destroy()
    {
        return 2; //~ destroy
    }

    public static int SetUp()
    {
        return 3; //~ set-up
    }

    public static int TearDown()
    {
        return 4; //~ tear-down
    }

    public static int ClassUp()
    {
        return 5; //~ class-up
    }

    public static int ClassDown()
    {
        return 6; //~ class-down
    }

    public static int CollectionUp()
    {
        return 7; //~ collection-up
    }

    public static int CollectionDown()
    {
        return 8; //~ collection-down
    }

    public static int AssemblyUp()
    {
        return 9; //~ assembly-up
    }

    public static int AssemblyDown()
    {
        return 10; //~ assembly-down
    }

    public static int InClass(int x)
    {
        return x + 19; //: in-class
    }

    public static int InCollection(int x)
    {
        return x + 20; //: in-collection
    }

    public static int Alive(int x)
    {
        return x + 21; //: alive
    }

    public static IEnumerable<int> Numbers()
    {
        yield return 1; //: iterator
        yield return 2;
    }

    public static int OnThread(int x)
    {
        return x + 22; //: thread
    }

    public static int InPool(int x)
    {
        return x + 23; //: pool
    }

    public static int LeftOver(int x)
    {
        return x + 24; //~ left-over
    }

    public static int Data(int x)
    {
        return x + 25; //~ data
    }

    // Several suspensions, each with its own work.
    public static async Task<int> Steps(int count)
    {
        int sum = 0; //: steps
        for (int i = 0; i < count; i++)
        {
            await Task.Yield();
            sum += Helper(i); //: step
        }
        return sum; //: steps-end
    }
}

// The first test that comes runs the constructor.
public static class Counted
{
    public static readonly int Start = Compute();

    static int Compute()
    {
        return 41; //~ cctor
    }

    public static int FromA()
    {
        return Start + 1; //: counted-a
    }

    public static int FromB()
    {
        return Start + 2; //: counted-b
    }
}

public static class Cached
{
    private static readonly Lazy<int> lazy = new Lazy<int>(Make);
    private static readonly ConcurrentDictionary<int, int> known = new ConcurrentDictionary<int, int>();

    private static int Make()
    {
        return 5; //~ lazy
    }

    private static int Add(int key)
    {
        return key + 1; //~ get-or-add
    }

    public static int FromA()
    {
        return lazy.Value + known.GetOrAdd(1, Add); //: cached-a
    }

    public static int FromB()
    {
        return lazy.Value + known.GetOrAdd(1, Add) + 1; //: cached-b
    }
}
