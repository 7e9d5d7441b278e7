// Code of a Debug build, which the runtime compiles once, that is called so often that it is compiled once more
// without the probes that were hit; next to it, code that is reached only after that, and code that never is.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Hot;

internal static class Scenarios
{
    private const int Rare = 7;
    private static readonly SortedSet<string> Frames = []; //: hit
    [ThreadStatic] private static int sink;

    private static int Main()
    { //: hit
        Heat("Branch", () => Branch(1, "a")); //: hit
        Branch(Rare, "late"); //: hit
        Heat("Loop", () => Sum(20, false)); //: hit
        Sum(20, true); //: hit
        Heat("Property", () => sink += new Box(3).Twice); //: hit
        Heat("Generic", () => sink += Pick(1, 2, true) + Pick("a", "bb", true).Length); //: hit
        sink += (int)Pick(1.5, 2.5, false); //: hit
        sink += Pick("a", "bb", false).Length; //: hit
        Heat("Protected", () => Protected(null)); //: hit
        Protected("x"); //: hit
        Heat("Iterator", () => Iterate(false)); //: hit
        Iterate(true); //: hit
        Heat("Async", () => Await(false).GetAwaiter().GetResult()); //: hit
        Await(true).GetAwaiter().GetResult(); //: hit
        Heat("Faults", () => Guarded(false)); //: hit
        for (int i = 0; i < 5; i++) //: hit 2/2
        { //: hit
            Guarded(true); //: hit
        } //: hit

        OnThreads(); //: hit
        Console.WriteLine(string.Join(" ", Frames)); //: hit
        return 0; //: hit
    } //: hit

    /// <summary>Calls it until it had time to get hot, and once more when its new code is there.</summary>
    private static void Heat(string name, Action action)
    { //: hit
        Stopwatch watch = Stopwatch.StartNew(); //: hit
        while (watch.ElapsedMilliseconds < 300) //: hit 2/2
        { //: hit
            for (int i = 0; i < 1000; i++) //: hit 2/2
            { //: hit
                action(); //: hit
            } //: hit
        } //: hit

        Console.WriteLine(name); //: hit
    } //: hit

    //- branches first taken in the second code
    private static void Branch(int n, string? text)
    { //: hit
        if (n == Rare) //: hit 2/2
        { //: hit
            sink++; //: hit
        } //: hit

        if (n == Rare + 1) //: part 1/2
        { //: miss
            sink++; //: miss
        } //: miss

        sink += n > 5 && text!.Length > 3 ? 1 : 2; //: part 2/2 1/2
        sink += text?.Length ?? 3; //: part 1/2
        switch (text) //: part 2/4
        { //: none
            case "a": //: none
                break; //: hit
            case "late": //: none
                sink += 2; //: hit
                break; //: hit
            case "never": //: none
                sink += 3; //: miss
                break; //: miss
        } //: none
    } //: hit

    //- a loop looks before it stores
    private static void Sum(int count, bool late)
    { //: hit
        for (int i = 0; i < count; i++) //: hit 2/2
        { //: hit
            if (late && i == 3) //: hit 2/2 2/2
            { //: hit
                sink += i; //: hit
            } //: hit
            else if (late && i == count) //: part 2/2 1/2
            { //: miss
                sink -= i; //: miss
            } //: miss

            sink += i % 2 == 0 ? 1 : 2; //: hit 2/2
        } //: hit
    } //: hit

    //- an accessor of a struct
    private readonly struct Box(int value)
    {
        internal int Twice => value > 0 ? value * 2 : 0; //: part 1/2
    }

    //- instantiations made before and after
    private static T Pick<T>(T a, T b, bool first) => first ? a : b; //: hit 2/2

    //- a protected block, its handler and its finally
    private static void Protected(string? text)
    { //: hit
        try //: none
        { //: hit
            sink++; //: hit
            if (text is not null) //: hit 2/2
            { //: hit
                _ = int.Parse(text); //: hit
                sink = 0; //: miss
            } //: miss
        } //: hit
        catch (FormatException e) when (e.Message.Length > 0) //: part 1/2
        { //: hit
            sink += 2; //: hit
        } //: hit
        finally //: none
        { //: hit
            sink++; //: hit
        } //: hit
    } //: hit

    //- an iterator
    private static void Iterate(bool late)
    { //: hit
        foreach (int item in Items(late)) //: hit 2/2
        { //: hit
            sink += item; //: hit
        } //: hit
    } //: hit

    private static IEnumerable<int> Items(bool late)
    { //: hit
        yield return 1; //: hit
        if (late) //: hit 2/2
        { //: hit
            yield return 2; //: hit
        } //: hit

        yield return 3; //: hit
    } //: hit

    //- a state machine that goes on at once, and one that waits
    private static async Task Await(bool late)
    { //: hit
        await Task.CompletedTask; //: hit
        if (late) //: hit 2/2
        { //: hit
            await Task.Yield(); //: hit
            sink++; //: hit
        } //: hit
    } //: hit

    //- lines in a trace are those of the source, before and after
    private static void Guarded(bool fails)
    { //: hit
        try //: none
        { //: hit
            Fault(fails); //: hit
        } //: hit
        catch (InvalidOperationException e) //: hit
        { //: hit
            StackTrace trace = new(e, true); //: hit
            for (int i = 0; i < 2; i++) //: hit 2/2
            { //: hit
                StackFrame frame = trace.GetFrame(i)!; //: hit
                Frames.Add($"{frame.GetMethod()!.Name}:{frame.GetFileLineNumber()}"); //: hit
            } //: hit
        } //: hit
    } //: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Fault(bool fails)
    { //: hit
        sink++; //: hit
        if (fails) //: hit 2/2
        { //: hit
            sink = sink > 0 ? 1 : 2; //: part 1/2
            throw new InvalidOperationException(); //: hit
        } //: none

        sink |= 1; //: hit
    } //: hit

    //- loops that stay on many threads, and what they call
    private static void OnThreads()
    { //: hit
        Thread[] threads = new Thread[4]; //: hit
        for (int i = 0; i < threads.Length; i++) //: hit 2/2
        { //: hit
            int number = i; //: hit
            threads[i] = new Thread(() => Turn(number)); //: hit
            threads[i].Start(); //: hit
        } //: hit

        foreach (Thread thread in threads) //: hit 2/2
        { //: hit
            thread.Join(); //: hit
        } //: hit
    } //: hit

    private static void Turn(int number)
    { //: hit
        Stopwatch watch = Stopwatch.StartNew(); //: hit
        while (watch.ElapsedMilliseconds < 300) //: hit 2/2
        { //: hit
            sink += Step(number, false); //: hit
        } //: hit

        sink += Step(number, true); //: hit
    } //: hit

    private static int Step(int number, bool late)
    { //: hit
        if (late) //: hit 2/2
        { //: hit
            return number switch //: part 4/5
            { //: hit
                0 => 10, //: hit
                1 => 11, //: hit
                2 => 12, //: hit
                3 => 13, //: hit
                _ => 14, //: miss
            }; //: hit
        } //: none

        return number; //: hit
    } //: hit
}
