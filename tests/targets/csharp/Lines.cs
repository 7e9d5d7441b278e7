// Straight lines: what is one sequence point, what spans lines, what has no code at all.

using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Lines
{
    private const int Limit = 3; //: none

    private static int initialised = Id(4); //: hit x1

    public static void Run()
    { //D: hit
        Straight(); //: hit x1
        Straight(); //: hit x1
        Use(OneLine(1)); //: hit x1
        Use(initialised); //: hit x1
        SeveralOnALine(); //: hit x1
        MultiLine(); //: hit x1
        Nothing(); //: hit x1
        Blocks(); //: hit x1
        Collections(); //: hit x1
        Strings("text", 7); //: hit x1
        Tuples(); //: hit x1
    } //: hit

    //- one statement after the other
    private static void Straight()
    { //D: hit
        int a = Id(1); //: hit x2
        int b = Id(2); //: hit x2

        int unassigned; //: none
        unassigned = a + b; //: hit x2
        Use(unassigned + Limit); //: hit x2
        // a comment has no code
        Use(b); //: hit x2
    } //: hit

    //- expression body
    private static int OneLine(int value) => value + 1; //: hit x1

    //- expression body on lines of its own
    private static int NeverCalled(int value)
        => value //: miss
            + 1; //: miss

    //- several statements on one line
    private static void SeveralOnALine()
    { //D: hit
        Use(1); Use(2); Use(3); //: hit x1
        int a = Id(1), b = Id(2); Use(a + b); //: hit x1
    } //: hit

    //- a statement of many lines counts on each of them
    private static void MultiLine()
    { //D: hit
        int sum = Id(1) //: hit x1
            + Id(2) //: hit x1
            + //: hit x1
            Id(3); //: hit x1
        Use( //: hit x1
            sum //: hit x1
        ); //: hit x1
        Use(new List<int> //: hit x1
        { //: hit x1
            1, //: hit x1
            Id(2), //: hit x1
        }); //: hit x1
    } //: hit

    //- an empty body
    private static void Nothing()
    { //D: hit
    } //: hit

    //- a body on the line of its method
    private static int Accessor { get { return Id(5); } } //: hit x2

    //- bare blocks, empty statements, local constants, checked and unchecked
    private static void Blocks()
    { //D: hit
        { //D: hit
            Use(Accessor); //: hit x1
        } //D: hit

        ; //D: hit
        const int hidden = 5; //: none
        checked
        { //D: hit
            Use(Id(hidden) + 1); //: hit x1
        } //D: hit

        Use(unchecked((int)Id(5_000_000_000L))); //: hit x1
        Use(Accessor); //: hit x1
        unsafe
        { //D: hit
            int local = Id(1); //: hit x1
            int* pointer = &local; //: hit x1
            *pointer += 1; //: hit x1
            Use(local); //: hit x1
        } //D: hit
    } //: hit

    //- collection expressions and spreads
    private static void Collections()
    { //D: hit
        int[] array = [1, 2, Id(3)]; //: hit x1
        List<int> list = [.. array, 4]; //: hit x1
        System.ReadOnlySpan<int> span = [.. list, .. Numbers(2)]; //: hit x1
        IEnumerable<int> sequence = [Id(9)]; //: hit x1
        Use(span.Length + list.Count); //: hit x1
        Use(sequence); //: hit x1
        Use(array[^1] + array[1..].Length); //: hit x1
    } //: hit

    //- interpolated strings, verbatim and raw strings: no branches
    private static void Strings(string text, int number)
    { //D: hit
        Use($"{text} and {number,5:D2}".Length); //: hit x1
        Use($"{text}{text}".Length); //: hit x1
        Use(text + number + "x"); //: hit x1
        Use($"""raw "{number}" """.Length); //: hit x1
        System.Diagnostics.Debug.Assert(number > 0, $"never shown: {number}"); //D: hit x1
    } //: hit

    //- tuples and deconstruction
    private static void Tuples()
    { //D: hit
        (int a, string b) = (Id(1), Id("b")); //: hit x1
        var (c, d) = new KeyValuePair<int, int>(a, b.Length); //: hit x1
        (c, d) = (d, c); //: hit x1
        (_, int e) = (c, d); //: hit x1
        Use(c + d + e); //: hit x1
    } //: hit
}
