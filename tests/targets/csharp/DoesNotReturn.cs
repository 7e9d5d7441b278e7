// Code that only the return of a [DoesNotReturn] method would lead to is not coverable: neither its
// lines nor its branches are in the report. What did run is there, whatever the attribute says.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class DoesNotReturn
{
    public static async Task Run()
    { //D: hit
        Expected(() => Last(1)); //: hit x1
        Expected(() => OneArm(true)); //: hit x1
        OneArm(false); //: hit x1
        Expected(() => BothArms(true)); //: hit x1
        Expected(() => Overloads(1)); //: hit x1
        Expected(() => Generic(1)); //: hit x1
        Expected(() => Property(2)); //: hit x1
        Expected(() => Loop(2)); //: hit x1
        Expected(() => Use(Switch(1))); //: hit x1
        Expected(() => Use(Expression(3))); //: hit x1
        Expected(() => Use(Throwing(null))); //: hit x1
        Expected(Lambda(true)); //: hit x1
        Lambda(false)(); //: hit x1
        Expected(() => Use(Local(1))); //: hit x1
        Expected(() => new Cage<string>().Use("x")); //: hit x1
        Expected(() => Virtual(new Derived())); //: hit x1
        Virtual(new Returning()); //: hit x1
        NearMisses(1); //: hit x1
        Lies(1); //: hit x1
        Framework(0); //: hit x1
        Caught(); //: hit x1
        Expected(() => Finally()); //: hit x1
        Expected(() => InFinally()); //: hit x1
        Filtered(1); //: hit x1
        Expected(() => Behind()); //: hit x1
        Expected(() => Disposing()); //: hit x1
        await ExpectedTask(Awaits(true)); //: hit x1
        await Awaits(false); //: hit x1
        await ExpectedTask(AwaitsFailure()); //: hit x1
        await AwaitsInTry(1); //: hit x1
        Expected(() => Use(Count(Iterator(true)))); //: hit x1
        Use(Count(Iterator(false))); //: hit x1
        await ExpectedTask(Sum(Stream(true))); //: hit x1
        await Sum(Stream(false)); //: hit x1
    } //: hit

    private static void Expected(Action action)
    { //D: hit
        try
        { //D: hit
            action(); //: hit x19
        } //: miss
        catch (InvalidOperationException e) //D: hit x19
        { //D: hit
            Use(e); //: hit x19
        } //: hit
    } //: hit

    private static async Task ExpectedTask(Task task)
    { //D: hit
        try
        { //D: hit
            await task; //: hit x3
        } //: miss
        catch (InvalidOperationException e) //D: hit x3
        { //D: hit
            Use(e); //: hit x3
        } //: hit
    } //: hit

    [DoesNotReturn]
    private static void Fail() => throw new InvalidOperationException(); //: hit

    [DoesNotReturn]
    private static void Fail(string text) => throw new InvalidOperationException(text); //: hit

    private static void Fail(int number) => Use(number); //: hit

    [DoesNotReturn]
    private static T Failed<T>(T value) => throw new InvalidOperationException($"{value}"); //: hit

    [DoesNotReturn]
    private static async Task FailLater()
    { //D: hit
        await Task.Yield(); //: hit x1
        throw new InvalidOperationException(); //: hit x1
    }

    private static int Failing
    {
        [DoesNotReturn]
        get => throw new InvalidOperationException(); //: hit
        set => Use(value); //: hit
    }

    //- the last statement
    private static void Last(int value)
    { //D: hit
        Use(value); //: hit x1
        Fail(); //: hit x1
    }

    //- in one arm
    private static void OneArm(bool fails)
    { //D: hit
        if (fails) //: hit 2/2 x2
        { //D: hit
            Fail(); //: hit x1
            Use(1);
        }

        Use(2); //: hit x1
    } //: hit

    //- in both arms: nothing after them is coverable, nor are its branches
    private static void BothArms(bool first)
    { //D: hit
        if (first) //: part 1/2 x1
        { //D: hit
            Fail(); //: hit x1
        }
        else
        { //D: miss
            Fail("x"); //: miss
        }

        Use(first ? 1 : 2); //: none
        if (first) //: none
        {
            Use(3);
        }
    }

    //- overloads are told apart
    private static void Overloads(int value)
    { //D: hit
        Fail(value); //: hit x1
        Use(1); //: hit x1
        Fail("x"); //: hit x1
        Use(2);
    }

    //- a generic method
    private static void Generic(int value)
    { //D: hit
        Use(Id(value)); //: hit x1
        value = Failed(value); //: hit x1
        Use(value);
    }

    //- an accessor
    private static void Property(int value)
    { //D: hit
        Failing = value; //: hit x1
        Use(Failing); //: hit x1
        Use(2);
    }

    //- the way out of a loop
    private static void Loop(int count)
    { //D: hit
        while (true) //: hit
        { //D: hit
            if (count == 0) //: hit 2/2 x3
            { //D: hit
                Fail(); //: hit x1
                break;
            }

            count--; //: hit x2
        } //D: hit

        Use(1); //: none
    }

    //- a switch: the arms that fail, and what is after it
    private static int Switch(int value)
    { //D: hit
        Use(value); //: hit x1
        switch (value) //: part 1/3 x1
        {
            case 1:
                Fail(); //: hit x1
                break;
            case 2:
                return 5; //: miss
            default:
                Fail("x"); //: miss
                break;
        }

        return 3; //: none
    } //D: miss

    //- a switch expression
    private static int Expression(int value)
    { //D: hit
        return value switch { 1 => 1, 2 => Failed(2), _ => Failed(3) }; //: part 1/3 x1
    } //D: miss

    //- an operand
    private static string Throwing(string? text)
    { //D: hit
        string result = text ?? Failed("y"); //: part 1/2 x1
        return result; //: miss
    } //D: miss

    //- a lambda
    private static Action Lambda(bool fails)
    { //D: hit
        return () => //: hit x2
        { //: hit
            if (fails) //: hit 2/2 x2
            { //D: hit
                Fail(); //: hit x1
                Use(1);
            } //: none
        }; //: hit
    } //D: hit

    //- a local function
    private static int Local(int value)
    { //D: hit
        return Inner(value) + 1; //: hit x1

        int Inner(int inner)
        { //D: hit
            Use(inner); //: hit x1
            Fail(); //: hit x1
            return inner;
        }
    } //D: miss

    //- a method of a generic type
    private sealed class Cage<T>
    {
        public void Use(T value)
        { //D: hit
            Help.Use(value); //: hit x1
            Stop(value); //: hit x1
            Help.Use(2);
        }

        [DoesNotReturn]
        private void Stop(T value) => throw new InvalidOperationException($"{value}"); //: hit
    }

    //- a virtual method: the attribute of the one that is named
    private abstract class Base
    {
        [DoesNotReturn]
        public virtual void Stop() => throw new InvalidOperationException(); //: miss
    }

    private sealed class Derived : Base
    {
        [DoesNotReturn]
        public override void Stop() => throw new InvalidOperationException(); //: hit x1
    }

#pragma warning disable CS8770, CS8763 // it does return
    private sealed class Returning : Base
    {
        public override void Stop() => Use(1); //: hit x1
    }
#pragma warning restore CS8770, CS8763

    private static void Virtual(Base target)
    { //D: hit
        target.Stop(); //: hit x2
        Use(1); //: hit x1
    } //: hit

    //- no attribute, or no call
    private static void NearMisses(int value)
    { //D: hit
        Action later = Fail; //: hit
        Use(later); //: hit x1
        if (value > 1) //: part 1/2 x1
        { //D: miss
            Throws(); //: miss
            Use(1); //: miss
        } //D: miss

        Use(nameof(Fail)); //: hit x1
    } //: hit

    private static void Throws() => throw new InvalidOperationException(); //: miss

#pragma warning disable CS8763 // it does return
    [DoesNotReturn]
    private static void Liar()
    { //D: hit
    } //: hit
#pragma warning restore CS8763

    //- what ran is shown, and only that
    private static void Lies(int value)
    { //D: hit
        Liar(); //: hit x1
        Use(1); //: hit x1
        if (value > 1) //: part 1/2 x1
        {
            Use(2);
        }

        Use(3); //: hit x1
    } //: hit

    //- the framework's methods
    private static void Framework(int value)
    { //D: hit
        if (value == 1) //: part 1/2 x1
        { //D: miss
            Environment.Exit(1); //: miss
            Use(1);
        }

        if (value == 2) //: part 1/2 x1
        { //D: miss
            Environment.FailFast("x"); //: miss
            Use(2);
        }

        if (value == 3) //: part 1/2 x1
        { //D: miss
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(new IOException()); //: miss
            Use(3);
        }

        ArgumentOutOfRangeException.ThrowIfNegative(value); //: hit x1
        Use(4); //: hit x1
    } //: hit

    //- a handler catches what the call throws
    private static void Caught()
    { //D: hit
        try
        { //D: hit
            Fail(); //: hit x1
            Use(1);
        }
        catch (InvalidOperationException) //: hit
        { //D: hit
            Use(2); //: hit x1
        } //: hit

        Use(3); //: hit x1
    } //: hit

    //- a finally runs, what is after it does not
    private static void Finally()
    { //D: hit
        try
        { //D: hit
            Fail(); //: hit x1
        }
        finally
        { //D: hit
            Use(1); //: hit x1
        } //: hit

        Use(2);
    }

    //- a finally that does not come to its end
    private static void InFinally()
    { //D: hit
        try
        { //D: hit
            Use(1); //: hit x1
        } //: hit
        finally
        { //D: hit
            Fail(); //: hit x1
            Use(2);
        }

        Use(3);
    }

    //- a filter
    private static void Filtered(int value)
    { //D: hit
        try
        { //D: hit
            Fail(); //: hit x1
            Use(1);
        }
        catch (InvalidOperationException) when (value == 1) //: part 1/2
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    //- a whole try statement
    private static void Behind()
    { //D: hit
        Fail(); //: hit x1
        try
        {
            Use(1); //: none
        }
        catch (IOException)
        {
            Use(2); //: none
        }
    }

    //- using
    private static void Disposing()
    { //D: hit
        using (new MemoryStream()) //: hit x1
        { //D: hit
            Fail(); //: hit x1
        }

        Use(1);
    }

    //- async: the states that only dead code enters are dead
    private static async Task Awaits(bool fails)
    { //D: hit
        await Task.Yield(); //: hit x2
        if (fails) //: hit 2/2 x2
        { //D: hit
            Fail(); //: hit x1
            await Task.Yield();
            Use(await Task.FromResult(1));
            foreach (char c in "ab")
            {
                await Task.Delay(c);
            }
        }

        await Task.Delay(1); //: hit x1
        Use(2); //: hit x1
    } //: hit

    //- async: awaiting what fails
    private static async Task AwaitsFailure()
    { //D: hit
        Use(1); //: hit x1
        await FailLater(); //: hit x1
        Use(2);
    }

    //- async: in a try with awaits in its handlers
    private static async Task AwaitsInTry(int value)
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit x1
            Fail(); //: hit x1
            await Task.Yield();
        }
        catch (InvalidOperationException) //D: hit
        { //D: hit
            await Task.Yield(); //: hit x1
        } //D: hit
        finally
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(value); //: hit x1
        } //D: hit

        Use(3); //: hit x1
    } //: hit

    //- an iterator
    private static IEnumerable<int> Iterator(bool fails)
    { //D: hit
        yield return 1; //: hit x2
        if (fails) //: hit 2/2 x2
        { //D: hit
            Fail(); //: hit x1
            yield return 2;
            Use(2);
        }

        yield return 3; //: hit x1
    } //: hit

    //- an async iterator
    private static async IAsyncEnumerable<int> Stream(bool fails)
    { //D: hit
        await Task.Yield(); //: hit x2
        yield return 1; //: hit x2
        if (fails) //: hit 2/2 x2
        { //D: hit
            Fail(); //: hit x1
            yield return 2;
            await Task.Yield();
        }

        yield return 3; //: hit x1
    } //: hit

    private static int Count(IEnumerable<int> numbers)
    { //D: hit
        int count = 0; //: hit x2
        foreach (int number in numbers) //: hit 2/2
        { //D: hit
            count += number; //: hit x3
        } //D: hit

        return count; //: hit x1
    } //D: hit

    private static async Task Sum(IAsyncEnumerable<int> numbers)
    { //D: hit
        await foreach (int number in numbers) //: hit 2/2
        { //D: hit
            Use(number); //: hit x3
        } //D: hit
    } //: hit
}
