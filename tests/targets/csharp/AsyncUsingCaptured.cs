// await using of a variable that a lambda captures: it stands in a closure, and the null test of its disposal is the
// compiler's all the same.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncUsingCaptured
{
    private sealed class Thing(List<string> log) : IAsyncDisposable //: hit
    {
        public int Value => log.Count; //: hit

        public async ValueTask DisposeAsync()
        { //D: hit
            await Task.Yield(); //: hit
            log.Add("disposed"); //: hit
        } //: hit
    }

    public static async Task Run()
    { //D: hit
        List<string> log = []; //: hit
        int sum = await Declared(log) + await Block(log, true) + await Block(log, false) + await InLoop(log); //: hit
        await foreach (int n in Stream(log)) sum += n; //: hit 2/2
        await new Keeper(new() { Part = new(log) }).Close(); //: hit
        Use(sum + log.Count); //: hit
    } //: hit

    private static async Task<int> Declared(List<string> log)
    { //D: hit
        await using Thing thing = new(log); //: hit
        Func<int> value = () => thing.Value; //: hit
        await Task.Yield(); //: hit
        return value(); //: hit
    } //: hit //AR: none

    private static async Task<int> Block(List<string> log, bool make)
    { //D: hit
        int sum = 0; //: hit
        await using (Thing? thing = make ? new(log) : null) //: hit 2/2
        { //D: hit
            Func<int> value = () => thing?.Value ?? 0; //: hit 2/2
            sum += value(); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    private static async Task<int> InLoop(List<string> log)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < 2; i++) //: hit 2/2
        { //D: hit
            await using Thing thing = new(log); //: hit
            sum += await Task.Run(() => thing.Value + i); //: hit
        } //: hit //AR: none

        return sum; //: hit
    } //: hit //AR: none

    //- a stream
    private static async IAsyncEnumerable<int> Stream(List<string> log)
    { //D: hit
        await using Thing thing = new(log); //: hit
        Func<int> value = () => thing.Value; //: hit
        yield return value(); //: hit
    } //: hit

    //- near miss: tests of the user's
    private sealed class Owner
    {
        public Thing? Part; //: none
    }

    private sealed class Keeper(Owner owner) //: hit
    {
        public async Task Close()
        { //D: hit
            if (owner.Part != null) await owner.Part.DisposeAsync(); //: part 1/2
            await (owner.Part?.DisposeAsync() ?? default); //: part 1/2
        } //: hit
    }
}
