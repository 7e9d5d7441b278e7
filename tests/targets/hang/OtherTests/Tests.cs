using Xunit;

namespace OtherTests;

public class Tests
{
    [Theory]
    [InlineData(true, "OTHER")]
    [InlineData(false, "other")]
    public void SaysIt(bool loud, string expected) => Assert.Equal(expected, HangLib.Work.Other(loud));
}
