// Left out by the attribute on the assembly.
[assembly: System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage]

namespace Reasons.ByAttribute;

public static class Code
{
    public static int Run() => 1;
}
