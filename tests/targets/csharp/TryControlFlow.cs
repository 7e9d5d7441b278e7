// Exceptions and control flow: returns in try, catch and finally, nested using, goto, loops with
// several ways out.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class TryControlFlow
{
    private sealed class Gate(string name, List<string> log) : IDisposable //: hit
    {
        public bool Open { get; private set; } = true; //: hit
        public void Dispose()
        { //D: hit
            if (!Open) return; //: part 1/2
            Open = false; //: hit
            log.Add(name); //: hit
        } //: hit
    }

    public static void Run()
    { //D: hit
        Use(ReturnEverywhere(0)); //: hit x1
        Use(ReturnEverywhere(1)); //: hit x1
        Use(ReturnEverywhere(2)); //: hit x1
        Expect<DivideByZeroException>(() => ReturnEverywhere(3)); //: hit
        Retry(2); //: hit x1
        Expect<TimeoutException>(() => Retry(9)); //: hit
        Usings(true); //: hit x1
        Expect<IOException>(() => Usings(false)); //: hit
        Use(Search([[1, 2], [3, 4]], 3)); //: hit x1
        Use(Search([[1, 2], [3, 4]], 9)); //: hit x1
        Filters("a"); //: hit x1
        Filters("b"); //: hit x1
        Filters("cc"); //: hit x1
        Use(GotoStates("aab")); //: hit x1
        Use(GotoStates("ax")); //: hit x1
        Use(LoopExits([1, 5, 12, 7, 30])); //: hit x1
        Use(CheckedSum([1, 2])); //: hit x1
        Use(CheckedSum([int.MaxValue, 2])); //: hit x1
        Locks(); //: hit x1
        Use(DoLoop(5)); //: hit x1
        Use(Cleanup(true)); //: hit x1
        Use(Cleanup(false)); //: hit x1
        ThrowExpressions("x", 5); //: hit x1
        Expect<ArgumentNullException>(() => ThrowExpressions(null, 5)); //: hit
        Expect<ArgumentOutOfRangeException>(() => ThrowExpressions("x", -5)); //: hit
    } //: hit

    private static int ReturnEverywhere(int mode)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                if (mode == 0) return 10; //: hit 2/2 x4
                if (mode == 1) throw new InvalidOperationException(); //: hit 2/2 x3
                if (mode == 3) throw new DivideByZeroException(); //: hit 2/2 x2
                return mode; //: hit x1
            }
            catch (InvalidOperationException) //: hit x1
            { //D: hit
                return 20; //: hit x1
            }
            finally
            { //D: hit
                Use(mode); //: hit x4
            } //: hit
        }
        catch (DivideByZeroException e) when (e.InnerException is { } inner) //: part 1/2 x1
        { //D: miss
            Use(inner); //: miss
            return 30; //: miss
        }
        finally
        { //D: hit
            if (mode > 1) //: hit 2/2 x4
            { //D: hit
                Use(mode); //: hit x2
            } //D: hit
        } //: hit
    } //: hit

    private static void Retry(int failures)
    { //D: hit
        for (int attempt = 1; ; attempt++) //: hit
        { //D: hit
            try
            { //D: hit
                if (attempt <= failures) //: hit 2/2 x6
                    throw new IOException("attempt " + attempt); //: hit x5
                break; //: hit
            }
            catch (IOException e) when (attempt < 3) //: hit 2/2 x5
            { //D: hit
                Use(e.Message); //: hit x4
                continue; //: hit
            }
            catch (IOException e) //: hit x1
            { //D: hit
                throw new TimeoutException("gave up", e); //: hit x1
            }
            finally
            { //D: hit
                Use(attempt); //: hit x6
            } //: hit
        }

        Use(failures); //: hit x1
    } //: hit

    private static void Usings(bool good)
    { //D: hit
        List<string> log = []; //: hit x2
        using var outer = new Gate("outer", log); //: hit x2
        using (var a = new Gate("a", log)) //: hit x2
        using (var b = new Gate("b", log)) //: hit x2
        { //D: hit
            if (!good) //: hit 2/2 x2
            { //D: hit
                throw new IOException(a.Open && b.Open ? "open" : "closed"); //: part 1/2 1/2 x1
            }

            Use(log.Count); //: hit x1
        } //: hit

        using Gate? none = good ? null : new Gate("none", log); //: part 1/2 x1
        Use(log.Count); //: hit x1
    } //: hit

    private static (int, int)? Search(int[][] grid, int wanted)
    { //D: hit
        for (int y = 0; y < grid.Length; y++) //: hit 2/2 x5
        { //D: hit
            for (int x = 0; x < grid[y].Length; x++) //: hit 2/2
            { //D: hit
                if (grid[y][x] != wanted) //: hit 2/2 x7
                    continue; //D: hit

                return (y, x); //: hit x1
            }
        } //D: hit

        return null; //: hit x1
    } //D: hit

    private static void Filters(string text)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                throw text switch //: hit 3/3 x3
                { //: hit x3
                    "a" => new ArgumentException(text), //: hit x1
                    "b" => new InvalidOperationException(text), //: hit x1
                    _ => new FormatException(text), //: hit x1
                }; //: hit x3
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException && e.Message == "a") //: hit 2/2 2/2 2/2 x3
            { //D: hit
                Use(1); //: hit x1
            } //: hit
            catch (FormatException e) when (Log(e) || e.Message is ['c', ..]) //: part 1/2 1/2 1/2 1/2 x1
            { //D: hit
                Use(2); //: hit x1
            } //: hit
        } //: hit
        catch (SystemException e) //D: hit x1
        { //D: hit
            Use(e.Message); //: hit x1
        } //: hit

        static bool Log(Exception e)
        { //D: hit
            Use(e); //: hit x1
            return false; //: hit x1
        } //D: hit
    } //: hit

    private static int GotoStates(string text)
    { //D: hit
        int i = 0, count = 0; //: hit x2
    start: //D: hit
        if (i >= text.Length) goto end; //: hit 2/2 x6
        switch (text[i++]) //: hit 3/3 x5
        {
            case 'a':
                count++; //: hit x4
                goto start; //: hit
            case 'b':
                count += 10; //: hit x1
                goto case 'a'; //: hit
            default:
                return -1; //: hit x1
        }

    end: //D: hit
        return count; //: hit x1
    } //D: hit

    private static int LoopExits(int[] values)
    { //D: hit
        int sum = 0; //: hit x1
        int i = 0; //: hit x1
        while (true) //: hit
        { //D: hit
            if (i == values.Length) //: part 1/2 x5
                break; //D: miss
            int value = values[i++]; //: hit x5
            if (value % 2 == 0 && value > 20) //: hit 2/2 2/2 x5
                return sum; //: hit x1
            if (value is > 4 and < 8) //: hit 2/2 2/2 x4
                continue; //D: hit
            sum += value; //: hit x2
        } //D: hit

        return -sum; //: miss
    } //D: hit

    private static int CheckedSum(int[] values)
    { //D: hit
        try
        { //D: hit
            checked
            { //D: hit
                int sum = 0; //: hit x2
                foreach (int value in values) //: hit 2/2
                    sum += value; //: hit x4
                return sum; //: hit x1
            }
        }
        catch (OverflowException) //: hit x1
        { //D: hit
            return unchecked(values[0] + values[1]); //: hit x1
        }
    } //: hit

    private static void Locks()
    { //D: hit
        Lock gate = new(); //: hit x1
        object old = new(); //: hit x1
        int count = 0; //: hit x1
        Thread[] threads = new Thread[3]; //: hit x1
        for (int i = 0; i < threads.Length; i++) //: hit 2/2 x4
        { //D: hit
            threads[i] = new Thread(() => //: hit x3
            { //: hit
                for (int n = 0; n < 100; n++) //: hit 2/2 x303
                { //: hit
                    lock (gate) //: none -- the compiler makes no point for the scope of a Lock
                    { //D: hit
                        count++; //: hit x300
                    } //: hit

                    lock (old) count--; //: hit x300
                    using (gate.EnterScope()) count++; //: hit x300
                } //D: hit
            }); //: hit x3
            threads[i].Start(); //: hit x3
        } //D: hit

        foreach (var thread in threads) thread.Join(); //: hit 2/2
        Use(count); //: hit x1
    } //: hit

    private static int DoLoop(int n)
    { //D: hit
        int steps = 0; //: hit x1
        do
        { //D: hit
            n = n % 2 == 0 ? n / 2 : 3 * n + 1; //: hit 2/2 x5
            if (++steps > 50) //: part 1/2 x5
                break; //D: miss
        } //D: hit
        while (n != 1); //: hit 2/2 x5

        return steps; //: hit x1
    } //D: hit

    private static string Cleanup(bool fail)
    { //D: hit
        StringWriter? writer = null; //: hit x2
        bool done = false; //: hit x2
        try
        { //D: hit
            writer = new StringWriter(); //: hit x2
            writer.Write(fail ? throw new InvalidOperationException("x") : "fine"); //: hit 2/2 x2
            done = true; //: hit x1
            return writer.ToString(); //: hit x1
        }
        catch (Exception e) when (e is not OutOfMemoryException and not StackOverflowException) //: part 1/2 1/2 x1
        { //D: hit
            return e.Message; //: hit x1
        }
        finally
        { //D: hit
            writer?.Dispose(); //: part 1/2 x2
            if (!done) //: hit 2/2 x2
                Use(fail); //: hit x1
        } //: hit
    } //: hit

    private static void ThrowExpressions(string? text, int number)
    { //D: hit
        string checkedText = text ?? throw new ArgumentNullException(nameof(text)); //: hit 2/2 x3
        int positive = number > 0 ? number : throw new ArgumentOutOfRangeException(nameof(number)); //: hit 2/2 x2
        Use(checkedText.Length + positive); //: hit x1
    } //: hit
}
