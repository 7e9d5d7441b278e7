// ?. on a field, whose null answers the comparison: optimised code is that of `a != null && a.Field ...`, and only the
// source says which of the two was written.

#pragma warning disable CS0649 // a field that nothing is stored in

using System;

namespace CSharpTargets;

internal static class NullConditionalFields
{
    private sealed class Node
    {
        public string? Name; //: none
        public int Number; //: none
        public bool Flag; //: none
    }

    //- in conditions, with null alone
    private static int Conditions(Node? a, bool has)
    { //D: hit
        if (a?.Name != null) //: part 1/2 1/2
            return 1; //: miss
        if (a?.Name == null) //: part 1/2 1/2
            has = true; //: hit
        if (has && a?.Number == 5) //: part 1/2 1/2 1/2
            return 2; //: miss
        while (a?.Flag == true) //: part 1/2 1/2
            return 3; //: miss
        return 4; //: hit
    } //D: hit

    //- as the body of an expression
    private static int Body(Node? a) => a?.Name == null ? 1 : 2; //: part 1/2 1/2

    //- the same code, written with &&
    private static bool Written(Node? a) => a != null && a.Name != null; //: part 1/2 0/2

    public static void Run()
    { //D: hit
        Conditions(null, true); //: hit
        Body(null); //: hit
        Console.Write(Written(null) ? "?" : ""); //: part 1/2
    } //: hit
}
