// Loops and switches that end a try block: their last `break;` leaves the block by itself, and so does the block's end.

using System;
using System.Collections.Generic;
using System.IO;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class TryLastBreak
{
    //- loops of two operands at the end of a case, in a try block
    private static int InTry(int sort, int n)
    { //D: hit
        try
        { //D: hit
            switch (Id(sort)) //: part 3/4
            {
                case 0:
                    while (n < 3 && Yes()) n++; //: part 2/2 1/2
                    break; //D: hit
                case 1:
                    for (n = 1; n < 3 && Id(n) < 9;) n++; //: part 2/2 1/2
                    break; //D: hit
                case 2:
                    do n++; while (n < 3 && Id(n) != 9); //: part 1/2 0/2
                    break; //D: hit
            }
        } //: hit
        finally
        { //D: hit
            n++; //: hit
        } //: hit

        return n; //: hit
    } //D: hit

    //- the same under a lock, in a using block and in a foreach that disposes
    private static int InOthers(object gate, int n)
    { //D: hit
        lock (gate) //: hit
        { //D: hit
            switch (Id(n)) //: part 2/3
            {
                case 1:
                    while (n < 4 && Id(n) != 3) n++; //: part 1/2 2/2
                    break; //: hit
                case 2:
                    while (n < 4 && No()) n++; //: miss 0/2 0/2
                    break; //D: miss
            }
        } //D: hit

        using (StringReader reader = new("ab")) //: hit
        { //D: hit
            switch (Id(n)) //: part 1/3
            {
                case 3:
                    while (reader.Read() is > 0 and var c && c != 'b') n++; //: part 1/2 2/2
                    break; //D: hit
                case 7:
                    n++; //: miss
                    break; //D: miss
            }
        } //: hit

        foreach (int i in Numbers(2)) //: hit 2/2
        { //D: hit
            switch (Id(i)) //: part 1/2
            {
                case > 0:
                    while (n > i && Id(n) > i + 1) n--; //: hit 2/2 2/2
                    break; //D: hit
            }
        } //D: hit

        return n; //: hit
    } //D: hit

    //- a near miss: labels that only break, with others
    private static int OnlyBreaks(int n)
    { //D: hit
        try
        { //D: hit
            switch (Id(n)) //: hit 4/4
            {
                case 1:
                    Use(1); //: hit
                    break; //: hit
                case 3:
                    Use(3); //: hit
                    break; //D: hit
                case 2:
                    break; //D: hit
            }
        } //: hit
        finally
        { //D: hit
            n++; //: hit
        } //: hit

        return n; //: hit
    } //D: hit

    //- the second of three labels only breaks: optimised code leaves the block for it from elsewhere
    private static int SecondBreaks(int n)
    { //D: hit
        try
        { //D: hit
            switch (Id(n)) //: part 2/4
            {
                case 1:
                    Use(1); //: miss
                    break; //: miss
                case 2:
                    break; //D: hit
                case 3:
                    Use(3); //: hit
                    break; //D: hit
            }
        } //: hit
        finally
        { //D: hit
            n++; //: hit
        } //: hit

        return n; //: hit
    } //D: hit

    //- types, of which the last only breaks, in a loop: what comes next stands further up in the source
    private static void TypesInLoop(object value)
    { //D: hit
        foreach (int i in Numbers(1)) //: hit 2/2
        { //D: hit
            switch (Id(value)) //: part 2/5
            {
                case int:
                    Use(1); //: miss
                    break; //: miss
                case string:
                    break; //D: hit
                case long:
                    Use(3); //: hit
                    break; //D: hit
                case double:
                    break; //D: miss
            }
        } //D: hit
    } //: hit

    //- nothing is decided where all labels only break
    private static void AllBreak(string text, object value)
    { //D: hit
        switch (Id(text)) //D: part 2/4 //R: hit
        {
            case "a":
                break; //D: hit
            case "b":
                break; //D: miss
            case "c":
                break; //D: hit
        }

        switch (Id(value)) //D: part 1/3 //R: hit
        {
            case int:
                break; //D: hit
            case string:
                break; //D: miss
        }
    } //: hit

    //- a near miss: the default only breaks, the labels do something
    private static int DefaultBreaks(string text)
    { //D: hit
        try
        { //D: hit
            switch (Id(text)) //: part 2/3
            {
                default:
                    break; //D: hit
                case "a":
                    Use(1); //: hit
                    break; //: hit
                case "b":
                    Use(2); //: miss
                    break; //D: miss
            }
        } //: hit
        catch (InvalidOperationException) when (No()) //: miss 0/2
        { //D: miss
            return 2; //: miss
        }

        return 3; //: hit
    } //D: hit

    //- conditions of labels in a block that is left: the last label has two operands
    private static int Labels(string text, int n)
    { //D: hit
        lock (text) //: hit
        { //D: hit
            switch (Id(text)) //: hit 3/3
            {
                case "a" when n > 5: //: part 1/2
                    return 1; //: miss
                case "b" when Id(n) != 3 && (n is 4 or 9 || Yes()): //: part 1/2 2/2 1/2 0/2
                    n += 2; //: hit
                    break; //: hit
            }
        } //D: hit

        return n; //: hit
    } //D: hit

    //- a near miss: a variable is asked for labels, one of which only breaks
    private static int OfVariable(int n, int m)
    { //D: hit
        Use(m); //: hit
        try
        { //D: hit
            switch (n) //: part 2/4
            {
                case 1:
                    m++; //: miss
                    break; //: miss
                case 2:
                    break; //D: hit
                case 3:
                    m += 3; //: hit
                    break; //D: hit
            }
        } //: hit
        finally
        { //D: hit
            m++; //: hit
        } //: hit

        return m; //: hit
    } //D: hit

    //- conditions whose body leaves
    private static int Conditions(IEnumerable<int> numbers, int n)
    { //D: hit
        foreach (int i in numbers) //: part 1/2
        { //D: hit
            try
            { //D: hit
                if (i == 1 && n > 5 || i == 2) break; //: part 2/2 1/2 2/2
                if (i > 5 || n == 0 && Yes()) return i; //: part 1/2 1/2 0/2
                while (n < 3 && Yes()) n++; //: part 2/2 1/2
            } //: hit
            finally
            { //D: hit
                n++; //: hit
            } //: hit
        } //D: hit

        return n; //: hit
    } //D: hit

    public static void Run()
    { //D: hit
        Use(InTry(0, 1) + InTry(1, 0) + InTry(2, 5)); //: hit
        Use(InOthers(new object(), 1) + InOthers(new object(), 3)); //: hit
        Use(Labels("a", 1) + Labels("b", 4) + Labels("b", 9) + Labels("c", 0)); //: hit
        Use(OfVariable(2, 1) + OfVariable(3, 1)); //: hit
        Use(OnlyBreaks(1) + OnlyBreaks(2) + OnlyBreaks(3) + OnlyBreaks(4)); //: hit
        Use(SecondBreaks(2) + SecondBreaks(3)); //: hit
        TypesInLoop("a"); //: hit
        TypesInLoop(3L); //: hit
        AllBreak("a", 1); //: hit
        AllBreak("c", 2); //: hit
        Use(DefaultBreaks("a") + DefaultBreaks("z")); //: hit
        Use(Conditions(Numbers(3), 1)); //: hit
    } //: hit
}
