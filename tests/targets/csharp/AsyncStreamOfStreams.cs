// Async iterators over other async streams: they clear their current element before they await.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;
namespace CSharpTargets;
internal static class AsyncStreamOfStreams
{
    public static async Task Run()
    { //D: hit
        await foreach (int i in Ints(Nums())) Use(i); //: hit 2/2
        await foreach (string i in Strings(Nums())) Use(i); //: hit 2/2
        await foreach (long i in Longs(Nums())) Use(i); //: hit 2/2
        await foreach (double i in Doubles(Nums())) Use(i); //: hit 2/2
        await foreach (decimal i in Decimals(Nums())) Use(i); //: hit 2/2
        await foreach ((int, string) i in Pairs(Nums())) Use(i.Item1); //: hit 2/2
        await foreach (int i in Generic(Nums(), 1)) Use(i); //: hit 2/2
        await foreach (int i in Used(Nums())) Use(i); //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<int> Nums()
    { //D: hit
        await Task.Yield(); //: hit
        yield return 1; //: hit
        yield return 2; //: hit
    } //: hit

    private static async IAsyncEnumerable<int> Ints(IAsyncEnumerable<int> from)
    { //D: hit
        await foreach (int i in from) yield return i; //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<string> Strings(IAsyncEnumerable<int> from)
    { //D: hit
        await foreach (int i in from) yield return i.ToString(); //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<long> Longs(IAsyncEnumerable<int> from)
    { //D: hit
        await foreach (int i in from) yield return i; //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<double> Doubles(IAsyncEnumerable<int> from)
    { //D: hit
        await foreach (int i in from) yield return i; //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<decimal> Decimals(IAsyncEnumerable<int> from)
    { //D: hit
        await foreach (int i in from) yield return i; //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<(int, string)> Pairs(IAsyncEnumerable<int> from)
    { //D: hit
        await foreach (int i in from) yield return (i, ""); //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<T> Generic<T>(IAsyncEnumerable<int> from, T value)
    { //D: hit
        await foreach (int i in from) yield return value; //: hit 2/2
    } //: hit

    private static async IAsyncEnumerable<int> Used(IAsyncEnumerable<int> from)
    { //D: hit
        await using IAsyncEnumerator<int> e = from.GetAsyncEnumerator(); //: hit
        while (await e.MoveNextAsync()) yield return e.Current; //: hit 2/2
        await using (IAsyncDisposable? none = null) yield return 3; //: hit
    } //: hit
}
