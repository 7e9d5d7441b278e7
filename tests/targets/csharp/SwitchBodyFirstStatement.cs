// Statements with which the body of a label begins, and state machines in loops: optimised code has no point at a switch over a plain
// variable, which stands on the line of what always ran before it, or on that of its first body.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

#nullable disable

namespace CSharpTargets;

internal static class SwitchBodyFirstStatement
{
    private sealed class Reader(string text) //: hit
    {
        private int _at;

        public char Next() => _at < text.Length ? text[_at++] : '\0'; //: hit 2/2
    }

    private static bool B(bool value) => value; //: hit

    public static void Run()
    { //D: hit
        for (int n = 0; n < 7; n++) //: hit 2/2
            for (int k = 0; k < 4; k++) //: hit 2/2
            { //D: hit
                Use(IfInBody(n, k % 2 == 0, k > 1)); //: hit
                Use(AsksSame(n, k > 1)); //: hit
            } //D: hit
        foreach (string t in new[] { "a", "b", "c", "z", "q" }) //: hit 2/2
            Use(AsksSameText(t, false)); //: hit
        foreach (object o in new object[] { "a", 1, -1, null, new[] { 5 }, new DateTime(2020, 1, 1), 'c' }) //: hit 2/2
            Use(AsksSameType(o, true)); //: hit
        for (int n = 1; n < 5; n++) //: hit 2/2
            for (int m = 1; m < 7; m++) //: hit 2/2
                Use(SwitchInBody(n, m)); //: hit
        foreach (char c in "abx<") //: hit 2/2
            for (int n = 0; n < 3; n++) //: hit 2/2
                Use(SwitchSameInBody(c, n)); //: hit
        for (int n = 1; n < 6; n++) //: hit 2/2
            Use(LoopInBody(n, new List<int> { 1 })); //: hit
        Use(States("a<b>")); //: hit
        Use(StatesFor("aabx")); //: hit
        Use(StatesContinue("abcdef")); //: hit
        Use(ScanNumber("12e4")); //: hit
        Use(ScanFraction("12%")); //: hit
        string z = "z"; //: hit
        Use(Receive("a", new[] { "b" }, ref z)); //: hit
        ReceiveAny(z, new[] { "b" }, ref z, new List<string> { null }); //: hit
    } //: hit

    //- an if that begins a label's body, in all layouts
    private static int IfInBody(int n, bool a, bool b)
    { //D: hit
        switch (n) //: hit 6/6
        {
            case 1:
                if (a) //: hit 2/2
                    return 10; //: hit
                break; //D: hit
            case 2:
                if (a && b) //: hit 2/2
                { //D: hit
                    return 20; //: hit
                }
                break; //D: hit
            case 3: if (a) return 30; break; //: hit 2/2
            case 4: if (a || b) { return 40; } break; //: hit 2/2
            case 5:
            { //D: hit
                if (b) //: hit 2/2
                    return 50; //: hit
                break; //D: hit
            }
            default:
                if (b) return 60; //: hit 2/2
                return 61; //: hit
        }
        return 0; //: hit
    } //D: hit

    //- the body asks the switch's own variable
    private static int AsksSame(int n, bool a)
    { //D: hit
        switch (n) //: hit 6/6
        {
            case 1:
            case 2:
                if (n == 1) //: hit 2/2
                    return 10; //: hit
                return 20; //: hit
            case 3:
            case 4:
                return n == 3 ? 30 : 40; //: hit 2/2
            case 5:
                if (n > 3 && a) //: hit 2/2
                    return 50; //: hit
                break; //D: hit
            default:
                if (n == 9) //: part 1/2
                    return 90; //: miss
                break; //D: hit
        }
        return 0; //: hit
    } //D: hit

    //- the same over strings
    private static string AsksSameText(string s, bool a)
    { //D: hit
        switch (s) //: hit 4/4
        {
            case "a":
            case "b":
                if (s == "a") //: hit 2/2
                    return "A"; //: hit
                return "B"; //: hit
            case "c":
                if (s.Length > 0 && a) //: part 1/2
                    return "C"; //: miss
                break; //D: hit
            default:
                if (s == "z") //: hit 2/2
                    return "Z"; //: hit
                break; //D: hit
        }
        return ""; //: hit
    } //D: hit

