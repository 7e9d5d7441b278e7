// try, catch, when, finally: which parts run when, and that a handler's lines are its own.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class TryCatchFinally
{
    public static void Run()
    { //D: hit
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
    } //: hit

    //- nothing is thrown
    private static void Quiet()
    { //D: hit
        try
        { //D: hit
            Use(1); //: hit x1
        } //: hit
        catch (InvalidOperationException e) //D: miss
        { //D: miss
            Use(e); //: miss
        } //: miss
        finally
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    //- catch without a type
    private static void CatchAll()
    { //D: hit
        try
        { //D: hit
            Fail("caught"); //: hit x1
            Use(1); //: miss
        } //: miss
        catch //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    //- the second of three clauses
    private static void SecondClause()
    { //D: hit
        try
        { //D: hit
            Fail("second"); //: hit x1
        } //: miss
        catch (ArgumentException) //: miss
        { //D: miss
            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException e) //D: hit x1
        { //D: hit
            Use(e); //: hit x1
        } //: hit
        catch (Exception) //: miss
        { //D: miss
            Use(3); //: miss
        } //: miss
    } //: hit

    //- no clause fits, the finally runs
    private static void NoClauseFits()
    { //D: hit
        try
        { //D: hit
            Fail("passes by"); //: hit x1
        } //: miss
        catch (ArgumentException) //: miss
        { //D: miss
            Use(1); //: miss
        } //: miss
        finally
        { //D: hit
            Use(2); //: hit x1
        } //: hit

        Use(3); //: miss
    } //: miss

    //- when with one condition, true and false
    private static void When(int value)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Fail("when"); //: hit x2
            } //: miss
            catch (InvalidOperationException) when (value == 1) //: hit 2/2 x2
            { //D: hit
                Use(1); //: hit x1
            } //: hit
        } //: hit
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    //- when (a && B()): each operand has its arms
    private static void WhenAnd()
    { //D: hit
        for (int i = 0; i < 3; i++) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                Fail("when and"); //: hit x3
            } //: miss
            catch (InvalidOperationException e) when (i > 0 && e.Message.Length == Id(8) + i - 1) //: hit 2/2 2/2 x3
            { //D: hit
                Use(1); //: hit x1
            } //: hit
            catch (Exception) //: hit x2
            { //D: hit
                Use(2); //: hit x2
            } //: hit
        } //D: hit
    } //: hit

    //- when (A() || b), and a filter whose type test fails never runs its condition
    private static void WhenOr(int value)
    { //D: hit
        try
        { //D: hit
            Fail("when or"); //: hit x2
        } //: miss
        catch (ArgumentException) when (Id(value) > 0) //: miss 0/2
        { //D: miss
            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException) when (Id(value) == 3 || Id(value) == 4) //: part 2/2 1/2 x2
        { //D: hit
            Use(2); //: hit x2
        } //: hit
    } //: hit

    //- a condition that throws counts as false
    private static void WhenThrows()
    { //D: hit
        try
        { //D: hit
            Fail("outer"); //: hit x1
        } //: miss
        catch (InvalidOperationException) when (Fail("inner") > 0) //: part 0/2 x1
        { //D: miss
            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    //- nothing is thrown, so the condition never runs
    private static void WhenNever()
    { //D: hit
        try
        { //D: hit
            Use(1); //: hit x1
        } //: hit
        catch (InvalidOperationException) when (Yes() && No()) //: miss 0/2 0/2
        { //D: miss
            Use(2); //: miss
        } //: miss
    } //: hit

    //- catch without a type, with a condition
    private static void WhenOnly(int value)
    { //D: hit
        try
        { //D: hit
            Fail("when only"); //: hit x1
        } //: miss
        catch when (value == 1) //: part 1/2 x1
        { //D: hit
            Use(value); //: hit x1
        } //: hit
    } //: hit

    //- finally in finally in try
    private static void NestedFinally()
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Fail("nested"); //: hit x1
                Use(1); //: miss
            } //: miss
            finally
            { //D: hit
                try
                { //D: hit
                    Use(2); //: hit x1
                } //: hit
                finally
                { //D: hit
                    Use(3); //: hit x1
                } //: hit
            } //: hit

            Use(4); //: miss
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(5); //: hit x1
        } //: hit
    } //: hit

    //- return out of a try
    private static int FinallyOnReturn(int value)
    { //D: hit
        try
        { //D: hit
            if (value == 1) //: hit 2/2 x2
            { //D: hit
                return Id(1); //: hit x1
            }

            Use(value); //: hit x1
        } //: hit
        finally
        { //D: hit
            Use(2); //: hit x2
        } //: hit

        return Id(3); //: hit x1
    } //: hit

    //- a finally that throws replaces what was on its way
    private static void FinallyThrows()
    { //D: hit
        try
        { //D: hit
            Use(1); //: hit x1
        } //: hit
        finally
        { //D: hit
            Fail("from finally"); //: hit x1
            Use(2); //: miss
        } //: miss

        Use(3); //: miss
    } //: miss

    //- rethrow
    private static void Rethrow()
    { //D: hit
        try
        { //D: hit
            Fail("again"); //: hit x1
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(1); //: hit x1
            throw; //: hit x1
        }

        Use(2); //: miss
    } //: miss

    //- throw another one
    private static void Wrap()
    { //D: hit
        try
        { //D: hit
            Fail("wrapped"); //: hit x1
        } //: miss
        catch (Exception e) //: hit x1
        { //D: hit
            throw new NotSupportedException("outer", e); //: hit x1
        }
    } //: miss

    //- continue and break run the finally each time
    private static int LeaveByContinueAndBreak()
    { //D: hit
        int finals = 0; //: hit x1
        for (int i = 0; ; i++) //: hit
        { //D: hit
            try
            { //D: hit
                if (i < 2) //: hit 2/2 x4
                { //D: hit
                    continue; //: hit x2
                }

                if (i == 3) //: hit 2/2 x2
                { //D: hit
                    break; //: hit x1
                }

                Use(i); //: hit x1
            } //: hit
            finally
            { //D: hit
                finals++; //: hit x4
            } //: hit
        } //D: hit

        return finals; //: hit x1
    } //D: hit

    private sealed class Resource : IDisposable
    {
        public void Dispose() => Use(1); //: hit x4
    }

    //- using: disposal is not a branch
    private static void UsingDisposes()
    { //D: hit
        using (Resource resource = new Resource()) //: hit x1
        { //D: hit
            Use(resource); //: hit x1
            Fail("in using"); //: hit x1
            Use(1); //: miss
        } //: miss

        Use(2); //: miss
    } //: miss

    //- using declarations
    private static void UsingDeclaration()
    { //D: hit
        using Resource first = new(); //: hit x1
        using IDisposable second = new Resource(); //: hit x1
        Use(first); //: hit x1
        if (Id(1) > 0) //: part 1/2 x1
        { //D: hit
            using Resource third = new(); //: hit x1
            Use(third); //: hit x1
        } //D: hit

        Use(second); //: hit x1
    } //: hit

    //- using over null
    private static void UsingNull()
    { //D: hit
        using (Id<Resource?>(null)) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //: hit
    } //: hit

    private static IEnumerable<int> Disposing()
    { //: hit
        try
        { //D: hit
            yield return 1; //: hit x1
            yield return 2; //: miss
        } //: miss
        finally
        { //D: hit
            Use(3); //: hit x1
        } //: hit
    } //: miss

    //- foreach disposes its enumerator when the body throws
    private static void ForeachDisposes()
    { //D: hit
        foreach (int number in Disposing()) //: part 1/2
        { //D: hit
            Use(number + Fail("in foreach")); //: hit x1
            Use(number); //: miss
        } //D: miss

        Use(1); //: miss
    } //: miss

    private static readonly object Gate = new(); //: hit x1
    private static readonly System.Threading.Lock NewGate = new(); //: hit x1

    //- lock: Monitor and System.Threading.Lock
    private static void Lock()
    { //D: hit
        lock (Gate) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //: hit

        lock (NewGate)
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    //- lock whose body throws
    private static void LockReleases()
    { //D: hit
        lock (Gate) //: hit x1
        { //D: hit
            Fail("in lock"); //: hit x1
            Use(1); //: miss
        } //: miss

        Use(2); //: miss
    } //: miss

    //- goto out of a try and over a block
    private static void GoOutOfTry()
    { //D: hit
        try
        { //D: hit
            if (Id(1) == 1) //: part 1/2 x1
            { //D: hit
                goto end; //: hit x1
            }

            Use(1); //: miss
        } //: miss
        finally
        { //D: hit
            Use(2); //: hit x1
        } //: hit

        Use(3); //: miss
    end: //D: hit x1
        Use(4); //: hit x1
    } //: hit

    //- try in a catch
    private static void TryInCatch()
    { //D: hit
        try
        { //D: hit
            Fail("one"); //: hit x1
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            try
            { //D: hit
                Fail("two"); //: hit x1
            } //: miss
            catch (InvalidOperationException) when (No()) //: part 1/2 x1
            { //D: miss
                Use(1); //: miss
            } //: miss
            catch (InvalidOperationException) //: hit x1
            { //D: hit
                Use(2); //: hit x1
            } //: hit

            Use(3); //: hit x1
        } //: hit
    } //: hit

    //- try with catch in a finally
    private static void TryInFinally()
    { //D: hit
        try
        { //D: hit
            Use(1); //: hit x1
        } //: hit
        finally
        { //D: hit
            try
            { //D: hit
                Fail("swallowed"); //: hit x1
                Use(2); //: miss
            } //: miss
            catch (InvalidOperationException) //: hit x1
            { //D: hit
                Use(3); //: hit x1
            } //: hit

            Use(4); //: hit x1
        } //: hit
    } //: hit
}
