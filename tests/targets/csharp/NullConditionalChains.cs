// A null that answers a comparison, where more than a member's name tells what was written: elements, structs in between,
// decisions and lambdas among arguments, the same member with and without ?., blanks between the two signs.

#pragma warning disable CS0649 // a field that nothing is stored in

using System;
using System.Collections.Generic;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class NullConditionalChains
{
    private class Node
    {
        public DateTime Made = new(2020, 1, 1); //: hit

        public (int First, int Second) Pair = (3, 4); //: hit

        public int[] Numbers = [3]; //: hit

        public virtual int Weight => 3; //: hit

        public int Sum(int value) => value + 2; //: hit
    }

    private interface ITable
    {
        int this[int index] { get; }
    }

    private sealed class Table : ITable
    {
        public int this[int index] => index + 3; //: hit
    }

    //- elements of arrays, of lists by an interface, of a field
    private static int Elements(int[]? a, IList<int>? list, ITable? table, Node? node)
    { //D: hit
        if (a?[0] > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (list?[0] > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (table?[1] > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (node?.Numbers[0] > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (2 < a? [0]) //: hit 2/2 2/2
            Use(1); //: hit
        var chosen = a?[0] > 2 ? 1 : 2; //: hit 2/2 2/2
        while (a?[0] > 2) //: hit 2/2 2/2
            a = null; //: hit
        return chosen; //: hit
    } //D: hit

    //- members of a field that is a struct
    private static void Structs(Node? node)
    { //D: hit
        if (node?.Made.Year > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (node?.Pair.First > 2) //: hit 2/2 2/2
            Use(1); //: hit
    } //: hit

    //- decisions, a throw and lambdas among the arguments
    private static void Arguments(Node? node, string? text, string? other, int n)
    { //D: hit
        if (node?.Sum(n > 0 ? 1 : 2) > 2) //: part 2/2 1/2 2/2
            Use(1); //: hit
        if (text?.Contains(other ?? "a") == true) //: part 2/2 1/2 2/2
            Use(1); //: hit
        if (text?.Contains(other ?? throw new ArgumentException(text)) == true) //: part 2/2 1/2 2/2
            Use(1); //: hit
        if (text?.Any(c => c == 'a') ?? false) //: hit 2/2 2/2
            Use(1); //: hit
    } //: hit

    //- the same member, with and without ?.
    private static void Twice(Node? node, Node other, int[]? a, int[] b)
    { //D: hit
        if (node?.Weight > 2 && other.Weight > 1) //: part 2/2 2/2 1/2
            Use(1); //: hit
        if (other.Weight > 2 && node?.Weight > 1) //: part 1/2 2/2 2/2
            Use(1); //: hit
        if (node != null && node.Weight > 1 && node?.Weight > 2) //: part 2/2 1/2 1/2 1/2
            Use(1); //: hit
        if (a?[0] > 2 && b[0] > 2) //: part 2/2 2/2 1/2
            Use(1); //: hit
        if (b[0] > 2 && a?[0] > 2) //: part 1/2 2/2 2/2
            Use(1); //: hit
    } //: hit

    //- blanks, a comment and a line break between the signs
    private static void Layout(Node? node)
    { //D: hit
        if (node? .Weight > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (node?/* here */.Weight > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (node? //: hit 2/2 2/2
            . Weight > 2) //: hit
            Use(1); //: hit
    } //: hit

    //- an operator on the value, a type parameter that is a class
    private static void Others<T>(T? node, int[]? a)
        where T : Node
    { //D: hit
        if (a?.Length + 2 > 2) //: hit 2/2 2/2
            Use(1); //: hit
        if (node?.Weight > 2) //: hit 2/2 2/2
            Use(1); //: hit
    } //: hit

    //- the null test by hand: the null is not the comparison's
    private static void Written<T>(Node? node, string? text, int[]? a, T? other, int n)
        where T : Node
    { //D: hit
        if (a != null && a[0] > 2) //: part 2/2 1/2
            Use(1); //: hit
        if (node != null && node.Made.Year > 2) //: part 2/2 1/2
            Use(1); //: hit
        if (node != null && node.Sum(n > 0 ? 1 : 2) > 2) //: part 2/2 1/2 1/2
            Use(1); //: hit
        if (text != null && text.Any(c => c == 'a')) //: part 2/2 1/2
            Use(1); //: hit
        if (other != null && other.Weight > 2) //: part 2/2 1/2
            Use(1); //: hit
        if (node != null && node.Weight > 2 && other?.Weight > 2) //: part 2/2 1/2 1/2 1/2
            Use(1); //: hit
        int[] numbers = n > 0 ? [a != null && a[0] > 2 ? 1 : 2] : [3]; //: part 1/2 2/2 1/2
        Use(numbers[0]); //: hit
    } //: hit

    private static int Size(this string text, int? more) => text.Length + (more ?? 0); //: hit

    //- the same method with ?. among the arguments, whose code comes first
    private static void Nested(string? text, string? other)
    { //D: hit
        if (text != null && text.Size(other?.Size(1)) > 2) //: part 2/2 1/2 1/2
            Use(1); //: hit
    } //: hit

    public static void Run()
    { //D: hit
        var node = new Node(); //: hit
        Elements(null, null, null, null); //: hit
        Elements([3], [3], new Table(), node); //: hit
        Structs(null); //: hit
        Structs(node); //: hit
        Arguments(null, null, null, 1); //: hit
        Arguments(node, "abc", "a", 1); //: hit
        Twice(null, node, null, [3]); //: hit
        Twice(node, node, [3], [3]); //: hit
        Layout(null); //: hit
        Layout(node); //: hit
        Others<Node>(null, null); //: hit
        Others(node, [3]); //: hit
        Nested(null, null); //: hit
        Nested("abc", "ab"); //: hit
        Written<Node>(null, null, null, null, 1); //: hit
        Written(node, "abc", [3], node, 1); //: hit
    } //: hit
}
