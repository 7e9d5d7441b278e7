// `is not` that declares variables: in Debug its value is two constants, negated.

using System;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class PatternNot
{
    private sealed record Person(string Name, int Age); //: hit x4

    public static void Run()
    { //D: hit
        Use(OneArm(5) + OneArm(0)); //: hit x1
        Use(NotInt(1)); //: hit x1
        Use(NotInt("")); //: hit x1
        Use(NotPair("a=b")); //: hit x1
        Use(NotPair("a")); //: hit x1
        Use(NotLength("abc")); //: hit x1
        Expect<ArgumentException>(static () => NotLength(1)); //: hit
        Use(NotAge(new Person("a", 3))); //: hit x1
        Use(NotBoth(null!)); //: hit x1
        Use(StoredFirst("")); //: hit x1
        Use(Operand("ab", true)); //: hit x1
        Use(Operand("ab", false)); //: hit x1
        Use(Skipped([1, "a", 2])); //: hit x1
        Use(While(new Person("a", 1))); //: hit x1
        Use(Positive(new Person("a", 1))); //: hit x1
    } //: hit

    //- is not with a declared value
    private static int NotInt(object o)
    { //D: hit
        if (o is not int i) //: hit 2/2 x2
        { //D: hit
            return 0; //: hit x1
        }
        return i; //: hit x1
    } //D: hit

    //- is not with a list pattern
    private static int NotPair(string line)
    { //D: hit
        if (line.Split('=') is not [var key, var value]) //: part 1/2 2/2 x2
            return 0; //: hit x1
        return key.Length + value.Length; //: hit x1
    } //D: hit

    //- is not with a property
    private static int NotLength(object o)
    { //D: hit
        if (o is not string { Length: var length }) //: hit 2/2 x2
            throw new ArgumentException("no text"); //: hit x1
        return length; //: hit x1
    } //D: hit

    //- is not with a property of the own type
    private static int NotAge(Person person)
    { //D: hit
        if (person is not { Age: var age }) //: part 1/2 x1
            return 0; //: miss
        return age; //: hit x1
    } //D: hit

    //- is not with a deconstruction
    private static int NotBoth(Person person)
    { //D: hit
        if (person is not (var name, var age)) //: part 1/2 x1
            return 0; //: hit x1
        return name.Length + age; //: miss
    } //D: hit

    //- is not stored, then tested: the test is the user's own
    private static int StoredFirst(object o)
    { //D: hit
        bool isOther = o is not string { Length: var length }; //: part 1/2 x1
        if (isOther) //: part 1/2 x1
            return 1; //: miss
        return 2; //: hit x1
    } //D: hit

    //- is not as the right operand of &&
    private static int Operand(object o, bool asked)
    { //D: hit
        if (asked && o is not string { Length: var length }) //: part 2/2 1/2 x2
            return 1; //: miss
        return 2; //: hit x2
    } //D: hit

    //- is not with continue
    private static int Skipped(List<object> items)
    { //D: hit
        int sum = 0; //: hit x1
        foreach (object item in items) //: hit 2/2
        { //D: hit
            if (item is not int number) //: hit 2/2 x3
                continue; //D: hit x1 //R: none
            sum += number; //: hit x2
        } //D: hit
        return sum; //: hit x1
    } //D: hit

    //- is not as the condition of a loop
    private static int While(Person person)
    { //D: hit
        int age; //: none
        while (person is not { Age: var found }) //: part 1/2 x1
            person = new Person("b", 2); //: miss
        age = person.Age; //: hit x1
        return age; //: hit x1
    } //D: hit

    //- the positive form, negated by the user
    private static int Positive(Person person)
    { //D: hit
        if (!(person is { Age: var age })) //: part 1/2 x1
            return 0; //: miss
        return age; //: hit x1
    } //D: hit

    //- a test of a switch expression both of whose ways lead to one arm
    private static int OneArm(int n) => n switch //: hit 2/2 x2
    { //: hit x2
        not (1000 or 0) or > 9 => Id(1), //: hit x1
        _ => Id(2), //: hit x1
    }; //: hit x2
}
