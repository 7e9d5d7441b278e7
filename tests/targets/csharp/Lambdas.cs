// Lambdas, closures, local functions, method groups and queries. A body is its own, on its own
// lines; the cache of a delegate is not a branch.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Lambdas
{
    private delegate int Operation(int value);

    public static void Run()
    { //D: hit
        Called(); //: hit x1
        NeverCalled(); //: hit x1
        MultiLine(); //: hit x1
        LinesWithoutCode(); //: hit x1
        Closures(2); //: hit x1
        Use(LocalFunctions(3)); //: hit x1
        MethodGroups(); //: hit x1
        MethodGroups(); //: hit x1
        Linq([3, 1, 2]); //: hit x1
        Query([3, 1, 2]); //: hit x1
        LazyQuery([1]); //: hit x1
        NestedLambdas(1); //: hit x1
        Branches(); //: hit x1
        Trees(); //: hit x1
        Events(); //: hit x1
        Passed(); //: hit x1
        CapturedLoop(); //: hit x1
    } //: hit

    //- lines without code in a lambda that is never called, and in one that is
    private static void LinesWithoutCode()
    { //D: hit
        Action<int> never = value => //: hit x1
        { //: miss
            // a comment, no code //: none
            if (value > 1) //: miss 0/2
            { //D: miss
                Use(1); //: miss
            } //D: miss
            else //: none
            { //D: miss
                Use(2); //: miss
            } //D: miss
            try //: none
            { //D: miss
                // nothing but this //: none
                Use(3); //: miss
            } //: miss
            finally //: none
            { //D: miss
                Use(4); //: miss
            } //: miss
        }; //: miss
        Use(never); //: hit x1
        Action<int> once = value => //: hit x1
        { //: hit x1
            Use(value); //: hit x1

            // between two statements //: none
#if NEVER_DEFINED
            Use(5);
#endif
            Use(value); //: hit x1
        }; //: hit x1
        once(1); //: hit x1
    } //: hit

    //- lambdas that are called
    private static void Called()
    { //D: hit
        Func<int, int> increment = x => x + 1; //: hit x2
        Use(increment(1)); //: hit x1
        Use(increment(2)); //: hit x1
        Action block = () => { Use(1); }; //: hit x1
        block(); //: hit x1
        Func<int, int> typed = static (int x) => //: hit x1
        { //: hit
            Use(x); //: hit x1
            return x; //: hit x1
        }; //: hit x1
        Use(typed(3)); //: hit x1
        var optional = (int x = 2) => x; //: hit x1
        Use(optional()); //: hit x1
    } //: hit

    //- lambdas that are never called: the creating statement ran, the body did not
    private static void NeverCalled()
    { //D: hit
        Func<int, int> oneLine = x => x + 1; //: hit x1
        Use(oneLine); //: hit x1
        Func<int, int> expression = x => //: hit x1
            x + 1; //: miss
        Use(expression); //: hit x1
        Action block = () => //: hit x1
        { //: miss
            Use(1); //: miss
            Use(2); //: miss
        }; //: miss
        Use(block); //: hit x1
        Func<bool> withBranch = () => Yes() && No(); //: part 0/2 0/2 x1
        Use(withBranch); //: hit x1
    } //: hit

    //- a multi-line statement with lambdas inside: their lines are their own
    private static void MultiLine()
    { //D: hit
        int result = Apply( //: hit x1
            x => //: hit x1
            { //: hit
                int doubled = x * 2; //: hit x1
                return doubled; //: hit x1
            }, //: hit x1
            () => //: hit x1
            { //: miss
                Use(1); //: miss
            }, //: miss
            5); //: hit x1
        Use(result); //: hit x1
    } //: hit

    private static int Apply(Func<int, int> used, Action unused, int value)
    { //D: hit
        Use(unused); //: hit x1
        return used(value); //: hit x1
    } //D: hit

    //- closures over parameters, locals and each other
    private static void Closures(int parameter)
    { //D: hit
        int local = Id(1); //: hit x1
        Func<int> sum = () => parameter + local; //: hit x2
        local = 5; //: hit x1
        Use(sum()); //: hit x1
        if (parameter > 1) //: part 1/2 x1
        { //D: hit
            int inner = Id(2); //: hit x1
            Action change = () => local = inner + parameter; //: hit x1
            change(); //: hit x1
        } //D: hit

        Use(sum()); //: hit x1
    } //: hit

    //- local functions: called, not called, recursive, static
    private static int LocalFunctions(int value)
    { //D: hit
        int captured = Id(1); //: hit x1
        return Factorial(value) + Add(2); //: hit x1

        int Factorial(int n) => n <= 1 ? 1 : n * Factorial(n - 1); //: hit 2/2 x3

        int Add(int n)
        { //D: hit
            return n + captured; //: hit x1
        } //D: hit

#pragma warning disable CS8321 // never used, on purpose
        static int Unused(int n)
        { //D: miss
            return n + 1; //: miss
        } //D: miss
#pragma warning restore CS8321
    } //D: hit

    private static int Triple(int value) => value * 3; //: hit

    private static int Never(int value) => value * 4; //: miss

    //- method groups: the cached delegate is not a branch
    private static void MethodGroups()
    { //D: hit
        Func<int, int> triple = Triple; //: hit x2
        Operation never = Never; //: hit x2
        Use(triple(1)); //: hit x2
        Use(never); //: hit x2
        Use(new[] { 1, 2 }.Select(Triple).Sum()); //: hit x2
    } //: hit

    //- LINQ methods
    private static void Linq(int[] numbers)
    { //D: hit
        List<int> list = numbers //: hit x1
            .Where(n => n > 1) //: hit x3
            .OrderBy(n => -n) //: hit x2
            .Select(n => n * 10) //: hit x2
            .ToList(); //: hit x1
        Use(list.Count); //: hit x1
        Use(numbers.Any(n => n > 9 || n < 0)); //: part 1/2 1/2 x3
        Use(numbers.First(n => n == 1)); //: hit x2
        Use(numbers.Where(n => n > 9).Select(n => n + 1).Count()); //: hit x3
        Use(numbers.Aggregate(0, (sum, n) => //: hit x1
            n > 1 //: hit 2/2 x3
                ? sum + n //: hit x3
                : sum)); //: hit x3
    } //: hit

    //- query syntax: each clause is a lambda
    private static void Query(int[] numbers)
    { //D: hit
        var query = //: hit x1
            from n in numbers //: hit x1
            let square = n * n //: hit x3
            where square > 1 //: hit x3
            orderby square descending //: hit x2
            select square + 1; //: hit x2
        Use(query.Sum()); //: hit x1
        var groups = from n in numbers //: hit x1
            from m in numbers //: hit x9
            where n > m //: hit x9
            group n by m; //: hit x3
        Use(groups.Count()); //: hit x1
    } //: hit

    //- a query that nobody asks for its elements
    private static void LazyQuery(int[] numbers)
    { //D: hit
        var query = //: hit x1
            from n in numbers //: hit x1
            where n > 0 //: miss
            select n + 1; //: miss
        Use(query); //: hit x1
    } //: hit

    //- lambdas in lambdas
    private static void NestedLambdas(int value)
    { //D: hit
        Func<int, Func<int, int>> add = a => //: hit x1
        { //: hit
            Use(a); //: hit x1
            return b => //: hit x1
            { //: hit
                if (b > value) //: part 1/2 x1
                { //D: hit
                    return a + b; //: hit x1
                } //: none
                return Id(0); //: miss
            }; //: hit x1
        }; //: hit x1
        Use(add(1)(2)); //: hit x1
    } //: hit

    //- branches in lambdas belong to the lambda's line
    private static void Branches()
    { //D: hit
        Func<int, string> sign = n => n < 0 ? "-" : "+"; //: hit 2/2 x2
        Use(sign(1)); //: hit x1
        Use(sign(-1)); //: hit x1
        Func<string?, string> text = s => //: hit x1
            s ?? "null"; //: part 1/2 x1
        Use(text(null)); //: hit x1
    } //: hit

    //- expression trees have no body
    private static void Trees()
    { //D: hit
        Expression<Func<int, bool>> tree = n => n > 1 && n < 5; //: hit x1
        Use(tree.Body.NodeType == ExpressionType.AndAlso ? 1 : 2); //: part 1/2 x1
    } //: hit

    private static event Action<int>? Changed; // its accessors have no point

    //- events with lambdas
    private static void Events()
    { //D: hit
        Changed?.Invoke(0); //: part 1/2 x1
        Action<int> handler = n => Use(n); //: hit x1
        Changed += handler; //: hit x1
        Changed?.Invoke(1); //: part 1/2 x1
        Changed -= handler; //: hit x1
    } //: hit

    //- a lambda that throws
    private static void Passed()
    { //D: hit
        Expect<InvalidOperationException>(() => //: hit x1
        { //: hit
            Use(1); //: hit x1
            Fail("lambda"); //: hit x1
            Use(2); //: miss
        }); //: miss
    } //: hit

    //- a closure for each round of a loop
    private static void CapturedLoop()
    { //D: hit
        List<Func<int>> actions = []; //: hit x1
        for (int i = 0; i < 3; i++) //: hit 2/2 x4
        { //D: hit
            int copy = i; //: hit x3
            actions.Add(() => copy + 1); //: hit x3
        } //D: hit

        Use(actions[0]() + actions[2]()); //: hit x1
    } //: hit
}
