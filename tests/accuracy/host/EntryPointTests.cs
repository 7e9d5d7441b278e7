// Runs the programs of other projects as tests, so that tools which need a test host can measure them.
// Input: the assembly names in the metadata of this assembly. ACCURACY_LIBRARIES, when set, names a file
// that receives the native libraries of the process: it tells which tool was really there.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Xunit;

public class EntryPointTests
{
    public static IEnumerable<object[]> Programs =>
        typeof(EntryPointTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Where(metadata => metadata.Key == "Target").Select(metadata => new object[] { metadata.Value! });

    [Theory]
    [MemberData(nameof(Programs))]
    public void The_program_ends_with_0(string assembly)
    {
        MethodInfo entry = Assembly.Load(assembly).EntryPoint!;
        object[]? arguments = entry.GetParameters().Length == 0 ? null : [Array.Empty<string>()];

        object? result = entry.Invoke(null, arguments);

        Assert.Equal(0, result ?? 0);
        WriteLibraries();
    }

    private static void WriteLibraries()
    {
        if (Environment.GetEnvironmentVariable("ACCURACY_LIBRARIES") is { Length: > 0 } path)
        {
            File.WriteAllLines(path, File.ReadLines("/proc/self/maps")
                .Select(line => Path.GetFileName(line.Split(' ')[^1]))
                .Where(library => library.EndsWith(".so", StringComparison.Ordinal)).Distinct());
        }
    }
}
