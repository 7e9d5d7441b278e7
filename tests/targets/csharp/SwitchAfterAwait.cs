// Statements with an await and operands after it, before a switch over a plain variable: the rest of the statement begins at a hidden
// point, as the switch does in optimised code.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchAfterAwait
{
    public static async Task Run()
    { //D: hit
        Use(await Condition(1, true)); //: hit
        Use(await Condition(3, true)); //: hit
        Use(await Argument(2, 5)); //: hit
        Use(await Assigned(2, "text")); //: hit
        Use(await Label(4, "word")); //: hit
        Use(await Else(4, 7)); //: hit
        Use(await Whole("text", 4)); //: hit
        Use(await Whole(5, 4)); //: hit
        Use(await Parts((3, 9), 4)); //: hit
    } //: hit

    private static async Task<int> Wait(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return n; //: hit
    } //: hit //AR: none

    //- the switch is the body of the if
    private static async Task<int> Condition(int n, object value)
    { //D: hit
        if ((await Wait(n) > 2 || value is string) && (n > 5 || value is bool)) //: part 2/2 1/2 1/2 1/2
        { //D: hit
            switch (n) //: part 1/4
            {
                case 2:
                    return 1; //: miss
                case 3:
                    return 2; //: hit
                case 4:
                    return 3; //: miss
            }
        } //D: miss

        return Id(4); //: hit
    } //: hit //AR: none

    //- a label whose variable is the whole value, with an await in its body
    private static async Task<int> Whole(object value, int n)
    { //D: hit
        switch (value) //: part 2/4
        {
            case DateTime { Year: > 4 }:
                return 1; //: miss
            case string text when await Wait(n) > 2: //: part 1/2
                return text.Length; //: hit
            case null:
                return 3; //: miss
            case var whole:
                Use(await Wait(2)); //: hit
                Use(whole); //: hit
                break; //D: hit
        }

        return Id(4); //: hit
    } //: hit //AR: none

    private static async Task<int> Parts((int, int) value, int n)
    { //D: hit
        switch (value) //: part 1/3
        {
            case (1, > 7):
                return 1; //: miss
            case (2, not 9) when n > 7: //: miss 0/2
                return 2; //: miss
            case var whole:
                Use(await Wait(2)); //: hit
                Use(whole.Item1); //: hit
                break; //D: hit
        }

        return Id(4); //: hit
    } //: hit //AR: none

    //- an argument; the switch is after the statement
    private static async Task<int> Argument(int n, int m)
    { //D: hit
        Use(m > 4 && await Wait(n) > 1); //: part 1/2 1/2
        switch (n) //: part 1/3
        {
            case 2:
                foreach (int i in new[] { 1, 2 }) { Use(await Wait(i)); } //: hit 2/2
                break; //: hit
            case 1000:
                return Id(m); //: miss
        }

        return Id(5); //: hit
    } //: hit //AR: none

    //- a variable, with the operands the other way round
    private static async Task<int> Assigned(int n, object value)
    { //D: hit
        bool is_it = await Wait(n) > 1 && value is string; //: part 1/2 1/2
        switch (value) //: part 1/3
        {
            case int i:
                return i; //: miss
            case string s:
                return Id(s.Length) + (is_it ? Id(1) : 0); //: part 1/2
        }

        return Id(6); //: miss
    } //: hit //AR: none

    //- a condition of a label
    private static async Task<int> Label(int n, string text)
    { //D: hit
        switch (Id(text)) //: part 1/2
        {
            case "word" when await Wait(n) > 5 || n == 4: //: part 1/2 1/2
                switch (n) //: part 1/3
                {
                    case < 0:
                        return 1; //: miss
                    case > 3:
                        return 2; //: hit
                }

                break; //D: miss
        }

        return Id(7); //: miss
    } //: hit //AR: none

    //- after an if without braces
    private static async Task<int> Else(int n, int m)
    { //D: hit
        if (m == 1) //: part 1/2
            return 1; //: miss
        else if (await Wait(n) > m) //: part 1/2
            Use(Id(n) > m && await Wait(n) > 4); //: miss 0/2 0/2
        switch (n) //: part 1/3
        {
            case 3:
                return Id(2); //: miss
            case 4:
                return Id(3); //: hit
        }

        return Id(8); //: miss
    } //: hit //AR: none
}
