// switch over spans of characters: each string is an arm of its own, as it is in a switch over strings.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchSpan
{
    public static void Run()
    { //D: hit
        foreach (string s in new[] { "a", "d", "zz" }) //: hit 2/2
            Use(Two(s) + Three(s) + Many(s) + Expression(s) + Condition(s)); //: hit
        foreach (string s in new[] { "", "#c", "zz" }) //: hit 2/2
            Use(Returns(s) + Apart(s) + Text(s) + Breaks(s) + Known(s) + First(s)); //: hit
    } //: hit

    //- strings alone
    private static int Two(ReadOnlySpan<char> line)
    { //D: hit
        switch (line.Trim()) //: part 2/3
        {
            case "a" or "b":
                return 1; //: hit
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int Three(ReadOnlySpan<char> line)
    { //D: hit
        switch (line.Trim()) //: part 3/5
        {
            case "a":
            case "b":
                return 1; //: hit
            case "c" or "d":
                return 2; //: hit
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int Many(Span<char> line)
    { //D: hit
        switch (line.Trim()) //: part 3/10
        {
            case "a":
            case "b":
            case "one" or "two" or "three":
                return 1; //: hit
            case "c" or "d":
                return 2; //: hit
            case "longer text" or "longer":
                return 4; //: miss
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int Many(string line) => Many(line.ToCharArray()); //: hit

    private static int Expression(ReadOnlySpan<char> line) => line.Trim() switch { "a" or "b" => 1, "c" => 2, "d" or ['z', ..] => 4, _ => 3 }; //: part 2/4

    private static bool Asked(ReadOnlySpan<char> line) => line is "a" or "d"; //: hit 2/2 2/2

    private static int Condition(ReadOnlySpan<char> line)
    { //D: hit
        if (Asked(line) && line is not "a") return 2; //: hit 2/2 2/2
        return line is "a" or ['d', ..] ? 4 : 3; //: part 2/2 1/2 1/2
    } //D: hit

    //- strings and patterns
    private static int Returns(ReadOnlySpan<char> line)
    { //D: hit
        switch (line.Trim()) //: part 3/4
        {
            case "" or ['#', ..]:
                return 1; //: hit
            case "end":
                return 2; //: miss
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int Apart(ReadOnlySpan<char> line)
    { //D: hit
        switch (line.Trim()) //: part 3/4
        {
            case "":
            case ['#', ..]:
                return 1; //: hit
            case "end":
                return 2; //: miss
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int Text(string line)
    { //D: hit
        switch (line.Trim()) //: part 3/4
        {
            case "" or ['#', ..]:
                return 1; //: hit
            case "end":
                return 2; //: miss
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int Breaks(ReadOnlySpan<char> line)
    { //D: hit
        int n = 0; //: hit
        switch (line.Trim()) //: part 3/4
        {
            case "" or ['#', ..]:
                n = 1; //: hit
                break; //: hit
            case "end":
                n = 2; //: miss
                break; //: miss
            default:
                n = 3; //: hit
                break; //D: hit
        }
        return n; //: hit
    } //D: hit

    private static int Known(ReadOnlySpan<char> line)
    { //D: hit
        switch (line.Trim()) //: part 3/5
        {
            case "" or ['#', ..]:
                return 1; //: hit
            case ['[', .. { Length: > 0 } name, ']'] when !name.Contains(']'): //: miss 0/2
                return 4; //: miss
            case "end":
                return 2; //: miss
            default:
                return 3; //: hit
        }
    } //D: hit

    private static int First(ReadOnlySpan<char> line)
    { //D: hit
        switch (line.Trim()) //: part 4/5 -- the arm whose condition failed was taken too
        {
            case "" or ['#', ..]:
                return 1; //: hit
            case "end":
                return 2; //: miss
            case var text when text.IndexOf('=') is > 0 and var at && at < text.Length - 1: //: part 1/2 0/2
                return 4; //: miss
            default:
                return 3; //: hit
        }
    } //D: hit
}
