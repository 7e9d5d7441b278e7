// Keeps so many requests in flight, checks each answer, and tells of each phase how many there were, how many failed, and
// how long they took. Arguments: address, requests in flight. A line of its input is a path to ask for, or ends the phase of
// that name; the end of the input ends it all.

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace AttachClient;

internal static class Program
{
    private const int StreamsPerConnection = 500;
    private static readonly int[] Answers = Enumerable.Range(0, 40).Select(Expected).ToArray();
    private static readonly List<long> Ticks = [];
    private static readonly List<int> PerSecond = [];
    private static int s_second;
    private static long s_failed;
    private static string s_failure = "";
    private static volatile bool s_isOver;

    /// <summary>What the server computes.</summary>
    private static int Expected(int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            int price = i * 37 % 1000;
            sum += (price > 900 ? price - 100 : price) + (price > 500 ? 1 : 0);
        }

        return sum;
    }

    private static HttpClient Connect(string address) =>
        new(new SocketsHttpHandler { EnableMultipleHttp2Connections = false })
        {
            BaseAddress = new Uri(address),
            DefaultRequestVersion = HttpVersion.Version20,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Timeout = TimeSpan.FromMinutes(2),
        };

    private static async Task Ask(HttpClient client, int n)
    {
        while (!s_isOver)
        {
            long begun = Stopwatch.GetTimestamp();
            try
            {
                string answer = await client.GetStringAsync($"/answer/{n}").ConfigureAwait(false);
                if (answer != Answers[n % Answers.Length].ToString())
                {
                    Fail($"/answer/{n}: {answer}");
                }
            }
            catch (Exception e)
            {
                Fail(e.Message);
                await Task.Delay(100).ConfigureAwait(false);
            }

            lock (Ticks)
            {
                Ticks.Add(Stopwatch.GetTimestamp() - begun);
                s_second++;
            }

            n = (n + 1) % 1000;
        }
    }

    private static void Fail(string why)
    {
        Interlocked.Increment(ref s_failed);
        s_failure = why;
    }

    private static void Count(object? state)
    {
        lock (Ticks)
        {
            PerSecond.Add(s_second);
            s_second = 0;
        }
    }

    private static double Milliseconds(long[] sorted, double part) =>
        sorted.Length == 0 ? 0 : sorted[(int)(part * (sorted.Length - 1))] * 1000.0 / Stopwatch.Frequency;

    /// <summary>name requests failed median-per-second p50 p99 longest</summary>
    private static string Tell(string name)
    {
        lock (Ticks)
        {
            long[] sorted = [.. Ticks];
            int[] seconds = [.. PerSecond];
            Array.Sort(sorted);
            Array.Sort(seconds);
            int median = seconds.Length == 0 ? 0 : seconds[seconds.Length / 2];
            string line = $"{name} {sorted.Length} {s_failed} {median} {Milliseconds(sorted, 0.5):F1} " +
                $"{Milliseconds(sorted, 0.99):F1} {Milliseconds(sorted, 1):F1}";
            Ticks.Clear();
            PerSecond.Clear();
            s_failed = 0;
            return line;
        }
    }

    private static void Main(string[] args)
    {
        int inFlight = int.Parse(args[1]);
        Ticks.EnsureCapacity(1 << 20);
        List<Task> all = [];
        HttpClient[] clients = Enumerable.Range(0, (inFlight + StreamsPerConnection - 1) / StreamsPerConnection)
            .Select(_ => Connect(args[0])).ToArray();
        for (int i = 0; i < inFlight; i++)
        {
            int n = i % 1000;
            HttpClient client = clients[i / StreamsPerConnection];
            all.Add(Task.Run(() => Ask(client, n)));
        }

        using Timer timer = new(Count, null, 1000, 1000);
        while (Console.ReadLine() is { } name)
        {
            Console.WriteLine(name[0] == '/' ? clients[0].GetStringAsync(name).GetAwaiter().GetResult() : Tell(name));
        }

        s_isOver = true;
        Task.WaitAll([.. all]);
        if (s_failure.Length > 0)
        {
            Console.WriteLine($"failed: {s_failure}");
        }
    }
}
