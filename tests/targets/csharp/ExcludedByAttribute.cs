// [ExcludeFromCodeCoverage]: the member with everything the compiler makes of it is not in the
// report.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ExcludedByAttribute
{
    public static void Run()
    { //D: hit
        Method(1); //: hit x1
        WithLambda([1, 2]); //: hit x1
        Use(Iterator().Sum()); //: hit x1
        Async().GetAwaiter().GetResult(); //: hit x1
        Use(Property); //: hit x1
        Use(Accessor); //: hit x1
        Accessor = 2; //: hit x1
        Use(new Whole().Work(1)); //: hit x1
        Use(new Whole.Nested().Work()); //: hit x1
        Use(new Partly(1).Included()); //: hit x1
        Use(WithExcludedParts()); //: hit x1
    } //: hit

    //- a method
    [ExcludeFromCodeCoverage]
    private static void Method(int value) //: none
    {
        if (value > 0 && Yes()) //: none
        {
            Use(value); //: none
        }
    }

    //- its lambdas, queries and local functions
    [ExcludeFromCodeCoverage]
    private static void WithLambda(int[] numbers)
    {
        Func<int, int> twice = n => n * 2; //: none
        Use(numbers.Select(n => twice(n)).Sum()); //: none
        var query = from n in numbers //: none
            where n > 1 //: none
            select n; //: none
        Use(query.Count() + Local(1)); //: none

        int Local(int n)
        {
            Func<int> inner = () => n + numbers.Length; //: none
            return inner(); //: none
        }
    }

    //- iterator and async bodies
    [ExcludeFromCodeCoverage]
    private static IEnumerable<int> Iterator()
    {
        yield return 1; //: none
        yield return 2; //: none
    }

    [ExcludeFromCodeCoverage]
    private static async Task Async()
    {
        await Task.Yield(); //: none
        Func<Task> inner = async () => //: none
        {
            await Task.Yield(); //: none
            Use(1); //: none
        };
        await inner(); //: none
    }

    //- a property, and one accessor of two
    [ExcludeFromCodeCoverage]
    private static int Property => Id(1); //: none

    private static int Accessor
    {
        [ExcludeFromCodeCoverage]
        get
        {
            return Id(1); //: none
        }
        set
        { //D: hit
            Use(value); //: hit x1
        } //: hit
    }

    //- a type with its nested types
    [ExcludeFromCodeCoverage]
    private sealed class Whole
    {
        private readonly int number = Id(1); //: none

        public int Work(int value)
        {
            Func<int> sum = () => number + value; //: none
            return sum(); //: none
        }

        public sealed class Nested
        {
            public int Work()
            {
                return Id(2); //: none
            }
        }
    }

    //- a constructor; the initialiser stands in an included one as well
    private sealed class Partly
    {
        private readonly int number = Id(1); //: hit

        [ExcludeFromCodeCoverage]
        public Partly() //: none
        {
            Use(number); //: none
        }

        public Partly(int value) //: hit x1
        { //D: hit
            Use(value); //: hit x1
        } //: hit

        public int Included() => number; //: hit x1
    }

    //- a local function and a lambda of an included method
    private static int WithExcludedParts()
    { //D: hit
        Func<int> lambda = [ExcludeFromCodeCoverage] () => //: hit x1
        { //: none
            return Id(1); //: none
        }; //: none
        return lambda() + Local(); //: hit x1

        [ExcludeFromCodeCoverage]
        static int Local()
        {
            return Id(2); //: none
        }
    } //D: hit
}
