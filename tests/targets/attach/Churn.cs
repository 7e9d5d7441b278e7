// Threads that run everything all the time, while others load this assembly into contexts of their own and unload them.

using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Threading;

namespace Attach;

internal static class Churn
{
    private static int s_rounds; //: none

    public static string Start()
    { //D: miss
        for (int i = 0; i < 2; i++) //: miss 0/2
        { //D: miss
            new Thread(RunAll) { IsBackground = true }.Start(); //: miss
            new Thread(LoadAll) { IsBackground = true }.Start(); //: miss
        } //D: miss

        return "churning"; //: miss
    } //D: miss

    public static string Rounds() => s_rounds.ToString(); //: miss

    private static void RunAll()
    { //D: miss
        for (int i = 0; ; i++) //: miss
        { //D: miss
            Scenarios.All(i); //: miss
        } //D: miss
    } //: none

    private static void LoadAll()
    { //D: miss
        for (int i = 0; ; i++) //: miss
        { //D: miss
            LoadOnce(i % 2 == 0); //: miss
            GC.Collect(); //: miss
            Interlocked.Increment(ref s_rounds); //: miss
        } //D: miss
    } //: none

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LoadOnce(bool isInMemory)
    { //D: miss
        string path = typeof(Churn).Assembly.Location; //: miss
        AssemblyLoadContext context = new("churn", isCollectible: true); //: miss
        Assembly loaded = isInMemory //: miss 0/2
            ? context.LoadFromStream(new MemoryStream(File.ReadAllBytes(path))) //: miss
            : context.LoadFromAssemblyPath(path); //: miss
        Type type = loaded.GetType("Attach.Scenarios")!; //: miss
        object? result = type.GetMethod("Part")!.Invoke(null, null); //: miss
        if (result is not 183) //: miss 0/2 0/2
        { //D: miss
            Environment.FailFast($"Part() gave {result}"); //: miss
        } //: none

        context.Unload(); //: miss
    } //: miss
}
