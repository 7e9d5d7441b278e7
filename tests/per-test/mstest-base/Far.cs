namespace Bases;

public sealed class FarAttribute : Microsoft.VisualStudio.TestTools.UnitTesting.TestMethodAttribute
{
    public FarAttribute([System.Runtime.CompilerServices.CallerFilePath] string file = "",
                        [System.Runtime.CompilerServices.CallerLineNumber] int line = -1)
        : base(file, line)
    {
    }
}
