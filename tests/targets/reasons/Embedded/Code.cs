// Measured: the PDB is in the assembly.
namespace Reasons.Embedded;

public static class Code
{
    public static int Run() => 1;
}
