// A pipeline of middleware like that of a web server: async lambdas, cancellation, channels, disposal, parallel work;
// a table of endpoints made of lambdas, method groups and local functions.

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ProgramMiddleware
{
    private delegate Task Next(Context context);

    private sealed class Context(string verb, string path, CancellationToken aborted = default) //: hit
    {
        public string Verb => verb; //: hit

        public string Path { get; set; } = path; //: hit

        public CancellationToken Aborted => aborted; //: hit

        public int Status { get; set; } = 200; //: hit

        public string? Body { get; set; } //: hit

        public Dictionary<string, object?> Items { get; } = new(); //: hit

        public T? Item<T>(string key) => Items.TryGetValue(key, out object? value) && value is T item ? item : default; //: part 2/2 1/2
    }

    private sealed class Scope(string name, List<string> log, bool fails = false) : IAsyncDisposable, IDisposable //: hit
    {
        private int disposed; // no code

        public string Name => disposed == 0 ? name : throw new ObjectDisposedException(name); //: part 1/2

        public async ValueTask DisposeAsync()
        { //D: hit
            if (Interlocked.Exchange(ref disposed, 1) != 0) //: hit 2/2
            { //D: hit
                return; //: hit
            }

            await Task.Yield(); //: hit
            log.Add($"-{name}"); //: hit
            if (fails) throw new InvalidOperationException(name); //: part 1/2
        } //: hit

        void IDisposable.Dispose() => DisposeAsync().AsTask().GetAwaiter().GetResult(); //: hit
    }

    private sealed class Builder
    {
        private readonly List<Func<Next, Next>> parts = []; //: hit

        public Builder Use(Func<Next, Next> part)
        { //D: hit
            parts.Add(part); //: hit
            return this; //: hit
        } //D: hit

        public Builder Use(Func<Context, Func<Task>, Task> part) => Use(next => context => part(context, () => next(context))); //: hit

        public Builder When(Predicate<Context> test, Action<Builder> configure)
        { //D: hit
            Builder branch = new(); //: hit
            configure(branch); //: hit
            return Use(next => //: hit
            { //: hit
                Next inner = branch.Build(next); //: hit
                return context => test(context) ? inner(context) : next(context); //: hit 2/2
            }); //: hit
        } //D: hit

        public Next Build(Next? last = null)
        { //D: hit
            Next result = last ?? (static context => //: hit 2/2
            { //: hit
                context.Status = 404; //: hit
                return Task.CompletedTask; //: hit
            }); //: hit
            for (int i = parts.Count - 1; i >= 0; i--) //: hit 2/2
                result = parts[i](result); //: hit
            return result; //: hit
        } //D: hit
    }

    //- endpoints: lambdas of every form, method groups, local functions
    private static Dictionary<(string Verb, string Path), Next> Endpoints(List<string> log)
    { //D: hit
        int visits = 0; //: hit
        Dictionary<(string, string), Next> table = new(); //: hit
        Map("GET", "/", context => //: hit
        { //: hit
            context.Body = $"visit {++visits}"; //: hit
            return Task.CompletedTask; //: hit
        }); //: hit
        Map("GET", "/slow", async context => //: hit
        { //: hit
            for (int i = 0; i < 3; i++) //: part 1/2
            { //D: hit
                context.Aborted.ThrowIfCancellationRequested(); //: hit
                await Task.Delay(i == 0 ? 0 : Timeout.Infinite, context.Aborted); //: hit 2/2
            } //D: hit

            context.Body = "done"; //: miss
        }); //: miss
        Map("PUT", "/items", Store); //: hit
        Map("GET", "/items", async c => c.Body = await Read(c) ?? "none"); //: part 1/2
        Map("GET", "/never", _ => throw new NotSupportedException()); //: hit
        Map("GET", "/fails", async _ => //: hit
        { //: miss
            await using Scope scope = new("f", log, fails: true); //: miss
            log.Add(scope.Name); //: miss
        }); //: miss
        return table; //: hit

        void Map(string verb, string path, Next next) => table[(verb, path)] = next; //: hit

        async Task Store(Context context)
        { //D: hit
            await using (Scope first = new("s1", log), second = new("s2", log)) //: hit
            { //D: hit
                context.Items["stored"] = first.Name + second.Name; //: hit
                await first.DisposeAsync(); //: hit
            } //D: hit

            context.Status = context.Item<string>("stored") is { Length: 4 } ? 201 : 500; //: part 1/2 1/2
        } //AR: hit

        static async ValueTask<string?> Read(Context context) //: none
        { //D: hit
            if (context.Item<int>("cached") is > 0 and var n) return n.ToString(); //: part 1/2
            await Task.Yield(); //: hit
            return context.Items.Count == 0 ? null : string.Join(",", context.Items.Keys); //: part 1/2
        } //: hit //AR: none
    } //D: hit

    private static Next Pipeline(List<string> log, Func<Exception, bool> known)
    { //D: hit
        var endpoints = Endpoints(log); //: hit
        return new Builder() //: hit
            .Use(async (context, next) => //: hit
            { //: hit
                string? problem = null; //: hit
                try
                { //D: hit
                    await next(); //: hit
                } //: hit
                catch (OperationCanceledException) when (context.Aborted.IsCancellationRequested) //: part 1/2
                { //D: hit
                    context.Status = 499; //: hit
                } //: hit
                catch (Exception e) when (known(e)) //: part 1/2
                { //D: hit
                    context.Status = e is NotSupportedException ? 405 : 500; //: part 1/2
                    await Task.Yield(); //: hit
                    problem = e.Message; //: hit
                } //D: hit
                finally
                { //D: hit
                    await Task.CompletedTask; //: hit
                    log.Add($"{context.Verb} {context.Path} {context.Status}"); //: hit
                } //D: hit

                context.Body ??= problem?.ToUpperInvariant(); //: hit 2/2 2/2
            }) //: hit
            .Use(next => async context => //: hit
            { //: hit
                if (context.Path is ['/', 'v', >= '1' and <= '9' and var version, .. var rest]) //: part 1/2 2/2 1/2 2/2 2/2 2/2
                { //D: hit
                    context.Items["version"] = version - '0'; //: hit
                    context.Path = rest is "" ? "/" : rest; //: hit 2/2
                } //D: hit

                await next(context).ConfigureAwait(false); //: hit
            }) //: hit
            .When(c => c.Verb == "GET" && c.Path.EndsWith(".txt"), branch => branch.Use(async (c, next) => //: hit 2/2 2/2
            { //: hit
                await Task.Yield(); //: hit
                c.Body = c.Path.Length > 100 ? null : "text"; //: part 1/2
                if (c.Body is null) await next(); //: part 1/2
            })) //: hit
            .Use((context, next) => //: hit
                endpoints.TryGetValue((context.Verb, context.Path), out Next? endpoint) //: hit 2/2
                    ? endpoint(context) //: hit
                    : next()) //: hit
            .Build(); //: hit
    } //D: hit

    //- a worker that reads a channel, with a time-out, a linked token and a completion
    private static async Task<int> Worker(ChannelReader<(Context Context, TaskCompletionSource Done)> reader, Next pipeline, CancellationToken token)
    { //D: hit
        int served = 0; //: hit
        while (await reader.WaitToReadAsync(token)) //: hit 2/2
        { //D: hit
            while (reader.TryRead(out var item)) //: hit 2/2
            { //D: hit
                try
                { //D: hit
                    await pipeline(item.Context); //: hit
                    item.Done.SetResult(); //: hit
                    served++; //: hit
                } //: hit
                catch (ArgumentException) //: hit
                { //D: hit
                    item.Done.TrySetCanceled(token); //: hit
                } //: hit
                catch (Exception e) when (e is not OutOfMemoryException) //: miss 0/2
                { //D: miss
                    item.Done.SetException(e); //: miss
                } //: miss
            } //D: hit
        } //D: hit

        return served; //: hit
    } //: hit //AR: none

    //- parallel work: ForEachAsync, WhenAll, WhenAny, async enumerables
    private static async Task<int> Parallels(int count)
    { //D: hit
        ConcurrentBag<int> seen = []; //: hit
        await Parallel.ForEachAsync(Enumerable.Range(0, count), new ParallelOptions { MaxDegreeOfParallelism = 2 }, async (n, token) => //: hit
        { //: hit
            if (n % 2 == 0) await Task.Yield(); //: hit 2/2
            token.ThrowIfCancellationRequested(); //: hit
            seen.Add(n switch { 0 => 100, > 0 and < 3 => n, _ => -n }); //: hit 3/3
        }); //: hit
        int[] squares = await Task.WhenAll(seen.Order().Select(async n => //: hit
        { //: hit
            await Task.CompletedTask; //: hit
            return n > 0 ? n * n : n; //: hit 2/2
        })); //: hit
        using CancellationTokenSource stop = new(); //: hit
        Task first = await Task.WhenAny(Task.Delay(Timeout.Infinite, stop.Token), Task.FromResult(1)); //: hit
        if (first is Task<int> { IsCompletedSuccessfully: true, Result: var one }) await stop.CancelAsync(); //: part 1/2 1/2
        else one = 0; //: miss
        int last = 0; //: hit
        await foreach (int n in Ticks(stop.Token).WithCancellation(default)) //: part 1/2
        { //D: hit
            last = n; //: hit
            if (n < 3) continue; //: hit 2/2
            break; //D: hit
        }

        return squares.Sum() + one + last; //: hit
    } //: hit

    private static async IAsyncEnumerable<int> Ticks(CancellationToken outer, [EnumeratorCancellation] CancellationToken token = default)
    { //D: hit
        for (int i = 1; !token.IsCancellationRequested; i++) //: part 1/2
        { //D: hit
            if (i == 2 && outer.IsCancellationRequested) continue; //: part 2/2 1/2
            yield return i; //: hit
            await Task.Yield(); //: hit
        } //D: hit
    } //: hit

    public static async Task Run()
    { //D: hit
        List<string> log = []; //: hit
        Next pipeline = Pipeline(log, e => e is not ArgumentException); //: hit
        using CancellationTokenSource abort = new(); //: hit
        var channel = Channel.CreateUnbounded<(Context, TaskCompletionSource)>(); //: hit
        Task<int> worker = Worker(channel.Reader, pipeline, CancellationToken.None); //: hit
        string[] calls = ["GET /", "GET /v1", "GET /v2/items", "PUT /items", "GET /a.txt", "PUT /x", "GET /vx", "GET /v0", "GET /never", "GET /v9/items.txt"]; //: hit
        List<Task> all = []; //: hit
        foreach (string call in calls) //: hit 2/2
        { //D: hit
            if (call.Split(' ') is not [var verb, var path]) continue; //: part 1/2 1/2
            TaskCompletionSource done = new(TaskCreationOptions.RunContinuationsAsynchronously); //: hit
            await channel.Writer.WriteAsync((new Context(verb, path), done)); //: hit
            all.Add(done.Task); //: hit
        } //: hit -- variables that live in the machine are emptied here //AR: none

        await Task.WhenAll(all); //: hit
        Context slow = new("GET", "/slow", abort.Token); //: hit
        Task waiting = pipeline(slow); //: hit
        await abort.CancelAsync(); //: hit
        await waiting; //: hit
        Use(slow.Status); //: hit
        Next bad = Pipeline(log, e => e is not ArgumentException { ParamName: null }); //: part 1/2 0/2
        Next thrower = new Builder().Use((_, next) => next()).Build(_ => throw new ArgumentException()); //: hit
        TaskCompletionSource failed = new(); //: hit
        await channel.Writer.WriteAsync((new Context("GET", "/"), failed)); //: hit
        channel.Writer.Complete(); //: hit
        await failed.Task; //: hit
        Use(await worker + log.Count); //: hit
        var second = Channel.CreateBounded<(Context, TaskCompletionSource)>(1); //: hit
        TaskCompletionSource cancelled = new(); //: hit
        await second.Writer.WriteAsync((new Context("?", "?"), cancelled)); //: hit
        second.Writer.Complete(); //: hit
        Use(await Worker(second.Reader, thrower, default)); //: hit
        Use(cancelled.Task.IsCanceled); //: hit
        await bad(new Context("GET", "/never")); //: hit
        using (Scope sync = new("sync", log)) //: hit
            Use(sync.Name); //: hit
        Use(await Parallels(6)); //: hit
    } //: hit
}
