// Loads assemblies in one of many ways and calls them six times.
//
//     Loader KIND FOLDER
//
// FOLDER holds the plug-ins, each in a folder of its own, and is changed by some kinds. Prints a sum.

using System;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text;

namespace Loading.Loader;

[ExcludeFromCodeCoverage]
internal static class Program
{
    private const int Calls = 6;
    private static string s_folder = "";

    private static string Plugin => Path.Combine(s_folder, "Plugin", "Loading.Plugin.dll");
    private static byte[] Image => File.ReadAllBytes(Plugin);
    private static byte[] Symbols => File.ReadAllBytes(Path.ChangeExtension(Plugin, ".pdb"));

    private static int Main(string[] args)
    {
        s_folder = Path.GetFullPath(args[1]);
        int sum = args[0] switch
        {
            "resources" => Texts.Texts.Length("en") + Texts.Texts.Length("de") + Texts.Texts.Length("fr"),
            "reference" => Refused() + Call(_ => Default(Plugin)),
            "generated" => Enumerable.Range(0, Calls).Sum(Generated.Disk.Half.Call)
                           + Enumerable.Range(0, Calls).Sum(Generated.Memory.Half.Call),
            "twins" => Twins(),
            "contexts" => Call(i => new AssemblyLoadContext("number " + i, isCollectible: i % 2 == 1).LoadFromAssemblyPath(Plugin)),
            "mixed" => Call(Mixed),
            "program" => RunProgram(),
            _ => CallOne(LoadOne(args[0])),
        };
        Console.WriteLine(sum.ToString(CultureInfo.InvariantCulture));
        return 0;
    }

    /// <summary>All calls to one load.</summary>
    private static int CallOne(Assembly assembly) => Call(_ => assembly);

    /// <summary>Each call to a load of its own.</summary>
    private static int Call(Func<int, Assembly> load) => Enumerable.Range(0, Calls).Sum(i => Call(load(i), i));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Call(Assembly assembly, int number)
    {
        string type = assembly.GetName().Name == "Loading.Twin" ? "Loading.Twin.Code" : "Loading.Plugin.Work";
        return (int)assembly.GetType(type, true)!.GetMethod("Call")!.Invoke(null, [number])!;
    }

    private static Assembly LoadOne(string kind)
    {
        return kind switch
        {
            "outside" => Default(Plugin),
            "resolved" => Resolved(),
            "bytes" => Assembly.Load(Image, Symbols),
            "stream" => new AssemblyLoadContext("streams").LoadFromStream(new MemoryStream(Image), new MemoryStream(Symbols)),
            "alone" => Assembly.Load(Image),
            "embedded" => Assembly.Load(File.ReadAllBytes(Path.Combine(s_folder, "Embedded", "Loading.Embedded.dll"))),
            "nowhere" => Assembly.Load(WithoutSymbols(Image)),
            "replaced" => Replaced(),
            "deleted" => Deleted(),
            _ => throw new ArgumentException(kind),
        };
    }

    private static Assembly Default(string path) => AssemblyLoadContext.Default.LoadFromAssemblyPath(path);

    /// <summary>As hosts of plug-ins do.</summary>
    private static Assembly Resolved()
    {
        AssemblyDependencyResolver resolver = new(Plugin);
        AssemblyLoadContext context = new("plug-in");
        context.Resolving += (c, name) => resolver.ResolveAssemblyToPath(name) is { } path ? c.LoadFromAssemblyPath(path) : null;
        return context.LoadFromAssemblyName(new AssemblyName("Loading.Plugin"));
    }

    /// <summary>The image names a PDB that is nowhere.</summary>
    private static byte[] WithoutSymbols(byte[] image)
    {
        int at = image.AsSpan().LastIndexOf(Encoding.UTF8.GetBytes("Loading.Plugin.pdb\0"));
        image[at] = (byte)'X';
        return image;
    }

    /// <summary>As tools replace files that are in use: another file gets the name.</summary>
    private static Assembly Replaced()
    {
        Assembly assembly = Default(Plugin);
        foreach (string path in new[] { Plugin, Path.ChangeExtension(Plugin, ".pdb") })
        {
            File.WriteAllBytes(path + ".new", new byte[4096]);
            File.Move(path + ".new", path, overwrite: true);
        }

        return assembly;
    }

    private static Assembly Deleted()
    {
        Assembly assembly = Default(Plugin);
        Directory.Delete(Path.GetDirectoryName(Plugin)!, recursive: true);
        return assembly;
    }

    /// <summary>From the file and from bytes; without symbols only when they have been seen.</summary>
    private static Assembly Mixed(int number)
    {
        return (number % 3) switch
        {
            0 => new AssemblyLoadContext("file").LoadFromAssemblyPath(Plugin),
            1 => Assembly.Load(Image, Symbols),
            _ => Assembly.Load(Image),
        };
    }

    private static int Twins()
    {
        Assembly one = new AssemblyLoadContext("one").LoadFromAssemblyPath(Path.Combine(s_folder, "TwinOne", "Loading.Twin.dll"));
        Assembly two = new AssemblyLoadContext("two").LoadFromAssemblyPath(Path.Combine(s_folder, "TwinTwo", "Loading.Twin.dll"));
        return Call(one, 0) + Call(two, 1) + Call(one, 2) + Call(two, 3) + Call(one, 4) + Call(two, 4);
    }

    /// <summary>A program with precompiled code: its library from the file, itself from bytes.</summary>
    private static int RunProgram()
    {
        string path = Path.Combine(s_folder, "ReadyToRun", "ReadyToRun.dll");
        AssemblyLoadContext context = new("program");
        context.LoadFromAssemblyPath(Path.Combine(s_folder, "ReadyToRun", "Loading.Core.dll"));
        Assembly program = context.LoadFromStream(
            new MemoryStream(File.ReadAllBytes(path)), new MemoryStream(File.ReadAllBytes(Path.ChangeExtension(path, ".pdb"))));
        return (int)program.EntryPoint!.Invoke(null, [Array.Empty<string>()])!;
    }

    /// <summary>Nobody can run a reference assembly.</summary>
    private static int Refused()
    {
        string path = Path.Combine(AppContext.BaseDirectory, "Loading.Contract.dll");
        int refused = 0;
        foreach (Action load in new Action[] { () => Default(path), () => Assembly.Load(File.ReadAllBytes(path)) })
        {
            try
            {
                load();
            }
            catch (BadImageFormatException)
            {
                refused++;
            }
        }

        return refused;
    }
}
