// What tests of another assembly derive from.
using System.Threading.Tasks;
using Library;

namespace Bases;

public abstract class Elsewhere
{
    [Test]
    public void InBase()
    {
        Subject.Elsewhere(1);
        Own();
    }

    [Test]
    public async Task InBaseAsync()
    {
        await Subject.Wait(1);
        Own();
    }

    protected abstract void Own();
}

// Tests of other assemblies override these without an attribute.
public abstract class Quiet
{
    [Test]
    public virtual void Test()
    {
        Subject.OverriddenBase(1);
    }
}

public abstract class QuietOf<T> : Quiet
{
    [Test]
    public virtual async Task TestAsync()
    {
        await Subject.Wait(1);
        Subject.Generic(Make());
    }

    protected abstract T Make();
}
