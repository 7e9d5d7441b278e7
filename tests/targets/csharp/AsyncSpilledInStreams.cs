// Values that are kept over awaits in streams and in operands that are all evaluated.

using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncSpilledInStreams
{
    public static async Task Run()
    { //D: hit
        for (int n = 0; n < 4; n++) //: hit 2/2
        { //D: hit
            Use(await Kept(n)); //: hit
            Use(Scan("aab;c", n)); //: hit
            Use(await Joined(n, n > 1 ? "x" : null)); //: hit 2/2
        } //D: hit

        await foreach (string s in Both(Texts(2), Texts(3))) Use(s); //: hit 2/2
    } //: hit

    private static async Task<T> Later<T>(T value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    private static async IAsyncEnumerable<string> Texts(int n)
    { //D: hit
        while (n-- > 0) //: hit 2/2
            yield return await Later($"{n}"); //: hit
    } //: hit

    //- two streams side by side
    private static async IAsyncEnumerable<string> Both(IAsyncEnumerable<string> a, IAsyncEnumerable<string> b)
    { //D: hit
        await using IAsyncEnumerator<string> x = a.GetAsyncEnumerator(), y = b.GetAsyncEnumerator(); //: hit
        bool left = true; //: hit
        while ((left = left && await x.MoveNextAsync()) | await y.MoveNextAsync()) //: hit 2/2 2/2 2/2
        { //D: hit
            if (left && await Later(x.Current) is { Length: > 0 } text) yield return text; //: part 2/2 1/2 1/2
            try
            { //D: hit
                yield return left && await Later(y.Current) is ['0', ..] ? await Later("zero") : y.Current; //: part 2/2 1/2 1/2 1/2
            } //D: hit
            finally
            { //D: hit
                left &= !left || await Later(true); //: part 2/2 1/2
            } //D: hit
        } //D: hit
    } //: hit

    //- operands of &, ^ and of calls
    private static async Task<int> Kept(int n)
    { //D: hit
        bool both = (n > 1 && await Later(n > 2)) & (n < 3 || await Later(n == 3)); //: part 2/2 2/2 2/2 1/2
        if (both ^ (n > 0 && await Later(new int?[] { n, null }) is [> 1, null])) n += await Later(1); //: part 2/2 1/2 1/2 1/2 2/2 1/2 2/2
        int?[] all = [n > 1 && await Later(Yes()) ? 1 : null, await Later(n) is 1 or 4 ? n : null]; //: part 2/2 1/2 2/2 1/2
        return Take(n > 2 && await Later(n > 3), all is [{ } first, ..] && await Later(first) > 0, n == 0 || await Later(n) is { } m && m < 3); //: part 2/2 1/2 1/2 1/2 2/2 1/2 2/2 2/2
    } //: hit //AR: none

    private static int Take(bool a, bool b, bool c) => a | b | c ? 1 : 0; //: part 1/2

    //- loops in switch sections
    private static int Scan(string text, int at)
    { //D: hit
        int count = 0; //: hit
        foreach (char c in text) //: hit 2/2
        { //D: hit
            switch (c) //: hit 3/3
            {
                case 'a':
                    while (at < text.Length && text[at] == 'a') at++; //: part 1/2 2/2
                    break; //: hit
                case ';':
                    do count++; while (count < at && Yes()); //: part 2/2 1/2
                    break; //D: hit
            }
        } //D: hit

        return count; //: hit
    } //D: hit

    //- concatenation
    private static async Task<string> Joined(int n, object? thing)
    { //D: hit
        return "a" + thing + await Later(n) + (thing ?? "none") + (n > 1 ? await Later("b") : null); //: hit 2/2 2/2
    } //: hit //AR: none
}
