// A plug-in that is loaded in many ways. Call is called six times in all, once with each number from 0 to 5, whether
// by one load of the assembly or by six of them, so the marks are the same.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Loading.Plugin;

public static class Work
{
    private static int Last { get; set; } //: hit x6

    //- every number takes another way
    public static int Call(int number)
    { //D: hit x6
        Last = number; //: hit x6
        switch (number) //: part 5/6 x6
        {
            case 0: //: none
                return Small(number) + Small(2); //: hit x1
            case 1: //: none
                return Guarded("x"); //: hit x1
            case 2: //: none
                return Sum(3); //: hit x1
            case 3: //: none
                return Later(number).GetAwaiter().GetResult(); //: hit x1
            case 100: //: none
                return Never(number); //: miss
            default: //: none
                return Kind(number) + Kind("text") + Optimised(number); //: hit x2
        }
    } //D: hit x6

    //- inlined
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Small(int number) => number > 1 ? 1 : 2; //: hit 2/2 x2

    //- an exception
    private static int Guarded(string text)
    { //D: hit x1
        try
        { //D: hit x1
            return int.Parse(text, null); //: hit x1
        }
        catch (FormatException) //: hit x1
        { //D: hit x1
            return -1; //: hit x1
        }
    } //: hit x1

    //- an iterator and a lambda
    private static int Sum(int count)
    { //D: hit x1
        int sum = 0; //: hit x1
        Func<int, int> twice = n => n + n; //: hit x3
        foreach (int number in Numbers(count)) //: hit 2/2 x4
        { //D: hit x3
            sum += twice(number); //: hit x3
        } //D: hit x3

        return sum; //: hit x1
    } //D: hit x1

    private static IEnumerable<int> Numbers(int count)
    { //D: hit x1
        while (count > 0) //: hit 2/2 x4
        { //D: hit x3
            yield return count; //: hit x3
            count--; //: hit x3
        } //D: hit x3
    } //: hit x1

    //- async
    private static async Task<int> Later(int number)
    { //D: hit x1
        await Task.Yield(); //: hit x1
        return number; //: hit x1
    } //: hit x1

    //- generic
    private static int Kind<T>(T value) => value is string ? 1 : 2; //: hit 2/2 x4

    //- never tiered
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static int Optimised(int number)
    { //D: hit x2
        int sum = 0; //: hit x2
        for (int i = 0; i < number; i++) //: hit 2/2 x11
        { //D: hit x9
            sum += i; //: hit x9
        } //D: hit x9

        return sum; //: hit x2
    } //D: hit x2

    //- never called
    private static int Never(int number)
    { //D: miss
        return number - 1; //: miss
    } //D: miss
}
