// A switch over a plain variable as the first statement of a finally block: optimised code has no point there, so the block begins without
// one, as the blocks do that the compiler writes for using, foreach and lock. And one whose only body begins without a point.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchInFinally
{
    public static async Task Run()
    { //D: hit
        foreach (int n in new[] { 2, 5 }) //: hit 2/2
        { //D: hit
            Expect<InvalidOperationException>(() => Thrown(n)); //: hit
            Use(Returned(n)); //: hit
            Ended(n); //: hit
            Use(await Waited(n)); //: hit
            foreach (int k in Yielded(n)) Use(k); //: hit 2/2
            Used(n); //: hit
            Use(Texts(n == 2 ? "a" : "c")); //: hit 2/2
            Caught(n); //: hit
            Use(await TryFirst(n)); //: hit
            foreach (int k in CapturedFirst(n)) Use(k); //: hit 2/2
            Use(BehindCondition(5, n == 5 ? 7L : "text")); //: hit 2/2
            foreach (int k in DefaultFirst(n)) Use(k); //: hit 2/2
            foreach (int k in Around(n, null)) Use(k); //: part 1/2
        } //: hit //AR: none
    } //: hit

    //- after a throw
    private static void Thrown(int n)
    { //D: hit
        try
        { //D: hit
            Fail("thrown"); //: hit
        } //: miss
        finally
        { //D: hit
            switch (n) //: part 2/3
            {
                case 5: //: none
                    Use(5); //: hit
                    break; //: hit
                case 2: //: none
                    Use(2); //: hit
                    break; //D: hit
            }
        } //: hit
    } //: miss

    //- after a return
    private static int Returned(int n)
    { //D: hit
        try
        { //D: hit
            return Id(n); //: hit
        }
        finally
        { //D: hit
            switch (n) //: part 1/4
            {
                case 7: //: none
                    Use(5); //: miss
                    break; //: miss
                case 8: //: none
                    Use(2); //: miss
                    break; //: miss
                case 9: //: none
                    Use(3); //: miss
                    break; //D: miss
            }
        } //: hit
    } //: hit

    //- at the end of the block, with a default
    private static void Ended(int n)
    { //D: hit
        try
        { //D: hit
            Use(n); //: hit
        } //: hit
        finally
        { //D: hit
            switch (n) //: part 2/3
            {
                case 2: //: none
                    Use(2); //: hit
                    break; //: hit
                case 3: //: none
                    Use(3); //: miss
                    break; //: miss
                default: //: none
                    Use(4); //: hit
                    break; //D: hit
            }
        } //: hit
    } //: hit

    //- in an async method
    private static async Task<int> Waited(int n)
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit
            return n; //: hit
        }
        finally
        { //D: hit
            switch (n) //: part 2/3
            {
                case 5: //: none
                    Use(5); //: hit
                    break; //: hit
                case 2: //: none
                    Use(2); //: hit
                    break; //D: hit
            }
        } //D: hit //AR: hit
    } //: hit

    //- in an iterator
    private static IEnumerable<int> Yielded(int n)
    { //: hit
        try
        { //D: hit
            yield return n; //: hit
        } //: hit
        finally
        { //D: hit
            switch (n) //: part 2/3
            {
                case 5: //: none
                    Use(5); //: hit
                    break; //: hit
                case 2: //: none
                    Use(2); //: hit
                    break; //D: hit
            }
        } //: hit
    } //: hit

    private sealed class Resource : IDisposable
    {
        public void Dispose() => Use(1); //: hit
    }

    //- in the block of a using, and one of foreach: the compiler's own blocks are not decisions
    private static void Used(int n)
    { //D: hit
        try
        { //D: hit
            using (Resource r = new()) //: hit
            { //D: hit
                Use(r); //: hit
            } //: hit

            foreach (int k in Numbers(n)) Use(k); //: hit 2/2
        } //D: hit
        finally
        { //D: hit
            switch (n) //: part 1/2
            {
                case 3: //: none
                    Use(5); //: miss
                    break; //D: miss
            }
        } //: hit
    } //: hit

    //- over strings
    private static int Texts(string text)
    { //D: hit
        try
        { //D: hit
            return text.Length; //: hit
        }
        finally
        { //D: hit
            switch (text) //: part 2/4
            {
                case "a": //: none
                    Use(1); //: hit
                    break; //: hit
                case "b": //: none
                    Use(2); //: miss
                    break; //: miss
                case "c": //: none
                    Use(3); //: hit
                    break; //D: hit
            }
        } //: hit
    } //: hit

    //- in a catch block
    private static void Caught(int n)
    { //D: hit
        try
        { //D: hit
            Fail("caught"); //: hit
        } //: miss
        catch (InvalidOperationException) //: hit
        { //D: hit
            switch (n) //: part 2/3
            {
                case 5: //: none
                    Use(5); //: hit
                    break; //: hit
                case 2: //: none
                    Use(2); //: hit
                    break; //D: hit
            }
        } //: hit
    } //: hit

    //- one label, whose body begins with a try block of an async method
    private static async Task<int> TryFirst(int n)
    { //D: hit
        switch (n) //: hit 2/2
        {
            case 5: //: none
                try
                { //D: hit
                    Use(1); //: hit
                    await Task.Yield(); //: hit
                } //: hit
                catch (InvalidOperationException e) //D: miss
                { //D: miss
                    Use(e); //: miss
                } //: miss
                break; //D: hit
        }

        return n; //: hit
    } //: hit //AR: none

    //- one label, in whose body an object for captured variables is made first
    private static IEnumerable<int> CapturedFirst(int n)
    { //D: hit
        switch (n) //: hit 2/2
        {
            case 5: //: none
                for (int k = 0; k < 2; k++) //: hit 2/2
                { //D: hit
                    Func<int> f = () => k + n; //: hit
                    yield return f(); //: hit
                } //D: hit
                break; //D: hit
        }

        yield return n; //: hit
    } //: hit

    //- one label, whose body begins with a try block, as the first statement after a label with a condition
    private static int BehindCondition(int n, object thing)
    { //D: hit
        switch (n) //: part 1/3
        {
            case 1: //: none
                return 1; //: miss
            case 5 when Id(n) > 0: //: part 1/2
                switch (thing) //: hit 2/2
                {
                    case long: //: none
                        try
                        { //D: hit
                            if (Id(n) == 5 && n > 3) //: part 1/2 1/2
                                Use(5); //: hit
                            Use(n); //: hit
                        } //: hit
                        finally
                        { //D: hit
                            Use(n + 1); //: hit
                        } //: hit

                        Use(6); //: hit
                        break; //D: hit
                }

                Use(n); //: hit
                break; //: hit
            default: //: none
                return 2; //: miss
        }

        return 3; //: hit
    } //D: hit

    //- an iterator: the body of the first label begins with a try block, and so with code of the compiler
    private static IEnumerable<int> DefaultFirst(int n)
    { //D: hit
        switch (n) //: part 2/5
        {
            default: //: none
                try
                { //D: hit
                    Use(Id(n)); //: hit
                    yield return n; //: hit
                } //: hit
                finally
                { //D: hit
                    Use(n); //: hit
                } //: hit

                break; //: hit
            case 0: //: none
                yield return 10; //: miss
                break; //: miss
            case 1: //: none
                yield return 11; //: miss
                break; //: miss
            case 2: //: none
                yield return 12; //: hit
                break; //: hit
            case 3: //: none
                yield return 13; //: miss
                break; //D: miss
        }

        Use(n); //: hit
    } //: hit

    //- one label of a value that is computed, whose body begins with a switch that has no point
    private static IEnumerable<int> Around(int n, object? thing)
    { //D: hit
        int k = 0; //: hit
        while (k++ < 2) //: hit 2/2
        { //D: hit
            switch (Id(n)) //: hit 2/2
            {
                case 2: //: none
                    switch (thing) //: part 1/5
                    {
                        case int: //: none
                            yield return 1; //: miss
                            break; //: miss
                        case null: //: none
                            Use(2); //: hit
                            break; //: hit
                        case long: //: none
                            Use(3); //: miss
                            break; //: miss
                        case string text: //: none
                            yield return text.Length; //: miss
                            break; //D: miss
                    }

                    Use(n); //: hit
                    break; //D: hit
            }

            Use(k); //: hit
        } //D: hit
    } //: hit
}
