// No PDB is made.
namespace Reasons.NoPdb;

public static class Code
{
    public static int Run() => 1;
}
