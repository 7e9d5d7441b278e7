namespace Bases;

public sealed class FarAttribute : Xunit.FactAttribute
{
}
