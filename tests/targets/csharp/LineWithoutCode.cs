// Lines inside statements and lambdas that hold no code: comments, directives, and what directives leave out.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LineWithoutCode
{
    private static void Call(Action f) => f(); //: hit

    public static void Run()
    { //D: hit
        Lambda(); //: hit
        Arguments(1); //: hit
        Texts("a"); //: hit
    } //: hit

    //- what a directive leaves out before the first statement of a lambda
    private static void Lambda()
    { //D: hit
        Call(() => //: hit
        { //: hit
#if NEVER //: none
            Use(1); //: none
            if (Yes()) Use(2); //: none
#endif //: none
            Use(3); //: hit
        }); //: hit
    } //: hit

    //- between the operands of a condition
    private static void Arguments(int n)
    { //D: hit
        if (n > 0 //: part 1/2 1/2
            // a comment: && Yes() //: none
#if NEVER //: none
            && No() //: none
#else //: none
            && Id(n) == 1 //: hit
#endif //: none
            ) //: hit
            Use(1); //: hit
    } //: hit

    //- a string over several lines: its lines are code, whatever they look like
    private static void Texts(string s)
    { //D: hit
        Use((s + //: hit
            @" //: hit
            // no comment //: hit
            #if NEVER //: hit
            ").Length); //: hit
    } //: hit
}
