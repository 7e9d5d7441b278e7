// Loaded from bytes, together with the bytes of its PDB: measured.
namespace Reasons.BytesWithSymbols;

public static class Code
{
    public static int Run() => 1;
}
