// async: the state machine's decisions are not the user's. Every await here either really yields
// or is completed already; both take the same lines.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncMethods
{
    public static async Task Run()
    { //D: hit
        await Completed(); //: hit x1
        await Yielding(); //: hit x1
        Use(await Value(true)); //: hit x1
        Use(await Value(false)); //: hit x1
        await Branches(3); //: hit x1
        await AwaitedOperands(9); //: hit x1
        await AwaitedOperands(1); //: hit x1
        await AwaitedConditions(9); //: hit x1
        await AwaitedConditions(1); //: hit x1
        await AwaitedPatterns(9, "x"); //: hit x1
        await AwaitedPatterns(9, "z"); //: hit x1
        await AwaitedPatterns(1, "y"); //: hit x1
        Use(await ReturnedAnd(9) || await ReturnedOr(1)); //: part 1/2 1/2 x1
        await NoOperands(9); //: hit x1
        await NoOperands(1); //: hit x1
        await Loop(3); //: hit x1
        await TryCatch(true); //: hit x1
        await TryCatch(false); //: hit x1
        await CatchAwaits(); //: hit x1
        await FinallyAwaits(); //: hit x1
        await FilterAwaits(1); //: hit x1
        await Expected(Throws(1)); //: hit x1
        await Expected(BehindAwait()); //: hit x1
        await Expected(FinallyOnThrow()); //: hit x1
        await Lambdas(); //: hit x1
        await CustomAwaiters(); //: hit x1
        await InExpressions(2); //: hit x1
        await Usings(); //: hit x1
        await Many(); //: hit x1
        await Locals(4); //: hit x1
        await NoAwaitTaken(0); //: hit x1
        _ = NeverCompletes(new TaskCompletionSource()); //: hit x1
        Void(); //: hit x1
        await ValueTasks(1); //: hit x1
        Use(await Generic("x") + await Generic("y")); //: hit x1
        await SwitchOnAwaited(2); //: hit x1
        await NestedTries(); //: hit x1
    } //: hit

    //- awaits a failing task
    private static async Task Expected(Task task)
    { //D: hit
        try
        { //D: hit
            await task; //: hit x3
            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException e) //D: hit x3
        { //D: hit
            Use(e); //: hit x3
        } //: hit
    } //: hit

    //- completed already
    private static async Task Completed()
    { //D: hit
        Use(1); //: hit x1
        await Task.CompletedTask; //: hit x1
        Use(await Task.FromResult(2)); //: hit x1
        await Task.CompletedTask.ConfigureAwait(false); //: hit x1
    } //: hit

    //- really yielding
    private static async Task Yielding()
    { //D: hit
        Use(1); //: hit x1
        await Task.Yield(); //: hit x1
        Use(2); //: hit x1
        await Task.Delay(1); //: hit x1
        await Task.Delay(1).ConfigureAwait(ConfigureAwaitOptions.ForceYielding); //: hit x1
        Use(3); //: hit x1
    } //: hit

    //- a result, early and late
    private static async Task<int> Value(bool early)
    { //D: hit
        if (early) //: hit 2/2 x2
        { //D: hit
            return Id(1); //: hit x1
        }

        await Task.Yield(); //: hit x1
        return Id(2); //: hit x1
    } //: hit //AR: none

    //- decisions of the user's between awaits
    private static async Task Branches(int value)
    { //D: hit
        if (value > 0 && await IsBig(value)) //: part 1/2 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        if (await IsBig(value) || value == 3) //: part 1/2 1/2 x1
        { //D: hit
            Use(2); //: hit x1
        } //D: hit

        string? text = await Text(null); //: hit x1
        Use(text ?? "none"); //: part 1/2 x1
        Use(await Text(null) ?? await Text("x")); //: part 1/2 x1
        Use((await Text("x"))?.Length); //: part 1/2 x1
        Use(value > 5 ? await Text("a") : await Text("b")); //: part 1/2 x1
        bool stored = await IsBig(9) && await IsBig(1); //: part 1/2 1/2 x1
        Use(stored); //: hit x1
    } //: hit

    private static async Task<bool> IsBig(int value)
    { //D: hit
        await Task.Yield(); //: hit x6
        return value > 5; //: hit x6
    } //: hit //AR: none

    private static async Task<string?> Text(string? text)
    { //D: hit
        await Task.Yield(); //: hit x6
        return text; //: hit x6
    } //: hit //AR: none

    //- && and || with await in the right operand: stored, passed, nested, negated
    private static async Task AwaitedOperands(int value)
    { //D: hit
        bool both = await Above(value) && await Above(8); //: part 2/2 1/2 x2
        bool either = await Above(value) || await Above(8); //: part 2/2 1/2 x2
        Use(both); //: hit x2
        Use(either); //: hit x2
        Use(value > 0 && await Above(value)); //: part 1/2 2/2 x2
        Use(await Above(value) && !await Above(2)); //: part 2/2 1/2 x2
        Use(!(await Above(value) || await Above(7))); //: part 2/2 1/2 x2
        Use((await Above(value) || await Above(6)) && await Above(value)); //: part 2/2 1/2 2/2 x2
        Use(await Above(value) && (await Above(1) || await Above(value))); //: part 2/2 1/2 1/2 x2
        Use(await Above(value) && await Above(7) && await Above(value - 5)); //: part 2/2 1/2 1/2 x2
        Use(value > 5 && (value > 8 || await Above(value))); //: part 2/2 1/2 0/2 x2
        Use((await Above(value) && value > 8) || await Above(3)); //: part 2/2 1/2 1/2 x2
        Use($"{value} {await Above(value) && await Above(value)}"); //: part 2/2 1/2 x2
        Use((value > 5 ? await Above(value) : await Above(8)) && await Above(value)); //: part 2/2 1/2 2/2 x2
        Use(value > 0 && (value > 5 ? await Above(value) : await Above(3))); //: part 1/2 2/2 2/2 x2
        bool several = await Above(value) //: part 2/2 1/2 1/2 x2
            && await Above(9) //: hit x2
            && value > 9; //: hit x2
        several = several && await Above(value); //: part 1/2 0/2 x2
        Use(several); //: hit x2
    } //: hit

    //- the same returned
    private static async Task<bool> ReturnedAnd(int value)
    { //D: hit
        return await Above(value) && await Above(value - 5); //: part 1/2 1/2 x1
    } //: hit //AR: none

    private static async Task<bool> ReturnedOr(int value) => await Above(value) || await Above(7); //: part 1/2 1/2 x1

    //- conditions with await in the right operand: their last test is not the user's
    private static async Task AwaitedConditions(int value)
    { //D: hit
        if (await Above(value) && await Above(8)) //: part 2/2 1/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (await Above(value) || await Above(2)) //: part 2/2 1/2 x2
        { //D: hit
            Use(2); //: hit x1
        } //D: hit

        if (!(await Above(value) && await Above(value))) //: part 2/2 1/2 x2
        { //D: hit
            Use(3); //: hit x1
        } //D: hit

        if ((value > 5 && await Above(2)) || value > 8) //: part 2/2 1/2 2/2 x2
        { //D: hit
            Use(4); //: hit x1
        } //D: hit

        int left = value; //: hit x2
        while (left > 0 && await Above(left)) //: part 1/2 2/2 x6
        { //D: hit
            left--; //: hit x4
        } //D: hit

        Use(await Above(value) && await Above(8) ? 1 : 2); //: part 2/2 1/2 x2
        bool kept = await Above(value) && await Above(8); //: part 2/2 1/2 x2
        if (kept) //: hit 2/2 x2
        { //D: hit
            Use(5); //: hit x1
        } //D: hit
    } //: hit

    //- patterns and switch expressions as operands, with await beside them
    private static async Task AwaitedPatterns(int value, string text)
    { //D: hit
        Use(await Above(value) && text is "x" or "y"); //: part 2/2 2/2 1/2 x3
        Use(text is "x" or "y" && await Above(value)); //: hit 2/2 2/2 2/2 x3
        if (await Above(value) && text is not ("x" or "y")) //: part 2/2 2/2 1/2 x3
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (text is "x" or "y" || await Above(value)) //: part 2/2 2/2 1/2 x3
        { //D: hit
            Use(2); //: hit x3
        } //D: hit

        bool known = value > 5 && text is "x" or "y"; //: part 2/2 2/2 1/2 x3
        Use(known); //: hit x3
        if (value > 5 && text is "x" or "y") //: part 2/2 2/2 1/2 x3
        { //D: hit
            Use(3); //: hit x1
        } //D: hit

        Use(await Above(value) && value switch { 9 => await Above(8), _ => false }); //: part 2/2 1/2 1/2 x3
        if (text != "y" && value switch { 9 => Yes(), _ => No() }) //: part 2/2 1/2 1/2 x3
        { //D: hit
            Use(4); //: hit x2
        } //D: hit

        if (text != "y" && value switch { 9 => true, _ => false }) //: part 2/2 1/2 1/2 x3
        { //D: hit
            Use(5); //: hit x2
        } //D: hit
    } //: hit

    //- no operands: what the user wrote as statements, ?:, ?? and &
    private static async Task NoOperands(int value)
    { //D: hit
        bool kept = await Above(value); //: hit x2
        if (kept) //: hit 2/2 x2
        { //D: hit
            kept = await Above(8); //: hit x1
        } //D: hit

        if (!kept) kept = await Above(7); //: hit 2/2 x2
        Use(kept); //: hit x2
        Use(value > 5 ? await Above(value) : kept); //: hit 2/2 x2
        kept = value > 5 ? kept : await Above(value); //: hit 2/2 x2
        Use(await Perhaps(value) ?? await Above(value)); //: hit 2/2 x2
        bool? perhaps = await Perhaps(value); //: hit x2
        perhaps ??= await Above(value); //: hit 2/2 x2
        Use(perhaps); //: hit x2
        kept &= await Above(value); //: hit x2
        kept = kept & await Above(8) | await Above(value); //: hit x2
        Use(kept); //: hit x2
    } //: hit

    private static async Task<bool> Above(int value)
    { //D: hit
        await Task.Yield(); //: hit
        return value > 5; //: hit
    } //: hit //AR: none

    private static async Task<bool?> Perhaps(int value)
    { //D: hit
        await Task.Yield(); //: hit x4
        return value > 5 ? true : null; //: hit 2/2 x4
    } //: hit //AR: none

    //- loops with awaits
    private static async Task Loop(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: hit 2/2 x4
        { //D: hit
            await Task.Yield(); //: hit x3
            if (i == 1) //: hit 2/2 x3
            { //D: hit
                continue; //D: hit x1
            }

            Use(i); //: hit x2
        } //D: hit

        foreach (int i in new List<int> { 1, 2 }) //: hit 2/2 x3
        { //D: hit
            await Task.Yield(); //: hit x2
            Use(i); //: hit x2
        } //D: hit

        while (await IsBig(count + 5)) //: hit 2/2 x2
        { //D: hit
            count = -9; //: hit x1
        } //D: hit
    } //: hit

    //- await in try, then an exception
    private static async Task TryCatch(bool fail)
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit x2
            if (fail) //: hit 2/2 x2
            { //D: hit
                Fail("async"); //: hit x1
            } //D: miss

            Use(1); //: hit x1
        } //: hit
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit
        catch (ArgumentException e) //D: miss
        { //D: miss
            Use(e); //: miss
        } //: miss
    } //: hit

    //- await in catch, with rethrow
    private static async Task CatchAwaits()
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Fail("outer"); //: hit x1
                Use(1); //: miss
            } //: miss
            catch (ArgumentException) //: miss //AR: none
            { //D: miss
                await Task.Yield(); //: miss
            } //: miss
            catch (InvalidOperationException e) //: hit x1 //AR: none
            { //D: hit
                await Task.Yield(); //: hit x1
                Use(e); //: hit x1
                throw; //: hit x1
            } //: none -- behind a throw
        } //: miss
        catch (InvalidOperationException) //D: hit x1
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(2); //: hit x1
        } //D: hit
    } //: hit

    //- await in finally
    private static async Task FinallyAwaits()
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(1); //: hit x1
        } //D: hit
        finally
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(2); //: hit x1
        } //D: hit

        Use(3); //: hit x1
    } //: hit

    //- when, with await in the handler
    private static async Task FilterAwaits(int value)
    { //D: hit
        try
        { //D: hit
            Fail("filter"); //: hit x1
        } //: miss
        catch (InvalidOperationException e) when (value > 0 && e.Message.Length > 99) //: part 1/2 1/2 x1
        { //D: miss
            await Task.Yield(); //: miss
            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException) when (value == 1) //: part 1/2 x1
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(2); //: hit x1
        } //D: hit
    } //: hit

    //- throws before the first await
    private static async Task Throws(int value)
    { //D: hit
        Fail("early" + value); //: hit x1
        await Task.Yield(); //: miss
        Use(1); //: miss
    } //: miss

    //- the awaited task fails: what comes after it did not run
    private static async Task BehindAwait()
    { //D: hit
        await Task.Yield(); //: hit x1
        await Throws2(); //: hit x1
        Use(1); //: miss
    } //: miss

    private static async Task Throws2()
    { //D: hit
        await Task.Yield(); //: hit x1
        Fail("late"); //: hit x1
        Use(1); //: miss
    } //: miss

    //- finally with await while an exception is on its way
    private static async Task FinallyOnThrow()
    { //D: hit
        try
        { //D: hit
            await Task.Yield(); //: hit x1
            Fail("in try"); //: hit x1
            Use(1); //: miss
        } //D: miss
        finally
        { //D: hit
            Use(2); //: hit x1
            await Task.Yield(); //: hit x1
            Use(3); //: hit x1
        } //D: hit

        Use(4); //: miss
    } //: miss

    //- async lambdas and local functions
    private static async Task Lambdas()
    { //D: hit
        Func<int, Task<int>> twice = async n => //: hit x1
        { //: hit
            await Task.Yield(); //: hit x1
            return n * 2; //: hit x1
        }; //: hit x1
        Use(await twice(2)); //: hit x1
        Func<Task> never = async () => //: hit x1
        { //: miss
            await Task.Yield(); //: miss
            Use(1); //: miss
        }; //: miss
        Use(never); //: hit x1
        Func<Task<int>> oneLine = async () => await Task.FromResult(Id(3)); //: hit x1
        Use(await oneLine()); //: hit x1
        await Local(1); //: hit x1
        Use((await Task.WhenAll(new[] { 1, 2 }.Select(async n => await twice2(n)))).Length); //: hit x2

        async Task Local(int value)
        { //D: hit
            await Task.Yield(); //: hit x1
            Use(value > 0 ? 1 : 2); //: part 1/2 x1
        } //: hit

        static async Task<int> twice2(int n)
        { //D: hit
            await Task.CompletedTask; //: hit x2
            return n + n; //: hit x2
        } //: hit //AR: none
    } //: hit

    private readonly struct Ready(bool completed) : INotifyCompletion
    {
        public bool IsCompleted => completed; //: hit x2

        public Ready GetAwaiter() => this; //: hit x2

        public int GetResult() => 5; //: hit x2

        public void OnCompleted(Action continuation) => continuation(); //: hit x1
    }

    //- custom awaiters: completed, and not
    private static async Task CustomAwaiters()
    { //D: hit
        Use(await new Ready(true)); //: hit x1
        Use(await new Ready(false)); //: hit x1
    } //: hit

    //- several awaits in one expression, in arguments, in interpolations
    private static async Task InExpressions(int value)
    { //D: hit
        Use(await Number(value) + await Number(2) * await Number(3)); //: hit x1
        Use( //: hit x1
            await Number(1) //: hit x1
            + await Number(2)); //: hit x1
        Use($"{await Number(4)}-{await Number(5)}"); //: hit x1
        int[] numbers = [await Number(1), await Number(2)]; //: hit x1
        numbers[await Number(0)] += await Number(7); //: hit x1
        Use(numbers[0]); //: hit x1
    } //: hit

    private static async Task<int> Number(int value)
    { //D: hit
        await Task.Yield(); //: hit x13
        return value; //: hit x13
    } //: hit //AR: none

    private sealed class Resource : IAsyncDisposable, IDisposable
    {
        public void Dispose() => Use(1); //: hit x1

        public async ValueTask DisposeAsync()
        { //D: hit
            await Task.Yield(); //: hit x3
            Use(2); //: hit x3
        } //: hit
    }

    //- await using, and using around awaits
    private static async Task Usings()
    { //D: hit
        await using (Resource resource = new()) //: hit x1
        { //D: hit
            Use(resource); //: hit x1
            await Task.Yield(); //: hit x1
        } //D: hit

        await using Resource second = new(); //: hit x1
        using (new Resource()) //: hit x1
        { //D: hit
            await Task.Yield(); //: hit x1
        } //: hit

        await using (Id<Resource?>(null)) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        try
        { //D: hit
            await using Resource third = new(); //: hit x1
            Fail("in await using"); //: hit x1
            Use(2); //: miss
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(3); //: hit x1
        } //: hit
    } //: hit //AR: none

    //- several tasks at a time
    private static async Task Many()
    { //D: hit
        Task<int> a = Number(1), b = Number(2); //: hit x1
        int[] all = await Task.WhenAll(a, b); //: hit x1
        Use(all.Length); //: hit x1
    } //: hit

    //- locals that live over an await
    private static async Task Locals(int count)
    { //D: hit
        int before = Id(count); //: hit x1
        (int x, int y) pair = (1, 2); //: hit x1
        await Task.Yield(); //: hit x1
        int sum = before + pair.x + pair.y; //: hit x1
        Use(sum); //: hit x1
    } //: hit

    //- an await that is not reached
    private static async Task NoAwaitTaken(int value)
    { //D: hit
        if (value > 0) //: part 1/2 x1
        { //D: miss
            await Task.Yield(); //: miss
            Use(1); //: miss
        } //D: miss
    } //: hit

    //- awaits what never completes
    private static async Task NeverCompletes(TaskCompletionSource source)
    { //D: hit
        Use(1); //: hit x1
        await source.Task; //: hit x1
        Use(2); //: miss
    } //: miss

    //- async void
    private static async void Void()
    { //D: hit
        await Task.CompletedTask; //: hit x1
        Use(1); //: hit x1
    } //: hit

    //- ValueTask
    private static async ValueTask ValueTasks(int value)
    { //D: hit
        await new ValueTask(Task.CompletedTask); //: hit x1
        Use(await new ValueTask<int>(value)); //: hit x1
    } //: hit

    //- generic
    private static async Task<T?> Generic<T>(T? value)
        where T : class
    { //D: hit
        await Task.Yield(); //: hit x2
        return value ?? default; //: part 1/2 x2
    } //: hit //AR: none

    //- switch on an awaited value
    private static async Task SwitchOnAwaited(int value)
    { //D: hit
        switch (await Pass(value)) //: part 1/4 x1
        {
            case 1:
                await Task.Yield(); //: miss
                break; //: miss
            case 2:
                await Task.Yield(); //: hit x1
                Use(2); //: hit x1
                break; //: hit x1
            case 3:
                Use(3); //: miss
                break; //D: miss
        }

        Use(await Pass(value) switch //: part 1/2 x1
        { //: hit x1
            1 => "one", //: miss
            _ => await Text("other"), //: hit x1
        }); //: hit x1
    } //: hit

    private static async Task<int> Pass(int value)
    { //D: hit
        await Task.Yield(); //: hit x2
        return value; //: hit x2
    } //: hit //AR: none

    //- awaits in nested try, catch and finally
    private static async Task NestedTries()
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                await Task.Yield(); //: hit x1
                Fail("inner"); //: hit x1
            } //D: miss
            finally
            { //D: hit
                await Task.Yield(); //: hit x1
                Use(1); //: hit x1
            } //D: hit

            Use(2); //: miss
        } //: miss
        catch (InvalidOperationException) when (Yes()) //: part 1/2 x1
        { //D: hit
            try
            { //D: hit
                await Task.Yield(); //: hit x1
            } //: hit
            finally
            { //D: hit
                Use(3); //: hit x1
            } //D: hit //AR: hit
        } //D: hit
        finally
        { //D: hit
            await Task.Yield(); //: hit x1
        } //D: hit

        Use(4); //: hit x1
    } //: hit
}
