// The attribute on the assembly takes out all of it.

using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

[assembly: ExcludeFromCodeCoverage]

namespace ExcludedWhole;

//- an assembly
public static class Things
{
    public static async Task<int> Work(int value)
    {
        await Task.Yield(); //: none
        Func<int, int> twice = n => n > 1 ? n * 2 : 0; //: none
        return twice(value); //: none
    }
}
