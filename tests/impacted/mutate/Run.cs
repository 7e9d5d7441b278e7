// Runs all tests of an assembly for xunit 2 again and again, each time with fresh copies of its assembly and of those that it tests.
// The framework stays, so that a run takes a fraction of what a test host takes.
//
//     Run TESTS.dll ASSEMBLY...
//
// ASSEMBLY... are simple names of the assemblies that each run loads again. Reads lines; after each it runs the tests, prints a line
// CLASS.METHOD, tab, `Started` or its outcome where a test case starts and ends, and a line `end`.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Threading;
using Xunit.Abstractions;

internal sealed class Fresh(string folder, HashSet<string> names) : AssemblyLoadContext(true)
{
    protected override Assembly Load(AssemblyName name) => names.Contains(name.Name) ? Read(name.Name) : null;

    // The runtime keeps what it has read by a path for as long as anything has it.
    public Assembly Read(string name) => LoadFromStream(new MemoryStream(File.ReadAllBytes(Path.Combine(folder, name + ".dll"))));
}

internal sealed class Sink(TextWriter output) : IMessageSink
{
    public readonly ManualResetEventSlim IsDone = new();

    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestStarting starting: Add(starting.TestCase, "Started"); break;
            case ITestPassed passed: Add(passed.TestCase, "Passed"); break;
            case ITestFailed failed: Add(failed.TestCase, "Failed"); break;
            case ITestSkipped skipped: Add(skipped.TestCase, "Skipped"); break;
            case ITestAssemblyFinished: IsDone.Set(); break;
        }
        return true;
    }

    // Written at once: a test may end the process, or not end.
    private void Add(ITestCase of, string outcome)
    {
        ITestMethod method = of.TestMethod;
        lock (output) output.WriteLine($"{method.TestClass.Class.Name}.{method.Method.Name}\t{outcome}");
    }
}

internal sealed class Options : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
{
    private readonly Dictionary<string, object> values = new()
    {
        ["xunit.execution.DisableParallelization"] = true, ["xunit.discovery.PreEnumerateTheories"] = false,
    };

    public T GetValue<T>(string name) => values.TryGetValue(name, out object value) ? (T)value : default;
    public void SetValue<T>(string name, T value) => values[name] = value;
}

internal static class Program
{
    private static void Main(string[] arguments)
    {
        string tests = Path.GetFullPath(arguments[0]), folder = Path.GetDirectoryName(tests);
        var names = arguments.Skip(1).Append(Path.GetFileNameWithoutExtension(tests)).ToHashSet();
        AppContext.SetData("APP_CONTEXT_BASE_DIRECTORY", folder + "/");
        Directory.SetCurrentDirectory(folder);
        AssemblyLoadContext.Default.Resolving += (context, name) =>
            File.Exists($"{folder}/{name.Name}.dll") ? context.LoadFromAssemblyPath($"{folder}/{name.Name}.dll") : null;
        TextWriter output = Console.Out;
        Console.SetOut(TextWriter.Null);
        while (Console.ReadLine() != null)
        {
            RunAll(folder, names, tests, output);
            output.WriteLine("end");
            GC.Collect();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RunAll(string folder, HashSet<string> names, string tests, TextWriter output)
    {
        var context = new Fresh(folder, names);
        using (context.EnterContextualReflection())
        {
            Assembly assembly = context.LoadFromAssemblyName(new AssemblyName(Path.GetFileNameWithoutExtension(tests)));
            var sink = new Sink(output);
            var framework = new Xunit.Sdk.XunitTestFramework(sink);
            var executor = framework.GetExecutor(assembly.GetName());
            executor.RunAll(sink, new Options(), new Options());
            sink.IsDone.Wait();
            context.Unload();
        }
    }
}
