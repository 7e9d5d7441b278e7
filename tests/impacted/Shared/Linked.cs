namespace Impacted;

internal static class Linked
{
    public static int Value() => 1;
}
