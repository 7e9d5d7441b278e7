// finally blocks that await only on the way to a throw: where to go on after them is kept in a local.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncFinallyOnThrow
{
    public static async Task Run()
    { //D: hit
        Use(await Returns(1) + await Returns(5)); //: hit
        Use(await Asks(4)); //: hit
        Use(await Leaves(1)); //: hit
    } //: hit

    private static async Task<string> Later(string text)
    { //D: miss
        await Task.Yield(); //: miss
        return text; //: miss
    } //: miss //AR: none

    //- one way out
    private static async Task<int> Returns(int n)
    { //D: hit
        try
        { //D: hit
            if (n > 3) //: hit 2/2
                return 5; //: hit
        } //D: hit
        finally
        { //D: hit
            if (n > 7 || No()) throw new InvalidOperationException(await Later(n > 8 ? "a" : "b")); //: part 1/2 1/2 0/2
        } //D: hit

        return 6; //: hit
    } //: hit //AR: none

    //- the number after it is the user's
    private static async Task<int> Asks(int n)
    { //D: hit
        int last = 0; //: hit
        try
        { //D: hit
            if (n > 3) //: part 1/2
                last = 1; //: hit
        } //D: hit
        finally
        { //D: hit
            if (n > 7) throw new InvalidOperationException(await Later(n > 8 ? "a" : "b")); //: part 1/2 0/2
        } //D: hit

        if (last == 1) //: part 1/2
            return 6; //: hit
        return 7; //: miss
    } //: hit //AR: none

    //- several ways out
    private static async Task<int> Leaves(int n)
    { //D: hit
        while (true) //D: hit
        { //D: hit
            try
            { //D: hit
                if (n > 3) //: part 1/2
                    break; //D: miss
                if (n > 2) //: hit 2/2
                    return 4; //: hit
                n++; //: hit
            } //D: hit
            finally
            { //D: hit
                if (n > 7) throw new InvalidOperationException(await Later(n > 8 ? "a" : "b")); //: part 1/2 0/2
            } //D: hit
        } //D: hit

        return 6; //: miss
    } //: hit //AR: none
}
