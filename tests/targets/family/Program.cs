// Processes that start processes of the same program; tests/integration/load.sh counts what they did.
//
//     Family leaf                a process that does next to nothing
//     Family wait FILE           the same, when FILE is there
//     Family children N          N leaves, a few at a time
//     Family tree DEPTH WIDTH    WIDTH children, each with WIDTH of its own, down to leaves

using System;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Family;

internal static class Program
{
    private static int Main(string[] args)
    {
        switch (args[0])
        {
            case "leaf":
                Leaf();
                break;
            case "wait":
                WaitFor(args[1]);
                Leaf();
                break;
            case "children":
                Children(int.Parse(args[1]));
                break;
            case "tree":
                Tree(int.Parse(args[1]), int.Parse(args[2]));
                break;
            default:
                return 64;
        }

        return 0;
    }

    private static void Leaf()
    {
        Console.Out.Flush();
    }

    private static void WaitFor(string file)
    {
        while (!File.Exists(file))
        {
            Thread.Sleep(10);
        }
    }

    private static void Children(int count)
    {
        ParallelOptions options = new() { MaxDegreeOfParallelism = 4 };
        Parallel.For(0, count, options, _ => Run("leaf"));
    }

    private static void Tree(int depth, int width)
    {
        for (int i = 0; i < width; i++)
        {
            if (depth > 1)
            {
                Run("tree", (depth - 1).ToString(), width.ToString());
            }
            else
            {
                Run("leaf");
            }
        }
    }

    private static void Run(params string[] arguments)
    {
        using Process child = Process.Start("dotnet", [typeof(Program).Assembly.Location, .. arguments]);
        child.WaitForExit();
        if (child.ExitCode != 0)
        {
            throw new InvalidOperationException($"a child ended with {child.ExitCode}");
        }
    }
}
