// Loaded into two contexts: measured once.
namespace Reasons.Twice;

public static class Code
{
    public static int Run() => 1;
}
