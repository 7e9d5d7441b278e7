// Switches over plain variables that are the last statement of a member: the way out is a return of its own.

using System;
using System.Threading.Tasks;

namespace CSharpTargets;

internal static class SwitchAtEnd
{
    private static void Use(int value) => Console.Write(value < 0 ? "!" : ""); //: part 1/2

    //- one body, and labels that only leave
    private static void OneBody(int k)
    { //D: hit
        switch (k) //D: part 1/3 //R: part 1/2
        {
            case 1: //: none
                Use(2); //: miss
                break; //D: miss
            case 20: //: none
                break; //D: hit
        }
    } //D: hit

    //- the same after a statement, and with a default
    private static void AfterStatement(int k)
    { //D: hit
        Use(1); //: hit
        switch (k) //D: part 1/3 //R: part 1/2
        {
            case 1: //: none
                Use(2); //: hit
                break; //D: hit
            case 20: //: none
                break; //D: miss
            default: //: none
                break; //D: miss
        }
    } //: hit

    //- goto default as the only statement of a label
    private static void GotoDefault(int k)
    { //D: hit
        switch (k) //D: part 1/3 //R: part 1/2
        {
            case 1: //: none
                Use(2); //: miss
                break; //D: miss
            case 2: //: none
                goto default; //D: hit
            default: //: none
                break; //D: hit
        }
    } //D: hit

    //- strings
    private static void Texts(string k)
    { //D: hit
        switch (k) //D: part 1/3 //R: part 1/2
        {
            case "a": //: none
                Use(2); //: miss
                break; //D: miss
            case "b": //: none
                break; //D: hit
        }
    } //D: hit

    //- in a lambda and a local function
    private static void Nested(int k)
    { //D: hit
        Action<int> lambda = n => //: hit
        { //: hit
            switch (n) //D: part 1/3 //R: part 1/2
            {
                case 1: //: none
                    Use(2); //: hit
                    break; //D: hit
                case 20: //: none
                    break; //D: miss
            }
        }; //: hit
        lambda(k); //: hit
        Local(k); //: hit

        void Local(int n)
        { //D: hit
            switch (n) //D: part 1/3 //R: part 1/2
            {
                case 1: //: none
                    Use(2); //: hit
                    break; //D: hit
                case 20: //: none
                    break; //D: miss
            }
        } //: hit
    } //: hit

    //- at the end of an async method
    private static async Task Async(int k)
    { //D: hit
        await Task.Yield(); //: hit
        switch (k) //D: part 1/3 //R: part 1/2
        {
            case 1: //: none
                Use(2); //: miss
                break; //D: miss
            case 20: //: none
                break; //D: hit
        }
    } //: hit //AR: none

    public static void Run()
    { //D: hit
        OneBody(20); //: hit
        AfterStatement(1); //: hit
        GotoDefault(2); //: hit
        Texts("b"); //: hit
        Nested(1); //: hit
        Async(20).Wait(); //: hit
    } //: hit
}
