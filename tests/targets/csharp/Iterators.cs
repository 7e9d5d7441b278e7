// Iterators: the state machine's dispatch is not a branch; what comes after the last element that was
// asked for did not run.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Iterators
{
    public static void Run()
    { //D: hit
        foreach (int i in Simple()) Use(i); //: hit 2/2
        foreach (int i in Conditional(true)) Use(i); //: hit 2/2
        foreach (int i in Loop(3)) Use(i); //: hit 2/2
        LeftEarly(); //: hit x1
        foreach (int i in Break(2)) Use(i); //: hit 2/2
        foreach (object? i in NonGeneric()) Use(i); //: hit 2/2
        Use(Recursive(3).Sum()); //: hit x1
        NeverEnumerated(); //: hit x1
        FinallyRuns(); //: hit x1
        FinallyNot(); //: hit x1
        Expect<InvalidOperationException>(() => Throws().Count()); //: hit
        Use(new Collection(2).Count()); //: hit x1
        Use(string.Join(',', new Collection(2).Backwards)); //: hit x1
        Expect<ArgumentException>(() => Checked(-1)); //: hit
        Use(Checked(2).Count()); //: hit x1
        Use(Local(2)); //: hit x1
        Enumerator(); //: hit x1
        Single(); //: hit x1
    } //: hit

    //- three elements
    private static IEnumerable<int> Simple()
    { //D: hit
        yield return 1; //: hit x1
        Use(1); //: hit x1
        yield return 2; //: hit x1
        yield return Id(3); //: hit x1
    } //: hit

    //- if and else between elements
    private static IEnumerable<int> Conditional(bool value)
    { //D: hit
        if (value) //: part 1/2 x1
        { //D: hit
            yield return 1; //: hit x1
        } //D: hit
        else
        { //D: miss
            yield return 2; //: miss
        } //D: miss

        yield return value && No() ? 3 : 4; //: part 1/2 1/2 x1
    } //: hit

    //- a loop
    private static IEnumerable<int> Loop(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: hit 2/2 x4
        { //D: hit
            yield return i; //: hit x3
        } //D: hit
    } //: hit

    //- left after the first element
    private static void LeftEarly()
    { //D: hit
        foreach (int i in Endless()) //: part 1/2 x1
        { //D: hit
            Use(i); //: hit x1
            break; //: hit x1
        }

        Use(Endless().Take(2).Count()); //: hit x1
        Use(Partly().First()); //: hit x1
    } //: hit

    private static IEnumerable<int> Endless()
    { //D: hit
        int i = 0; //: hit x2
        while (true) //: hit
        { //D: hit
            yield return i; //: hit x3
            i++; //: hit x1
        } //D: hit
    }

    private static IEnumerable<int> Partly()
    { //D: hit
        Use(1); //: hit x1
        yield return 1; //: hit x1
        Use(2); //: miss
        yield return 2; //: miss
    } //: miss

    //- yield break
    private static IEnumerable<int> Break(int count)
    { //D: hit
        for (int i = 0; ; i++) //: hit
        { //D: hit
            if (i == count) //: hit 2/2 x3
            { //D: hit
                yield break; //: hit x1
            }

            yield return i; //: hit x2
        } //D: hit
    }

    //- IEnumerable without a type
    private static IEnumerable NonGeneric()
    { //D: hit
        yield return 1; //: hit x1
        yield return "two"; //: hit x1
    } //: hit

    //- recursive
    private static IEnumerable<int> Recursive(int depth)
    { //D: hit
        if (depth == 0) //: hit 2/2 x4
        { //D: hit
            yield break; //: hit x1
        }

        yield return depth; //: hit x3
        foreach (int i in Recursive(depth - 1)) //: hit 2/2
        { //D: hit
            yield return i; //: hit x3
        } //D: hit
    } //: hit

    //- created, never enumerated: nothing of the body ran
    private static void NeverEnumerated()
    { //D: hit
        IEnumerable<int> numbers = Lazy(1); //: hit x1
        Use(numbers); //: hit x1
    } //: hit

    private static IEnumerable<int> Lazy(int value)
    { //D: miss
        if (value > 0) //: miss 0/2
        { //D: miss
            yield return value; //: miss
        } //D: miss
    } //: miss

    //- try and finally, ended by Dispose
    private static void FinallyRuns()
    { //D: hit
        foreach (int i in Guarded()) //: part 1/2 x1
        { //D: hit
            Use(i); //: hit x1
            break; //: hit x1
        }
    } //: hit

    private static IEnumerable<int> Guarded()
    { //: hit
        try
        { //D: hit
            yield return 1; //: hit x1
            Use(1); //: miss
            yield return 2; //: miss
        } //: miss
        finally
        { //D: hit
            Use(2); //: hit x1
        } //: hit

        Use(3); //: miss
    } //: miss

    //- not disposed: the finally does not run
    private static void FinallyNot()
    { //D: hit
        IEnumerator<int> numbers = Undisposed().GetEnumerator(); //: hit x1
        Use(numbers.MoveNext()); //: hit x1
    } //: hit

    private static IEnumerable<int> Undisposed()
    { //: hit
        try
        { //D: hit
            yield return 1; //: hit x1
        } //: miss
        finally
        { //D: miss
            Use(1); //: miss
        } //: miss
    } //: miss

    //- throws between elements
    private static IEnumerable<int> Throws()
    { //D: hit
        yield return 1; //: hit x1
        Fail("iterator"); //: hit x1
        yield return 2; //: miss
    } //: miss

    //- a user-defined collection
    private sealed class Collection(int count) : IEnumerable<int> //: hit x2
    {
        public IEnumerator<int> GetEnumerator()
        { //D: hit
            for (int i = 0; i < count; i++) //: hit 2/2 x3
            { //D: hit
                yield return i; //: hit x2
            } //D: hit
        } //: hit

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); //: miss

        public IEnumerable<int> Backwards
        {
            get
            { //D: hit
                int left = count; //: hit x1
                while (left-- > 0) //: hit 2/2 x3
                    yield return left; //: hit x2
            } //: hit
        }
    }

    //- arguments checked at once, the rest in a local iterator
    private static IEnumerable<int> Checked(int count)
    { //D: hit
        if (count < 0) //: hit 2/2 x2
        { //D: hit
            throw new ArgumentException("negative"); //: hit x1
        }

        return Inner(); //: hit x1

        IEnumerable<int> Inner()
        { //D: hit
            for (int i = 0; i < count; i++) //: hit 2/2 x3
                yield return i; //: hit x2
        } //: hit
    } //D: hit

    //- an iterator with a lambda in it
    private static int Local(int factor)
    { //D: hit
        return Products().Sum(); //: hit x1

        IEnumerable<int> Products()
        { //D: hit
            Func<int, int> multiply = n => n * factor; //: hit
            yield return multiply(1); //: hit x1
            yield return multiply(2); //: hit x1
        } //: hit
    } //D: hit

    //- IEnumerator
    private static void Enumerator()
    { //D: hit
        IEnumerator<int> numbers = Steps(); //: hit x1
        while (numbers.MoveNext()) //: hit 2/2 x3
        { //D: hit
            Use(numbers.Current); //: hit x2
        } //D: hit
    } //: hit

    private static IEnumerator<int> Steps()
    { //D: hit
        yield return 1; //: hit x1
        yield return 2; //: hit x1
    } //: hit

    //- one element: the dispatch is a pair of tests instead of a table
    private static void Single()
    { //D: hit
        foreach (int i in One()) //: hit 2/2 x2
        { //D: hit
            Use(i); //: hit x1
        } //D: hit
    } //: hit

    private static IEnumerable<int> One()
    { //D: hit
        yield return 1; //: hit x1
    } //: hit
}
