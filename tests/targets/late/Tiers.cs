// When is a method optimised? The runtime's own events say so; the scenarios wait for them, so that "late"
// is not a matter of luck. Not measured.

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;
using System.Threading;

namespace Late;

[ExcludeFromCodeCoverage]
internal sealed class Tiers : EventListener
{
    private const int CompiledOnce = 2; // 1: not optimised for ever, 2: optimised at the first compilation
    private const int Tier1 = 4;
    private const int OnStack = 5;
    private static readonly ConcurrentQueue<(string Name, int Tier)> Seen = new();
    private static readonly Dictionary<string, HashSet<int>> Known = new();
    private static readonly ConcurrentDictionary<string, bool> Asked = new();
    private static readonly Stopwatch Clock = Stopwatch.StartNew();

    /// <summary>Runs the action again and again, at least a few times, until the method is as optimised as it gets.</summary>
    public static void Warm(string method, Action action)
    {
        do
        {
            for (int i = 0; i < 50; i++)
            {
                action();
            }

            Thread.Sleep(10);
        }
        while (!Is(method, Tier1));
    }

    /// <summary>Whether the running method was replaced on the stack, or never will be. Not at the first question,
    /// whatever is known by then: the marks want both answers.</summary>
    public static bool Replaced(string method) => !Asked.TryAdd(method, true) && Is(method, OnStack);

    /// <summary>What was waited for, for the test to look at.</summary>
    public static void Print()
    {
        foreach ((string name, HashSet<int> tiers) in Known)
        {
            if (name.StartsWith("Late.Scenarios", StringComparison.Ordinal))
            {
                Console.WriteLine($"{name} {string.Join(",", tiers)}");
            }
        }
    }

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name == "Microsoft-Windows-DotNETRuntime")
        {
            EnableEvents(source, EventLevel.Verbose, (EventKeywords)0x10);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs e)
    {
        if (e.EventName?.StartsWith("MethodLoadVerbose", StringComparison.Ordinal) == true)
        {
            int tier = (int)((uint)e.Payload![5]! >> 7 & 7);
            Seen.Enqueue((Shown($"{e.Payload[6]}.{e.Payload[7]}"), tier));
        }
    }

    // Ns.Type+<Method>d__3.MoveNext is Ns.Type+<Method>
    private static string Shown(string name) =>
        name.EndsWith(".MoveNext", StringComparison.Ordinal) ? name[..(name.LastIndexOf('>') + 1)] : name;

    private static bool Is(string method, int wanted)
    {
        lock (Known)
        {
            while (Seen.TryDequeue(out (string Name, int Tier) item))
            {
                Known.TryAdd(item.Name, []);
                Known[item.Name].Add(item.Tier);
            }

            foreach ((string name, HashSet<int> tiers) in Known)
            {
                if (name.EndsWith(method, StringComparison.Ordinal) &&
                    (tiers.Contains(wanted) || tiers.Contains(1) || tiers.Contains(CompiledOnce)))
                {
                    return true;
                }
            }
        }

        // The runtime loses events at times. The marks hold all the same; whether the tiers were reached
        // is looked at by the test, which reads what Print() says.
        return Clock.Elapsed.TotalSeconds > 30;
    }
}
