// Runs the programs as tests. BENCH_SIZES: NAME=SIZE,...; BENCH_TIMES: the file that receives a line for each:
// name, seconds of processor time of the process, seconds on the clock, result; of several runs those of the fastest,
// for other work on the machine and the compiler's threads only ever add to it. BENCH_LIBRARIES: a file that receives
// the native libraries of the process, which tell what tool was really there.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using Programs;
using Xunit;

public class ProgramTests
{
    private const int Runs = 3;

    public static IEnumerable<object[]> Sizes =>
        Environment.GetEnvironmentVariable("BENCH_SIZES")!.Split(',').Select(pair => pair.Split('='))
            .Select(pair => new object[] { pair[0], int.Parse(pair[1], CultureInfo.InvariantCulture) });

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Program_ends(string name, int size)
    {
        (TimeSpan Processor, TimeSpan Clock, long Result) best = Run(name, size);
        for (int i = 1; i < Runs; i++)
        {
            (TimeSpan Processor, TimeSpan Clock, long Result) next = Run(name, size);
            best = next.Processor < best.Processor ? next : best;
        }

        string seconds = best.Processor.TotalSeconds.ToString(CultureInfo.InvariantCulture);
        string elapsed = best.Clock.TotalSeconds.ToString(CultureInfo.InvariantCulture);
        long result = best.Result;
        File.AppendAllText(Environment.GetEnvironmentVariable("BENCH_TIMES")!, $"{name} {seconds} {elapsed} {result}\n");
        File.WriteAllLines(Environment.GetEnvironmentVariable("BENCH_LIBRARIES")!, File.ReadLines("/proc/self/maps")
            .Select(line => Path.GetFileName(line.Split(' ')[^1]))
            .Where(library => library.EndsWith(".so", StringComparison.Ordinal)).Distinct());
    }

    private static (TimeSpan Processor, TimeSpan Clock, long Result) Run(string name, int size)
    {
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        Stopwatch clock = Stopwatch.StartNew();
        long result = Program.All[name](size);
        return (Environment.CpuUsage.TotalTime - processor, clock.Elapsed, result);
    }
}
