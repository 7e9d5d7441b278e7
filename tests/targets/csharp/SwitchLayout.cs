// Switches in styles that put labels, conditions and bodies in other places; what must not be taken for a condition.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchLayout
{
    private enum Kind { Open, Close, Word, Blank, End }

    public static void Run()
    { //D: hit
        Use(SameLine(1, 5) + SameLine(1, 1) + SameLine(2, 9) + SameLine(7, 0)); //: hit
        Use(Behind(3) + Behind(8) + Behind(-4) + Behind(0)); //: hit
        Use(InLoops("a(b c)")); //: hit
        Use(BeforeLoop(2, [4, 5]) + BeforeLoop(9, [])); //: hit
        Use(ElseIfs(1, true) + ElseIfs(1, false) + ElseIfs(2, true)); //: hit
        Use(Compact('x') + Compact('7') + Compact('-')); //: hit
        Use(Wide(5, "five") + Wide(6, "six") + Wide(7, "")); //: hit
        Use(LastInIf(3, true) + LastInIf(4, false) + LastInIf(4, true)); //: hit
        Use(Breaks([3, 8, 1, 9])); //: hit
        Use(Returns("b", 2) + Returns("b", 9) + Returns("q", 0)); //: hit
        Use(NoBodies(5) + NoBodies(50)); //: hit
        foreach (var (kind, text) in Scan("f(x, 'y z')")) Use(kind + text); //: hit 2/2
        Use(Nest((1, "a"), 2) + Nest((2, "b"), -1) + Nest(("z", 1), 4) + Nest(null, 0)); //: hit
    } //: hit

    //- an if on the line of its label
    private static int SameLine(int a, int b)
    { //D: hit
        switch (Id(a)) //: part 3/4
        {
            case 1: if (b > 3) return 1; break; //: hit 2/2
            case 2: if (b > 3) { return 2; } break; //: part 1/2
            case 3: if (b > 3) return 3; else return 4; //: miss 0/2
        }

        return 0; //: hit
    } //D: hit

    //- conditions and bodies on the line of their label
    private static int Behind(int n)
    { //D: hit
        switch (Id(n)) //: hit 4/4
        {
            case > 5 when n % 2 == 0: return 1; //: part 1/2
            case > 0 when n != 1: return 2; //: part 1/2
            case var m when m < 0: { return 3; } //: hit 2/2
        }

        return 0; //: hit
    } //D: hit

    //- switches at the end of loops of all kinds
    private static int InLoops(string text)
    { //D: hit
        int depth = 0, words = 0, i = 0; //: hit
        do
        { //D: hit
            switch (text[i]) //: hit 4/4
            {
                case '(':
                    depth++; //: hit
                    break; //: hit
                case ')':
                    depth--; //: hit
                    break; //: hit
                case var c when char.IsLetter(c): //: hit 2/2
                    words++; //: hit
                    break; //D: hit
            }
        } //D: hit
        while (++i < text.Length); //: hit 2/2
        foreach (char c in text) //: hit 2/2
            switch (c) //: hit 3/3
            {
                case 'a' when depth > 0: //: part 1/2
                    return -1; //: miss
                case 'b':
                    words++; //: hit
                    break; //D: hit
            }

        for (int k = 0; k < 3; k++) if (k == words) //: part 2/2 1/2
            depth++; //: miss
        return depth * 10 + words; //: hit
    } //D: hit

    private static int BeforeLoop(int n, IEnumerable<int> items)
    { //D: hit
        int sum = 0; //: hit
        switch (Id(n)) //: part 2/3
        {
            case 1:
                sum = 1; //: miss
                break; //: miss
            case 2:
                sum = 2; //: hit
                break; //D: hit
        }

        foreach (int item in items) //: hit 2/2
            sum += item; //: hit
        while (sum > 20) //: part 1/2
            sum--; //: miss
        return sum; //: hit
    } //D: hit

    private static int ElseIfs(int n, bool flag)
    { //D: hit
        switch (Id(n)) //: part 2/3
        {
            case 1:
                if (n > 5) //: part 1/2
                    return 1; //: miss
                else if (flag) //: hit 2/2
                    return 2; //: hit
                else if (n == 1) //: part 1/2
                    return 3; //: hit
                break; //D: miss
            case 2:
                Use(flag); //: hit
                return 4; //: hit
        }

        return 5; //: miss
    } //D: hit

    private static string Compact(char c) { switch (c) { case 'x': case 'y' when Yes(): return "xy"; case >= '0' and <= '9': return "digit"; default: return "other"; } } //: part 3/4 0/2

    //- conditions on lines of their own
    private static int Wide(int n, string text)
    { //D: hit
        switch (Id(n)) //: hit 3/3
        {
            case 5
                when text.Length > 3 //: part 1/2 1/2
                    && text[0] == 'f': //: hit
                return 1; //: hit
            case > 4
                when text == "six": //: hit 2/2
                return 2; //: hit
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int LastInIf(int n, bool flag)
    { //D: hit
        if (flag) //: hit 2/2
        { //D: hit
            switch (Id(n)) //: hit 2/2
            {
                case > 3 when n < 10: //: part 1/2
                    Use(n); //: hit
                    break; //: hit
            }
        } //D: hit
        else if (n > 2) //: part 1/2
            n++; //: hit
        return n; //: hit
    } //D: hit

    private static int Breaks(List<int> numbers)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; ; i++) //: hit
        { //D: hit
            switch (numbers[i]) //: hit 4/4
            {
                case 3:
                    continue; //D: hit
                case > 8:
                    goto done; //D: hit
                case var n when n < 5: //: hit 2/2
                    sum += n; //: hit
                    break; //D: hit
            }

            if (sum > 100) break; //: part 1/2
        } //D: hit

    done: //D: hit
        return sum; //: hit
    } //D: hit

    private static int Returns(string s, int n)
    { //D: hit
        switch (s) //: part 2/4
        {
            case "a" when n > 1: //: miss 0/2
                return 1; //: miss
            case "b" when n > 5: //: hit 2/2
                return 2; //: hit
            case "c":
                return 3; //: miss
        }

        if (n > 100) return 5; //: part 1/2
        return 6; //: hit
    } //D: hit

    private static int NoBodies(int n)
    { //D: hit
        switch (Id(n)) //: part 2/4
        {
            case 5 when Yes(): //: part 1/2
            case 6:
                break; //D: hit
            case > 40 when n > 45: //: part 1/2
                Use(n); //: hit
                break; //: hit
            default:
                return -1; //: miss
        }

        return n; //: hit
    } //D: hit

    private static IEnumerable<(Kind, string)> Scan(string text)
    { //D: hit
        StringBuilder word = new(); //: hit
        char quote = '\0'; //: hit
        foreach (char c in text.Append('\n')) //: part 1/2
        { //D: hit
            switch (c) //: part 8/9
            {
                case '\'' when quote == '\0': //: hit 2/2
                    quote = c; //: hit
                    break; //: hit
                case var q when q == quote: //: hit 2/2
                    yield return (Kind.Word, word.ToString()); //: hit
                    word.Clear(); //: hit
                    quote = '\0'; //: hit
                    break; //: hit
                case var any when quote != '\0': //: hit 2/2
                    word.Append(any); //: hit
                    break; //: hit
                case '(':
                    if (word.Length > 0) yield return (Kind.Word, word.ToString()); //: part 1/2
                    word.Clear(); //: hit
                    yield return (Kind.Open, "("); //: hit
                    break; //: hit
                case ')':
                    yield return (Kind.Close, word.Length > 0 ? "x)" : ")"); //: part 1/2
                    break; //: hit
                case ' ' or '\t':
                    continue; //D: hit
                case '\n' when word.Length == 0: //: part 1/2
                    yield return (Kind.End, ""); //: hit
                    yield break; //: hit
                default:
                    word.Append(c); //: hit
                    break; //D: hit
            }
        } //D: hit
    } //: miss

    private static int Nest(object? o, int n)
    { //D: hit
        switch (o) //: hit 4/4
        {
            case (int a, string b) when a > 1: //: hit 2/2
                switch (n) //: part 1/3
                {
                    case < 0 when b == "b": return -1; //: part 1/2
                    case var m when m > 100: return m; //: miss 0/2
                }

                break; //D: miss
            case (string s, int i) when s is "z" or "y" && i > 0: //: part 1/2 0/2 1/2
                return n switch { > 3 when i == 1 => 7, _ => 8 }; //: part 1/2 1/2
            case null:
                return 0; //: hit
        }

        return 1; //: hit
    } //D: hit
}
