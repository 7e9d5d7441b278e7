// Threads that are still running when the process ends: what ran before is in the report, what
// comes after it is not.

using System.Threading;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Threads
{
    private static readonly ManualResetEventSlim Spinning = new(), Blocked = new(), Never = new(); //: hit
    private static volatile bool stop = No(); //: hit x1

    public static void Run()
    { //D: hit
        Start(EndlessLoop); //: hit x1
        Start(BlockedInCall); //: hit x1
        Spinning.Wait(); //: hit x1
        Blocked.Wait(); //: hit x1
        Joined(); //: hit x1
    } //: hit

    private static void Start(ThreadStart body)
    { //D: hit
        new Thread(body) { IsBackground = true }.Start(); //: hit x2
    } //: hit

    //- an endless loop
    private static void EndlessLoop()
    { //D: hit
        Use(1); //: hit x1
        Spinning.Set(); //: hit x1
        while (!stop) //: part 1/2
        { //D: hit
        } //D: hit

        Use(2); //: miss
    } //: miss

    //- a thread that waits in a call
    private static void BlockedInCall()
    { //D: hit
        Blocked.Set(); //: hit x1
        Never.Wait(); //: hit x1
        Use(1); //: miss
    } //: miss

    //- threads that end
    private static void Joined()
    { //D: hit
        int total = 0; //: hit x1
        Thread[] threads = new Thread[4]; //: hit x1
        for (int i = 0; i < threads.Length; i++) //: hit 2/2 x5
        { //D: hit
            threads[i] = new Thread(() => //: hit x4
            { //: hit
                for (int n = 0; n < 1000; n++) //: hit 2/2 x4004
                { //D: hit
                    Interlocked.Increment(ref total); //: hit x4000
                } //D: hit
            }); //: hit x4
            threads[i].Start(); //: hit x4
        } //D: hit

        foreach (Thread thread in threads) thread.Join(); //: hit 2/2 x5
        Use(total == 4000 ? 1 : 2); //: part 1/2 x1
    } //: hit
}