    //- the same over types
    private static string AsksSameType(object o, bool a)
    { //D: hit
        switch (o) //: hit 5/5
        {
            case string s:
                if (s == "a") //: part 1/2
                    return "A"; //: hit
                break; //D: miss
            case int i:
                if (i > 0 && a) //: hit 2/2
                    return "int"; //: hit
                break; //D: hit
            case null:
                if (a) //: part 1/2
                    return "null"; //: hit
                break; //D: miss
            case IEnumerable<int> e:
                foreach (int x in e) //: part 1/2
                    if (x > 3) //: part 1/2
                        return "found"; //: hit
                break; //D: miss
            default:
                if (o is DateTime d && d.Year > 2000) //: part 2/2 1/2
                    return "date"; //: hit
                break; //D: hit
        }
        return ""; //: hit
    } //: hit

    //- a switch that begins a label's body
    private static int SwitchInBody(int n, int m)
    { //D: hit
        switch (n) //: hit 4/4
        {
            case 1:
                switch (m) //: hit 3/3
                {
                    case 1:
                        return 11; //: hit
                    case 2:
                        return 12; //: hit
                    default:
                        return 13; //: hit
                }
            case 2:
                switch (m) //: hit 3/3
                {
                    case 5:
                        return 25; //: hit
                    case 6:
                        return 26; //: hit
                }
                break; //D: hit
            case 3:
                switch (m) { case 4: return 37; } //: hit 2/2
                break; //D: hit
            default:
                switch (m) //: hit 2/2
                {
                    case 1: return 1; //: hit
                    default: return 2; //: hit
                }
        }
        return 0; //: hit
    } //D: hit

    //- several over one variable
    private static int SwitchSameInBody(char c, int state)
    { //D: hit
        switch (state) //: part 3/4
        {
            case 0:
                switch (c) //: hit 3/3
                {
                    case 'a': return 1; //: hit
                    case 'b': return 2; //: hit
                    default: return 3; //: hit
                }
            case 1:
                switch (c) //: part 3/4
                {
                    case 'a': return 4; //: hit
                    case 'x': return 5; //: hit
                    case 'y': return 6; //: miss
                }
                break; //D: hit
            case 2:
                switch (c) //: hit 3/3
                {
                    case 'a': return 7; //: hit
                    case '<': return 8; //: hit
                    default: Use(c); return 9; //: hit
                }
        }
        return 0; //: hit
    } //D: hit

    //- loops that begin a label's body
    private static int LoopInBody(int n, List<int> list)
    { //D: hit
        int sum = 0; //: hit
        switch (n) //: hit 5/5
        {
            case 1:
                for (int i = 0; i < 3; i++) //: hit 2/2
                    sum += i; //: hit
                break; //: hit
            case 2:
                while (sum < 4) //: hit 2/2
                    sum++; //: hit
                break; //: hit
            case 3:
                foreach (int x in list) //: hit 2/2
                    sum += x; //: hit
                break; //D: hit
            case 4:
                do
                    sum += 2; //: hit
                while (sum < 9); //: hit 2/2
                break; //: hit
            default:
                while (B(sum < 2)) sum++; //: hit 2/2
                break; //D: hit
        }
        return sum; //: hit
    } //D: hit

    //- a state machine in a loop
    private static int States(string text)
    { //D: hit
        var r = new Reader(text); //: hit
        int state = 0, count = 0; //: hit
        while (true) //D: hit
        { //D: hit
            char c = r.Next(); //: hit
            switch (state) //: part 2/4
            {
                case 0:
                    if (c == '\0') //: hit 2/2
                        return count; //: hit
                    if (c == '<') //: hit 2/2
                        state = 1; //: hit
                    break; //: hit
                case 1:
                    if (c == '>') //: hit 2/2
                    { //D: hit
                        state = 0; //: hit
                        count++; //: hit
                    } //D: hit
                    else if (c == '"') //: part 1/2
                        state = 2; //: miss
                    else if (c == '\0') //: part 1/2
                        return -1; //: miss
                    break; //D: hit
                case 2:
                    if (c == '"') //: miss 0/2
                        state = 1; //: miss
                    else if (c == '\0') //: miss 0/2
                        return -2; //: miss
                    break; //D: miss
            }
        } //D: hit
    } //D: hit

