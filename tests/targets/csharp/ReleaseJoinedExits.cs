// Ways out that optimised code copies or joins: the code of a lone `}`, `break;`, `return;` stands on one of the ways that
// pass it only. Where another way ran nobody can tell whether the line was passed; it is in the report as hit or not at
// all, but never as missed.

using System;
using System.Collections.Generic;
using System.IO;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ReleaseJoinedExits
{
    //- the end of a method after if and else
    private static void EndBehindElse(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            Use(1); //: hit
        } //D: hit
        else
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //D: hit

    //- the same, nested
    private static void EndBehindNested(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            if (n > 1) //: part 1/2
            { //D: hit
                Use(1); //: hit
            } //D: hit
            else
            { //D: miss
                Use(2); //: miss
            } //D: miss
        } //D: hit
        else
        { //D: miss
            Use(3); //: miss
        } //D: miss
    } //D: hit

    //- the same after a chain of conditions, none of which holds
    private static void EndBehindChain(int n)
    { //D: hit
        if (n > 10) //: part 1/2
        { //D: hit
            Use(1); //: hit
        } //D: hit
        else if (n > 5) //: miss 0/2
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //D: hit

    //- a return in the middle: the brace is where the method ends
    private static void EndBehindReturn(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            Use(1); //: hit
            return; //: hit
        }

        Use(2); //: miss
    } //D: hit

    //- the end of a switch is the end of the method
    private static void EndBehindSwitch(int n)
    { //D: hit
        switch (n) //: part 1/3
        {
            case 1:
                Use(1); //: hit
                break; //: hit
            case 2:
                Use(2); //: miss
                break; //: miss
            default:
                Use(3); //: miss
                break; //D: miss
        }
    } //D: hit

    //- the end of a try block
    private static void EndOfTry(int n)
    { //D: hit
        try
        { //D: hit
            if (n > 0) //: part 1/2
            { //D: hit
                Use(1); //: hit
            } //D: hit
            else
            { //D: miss
                Use(2); //: miss
            } //D: miss
        } //D: hit
        finally
        { //D: hit
            Use(3); //: hit
        } //: hit
    } //: hit

    //- a try block that was left by an exception, and by a jump: its brace was not passed
    private static void LeftTry(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                if (i == 0) continue; //: hit 2/2
                Fail("here"); //: hit
            } //: miss
            catch (InvalidOperationException) //: hit
            { //D: hit
                Use(1); //: hit
            } //: hit
        } //D: hit
    } //: hit

    //- the end of a lambda
    private static void EndOfLambda(int n)
    { //D: hit
        Action<int> print = x => //: hit
        { //: hit
            if (x > 0) //: part 1/2
            { //D: hit
                Use(1); //: hit
            } //D: hit
            else
            { //D: miss
                Use(2); //: miss
            } //D: miss
        }; //D: hit
        print(n); //: hit
    } //: hit

    //- the end of a using block
    private static void EndOfUsing(int n)
    { //D: hit
        using (MemoryStream stream = new()) //: hit
        { //D: hit
            if (n > 0) //: part 1/2
            { //D: hit
                stream.WriteByte(1); //: hit
            } //D: hit
            else
            { //D: miss
                stream.WriteByte(2); //: miss
            } //D: miss
        } //D: hit
    } //: hit

    //- break after if and else, and after a statement that did not run
    private static void BreakBehindElse(int sort, int n)
    { //D: hit
        switch (Id(sort)) //: part 1/4
        {
            case 1:
                if (n > 0) //: part 1/2
                    Use(1); //: hit
                else
                    Use(2); //: miss
                break; //D: hit
            case 2:
                Use(7); //: miss
                break; //: miss
            case 3:
                Use(8); //: miss
                break; //D: miss
        }

        Use(3); //: hit
    } //: hit

    //- the same where nothing of the label ran
    private static void BreakNotReached(int sort, int n)
    { //D: hit
        switch (Id(sort)) //: part 1/2
        {
            case 1:
                if (n > 0) //: miss 0/2
                    Use(1); //: miss
                else
                    Use(2); //: miss
                break; //: miss
            default:
                Use(7); //: hit
                break; //D: hit
        }

        Use(3); //: hit
    } //: hit

    //- return after if and else
    private static void ReturnBehindElse(int n)
    { //D: hit
        if (n > 3) //: part 1/2
        { //D: hit
            if (n > 4) //: part 1/2
            { //D: hit
                Use(1); //: hit
            } //D: hit
            else
            { //D: miss
                Use(2); //: miss
            } //D: miss

            return; //D: hit
        }

        Use(3); //: miss
    } //D: hit

    //- returns after statements that tell
    private static void Returns(int n)
    { //D: hit
        if (n > 3) //: part 1/2
        { //D: hit
            Use(1); //: hit
            return; //: hit
        }

        if (n > 2) //: miss 0/2
        { //D: miss
            Use(2); //: miss
            return; //: miss
        }

        Use(3); //: miss
    } //D: hit

    //- continue after if and else
    private static void ContinueBehindElse(int[] values)
    { //D: hit
        foreach (int n in values) //: hit 2/2
        { //D: hit
            if (n > 3) //: part 1/2
            { //D: hit
                if (n > 4) //: part 1/2
                { //D: hit
                    Use(1); //: hit
                } //D: hit
                else
                { //D: miss
                    Use(2); //: miss
                } //D: miss

                continue; //D: hit
            }

            Use(3); //: miss
        } //D: miss
    } //: hit

    //- goto after if and else, and after a statement that did not run
    private static int GotoBehindElse(int n)
    { //D: hit
        if (n > 3) //: part 1/2
        { //D: hit
            if (n > 4) //: part 1/2
            { //D: hit
                Use(1); //: hit
            } //D: hit
            else
            { //D: miss
                Use(2); //: miss
            } //D: miss

            goto done; //D: hit
        }

        if (n > 2) //: miss 0/2
        { //D: miss
            Use(4); //: miss
            goto done; //: miss
        }

        Use(3); //: miss
    done: //D: hit
        return n; //: hit
    } //D: hit

    //- an endless loop that is left in its first round
    private static int FirstRound(int n)
    { //D: hit
        while (true) //: hit
        { //D: hit
            Use(1); //: hit
            if (n > 0) //: part 1/2
                return 1; //: hit
            Use(2); //: miss
            n++; //: miss
        } //D: miss
    } //D: hit

    //- the same with a switch first: no code says how often the loop began
    private static int FirstRoundOfSwitch(int n)
    { //D: hit
        while (true) //D: hit
        { //D: hit
            switch (n) //: part 1/3
            {
                case 1:
                    return 1; //: hit
                case 2:
                    Use(2); //: miss
                    break; //D: miss
            }

            n++; //: miss
        } //D: miss
    } //D: hit

    //- an endless loop in which nothing comes round
    private static int NeverBegun(int n)
    { //D: hit
        if (n > 0) return 1; //: part 1/2
        while (true) //: miss
        { //D: miss
            Use(1); //: miss
            if (n > 5) //: miss 0/2
                return 1; //: miss
            n++; //: miss
        } //D: miss
    } //D: hit

    //- the return of a variable that holds a condition
    private static bool Joined(bool a)
    { //D: hit
        bool r = a && Yes() && Id(3) > 2; //: part 1/2 1/2 1/2
        return r; //D: hit
    } //D: hit

    //- a switch in a switch: the inner one's break passes the outer one's
    private static void BreakBehindSwitch(int a, int b)
    { //D: hit
        switch (Id(a)) //: part 1/3
        {
            case 1:
                switch (Id(b)) //: part 1/3
                {
                    case 1:
                        Use(1); //: hit
                        break; //: hit
                    case 2:
                        Use(2); //: miss
                        break; //: miss
                }

                break; //D: hit
            case 2:
                Use(3); //: miss
                break; //D: miss
        }

        Use(4); //: hit
    } //: hit

    //- the way out is in a method of which nothing ran
    private static void NeverCalled(int n)
    { //D: miss
        if (n > 0) //: miss 0/2
        { //D: miss
            Use(1); //: miss
        } //D: miss
        else
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //: miss

    public static void Run()
    { //D: hit
        EndBehindElse(1); //: hit
        EndBehindNested(2); //: hit
        EndBehindChain(11); //: hit
        EndBehindReturn(1); //: hit
        EndBehindSwitch(1); //: hit
        EndOfTry(1); //: hit
        LeftTry(2); //: hit
        EndOfLambda(1); //: hit
        EndOfUsing(1); //: hit
        BreakBehindElse(1, 1); //: hit
        BreakNotReached(0, 1); //: hit
        ReturnBehindElse(5); //: hit
        Returns(4); //: hit
        ContinueBehindElse([5]); //: hit
        Use(GotoBehindElse(5)); //: hit
        Use(FirstRound(1)); //: hit
        Use(FirstRoundOfSwitch(1)); //: hit
        Use(NeverBegun(1)); //: hit
        Use(Joined(true)); //: hit
        BreakBehindSwitch(1, 1); //: hit
        if (No()) NeverCalled(1); //: part 1/2
        Either(1); //: hit
        Both(1); //: hit
        EitherOutOf(1); //: hit
        EitherMissed(1); //: hit
        EitherOrType(1, "text"); //: hit
    } //: hit

    //- the first operand of || leads past the break, out of a foreach
    private static void Either(int n)
    { //D: hit
        foreach (int k in Numbers(3)) //: part 1/2
        { //D: hit
            if (n != 7 || Id(n) > k) //: part 1/2 0/2
                break; //D: hit
            Use(k); //: miss
        } //D: miss

        Use(n); //: hit
    } //: hit

    //- && leads to it by its last operand only
    private static void Both(int n)
    { //D: hit
        foreach (int k in Numbers(3)) //: hit 2/2
        { //D: hit
            if (n == 7 && Id(n) > k) //: part 1/2 0/2
                break; //: miss
            Use(k); //: hit
        } //D: hit

        Use(n); //: hit
    } //: hit

    //- the same with goto
    private static void EitherOutOf(int n)
    { //D: hit
        foreach (int k in Numbers(3)) //: part 1/2
        { //D: hit
            if (n != 7 || Id(n) > k) //: part 1/2 0/2
            { //D: hit
                goto end; //: hit
            }

            Use(k); //: miss
        } //D: miss

        Use(n); //: miss
    end: //D: hit
        Use(5); //: hit
    } //: hit

    //- neither operand holds
    private static void EitherMissed(int n)
    { //D: hit
        foreach (int k in Numbers(3)) //: hit 2/2
        { //D: hit
            if (n == 7 || Id(n) > k + 5) //: part 1/2 1/2
                break; //: miss
            Use(k); //: hit
        } //D: hit

        Use(n); //: hit
    } //: hit

    //- the last operand declares a variable
    private static void EitherOrType(int n, object o)
    { //D: hit
        foreach (int k in Numbers(3)) //: part 1/2
        { //D: hit
            if (n != 7 || o is int m) //: part 1/2 0/2
            { //D: hit
                break; //D: hit
            }

            Use(k); //: miss
        } //D: miss

        Use(n); //: hit
    } //: hit
}
