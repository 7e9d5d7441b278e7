// Several ways lead to the condition of one label, and the compiler keeps a number that says where to go on when it
// fails: ways from the condition of the label before, and numbers that are kept over an await.

using System;
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
            Use(await KeptFromZero(n)); //: hit
            Use(await KeptWithCaptured(n)); //: hit
        } //D: hit
        Use(LeavesTry(2) + LeavesTry(1)); //: hit
        Use(InnerSwitch("zz", 5) + InnerSwitch("zz", 20) + InnerSwitch("q", 20) + InnerSwitch("b", 9)); //: hit
    } //: hit

    private static bool Is(bool value) => value; //: hit

    private static async Task<bool> Later(bool value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

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
    } //: hit //AR: none

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
    } //: hit //AR: none

    //- numbers from zero on, which a table looks up as they are
    private static async Task<string> KeptFromZero(int n)
    { //D: hit
        switch (n) //: part 4/5
        {
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
    } //: hit //AR: none

    //- the same in a switch with a captured variable, which has no point
    private static async Task<int> KeptWithCaptured(int n)
    { //D: hit
        if (n > 90) //: part 1/2
        { //D: miss
            return 1; //: miss
        }
        else
        { //D: hit
            switch (n) //: hit 5/5
            {
                case not (9 or 3) or not (9 or 0) when n is 4 or 40: //: part 2/2 1/2
                    return 2; //: hit
                case not (4 or 9) when n != 7 && await Later(n == 2): //: hit 2/2 2/2
                    return 3; //: hit
                case 3 when n < 9: //: part 1/2
                    int next = n + 1; //: hit
                    Func<int> get = () => next; //: hit
                    return get(); //: hit
                case 1:
                    return 5; //: hit
            }
        } //D: hit
        return 6; //: hit
    } //: hit //AR: none

    //- a switch with a captured variable after the tests of the number
    private static int InnerSwitch(string text, int n)
    { //D: hit
        switch (text) //: part 4/7
        {
            case "b" when n is 1 or 9: //: part 1/2 1/2
            case "longer text" when n == 12 || n >= 7: //: miss 0/2 0/2
                return 1; //: hit
            case not "ab" when n is > 3 and < 12: //: part 1/2 2/2
                switch (n) //: part 1/4
                {
                    case < 4 or 5:
                        return 2; //: hit
                    case 40:
                        return 3; //: miss
                    default:
                        int next = n; //: miss
                        Func<int> get = () => next + 1; //: miss
                        return get(); //: miss
                }
            case [.., not (>= 'a' and <= 'z')]:
            case { Length: > 7 }:
                return 7; //: miss
            case "q":
                return 8; //: hit
            case { Length: >= 5 and <= 9 }:
                return 10; //: miss
        }
        return 0; //: hit
    } //D: hit

    //- a condition in a try block that fails leaves it
    private static int LeavesTry(int n)
    { //D: hit
        int sum = 0; //: hit
        try
        { //D: hit
            switch (n) //: part 3/4
            {
                case 2 when Is(n == 5): //: part 1/2
                case 4 when n > 9 || n <= 0: //: miss 0/2 0/2
                    sum = 1; //: miss
                    break; //: miss
                case 1:
                    sum = 2; //: hit
                    break; //D: hit
            }
        } //: hit
        finally
        { //D: hit
            sum++; //: hit
        } //: hit
        return sum; //: hit
    } //D: hit
}
