// Decisions in the governing expression of a switch that has no point, because its bodies declare captured variables.

using System;

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

    public static void Run()
    { //D: hit
        Conditional(9, 4); //: hit
        Coalesce(null, "b"); //: hit
    } //: hit
}
