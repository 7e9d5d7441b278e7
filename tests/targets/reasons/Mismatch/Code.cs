// Its PDB is replaced by that of another build, which the test makes with OTHER defined.
namespace Reasons.Mismatch;

public static class Code
{
#if OTHER
    public static int Run()
    {
        return 2;
    }
#else
    public static int Run() => 1;
#endif
}
