// Decisions in the governing expression of a switch that has no point, because its bodies declare captured variables.

using System;
using System.Threading.Tasks;

namespace CSharpTargets;

internal static class SwitchSubjects
{
    private static int Id(int value) => value; //: hit

    private static void Use(object value) => GC.KeepAlive(value); //: hit

    //- a conditional operator
    private static void Conditional(int n, int other)
    { //D: hit
        Use(5); //: hit
        switch (n > 3 ? Id(n) : other) //: part 1/2 1/3
        {
            case 9: //: none
                int first = Id(1); //: hit
                Func<int> later = () => first + 1; //: hit
                Use(later()); //: hit
                break; //: hit
            case 4: //: none
                int second = Id(2); //: miss
                Func<int> last = () => second + 1; //: miss
                Use(last()); //: miss
                break; //D: miss
        }
        Use(6); //: hit
    } //: hit

    //- ?? on a text
    private static void Coalesce(string? text, string other)
    { //D: hit
        Use(5); //: hit
        switch (text ?? other) //: part 1/2 1/2
        {
            case not "a": //: none
                int first = Id(1); //: hit
                Func<int> later = () => first + 1; //: hit
                Use(later()); //: hit
                break; //: hit
            default: //: none
                Use(2); //: miss
                break; //D: miss
        }
        Use(6); //: hit
    } //: hit

    //- below the condition of a label, after which other labels are tested
    private static int BelowCondition(int n, int other)
    { //D: hit
        switch (n) //: part 1/4
        {
            case > 3 when other > 5 && other < 90: //: part 1/2 1/2
                switch (other > 7 ? Id(other) : n) //: part 1/2 1/3
                {
                    case 9: //: none
                        int first = Id(1); //: hit
                        Func<int> later = () => first + 1; //: hit
                        return later(); //: hit
                    case 4: //: none
                        return 4; //: miss
                }
                break; //D: miss
            case 2: //: none
            case 5: //: none
                return 2; //: miss
        }
        return 6; //: miss
    } //D: hit

    //- an await, at the start of the method and behind a statement
    private static async Task Await(Task<char> task)
    { //D: hit
        switch (await task) //: part 1/3
        {
            case >= '0' and <= '9': //: none
                int first = Id(1); //: hit
                Func<int> later = () => first + 1; //: hit
                Use(later()); //: hit
                break; //: hit
            case 'x': //: none
                Use(2); //: miss
                break; //: miss
            default: //: none
                Use(3); //: miss
                break; //D: miss
        }
        Use(6); //: hit
        switch (await task + await Later(1)) //: part 1/2
        {
            case not 'a': //: none
                int second = Id(2); //: hit
                Func<int> last = () => second + 1; //: hit
                Use(last()); //: hit
                break; //D: hit
        }
    } //: hit

    private static async Task<int> Later(int value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        await Await(Task.FromResult('7')); //: hit
        Conditional(9, 4); //: hit
        Use(BelowCondition(4, 9)); //: hit
        Coalesce(null, "b"); //: hit
    } //: hit
}
