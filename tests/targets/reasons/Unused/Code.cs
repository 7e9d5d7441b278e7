// Lies beside the program, but nothing loads it.
namespace Reasons.Unused;

public static class Code
{
    public static int Run() => 1;
}
