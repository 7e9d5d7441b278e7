// A test assembly: it refers to a test framework.
namespace Reasons.Tests;

public static class Code
{
    [Xunit.Fact]
    public static void Passes() => Run();

    public static int Run() => 1;
}
