// Switch expressions as operands where the stack already holds values: the compiler empties the stack into
// variables around a switch expression, and the operands beside it are told apart all the same.

using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchExpressionOnStack
{
    public static async Task Run()
    { //D: hit
        Arrays(false, 1); //: hit x1
        Arrays(false, 7); //: hit x1
        Lists(true, 2); //: hit x1
        Arguments(true, 1); //: hit x1
        Arguments(false, 2); //: hit x1
        Sums(true, 1); //: hit x1
        Values(null, 1); //: hit x1
        Values("x", 2); //: hit x1
        Stores(new bool[2], true, 2); //: hit x1
        Nested(true, true, 1); //: hit x1
        Negated(false, 2); //: hit x1
        Members(false, 1); //: hit x1
        Use(Returned(true, 1)); //: hit x1
        Conditions(true, 1); //: hit x1
        Patterns("ab", 2); //: hit x1
        await Awaits(true, 1); //: hit x1
        Others(true, false, 1); //: hit x1
        Use(Each(3).Count(x => x)); //: hit x6
    } //: hit

    private static void Take(params bool[] values) => Use(values.Length); //: hit

    private static void Take2(int first, bool second, int third) => Use((first, second, third)); //: hit

    //- in an array, the first and another element
    private static void Arrays(bool a, int n)
    { //D: hit
        Take([a || (n switch { 1 => Yes(), 2 => No(), _ => n > 5 }), Yes()]); //: part 1/2 2/3 1/2 x2
        Take(new[] { Yes(), a || (n switch { 1 => Yes(), 2 => No(), _ => n > 7 }) }); //: part 1/2 2/3 2/2 x2
        Take(Yes(), a && (n switch { 1 => Yes(), _ => No() }), No()); //: part 1/2 0/2 0/2 x2
    } //: hit

    //- in a list
    private static void Lists(bool a, int n)
    { //D: hit
        List<bool> list = [No(), a && (n switch { 1 => Yes(), 2 => No(), _ => n > 5 }), !a]; //: part 1/2 1/3 1/2 x1
        List<bool> other = new() { No(), a && (n switch { 1 => Yes(), 2 => Yes(), _ => n > 5 }) }; //: part 1/2 1/3 1/2 x1
        Use(list.Count + other.Count); //: hit x1
    } //: hit

    //- after other arguments, two of them
    private static void Arguments(bool a, int n)
    { //D: hit
        Take2(Id(1), a && (n switch { 1 => Yes(), _ => No() }), Id(2)); //: part 2/2 1/2 1/2 x2
        Take2(Id(1), a || (n switch { 1 => Yes(), _ => No() }), n switch { 1 => 2, _ => 3 }); //: part 2/2 1/2 1/2 2/2 x2
        Take(Id(a) && Yes(), a || (n switch { 1 => Yes(), _ => No() })); //: part 2/2 1/2 2/2 1/2 1/2 x2
        Take(Id(a) && (n switch { 1 => Yes(), _ => No() }), Id(n) == 1 || Yes()); //: part 2/2 1/2 1/2 2/2 1/2 x2
    } //: hit

    //- beside operators
    private static void Sums(bool a, int n)
    { //D: hit
        Use(Id(1) + (a && (n switch { 1 => Yes(), _ => No() }) ? 1 : 2)); //: part 1/2 1/2 1/2 x1
        Use(Id(1) + (a ? n switch { 1 => 2, _ => 3 } : 4)); //: part 1/2 1/2 x1
        Use("a" + Id(n) + (a && (n switch { 1 => Yes(), _ => No() }))); //: part 1/2 1/2 1/2 x1
        Use($"{Id(n)} {a || (n switch { 1 => Yes(), _ => No() })}"); //: part 1/2 0/2 0/2 x1
        Use(Id(a) == (a && (n switch { 1 => Yes(), _ => No() }))); //: part 1/2 1/2 1/2 x1
    } //: hit

    //- ?? and ?. with a switch expression after them
    private static void Values(string? s, int n)
    { //D: hit
        Use(Id(1) + (s ?? n switch { 1 => "x", _ => "yy" }).Length); //: part 2/2 1/2 x2
        Use(Id("q") + (s?.Insert(0, n switch { 1 => "a", _ => "x" }) ?? "y")); //: part 2/2 1/2 2/2 x2
        Take(Yes(), s is null || (n switch { 1 => Yes(), _ => No() })); //: part 2/2 1/2 1/2 x2
    } //: hit

    //- into an element or a field
    private static void Stores(bool[] values, bool a, int n)
    { //D: hit
        values[Id(0)] = a && (n switch { 1 => Yes(), _ => No() }); //: part 1/2 1/2 1/2 x1
        values[Id(1)] |= a && (n switch { 1 => Yes(), _ => No() }); //: part 1/2 1/2 1/2 x1
        Box box = new() { On = a || (n switch { 1 => Yes(), _ => No() }) }; //: part 1/2 0/2 0/2 x1
        box.On = !a || (n switch { 1 => Yes(), _ => No() }); //: part 1/2 1/2 1/2 x1
        Use(box.On); //: hit x1
    } //: hit

    //- several operands, and one in another's arm
    private static void Nested(bool a, bool b, int n)
    { //D: hit
        Take(Yes(), a && Id(b) && (n switch { 1 => Yes(), _ => No() })); //: part 1/2 1/2 1/2 1/2 x1
        Take(Yes(), a && (n switch { 1 => Yes(), _ => No() }) && Id(b)); //: part 1/2 1/2 1/2 1/2 x1
        Take(Yes(), (n switch { 1 => Yes(), _ => No() }) && Id(b)); //: part 1/2 1/2 1/2 x1
        Take(Yes(), a && (n switch { 1 => b || No(), _ => No() })); //: part 1/2 1/2 1/2 1/2 0/2 x1
        Take(Yes(), a && (n switch { 1 => Id(b) && Yes(), _ => No() })); //: part 1/2 1/2 1/2 1/2 1/2 x1
        Take(Yes(), a && ((n switch { 1 => 5, _ => 6 }) == 5)); //: part 1/2 1/2 1/2 x1
    } //: hit

    //- negated
    private static void Negated(bool a, int n)
    { //D: hit
        Take(Yes(), !(a || (n switch { 1 => Yes(), _ => No() }))); //: part 1/2 1/2 1/2 x1
        Take(Yes(), a || !(n switch { 1 => Yes(), _ => No() })); //: part 1/2 1/2 1/2 x1
    } //: hit

    private sealed class Box
    {
        public bool On { get; set; } //: hit
    }

    //- a call on the value, an anonymous object, a tuple
    private static void Members(bool a, int n)
    { //D: hit
        Use((Id(1), a || (n switch { 1 => Yes(), _ => No() })).ToString()); //: part 1/2 1/2 1/2 x1
        Use(new { N = Id(n), On = a || (n switch { 1 => Yes(), _ => No() }) }.ToString()); //: part 1/2 1/2 1/2 x1
        Use(new Dictionary<int, bool> { [Id(1)] = a || (n switch { 1 => Yes(), _ => No() }) }.Count); //: part 1/2 1/2 1/2 x1
    } //: hit

    //- returned
    private static bool[] Returned(bool a, int n) => [Yes(), a && (n switch { 1 => Yes(), _ => No() })]; //: part 1/2 1/2 1/2 x1

    //- in conditions
    private static void Conditions(bool a, int n)
    { //D: hit
        if (Id(a) == (a && (n switch { 1 => Yes(), _ => No() }))) //: part 1/2 1/2 1/2 1/2 x1
            Use(1); //: hit x1
        if (Equals(Id(a), a && (n switch { 1 => Yes(), _ => No() }))) //: part 1/2 1/2 1/2 1/2 x1
            Use(1); //: hit x1
        while (Id(n) > (a || (n switch { 1 => Yes(), _ => No() }) ? 1 : 2)) //: part 1/2 0/2 0/2 1/2 x1
            Use(1); //: miss
    } //: hit

    //- patterns beside it
    private static void Patterns(string s, int n)
    { //D: hit
        Take(Yes(), s is ['a', ..] && (n switch { 1 => Yes(), _ => No() })); //: part 1/2 1/2 1/2 1/2 1/2 x1
        Take(Yes(), s.Length > 5 || (s switch { "ab" => Yes(), "cd" => No(), _ => No() })); //: part 1/2 1/3 1/2 x1
        Take(Yes(), s.Length > 5 || (s switch { { Length: > 1 } when n > 3 => Yes(), _ => No() })); //: part 1/2 2/2 1/2 1/2 x1
    } //: hit

    //- with await beside it
    private static async Task Awaits(bool a, int n)
    { //D: hit
        Take(await Task.FromResult(true), a && (n switch { 1 => Yes(), _ => No() })); //: part 1/2 1/2 1/2 x1
        Take(Yes(), a && (n switch { 1 => await Task.FromResult(true), _ => No() })); //: part 1/2 1/2 1/2 x1
    } //: hit

    //- no operands: a ?:, statements, &, an operand that the compiler needs no branch for
    private static void Others(bool a, bool b, int n)
    { //D: hit
        Take(Yes(), a ? n switch { 1 => Yes(), _ => No() } : No()); //: part 1/2 1/2 x1
        Take(Yes(), a & (n switch { 1 => Yes(), _ => No() })); //: part 1/2 x1
        bool kept = Id(a); if (kept) kept = n switch { 1 => Yes(), _ => No() }; Take(Yes(), kept); //: part 1/2 1/2 x1
        bool other = Id(b); //: hit x1
        if (!other) //: part 1/2 x1
            other = n switch { 1 => Yes(), _ => No() }; //: part 1/2 x1
        Take(Id(a), other); //: hit x1
        Take(Yes(), n switch { 1 => a && b, _ => No() }); //: part 1/2 x1
    } //: hit

    //- in an iterator
    private static IEnumerable<bool> Each(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2 x4
            foreach (bool b in (bool[])[Yes(), i > 1 || (i switch { 0 => Yes(), _ => No() })]) //: hit 2/2 2/2 2/2 2/2 x9
                yield return b; //: hit x6
    } //: hit
}
