// A program that is attached to while it runs. It warms up all code by every way through it, so that the code is compiled,
// inlined and optimised, and then, behind the attach, runs a part of it. The marks say what ran behind the attach.
// Lines of its input: "warm" runs all, "part" runs the part, "churn" starts threads that run all, and load and unload; the
// end of the input ends it.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Attach;

internal static class Program
{
    // Runs from before the attach to the end: its frame keeps its old code.
    private static void Main()
    { //D: miss
        string? line; //: none
        while ((line = Console.ReadLine()) is not null) //: miss 0/2
        { //D: miss
            Console.WriteLine(Serve(line)); //: miss
        } //D: miss
    } //: miss

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string Serve(string line)
    { //D: hit
        if (line == "warm") //: part 1/2
        { //D: miss
            for (int i = 0; i < 20000; i++) //: miss 0/2
            { //D: miss
                Scenarios.All(i); //: miss
            } //D: miss

            Thread.Sleep(300); //: miss
            for (int i = 0; i < 20000; i++) //: miss 0/2
            { //D: miss
                Scenarios.All(i); //: miss
            } //D: miss

            return "warm"; //: miss
        } //: none

        return line switch //: part 1/3
        { //: hit
            "part" => Scenarios.Part().ToString(), //: hit
            "churn" => Churn.Start(), //: miss
            _ => Churn.Rounds(), //: miss
        }; //: hit
    } //D: hit
}
