using System;
using System.IO;
using System.Linq;

namespace IlTargets;

/// <summary>Assembles and runs bodies that no compiler writes.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        switch (args)
        {
            case ["build", var output, var mode and ("Debug" or "Release"), .. var sources]:
                return Build(output, mode == "Debug", sources);
            case ["run", var assembly, var rounds, .. var only]:
                return Runner.Run(assembly, int.Parse(rounds), only);
            default:
                Console.Error.WriteLine("usage: IlTargets build OUTPUT.dll Debug|Release SOURCE.il...");
                Console.Error.WriteLine("       IlTargets run ASSEMBLY.dll ROUNDS [METHOD...]");
                return 64;
        }
    }

    private static int Build(string output, bool debug, string[] sources)
    {
        try
        {
            var program = new Source();
            foreach (string path in sources.Order(StringComparer.Ordinal))
            {
                program.Read(Path.GetFullPath(path));
            }
            new Emitter(program, debug).Write(output);
            File.WriteAllLines(Path.ChangeExtension(output, ".runs"), program.Runs);
            return 0;
        }
        catch (BadSource problem)
        {
            Console.Error.WriteLine(problem.Message);
            return 1;
        }
    }
}
