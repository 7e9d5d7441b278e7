// Switches whose bodies do nothing, labels with conditions beside the same label without one.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchEmptyBodies
{
    private static event Action? Changed;

    public static void Run()
    { //D: hit
        TextThatBreaks("late"); //: hit x1
        TextThatBreaks("z"); //: hit x1
        TextAtTheEnd("a"); //: hit x1
        TextAtTheEnd("z"); //: hit x1
        SparseThatBreaks(200); //: hit x1
        SparseThatBreaks(5); //: hit x1
        SparseThatBreaks(1); //: hit x1
        Gaps(9); //: hit x1
        Gaps(100); //: hit x1
        Gaps(7); //: hit x1
        Gaps(4); //: hit x1
        TypesThatBreak("text"); //: hit x1
        TypesThatBreak(3); //: hit x1
        NullThatBreaks(null); //: hit x1
        InLoop(["a", "b", "z"]); //: hit x1
        BesideDefault("a"); //: hit x1
        BesideDefault("b"); //: hit x1
        WhenBesideLabel(1, true); //: hit x1
        WhenBeforeLabel(1, false); //: hit x1
        Use(IdleText("a", true) + IdleText("b", true)); //: hit x1
        Use(Balanced("(a[b]{c})")); //: hit x1
        Use(Balanced("(]")); //: hit x1
        IdleUsing(true, true).Wait(); //: hit x1
        IdleUsing(false, true).Wait(); //: hit x1
        LabelBesideDefault("a"); //: hit x1
        LabelBesideDefault("c"); //: hit x1
        Leaves(1); //: hit x1
        Use(EmptyBehindDefault("a") + EmptyBehindDefault(null) + EmptyAndNull("") + EmptyAndNull("z")); //: hit x1
        Use(EmptyAmongMany("three") + EmptyWithCondition("") + EmptyWithCondition("b")); //: hit x1
        LengthAmongLabels("b"); //: hit x1
        LengthAmongLabels("123456789"); //: hit x1
        Use(LengthsAmongLabels("c") + LengthsAmongLabels("z") + LengthBehindLabels("bb") + LengthBehindLabels("a")); //: hit x1
        Use(LengthBehindDefault("c") + LengthBehindDefault(null) + EmptyAmongLengths("") + EmptyAmongLengths("123")); //: hit x1
        Use(LabelsOfLength("a".Length) + LabelsOfLength("ab".Length)); //: hit x1
    } //: hit

    //- few strings, one of which only breaks: an arm of its own
    private static void TextThatBreaks(string text)
    { //D: hit
        switch (Id(text)) //: part 2/4 x2
        {
            case "a":
                break; //D: miss
            case "late":
                Use(2); //: hit x1
                break; //: hit x1
            case "never":
                Use(3); //: miss
                break; //D: miss
        }

        Use(4); //: hit x2
    } //: hit

    //- the same at the end of a method
    private static void TextAtTheEnd(string text)
    { //D: hit
        switch (Id(text)) //: part 2/4 x2
        {
            case "late":
                Use(2); //: miss
                break; //: miss
            case "a":
                break; //D: hit x1
            case "never":
                Use(3); //: miss
                break; //D: miss
        }
    } //: hit

    //- sparse numbers, two of which only break
    private static void SparseThatBreaks(int value)
    { //D: hit
        switch (Id(value)) //: part 3/4 x3
        {
            case 1:
                break; //D: hit x1
            case 200:
                Use(2); //: hit x1
                break; //D: hit x1
            case 30_000:
                break; //D: miss
        }

        Use(4); //: hit x3
    } //: hit

    //- numbers between labels, in a table with another test after it, are not labels
    private static void Gaps(int value)
    { //D: hit
        switch (Id(value)) //: part 4/7 x4
        {
            case 9:
                Use(1); //: hit x1
                break; //: hit x1
            case 100:
                Use(2); //: hit x1
                break; //: hit x1
            case 2:
                Use(3); //: miss
                break; //: miss
            case 1:
                Use(4); //: miss
                break; //: miss
            case 7:
                Use(5); //: hit x1
                break; //: hit x1
            case 3:
                Use(6); //: miss
                break; //D: miss
        }

        Use(7); //: hit x4
    } //: hit

    //- types, one of which only breaks
    private static void TypesThatBreak(object value)
    { //D: hit
        switch (Id(value)) //: part 2/4 x2
        {
            case string:
                break; //D: hit x1
            case int:
                Use(2); //: hit x1
                break; //: hit x1
            case long:
                Use(3); //: miss
                break; //D: miss
        }

        Use(4); //: hit x2
    } //: hit

    //- the test for null before strings is not a label
    private static void NullThatBreaks(string? text)
    { //D: hit
        switch (Id(text)) //: part 1/4 x1
        {
            case "a":
                break; //D: miss
            case "bb":
                Use(2); //: miss
                break; //: miss
            case "ccc":
                Use(3); //: miss
                break; //D: miss
        }

        Use(4); //: hit x1
    } //: hit

    //- in a loop: falling out goes on with the next element
    private static void InLoop(string[] texts)
    { //D: hit
        foreach (string text in texts) //: hit 2/2 x4
        { //D: hit
            switch (Id(text)) //: part 3/4 x3
            {
                case "a":
                    break; //D: hit x1
                case "b":
                    Use(2); //: hit x1
                    break; //: hit x1
                case "c":
                    Use(3); //: miss
                    break; //D: miss
            }
        } //D: hit
    } //: hit

    //- a label beside a default with code of its own belongs to it
    private static void BesideDefault(string text)
    { //D: hit
        switch (Id(text)) //: hit 2/2 x2
        {
            case "b":
                Use(2); //: hit x1
                break; //: hit x1
            case "a":
            default:
                Use(3); //: hit x1
                break; //D: hit x1
        }

        Use(4); //: hit x2
    } //: hit

    //- case L when c and L without the condition, L and default, where one only breaks
    private static void WhenBesideLabel(int value, bool flag)
    { //D: hit
        switch (Id(value)) //: part 1/3 x1
        {
            case 1 when Id(flag): //D: part 1/2 x1 //R: hit x1 -- deviation: both ways have one body, and the test is left out
            case 1:
                Use(1); //: hit x1
                break; //: hit x1
            case 2:
                Use(2); //: miss
                break; //D: miss
        }

        Use(4); //: hit x1
    } //: hit

    private static void WhenBeforeLabel(int value, bool flag)
    { //D: hit
        switch (Id(value)) //: part 2/4 x1
        {
            case 1 when Id(flag): //: part 1/2 x1
                Use(1); //: miss
                break; //: miss
            case 1:
                Use(2); //: hit x1
                break; //: hit x1
            case 2:
                Use(3); //: miss
                break; //D: miss
        }

        Use(4); //: hit x1
    } //: hit

    private static int IdleText(string text, bool c)
    { //D: hit
        switch (Id(text)) //D: part 2/3 //R: hit 2/2 -- deviation: the code of an if in the second body
        {
            case "a" when c: //: part 1/2
                break; //D: hit
            case "a":
                return 1; //: miss
        }

        return 2; //: hit
    } //D: hit

    private static bool Balanced(string text)
    { //D: hit
        Stack<char> open = new(); //: hit x2
        foreach (char c in text) //: hit 2/2
        { //D: hit
            switch (c) //D: hit 8/8 x11 //R: hit 7/7 x11 -- deviation: the same, in a loop
            {
                case '(' or '[' or '{':
                    open.Push(c); //: hit x4
                    break; //: hit
                case ')' or ']' or '}' when open.TryPop(out char o) && (o, c) is ('(', ')') or ('[', ']') or ('{', '}'): //: part 1/2 2/2 2/2 1/2 2/2 1/2 1/2
                    break; //D: hit
                case ')' or ']' or '}':
                    return false; //: hit x1
            }
        } //D: hit

        return open is { Count: 0 }; //: part 1/2 1/2 x1
    } //D: hit

    private static async Task IdleUsing(bool early, bool last)
    { //D: hit
        for (int i = 0; i < 2; i++) //: hit 2/2 x6
        { //D: hit
            switch (Id(i)) //: hit 3/3 x4
            {
                case 0 when early: //: hit 2/2 x2
                    continue; //D: hit x1
                case 0:
                    await using (StringWriter w = new()) //: hit x1
                        Use(last); //: hit x1
                    break; //: hit x1 //AR: none
                default:
                    Use(2); //: hit x2
                    break; //D: hit x2
            }

            Use(3); //: hit x3
        } //D: hit
    } //: hit

    private static void LabelBesideDefault(string text)
    { //D: hit
        Use(1); //: hit x2
        switch (Id(text)) //D: part 1/2 x2 //R: part 2/3 x2 -- deviation: the code of a label that only breaks, without default
        {
            case "a":
            default:
                break; //D: hit x2
            case "b":
                Use(2); //: miss
                break; //D: miss
        }

        Use(3); //: hit x2
    } //: hit

    //- out of a method after ?. and after a switch: the closing brace
    private static void Leaves(int value)
    { //D: hit
        Use(value); //: hit x1
        Raise(); //: hit x1
    } //: hit

    private static void Raise()
    { //D: hit
        Use(1); //: hit x1
        Changed?.Invoke(); //: part 1/2 x1
    } //D: hit

    //- an empty string is a label like others, wherever the default stands
    private static int EmptyBehindDefault(string? text)
    { //D: hit
        switch (Id(text)) //: part 2/3 x2
        {
            case "a":
                return 1; //: hit x1
            default:
                return 2; //: hit x1
            case "":
                return 3; //: miss
        }
    } //D: hit

    private static int EmptyAndNull(string? text)
    { //D: hit
        switch (Id(text)) //: part 2/5 x2
        {
            case null:
                return 1; //: miss
            default:
                return 2; //: hit x1
            case "a":
                return 3; //: miss
            case "b":
            case "":
                return 4; //: hit x1
        }
    } //D: hit

    private static int EmptyAmongMany(string? text)
    { //D: hit
        switch (Id(text)) //: part 1/9 x1
        {
            case "one" or "":
                return 1; //: miss
            default:
                return 2; //: miss
            case "two":
            case "three":
                return 3; //: hit x1
            case "seven":
                return 4; //: miss
            case "eleven" or "twelve" or null:
                return 5; //: miss
        }
    } //D: hit

    //- a near miss: what has a condition is a label with one; lengths of another value are not labels
    private static int EmptyWithCondition(string? text)
    { //D: hit
        switch (Id(text)) //: part 3/4 x2
        {
            case "" when No(): //: part 1/2 x1
                return 1; //: miss
            default:
                return 2; //: hit x1
            case "b":
                return text == "" || text is { Length: 0 } ? 3 : 4; //: part 1/2 1/2 1/2 x1
            case null:
                return 5; //: miss
        }
    } //D: hit

    //- a length among the labels of a string: each constant is an arm all the same
    private static void LengthAmongLabels(string text)
    { //D: hit
        switch (Id(text)) //: part 2/4 x2
        {
            case { Length: 9 }:
                Use(1); //: hit x1
                break; //: hit x1
            case "b" or "c":
                Use(2); //: hit x1
                break; //D: hit x1
        }

        Use(3); //: hit x2
    } //: hit

    //- several lengths are one label
    private static int LengthsAmongLabels(string text)
    { //D: hit
        switch (Id(text)) //: part 2/7 x2
        {
            case "a":
            case "b" or "c":
                return 1; //: hit x1
            case { Length: 3 or 9 }:
                return 2; //: miss
            case "dddd":
            case "eeee":
                return 3; //: miss
            default:
                return 4; //: hit x1
        }
    } //D: hit

    private static int LengthBehindLabels(string text)
    { //D: hit
        switch (Id(text)) //: part 2/4 x2
        {
            case "a" or "b":
                return 1; //: hit x1
            case { Length: 2 }:
                return 2; //: hit x1
            default:
                return 3; //: miss
        }
    } //D: hit

    private static int LengthBehindDefault(string? text)
    { //D: hit
        switch (Id(text)) //: part 2/4 x2
        {
            default:
                return 1; //: hit x1
            case "b" or "c":
                return 2; //: hit x1
            case { Length: 9 }:
                return 3; //: miss
        }
    } //D: hit

    private static int EmptyAmongLengths(string text)
    { //D: hit
        switch (Id(text)) //: part 2/5 x2
        {
            case "" or "b":
                return 1; //: hit x1
            case { Length: 3 }:
                return 2; //: hit x1
            case { Length: 4 or 5 or 6 or 7 }:
                return 3; //: miss
            default:
                return 4; //: miss
        }
    } //D: hit

    //- a near miss: a switch on a length has labels like any other
    private static int LabelsOfLength(int length)
    { //D: hit
        string text = new('a', length); //: hit x2
        switch (text.Length) //: part 2/5 x2
        {
            case 1 or 5:
                return 1; //: hit x1
            case 9:
            case 11:
                return 2; //: miss
            default:
                return text == "a" ? 3 : 4; //: part 1/2 x1
        }
    } //D: hit
}
