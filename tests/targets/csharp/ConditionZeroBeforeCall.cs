// A test of a number for zero before a method of the same number: the zero does not answer what comes after it, as the
// null of `?.` does. In optimised code both begin with brfalse.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ConditionZeroBeforeCall
{
    private sealed class Holder
    {
        public int Number; //: none
        public bool Flag; //: none

        //- a field of the object
        public int Test(int than)
        { //D: hit
            if (Number != 0 && Number.CompareTo(than) > 0) //: part 2/2 1/2
                return 1; //: hit
            if (Flag && Flag.Equals(true)) //: part 2/2 1/2
                return 2; //: hit
            return 3; //: hit
        } //D: hit
    }

    private static int statics; //: none

    //- a parameter, once zero, and once with yes
    private static void Parameters(int n, bool b, long l, nint address, char c)
    { //D: hit
        if (n != 0 && n.CompareTo(1) > 0) //: part 2/2 1/2
            Use(1); //: hit
        if (b && b.Equals(true)) //: part 2/2 1/2
            Use(1); //: hit
        if (n != 0 && n.ToString().Length > 0) //: part 2/2 1/2
            Use(1); //: hit
        if (l != 0 && l.CompareTo(-1) > 0) //: part 2/2 1/2
            Use(1); //: hit
        if (address != 0 && address.CompareTo(-1) > 0) //: part 2/2 1/2
            Use(1); //: hit
        if (c != '\0' && c.CompareTo('a') >= 0) //: part 2/2 1/2
            Use(1); //: hit
        while (n != 0 && n.GetHashCode() > 0) //: part 2/2 1/2
            n = 0; //: hit
    } //: hit

    //- a local, a static field
    private static int Others(int n)
    { //D: hit
        int copy = Id(n); //: hit
        if (copy != 0 && copy.Equals(3)) //: part 2/2 1/2
            Use(copy); //: hit
        statics = copy; //: hit
        if (statics != 0 && statics.Equals(3)) //: part 2/2 1/2
            return copy; //: hit
        return 0; //: hit
    } //D: hit

    //- in a conditional expression, and before an alternative
    private static int Chosen(int n) => n != 0 && n.CompareTo(-3) > 0 ? 5 : 6; //: part 2/2 1/2

    private static int Either(int n)
    { //D: hit
        if (n == 0 || n.CompareTo(-3) <= 0) //: part 2/2 1/2
            return 5; //: hit
        return 6; //: hit
    } //D: hit

    public static void Run()
    { //D: hit
        Parameters(0, false, 0, 0, '\0'); //: hit
        Parameters(3, true, 1, 1, 'b'); //: hit
        Use(Others(0) + Others(3)); //: hit
        Use(Chosen(0) + Chosen(3) + Either(0) + Either(3)); //: hit
        Use(new Holder().Test(1)); //: hit
        Use(new Holder { Number = 3, Flag = false }.Test(1)); //: hit
        Use(new Holder { Flag = true }.Test(1)); //: hit
    } //: hit
}
