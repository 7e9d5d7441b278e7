// using, await using, foreach and await foreach of type parameters: the value is boxed before its null test,
// and called through `constrained.`.

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncUsingTypeParameter
{
    private interface IResource : IDisposable, IAsyncDisposable;

    private class Resource : IResource
    {
        public void Dispose() => Use(1); //: hit

        public ValueTask DisposeAsync()
        { //D: hit
            Use(2); //: hit
            return default; //: hit
        } //D: hit
    }

    private struct Handle : IResource
    {
        public void Dispose() => Use(3); //: hit

        public async ValueTask DisposeAsync() => await Task.Yield(); //: hit
    }

    private sealed class Stream<T>(T steps) //: hit
        where T : IAsyncEnumerator<int>
    {
        public T GetAsyncEnumerator(CancellationToken token = default) => steps; //: hit
    }

    private struct Steps : IAsyncEnumerator<int>
    {
        private int current; //: none

        public readonly int Current => current; //: hit

        public readonly ValueTask DisposeAsync() => default; //: hit

        public ValueTask<bool> MoveNextAsync() => new(current++ < 2); //: hit
    }

    private sealed class StepsOfClass : IAsyncEnumerator<int>
    {
        private int current; //: none

        public int Current => current; //: hit

        public ValueTask DisposeAsync() => default; //: hit

        public ValueTask<bool> MoveNextAsync() => new(current++ < 2); //: hit
    }

    //- using of a type parameter: of anything, a class, a struct
    private static void Sync<T, TClass, TStruct>(T t, TClass c, TStruct s)
        where T : IDisposable, new()
        where TClass : class, IDisposable
        where TStruct : struct, IDisposable
    { //D: hit
        using (t) Use(1); //: hit
        using (c) Use(1); //: hit
        using (s) Use(1); //: hit
        using var made = new T(); //: hit
        using (T other = Yes() ? t : made) Use(1); //: part 1/2
    } //: hit

    //- await using of a type parameter
    private static async Task Of<T>(T t)
        where T : IAsyncDisposable
    { //D: hit
        await using (t) Use(1); //: hit
        await using (t) //: hit
        { //D: hit
            if (Yes()) Use(2); //: part 1/2
        } //D: hit
        await using (t.ConfigureAwait(false)) Use(1); //: hit
    } //: hit

    //- await using of a variable of a type parameter, with an await in its body
    private static async Task Declared<T>(Func<T> make)
        where T : IAsyncDisposable
    { //D: hit
        await using var t = make(); //: hit
        await Task.Yield(); //: hit
        await using (T other = Yes() ? t : make()) await Task.Yield(); //: part 1/2
    } //: hit

    //- await using of type parameters that are constrained to a class, a struct
    private static async Task Constrained<TClass, TStruct>(TClass c, TStruct s)
        where TClass : class, IAsyncDisposable
        where TStruct : struct, IAsyncDisposable
    { //D: hit
        await using (c) Use(1); //: hit
        await using (s) Use(1); //: hit
    } //: hit

    //- await using of a type parameter that a lambda captures
    private static async Task Captured<T>(T t)
        where T : IAsyncDisposable
    { //D: hit
        await using (T kept = t) //: hit
        { //D: hit
            Action use = () => Use(kept); //: hit
            use(); //: hit
            await using (T inner = kept) //: hit
            { //D: hit
                Action both = () => { Use(kept); Use(inner); }; //: hit
                both(); //: hit
            } //D: hit
        } //D: hit
    } //: hit

    //- await foreach with an enumerator of a type parameter
    private static async Task<int> Each<T, TClass>(Stream<T> stream, Stream<TClass> classes)
        where T : IAsyncEnumerator<int>
        where TClass : class, IAsyncEnumerator<int>
    { //D: hit
        int sum = 0; //: hit
        await foreach (int n in stream) sum += n; //: hit 2/2
        await foreach (int n in classes) sum += n; //: hit 2/2
        return sum; //: hit
    } //: hit //AR: none

    //- await foreach over a type parameter
    private static async Task<int> Over<T>(T numbers)
        where T : IAsyncEnumerable<int>
    { //D: hit
        int sum = 0; //: hit
        await foreach (int n in numbers) sum += n; //: hit 2/2
        return sum; //: hit
    } //: hit //AR: none

    private static async IAsyncEnumerable<int> Produced<T>(T t)
        where T : IAsyncDisposable
    { //D: hit
        await using (t) //: hit
        { //D: hit
            yield return 1; //: hit
        } //D: hit
    } //: hit

    //- the same test in the source
    private static async Task Written<T>(T? t)
        where T : IAsyncDisposable
    { //D: hit
        if (t != null) await t.DisposeAsync(); //: part 1/2
        try
        { //D: hit
            Use(1); //: hit
        } //D: hit
        finally
        { //D: hit
            if (t != null) await t.DisposeAsync(); //: part 1/2
        } //D: hit
    } //: hit

    public static async Task Run()
    { //D: hit
        Sync(new Resource(), new Resource(), new Handle()); //: hit
        await Of(new Resource()); //: hit
        await Of(new Handle()); //: hit
        await Declared(() => new Resource()); //: hit
        await Declared(() => new Handle()); //: hit
        await Constrained(new Resource(), new Handle()); //: hit
        await Captured(new Resource()); //: hit
        Use(await Each(new Stream<Steps>(default), new Stream<StepsOfClass>(new()))); //: hit
        Use(await Over(Produced(new Handle()))); //: hit
        await Written(new Resource()); //: hit
    } //: hit
}
