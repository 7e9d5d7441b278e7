// Code that nothing reaches: it is in the report, with 0 hits and all its arms.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class NeverCalled
{
    public static void Run()
    { //D: hit
        Use(1); //: hit x1
    } //: hit

    //- a method with every kind of branch
    private static int Method(int value, string? text)
    { //D: miss
        if (value > 0 && Yes()) //: miss 0/2 0/2
        { //D: miss
            Use(text ?? "none"); //: miss 0/2
        } //D: miss

        for (int i = 0; i < value; i++) //: miss 0/2
        { //D: miss
            Use(i); //: miss
        } //D: miss

        foreach (int i in Numbers(value)) //: miss 0/2
        { //D: miss
            Use(i); //: miss
        } //D: miss

        switch (Id(value)) //: miss 0/5
        {
            case 1:
            case 2:
                Use(1); //: miss
                break; //: miss
            case 3:
                Use(2); //: miss
                break; //: miss
            case 4:
                return Id(4); //: miss
        }

        try
        { //D: miss
            Use(1); //: miss
        } //: miss
        catch (InvalidOperationException) when (value > 1) //: miss 0/2
        { //D: miss
            Use(2); //: miss
        } //: miss
        finally
        { //D: miss
            Use(3); //: miss
        } //: miss

        Func<int, bool> lambda = n => n > 1 || n < -1; //: miss 0/2 0/2
        Use(lambda); //: miss
        return text?.Length ?? 0; //: miss 0/2
    } //D: miss

    //- iterator, async, generic
    private static IEnumerable<int> Iterator(int count)
    { //D: miss
        while (count-- > 0) //: miss 0/2
        { //D: miss
            yield return count; //: miss
        } //D: miss
    } //: miss

    private static async Task<int> Async(Task<int> task)
    { //D: miss
        int value = await task; //: miss
        if (value > 0) //: miss 0/2
        { //D: miss
            await Task.Yield(); //: miss
        } //D: miss

        return value; //: miss
    } //: miss //AR: none

    private static T Generic<T>(T value, T other)
        where T : IComparable<T>
    { //D: miss
        return value.CompareTo(other) > 0 ? value : other; //: miss 0/2
    } //D: miss

    //- a whole type
    private sealed class Type(int number) //: miss
    {
        private readonly int number = number; //: miss

        public int Number => number; //: miss

        public int Automatic { get; set; } //: miss

        public static int operator +(Type a, Type b) => a.number + b.number; //: miss

        public readonly struct Nested(int value)
        {
            public int Get() => value; //: miss
        }
    }
}
