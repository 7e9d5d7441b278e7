// Unions: cases are tested by type, as in any pattern.

using System;

namespace CSharp15;

internal sealed record Cat(string Name, int Lives = 9); //: hit

internal sealed record Dog(string Name); //: hit

internal sealed record Bird(int Wings); //: miss

internal union Pet(Cat, Dog, Bird); //: hit

internal union Result<T>(T, Exception); //: hit

internal static class Unions
{
    //- a switch expression over a union needs no default
    private static int Legs(Pet pet) => pet switch //: part 2/3
    { //: hit
        Cat => 4, //: hit
        Dog => 4, //: hit
        Bird => 2, //: miss
    }; //: hit

    //- properties and conditions of cases
    private static string Describe(Pet pet)
    { //D: hit
        switch (pet) //: part 2/4
        {
            case Cat { Lives: > 3 } cat when cat.Name.Length > 2: //: part 1/2
                return cat.Name; //: hit
            case Cat: //: none
                return "cat"; //: miss
            case Dog(var name): //: none
                return name; //: hit
            default:
                return "bird"; //: miss
        }
    } //D: hit

    //- a generic union
    private static int Value(Result<int> result)
    { //D: hit
        if (result is int number) return number; //: part 1/2
        return result is Exception e ? e.Message.Length : 0; //: miss 0/2
    } //D: hit

    //- a nullable union, and one that was never assigned
    private static bool IsThere(Pet? pet) => pet is not null && pet is Cat; //: part 1/2 1/2 1/2 1/2 -- for each: is there a value, and what is it

    public static void Run()
    { //D: hit
        Program.Use(Legs(new Cat("Tom")) + Legs(new Dog("Rex"))); //: hit
        Program.Use(Describe(new Cat("Tom")) + Describe(new Dog("Rex"))); //: hit
        Program.Use(Value(3)); //: hit
        Program.Use(IsThere(new Pet(new Cat("Tom")))); //: hit
        Program.Use(null); //: hit
    } //: hit
}
