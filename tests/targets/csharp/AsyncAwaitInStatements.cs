// await wherever an expression may stand: handlers, using, foreach, switches, initialisers; custom
// awaiters, Task.Yield, streams that are cancelled or left, exceptions through all of them.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncAwaitInStatements
{
    private sealed class Resource(bool yields) : IAsyncDisposable //: hit
    {
        public int Value => 7; //: hit

        public async ValueTask DisposeAsync()
        { //D: hit
            if (yields) //: hit 2/2
            { //D: hit
                await Task.Yield(); //: hit
            } //D: hit

            Use(1); //: hit
        } //: hit
    }

    // An awaiter that is a struct, found by an extension method, that yields or not.
    private readonly struct Pause(bool yields)
    {
        public bool Yields { get; } = yields; //: hit
    }

    private readonly struct Waiter(bool done) : ICriticalNotifyCompletion
    {
        public bool IsCompleted { get; } = done; //: hit

        public int GetResult() => 5; //: hit

        public void OnCompleted(Action next) => Task.Run(next); //: miss

        public void UnsafeOnCompleted(Action next) => Task.Run(next); //: hit
    }

    private static Waiter GetAwaiter(this Pause pause) => new(!pause.Yields); //: hit

    private static async Task<int> Later(int value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    private static async Task<int> Failing()
    { //D: hit
        await Task.Yield(); //: hit
        throw new InvalidOperationException("later"); //: hit
    } //: none -- it always throws

    private static async IAsyncEnumerable<int> Stream(
        int count,
        [EnumeratorCancellation] CancellationToken token = default)
    { //D: hit
        try
        { //D: hit
            for (int i = 0; i < count; i++) //: part 1/2
            { //D: hit
                await Task.Yield(); //: hit
                token.ThrowIfCancellationRequested(); //: hit
                yield return i; //: hit
            } //D: hit
        } //D: miss
        finally
        { //D: hit
            await Task.Yield(); //: hit
            Use(1); //: hit
        } //D: hit
    } //: hit

    public static async Task Run()
    { //D: hit
        await Expressions(); //: hit x1
        await Switches(2); //: hit x1
        await CustomAwaiters(); //: hit x1
        await Usings(); //: hit x1
        await Handlers(true); //: hit x1
        await Handlers(false); //: hit x1
        await NestedHandlers(); //: hit x1
        await Streams(); //: hit x1
        await LocalsAndLambdas(); //: hit x1
        await Values(); //: hit x1
        await Conditions(null); //: hit x1
        Use(await OperandsAndReturn(1) + await OperandsAndReturn(4)); //: hit
        Use(await OperandsAndTry(1) + await OperandsAndTry(4) + await OperandsAndTry(5)); //: hit
        Use(await OperandsAndCatch(1) + await OperandsAndCatch(4)); //: hit
        await WhenFilters(); //: hit x1
    } //: hit

    //- await in arguments, initialisers, interpolations, indexers, collections, compound assignment
    private static async Task Expressions()
    { //D: hit
        int[] array = [await Later(1), 2, await Later(3)]; //: hit x1
        array[await Later(0)] += await Later(5); //: hit x1
        Use($"{await Later(1)} and {await Later(2)}"); //: hit x1
        Use(new List<int> { await Later(1), await Later(2) }); //: hit x1
        Use((await Later(1) + await Later(2)) * array[^1]); //: hit x1
        (int a, int b) = (await Later(1), await Later(2)); //: hit x1
        Use(a + b); //: hit x1
        Use(await await Task.FromResult(Later(3))); //: hit x1
        foreach (int number in await Task.FromResult(new[] { 1, 2 })) //: hit 2/2
        { //D: hit
            Use(number + await Later(number)); //: hit x2
        } //D: hit
    } //: hit

    //- await in the value and the arms of switches
    private static async Task Switches(int value)
    { //D: hit
        switch (await Later(value)) //: part 1/3 x1
        {
            case 1:
                Use(await Later(1)); //: miss
                break; //: miss
            case 2:
                Use(await Later(2)); //: hit x1
                break; //: hit x1
            default:
                Use(3); //: miss
                break; //D: miss
        }

        int result = await Later(value) switch //: part 1/3 x1
        { //: hit x1
            1 => await Later(10), //: miss
            2 => await Later(20), //: hit x1
            _ => 0, //: miss
        }; //: hit x1
        Use(result); //: hit x1
    } //: hit

    //- custom awaiters, with and without yielding: IsCompleted is not a branch
    private static async Task CustomAwaiters()
    { //D: hit
        Use(await new Pause(true)); //: hit x1
        Use(await new Pause(false)); //: hit x1
        await Task.Yield(); //: hit x1
        await Later(1).ConfigureAwait(false); //: hit x1
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); //: hit x1
    } //: hit

    //- await using as statement and declaration, null, an exception in the body
    private static async Task Usings()
    { //D: hit
        await using (Resource resource = new(true)) //: hit x1
        { //D: hit
            Use(resource.Value); //: hit x1
        } //D: hit

        await using (Id<Resource?>(null)) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        try
        { //D: hit
            await using Resource declared = new(false); //: hit x1
            Use(await Failing()); //: hit x1
            Use(declared.Value); //: miss
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit

        using CancellationTokenSource source = new(); //: hit x1
        await Later(1); //: hit x1
        Use(source.IsCancellationRequested); //: hit x1
    } //: hit

    //- await in catch and finally, with and without an exception
    private static async Task Handlers(bool fails)
    { //D: hit
        try
        { //D: hit
            Use(await Later(1)); //: hit x2
            if (fails) //: hit 2/2 x2
            { //D: hit
                Use(await Failing()); //: hit x1
            } //D: miss

            Use(2); //: hit x1
        } //: hit
        catch (InvalidOperationException e) //: hit x1 //AR: none
        { //D: hit
            await Later(e.Message.Length); //: hit x1
            Use(3); //: hit x1
        } //D: hit
        finally
        { //D: hit
            await Later(4); //: hit x2
            Use(5); //: hit x2
        } //D: hit

        Use(6); //: hit x2
    } //: hit

    //- a handler that fails, caught outside
    private static async Task NestedHandlers()
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                await Failing(); //: hit x1
            } //: miss
            catch (InvalidOperationException) //: hit x1 //AR: none
            { //D: hit
                await Later(1); //: hit x1
                throw; //: hit x1
            }
            finally
            { //D: hit
                await Later(2); //: hit x1
            } //D: hit

            Use(3); //: miss
        } //: miss
        catch (Exception e) when (e.Message.Length > 3) //: part 1/2 x1
        { //D: hit
            Use(await Later(4)); //: hit x1
        } //D: hit
    } //: hit

    //- streams: left by break, cancelled, failing in the loop's body
    private static async Task Streams()
    { //D: hit
        await foreach (int i in Stream(9)) //: part 1/2
        { //D: hit
            Use(i); //: hit x2
            if (i == 1) //: hit 2/2 x2
            { //D: hit
                break; //D: hit x1
            }
        } //D: hit

        using CancellationTokenSource source = new(); //: hit x1
        try
        { //D: hit
            await foreach (int i in Stream(9).WithCancellation(source.Token)) //: part 1/2
            { //D: hit
                Use(i); //: hit x1
                source.Cancel(); //: hit x1
            } //D: hit
        } //: miss
        catch (OperationCanceledException) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //: hit

        try
        { //D: hit
            await foreach (int i in Stream(9)) //: part 1/2
            { //D: hit
                Use(i + Fail("in the body")); //: hit x1
            } //D: miss
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(2); //: hit x1
        } //: hit
    } //: hit

    //- async lambdas and local functions: generic, static, failing, not awaited, never called
    private static async Task LocalsAndLambdas()
    { //D: hit
        Func<Task<int>> never = async () => //: hit x1
        { //: miss
            await Task.Yield(); //: miss
            return 1; //: miss
        }; //: miss
        Func<int, Task<int>> once = async n => await Later(n) + 1; //: hit
        Use(await once(2)); //: hit x1
        Use(never); //: hit x1
        Use(await Local(5)); //: hit x1
        Task<int> pending = Fails(); //: hit x1
        try
        { //D: hit
            Use(await pending); //: hit x1
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //: hit

        static async Task<T> Local<T>(T value)
        { //D: hit
            await Task.Yield(); //: hit x1
            return value; //: hit x1
        } //: hit //AR: none

        async Task<int> Fails()
        { //D: hit
            int value = await once(1); //: hit x1
            return value > 1 ? throw new InvalidOperationException("local") : value; //: part 1/2 x1
        } //: miss //AR: none
    } //: hit

    //- ValueTask: completed and not
    private static async ValueTask Values()
    { //D: hit
        Use(await new ValueTask<int>(5)); //: hit x1
        Use(await new ValueTask<int>(Later(5))); //: hit x1
        ValueTask done = default; //: hit x1
        await done; //: hit x1
    } //: hit

    //- ??, ?., ?: and && around await
    private static async Task Conditions(string? text)
    { //D: hit
        Use(text ?? (await Later(1)).ToString()); //: part 1/2 x1
        Use((text?.Length ?? await Later(2)) > 1 ? await Later(3) : 4); //: part 1/2 1/2 x1
        if (await Later(1) == 1 && await Later(2) == 1) //: part 1/2 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        while (await Later(1) > 5) //: part 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss

        do
        { //D: hit
            Use(3); //: hit x1
        } //D: hit
        while (await Later(1) > 5); //: part 1/2 x1

        for (int i = await Later(0); i < await Later(2); i += await Later(1)) //: hit 2/2
        { //D: hit
            Use(i); //: hit x2
        } //D: hit
    } //: hit

    //- filters with await in the handlers: the first is false, the second throws, the third holds
    private static async Task WhenFilters()
    { //D: hit
        try
        { //D: hit
            await Failing(); //: hit x1
        } //: miss
        catch (InvalidOperationException) when (No()) //: part 1/2 x1
        { //D: miss
            await Later(1); //: miss
        } //: miss
        catch (InvalidOperationException) when (Fail("in a filter") > 0) //: part 0/2 x1
        { //D: miss
            await Later(2); //: miss
        } //: miss
        catch (Exception e) when (e is InvalidOperationException && Yes()) //: part 1/2 1/2 x1
        { //D: hit
            await Later(3); //: hit x1
        } //D: hit
    } //: hit

    //- where a finally block goes on is kept in a field that holds an operand elsewhere
    private static async Task<int> OperandsAndReturn(int n)
    { //D: hit
        int sum = Id(n) + await Later(1); //: hit
        try
        { //D: hit
            Use(n); //: hit
            if (Id(n) > 3) //: hit 2/2
                return 4; //: hit
        } //D: hit
        finally
        { //D: hit
            Use(await Later(2)); //: hit
        } //D: hit

        sum += Id(n) * await Later(1); //: hit
        return sum; //: hit
    } //: hit //AR: none

    private static async Task<int> OperandsAndCatch(int n)
    { //D: hit
        int sum = Id(n) + await Later(1); //: hit
        try
        { //D: hit
            if (Id(n) > 3) //: hit 2/2
                throw new ArgumentException("n"); //: hit
        } //: hit
        catch (FormatException) when (n > 9) //: miss 0/2
        { //D: miss
            Use(n); //: miss
        } //: miss
        catch (ArgumentException) //D: hit
        { //D: hit
            Use(await Later(2)); //: hit
        } //D: hit

        //- near: an operand that is tested
        return (Id(n) + await Later(n)) switch { 2 => sum, _ => 3 } + Id(n) * await Later(1); //: hit 2/2
    } //: hit //AR: none

    //- the same in a block that the method comes back into: its dispatch leads past what the inner block stores first
    private static async Task<int> OperandsAndTry(int n)
    { //D: hit
        int sum = Id(n) + await Later(1); //: hit
        try
        { //D: hit
            try
            { //D: hit
                Use(await Later(n)); //: hit
                if (Id(n) > 4) //: hit 2/2
                    return sum; //: hit
            } //D: hit
            finally
            { //D: hit
                Use(Id(n) + await Later(2)); //: hit
            } //D: hit

            try
            { //D: hit
                if (await Later(n) > 3) //: hit 2/2
                    throw new ArgumentException("n"); //: hit
            } //: hit
            catch (FormatException) when (n > 9) //: miss 0/2
            { //D: miss
                Use(n); //: miss
            } //: miss
            catch (ArgumentException) //D: hit
            { //D: hit
                Use(await Later(2)); //: hit
            } //D: hit

            sum += Id(n) * await Later(1); //: hit
        } //: hit
        finally
        { //D: hit
            Use(n); //: hit
        } //D: hit //AR: hit

        return sum; //: hit
    } //: hit
}
