// Statements before a switch over a plain variable: optimised code has no point at the switch, and what leads past the statement
// leads to the first label's test. The source says where the switch is.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchAfterStatement
{
    private enum Kind { Open, Close, Word }

    private static bool B(bool value) => value; //: hit

    public static void Run()
    { //D: hit
        for (int n = 1; n < 4; n++) //: hit 2/2
        { //D: hit
            FallsOne(n, true); //: hit
            FallsTwo(n, true); //: hit
            Use(ReturnsOne(n, n == 3)); //: hit
            Use(ReturnsTwo(n, n == 3)); //: hit
            Use(ReturnsMany(n, n == 3)); //: hit
            ThrowsOne(n, false); //: hit
            Elses(n, n == 1); //: hit
            Loops(n, ["a", "b"]); //: hit
            Kinds((Kind)(n - 1), n == 1); //: hit
            Types(n == 1 ? "text" : n == 2 ? 5 : new object(), n == 3); //: hit 2/2 2/2
            Texts(n == 1 ? "a" : "c", n == 1); //: hit 2/2
            Conditions(n, n == 1); //: hit
            Values(n, n == 1); //: hit
            Use(SameVariable(n, true)); //: hit
            Use(Chain(n == 1 ? 4 : n, false)); //: hit 2/2
            Use(NestedIfs(n, n == 1)); //: hit
            Use(Continues(n, true)); //: hit
            Use(TwoSwitches(n, n % 2)); //: hit
            Use(Escapes((char)(n * 17), false) + Escapes((char)(n * 17), true)); //: hit
            Use(Fresh(new string('x', n * 2))); //: hit
            Use(Blocks(n, ["a"]) + Tries(n, false) + Locks(n, new object())); //: hit
            Nulls(n == 1 ? null : n, n == 2); //: hit 2/2
        } //D: hit

        Use(AssignsFirst(null, 1, 1) + AssignsFirst(null, 2, 1) + InLambda("text") + Nullable(null) + Nullable(0) + Nullable(9)); //: hit
    } //: hit

    //- ??= before it, and one whose body begins with another
    private static int AssignsFirst(string? text, int n, int m)
    { //D: hit
        text ??= Id("x"); //: part 1/2
        switch (n) //: part 2/3
        {
            case < 2: //: none
                switch (m) //: part 1/3
                {
                    case < 0: //: none
                        return Id(1); //: miss
                    case > 3: //: none
                        return Id(2); //: miss
                }

                return text.Length; //: hit
            case < 3: //: none
                return Id(3); //: hit
        }

        return Id(4); //: miss
    } //D: hit

    //- a nullable value, after the test whether it has one
    private static int Nullable(int? n)
    { //D: hit
        if (n.HasValue) //: hit 2/2
        { //D: hit
            switch (n) //: part 2/4
            {
                case 0: //: none
                    return Id(1); //: hit
                case 1: //: none
                    return Id(2); //: miss
                case 2: //: none
                    return Id(3); //: miss
            }
        } //D: hit

        return Id(4); //: hit
    } //D: hit

    //- the first statement of an async lambda, over a variable of the method
    private static int InLambda(object o)
    { //D: hit
        Func<Task<int>> later = async () => //: hit
        { //: hit
            switch (o) //: part 1/3
            {
                case string:
                    await Task.Yield(); //: hit
                    return Id(1); //: hit
                case int: //: none
                    return Id(2); //: miss
            }

            return Id(3); //: miss
        }; //: hit
        return later().GetAwaiter().GetResult(); //: hit
    } //D: hit

    //- a table that begins with 0, over a value computed right before it: labels of one body are arms of their own
    private static int Fresh(string text)
    { //D: hit
        var n = text.Length; //: hit
        switch (n) //: part 3/11
        {
            case 3: //: none
            case 4: //: none
            case 5: //: none
            case 6: //: none
            case 7: //: none
            case 9: //: none
            case 10: //: none
                Use(1); //: hit
                break; //: hit
            case 2: //: none
                Use(3); //: hit
                break; //: hit
            case 11: //: none
                Use(4); //: miss
                break; //: miss
            case 0: //: none
                return 5; //: miss
            default: //: none
                return 2; //: miss
        }

        return 1; //: hit
    } //D: hit

    //- the body of an if is a switch over what the condition asks
    private static int Escapes(char c, bool isStrict)
    { //D: hit
        int size = 1; //: hit
        if (c < ' ' || c == '"' || c == '3' || c > '~') //: part 2/2 2/2 1/2 0/2
            switch (c) //: part 3/4
            {
                case '"': //: none
                    size = 2; //: hit
                    break; //: hit
                case '3': //: none
                    size = 4; //: hit
                    break; //: hit
                case '\t': //: none
                    size = 3; //: miss
                    break; //: miss
                default: //: none
                    size = 6; //: hit
                    break; //D: hit
            }

        if (c < 'a' && isStrict) //: hit 2/2
        { //D: hit
            string text; //: none
            switch (c) //: part 2/3
            {
                case '"': //: none
                    text = "quote"; //: hit
                    break; //: hit
                case 'b': //: none
                    text = "b"; //: miss
                    break; //: miss
                default: //: none
                    text = "other"; //: hit
                    break; //D: hit
            }

            size += text.Length; //: hit
        } //D: hit

        return size; //: hit
    } //D: hit

    //- an if that falls into a switch with one label
    private static void FallsOne(int n, bool c)
    { //D: hit
        if (B(c) && B(!c)) //: part 1/2 1/2
        { //D: miss
            Use(3); //: miss
        } //D: miss

        switch (n) //: hit 2/2
        {
            case 1: //: none
                Use(1); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- an if that falls into a switch with two labels
    private static void FallsTwo(int n, bool c)
    { //D: hit
        if (B(c) || B(!c)) //: part 1/2 0/2
            Use(3); //: hit

        switch (n) //: hit 3/3
        {
            case 1: //: none
                Use(1); //: hit
                break; //: hit
            case 7 - 5: //: none
                Use(2); //: hit
                break; //D: hit
        }

        Use(4); //: hit
    } //: hit

    //- an if that returns before a switch with one label
    private static int ReturnsOne(int n, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            return 9; //: hit

        switch (n) //: hit 2/2
        {
            case 1: //: none
                return 1; //: hit
            default: //: none
                return 2; //: hit
        }
    } //D: hit

    //- two ifs that return
    private static int ReturnsTwo(int n, bool c)
    { //D: hit
        if (B(c) && n > 2) //: part 2/2 1/2
        { //D: hit
            return 9; //: hit
        }

        if (B(c) || n > 9) //: part 1/2 1/2
            return 8; //: miss

        switch (n) //: part 2/3
        {
            case 1: //: none
                return 1; //: hit
            case 3: //: none
                return 3; //: miss
            default: //: none
                return 2; //: hit
        }
    } //D: hit

    //- an if that returns before a switch with a table
    private static int ReturnsMany(int n, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            return 9; //: hit

        switch (n) //: part 2/5
        {
            case 1: //: none
                return 1; //: hit
            case 2: //: none
                return 3; //: hit
            case 3: //: none
                return 4; //: miss
            case 4: //: none
                return 5; //: miss
            default: //: none
                return 2; //: miss
        }
    } //D: hit

    //- an if that throws
    private static void ThrowsOne(int n, bool c)
    { //D: hit
        if (B(c)) //: part 1/2
            throw new InvalidOperationException("c"); //: miss

        switch (n) //: hit 2/2
        {
            case 1: //: none
                Use(1); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- if and else
    private static void Elses(int n, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            Use(3); //: hit
        else
            Use(4); //: hit

        switch (n) //: hit 2/2
        {
            case 1: //: none
                Use(1); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- a loop
    private static void Loops(int n, List<string> texts)
    { //D: hit
        int at = 0; //: hit
        while (at < texts.Count && B(at < 9)) //: part 2/2 1/2
            at++; //: hit

        switch (n) //: hit 2/2
        {
            case 1: //: none
                Use(1); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- labels of an enum
    private static void Kinds(Kind kind, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            Use(3); //: hit

        switch (kind) //: hit 3/3
        {
            case Kind.Open: //: none
                Use(1); //: hit
                break; //: hit
            case Kind.Word: //: none
                Use(5); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- types
    private static void Types(object value, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            Use(3); //: hit

        switch (value) //: hit 3/3
        {
            case string text: //: none
                Use(text); //: hit
                break; //: hit
            case int number when number > 2: //: part 1/2
                Use(number); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- strings
    private static void Texts(string text, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            Use(3); //: hit

        switch (text) //: part 2/3
        {
            case "a": //: none
                Use(1); //: hit
                break; //: hit
            case "b": //: none
                Use(5); //: miss
                break; //: miss
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- labels with conditions
    private static void Conditions(int n, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            Use(3); //: hit

        switch (n) //: hit 3/3
        {
            case 1 when B(c): //: part 1/2
                Use(1); //: hit
                break; //: hit
            case 2: //: none
                Use(5); //: hit
                break; //: hit
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- an if before a switch expression
    private static void Values(int n, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            Use(3); //: hit

        int value = n switch { 1 => 5, _ => 6 }; //: hit 2/2
        Use(value); //: hit
    } //: hit

    //- null among the labels
    private static void Nulls(int? n, bool c)
    { //D: hit
        if (B(c)) //: hit 2/2
            Use(3); //: hit

        switch (n) //: part 3/4
        {
            case null: //: none
                Use(1); //: hit
                break; //: hit
            case 2: //: none
                Use(5); //: hit
                break; //: hit
            case 7: //: none
                Use(6); //: miss
                break; //: miss
            default: //: none
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    //- an if that asks the variable of the switch
    private static int SameVariable(int n, bool c)
    { //D: hit
        if (n < 2 && B(c)) //: part 2/2 1/2
            return 9; //: hit

        switch (n) //: part 2/3
        {
            case 2: //: none
                return 1; //: hit
            case 3: //: none
                return 2; //: hit
            default: //: none
                return 3; //: miss
        }
    } //D: hit

    //- else if
    private static int Chain(int n, bool c)
    { //D: hit
        if (B(c)) //: part 1/2
        { //D: miss
            return 9; //: miss
        }
        else if (B(c) || n > 9) //: part 1/2 1/2
        { //D: miss
            return 8; //: miss
        }

        switch (n) //: hit 3/3
        {
            case 2: //: none
                return 1; //: hit
            case 3: //: none
                return 2; //: hit
            default: //: none
                return 3; //: hit
        }
    } //D: hit

    //- nested ifs that return
    private static int NestedIfs(int n, bool c)
    { //D: hit
        if (B(!c)) //: hit 2/2
        { //D: hit
            if (B(n == 7) || B(n == 8)) //: part 1/2 1/2
            { //D: miss
                return 8; //: miss
            }
        } //D: hit

        switch (n) //: hit 3/3
        {
            case 2: //: none
                return 1; //: hit
            case 3: //: none
                return 2; //: hit
            default: //: none
                return 3; //: hit
        }
    } //D: hit

    //- continue and break before a switch
    private static int Continues(int n, bool c)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < 4; i++) //: hit 2/2
        { //D: hit
            if (B(i == 1) || B(i == n)) //: hit 2/2 2/2
                continue; //D: hit

            switch (i) //: hit 3/3
            {
                case 0: //: none
                    sum += 1; //: hit
                    break; //: hit
                case 2: //: none
                    sum += 2; //: hit
                    break; //: hit
                default: //: none
                    sum += 3; //: hit
                    break; //D: hit
            }
        } //D: hit

        return sum; //: hit
    } //D: hit

    //- one switch after another
    private static int TwoSwitches(int n, int m)
    { //D: hit
        int sum = 0; //: hit
        switch (m) //: hit 2/2
        {
            case 1: //: none
                sum += 5; //: hit
                break; //D: hit
        }

        switch (n) //: hit 3/3
        {
            case 2: //: none
                return sum; //: hit
            case 3: //: none
                return 2; //: hit
            default: //: none
                return 3; //: hit
        }
    } //D: hit

    //- a foreach, a try statement and a lock before a switch
    private static int Blocks(int n, List<string> texts)
    { //D: hit
        foreach (string text in texts) //: hit 2/2
            Use(text); //: hit

        switch (n) //: hit 3/3
        {
            case 2: //: none
                return 1; //: hit
            case 3: //: none
                return 2; //: hit
            default: //: none
                return 3; //: hit
        }
    } //D: hit

    private static int Tries(int n, bool c)
    { //D: hit
        try
        { //D: hit
            if (B(c)) //: part 1/2
                Use(1); //: miss
        } //: hit
        catch (InvalidOperationException) //: miss
        { //D: miss
            Use(2); //: miss
        } //: miss

        switch (n) //: hit 3/3
        {
            case 2: //: none
                return 1; //: hit
            case 3: //: none
                return 2; //: hit
            default: //: none
                return 3; //: hit
        }
    } //D: hit

    private static int Locks(int n, object key)
    { //D: hit
        lock (key) //: hit
        { //D: hit
            Use(1); //: hit
        } //: hit

        switch (n) //: hit 3/3
        {
            case 2: //: none
                return 1; //: hit
            case 3: //: none
                return 2; //: hit
            default: //: none
                return 3; //: hit
        }
    } //D: hit
}
