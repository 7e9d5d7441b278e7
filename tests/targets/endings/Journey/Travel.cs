// What ran before the process ended, on several threads, and what did not. The same lines whatever the ending is.
using System;
using System.Threading;
using System.Threading.Tasks;
using Kinds;

namespace Journey;

public static class Travel
{
    private static int steps; //: none

    //- everything before the end is known, nothing behind it is
    public static void Go(string ending)
    { //D: hit
        Walk(10); //: hit
        Thread other = new(Aside); //: hit
        other.Start(); //: hit
        other.Join(); //: hit
        WaitAsync().Wait(); //: hit
        using (new Luggage()) //: hit
        { //D: hit
            LastStep(ending); //: hit
            steps++; //: miss
        } //: miss

        Walk(-1); //: miss
    } //: miss

    private static void Walk(int far)
    { //D: hit
        if (far < 0) //: part 1/2
        { //D: miss
            throw new ArgumentOutOfRangeException(nameof(far)); //: miss
        }

        for (int i = 0; i < far; i++) //: hit 2/2
        { //D: hit
            steps += i % 2 == 0 ? 1 : 2; //: hit 2/2
        } //D: hit
    } //: hit

    //- on another thread
    private static void Aside()
    { //D: hit
        steps++; //: hit
    } //: hit

    //- behind an await
    private static async Task WaitAsync()
    { //D: hit
        await Task.Delay(1); //: hit
        steps++; //: hit
    } //: hit

    //- the line that does not return
    private static void LastStep(string ending)
    { //D: hit
        bool isOdd = steps % 2 == 1; //: hit
        Ending.Now(ending, isOdd); //: hit
        steps--; //: miss
    } //: miss
}

// Disposed when the end is an exception that is caught: not by the others. Nothing to measure.
[System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage]
internal sealed class Luggage : IDisposable
{
    public void Dispose()
    {
    }
}
