// Or-patterns in every place of an expression and of a statement: conditions, arguments, elements, holes, labels,
// filters, loops, lambdas, iterators, awaits. Each is called with 1, 2 and 5.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class PatternOr
{
    private static readonly object gate = new(); //: hit

    private static async Task<T> Later<T>(T value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        foreach (int n in new[] { 1, 2, 5 }) //: hit 2/2
        { //D: hit
            Use(Conditions(n) + Loops(n) + Lambdas(n) + Arguments(n) + Seconds(n, 2) + Lifted(n)); //: hit
            Use(Stored(n)); //: hit
            Use(Holes(n) + Texts(n) + Joined(n)); //: hit
            Use(Filtered(n) + Labels(n) + Locked(n) + Tuples(n) + Changed(n) + Elements(n)); //: hit
            Use(Yielded(n).Count()); //: hit
            Use(await Awaited(n) + await Passed(n) + await Handled(n) + await Streamed(n)); //: hit
            Use(await Both(n)); //: hit
            Use(await InSwitch(n)); //: hit
        } //D: hit
    } //: hit

    private static int Conditions(int n)
    { //D: hit
        int result = n > 1 && n is 2 or 7 ? 1 : n is 1 or 5 && Yes() ? 2 : 3; //: part 2/2 2/2 1/2 2/2 1/2 1/2
        if (n is 1 or 5) result++; //: hit 2/2 2/2
        else if (n is not (2 or 9)) result--; //: part 1/2 0/2
        return result; //: hit
    } //D: hit

    private static int Loops(int n)
    { //D: hit
        while (n is 1 or 5 || n > 100) n++; //: part 2/2 2/2 1/2
        do n += 2; while (n is 4 or 9 or 20); //: part 2/2 1/2 1/2
        for (; n is not (3 or 8) && n < 50; n++) Use(n); //: part 1/2 2/2 1/2
        return n; //: hit
    } //D: hit

    private static bool Stored(int n)
    { //D: hit
        bool a = n is 1 or 5, b = n is not (1 or 5), c = !(n is 1 or 5); //: hit 2/2 2/2 2/2 2/2 2/2 2/2
        return a ? b : c; //: hit 2/2
    } //D: hit

    private static int Lambdas(int n)
    { //D: hit
        Func<int, bool> f = k => k is 1 or 5, g = k => k is > 1 and < 4 or 9; //: part 2/2 2/2 1/2 1/2 0/2
        return f(n) ? 1 : g(n) ? 2 : 3; //: part 2/2 1/2
    } //D: hit

    //- as arguments, operands and elements, when something is on the stack
    private static int Arguments(int n)
    { //D: hit
        return Math.Max(n is 1 or 5 ? 1 : 2, n is 2 or 7 ? 3 : 4) + (n is 1 or 9 ? 5 : 6); //: part 2/2 2/2 2/2 1/2 2/2 1/2
    } //D: hit

    private static int Seconds(int n, int m)
    { //D: hit
        int a = Math.Max(m, n is 1 or 2 ? n : m); //: hit 2/2
        a += Math.Max(Id(m), n is > 1 and < 9 ? n : m); //: part 2/2 1/2
        return a + Math.Max(n > 1 ? n : m, n is 1 or 2 ? n : m); //: hit 2/2 2/2
    } //D: hit

    private static int Elements(int n)
    { //D: hit
        int[] all = [n is 1 or 5 ? 1 : 2, n is 2 or 9 ? 3 : 4]; //: part 2/2 2/2 2/2 1/2
        int[] more = new[] { n is 1 or 5 ? 1 : 2, n is 2 or 9 ? 3 : 4 }; //: part 2/2 2/2 2/2 1/2
        return all[n is 1 or 7 ? 0 : ^1] + more[0]; //: part 2/2 1/2
    } //D: hit

    private static string Holes(int n) =>
        $"{(n is 1 or 5 ? "a" : "b")} {n switch { 1 or 5 => "x", _ => n is 2 or 7 ? "y" : "z" }}"; //: part 2/2 2/2 2/2 1/2 0/2

    private static string Joined(int n) => "n" + n + (n is 1 or 5 ? "odd" : "even"); //: hit 2/2 2/2

    private static int Lifted(int n)
    { //D: hit
        int? k = n > 1 ? n : null; //: hit 2/2
        return k is null or 5 ? 1 : k is 2 or 3 ? 2 : 3; //: part 2/2 2/2 1/2 1/2
    } //D: hit

    private static int Texts(int n)
    { //D: hit
        string? s = n > 1 ? "s" + n : null; //: hit 2/2
        return s?.Length is null or 7 ? 1 : s is "s2" or "s3" ? 2 : s?[0] is 's' or 't' ? 3 : 4; //: part 2/2 2/2 1/2 2/2 1/2 1/2 1/2 1/2 0/2
    } //D: hit

    //- in handlers, labels and locks
    private static int Filtered(int n)
    { //D: hit
        try
        { //D: hit
            return n is 5 ? throw new IOException("five") : n; //: hit 2/2
        }
        catch (Exception e) when (e is IOException or TimeoutException ? n is 5 or 6 : No()) //: part 1/2 0/2 1/2 1/2
        { //D: hit
            return -1; //: hit
        }
    } //: hit

    private static int Labels(int n)
    { //D: hit
        switch (Id(n)) //: hit 3/3
        {
            case 1:
                return Id(n) switch { 1 or 3 => Id(2) is 2 or 4 ? 1 : 2, _ => 3 }; //: part 1/2 1/2 0/2
            case > 1 when n is 2 or 9: //: part 2/2 1/2
                return Id(n) is 2 or 4 ? 1 : 2; //: part 1/2 0/2
            default:
                return n is 5 or 6 ? 3 : 4; //: part 1/2
        }
    } //D: hit

    private static int Locked(int n)
    { //D: hit
        lock (gate) //: hit
        { //D: hit
            return n is 1 or 5 ? n is 1 ? 1 : 2 : n is 7 or 9 ? 3 : 4; //: part 2/2 2/2 2/2 1/2 1/2
        }
    } //: hit

    private static int Tuples(int n) => (n is 1 or 5, n is 2 or 7) switch { (true, _) => 1, (_, true) => 2, _ => 3 }; //: part 2/2 2/2 2/2 1/2 2/3

    private static int Changed(int n)
    { //D: hit
        int k = n; //: hit
        k = k is 1 or 5 ? ++k is 2 or 6 ? k : 0 : k; //: part 2/2 2/2 2/2 1/2
        return k; //: hit
    } //D: hit

    private static IEnumerable<int> Yielded(int n)
    { //D: hit
        yield return n is 1 or 5 ? 1 : 2; //: hit 2/2 2/2
        foreach (int k in new[] { n, n + 1 }) //: hit 2/2
        { //D: hit
            if (k is 2 or 5) yield return k is 2 ? 1 : 2; //: hit 2/2 2/2 2/2
            else if (k is 3 or 6) yield break; //: hit 2/2 2/2
        } //D: hit
    } //: hit

    //- with awaits
    private static async Task<int> Awaited(int n)
    { //D: hit
        return await Later(n) is 1 or 5 ? await Later(1) : n is 2 or 7 ? await Later(2) : 3; //: part 2/2 2/2 1/2 0/2
    } //: hit //AR: none

    private static async Task<int> Passed(int n)
    { //D: hit
        return Math.Max(await Later(n), n is 1 or 5 ? await Later(1) : 2); //: hit 2/2 2/2
    } //: hit //AR: none

    private static async Task<bool> Both(int n)
    { //D: hit
        return n is 1 or 5 && await Later(n) is 5 or 9; //: part 2/2 2/2 2/2 1/2
    } //: hit //AR: none

    private static async Task<string> InSwitch(int n)
    { //D: hit
        return await Later(n) switch //: hit 3/3
        { //: hit
            1 => await Later("a") is "a" or "b" ? "x" : "y", //: part 1/2 0/2
            2 when await Later(n) is 2 or 9 => "z", //: part 1/2 0/2
            _ => n is 5 or 7 ? await Later("q") : "r", //: part 1/2 0/2
        }; //: hit
    } //: hit //AR: none

    private static async Task<int> Handled(int n)
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit
            return n is 1 or 5 ? throw new IOException() : n; //: hit 2/2 2/2
        }
        catch (IOException) when (n is 1 or 9) //: part 2/2 1/2
        { //D: hit
            return await Later(n is 1 or 2 ? 1 : 2); //: part 1/2
        }
        catch (IOException) //: hit
        { //D: hit
            return n is 5 or 7 ? 1 : 2; //: part 1/2 0/2
        }
    } //: hit

    private static async Task<int> Streamed(int n)
    { //D: hit
        int sum = 0; //: hit
        await foreach (int k in Stream(n)) //: hit 2/2
            sum += k switch { 1 => k, 2 or 5 => n is 5 or 7 ? 1 : 2, _ => throw new InvalidOperationException() }; //: part 2/3 2/2 1/2
        return sum; //: hit
    } //: hit //AR: none

    private static async IAsyncEnumerable<int> Stream(int n)
    { //D: hit
        yield return n is 1 or 5 ? await Later(n) : n; //: hit 2/2 2/2
        if (n is 2 or 9 && await Later(n) is 2 or 9) yield break; //: part 2/2 1/2 1/2 0/2
        yield return n switch { 1 => n is 1 or 2 ? 2 : 1, _ => 5 }; //: part 2/2 1/2
    } //: hit
}
