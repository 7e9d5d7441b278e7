// A switch over types and patterns as the first statement of something: in Release nothing visible comes before its tests.

using System;
using System.Collections.Generic;

namespace CSharpTargets;

internal static class SwitchFirstStatement
{
    private static void Use(object value) => GC.KeepAlive(value); //: hit

    //- the first statement of a method, with a property pattern
    private static int Types(object o)
    { //D: hit
        switch (o) //: part 3/4
        {
            case string { Length: > 2 } s: //: none
                Use(s); //: hit
                return 1; //: hit
            case string: //: none
                return 2; //: miss
            case int i: //: none
                return i; //: hit
            default: //: none
                return 4; //: hit
        }
    } //D: hit

    //- labels of an enum, and none matches
    private static void Days(object o)
    { //D: hit
        switch (o) //: part 1/3
        {
            case DayOfWeek.Sunday: //: none
                Use(1); //: miss
                break; //: miss
            case DayOfWeek: //: none
                Use(2); //: miss
                break; //D: miss
        }
    } //: hit

    //- constants of several types
    private static int Mixed(object o)
    { //D: hit
        switch (o) //: part 1/6
        {
            case 1: //: none
                return 1; //: miss
            case 2L: //: none
                return 2; //: miss
            case "x": //: none
                return 3; //: miss
            case 'c': //: none
                return 4; //: miss
            case true: //: none
                return 5; //: miss
            default: //: none
                return 6; //: hit
        }
    } //D: hit

    //- the default of a bool, of texts and of a list pattern, after another statement
    private static int Later(object o)
    { //D: hit
        Use(o); //: hit
        switch (o) //: part 1/5
        {
            case true: //: none
                return 1; //: miss
            case "abc": //: none
                return 2; //: miss
            case string and ['q', ..]: //: none
                return 3; //: miss
            case string: //: none
                return 4; //: miss
            default: //: none
                return 5; //: hit
        }
    } //D: hit

    //- in the body of a loop
    private static void Loop(IEnumerable<object> list)
    { //D: hit
        foreach (object o in list) //: hit 2/2
        { //D: hit
            switch (o) //: part 2/3
            {
                case string { Length: > 2 }: //: none
                    Use(o); //: hit
                    break; //: hit
                case string: //: none
                    Use(2); //: miss
                    break; //: miss
                default: //: none
                    Use(3); //: hit
                    break; //D: hit
            }
        } //D: hit
    } //: hit

    //- in a local function
    private static void Inside(object p)
    { //D: hit
        Local(p); //: hit

        static int Local(object o)
        { //D: hit
            switch (o) //: part 1/3
            {
                case int n and > 2: //: none
                    return n; //: miss
                case int: //: none
                    return 2; //: miss
                default: //: none
                    return 3; //: hit
            }
        } //D: hit
    } //: hit

    //- after a label
    private static int Labelled(object o)
    { //D: hit
        int rounds = 0; //: hit
    again: //D: hit
        switch (o) //: part 2/3
        {
            case string { Length: > 2 } s: //: none
                o = s.Length; //: hit
                rounds++; //: hit
                goto again; //: hit
            case int n: //: none
                return n + rounds; //: hit
            default: //: none
                return 0; //: miss
        }
    } //D: hit

    //- over a captured variable, after the last use of its closure
    private static void Captured(object o)
    { //D: hit
        Action a = () => Use(o); //: hit
        a(); //: hit
        switch (o) //: part 1/2
        {
            case string { Length: > 2 }: //: none
                Use(1); //: hit
                break; //: hit
            default: //: none
                Use(2); //: miss
                break; //D: miss
        }
    } //D: hit

    public static void Run()
    { //D: hit
        foreach (object o in new object[] { "abc", 2.0, 5 }) //: hit 2/2
            Types(o); //: hit
        Days(5); //: hit
        Mixed(2.5); //: hit
        Later(2.5); //: hit
        Loop(new object[] { "abc", 5 }); //: hit
        Inside("abc"); //: hit
        Labelled("abc"); //: hit
        Captured("abc"); //: hit
    } //: hit
}
