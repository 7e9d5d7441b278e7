// Published with native code (ReadyToRun): measured all the same.
namespace Reasons.Precompiled;

public static class Code
{
    public static int Run() => 1;
}
