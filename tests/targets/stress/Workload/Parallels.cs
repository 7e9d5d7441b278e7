using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace Workload;

internal static class Parallels
{
    private static async IAsyncEnumerable<int> Numbers(int count, [EnumeratorCancellation] CancellationToken token = default)
    {
        for (int i = 0; i < count; i++)
        {
            await Task.Yield();
            token.ThrowIfCancellationRequested();
            yield return i;
        }
    }

    private static async Task<string> RunAsync()
    {
        var channel = Channel.CreateBounded<int>(4);
        Task writer = Task.Run(async () =>
        {
            await foreach (int n in Numbers(200))
            {
                await channel.Writer.WriteAsync(n);
            }
            channel.Writer.Complete();
        });
        long sum = 0;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(async _ =>
        {
            await foreach (int n in channel.Reader.ReadAllAsync())
            {
                Interlocked.Add(ref sum, n);
            }
        }).Append(writer));
        string cancelled = "no";
        using var source = new CancellationTokenSource();
        try
        {
            await foreach (int n in Numbers(100, source.Token))
            {
                if (n == 3)
                {
                    source.Cancel();
                }
            }
        }
        catch (OperationCanceledException)
        {
            cancelled = "yes";
        }
        Task<int>[] some = [Task.FromResult(1), Task.Run(async () => { await Task.Delay(1); return 2; }), Task.Run(() => 3)];
        int total = (await Task.WhenAll(some)).Sum();
        Task failing = Task.WhenAll(Task.FromException(new IOException("x")), Task.Run(() => throw new FormatException("y")));
        await failing.ContinueWith(_ => { }, TaskScheduler.Default);
        return $"{sum} {cancelled} {total} {failing.Exception!.InnerExceptions.Count}";
    }

    public static string Run() => RunAsync().GetAwaiter().GetResult();

    public static string RunThreads()
    {
        long total = 0;
#if NET9_0_OR_GREATER
        var gate = new Lock();
#else
        var gate = new object();
#endif
        var counts = new ThreadLocal<int>(() => 0, trackAllValues: true);
        using var barrier = new Barrier(4);
        Thread[] threads = Enumerable.Range(0, 4).Select(t => new Thread(() =>
        {
            barrier.SignalAndWait();
            for (int i = 0; i < 500; i++)
            {
                lock (gate)
                {
                    total += i;
                }
                counts.Value++;
            }
        })).ToArray();
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());
        Parallel.For(0, 1000, i => Interlocked.Add(ref total, i % 7));
        using var ready = new ManualResetEventSlim();
        using var timer = new Timer(_ => ready.Set(), null, 1, Timeout.Infinite);
        ready.Wait();
        return $"{total} {counts.Values.Sum()}";
    }

    public static string RunSockets()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Task<string> server = Task.Run(async () =>
        {
            using TcpClient peer = await listener.AcceptTcpClientAsync();
            using var reader = new StreamReader(peer.GetStream());
            var heard = new StringBuilder();
            while (await reader.ReadLineAsync() is string line)
            {
                heard.Append(line.Length);
            }
            return heard.ToString();
        });
        using (var client = new TcpClient())
        {
            client.Connect((IPEndPoint)listener.LocalEndpoint);
            using var writer = new StreamWriter(client.GetStream());
            for (int i = 0; i < 50; i++)
            {
                writer.WriteLine(new string('z', i * 11 % 200));
            }
        }
        string said = server.GetAwaiter().GetResult();
        listener.Stop();
        return said + IPAddress.Parse("fe80::1%3").IsIPv6LinkLocal + new Uri("http://u@h:81/a/../b?q=%20#f").AbsoluteUri;
    }
}
