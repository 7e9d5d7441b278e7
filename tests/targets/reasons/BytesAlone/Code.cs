// Loaded from bytes, without symbols.
namespace Reasons.BytesAlone;

public static class Code
{
    public static int Run() => 1;
}
