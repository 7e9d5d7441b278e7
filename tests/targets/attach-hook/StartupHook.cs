// For DOTNET_STARTUP_HOOKS: holds a program before its Main until it was attached to. HOLD names a folder: the hook makes
// the file "held" there, and waits for the file "go".
using System;
using System.IO;
using System.Threading;

internal static class StartupHook
{
    public static void Initialize()
    {
        if (Environment.GetEnvironmentVariable("HOLD") is not { } folder)
        {
            return;
        }

        File.WriteAllText(Path.Combine(folder, "held"), Environment.ProcessId.ToString());
        while (!File.Exists(Path.Combine(folder, "go")))
        {
            Thread.Sleep(10);
        }
    }
}
