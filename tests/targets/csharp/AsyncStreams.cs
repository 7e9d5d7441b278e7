// async iterators and await foreach: "another element" and "none left" are the user's, the rest is
// not.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncStreams
{
    public static async Task Run()
    { //D: hit
        await ToTheEnd(); //: hit x1
        await Nothing(); //: hit x1
        await LeftEarly(); //: hit x1
        await WithToken(); //: hit x1
        await Failing(); //: hit x1
        await Deconstructed(); //: hit x1
        await ByHand(); //: hit x1
        await Ended(); //: hit x1
    } //: hit

    private static async IAsyncEnumerable<int> Count(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: hit 2/2 x8
        { //D: hit
            await Task.Yield(); //: hit x5
            yield return i; //: hit x5
        } //D: hit
    } //: hit

    //- await foreach to the end
    private static async Task ToTheEnd()
    { //D: hit
        await foreach (int i in Count(3)) //: hit 2/2 x4
        { //D: hit
            Use(i); //: hit x3
        } //D: hit
    } //: hit

    //- over nothing
    private static async Task Nothing()
    { //D: hit
        await foreach (int i in Count(0)) //: part 1/2 x1
        { //D: miss
            Use(i); //: miss
        } //D: miss
    } //: hit

    //- left by break: the rest of the stream does not run, its finally does
    private static async Task LeftEarly()
    { //D: hit
        await foreach (int i in Guarded()) //: part 1/2 x1
        { //D: hit
            Use(i); //: hit x1
            break; //: hit x1
        }
    } //: hit

    private static async IAsyncEnumerable<int> Guarded()
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit x1
            yield return 1; //: hit x1
            Use(1); //: miss
            yield return 2; //: miss
        } //D: miss
        finally
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(2); //: hit x1
        } //D: hit

        Use(3); //: miss
    } //: hit x1 -- the way of disposal ends here as well

    //- cancellation: the combined token is not a branch
    private static async Task WithToken()
    { //D: hit
        using CancellationTokenSource source = new(); //: hit x1
        await foreach (int i in Cancellable().WithCancellation(source.Token).ConfigureAwait(false)) //: hit 2/2 x2
        { //D: hit
            Use(i); //: hit x1
        } //D: hit
    } //: hit

    private static async IAsyncEnumerable<int> Cancellable([EnumeratorCancellation] CancellationToken token = default)
    { //D: hit
        await Task.Delay(1, token); //: hit x1
        if (token.IsCancellationRequested) //: part 1/2 x1
        { //D: miss
            yield break; //: miss
        }

        yield return 1; //: hit x1
    } //: hit

    //- the stream throws
    private static async Task Failing()
    { //D: hit
        try
        { //D: hit
            await foreach (int i in Broken()) //: part 1/2 x2
            { //D: hit
                Use(i); //: hit x1
            } //D: hit

            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    private static async IAsyncEnumerable<int> Broken()
    { //D: hit
        yield return 1; //: hit x1
        await Task.Yield(); //: hit x1
        Fail("stream"); //: hit x1
        yield return 2; //: miss
    } //: miss

    private static async IAsyncEnumerable<(int, string)> Pairs()
    { //D: hit
        await Task.CompletedTask; //: hit x1
        yield return (1, "one"); //: hit x1
    } //: hit

    //- with deconstruction
    private static async Task Deconstructed()
    { //D: hit
        await foreach ((int number, string name) in Pairs()) //: hit 2/2 x2
        { //D: hit
            Use(number + name.Length); //: hit x1
        } //D: hit
    } //: hit

    //- the enumerator used by hand
    private static async Task ByHand()
    { //D: hit
        await using IAsyncEnumerator<int> numbers = Count(2).GetAsyncEnumerator(); //: hit x1
        while (await numbers.MoveNextAsync()) //: hit 2/2 x3
        { //D: hit
            Use(numbers.Current); //: hit x2
        } //D: hit
    } //: hit

    //- ends in a try block with a finally: the way after it is not a way of the source
    private static async Task Ended()
    { //D: hit
        await foreach (int i in EndsInBlock(true, 0)) Use(i); //: hit 2/2
        await foreach (int i in EndsInBlock(false, 0)) Use(i); //: hit 2/2
        await foreach (int i in EndsSometimes(true)) Use(i); //: hit 2/2
        await foreach (int i in EndsInBlock(true, 5)) //: part 1/2 x1
        { //D: hit
            Use(i); //: hit x1
            break; //: hit x1
        }
    } //: hit

    private static async IAsyncEnumerable<int> EndsInBlock(bool flag, int n)
    { //D: hit
        if (flag) //: hit 2/2 x3
        { //D: hit
            try
            { //D: hit
                yield return n; //: hit x2
                Use(1); //: hit x1
                yield break; //: hit x1
            }
            finally
            { //D: hit
                Use(2); //: hit x2
            } //D: hit x2
        }

        await Task.Yield(); //: hit x1
        yield return 3; //: hit x1
    } //: hit x3

    private static async IAsyncEnumerable<int> EndsSometimes(bool flag)
    { //D: hit
        try
        { //D: hit
            yield return 1; //: hit x1
            if (!flag) //: part 1/2 x1
            { //D: miss
                yield break; //: miss
            }
        } //: hit
        finally
        { //D: hit
            Use(2); //: hit x1
        } //D: hit x1

        await Task.Yield(); //: hit x1
    } //: hit x1
}