    //- a switch that is the whole body of a for
    private static int StatesFor(string text)
    { //D: hit
        int state = 0, count = 0; //: hit
        for (int i = 0; i < text.Length; i++) //: hit 2/2
        { //D: hit
            switch (state) //: part 2/3
            {
                case 0:
                    if (text[i] == 'a') state = 1; //: hit 2/2
                    break; //: hit
                case 1:
                    if (text[i] == 'b') { count++; state = 0; } //: hit 2/2
                    else if (text[i] != 'a') state = 0; //: part 1/2
                    break; //D: hit
                default:
                    state = 0; //: miss
                    break; //D: miss
            }
        } //D: hit
        return count; //: hit
    } //D: hit

    //- labels that continue
    private static int StatesContinue(string text)
    { //D: hit
        int state = 0, i = 0, n = 0; //: hit
        while (i < text.Length) //: part 1/2
        { //D: hit
            switch (state) //: part 3/4
            {
                case 0:
                    i++; //: hit
                    state = 1; //: hit
                    continue; //: hit
                case 1:
                    n++; //: hit
                    if (n > 2) state = 2; else state = 0; //: hit 2/2
                    continue; //: hit
                case 2:
                    return n; //: hit
            }
            i++; //: miss
        } //D: miss
        return n; //: miss
    } //D: hit

    //- a switch after a loop that is left in its middle
    private static int ScanNumber(string s)
    { //D: hit
        var r = new Reader(s); //: hit
        int n = 0; //: hit
        while (true) //D: hit
        { //D: hit
            char current = r.Next(); //: hit
            if (current >= '0' && current <= '9') //: part 1/2 2/2
                n = n * 10 + (current - '0'); //: hit
            else
                break; //D: hit
        } //D: hit

        char c = r.Next(); //: hit
        switch (c) //: part 1/5
        {
            case 'e':
            case 'E':
                return n * 100; //: miss
            case '%':
                return n * 2; //: miss
            case '-':
                return Minus(n); //: miss
            default:
                return n; //: hit
        }
    } //D: hit

    //- a switch over what the loop has asked
    private static int ScanFraction(string s)
    { //D: hit
        var r = new Reader(s); //: hit
        int n = 0; //: hit
        char current;
        while (true) //D: hit
        { //D: hit
            current = r.Next(); //: hit
            if (current >= '0' && current <= '9') //: part 2/2 1/2
            { //D: hit
                n = n * 10 + (current - '0'); //: hit
                continue; //: hit
            }
            if (B(current == '_')) //: part 1/2
            { //D: miss
                n++; //: miss
            } //D: miss
            else
            { //D: hit
                break; //D: hit
            }
        } //D: miss
        switch (current) //: part 1/5
        {
            case 'e':
            case 'E':
                return Minus(n); //: miss
            case '%':
                return n * 2; //: hit
            case '-':
                return Minus(n) + 1; //: miss
            default:
                return n; //: miss
        }
    } //D: hit

    private static int Minus(int n) => -n; //: miss

    //- receivers that are a type parameter
    private static T Receive<T>(T a, T[] b, ref T c) where T : class
    { //D: hit
        Use(a?.ToString()); //: part 1/2
        Use(b[0]?.ToString()); //: part 1/2
        Use(c?.ToString()); //: part 1/2
        return a; //: hit
    } //D: hit

    private static void ReceiveAny<T>(T a, T[] b, ref T c, List<T> d)
    { //D: hit
        Use(a?.ToString()); //: part 1/2
        Use(b[0]?.ToString()); //: part 1/2
        Use(c?.ToString()); //: part 1/2
        Use(d[0]?.ToString()); //: part 1/2
        Use(Ref(ref c)?.GetHashCode()); //: part 1/2
    } //: hit

    private static ref T Ref<T>(ref T t) => ref t; //: hit
}
