// switch statements whose bodies declare variables that a lambda captures: the compiler makes the object that holds them before the
// value, and the statement loses its point. The source says where it is.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchWithCapturedVariables
{
    private static int Call(Func<int> f) => f(); //: hit

    public static async Task Run()
    { //D: hit
        Plain(1); //: hit
        Plain(2); //: hit
        Called(1); //: hit
        Labels("b"); //: hit
        Use(Nested(1, 2)); //: hit
        Use(Loops(3)); //: hit
        First(2); //: hit
        Types("text"); //: hit
        Use(await Waits(2)); //: hit
        Ifs(3, true); //: hit
        Use(await BehindLoop(5, 2)); //: hit
        foreach (int i in InFinally(3)) Use(i); //: hit 2/2
        LoopFirst(2, "text"); //: hit
        LoopFirst(4, 1); //: hit
        LoopsFirst(1, 2); //: hit
        ConditionBefore(1, 5); //: hit
        ConditionBefore(1, 1); //: hit
        FunctionFirst("m9", 2); //: hit
        FunctionBehindConditions("m8", 2); //: hit
        Use(await FunctionInAsync("m9", 2)); //: hit
        await FunctionBehindPattern("m7", "text"); //: hit
        await FunctionBehindPattern("m7", "no"); //: hit
        await FunctionBehindPattern("m9", "no"); //: hit
        Use(BehindSwitch(1, 5) + BehindSwitch(3, 7)); //: hit
        Use(BehindPatterns("m1", 5) + BehindPatterns(3, 7)); //: hit
        foreach (int i in new Holder().InLocalFunction(4)) Use(i); //: hit 2/2
    } //: hit

    //- a plain variable
    private static void Plain(int n)
    { //D: hit
        switch (n) //: part 2/3
        {
            case 1: //: none
                int v = Id(5); //: hit
                Use(Call(() => v)); //: hit
                break; //: hit
            case 2: //: none
                Use(2); //: hit
                break; //D: hit
        }

        Use(3); //: hit
    } //: hit

    //- a value that is computed
    private static void Called(int n)
    { //D: hit
        Use(n); //: hit
        switch (Id(n)) //: part 1/3
        {
            case 1: //: none
                int v = Id(5); //: hit
                Use(Call(() => v)); //: hit
                break; //: hit
            case 2: //: none
            case 3: //: none
                Use(2); //: miss
                break; //D: miss
        }
    } //D: hit

    //- strings
    private static void Labels(string text)
    { //D: hit
        switch (text) //: part 1/3
        {
            case "a": //: none
                string v = text + "x"; //: miss
                Use(Call(() => v.Length)); //: miss
                break; //: miss
            case "b": //: none
                int w = text.Length; //: hit
                Use(Call(() => w)); //: hit
                break; //D: hit
        }
    } //: hit

    //- one in the other
    private static int Nested(int n, int m)
    { //D: hit
        switch (n) //: part 1/3
        {
            case 1: //: none
                int v = Id(5); //: hit
                Use(Call(() => v)); //: hit
                switch (m) //: part 1/3
                {
                    case 2: //: none
                        int w = Id(6); //: hit
                        return Call(() => v + w); //: hit
                    case 3: //: none
                        return Id(7); //: miss
                }

                break; //D: miss
            case 2: //: none
                return Id(8); //: miss
        }

        return Id(9); //: miss
    } //D: hit

    //- in a loop, after an if
    private static int Loops(int count)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < count; i++) //: hit 2/2
        { //D: hit
            if (i == 7) Use(i); //: part 1/2
            switch (i) //: part 2/3
            {
                case 1: //: none
                    int v = Id(i); //: hit
                    sum += Call(() => v); //: hit
                    break; //: hit
                case 9: //: none
                    sum++; //: miss
                    break; //D: miss
            }
        } //D: hit

        return sum; //: hit
    } //D: hit

    //- the first statement of the method, with a condition of a label
    private static void First(int n)
    { //D: hit
        switch (n) //: part 2/3
        {
            case 2 when Id(n) == 3: //: part 1/2
                int v = Id(5); //: miss
                Use(Call(() => v)); //: miss
                break; //: miss
            case 4: //: none
                Use(4); //: miss
                break; //: miss
            default: //: none
                Use(5); //: hit
                break; //D: hit
        }
    } //: hit

    //- types
    private static void Types(object o)
    { //D: hit
        switch (o) //: part 1/3
        {
            case string text: //: none
                Use(Call(() => text.Length)); //: hit
                break; //: hit
            case int number: //: none
                Use(number); //: miss
                break; //D: miss
        }
    } //D: hit

    //- in an async method
    private static async Task<int> Waits(int n)
    { //D: hit
        await Task.Yield(); //: hit
        switch (n) //: part 1/3
        {
            case 1: //: none
                Use(1); //: miss
                break; //: miss
            case 2: //: none
                int v = Id(await Task.FromResult(5)); //: hit
                Use(Call(() => v)); //: hit
                break; //D: hit
        }

        return n; //: hit
    } //: hit //AR: none

    //- in an async method, after a loop: the object is dropped after the statement
    private static async Task<int> BehindLoop(int n, int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: hit 2/2
        { //D: hit
            await Task.Yield(); //: hit
        } //D: hit

        switch (n) //: part 1/2
        {
            case 5: //: none
                int v = Id(await Task.FromResult(5)); //: hit
                Use(Call(() => v + n)); //: hit
                break; //D: hit
        }

        Use(count); //: hit
        return n; //: hit
    } //: hit //AR: none

    //- in the finally block of an iterator, which is a method of its own
    private static IEnumerable<int> InFinally(int n)
    { //: hit
        try
        { //D: hit
            yield return n; //: hit
        } //: hit
        finally
        { //D: hit
            for (int i = 0; i < n; i++) //: hit 2/2
            { //D: hit
                switch (Id(i)) //: part 2/3
                {
                    case 1: //: none
                        int v = Id(7); //: hit
                        Use(Call(() => v)); //: hit
                        break; //: hit
                    case 9: //: none
                        Use(9); //: miss
                        break; //D: miss
                }

                Use(i); //: hit
            } //D: hit
        } //: hit
    } //: hit

    //- near miss: an if whose body has such a variable
    private static void Ifs(int n, bool flag)
    { //D: hit
        if (flag) //: part 1/2
        { //D: hit
            int v = Id(n); //: hit
            Use(Call(() => v)); //: hit
        } //D: hit

        while (n > 0) //: hit 2/2
        { //D: hit
            int w = n; //: hit
            n -= Call(() => w); //: hit
        } //D: hit
    } //: hit

    //- a body in a body, with a loop first whose variable is captured
    private static void LoopFirst(int n, object o)
    { //D: hit
        switch (n) //: part 2/3
        {
            case 2: //: none
                switch (o) //: part 1/2
                {
                    case string: //: none
                        for (int k = 0; k < 3; k++) //: hit 2/2
                            Use(Call(() => k * n)); //: hit
                        Use(1); //: hit
                        break; //D: hit
                }

                Use(2); //: hit
                break; //: hit
            case 3 when Id(n) > 2: //: miss 0/2
                Use(3); //: miss
                break; //: miss
            default: //: none
                if (n > 3 && o is int) //: part 1/2 1/2
                    Use(4); //: hit
                Use(5); //: hit
                break; //D: hit
        }

        Use(6); //: hit
    } //: hit

    //- the same in both bodies
    private static void LoopsFirst(int n, int m)
    { //D: hit
        switch (n) //: part 1/2
        {
            case 1: //: none
                switch (m) //: part 1/3
                {
                    case 1: //: none
                        for (int k = 0; k < 3; k++) //: miss 0/2
                            Use(Call(() => k * n)); //: miss
                        break; //: miss
                    case 2: //: none
                        for (int k = 0; k < 2; k++) //: hit 2/2
                            Use(Call(() => k * m)); //: hit
                        break; //D: hit
                }

                Use(2); //: hit
                break; //D: hit
        }

        Use(6); //: hit
    } //: hit

    //- the default's body begins with a local function
    private static void FunctionFirst(string s, int n)
    { //D: hit
        switch (s) //: part 1/4
        {
            case "m1": //: none
                Use(1); //: miss
                break; //: miss
            case "m2" when Id(n) > 2: //: miss 0/2
                Use(2); //: miss
                break; //: miss
            case "m3": //: none
                Use(3); //: miss
                break; //: miss
            default: //: none
                int F(int x) => x + n; //: hit
                Use(F(4)); //: hit
                break; //D: hit
        }

        Use(6); //: hit
    } //: hit

    //- the same after conditions, with many labels
    private static void FunctionBehindConditions(string s, int n)
    { //D: hit
        switch (s) //: part 2/9
        {
            case "m1": //: none
                Use(1); //: miss
                break; //: miss
            case "m2": //: none
                Use(2); //: miss
                break; //: miss
            case "m3": //: none
                Use(3); //: miss
                break; //: miss
            case "m4": //: none
                Use(4); //: miss
                break; //: miss
            case "m5": //: none
                Use(5); //: miss
                break; //: miss
            case "m6": //: none
                Use(6); //: miss
                break; //: miss
            case "m7" when Id(n) > 2: //: miss 0/2
                Use(7); //: miss
                break; //: miss
            case "m8" when Id(n) > 2 || Id(n) > 3: //: part 1/2 1/2
                Use(8); //: miss
                break; //: miss
            default: //: none
                int F(int x) => x + n; //: hit
                Use(F(4)); //: hit
                break; //D: hit
        }

        Use(6); //: hit
    } //: hit

    //- the same in an async method
    private static async Task<int> FunctionInAsync(string s, int n)
    { //D: hit
        switch (s) //: part 1/8
        {
            case "m1": //: none
                Use(1); //: miss
                break; //: miss
            case "m2": //: none
                Use(await Task.FromResult(2)); //: miss
                break; //: miss
            case "m3": //: none
                Use(3); //: miss
                return 3; //: miss
            case "m4": //: none
                Use(4); //: miss
                break; //: miss
            case "m5": //: none
                Use(5); //: miss
                break; //: miss
            case "m6" when n is not 1: //: miss 0/2
                Use(6); //: miss
                break; //: miss
            case "m8" when Id(n) > 2 || Id(n) > 3: //: miss 0/2 0/2
                Use(8); //: miss
                break; //: miss
            default: //: none
                async Task<int> F(int x)
                { //D: hit
                    await Task.Yield(); //: hit
                    return x; //: hit
                } //: hit //AR: none

                Use(await F(4)); //: hit
                break; //D: hit
        }

        return 6; //: hit
    } //: hit //AR: none

    //- the same after a pattern that must not match
    private static async Task FunctionBehindPattern(string s, object o)
    { //D: hit
        switch (s + await Task.FromResult("")) //: part 2/9
        {
            case "m1": //: none
                Use(await Task.FromResult(1)); //: miss
                break; //: miss
            case "m2": //: none
                Use(2); //: miss
                break; //: miss
            case "m7" when !(o is string { Length: 2 }): //: part 1/2 2/2
                Use(7); //: hit
                break; //: hit
            case "m3": //: none
            case "m4": //: none
            case "m5" when Id(2) > 1: //: miss 0/2
            case "m6": //: none
            case "m8": //: none
                Use(2); //: miss
                break; //: miss
            default: //: none
                int F(int x) => x + Id(2); //: hit
                Use(F(4)); //: hit
                break; //D: hit
        }

        Use(6); //: hit
    } //: hit

    //- a body that is such a switch, after a condition
    private static void ConditionBefore(int n, int m)
    { //D: hit
        switch (n) //: part 2/3
        {
            case < 0: //: none
                Use(0); //: miss
                break; //: miss
            case < 3 when Id(m) < 3: //: hit 2/2
                switch (m) //: part 1/2
                {
                    case < 0: //: none
                        Use(1); //: miss
                        break; //D: miss
                }

                Use(2); //: hit
                break; //: hit
            default: //: none
                Use(Call(() => m + n)); //: hit
                break; //D: hit
        }

        Use(6); //: hit
    } //: hit

    //- after another switch without a point, whose variables are captured as well
    private static int BehindSwitch(int n, int m)
    { //D: hit
        switch (n) //: part 2/3
        {
            case 1: //: none
                Use(1); //: hit
                break; //: hit
            case 2: //: none
                Use(Call(() => m + n)); //: miss
                break; //D: miss
        }

        switch (Id(m)) //: part 2/3
        {
            case 5: //: none
                int k = Id(4); //: hit
                Use(Call(() => k + m)); //: hit
                break; //: hit
            case 6: //: none
                Use(6); //: miss
                break; //D: miss
        }

        return 6; //: hit
    } //D: hit

    //- the same with patterns
    private static int BehindPatterns(object o, int m)
    { //D: hit
        switch (o) //: part 3/4
        {
            case "m1": //: none
                Use(1); //: hit
                break; //: hit
            case int i when i > m: //: part 1/2
                Use(Call(() => m + i)); //: miss
                break; //: miss
            case string: //: none
                Use(o); //: miss
                break; //D: miss
        }

        switch (Id(m)) //: part 2/3
        {
            case < 6: //: none
                int k = Id(4); //: hit
                Use(Call(() => k + m)); //: hit
                break; //: hit
            case > 7: //: none
                Use(Call(() => m)); //: miss
                break; //D: miss
        }

        return 6; //: hit
    } //D: hit

    //- the variables of a local function, in an iterator: they are in a structure of the stack
    private sealed class Holder
    {
        private readonly int start = Id(3); //: hit

        public IEnumerable<int> InLocalFunction(int n)
        { //D: hit
            switch (n) //: part 1/3
            {
                case 9: //: none
                    Use(1); //: miss
                    break; //: miss
                case 4: //: none
                    Add(); //: hit
                    void Add() => Use(start + n); //: hit
                    Use(2); //: hit
                    break; //D: hit
            }

            yield return Id(n); //: hit
        } //: hit
    }
}
