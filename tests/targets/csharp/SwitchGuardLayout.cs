// Where things stand in the source, and what the compiler does with them, have nothing to do with each other: the same switch in every
// layout, `when` on a line of its own, code between directives.

using System;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardLayout
{
    public static void Run()
    { //D: hit
        for (int n = 0; n < 4; n++) //: hit 2/2
        { //D: hit
            Use(Usual(n, true) + Aligned(n, true) + Below(n, true) + Above(n, true) + Wide(n, true)); //: hit
            Use(IfInside(n, true) + IfOnLine(n, true) + IfFarRight(n, true)); //: hit
            Use(Plain(n) + Behind(n, 7) + InLoop([n, 5]) + Twice(n, n)); //: hit
        } //D: hit

        for (int n = 0; n < 3; n++) //: hit 2/2
        { //D: hit
            Use(FallsOut(n, true) + FallsOutAligned(n, true) + FallsOutBelow(n, true)); //: hit
        } //D: hit

        Use(Directives([1, 2])); //: hit
    } //: hit

    //- conditions of labels, indented as usual
    private static int Usual(int n, bool c)
    { //D: hit
        switch (Id(n)) //: hit 4/4
        {
            case 1 when c: //: part 1/2
                return 1; //: hit
            case 2 when !c: //: part 1/2
                return 2; //: miss
            case 3: //: none
                return 3; //: hit
            default: //: none
                return 4; //: hit
        }
    } //D: hit

    //- the same with the bodies in one column
    private static int Aligned(int n, bool c)
    { //D: hit
        switch (Id(n)) //: hit 4/4
        {
            case 1 when c:            return 1; //: part 1/2
            case 2 when !c:           return 2; //: part 1/2
            case 3:                   return 3; //: hit
            default:                  return 4; //: hit
        }
    } //D: hit

    //- the same with `when` on a line of its own
    private static int Below(int n, bool c)
    { //D: hit
        switch (Id(n)) //: hit 4/4
        {
            case 1
                when c: //: part 1/2
                return 1; //: hit
            case 2
                when !c: //: part 1/2
                return 2; //: miss
            case 3:
                return 3; //: hit
            default:
                return 4; //: hit
        }
    } //D: hit

    //- the same with `when` left of everything
    private static int Above(int n, bool c)
    { //D: hit
        switch (Id(n)) //: hit 4/4
        {
            case 1
  when c: //: part 1/2
                        return 1; //: hit
            case 2
  when !c: //: part 1/2
                        return 2; //: miss
            case 3: //: none
            return 3; //: hit
            default: //: none
            return 4; //: hit
        }
    } //D: hit

    //- the same far apart
    private static int Wide(int n, bool c)
    { //D: hit
        switch (Id(n)) //: hit 4/4
        {
            case 1 when c: //: part 1/2

                // a comment

                { //D: hit

                    return 1; //: hit
                }
            case 2 when !c: //: part 1/2


                return 2; //: miss
            case 3: return 3; //: hit
            default: return 4; //: hit
        }
    } //D: hit

    //- no default: what fails goes on where the bodies go on
    private static int FallsOut(int n, bool c)
    { //D: hit
        int r = 0; //: hit
        switch (Id(n)) //: part 3/4
        {
            case 1 when !c: //: part 1/2
                r = 1; //: miss
                break; //: miss
            case 2: //: none
                r = 2; //: hit
                break; //: hit
            case 3: //: none
                r = 3; //: miss
                break; //D: miss
        }

        return r; //: hit
    } //D: hit

    private static int FallsOutAligned(int n, bool c)
    { //D: hit
        int r = 0; //: hit
        switch (Id(n)) //: part 3/4
        {
            case 1 when !c:         r = 1; break; //: part 1/2
            case 2:                 r = 2; break; //: hit
            case 3:                 r = 3; break; //: miss
        }

        return r; //: hit
    } //D: hit

    private static int FallsOutBelow(int n, bool c)
    { //D: hit
        int r = 0; //: hit
        switch (Id(n)) //: part 3/4
        {
            case 1
                when !c: //: part 1/2
                r = 1; //: miss
                break; //: miss
            case 2: //: none
                r = 2; //: hit
                break; //: hit
            case 3: //: none
                r = 3; //: miss
                break; //D: miss
        }

        return r; //: hit
    } //D: hit

    //- an if in the body of a label is not a condition of it
    private static int IfInside(int n, bool c)
    { //D: hit
        switch (Id(n)) //: part 3/4
        {
            case 1:
                if (c) //: part 1/2
                    return 1; //: hit
                break; //D: miss
            case 2: //: none
                if (!c) //: part 1/2
                    return 2; //: miss
                break; //D: hit
            case 7: //: none
                return 3; //: miss
            default: //: none
                return 4; //: hit
        }

        return 5; //: hit
    } //D: hit

    //- the same on one line
    private static int IfOnLine(int n, bool c)
    { //D: hit
        switch (Id(n)) //: part 3/4
        {
            case 1: if (c)  return 1; break; //: part 1/2
            case 2: if (!c)  return 2; break; //: part 1/2
            case 7:         return 3; //: miss
            default:        return 4; //: hit
        }

        return 5; //: hit
    } //D: hit

    //- the same, and the body of the if is left of the if
    private static int IfFarRight(int n, bool c)
    { //D: hit
        switch (Id(n)) //: part 3/4
        {
            case 1:                        if (c) //: part 1/2
                    return 1; //: hit
                break; //D: miss
            case 2:                        if (!c) //: part 1/2
                    return 2; //: miss
                break; //D: hit
            case 7: //: none
                return 3; //: miss
            default: //: none
                return 4; //: hit
        }

        return 5; //: hit
    } //D: hit

    //- a switch over a parameter stands on its own line
    private static int Plain(int n)
    { //D: hit
        switch (n) //: part 3/4
        {
            case 0: //: none
                return 1; //: hit
            case 1: //: none
                return 2; //: hit
            case 9: //: none
                return 3; //: miss
            default: //: none
                return 4; //: hit
        }
    } //D: hit

    //- the same after a statement, with the head over two lines
    private static int Behind(int n, int m)
    { //D: hit
        if (n > 2) //: hit 2/2
            Use(m); //: hit
        switch //: part 3/4
            (n) //: hit
        {
            case 0:
                m++; //: hit
                break; //: hit
            case 1:
                m--; //: hit
                break; //: hit
            case 9:
                m += 2; //: miss
                break; //D: miss
        }

        return m; //: hit
    } //D: hit

    //- the same in a loop, and with a switch around it
    private static int InLoop(int[] numbers)
    { //D: hit
        int sum = 0; //: hit
        foreach (int number in numbers) //: hit 2/2
        { //D: hit
            switch (number) //: part 4/5
            {
                case 0: //: none
                    switch (sum) //: part 1/3
                    {
                        case 0: //: none
                            sum = 1; //: hit
                            break; //: hit
                        case 8: //: none
                            sum = 3; //: miss
                            break; //: miss
                    }

                    break; //D: hit
                case 1: //: none
                    sum += 5; //: hit
                    break; //: hit
                case 5: //: none
                    sum += 7; //: hit
                    break; //: hit
                case 77: //: none
                    sum -= 7; //: miss
                    break; //D: miss
            }
        } //D: hit

        return sum; //: hit
    } //D: hit

    //- two of them in a row
    private static int Twice(int n, int m)
    { //D: hit
        switch (n) //: part 3/4
        {
            case 0: //: none
                m++; //: hit
                break; //: hit
            case 1: //: none
                m--; //: hit
                break; //: hit
            case 9: //: none
                m += 2; //: miss
                break; //D: miss
        }

        switch (m) //: part 3/4
        {
            case 2: //: none
                n++; //: hit
                break; //: hit
            case 3: //: none
                n--; //: hit
                break; //: hit
            case 9: //: none
                n += 2; //: miss
                break; //D: miss
        }

        return n + m; //: hit
    } //D: hit

    //- code that is not compiled, inside a lambda
    private static int Directives(int[] numbers)
    { //D: hit
        return numbers.Select(number => //: hit
        { //D: hit //R: hit
            Use(number); //: hit
#if NEVER_DEFINED
            Use(number + 1);
            Use(number + 2);
#endif
            return number; //: hit
        }).Sum(); //: hit
    } //D: hit
}
