// What was missed, in words: the text after "says:" is the sentence of `clrcov explain FILE:LINE` for the branch of the line that has an arm left, one
// after the other, separated by " | " (words.sh). The senses are chosen by hand from the language; every operator is here with either outcome.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ExplainSentences
{
    private static readonly string? nothing = Id<string?>(null); //: hit
    private static readonly string text = Id("text"); //: hit
    private static readonly string label = Id("label"); //: hit
    private static readonly object number = Id<object>(5); //: hit
    private static readonly decimal price = Id(2m); //: hit
    private static readonly double half = Id(0.5); //: hit
    private static readonly uint few = Id(3u); //: hit
    private static readonly DayOfWeek day = Id(DayOfWeek.Sunday); //: hit

    private static T Id<T>(T value) => value; //: hit

    public static void Run()
    { //D: hit
        Integers(5); //: hit
        Others(5); //: hit
        Patterns(); //: hit
        Operands(true, false); //: hit
        Statements(3); //: hit
        Switches(3); //: hit
    } //: hit

    private static void Integers(int n)
    { //D: hit
        Use(n == 5 ? 1 : 2); //: part 1/2 -- says: `n == 5` was never false
        Use(n == 6 ? 1 : 2); //: part 1/2 -- says: `n == 6` was never true
        Use(n == 0 ? 1 : 2); //: part 1/2 -- says: `n == 0` was never true
        Use(n != 5 ? 1 : 2); //: part 1/2 -- says: `n != 5` was never true
        Use(n != 0 ? 1 : 2); //: part 1/2 -- says: `n != 0` was never false
        Use(n < 6 ? 1 : 2); //: part 1/2 -- says: `n < 6` was never false
        Use(n < 5 ? 1 : 2); //: part 1/2 -- says: `n < 5` was never true
        Use(n <= 5 ? 1 : 2); //: part 1/2 -- says: `n <= 5` was never false
        Use(n <= 4 ? 1 : 2); //: part 1/2 -- says: `n <= 4` was never true
        Use(n > 4 ? 1 : 2); //: part 1/2 -- says: `n > 4` was never false
        Use(n > 0 ? 1 : 2); //: part 1/2 -- says: `n > 0` was never false
        Use(n > 5 ? 1 : 2); //: part 1/2 -- says: `n > 5` was never true
        Use(n >= 5 ? 1 : 2); //: part 1/2 -- says: `n >= 5` was never false
        Use(n >= 6 ? 1 : 2); //: part 1/2 -- says: `n >= 6` was never true
        Use(n >= 0 ? 1 : 2); //: part 1/2 -- says: `n >= 0` was never false
        Use(!(n >= 6) ? 1 : 2); //: part 1/2 -- says: `n >= 6` was never true
        Use(few < 4 ? 1 : 2); //: part 1/2 -- says: `few < 4` was never false
        Use(few >= 4 ? 1 : 2); //: part 1/2 -- says: `few >= 4` was never true
    } //: hit

    private static void Others(int n)
    { //D: hit
        Use(Yes() ? 1 : 2); //: part 1/2 -- says: `Yes()` was never false
        Use(!Yes() ? 1 : 2); //: part 1/2 -- says: `!Yes()` was never true
        Use(No() ? 1 : 2); //: part 1/2 -- says: `No()` was never true
        Use(No() == false ? 1 : 2); //: part 1/2 -- says: `No() == false` was never false
        Use(No() == true ? 1 : 2); //: part 1/2 -- says: `No() == true` was never true
        Use(Yes() != false ? 1 : 2); //: part 1/2 -- says: `Yes() != false` was never false
        Use(nothing == null ? 1 : 2); //: part 1/2 -- says: `nothing == null` was never false
        Use(nothing != null ? 1 : 2); //: part 1/2 -- says: `nothing != null` was never true
        Use(text == null ? 1 : 2); //: part 1/2 -- says: `text == null` was never true
        Use(text == "text" ? 1 : 2); //: part 1/2 -- says: `text == "text"` was never false
        Use(text != "text" ? 1 : 2); //: part 1/2 -- says: `text != "text"` was never true
        Use(label.Equals("a ? b : c && d") ? 1 : 2); //: part 1/2 -- says: `label.Equals("a ? b : c && d")` was never true
        Use(price > 1m ? 1 : 2); //: part 1/2 -- says: `price > 1m` was never false
        Use(price <= 1m ? 1 : 2); //: part 1/2 -- says: `price <= 1m` was never true
        Use(price == 2m ? 1 : 2); //: part 1/2 -- says: `price == 2m` was never false
        Use(half < 1.0 ? 1 : 2); //: part 1/2 -- says: `half < 1.0` was never false
        Use(half >= 1.0 ? 1 : 2); //: part 1/2 -- says: `half >= 1.0` was never true
        Use(half != 0.5 ? 1 : 2); //: part 1/2 -- says: `half != 0.5` was never true
        Use(day == DayOfWeek.Sunday ? 1 : 2); //: part 1/2 -- says: `day == DayOfWeek.Sunday` was never false
        Use(day != DayOfWeek.Monday ? 1 : 2); //: part 1/2 -- says: `day != DayOfWeek.Monday` was never false
        Use(Yes() == (n > 1) ? 1 : 2); //: part 1/2 -- says: `Yes() == (n > 1)` was never false
    } //: hit

    private static void Patterns()
    { //D: hit
        Use(number is int ? 1 : 2); //: part 1/2 -- says: `number is int` was never false
        Use(number is string ? 1 : 2); //: part 1/2 -- says: `number is string` was never true
        Use(number is not string ? 1 : 2); //: part 1/2 -- says: `number is not string` was never false
        Use(nothing is null ? 1 : 2); //: part 1/2 -- says: `nothing is null` was never false
        Use(nothing is not null ? 1 : 2); //: part 1/2 -- says: `nothing is not null` was never true
        Use(text is null ? 1 : 2); //: part 1/2 -- says: `text is null` was never true
    } //: hit

    private static void Operands(bool a, bool b)
    { //D: hit
        Use(a && b); //: hit -- two parameters: the compiler joins them without a branch
        Use(Yes() && No()); //: part 1/2 1/2 -- says: `Yes()` in `Yes() && No()` was never false | `No()` in `Yes() && No()` was never true
        Use(Yes() || No()); //: part 1/2 0/2 -- says: `Yes()` in `Yes() || No()` was never false | `No()` in `Yes() || No()` was never evaluated
        Use(!Yes() || No()); //: part 1/2 1/2 -- says: `!Yes()` in `!Yes() || No()` was never true | `No()` in `!Yes() || No()` was never true
        Use(Yes() && !(No() || Yes())); //: part 1/2 1/2 1/2 -- says: `Yes()` in `Yes() && !(No() || Yes())` was never false | `No()` in `Yes() && !(No() || Yes())` was never true | `Yes()` in `Yes() && !(No() || Yes())` was never false
        Use(Yes() && // && in a comment //: part 1/2 1/2 -- says: `Yes()` in `Yes() && No()` was never false | `No()` in `Yes() && No()` was never true
            /* ? */ No()); //: hit
        Use(text ?? "none"); //: part 1/2 -- says: `text` in `text ?? "none"` was never null
        Use(nothing ?? "none"); //: part 1/2 -- says: `nothing` in `nothing ?? "none"` was always null
        Use(text?.Length); //: part 1/2 -- says: `text` in `text?.Length` was never null
        Use(1 + (nothing?.Length ?? 2)); //: part 1/2 -- says: 1 of 2 arms was never taken
    } //: hit

    private static void Statements(int n)
    { //D: hit
        if (n > 2) //: part 1/2 -- says: `n > 2` was never false
            Use(1); //: hit
        if (n > 3) //: part 1/2 -- says: `n > 3` was never true, so line 110 did not run
            Use(2); //: miss
        if (n > 3 || n < 0) Use(3); else Use(4); //: part 1/2 1/2 -- says: `n > 3` in `n > 3 || n < 0` was never true | `n < 0` in `n > 3 || n < 0` was never true
        while (n < 0) n++; //: part 1/2 -- says: `n < 0` was never true
        for (int i = 0; i < n && n > 0; i++) Use(i); //: part 2/2 1/2 -- says: `n > 0` in `i < n && n > 0` was never false
        foreach (string one in new List<string>()) //: part 1/2 -- says: the loop was never entered
            Use(one); //: miss
        foreach (int one in Array.Empty<int>()) //: part 1/2 -- says: the loop was never entered
            Use(one); //: miss
        try //: none
        { //D: hit
            Throw(); //: hit
        } //: miss
        catch (InvalidOperationException e) when (e.Message.Length > 3) //: part 1/2 -- says: `e.Message.Length > 3` was never false
        { //D: hit
            Use(5); //: hit
        } //: hit
    } //: hit

    private static void Throw() => throw new InvalidOperationException("thrown"); //: hit

    private static void Switches(int n)
    { //D: hit
        switch (Id(n)) //: part 1/4 -- says: 3 of 4 arms were never taken: line 135 (`case 1`), line 138 (`case 2`), line 144 (`default`)
        {
            case 1: //: none
                Use(1); //: miss
                break; //: miss
            case 2: //: none
                Use(2); //: miss
                break; //: miss
            case 3: //: none
                Use(3); //: hit
                break; //: hit
            default: //: none
                Use(4); //: miss
                break; //D: miss
        }
    } //D: hit
}
