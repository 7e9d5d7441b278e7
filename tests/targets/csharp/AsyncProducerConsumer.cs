// A bounded channel between a producer and a consumer, and the disposal of both. AsyncDecisionsAroundAwait runs it.

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal interface IStage<in TIn, TOut>
{
    string Name => GetType().Name is { Length: > 3 } name ? name : "?"; //: part 1/2 1/2

    ValueTask<TOut?> Run(TIn input, CancellationToken cancellation = default);
}

internal sealed class Parse : IStage<string, int>
{
    public async ValueTask<int> Run(string input, CancellationToken cancellation) =>
        int.TryParse(input, out int n) ? n //: hit 2/2 2/2
        : await Fallback(input, cancellation) is var f and >= 0 ? f //: hit
        : throw new FormatException(input); //: hit

    private static async Task<int> Fallback(string input, CancellationToken cancellation)
    { //D: hit
        await Task.Delay(0, cancellation).ConfigureAwait(false); //: hit
        return input switch //: hit 3/3
        { //: hit
            ['#', .. var rest] => rest.Length, //: hit
            _ when cancellation.CanBeCanceled && await Cancelled() => -2, //: part 1/2 0/2
            _ => -1, //: hit
        }; //: hit

        static Task<bool> Cancelled() => Task.FromResult(false); //: miss
    } //: hit //AR: none
}

internal sealed class Twice : IStage<int, string>, IAsyncDisposable
{
    private int disposals;

    public int Disposals => disposals; //: miss

    public ValueTask<string?> Run(int input, CancellationToken cancellation) =>
        new(input == 0 ? null : (input * 2).ToString()); //: hit 2/2

    public async ValueTask DisposeAsync()
    { //D: hit
        if (Interlocked.Increment(ref disposals) > 1) return; //: hit 2/2
        await Task.Yield(); //: hit
    } //: hit
}

internal sealed class Line<TIn, TMid, TOut>(IStage<TIn, TMid> first, IStage<TMid, TOut> second, int degree = 2) : IAsyncDisposable //: hit
{
    private readonly Channel<TMid> middle = Channel.CreateBounded<TMid>(new BoundedChannelOptions(degree > 0 ? degree : 1) //: part 1/2
    { //: hit
        SingleWriter = true, //: hit
        FullMode = BoundedChannelFullMode.Wait, //: hit
    }); //: hit

    private readonly ConcurrentQueue<Exception> errors = new(); //: hit

    public IReadOnlyCollection<Exception> Errors => errors; //: hit

    public async IAsyncEnumerable<TOut> Run(IAsyncEnumerable<TIn> source, [EnumeratorCancellation] CancellationToken cancellation = default)
    { //D: hit
        Task producer = Produce(); //: hit
        try
        { //D: hit
            await foreach (TMid item in middle.Reader.ReadAllAsync(cancellation).ConfigureAwait(false)) //: hit 2/2
            { //D: hit
                TOut? made;
                try
                { //D: hit
                    made = await second.Run(item, cancellation); //: hit
                } //: hit
                catch (Exception e) when (e is not OperationCanceledException) //: miss 0/2
                { //D: miss
                    errors.Enqueue(e); //: miss
                    continue; //: miss
                }

                if (made is not null) //: hit 2/2
                    yield return made; //: hit
            } //D: hit
        } //D: hit
        finally
        { //D: hit
            await producer.ConfigureAwait(false); //: hit
        } //D: hit

        async Task Produce()
        { //D: hit
            Exception? failure = null; //: hit
            try
            { //D: hit
                await foreach (TIn item in source.WithCancellation(cancellation)) //: hit 2/2
                { //D: hit
                    try
                    { //D: hit
                        await middle.Writer.WriteAsync((await first.Run(item, cancellation))!, cancellation); //: hit
                    } //: hit
                    catch (FormatException e) when (e.Message is not "fatal") //: part 1/2
                    { //D: hit
                        errors.Enqueue(e); //: hit
                        if (errors is { Count: > 5 }) break; //: part 1/2 1/2
                    } //: hit
                } //D: hit
            } //: hit
            catch (Exception e) //: miss //AR: none
            { //D: miss
                failure = e; //: miss
            } //: miss
            finally
            { //D: hit
                middle.Writer.TryComplete(failure); //: hit
            } //D: hit //AR: hit
        } //AR: hit
    } //: hit

    public async ValueTask DisposeAsync()
    { //D: hit
        foreach (object stage in (object[])[first, second]) //: hit 2/2
        { //D: hit
            switch (stage) //: part 2/3
            {
                case IAsyncDisposable a:
                    await a.DisposeAsync(); //: hit
                    break; //: hit
                case IDisposable d:
                    d.Dispose(); //: miss
                    break; //D: miss
            }
        } //D: hit
    } //: hit
}

internal sealed class Gate : IDisposable, IAsyncDisposable
{
    private readonly SemaphoreSlim semaphore = new(1, 1); //: hit
    private int uses;

    public int Uses => Volatile.Read(ref uses); //: hit

    public async ValueTask<Gate?> Enter(bool wait, CancellationToken token = default)
    { //D: hit
        if (!(wait ? await semaphore.WaitAsync(1000, token) : semaphore.Wait(0, token))) //: hit 2/2 2/2
            return null; //: hit
        uses++; //: hit
        return this; //: hit
    } //: hit //AR: none

    public void Dispose() => semaphore.Release(); //: hit

    public ValueTask DisposeAsync()
    { //D: hit
        Dispose(); //: hit
        return default; //: hit
    } //D: hit
}
