// C# 15, which the compiler of .NET 11 takes with LangVersion preview.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace CSharp15;

internal static class Program
{
    public static void Use(object? value)
    { //D: hit
        if (value is null) GC.KeepAlive(value); //: hit 2/2
    } //: hit

    private static async Task Main()
    { //D: hit
        Unions.Run(); //: hit
        ClosedHierarchies.Run(); //: hit
        LoopLabels.Run(); //: hit
        CollectionExpressionArguments.Run(); //: hit
        await UnionsInAsync.Run(); //: hit
    } //: hit
}
