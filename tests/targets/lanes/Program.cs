// Threads that count how often they ran a line, in a way that outlives the process, and what reflection sees.
//
//     LanesTarget short N        N threads, sixteen at a time, each runs the line once
//     LanesTarget work N FILE    N threads run the line until the process is killed; FILE has two numbers for each: how
//                                often it had begun the line, and how often it had ended it
//     LanesTarget deep           how many calls of two recursive methods fit into the stack of a thread
//     LanesTarget fields N       how many different lanes N threads have that live at the same time
//     LanesTarget see            what reflection sees of this assembly

using System;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;

namespace LanesTarget;

internal static class Program
{
    private static int Main(string[] arguments)
    {
        switch (arguments[0])
        {
            case "short":
                Short(int.Parse(arguments[1]));
                break;
            case "work":
                Work(int.Parse(arguments[1]), arguments[2]);
                break;
            case "fields":
                Console.WriteLine(Fields(int.Parse(arguments[1])));
                break;
            case "deep":
                Console.WriteLine($"{Depth(() => Count(0, 1))} {Depth(() => Choose(0, 0))}");
                break;
            default:
                See();
                break;
        }

        return 0;
    }

    // The line that is counted.
    private static int Step(int value) => value * 31 + 7; // the line

    private static void Short(int count)
    {
        for (int done = 0; done < count; done += 16)
        {
            Thread[] threads = Enumerable.Range(0, Math.Min(16, count - done)).Select(_ => new Thread(() => Step(1))).ToArray();
            Array.ForEach(threads, thread => thread.Start());
            Array.ForEach(threads, thread => thread.Join());
        }
    }

    // 0 without exact counts; 1 if the field of the first bank were not thread-static.
    private static int Fields(int count)
    {
        FieldInfo? field = typeof(CannotUnloadAppDomainException).GetField("s_clrcov0");
        using Barrier all = new(count);
        object?[] lanes = new object?[count];
        Thread[] threads = Enumerable.Range(0, count).Select(number => new Thread(() =>
        {
            Step(number);
            all.SignalAndWait();
            lanes[number] = field?.GetValue(null);
            all.SignalAndWait();
        })).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return lanes.Where(lane => lane is nint and not 0).Distinct().Count();
    }

    private static int depth;

    // Calls until the stack of a thread is nearly full.
    private static int Depth(Action recursion)
    {
        Thread thread = new(() =>
        {
            try
            {
                recursion();
            }
            catch (InsufficientExecutionStackException)
            {
            }
        }, 1 << 20);
        thread.Start();
        thread.Join();
        return depth;
    }

    private static int Count(int calls, int odd)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        depth = calls;
        int sum = calls + odd;
        sum += (odd & 1) == 0 ? sum * 2 : sum * 3;
        string text = (odd > 5 && calls > 3) || odd < 2 ? "a" : calls.ToString();
        return Count(calls + 1, odd + 1) + sum + text.Length;
    }

    private static long Choose(int calls, int which)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        depth = calls;
        long sum = which;
        switch (which)
        {
            case 0: sum += calls > 3 ? 1 : 2; break;
            case 1: sum += calls > 4 ? 3 : 4; break;
            case 2: sum += calls > 5 ? 5 : 6; break;
            case 3: sum += calls > 6 ? 7 : 8; break;
            case 4: sum += calls > 7 ? 9 : 10; break;
            case 5: sum += calls > 8 ? 11 : 12; break;
            case 6: sum += calls > 9 ? 13 : 14; break;
            default: sum += calls > 10 ? 15 : 16; break;
        }

        return Choose(calls + 1, (which + 1) % 8) + sum;
    }

    private static unsafe void Work(int count, string path)
    {
        using MemoryMappedFile file = MemoryMappedFile.CreateFromFile(path, FileMode.Create, null, count * 128);
        using MemoryMappedViewAccessor view = file.CreateViewAccessor();
        byte* start = null;
        view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        Thread[] threads = Enumerable.Range(0, count).Select(number => new Thread(() => Repeat((long*)(start + number * 128)))).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Console.WriteLine($"ready {Environment.ProcessId}");
        Console.Out.Flush();
        threads[0].Join();
    }

    private static unsafe void Repeat(long* numbers)
    {
        for (int value = 1; ;)
        {
            Volatile.Write(ref numbers[0], numbers[0] + 1);
            value = Step(value);
            Volatile.Write(ref numbers[1], numbers[1] + 1);
            Thread.SpinWait(10); // a report has no more than 99,999,999 hits
        }
    }

    private static void See()
    {
        const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;
        Step(1);
        Assembly own = typeof(Program).Assembly;
        foreach (Type type in own.GetTypes())
        {
            Console.WriteLine($"{type} {string.Join(' ', type.GetMembers(All).Select(member => member.Name))}");
        }

        Console.WriteLine(string.Join('\n', own.GetReferencedAssemblies().Select(name => name.FullName)));
        Console.WriteLine(string.Join('\n', own.GetCustomAttributesData()));
        Console.WriteLine(own.ManifestModule.GetFields(All).Length + own.ManifestModule.GetMethods(All).Length);
        Console.WriteLine(string.Join('\n', AppDomain.CurrentDomain.GetAssemblies().Select(one => one.FullName)));
        Console.WriteLine(typeof(object).Assembly.GetTypes().Length);
    }
}
