// EndingsApp ENDING: a journey that ends the process in the way of Kinds/Ending.cs.
using System.Diagnostics.CodeAnalysis;
using Kinds;

[assembly: ExcludeFromCodeCoverage]

namespace App;

internal static class Program
{
    private static int Main(string[] args)
    {
        try
        {
            Journey.Travel.Go(args[0]);
        }
        catch (BackHomeException)
        {
            return 3;
        }

        return 1;
    }
}
