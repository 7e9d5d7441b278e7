// A plug-in that is loaded thousands of times. Every load does the same: "N per load" behind a mark is the number
// of executions that one load adds, whichever thread makes them; tests/integration/collectible.sh holds exact
// counts against it.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Plugin;

public static class Work
{
    //- static field initialisers, once for each load
    private static readonly int Factor = Start(); //: hit -- 1 per load

    //- branches of an entry point
    public static int Entry(int number)
    { //D: hit -- 8 per load
        int sum = 0; //: hit -- 8 per load
        if (number % 2 == 0) //: hit 2/2 -- 8 per load
        { //D: hit -- 4 per load
            sum += Even(number); //: hit -- 4 per load
        } //D: hit -- 4 per load
        else
        { //D: hit -- 4 per load
            sum += Odd(number); //: hit -- 4 per load
        } //D: hit -- 4 per load

        if (number > 100) //: part 1/2 -- 8 per load
        { //D: miss
            sum = Never(sum); //: miss
        } //D: miss

        return sum + Guarded(number) + Counted<int>(number) + Counted<string>(number); //: hit -- 8 per load
    } //D: hit -- 8 per load

    //- called by the thread of another load while this one may be unloaded
    public static int Visit(int number)
    { //D: hit -- 1 per load
        return Small(number) + new Holder(number).Value; //: hit -- 1 per load
    } //D: hit -- 1 per load

    //- a lambda that captures
    public static int Later(int number)
    { //D: hit -- 1 per load
        Func<int, int> add = x => x + number; //: hit -- 1 per load
        return add(Factor) + Items(number); //: hit -- 1 per load
    } //D: hit -- 1 per load

    private static int Start()
    { //D: hit -- 1 per load
        return 3; //: hit -- 1 per load
    } //D: hit -- 1 per load

    private static int Even(int number)
    { //D: hit -- 4 per load
        return number * Factor; //: hit -- 4 per load
    } //D: hit -- 4 per load

    //- an inlined callee
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Small(int number)
    { //D: hit -- 1 per load
        return number + 1; //: hit -- 1 per load
    } //D: hit -- 1 per load

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Odd(int number)
    { //D: hit -- 4 per load
        return number + Factor; //: hit -- 4 per load
    } //D: hit -- 4 per load

    //- never called
    private static int Never(int number)
    { //D: miss
        return number - 1; //: miss
    } //D: miss

    //- an exception in every load
    private static int Guarded(int number)
    { //D: hit -- 8 per load
        try
        { //D: hit -- 8 per load
            return Check(number); //: hit -- 8 per load
        }
        catch (ArgumentException) //: hit -- 1 per load
        { //D: hit -- 1 per load
            return 0; //: hit -- 1 per load
        }
    } //: hit -- 8 per load

    private static int Check(int number)
    { //D: hit -- 8 per load
        if (number == 7) //: hit 2/2 -- 8 per load
        { //D: hit -- 1 per load
            throw new ArgumentException("seven"); //: hit -- 1 per load
        }

        return 1; //: hit -- 7 per load
    } //D: hit -- 7 per load

    //- a generic method, two instantiations in every load
    private static int Counted<T>(int number)
    { //D: hit -- 16 per load
        return typeof(T).IsValueType ? number : 1; //: hit 2/2 -- 16 per load
    } //D: hit -- 16 per load

    //- an iterator
    private static int Items(int number)
    { //D: hit -- 1 per load
        int sum = 0; //: hit -- 1 per load
        foreach (int item in Two(number)) //: hit 2/2 -- 3 per load
        { //D: hit -- 2 per load
            sum += item; //: hit -- 2 per load
        } //D: hit -- 2 per load

        return sum; //: hit -- 1 per load
    } //D: hit -- 1 per load

    private static IEnumerable<int> Two(int number)
    { //D: hit -- 1 per load
        yield return number; //: hit -- 1 per load
        yield return 2; //: hit -- 1 per load
    } //: hit -- 1 per load

    //- an object
    private sealed class Holder
    {
        public Holder(int number) //: hit -- 1 per load
        { //D: hit -- 1 per load
            Value = number; //: hit -- 1 per load
        } //: hit -- 1 per load

        public int Value { get; } //: hit -- 1 per load
    }
}
