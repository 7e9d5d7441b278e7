// The smallest example: a few methods, one branch that is not taken, one method that is not called.
// The comments at the ends of lines say what the report shows: tests/targets/README.md.

using System;

namespace Hello;

internal static class Program
{
    private static int Main(string[] args)
    { //D: hit x1
        string name = args.Length > 0 ? args[0] : "world"; //: part 1/2 x1
        Console.WriteLine(Greeting(name)); //: hit x1
        for (int i = 1; i <= 3; i++) //: hit 2/2 x4
        { //D: hit x3
            Console.WriteLine($"{i}! = {Factorial(i)}"); //: hit x3
        } //D: hit x3

        return 0; //: hit x1
    } //D: hit x1

    private static string Greeting(string name)
    { //D: hit x1
        if (name.Length > 20) //: part 1/2 x1
        { //D: miss
            name = name[..20] + "..."; //: miss
        } //D: miss

        return $"Hello, {name}!"; //: hit x1
    } //D: hit x1

    private static int Factorial(int n) => n <= 1 ? 1 : n * Factorial(n - 1); //: hit 2/2 x6

    private static string NotCalled(string name)
    { //D: miss
        return name.ToUpperInvariant(); //: miss
    } //D: miss
}
