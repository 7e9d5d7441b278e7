// Several ways lead to the condition of one label, and the compiler keeps a number that says where to go on when it
// fails: ways from the condition of the label before, and numbers that are kept over an await.

using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardSharedNumbers
{
    public static async Task Run()
    { //D: hit
        foreach (int n in new[] { 4, 1, 3, 7, 2 }) //: hit 2/2
        { //D: hit
            Use(AfterFailed(n)); //: hit
            Use(await KeptOverAwait(n)); //: hit
            Use(await KeptInLoop(n)); //: hit
        } //D: hit
    } //: hit

    private static bool Is(bool value) => value; //: hit

    private static async Task<bool> Later(bool value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit

    //- the first way to a shared condition is the condition before it, which failed
    private static string AfterFailed(int n)
    { //D: hit
        switch (n) //: part 5/6
        {
            case 2 when n < 2: //: part 1/2
                return "small"; //: miss
            case not (9 or 3) or not (9 or 0) when n is 4 or 40 || Is(n == 2): //: part 2/2 1/2 2/2
                return "first"; //: hit
            case not (4 or 9) when Is(n == 7): //: hit 2/2
                return "second"; //: hit
            case 3:
            case 1:
                return "third"; //: hit
            default:
                return "none"; //: miss
        }
    } //D: hit

    //- a number that is kept over an await in another condition
    private static async Task<string> KeptOverAwait(int n)
    { //D: hit
        switch (n) //: part 5/6
        {
            case 2 when n < 2: //: part 1/2
                return "small"; //: miss
            case not (9 or 3) or not (9 or 0) when n is 4 or 40 || Is(n == 2): //: part 2/2 1/2 2/2
                return "first"; //: hit
            case not (4 or 9) when await Later(n == 7): //: hit 2/2
                return "second"; //: hit
            case 3:
            case 1:
                return "third"; //: hit
            default:
                return "none"; //: miss
        }
    } //: hit

    //- the same in a loop, with a finally that awaits: its number is in a field, too
    private static async Task<int> KeptInLoop(int n)
    { //D: hit
        int sum = 0; //: hit
        for (int round = 0; round < 2; round++) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                switch (n + round) //: hit 6/6
                {
                    case 2 when n < 1: //: part 1/2
                        return 1; //: miss
                    case not (9 or 3) or not (9 or 0) when n is 4 or 40 || await Later(n == 2): //: part 2/2 1/2 2/2
                        return 2; //: hit
                    case not (4 or 9) when await Later(n == 7): //: hit 2/2
                        sum += 3; //: hit
                        break; //: hit
                    case 3:
                    case 1:
                        sum += 4; //: hit
                        break; //: hit
                    default:
                        sum += 5; //: hit
                        break; //D: hit
                }
            } //D: hit
            finally
            { //D: hit
                await Task.Yield(); //: hit
            } //D: hit
        } //D: hit
        return sum; //: hit
    } //: hit
}
