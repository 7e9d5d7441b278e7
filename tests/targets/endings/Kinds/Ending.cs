// The ways in which a process can end. Not measured: the lines that lead here are.
using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;

[assembly: ExcludeFromCodeCoverage]

namespace Kinds;

/// Thrown by the ending "return": whoever started the journey goes on.
public sealed class BackHomeException : Exception
{
}

public static class Ending
{
    private const int SigHup = 1;
    private const int SigInt = 2;
    private const int SigTerm = 15;
    private const int SigKill = 9;

    /// Ends the process; never returns. `hang` tells the process id through the file ENDING_FILE and waits to be
    /// killed; `linger` goes back and leaves a thread behind.
    public static void Now(string ending, bool isOdd)
    {
        GC.KeepAlive(isOdd);
        switch (ending)
        {
            case "return": throw new BackHomeException();
            case "exit": Environment.Exit(4); break;
            case "failfast": Environment.FailFast("on purpose"); break;
            case "unhandled": OnNewThread(() => throw new InvalidOperationException("on purpose")); break;
            case "overflow": OnNewThread(() => Sink(Deeper(1))); break;
            case "abort": abort(); break;
            case "segv": Sink((int)strlen(1)); break;
            case "sigterm": kill(Environment.ProcessId, SigTerm); break;
            case "sigint": kill(Environment.ProcessId, SigInt); break;
            case "sighup": kill(Environment.ProcessId, SigHup); break;
            case "sigkill": kill(Environment.ProcessId, SigKill); break;
            case "hang": Tell(); break;
            case "linger": Linger(); throw new BackHomeException();
            default: throw new ArgumentException("no such ending: " + ending);
        }

        Thread.Sleep(Timeout.Infinite);
    }

    private static void OnNewThread(Action action)
    {
        Thread thread = new(() => action());
        thread.Start();
        thread.Join();
    }

    private static int Deeper(int n) => n == 0 ? 0 : Deeper(n + 1) + Deeper(n + 2);

    private static void Sink(int n) => Console.WriteLine(n);

    /// Keeps the process from ending by itself: the test is over, its host is not.
    private static void Linger()
    {
        Thread thread = new(() => Thread.Sleep(Timeout.Infinite)) { IsBackground = false };
        thread.Start();
    }

    private static void Tell()
    {
        string? file = Environment.GetEnvironmentVariable("ENDING_FILE");
        if (file is not null)
        {
            File.WriteAllText(file + ".new", Environment.ProcessId.ToString());
            File.Move(file + ".new", file);
        }
    }

    [DllImport("libc")]
    private static extern void abort();

    [DllImport("libc")]
    private static extern nint strlen(nint text);

    [DllImport("libc")]
    private static extern int kill(int process, int signal);
}
