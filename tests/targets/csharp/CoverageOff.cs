// Lines that comments leave out.
using System;

namespace CSharpTargets;

internal static class CoverageOff
{
    //- a block between comments: neither lines nor decisions
    private static int Block(int a)
    { //D: hit
        int r = a; //: hit
        // coverage: off -- only on old systems
        if (a > 100)
        {
            r = Help.Id(1);
        }
        // coverage: on
        return a > 1 ? r : Help.Id(2); //: part 1/2
    } //D: hit

    //- one line, whose decision goes with it
    private static void One(int a)
    { //D: hit
        if (a > 100) Help.Use(1); // coverage: off
        if (a > 200) Help.Use(2); /* coverage: off, as above */
        Help.Use(3); //: hit
    } //: hit

    //- part of a statement over several lines, and of a method with a lambda
    private static void Parts(int a)
    { //D: hit
        Help.Use(Help.Id(a) + //: hit
            Help.Id(1) + // coverage: off
            Help.Id(2)); //: hit
        Func<int, int> twice = x => //: hit
        { //: miss
            return x * 2; // coverage: off
        }; //: miss
        Help.Use(twice); //: hit
    } //: hit

    //- what only looks like such a comment
    private static void Others()
    { //D: hit
        Help.Use("coverage: off"); //: hit
        Help.Use(1); // coverage: offline //: hit
        Help.Use(2); // no coverage: off //: hit
    } //: hit

    // coverage: off
    private static void Whole(int a)
    {
        Help.Use(a > 0 ? 1 : 2);
    }

    private static async System.Threading.Tasks.Task WholeToo(int a)
    {
        await System.Threading.Tasks.Task.Yield();
        Help.Use(a > 0 ? 1 : 2);
    }
    // coverage: on

    public static async System.Threading.Tasks.Task Run()
    { //D: hit
        Block(3); //: hit x1
        One(3); //: hit x1
        Parts(3); //: hit x1
        Others(); //: hit x1
        Whole(1); //: hit x1
        await WholeToo(1); //: hit x1
    } //: hit

    // coverage: off -- to the end of the file
    public static void Never() => Help.Use(1);
}
