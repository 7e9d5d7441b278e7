// Left out by the rule `file`.
namespace Reasons.Rules;

public static class ByFile
{
    public static int Run() => 1;
}
