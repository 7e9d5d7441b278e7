using Xunit;

namespace Impacted.Other;

public class OtherTests
{
    [Fact] public void Alone1() => Assert.Equal(5, Alone.Value());
    [Fact] public void Time() => Assert.Equal(7, new Clock().Now());
}
