// Compiled as if it lay on another machine.
namespace Reasons.NoSources;

public static class Code
{
    public static int Run() => 1;
}
