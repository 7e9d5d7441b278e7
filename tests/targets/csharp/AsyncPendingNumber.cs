// The number that says which handler is to run, where optimised code keeps it in a variable of something else: its test is the compiler's.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncPendingNumber
{
    public static async Task Run()
    { //D: hit
        Use(await InLocal(2, false)); //: hit
        Use(await InLocal(5, true)); //: hit
        Use(await InLocalUnused(3)); //: hit
        Use(await InField(1, false)); //: hit
        Use(await InField(4, true)); //: hit
    } //: hit

    private static async Task<int> Wait(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return n; //: hit
    } //: hit //AR: none

    private static void Try(bool fails)
    { //D: hit
        if (fails) //: hit 2/2
            throw new InvalidOperationException(); //: hit
    } //: hit

    //- in the local of a switch before; after the await it is not used, so a resumed method finds it as 0
    private static async Task<int> InLocal(int n, bool fails)
    { //D: hit
        switch (Id(n)) //: part 2/4
        {
            case 2:
                Use(1); //: hit
                break; //: hit
            case 50:
                Use(2); //: miss
                break; //: miss
            case 4000:
                Use(3); //: miss
                break; //D: miss
        }

        try
        { //D: hit
            try
            { //D: hit
                if (fails) //: hit 2/2
                { //D: hit
                    Use(await Wait(n)); //: hit
                    throw new InvalidOperationException(); //: hit
                }
                Use(7); //: hit
            } //: hit
            finally
            { //D: hit
                Use(8); //: hit
            } //D: hit //AR: hit
        } //: hit
        catch (InvalidOperationException) //D: hit
        { //D: hit
            if (n > 7) //: part 1/2
                Use(await Wait(4)); //: miss
            else
                Use(5); //: hit
            Use(6); //: hit
        } //D: hit

        return Id(7); //: hit
    } //: hit //AR: none

    //- the handler never ran
    private static async Task<int> InLocalUnused(int n)
    { //D: hit
        switch (Id(n)) //: part 1/4
        {
            case 2:
                Use(1); //: miss
                break; //: miss
            case 50:
                Use(2); //: miss
                break; //: miss
            case 4000:
                Use(3); //: miss
                break; //D: miss
        }

        try
        { //D: hit
            try
            { //D: hit
                if (n > 7) //: part 1/2
                { //D: miss
                    Use(await Wait(n)); //: miss
                    throw new InvalidOperationException(); //: miss
                }
                Use(7); //: hit
            } //: hit
            finally
            { //D: hit
                Use(8); //: hit
            } //D: hit //AR: hit
        } //: hit
        catch (InvalidOperationException) //D: miss
        { //D: miss
            Use(await Wait(4)); //: miss
        } //D: miss

        return Id(7); //: hit
    } //: hit //AR: none

    //- in the field of a variable that is not used any more
    private static async Task<int> InField(int n, bool fails)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                while (Id(n) > 3 && n > 7) //: part 2/2 1/2
                { //D: miss
                    int k = 0; //: miss
                    while (k++ < 2) //: miss 0/2
                        Use(await Wait(n)); //: miss
                } //D: miss

                try
                { //D: hit
                    try
                    { //D: hit
                        Use(await Wait(n)); //: hit
                        Try(fails); //: hit
                    } //: hit
                    catch (InvalidOperationException) //D: hit
                    { //D: hit
                        Use(await Wait(4)); //: hit
                        return Id(n); //: hit
                    }
                } //: hit
                finally
                { //D: hit
                    Use(n); //: hit
                } //D: hit //AR: hit
            } //: hit
            finally
            { //D: hit
                Use(9); //: hit
            } //D: hit //AR: hit
        } //: hit
        catch (ArgumentException) //D: miss
        { //D: miss
            Use(await Wait(6)); //: miss
        } //D: miss

        return Id(7); //: hit
    } //: hit
}
