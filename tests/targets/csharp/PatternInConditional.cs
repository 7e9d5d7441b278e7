// ?: with patterns in its condition and as its values.

using System;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class PatternInConditional
{
    public static Task Run()
    { //D: hit
        for (int n = 0; n < 8; n++) //: hit 2/2
        { //D: hit
            Use(Chosen(n)); //: hit
            Use(Catch(() => Both(n))); //: hit
            Use(Catch(() => Mixed(n))); //: hit
            Use(Catch(() => Values(n))); //: hit
            Use(Catch(() => Switched(n))); //: hit
            Use(Catch(() => Calls(n))); //: hit
            Use(Choices(n, n > 3 ? "x" : 5)); //: hit 2/2
        } //D: hit

        return Task.CompletedTask; //: hit
    } //D: hit

    private static int Catch(Func<int> f)
    { //D: hit
        try
        { //D: hit
            return f(); //: hit
        }
        catch (Exception) //: hit
        { //D: hit
            return -9; //: hit
        }
    } //: hit

    private static Exception Make(int n) => n switch { 1 => new IOException(), 2 => new TimeoutException("t"), 3 => new FormatException("f"), _ => new InvalidOperationException() }; //: hit 4/4

    //- ?: of patterns as the condition of a filter
    private static int Chosen(int n)
    { //D: hit
        try
        { //D: hit
            return n is 5 ? throw new IOException("five") : n; //: hit 2/2
        }
        catch (Exception e) when (e is IOException or TimeoutException ? n is 5 or 6 : No()) //: part 1/2 0/2 1/2 1/2 -- both tests of the type, that of n, the value
        { //D: hit
            return -1; //: hit
        }
    } //: hit

    private static int Both(int n)
    { //D: hit
        try
        { //D: hit
            throw Make(n); //: hit
        }
        catch (Exception e) when (e is IOException or TimeoutException ? n == 2 : n == 3) //: hit 2/2 2/2 2/2
        { //D: hit
            return -1; //: hit
        }
    } //: hit

    private static int Mixed(int n)
    { //D: hit
        try
        { //D: hit
            throw Make(n); //: hit
        }
        catch (Exception e) when (e is IOException ? n is 1 or 6 : e is TimeoutException or FormatException && No()) //: part 2/2 1/2 0/2 2/2 2/2 1/2 2/2
        { //D: hit
            return -1; //: hit
        }
    } //: hit

    private static int Values(int n)
    { //D: hit
        try
        { //D: hit
            throw Make(n); //: hit
        }
        catch (Exception e) when (e.Message is "t" or "f" ? n is > 2 and < 9 : n > 6) //: part 2/2 2/2 2/2 1/2 2/2
        { //D: hit
            return -1; //: hit
        }
    } //: hit

    private static int Switched(int n)
    { //D: hit
        try
        { //D: hit
            throw Make(n); //: hit
        }
        catch (Exception e) when (n is 1 or 2 or 7 ? e is IOException : e switch { FormatException => true, _ => n > 5 }) //: hit 2/2 2/2 2/2 2/2
        { //D: hit
            return -1; //: hit
        }
    } //: hit

    private static int Calls(int n)
    { //D: hit
        try
        { //D: hit
            throw Make(n); //: hit
        }
        catch (Exception e) when ((n > 1 ? e is IOException or FormatException : Yes()) && n < 3) //: part 2/2 1/2 2/2 2/2 2/2
        { //D: hit
            return -1; //: hit
        }
    } //: hit

    //- the same in other places
    private static bool Choices(int n, object e)
    { //D: hit
        if (n > 1 ? n is 5 or 6 : No()) Use(1); //: hit 2/2 2/2 2/2
        bool a = n > 1 ? n is 5 or 6 : No(); //: hit 2/2 2/2
        bool b = Yes() && (n > 1 ? n is 5 or 6 : No()); //: part 1/2 2/2 2/2 2/2
        if (n > 1 ? n is 2 or 6 : No()) Use(1); //: hit 2/2 2/2 2/2 2/2
        if (n > 1 ? e is string or short : No()) Use(1); //: part 2/2 2/2 1/2 2/2
        return n > 1 ? n is 5 or 6 : a | b; //: hit 2/2 2/2
    } //D: hit
}
