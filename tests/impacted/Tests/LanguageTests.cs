using Xunit;

namespace Impacted.Tests;

public class Languages
{
    [Fact] public void Inline() => Assert.Equal(12, Functions.four(3));
    [Fact] public void FSharpPipe() => Assert.Equal(50, Functions.sumOf(3));
    [Fact] public void FSharpUnion() => Assert.Equal(12, Functions.area(Functions.Shape.NewCircle(2)));
    [Fact] public void FSharpSequence() => Assert.Equal(2, Functions.counted(5));
    [Fact] public void FSharpValue() => Assert.Equal(12, Functions.sumTable());
    [Fact] public void FSharpBytes() => Assert.Equal(77, Functions.sumPrimes());
    [Fact] public void FSharpLiteral() => Assert.Equal(196, Functions.literal());
    [Fact] public void BasicLambda() => Assert.Equal(10, Basic.Sum([1, 2, 3]));
    [Fact] public void BasicIterator() => Assert.Equal([1, 2], Basic.Count());
    [Fact] public void BasicStatic() => Assert.True(Basic.Kept() is 5);
}
