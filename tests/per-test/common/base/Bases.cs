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
