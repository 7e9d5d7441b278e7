// Local functions of all kinds, every clause of a query, expression trees, deconstruction, discards
// and what stands on one line.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LambdaLocalFunctions
{
    public static void Run()
    { //D: hit
        LocalFunctions(3); //: hit x1
        QueryClauses(); //: hit x1
        ExpressionTrees(); //: hit x1
        OneLine(1); //: hit x1
        Ternaries(5); //: hit x1
        Deconstruction(); //: hit x1
        Use(Throws("x")); //: hit x1
        Expect<ArgumentNullException>(() => Throws(null)); //: hit
        Unreachable(2); //: hit x1
        Captured().GetAwaiter().GetResult(); //: hit x1
        Delegates(); //: hit x1
        Spread([1, 2], true); //: hit x1
        ConditionalCalls(); //: hit x1
    } //: hit

    //- local functions: static, generic, iterator, async, with attributes, never called
    private static void LocalFunctions(int limit)
    { //D: hit
        Use(Square(2)); //: hit x1
        Use(First<string>(["a"])); //: hit x1
        foreach (int i in Count()) //: hit 2/2
        { //D: hit
            Use(i); //: hit x3
        } //D: hit

        Use(Later().Result); //: hit x1
        Use(Factorial(4)); //: hit x1
        return; //: hit x1

        static int Square(int value) => value * value; //: hit x1

        static T? First<T>(T[] items)
            where T : class
        { //D: hit
            return items.Length > 0 ? items[0] : null; //: part 1/2 x1
        } //D: hit

        IEnumerable<int> Count()
        { //D: hit
            for (int i = 0; i < limit; i++) //: hit 2/2 x4
            { //D: hit
                yield return i; //: hit x3
            } //D: hit
        } //: hit

        async Task<int> Later()
        { //D: hit
            await Task.Yield(); //: hit x1
            return limit; //: hit x1
        } //: hit //AR: none

        static int Factorial(int n) => n < 2 ? 1 : n * Factorial(n - 1); //: hit 2/2 x4

#pragma warning disable CS8321 // never used, on purpose
        int Never(int value)
        { //D: miss
            return value + limit; //: miss
        } //D: miss
#pragma warning restore CS8321
    } //D: hit

    //- let, where, orderby, join, group, into, several from
    private static void QueryClauses()
    { //D: hit
        int[] numbers = [3, 1, 2, 4]; //: hit x1
        string[] names = ["one", "two", "three"]; //: hit x1
        var query = //: hit x1
            from n in numbers //: hit x1
            let twice = n * 2 //: hit
            where twice > 2 //: hit
            orderby n descending, twice //: hit
            join name in names on n equals name.Length //: hit
            group name by n into groups //: hit
            where groups.Key > 0 && groups.Count() > 1 //: part 1/2 1/2
            from item in groups //: hit
            select item + groups.Key; //: hit
        Use(query.Count()); //: hit x1
        var joined = //: hit x1
            from n in numbers //: hit x1
            join name in names on n equals name.Length into matches //: hit
            from match in matches.DefaultIfEmpty() //: hit
            select match ?? "none"; //: hit 2/2
        Use(joined.Count()); //: hit x1
    } //: hit

    //- an expression tree that is compiled runs no code of ours
    private static void ExpressionTrees()
    { //D: hit
        Expression<Func<int, bool>> tree = n => n > 2 && n < 5; //: hit x1
        Use(tree.Compile()(3)); //: hit x1
        Use(Array.Empty<int>().AsQueryable().Where(n => n > 2 ? true : false).Count()); //: hit x1
    } //: hit

    //- if, else, loops and lambdas on one line
    private static void OneLine(int value)
    { //D: hit
        if (value == 1) Use(1); else Use(2); //: part 1/2 x1
        if (value == 2) { Use(1); } else if (value == 1) { Use(2); } else { Use(3); } //: part 1/2 1/2 x1
        for (int i = 0; i < 2; i++) Use(i); //: hit 2/2
        Action run = () => { Use(1); Use(2); }; Action not = () => { Use(3); }; //: hit x1
        run(); Use(not); //: hit x1
        switch (value) { case 1: Use(1); break; default: Use(2); break; } //: part 1/2 x1
        try { Use(1); } finally { Use(2); } //: hit x1
        int Local() { return 5; } //: hit x1
        Use(Local()); //: hit x1
    } //: hit

    //- nested ?:
    private static void Ternaries(int value)
    { //D: hit
        Use(value > 3 ? value > 4 ? 1 : 2 : value > 1 ? 3 : 4); //: part 1/2 0/2 1/2 x1 -- the code of the second branch comes first
        int result = value < 3 //: part 1/2 1/2 x1
            ? 1 //: hit x1
            : value == 5 //: hit x1
                ? 2 //: hit x1
                : 3; //: hit x1
        Use(result); //: hit x1
    } //: hit

    //- deconstruction and discards
    private static void Deconstruction()
    { //D: hit
        (int a, (int b, _)) = (Id(1), (Id(2), Id(3))); //: hit x1
        _ = Id(4); //: hit x1
        (a, b) = (b, a); //: hit x1
        foreach ((int key, string value) in new Dictionary<int, string> { [1] = "x" }) //: hit 2/2
        { //D: hit
            Use(key + value); //: hit x1
        } //D: hit

        if (int.TryParse("5", out _)) //: part 1/2 x1
        { //D: hit
            Use(a + b); //: hit x1
        } //D: hit
    } //: hit

    //- throw as an expression
    private static int Throws(string? text)
    { //D: hit
        string known = text ?? throw new ArgumentNullException(nameof(text)); //: hit 2/2 x2
        return known.Length > 0 ? known.Length : throw new ArgumentException("empty"); //: part 1/2 x1
    } //D: hit

    //- code that nothing reaches has no code
    private static void Unreachable(int value)
    { //D: hit
#pragma warning disable CS0162 // unreachable code, on purpose
        if (value > 1) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
            return; //: hit x1
            Use(2); //: none
        }

        while (true) //D: miss
        { //D: miss
            throw new InvalidOperationException("never"); //: miss
        }

        Use(3); //: none
#pragma warning restore CS0162
    } //D: hit

    //- async lambdas with captures; an exception through one
    private static async Task Captured()
    { //D: hit
        int sum = 0; //: hit x1
        Func<int, Task> add = async n => //: hit x1
        { //: hit
            await Task.Yield(); //: hit x2
            sum += n > 1 ? n : throw new InvalidOperationException("small"); //: hit 2/2 x2
        }; //: hit
        await add(2); //: hit x1
        try
        { //D: hit
            await add(1); //: hit x1
            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException) when (sum == 2) //: part 1/2 x1
        { //D: hit
            Use(sum); //: hit x1
        } //: hit
    } //: hit

    private static int Twice(int value) => value * 2; //: hit

    //- delegates: combined, removed, of methods of the instance, invoked with ?.
    private static void Delegates()
    { //D: hit
        Func<int, int>? both = Twice; //: hit x1
        both += static n => n + 1; //: hit
        Use(both(2)); //: hit x1
        both -= Twice; //: hit x1
        Use(both?.Invoke(1) ?? -1); //: part 1/2 x1
        Use(new[] { 1, 2 }.Select(Twice).Sum()); //: hit x1
        Action<int> anonymous = delegate(int n) { Use(n); }; //: hit
        anonymous(1); //: hit x1
    } //: hit

    //- collection expressions with spreads and decisions
    private static void Spread(int[] some, bool flag)
    { //D: hit
        int[] all = [0, .. some, .. flag ? some : [], .. some.Where(n => n > 1), 9]; //: part 1/2
        List<int> list = [.. all.Select(n => n * 2)]; //: hit
        HashSet<int> set = [.. list, Id(1)]; //: hit x1
        Span<int> span = [.. all]; //: hit x1
        Use(set.Count + span.Length); //: hit x1
        Dictionary<string, int[]> map = new() { ["a"] = [1, .. some], ["b"] = [] }; //: hit x1
        Use(map.Count); //: hit x1
    } //: hit

    [System.Diagnostics.Conditional("NEVER_DEFINED")]
    private static void OnlySometimes(int value)
    { //D: miss
        Use(value); //: miss
    } //: miss

    //- calls of conditional methods have no code
    private static void ConditionalCalls()
    { //D: hit
        OnlySometimes(Fail("not computed")); //: none
        Use(1); //: hit x1
    } //: hit
}
