// Loads a plug-in again and again in collectible contexts, on eight threads that compile its methods and call into
// each other's contexts while these are being unloaded.
//
//     Driver PLUGIN.dll LOADS KIND
//
// KIND: file, bytes (with symbols), mixed (both); replace: from a copy that is replaced by another build, or deleted,
// as soon as it is loaded; emit: a dynamic assembly for each load, without the plug-in.
// Prints a sum, the same in every run, and a line that starts with "memory" with what the process' own native memory
// grew by for each load after a warm-up of the same kind, for the test to compare with a plain run.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using System.Threading;

namespace Driver;

[ExcludeFromCodeCoverage]
internal static unsafe class Program
{
    private const int Threads = 8;
    private const int Calls = 8;
    private const int Windows = 9;

    private static readonly Func<int, int>?[] Visits = new Func<int, int>?[Threads];
    private static byte[] s_image = [];
    private static byte[] s_symbols = [];
    private static string s_path = "";
    private static string s_kind = "";
    private static string s_folder = "";
    private static long s_sum;
    private static int s_next;
    private static int s_alive;

    private static int Main(string[] args)
    {
        s_path = Path.GetFullPath(args[0]);
        int loads = int.Parse(args[1], CultureInfo.InvariantCulture);
        s_kind = args[2];
        s_folder = Directory.CreateTempSubdirectory("plugins-").FullName;
        s_image = File.ReadAllBytes(s_path);
        s_symbols = File.ReadAllBytes(Path.ChangeExtension(s_path, ".pdb"));
        Memory[] seen = new Memory[Windows + 1];
        Run(loads - (Windows * (loads / (Windows + 1))));
        seen[0] = Settle();
        for (int i = 1; i <= Windows; i++)
        {
            Run(loads / (Windows + 1));
            seen[i] = Settle();
        }

        Directory.Delete(s_folder, recursive: true);
        double window = Math.Max(loads / (Windows + 1), 1);
        Console.WriteLine($"sum {s_sum}");
        Console.WriteLine($"memory heap {Growth(seen, m => m.Heap) / window:F0} mapped {
            (seen[^1].Mapped - seen[0].Mapped) / (window * Windows):F0} resident {
            Growth(seen, m => m.Resident) / window:F0} maps {seen[^1].Maps - seen[0].Maps} alive {s_alive}");
        return 0;
    }

    /// <summary>The median of the growths between any two measurements, for each window: the runtime's own tables
    /// grow by leaps.</summary>
    private static double Growth(Memory[] seen, Func<Memory, double> of)
    {
        List<double> slopes = [];
        for (int i = 0; i < seen.Length; i++)
        {
            for (int j = i + 1; j < seen.Length; j++)
            {
                slopes.Add((of(seen[j]) - of(seen[i])) / (j - i));
            }
        }

        slopes.Sort();
        return slopes[slopes.Count / 2];
    }

    private static void Run(int loads)
    {
        s_next = loads;
        Thread[] threads = new Thread[Threads];
        for (int i = 0; i < Threads; i++)
        {
            int number = i;
            threads[i] = new Thread(() => Loop(number));
            threads[i].Start();
        }

        foreach (Thread thread in threads)
        {
            thread.Join();
        }

        Array.Clear(Visits);
    }

