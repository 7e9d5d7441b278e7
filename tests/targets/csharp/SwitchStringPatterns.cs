// Labels that are strings, and among them patterns that ask for a part of the string: its length, a character. The compiler looks
// many strings up by their length and a character, too: those belong to the labels that are strings.

using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchStringPatterns
{
    //- a length of zero in a pattern is not the label ""
    private static int Lengths(string text)
    { //D: hit
        switch (Id(text)) //: part 3/4
        {
            case { Length: 0 or 9 }:
                return 1; //: hit
            case "b":
                return 2; //: hit
            case "c":
                return 3; //: miss
        }

        return 0; //: hit
    } //D: hit

    private static int EmptyAndLength(string text)
    { //D: hit
        switch (Id(text)) //: part 4/5
        {
            case "b":
                return 2; //: hit
            case "c":
                return 3; //: miss
            case "":
            case { Length: 9 }:
                return 1; //: hit
        }

        return 0; //: hit
    } //D: hit

    private static int LengthBeforeMany(string text)
    { //D: hit
        switch (Id(text)) //: part 3/10
        {
            case { Length: 0 or 9 }:
                return 1; //: hit
            case "b":
            case "bc":
            case "bcd":
            case "bcde":
            case "c2345":
            case "cd23456":
            case "b23456":
            case "c23456":
                return 3; //: hit
        }

        return 0; //: hit
    } //D: hit

    private static int LengthBehindMany(string text)
    { //D: hit
        switch (Id(text)) //: part 3/10
        {
            case "b":
            case "bc":
            case "bcd":
            case "bcde":
            case "c2345":
            case "cd23456":
            case "b23456":
            case "c23456":
                return 3; //: hit
            case { Length: 0 or 9 }:
                return 1; //: hit
        }

        return 0; //: hit
    } //D: hit

    //- all labels have one body
    private static int EmptyAmongMany(string text)
    { //D: hit
        switch (Id(text)) //: part 4/11
        {
            case { Length: 9 }:
            case "":
            case "b":
            case "bc":
            case "bcd":
            case "bcde":
            case "c2345":
            case "cd23456":
            case "b23456":
            case "c23456":
                return 3; //: hit
        }

        return 0; //: hit
    } //D: hit

    private static int LastIsLength(string text)
    { //D: hit
        switch (Id(text)) //: part 4/11
        {
            case "b":
            case "bc":
            case "bcd":
            case "bcde":
            case "c2345":
            case "":
            case "cd23456":
            case "b23456":
            case "c23456":
            case { Length: 9 }:
                return 3; //: hit
        }

        return 0; //: hit
    } //D: hit

    //- strings of one character are looked up without a comparison of the string
    private static int OneCharacter(string text)
    { //D: hit
        switch (Id(text)) //: part 2/11
        {
            case "a":
            case "b":
            case "c":
            case "d":
            case "e":
            case "f":
            case "ab":
                return 1; //: hit
            case "g":
            case "abc" or "bc1":
                return 2; //: miss
        }

        return 0; //: hit
    } //D: hit

    //- a character of the string
    private static int FirstOfAll(string text)
    { //D: hit
        switch (Id(text)) //: part 3/4
        {
            case ['x', ..]:
                return 1; //: hit
            case "b" or "c":
                return 2; //: hit
        }

        return 0; //: hit
    } //D: hit

    private static int InOneBody(string text)
    { //D: hit
        switch (Id(text)) //: part 3/4
        {
            case "b":
            case "c":
            case ['x', ..]:
                return 2; //: hit
        }

        return 0; //: hit
    } //D: hit

    //- the strings are compared where the string is long enough for the list, and where it is not
    private static int FirstAndLast(string text)
    { //D: hit
        switch (Id(text)) //: part 3/5
        {
            case ['x' or 'z', ..]:
                return 1; //: hit
            default:
                return 0; //: hit
            case "b" or "c":
                return 2; //: hit
            case [.., 'y' or 'u']:
                return 3; //: miss
        }
    } //D: hit

    private static int FirstBeforeMany(string text)
    { //D: hit
        switch (Id(text)) //: part 3/11
        {
            case ['x' or 'z', ..]:
            case "b":
            case "bc":
            case "bcd":
            case "bcde":
            case "c2345":
            case "cd23456":
            case "b23456":
            case "c23456":
                return 1; //: hit
            case "c":
                return 2; //: miss
        }

        return 0; //: hit
    } //D: hit

    private static int WithCondition(string? text)
    { //D: hit
        switch (Id(text)) //: part 4/6
        {
            case ['x' or 'z', ..] list when list.Length > 2: //: hit 2/2
                return 1; //: hit
            case "b":
            case "c":
                return 2; //: hit
            case [.., 'y' or 'u', '1']:
                return 3; //: hit
            case null:
                return 4; //: miss
        }

        return 0; //: hit
    } //D: hit

    //- near: constants of two values, of which one comes twice
    private static int Pairs(string left, int right)
    { //D: hit
        switch (Id(left), right) //: part 3/4
        {
            case ("a", 1):
                return 1; //: hit
            case ("b", 1):
                return 2; //: miss
            case (['x', ..], 3):
                return 3; //: hit
        }

        return 0; //: hit
    } //D: hit

    //- a state machine keeps the string and its length, and copies the string where it looks it up
    private static async Task<int> Waits(string? text, bool p)
    { //D: hit
        switch (Id(text)) //: part 4/6
        {
            case { Length: 9 }:
                return 1; //: hit
            case "b" or "c" when await Later(p): //: part 1/2
                return 2; //: miss
            case null:
                return 3; //: miss
            case "a":
                return 4; //: hit
        }

        return 0; //: hit
    } //: hit //AR: none

    private static async Task<int> Keeps(string? text)
    { //D: hit
        switch (Id(text)) //: part 4/6
        {
            case "b" or "c":
                return 2; //: hit
            case null:
                return 3; //: miss
            case "a":
                return 4; //: hit
            case { Length: 9 }:
                return await Later(false) ? 5 : 6; //: part 1/2
        }

        return 0; //: hit
    } //: hit //AR: none

    private static async Task<bool> Later(bool value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        foreach (string text in new[] { "", "b", "zz", "123456789" }) //: hit 2/2
        { //D: hit
            Use(Lengths(text) + EmptyAndLength(text) + LengthBeforeMany(text)); //: hit
            Use(LengthBehindMany(text) + EmptyAmongMany(text) + LastIsLength(text)); //: hit
        } //D: hit

        foreach (string text in new[] { "x", "b", "", "q" }) //: hit 2/2
        { //D: hit
            Use(FirstOfAll(text) + InOneBody(text) + FirstAndLast(text) + FirstBeforeMany(text) + OneCharacter(text)); //: hit
        } //D: hit

        foreach (string text in new[] { "x", "x12", "b", "xy1", "ay1" }) //: hit 2/2
            Use(WithCondition(text) + Pairs(text, 3) + Pairs("a", 1)); //: hit
        foreach (string text in new[] { "x", "123456789", "b", "a" }) //: hit 2/2
            Use(await Waits(text, false) + await Keeps(text)); //: hit
    } //: hit
}
