// A library whose callers are killed in the middle of it: what ran before is known all the same.
using System;
using System.IO;
using System.Threading;

namespace HangLib;

public static class Work
{
    public static int Before(int n)
    { //D: hit
        if (n > 0) //: part 1/2
            n += 1; //: hit
        return n; //: hit
    } //D: hit

    /// Tells its process id through a file, then never returns.
    public static void Hang(string file)
    { //D: hit
        File.WriteAllText(file + ".new", Environment.ProcessId.ToString()); //: hit
        File.Move(file + ".new", file); //: hit
        Thread.Sleep(Timeout.Infinite); //: hit
        Console.WriteLine("not reached"); //: miss
    } //: miss

    public static string Other(bool loud)
    { //D: hit
        return loud ? "OTHER" : "other"; //: hit 2/2
    } //D: hit
}