    private static void Loop(int thread)
    {
        while (Interlocked.Decrement(ref s_next) is var left && left >= 0)
        {
            long sum = s_kind == "emit" ? Emit() : Load(thread, left);
            Interlocked.Add(ref s_sum, sum);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Load(int thread, int left)
    {
        Context context = new();
        Assembly assembly = s_kind switch
        {
            "replace" => LoadAndReplace(context, Path.Combine(s_folder, thread.ToString(CultureInfo.InvariantCulture)), left),
            "bytes" => context.LoadFromStream(new MemoryStream(s_image), new MemoryStream(s_symbols)),
            "mixed" when left % 2 == 1 => context.LoadFromStream(new MemoryStream(s_image), new MemoryStream(s_symbols)),
            _ => context.LoadFromAssemblyPath(s_path),
        };
        Type work = assembly.GetType("Plugin.Work", true)!;
        Func<int, int> entry = work.GetMethod("Entry")!.CreateDelegate<Func<int, int>>();
        Func<int, int> later = work.GetMethod("Later")!.CreateDelegate<Func<int, int>>();
        Volatile.Write(ref Visits[thread], work.GetMethod("Visit")!.CreateDelegate<Func<int, int>>());
        Func<int, int> visit = Volatile.Read(ref Visits[(thread + 1) % Threads]) ?? Visits[thread]!;
        context.Unload(); // what still runs or is referred to lives until it has ended
        long sum = later(left % 2) + visit(2);
        for (int i = 0; i < Calls; i++)
        {
            sum += entry(i);
        }

        return sum;
    }

    /// <summary>Two builds that differ in a byte which means nothing take turns under one path.</summary>
    private static Assembly LoadAndReplace(AssemblyLoadContext context, string folder, int left)
    {
        byte[] other = (byte[])s_image.Clone();
        other[0x4E] ^= 1; // in the text of the DOS header
        string path = Path.Combine(folder, "Plugin.dll");
        Put(path, left % 2 == 0 ? s_image : other);
        Put(Path.ChangeExtension(path, ".pdb"), s_symbols);
        Assembly assembly = context.LoadFromAssemblyPath(path);
        if (left % 3 == 0)
        {
            File.Delete(path);
            File.Delete(Path.ChangeExtension(path, ".pdb"));
        }
        else
        {
            Put(path, left % 2 == 0 ? other : s_image);
        }

        return assembly;
    }

    /// <summary>As tools replace files that are in use: another file gets the name.</summary>
    private static void Put(string path, byte[] bytes)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path + ".new", bytes);
        File.Move(path + ".new", path, overwrite: true);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Emit()
    {
        AssemblyName name = new("Emitted");
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(name, AssemblyBuilderAccess.RunAndCollect);
        TypeBuilder type = assembly.DefineDynamicModule("Emitted").DefineType("Emitted", TypeAttributes.Public);
        MethodBuilder method = type.DefineMethod(
            "One", MethodAttributes.Public | MethodAttributes.Static, typeof(int), Type.EmptyTypes);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Ret);
        return type.CreateType().GetMethod("One")!.CreateDelegate<Func<int>>()();
    }

    /// <summary>Waits until all contexts are gone; then what is left is left for good.</summary>
    private static Memory Settle()
    {
        for (int i = 0; i < 200 && (i < 5 || Volatile.Read(ref s_alive) > 0); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return Memory.Now();
    }

    private sealed class Context : AssemblyLoadContext
    {
        public Context()
            : base(isCollectible: true)
        {
            Interlocked.Increment(ref s_alive);
            _ = new Witness(this);
        }

        protected override Assembly? Load(AssemblyName name) => null;
    }

    /// <summary>Counts a context as gone when it was collected.</summary>
    private sealed class Witness(AssemblyLoadContext context)
    {
        private readonly WeakReference _context = new(context, trackResurrection: true);

        ~Witness()
        {
            if (_context.IsAlive)
            {
                GC.ReRegisterForFinalize(this);
            }
            else
            {
                Interlocked.Decrement(ref s_alive);
            }
        }
    }

    private readonly record struct Memory(long Heap, long Mapped, long Resident, int Maps)
    {
        public static Memory Now()
        {
            long mapped = 0;
            int maps = 0;
            foreach (string line in File.ReadLines("/proc/self/maps"))
            {
                maps++;
                if (line.Contains("/clrcov-", StringComparison.Ordinal) && !line.EndsWith(".so", StringComparison.Ordinal))
                {
                    mapped += Size(line);
                }
            }

            nuint* info = stackalloc nuint[10];
            MallInfo(info);
            long resident = long.Parse(File.ReadAllText("/proc/self/statm").Split(' ')[1], CultureInfo.InvariantCulture);
            return new Memory((long)(info[7] + info[4]), mapped, resident * Environment.SystemPageSize, maps);
        }

        private static long Size(string line)
        {
            string[] ends = line.Split(' ')[0].Split('-');
            return long.Parse(ends[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture)
                - long.Parse(ends[0], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        }

        /// <summary>struct mallinfo2: bytes in use are in field 7, bytes of mapped blocks in field 4.</summary>
        private static void MallInfo(nuint* info)
        {
            MallInfo2 now = mallinfo2();
            new ReadOnlySpan<nuint>(&now, 10).CopyTo(new Span<nuint>(info, 10));
        }

        [DllImport("libc", EntryPoint = "mallinfo2")]
        private static extern MallInfo2 mallinfo2();

        [InlineArray(10)]
        private struct MallInfo2
        {
            private nuint _field;
        }
    }
}
