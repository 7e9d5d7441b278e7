// Tests that another assembly overrides without an attribute.
using Xunit;

namespace Bases
{
    public abstract class Far<T>
    {
        [Fact] public virtual void InheritedFact() { }
        [Custom.SlowFact] public virtual void InheritedSlow() { }
        public virtual void NoneVirtual() { }
    }

    public abstract class Near : Far<int> { }
}
