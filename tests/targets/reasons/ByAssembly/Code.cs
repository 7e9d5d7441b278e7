// Left out by the rule `assembly` of clrcov.xml.
namespace Reasons.ByAssembly;

public static class Code
{
    public static int Run() => 1;
}
