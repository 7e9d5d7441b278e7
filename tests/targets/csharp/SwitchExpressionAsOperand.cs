// Switch expressions as operands and in branches of other expressions: the tests around them are
// decisions of their own, however the compiler joins them.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchExpressionAsOperand
{
    public static void Run()
    { //D: hit
        Passed("x", 9); //: hit x1
        Passed("y", 9); //: hit x1
        Stored("x", 10); //: hit x1
        Use(Returned("y", 9)); //: hit x1
        Use(ExpressionBody("x", 9)); //: hit x1
        Condition("y", 9); //: hit x1
        Use(BehindPattern("abcde", 10)); //: hit x1
        Use(BeforePattern(9, "abcde")); //: hit x1
        InBranches(true, 9); //: hit x1
        InBranches(false, 6); //: hit x1
        InOneBranch(true, 9); //: hit x1
        BehindCoalesce(null, 9); //: hit x1
        BehindCoalesce("s", 9); //: hit x1
        BehindAccess("s", "text"); //: hit x1
        Use(InArm(2, 1)); //: hit x1
        Use(InArm(2, -1)); //: hit x1
        PatternArms(true, "a"); //: hit x1
        Governed(true, 3); //: hit x1
        Arguments(true, 3, 4); //: hit x1
        Loop(); //: hit x1
        Looped(false, 2); //: hit x1
        Looped(true, 3); //: hit x1
        Use(LoopedOnLines(false, 2)); //: hit x1
        Booleans(true, true); //: hit x1
        Throws("x", 3); //: hit x1
        LeftOperand(2, 1); //: hit x1
        LeftOperand(3, "x"); //: hit x1
        Tail(0); //: hit x1
        Use(AloneInCondition(2)); //: hit x1
        Use(AloneInCondition(1)); //: hit x1
        for (int n = 1; n < 4; n++) //: hit 2/2
        { //D: hit
            OnLines(n, n); //: hit x3
            Use(ReturnedOnLines(n)); //: hit x3
            Filter(n, n); //: hit x3
            FilterAlone(n, n); //: hit x3
            FilterWithPattern(n, n); //: hit x3
            Spread(n); //: hit x3
        } //D: hit
    } //: hit

    //- a switch expression as the left operand of && and ||, in a condition
    private static void LeftOperand(int n, object o)
    { //D: hit
        if ((Id(n) switch { 2 => Id(n) == 5, 3 => Yes(), _ => n == 1 }) || o is not int) //: part 2/3 2/2 1/2 x2
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if ((Id(n) switch { 2 => Yes(), 3 => No(), _ => n == 1 }) && o is int && n > 0) //: part 2/3 2/2 1/2 1/2 x2
            Use(2); //: hit x1
    } //: hit

    private static void Tail(int n)
    { //D: hit
        do
        { //D: hit
            n++; //: hit x3
        } //D: hit
        while ((Id(n) switch { 1 => Yes(), 7 => No(), _ => n > 1 }) && n < 3); //: part 2/3 1/2 2/2 x3

        while ((Id(n) switch { 3 => Yes(), 4 => No(), _ => n > 1 }) || No()) //: part 2/3 2/2 1/2 x2
        { //D: hit
            n++; //: hit x1
        } //D: hit
    } //: hit

    //- a switch expression is the whole condition
    private static bool AloneInCondition(int n)
    { //D: hit
        if (Id(n) switch { 2 => Id(n) == 5, 3 => Yes(), _ => n == 1 }) //: part 2/3 2/2 x2
            return Id(true); //: hit x1
        return Id(false); //: hit x1
    } //D: hit

    //- switch after &&, passed
    private static void Passed(string text, int value)
    { //D: hit
        Use(text != "y" && value switch { 9 => Yes(), _ => No() }); //: part 2/2 1/2 1/2 x2
    } //: hit

    //- switch after ||, stored
    private static void Stored(string text, int value)
    { //D: hit
        bool result = text == "y" || value switch { 9 => Yes(), 10 => No(), _ => No() }; //: part 1/2 1/3 1/2 x1
        Use(result); //: hit x1
    } //: hit

    //- switch after ||, returned
    private static bool Returned(string text, int value)
    { //D: hit
        return text == "y" || value switch { 9 => Yes(), 10 => No(), _ => No() }; //: part 1/2 0/3 0/2 x1
    } //D: hit

    private static bool ExpressionBody(string text, int value) =>
        text == "y" || value switch { 9 => Yes(), 10 => No(), _ => No() }; //: part 1/2 1/3 1/2 x1

    //- switch after && as a condition
    private static void Condition(string text, int value)
    { //D: hit
        if (text == "y" && value switch { 9 => Yes(), 10 => No(), _ => No() }) //: part 1/2 1/3 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit
    } //: hit

    //- a pattern before a switch, and after it
    private static bool BehindPattern(object o, int value)
    { //D: hit
        return o is string { Length: 5 } && value switch { 9 => Yes(), 10 => No(), _ => No() }; //: part 1/2 1/2 1/3 1/2 x1
    } //D: hit

    private static bool BeforePattern(int value, object o)
    { //D: hit
        return value switch { 9 => Yes(), 10 => No(), _ => No() } && o is string { Length: 5 }; //: part 1/3 1/2 1/2 1/2 x1
    } //D: hit

    //- a switch in each branch of ?:
    private static void InBranches(bool flag, int value)
    { //D: hit
        Use(flag ? value switch { 9 => 1, _ => 2 } : value switch { 4 => 5, 6 => 7, _ => 8 }); //: part 2/2 1/2 1/3 x2
    } //: hit

    private static void InOneBranch(bool flag, int value)
    { //D: hit
        Use(flag ? value switch { 9 => 1, _ => 2 } : 3); //: part 1/2 1/2 x1
        Use(!flag ? 3 : value switch { 1 => 1, 2 => 2, _ => 3 }); //: part 1/2 1/3 x1
    } //: hit

    //- a switch after ?? and in the arguments of ?.
    private static void BehindCoalesce(string? text, int value)
    { //D: hit
        Use(text ?? value switch { 9 => "1", _ => "2" }); //: part 2/2 1/2 x2
    } //: hit

    private static void BehindAccess(string? text, object value)
    { //D: hit
        Use(text?.Length.Equals(value switch { 9 => "1", string s when s.Length > 3 => "2", _ => "3" })); //: part 1/2 1/3 1/2 x1
    } //: hit

    //- a switch in a branch of an arm
    private static int InArm(int a, int b) => a switch //: part 1/3
    { //: hit
        1 => b switch { 1 => 2, _ => 3 }, //: miss 0/2
        2 => b > 0 ? b switch { 5 => 6, _ => 7 } : 9, //: part 2/2 1/2
        _ => 0, //: miss
    }; //: hit

    //- patterns as labels, after a condition
    private static void PatternArms(bool flag, object value)
    { //D: hit
        Use(flag && value switch { string { Length: > 4 } => Yes(), int and > 4 => No(), _ => No() }); //: part 1/2 1/3 1/2 x1
    } //: hit

    //- ?: and && as the governing expression
    private static void Governed(bool flag, int value)
    { //D: hit
        Use((flag ? value : value + 1) switch { 3 => 1, 4 => 2, _ => 3 }); //: part 1/2 1/3 x1
        switch (flag ? value : value + 1) //: part 1/2 1/3 x1
        {
            case 1:
                Use(1); //: miss
                break; //: miss
            case 3:
                Use(2); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- two switches as arguments
    private static void Arguments(bool flag, int a, int b)
    { //D: hit
        Use(Math.Max(a switch { 3 => 1, _ => 2 }, b switch { 3 => 1, _ => flag ? 5 : 2 })); //: part 1/2 1/2 1/2 x1
    } //: hit

    //- a switch as a loop's condition
    private static void Loop()
    { //D: hit
        int i = 0; //: hit x1
        while (i switch { 0 => true, 1 => true, _ => false }) //: hit 3/3 2/2 x3
        { //D: hit
            i++; //: hit x2
        } //D: hit
    } //: hit

    //- ... as one of the values that a loop's condition chooses from: the loop's body comes before it
    private static void Looped(bool a, int n)
    { //D: hit
        int i = n; //: hit x2
        while (a ? Id(i) < 4 : Id(i) switch { 2 => Yes(), 3 => No(), _ => No() }) //: part 2/2 2/3 2/2 x4
        { //D: hit
            i++; //: hit x2
        } //D: hit

        i = n; //: hit x2
        do
        { //D: hit
            i++; //: hit x2
        } //D: hit
        while (a ? Id(i) < 4 : Id(i) switch { 2 => Yes(), 4 => No(), _ => No() }); //: part 2/2 1/3 1/2 x2

        i = n; //: hit x2
        while ((a ? Id(i) < 4 : Id(i) switch { 2 => Yes(), 3 => No(), _ => No() }) || Id(i) < 4) //: hit 2/2 3/3 2/2 2/2 x5
        { //D: hit
            i++; //: hit x3
        } //D: hit

        i = n; //: hit x2
        while (a && Id(i) switch { 2 => Yes(), 3 => Yes(), _ => No() }) //: part 2/2 2/3 2/2 x3
        { //D: hit
            i++; //: hit x1
        } //D: hit
    } //: hit x2

    private static int LoopedOnLines(bool a, int n)
    { //D: hit
        while (a ? No() : Id(n) switch //: part 2/2 2/3 2/2 x3
        { //: hit x3
            2 => Yes(), //: hit x1
            3 => n > 3 ? No() : Yes(), //: part 1/2 x1
            _ => No(), //: miss x0
        }) //: hit x3
        { //D: hit
            n++; //: hit x2
            a = n > 3; //: hit x2
        } //D: hit

        return n; //: hit x1
    } //D: hit

    //- all four pairs of two bools: no default
    private static void Booleans(bool a, bool b)
    { //D: hit
        Use(a && (a, b) switch { (true, true) => Yes(), (true, false) => No(), (false, true) => No(), (false, false) => Yes() }); //: part 1/2 1/4 1/2 x1
    } //: hit

    //- no label fits: the throw is not an arm
    private static void Throws(string text, int value)
    { //D: hit
#pragma warning disable CS8509 // not exhaustive, on purpose
        Expect<InvalidOperationException>(() => Use(text == "x" && value switch { 1 => Yes(), 2 => No() })); //: part 1/2 0/2 0/2
#pragma warning restore CS8509
    } //: hit

    //- a switch expression over several lines as an operand: what is asked after it stands at the statement
    private static void OnLines(int n, object o)
    { //D: hit
        bool r = Yes() && Id(n) switch //: part 1/2 3/3 2/2 x3
        { //: hit x3
            2 => No(), //: hit x1
            3 => o is string, //: hit x1
            _ => Yes(), //: hit x1
        }; //: hit x3
        Use(r); //: hit x3
        if (Yes() && Id(n) switch //: part 1/2 3/3 2/2 x3
        { //: hit x3
            2 => No(), //: hit x1
            3 => o is string, //: hit x1
            _ => Yes(), //: hit x1
        }) //: hit x3
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (Id(n) switch //: hit 3/3 2/2 x3
        { //: hit x3
            2 => No(), //: hit x1
            3 => No(), //: hit x1
            _ => Yes(), //: hit x1
        }) //: hit x3
            Use(2); //: hit x1
        if (Id(n) switch //: part 3/3 2/2 1/2 x3
        { //: hit x3
            2 => No(), //: hit x1
            3 => o is string, //: hit x1
            _ => Yes(), //: hit x1
        } || No()) //: hit x3
            Use(1); //: hit x1
    } //: hit

    private static bool ReturnedOnLines(int n)
    { //D: hit
        return Id(n) //: hit 3/3 2/2 2/2 x3
            switch //: hit x3
            { //: hit x3
                2 => No(), //: hit x1
                3 => Yes(), //: hit x1
                _ => Id(n) == 1 //: hit x1
            } && Id(n) > 1; //: hit x3
    } //D: hit

    private static void Spread(int n)
    { //D: hit
        Use((Id(n) switch //: part 3/3 2/2 1/2 1/2 x3
        { //: hit x3
            2 => null, //: hit x1
            3 => "three", //: hit x1
            _ => "one", //: hit x1
        })?.Length > 9 ? 1 : Id(n) > 9 ? 2 : 3); //: hit x3
    } //: hit

    //- a switch expression in the condition of a filter
    private static void Filter(int n, object o)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Fail("x"); //: hit x3
            } //: miss
            catch (InvalidOperationException) when (Yes() && Id(n) switch //: part 1/2 3/3 2/2 x3
            { //: hit x3
                2 => No(), //: hit x1
                3 => o is string, //: hit x1
                _ => Yes(), //: hit x1
            }) //: hit x3
            { //D: hit
                Use(1); //: hit x1
            } //: hit
        } //: hit
        catch (InvalidOperationException) //: hit x2
        { //D: hit
            Use(2); //: hit x2
        } //: hit
    } //: hit

    private static void FilterAlone(int n, object o)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Fail("x"); //: hit x3
            } //: miss
            catch (InvalidOperationException) when (Id(n) switch { 2 => No(), 3 => o is string, _ => Yes() }) //: hit 3/3 2/2 x3
            { //D: hit
                Use(1); //: hit x1
            } //: hit
        } //: hit
        catch (InvalidOperationException e) when (No() || (Id(n) switch { 2 => Yes(), _ => e.Data.Count == 0 })) //: part 1/2 2/2 1/2 x2
        { //D: hit
            Use(2); //: hit x2
        } //: hit
    } //: hit

    private static void FilterWithPattern(int n, object o)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Fail("x"); //: hit x3
            } //: miss
            catch (InvalidOperationException e) when (Id(n) switch //: part 3/3 2/2 1/2 1/2 1/2 x3
            { //: hit x3
                2 => No(), //: hit x1
                3 => o is string, //: hit x1
                _ => Yes(), //: hit x1
            } && e.Data is System.Collections.Hashtable or { Count: 0 }) //: hit x3
            { //D: hit
                Use(1); //: hit x1
            } //: hit
        } //: hit
        catch (InvalidOperationException) //: hit x2
        { //D: hit
            Use(2); //: hit x2
        } //: hit
    } //: hit
}
