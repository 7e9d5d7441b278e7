// Lambdas on the lines of a statement: the call that takes a lambda ran, whether the lambda did or not.

using System;
using System.Collections.Generic;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LambdaLines
{
    private static int Twice(Func<int, int> change, bool calls) => calls ? change(2) : 0; //: hit 2/2

    //- lambdas of a statement over several lines that never run
    private static void NeverAsked(List<int> none)
    { //D: hit
        int count = none //: hit
            .Where(x => x > 1) //: hit
            .Select(x => x + 1) //: hit
            .Count(); //: hit
        Use(count); //: hit
        bool any = none //: hit
            .Where(x => x > 1) //: hit
            .Any(x => x > 2); //: hit
        Use(any); //: hit
    } //: hit

    //- the same, run
    private static void Asked(List<int> some)
    { //D: hit
        int count = some //: hit
            .Where(x => x > 1) //: hit
            .Select(x => x + 1) //: hit
            .Count(); //: hit
        Use(count); //: hit
    } //: hit

    //- a statement that did not run, and its lambdas
    private static void NotReached(List<int> none, bool asks)
    { //D: hit
        if (!asks) return; //: part 1/2
        int count = none //: miss
            .Where(x => x > 1) //: miss
            .Count(); //: miss
        Use(count); //: miss
    } //D: hit

    //- the clauses of a query are lambdas
    private static void Query(List<int> none)
    { //D: hit
        IEnumerable<int> query = from x in none //: hit
                                 where x > 1 //: miss
                                 select x + 1; //: miss
        Use(query.Count()); //: hit
    } //: hit

    //- the last line of a lambda, on which the call goes on
    private static void GoesOn()
    { //D: hit
        Use(Twice(x => //: hit
        { //: miss
            return x + 1; //: miss
        }, false)); //: hit
        Use(Twice(x => //: hit
        { //: hit
            return x + 1; //: hit
        }, true)); //: hit
    } //: hit

    //- nothing goes on after a lambda that is the last argument, nor beside a body that has a line of its own
    private static void EndsWith()
    { //D: hit
        Func<int, int> never = Kept(x => //: hit
        { //: miss
            Use(x); //: miss
            return x + 1; //: miss
        }); //: miss
        Func<int, int> again = Kept(x => //: hit
            x + 1); //: miss
        Use(never == again); //: hit
    } //: hit

    //- a local function in a lambda, far to the right, with a body of one line that it has for itself
    private static void FarToTheRight(int n)
    { //D: hit
        Use(Enumerable.Range(1, 2).Sum(x => //: hit
        { //: hit
                        int Never(int y)
                        { Use(y); Use(x); return y + x + n; } //: miss
                        Use(x); //: hit
                        return x > 9 ? Never(x) : x; //: part 1/2
        })); //: hit
    } //: hit

    private static Func<int, int> Kept(Func<int, int> change) => change; //: hit

    //- an arm that was not taken is not a lambda
    private static void Arms(int n)
    { //D: hit
        int value = n switch //: part 1/2
        { //: hit
            1 => Enumerable.Range(1, 3).Count(x => x > 1), //: miss
            _ => 2, //: hit
        }; //: hit
        Use(value); //: hit
    } //: hit

    //- local functions in the block of a lambda, which has no point before the first one in optimised code
    private static void Functions()
    { //D: hit
        Use(Twice(x => //: hit
        { //: miss
            int First(int y) => y + 1; //: miss
            Use(x); //: miss
            int Second(int y) => y + 1; //: miss
            return x > 9 ? First(x) : Second(x); //: miss 0/2
        }, false)); //: hit
        Use(Twice(x => //: hit
        { //: hit
            int First(int y) => y + 1; //: miss
            return x > 9 ? First(x) : x; //: part 1/2
        }, true)); //: hit
    } //: hit

    public static void Run()
    { //D: hit
        Functions(); //: hit
        NeverAsked([]); //: hit
        Asked([1, 2]); //: hit
        NotReached([], false); //: hit
        Query([]); //: hit
        GoesOn(); //: hit
        EndsWith(); //: hit
        FarToTheRight(1); //: hit
        Arms(2); //: hit
    } //: hit
}
