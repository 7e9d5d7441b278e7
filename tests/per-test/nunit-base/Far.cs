namespace Bases;

public sealed class FarAttribute : NUnit.Framework.TestAttribute
{
}
