// A process that ends in the way its argument says. Without an argument it prints "ready" and sleeps
// for ever, to be killed from outside.
//
//     KillTarget [sleep|exit|env-exit|failfast|unhandled|stackoverflow|child]
//
// What ran before the end is in the report whatever the end is. The marks of Main, Before and Work
// hold for every ending; those of the endings hold when no argument is given ("sleep").

using System;
using System.Diagnostics;
using System.Threading;

namespace KillTarget;

internal static class Program
{
    private static int depth; //: none

    private static int Main(string[] args)
    { //D: hit
        Before(); //: hit
        string ending = args.Length > 0 ? args[0] : "sleep"; //: part 1/2
        Console.WriteLine("ready"); //: hit
        switch (Same(ending)) //: part 1/7
        {
            case "exit":
                return Exit(); //: miss
            case "env-exit":
                EnvironmentExit(); //: miss
                break; //: miss
            case "failfast":
                FailFast(); //: miss
                break; //: miss
            case "unhandled":
                Unhandled(); //: miss
                break; //: miss
            case "stackoverflow":
                StackOverflow(); //: miss
                break; //: miss
            case "child":
                return Child(); //: miss
            default:
                SleepForEver(); //: hit
                break; //D: miss
        }

        After(); //: miss
        return 1; //: miss
    } //D: miss

    private static string Same(string text) => text; //: hit

    private static void Before()
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < 1000; i++) //: hit 2/2
        { //D: hit
            sum += Work(i); //: hit
        } //D: hit

        if (sum < 0) //: part 1/2
        { //D: miss
            After(); //: miss
        } //D: miss
    } //: hit

    private static int Work(int n)
    { //D: hit
        if (n == 500) //: hit 2/2
        { //D: hit
            return 1; //: hit
        }

        return n % 7; //: hit
    } //D: hit

    private static void After()
    { //D: miss
        Console.WriteLine("never reached"); //: miss
    } //: miss

    //- sleeps until it is killed
    private static void SleepForEver()
    { //D: hit
        Thread.Sleep(Timeout.Infinite); //: hit
        After(); //: miss
    } //: miss

    //- returns from Main
    private static int Exit()
    { //D: miss
        return 3; //: miss
    } //D: miss

    //- Environment.Exit, with a handler of ProcessExit
    private static void EnvironmentExit()
    { //D: miss
        AppDomain.CurrentDomain.ProcessExit += (_, _) => //: miss
        { //: miss
            Console.WriteLine("leaving"); //: miss
        }; //: miss
        Environment.Exit(4); //: miss
        After(); //: none
    } //: none

    //- Environment.FailFast
    private static void FailFast()
    { //D: miss
        Environment.FailFast("on purpose"); //: miss
        After(); //: none
    } //: none

    //- another process of the same program, which exits
    private static int Child()
    { //D: miss
        using Process child = Process.Start("dotnet", [typeof(Program).Assembly.Location, "exit"]); //: miss
        child.WaitForExit(); //: miss
        return child.ExitCode; //: miss
    } //D: miss

    //- an exception that nobody handles
    private static void Unhandled()
    { //D: miss
        throw new InvalidOperationException("on purpose"); //: miss
    }

    //- the stack overflows
    private static int StackOverflow()
    { //D: miss
        depth++; //: miss
        return StackOverflow() + depth; //: miss
    } //D: miss
}
