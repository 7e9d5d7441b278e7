// try, catch, when, finally: which parts run when, and that a handler's lines are its own.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Catches
{
    public static void Run()
    {
        Quiet(); //: hit x1
        CatchAll(); //: hit x1
        SecondClause(); //: hit x1
        Expect<InvalidOperationException>(NoClauseFits); //: hit
        When(1); //: hit x1
        When(2); //: hit x1
        WhenAnd(); //: hit x1
        WhenOr(3); //: hit x1
        WhenOr(4); //: hit x1
        WhenThrows(); //: hit x1
        WhenNever(); //: hit x1
        WhenOnly(1); //: hit x1
        NestedFinally(); //: hit x1
        FinallyOnReturn(1); //: hit x1
        FinallyOnReturn(2); //: hit x1
        Expect<InvalidOperationException>(FinallyThrows); //: hit
        Expect<InvalidOperationException>(Rethrow); //: hit
        Expect<NotSupportedException>(Wrap); //: hit
        Use(LeaveByContinueAndBreak()); //: hit x1
        Expect<InvalidOperationException>(UsingDisposes); //: hit
        UsingDeclaration(); //: hit x1
        UsingNull(); //: hit x1
        Expect<InvalidOperationException>(ForeachDisposes); //: hit
        Lock(); //: hit x1
        Expect<InvalidOperationException>(LockReleases); //: hit
        GoOutOfTry(); //: hit x1
        TryInCatch(); //: hit x1
        TryInFinally(); //: hit x1
    }

    //- nothing is thrown
    private static void Quiet()
    {
        try
        {
            Use(1); //: hit x1
        }
        catch (InvalidOperationException e) //: miss
        {
            Use(e); //: miss
        }
        finally
        {
            Use(2); //: hit x1
        }
    }

    //- catch without a type
    private static void CatchAll()
    {
        try
        {
            Fail("caught"); //: hit x1
            Use(1); //: miss
        }
        catch //: hit x1
        {
            Use(2); //: hit x1
        }
    }

    //- the second of three clauses
    private static void SecondClause()
    {
        try
        {
            Fail("second"); //: hit x1
        }
        catch (ArgumentException) //: miss
        {
            Use(1); //: miss
        }
        catch (InvalidOperationException e) //: hit x1
        {
            Use(e); //: hit x1
        }
        catch (Exception) //: miss
        {
            Use(3); //: miss
        }
    }

    //- no clause fits, the finally runs
    private static void NoClauseFits()
    {
        try
        {
            Fail("passes by"); //: hit x1
        }
        catch (ArgumentException) //: miss
        {
            Use(1); //: miss
        }
        finally
        {
            Use(2); //: hit x1
        }

        Use(3); //: miss
    }

    //- when with one condition, true and false
    private static void When(int value)
    {
        try
        {
            try
            {
                Fail("when"); //: hit x2
            }
            catch (InvalidOperationException) when (value == 1) //: hit 2/2 x2
            {
                Use(1); //: hit x1
            }
        }
        catch (InvalidOperationException) //: hit x1
        {
            Use(2); //: hit x1
        }
    }

    //- when (a && B()): each operand has its arms
    private static void WhenAnd()
    {
        for (int i = 0; i < 3; i++) //: hit 2/2
        {
            try
            {
                Fail("when and"); //: hit x3
            }
            catch (InvalidOperationException e) when (i > 0 && e.Message.Length == Id(8) + i - 1) //: hit 2/2 2/2 x3
            {
                Use(1); //: hit x1
            }
            catch (Exception) //: hit x2
            {
                Use(2); //: hit x2
            }
        }
    }

    //- when (A() || b), and a filter whose type test fails never runs its condition
    private static void WhenOr(int value)
    {
        try
        {
            Fail("when or"); //: hit x2
        }
        catch (ArgumentException) when (Id(value) > 0) //: miss 0/2
        {
            Use(1); //: miss
        }
        catch (InvalidOperationException) when (Id(value) == 3 || Id(value) == 4) //: part 2/2 1/2 x2
        {
            Use(2); //: hit x2
        }
    }

    //- a condition that throws counts as false
    private static void WhenThrows()
    {
        try
        {
            Fail("outer"); //: hit x1
        }
        catch (InvalidOperationException) when (Fail("inner") > 0) //: part 0/2 x1
        {
            Use(1); //: miss
        }
        catch (InvalidOperationException) //: hit x1
        {
            Use(2); //: hit x1
        }
    }

    //- nothing is thrown, so the condition never runs
    private static void WhenNever()
    {
        try
        {
            Use(1); //: hit x1
        }
        catch (InvalidOperationException) when (Yes() && No()) //: miss 0/2 0/2
        {
            Use(2); //: miss
        }
    }

    //- catch without a type, with a condition
    private static void WhenOnly(int value)
    {
        try
        {
            Fail("when only"); //: hit x1
        }
        catch when (value == 1) //: part 1/2 x1
        {
            Use(value); //: hit x1
        }
    }

    //- finally in finally in try
    private static void NestedFinally()
    {
        try
        {
            try
            {
                Fail("nested"); //: hit x1
                Use(1); //: miss
            }
            finally
            {
                try
                {
                    Use(2); //: hit x1
                }
                finally
                {
                    Use(3); //: hit x1
                }
            }

            Use(4); //: miss
        }
        catch (InvalidOperationException) //: hit x1
        {
            Use(5); //: hit x1
        }
    }

    //- return out of a try
    private static int FinallyOnReturn(int value)
    {
        try
        {
            if (value == 1) //: hit 2/2 x2
            {
                return Id(1); //: hit x1
            }

            Use(value); //: hit x1
        }
        finally
        {
            Use(2); //: hit x2
        }

        return Id(3); //: hit x1
    }

    //- a finally that throws replaces what was on its way
    private static void FinallyThrows()
    {
        try
        {
            Use(1); //: hit x1
        }
        finally
        {
            Fail("from finally"); //: hit x1
            Use(2); //: miss
        }

        Use(3); //: miss
    }

    //- rethrow
    private static void Rethrow()
    {
        try
        {
            Fail("again"); //: hit x1
        }
        catch (InvalidOperationException) //: hit x1
        {
            Use(1); //: hit x1
            throw; //: hit x1
        }

        Use(2); //: miss
    }

    //- throw another one
    private static void Wrap()
    {
        try
        {
            Fail("wrapped"); //: hit x1
        }
        catch (Exception e) //: hit x1
        {
            throw new NotSupportedException("outer", e); //: hit x1
        }
    }

    //- continue and break run the finally each time
    private static int LeaveByContinueAndBreak()
    {
        int finals = 0; //: hit x1
        for (int i = 0; ; i++) //: hit
        {
            try
            {
                if (i < 2) //: hit 2/2 x4
                {
                    continue; //: hit x2
                }

                if (i == 3) //: hit 2/2 x2
                {
                    break; //: hit x1
                }

                Use(i); //: hit x1
            }
            finally
            {
                finals++; //: hit x4
            }
        }

        return finals; //: hit x1
    }

    private sealed class Resource : IDisposable
    {
        public void Dispose() => Use(1); //: hit x4
    }

    //- using: disposal is no branch
    private static void UsingDisposes()
    {
        using (Resource resource = new Resource()) //: hit x1
        {
            Use(resource); //: hit x1
            Fail("in using"); //: hit x1
            Use(1); //: miss
        }

        Use(2); //: miss
    }

    //- using declarations
    private static void UsingDeclaration()
    {
        using Resource first = new(); //: hit x1
        using IDisposable second = new Resource(); //: hit x1
        Use(first); //: hit x1
        if (Id(1) > 0) //: part 1/2 x1
        {
            using Resource third = new(); //: hit x1
            Use(third); //: hit x1
        }

        Use(second); //: hit x1
    }

    //- using over null
    private static void UsingNull()
    {
        using (Id<Resource?>(null)) //: hit x1
        {
            Use(1); //: hit x1
        }
    }

    private static IEnumerable<int> Disposing()
    {
        try
        {
            yield return 1; //: hit x1
            yield return 2; //: miss
        }
        finally
        {
            Use(3); //: hit x1
        }
    }

    //- foreach disposes its enumerator when the body throws
    private static void ForeachDisposes()
    {
        foreach (int number in Disposing()) //: part 1/2
        {
            Use(number + Fail("in foreach")); //: hit x1
            Use(number); //: miss
        }

        Use(1); //: miss
    }

    private static readonly object Gate = new(); //: hit x1
    private static readonly System.Threading.Lock NewGate = new(); //: hit x1

    //- lock: Monitor and System.Threading.Lock
    private static void Lock()
    {
        lock (Gate) //: hit x1
        {
            Use(1); //: hit x1
        }

        lock (NewGate) //: hit x1
        {
            Use(2); //: hit x1
        }
    }

    //- lock whose body throws
    private static void LockReleases()
    {
        lock (Gate) //: hit x1
        {
            Fail("in lock"); //: hit x1
            Use(1); //: miss
        }

        Use(2); //: miss
    }

    //- goto out of a try and over a block
    private static void GoOutOfTry()
    {
        try
        {
            if (Id(1) == 1) //: part 1/2 x1
            {
                goto end; //: hit x1
            }

            Use(1); //: miss
        }
        finally
        {
            Use(2); //: hit x1
        }

        Use(3); //: miss
    end:
        Use(4); //: hit x1
    }

    //- try in a catch
    private static void TryInCatch()
    {
        try
        {
            Fail("one"); //: hit x1
        }
        catch (InvalidOperationException) //: hit x1
        {
            try
            {
                Fail("two"); //: hit x1
            }
            catch (InvalidOperationException) when (No()) //: part 1/2 x1
            {
                Use(1); //: miss
            }
            catch (InvalidOperationException) //: hit x1
            {
                Use(2); //: hit x1
            }

            Use(3); //: hit x1
        }
    }

    //- try with catch in a finally
    private static void TryInFinally()
    {
        try
        {
            Use(1); //: hit x1
        }
        finally
        {
            try
            {
                Fail("swallowed"); //: hit x1
                Use(2); //: miss
            }
            catch (InvalidOperationException) //: hit x1
            {
                Use(3); //: hit x1
            }

            Use(4); //: hit x1
        }
    }
}
