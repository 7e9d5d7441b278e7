// Switches and ifs before a switch, conditions of labels before a loop, a switch within a switch.

using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchAfterSwitch
{
    private static bool F() => No(); //: hit

    public static async Task Run()
    { //D: hit
        LoopBehind(0); //: hit
        LoopBehind(5); //: hit
        LoopBehindLines(0, 2); //: hit
        LoopBehindLines(5, 2); //: hit
        Use(Lone(1) + Lone(2)); //: hit
        Use(SwitchInFront(1) + SwitchInFront(2) + SwitchInFront(7)); //: hit
        Use(IfsInFront(1, true) + IfsInFront(2, false)); //: hit
        Use(await LoopInBody("x", true) + await LoopInBody(5, true)); //: hit
        Use(Joined(5, true, true)); //: hit
        Use(Nested(1, 2) + Nested(3, 1)); //: hit
    } //: hit

    //- a condition that fails, and a loop after the switch
    private static void LoopBehind(int n)
    { //D: hit
        switch (n) //: part 2/3
        {
            case 0 when F(): Use(1); break; //: part 1/2
            case 1: Use(2); break; //: miss
        }
        for (int i = 0; i < 2; i++) //: hit 2/2
            Use(i); //: hit
    } //: hit

    private static void LoopBehindLines(int n, int m)
    { //D: hit
        switch (n) //: part 2/3
        {
            case 0 when F(): //: part 1/2
                Use(1); //: miss
                break; //: miss
            case 1:
                Use(2); //: miss
                break; //D: miss
        }
        for (int i = 0; i < m; i++) //: hit 2/2
        { //D: hit
            Use(i); //: hit
        } //D: hit
    } //: hit

    //- a single label
    private static int Lone(int n)
    { //D: hit
        Use(n); //: hit
        switch (n) //: hit 2/2
        {
            case 1:
                return 5; //: hit
        }
        return 3; //: hit
    } //D: hit

    //- a switch before a switch over the same variable
    private static int SwitchInFront(int n)
    { //D: hit
        switch (n) //: part 2/3
        {
            case 1: Use(1); break; //: hit
            case 3: Use(2); break; //: miss
        }
        switch (n) //: hit 3/3
        {
            case 1: return 4; //: hit
            case 2: return 5; //: hit
        }
        return 6; //: hit
    } //D: hit

    //- nested ifs before a switch
    private static int IfsInFront(int n, bool c)
    { //D: hit
        if (c) //: hit 2/2
            if (n == 1) //: part 1/2
                Use(1); //: hit
        switch (n) //: part 2/3
        {
            case 1: return 4; //: hit
            case 2: return 5; //: hit
        }
        return 6; //: miss
    } //D: hit

    //- a body that begins with a loop that awaits
    private static async Task<int> LoopInBody(object o, bool c)
    { //D: hit
        int r = 0; //: hit
        switch (o) //: part 2/3
        {
            case string when c: //: part 1/2
                while (r < 2) //: hit 2/2
                { //D: hit
                    await Task.Yield(); //: hit
                    r++; //: hit
                } //D: hit
                break; //: hit
            case long:
                r = 7; //: miss
                break; //D: miss
        }
        return r; //: hit
    } //: hit //AR: none

    //- an operand of operands that are joined without a branch
    private static bool Joined(object x, bool a, bool b)
    { //D: hit
        return F() || (x is int v && v > 3) & (a && b); //: part 1/2 1/2 1/2 1/2
    } //D: hit

    //- a label that is a switch with a single label
    private static int Nested(int n, int m)
    { //D: hit
        Use(n); //: hit
        switch (n) //: part 2/3
        {
            case 1:
                switch (m) //: part 1/2
                {
                    case 2: return 1; //: hit
                }
                break; //D: miss
            case 2:
                return 7; //: miss
        }
        return 3; //: hit
    } //D: hit
}
