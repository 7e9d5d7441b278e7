// The end of a block of an async iterator that is left by `yield break` and by jumps, and by nothing else: the first sets the field
// that says whether the stream is disposed of, the others store a number. Both are tested after the finally that awaits.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncStreamYieldBreak
{
    private sealed class Resource : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        { //D: hit
            await Task.Yield(); //: hit
        } //: hit
    }

    private sealed class Held : IDisposable
    {
        public void Dispose()
        { //D: hit
        } //: hit
    }

    public static async Task Run()
    { //D: hit
        Use(await Sum(Used(1))); //: hit
        Use(await Sum(Used(3))); //: hit
        Use(await Sum(Finished(1))); //: hit
        Use(await Sum(Finished(3))); //: hit
        Use(await Sum(Yields(4))); //: hit
        Use(await Sum(Three(1))); //: hit
        Use(await Sum(Three(2))); //: hit
        Use(await Sum(Three(3))); //: hit
        Use(await Sum(Passing(1))); //: hit
        Use(await Sum(Passing(2))); //: hit
        Use(await Sum(NotPassing(1))); //: hit
        Use(await Sum(Nested(1))); //: hit
        Use(await Sum(Nested(3))); //: hit
        Use(await Sum(LoopInFinally(1))); //: hit
        Use(await Sum(UsedInTry(1))); //: hit
        Use(await Sum(UsedInTry(2))); //: hit
    } //: hit

    private static async Task<int> Sum(IAsyncEnumerable<int> stream)
    { //D: hit
        int sum = 0; //: hit
        await foreach (int n in stream) //: hit 2/2
            sum += n; //: hit
        return sum; //: hit
    } //: hit //AR: none

    //- await using, left by yield break and continue
    private static async IAsyncEnumerable<int> Used(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            if (Id(n) > 0) //: part 1/2
            { //D: hit
                await using (Resource r = new()) //: hit
                { //D: hit
                    if (i == 2) //: hit 2/2
                        yield break; //: hit
                    Use(i); //: hit
                    continue; //: hit
                }
            } //: none
            yield return n; //: miss
        } //D: miss
    } //: hit

    //- yield break ends a using in a try: after both of its outcomes the test of the field would lead on alike
    private static async IAsyncEnumerable<int> UsedInTry(int n)
    { //D: hit
        if (n > 1) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                using Held held = new(); //: hit
                Use(n); //: hit
                yield break; //: hit
            }
            finally
            { //D: hit
                Use(0); //: hit
            } //D: hit
        } //: none

        await Task.Yield(); //: hit
        yield return Id(n); //: hit
    } //: hit

    //- a finally that awaits, left by yield break and break
    private static async IAsyncEnumerable<int> Finished(int n)
    { //D: hit
        for (; ; )
        { //D: hit
            try
            { //D: hit
                if (n > 2) //: hit 2/2
                    yield break; //: hit
                break; //D: hit
            }
            finally
            { //D: hit
                await Task.Yield(); //: hit
            } //D: hit
        } //: none
        yield return Id(n); //: hit
    } //: hit

    //- the same around yield return
    private static async IAsyncEnumerable<int> Yields(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: part 1/2
        { //D: hit
            await using (Resource r = new()) //: hit
            { //D: hit
                yield return i; //: hit
                if (i == 2) //: hit 2/2
                    yield break; //: hit
                continue; //D: hit
            }
        } //: none
    } //: hit

    //- three ways out
    private static async IAsyncEnumerable<int> Three(int n)
    { //D: hit
        for (int i = 0; i < 2; i++) //: hit 2/2
        { //D: hit
            if (Id(n) > 0) //: part 1/2
            { //D: hit
                await using (Resource r = new()) //: hit
                { //D: hit
                    if (n == 1) //: hit 2/2
                        yield break; //: hit
                    if (n == 2) //: hit 2/2
                        break; //: hit
                    continue; //D: hit
                }
            } //: none
            Use(n); //: miss
        } //D: miss
        yield return Id(n); //: hit
    } //: hit

    //- near miss: the end of the block is a fourth way
    private static async IAsyncEnumerable<int> Passing(int n)
    { //D: hit
        for (int i = 0; i < 3; i++) //: hit 2/2
        { //D: hit
            if (Id(n) > 0) //: part 1/2
            { //D: hit
                await using (Resource r = new()) //: hit
                { //D: hit
                    if (n > 1) //: hit 2/2
                        yield break; //: hit
                    if (i == 2) //: hit 2/2
                        continue; //D: hit
                    Use(i); //: hit
                } //D: hit
            } //D: hit
            yield return n; //: hit
        } //D: hit
    } //: hit

    //- near miss: the end of the block is another way, and is not taken
    private static async IAsyncEnumerable<int> NotPassing(int n)
    { //D: hit
        for (int i = 0; i < 3; i++) //: part 1/2
        { //D: hit
            if (Id(n) > 0) //: part 1/2
            { //D: hit
                await using (Resource r = new()) //: hit
                { //D: hit
                    if (i == 1) //: hit 2/2
                        yield break; //: hit
                    if (i == 0) //: part 1/2
                        continue; //D: hit
                    Use(i); //: miss
                } //D: miss
            } //D: miss
            yield return n; //: miss
        } //D: miss
    } //: hit

    //- one in another: what leaves the inner one goes through the outer one
    private static async IAsyncEnumerable<int> Nested(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            if (Id(n) > 0) //: part 1/2
            { //D: hit
                await using (Resource r = new()) //: hit
                { //D: hit
                    await using (Resource s = new()) //: hit
                    { //D: hit
                        if (i == 2) //: hit 2/2
                            yield break; //: hit
                        continue; //D: hit
                    }
                } //: none
            } //: none
            yield return n; //: miss
        } //D: miss
    } //: hit

    //- a finally that awaits, after a loop: the loop has a test of the field as well, which does not tell where the finally leads
    private static async IAsyncEnumerable<int> LoopInFinally(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            try
            { //D: hit
                if (Id(n) == 2) //: part 1/2
                    throw new InvalidOperationException("2"); //: miss
                yield return n; //: hit
                yield break; //: hit
            }
            finally
            { //D: hit
                try
                { //D: hit
                    foreach (int i in System.Linq.Enumerable.Range(0, n)) //: hit 2/2
                        Use(i); //: hit
                    Use("behind the loop"); //: miss
                } //D: miss
                finally
                { //D: hit
                    await Task.Yield(); //: hit
                } //D: hit
            } //D: hit
        } //: none

        Use(5); //: miss
    } //: hit
}
