namespace Impacted;

public partial class Parts
{
    public int Two() => 2;
}

public static class LinkedUse
{
    public static int Value() => Linked.Value();
}
