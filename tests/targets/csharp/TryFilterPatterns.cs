// when: conditions whose tests the compiler puts before the filter's only point.

using System;
using System.IO;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class TryFilterPatterns
{
    public static void Run()
    { //D: hit
        Use(Either(new IOException())); //: hit x1
        Expect<FormatException>(static () => Either(new FormatException())); //: hit
        Expect<FormatException>(static () => Neither(new FormatException())); //: hit
        Use(WithProperties(new InvalidOperationException("long enough"))); //: hit x1
        Use(WithProperties(new ArgumentException(""))); //: hit x1
        Use(CallFirst(new IOException("a"))); //: hit x1
        Expect<FormatException>(static () => CallFirst(new FormatException("b"))); //: hit
        Use(Variable(new IOException(), true)); //: hit x1
        Use(Variable(new IOException(), false)); //: hit x1
        Use(Chosen(new IOException(), 2)); //: hit x1
    } //: hit

    //- when with a pattern of two types
    private static int Either(Exception thrown)
    { //D: hit
        try
        { //D: hit
            throw thrown; //: hit x2
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) //: part 2/2 1/2 x2
        { //D: hit
            return e.Message.Length; //: hit x1
        }
    } //: hit

    //- when with a negated pattern
    private static int Neither(Exception thrown)
    { //D: hit
        try
        { //D: hit
            throw thrown; //: hit x1
        }
        catch (Exception e) when (e is not (FormatException or IOException)) //: part 1/2 0/2 x1
        { //D: miss
            return e.Message.Length; //: miss
        }
    } //: miss

    //- when with properties inside the pattern
    private static int WithProperties(Exception thrown)
    { //D: hit
        try
        { //D: hit
            throw thrown; //: hit x2
        }
        catch (Exception e) when (e is InvalidOperationException { Message.Length: > 5 } or ArgumentException) //: part 2/2 1/2 1/2 1/2 x2
        { //D: hit
            return 1; //: hit x2
        }
    } //: hit

    //- when with a call before the pattern
    private static int CallFirst(Exception thrown)
    { //D: hit
        try
        { //D: hit
            throw thrown; //: hit x2
        }
        catch (Exception e) when (e.Message != "c" && e is IOException or UnauthorizedAccessException) //: part 1/2 2/2 1/2 x2
        { //D: hit
            return 1; //: hit x1
        }
    } //: hit

    //- when with a variable that a pattern has set before: a decision of its own
    private static int Variable(Exception thrown, bool wanted)
    { //D: hit
        bool isFile = thrown is IOException or UnauthorizedAccessException; //: part 1/2 0/2 x2
        try
        { //D: hit
            throw thrown; //: hit x2
        }
        catch (IOException) when (isFile == wanted) //: hit 2/2 x2
        { //D: hit
            return 1; //: hit x1
        }
        catch (IOException) //: hit x1
        { //D: hit
            return 2; //: hit x1
        }
    } //: hit

    //- when with a switch expression: the condition decides on its value
    private static int Chosen(Exception thrown, int level)
    { //D: hit
        try
        { //D: hit
            throw thrown; //: hit x1
        }
        catch (IOException) when (level switch { 1 => false, 2 => Yes(), _ => true }) //: part 1/3 1/2 x1
        { //D: hit
            return 1; //: hit x1
        }
    } //: hit
}
