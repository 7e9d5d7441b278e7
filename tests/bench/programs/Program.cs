using System;
using System.Collections.Generic;
using System.Globalization;

namespace Programs;

/// <summary>The programs by name. A program does the same work in every run of one size, on the same lines.</summary>
public static class Program
{
    /// <summary>What each does with a size: the work grows with it; the result tells that it was done.</summary>
    public static readonly IReadOnlyDictionary<string, Func<int, long>> All = new Dictionary<string, Func<int, long>>
    {
        ["nbody"] = NBody.Run,
        ["fannkuch"] = Fannkuch.Run,
        ["spectral-norm"] = SpectralNorm.Run,
        ["binary-trees"] = BinaryTrees.Run,
        ["scheduler"] = Scheduler.Run,
        ["constraints"] = Constraints.Run,
        ["properties"] = Properties.Run,
        ["json"] = Json.Run,
        ["text"] = Text.Run,
        ["linq"] = Linq.Run,
        ["async"] = PingPong.Run,
        ["exceptions"] = Exceptions.Run,
        ["plinq"] = Threads.RunQuery,
        ["threads-1"] = size => Threads.Run(1, size),
        ["threads-2"] = size => Threads.Run(2, size),
        ["threads-4"] = size => Threads.Run(4, size),
        ["threads-8"] = size => Threads.Run(8, size),
        ["threads-16"] = size => Threads.Run(16, size),
    };

    /// <summary>Programs NAME SIZE: runs one and prints its result.</summary>
    private static int Main(string[] args)
    {
        long result = All[args[0]](int.Parse(args[1], CultureInfo.InvariantCulture));
        Console.WriteLine($"{args[0]} {args[1]}: {result}");
        return 0;
    }
}
