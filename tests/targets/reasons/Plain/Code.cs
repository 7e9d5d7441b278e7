// Measured: its PDB lies beside it and names this file.
namespace Reasons.Plain;

public static class Code
{
    public static int Run() => 1;
}
