// Lambdas and clauses of queries that never run, alone on their lines in every indentation, and beside the call.

using System;
using System.Collections.Generic;
using System.Linq;

namespace CSharpTargets;

internal static class LambdaHeaders
{
    private static int Take(Func<int> first, Func<int> second) => 0; //: hit

    private static int Apply(Func<int, int> function) => 0; //: hit

    private static int Never() => 1; //: miss

    //- lambdas without parameters, alone on their lines
    private static void Alone()
    { //D: hit
        Take( //: hit
            () => Never(), //: miss
            () => Never()); //: miss
        Take( //: hit
         () => Never(), //: miss
          () => 2); //: miss
        Take( //: hit
                        () => Never(), //: miss
                        static () => Never()); //: miss
    } //: hit

    //- lambdas with a parameter: beside the call, alone, with the argument's name
    private static void WithParameter()
    { //D: hit
        Apply(x=>x+1); //: hit
        Apply(x => x + 1); //: hit
        Apply( //: hit
            x=>x+1); //: miss
        Apply( //: hit
            function: x => x + 2); //: miss
        Apply( //: hit
            (int x) => x + 2); //: miss
        Apply(function: //: hit
            static (x) => x + 2); //: miss
    } //: hit

    //- clauses alone on their lines, and calls beside their lambdas
    private static void Queries(List<int> none)
    { //D: hit
        IEnumerable<int> filtered = from i in none //: hit
                                    where i > 1 //: miss
                                    select i; //: hit
        IEnumerable<int> mapped = from i in none //: hit
          let n = i + 1 //: miss
          where n > 1 //: miss
          select n + 1; //: miss
        List<int> called = none.Where(x => x > 1) //: hit
            .Select(x => x + 1) //: hit
            .ToList(); //: hit
        Console.Write(filtered.Count() + mapped.Count() + called.Count == 0 ? "" : "?"); //: part 1/2
    } //: hit

    public static void Run()
    { //D: hit
        Alone(); //: hit
        WithParameter(); //: hit
        Queries(new List<int>()); //: hit
    } //: hit
}
