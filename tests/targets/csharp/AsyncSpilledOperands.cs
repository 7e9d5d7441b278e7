// Operands that an expression keeps over an await: the state machine holds them in fields and clears those again. And values
// that are tested only after another await.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class AsyncSpilledOperands
{
    private sealed record Node(int N, string? Text = null, Node? Next = null, bool Good = true); //: hit

    public static async Task Run()
    { //D: hit
        foreach (int n in new[] { 0, 3 }) //: hit 2/2
        { //D: hit
            Use(await Conditions(n)); //: hit x2
            Use(await Loops(n)); //: hit x2
            Use(await Values(n)); //: hit x2
            Use(await Joined(n)); //: hit x2
        } //D: hit

        foreach (int n in new[] { -1, 0, 3 }) //: hit 2/2
        { //D: hit
            Use(Absent(n, Made(n))); //: hit x3
            Use(await AbsentLater(n)); //: hit x3
        } //D: hit
    } //: hit

    private static async Task<Node?> Load(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return n < 0 ? null : new Node(n, n > 2 ? "three" : null); //: hit 2/2 2/2
    } //: hit //AR: none

    private static Node? Made(int n) => n < 0 ? null : new Node(n, n > 2 ? "three" : null, n > 2 ? new(5) : null, n > 2); //: hit 2/2 2/2 2/2

    private static async Task<T> Later<T>(T value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    //- a pattern that awaits its value, as the right operand of a condition
    private static async Task<int> Conditions(int n)
    { //D: hit
        if (Yes() && await Load(n) is { N: > 0 }) Use(1); //: part 1/2 1/2 2/2
        if (n > 1 && await Load(n) is { N: > 0 }) Use(1); //: part 2/2 1/2 1/2
        if ((await Load(n))?.N is > 0) Use(1); //: part 1/2 1/2 2/2
        if (n > 1 && (await Load(n))?.N is > 0) Use(1); //: part 2/2 1/2 1/2 1/2
        if (n > 1 || await Load(n) is { N: > 0 }) Use(1); //: part 2/2 1/2 1/2
        if (n > 1 && await Load(n) is not { N: > 0 }) Use(1); //: part 2/2 1/2 1/2
        if (n > 1 && !(await Load(n) is { N: > 0 })) Use(1); //: part 2/2 1/2 1/2
        if (n > 1 && await Load(n) is { N: > 0 and < 9, Text: not null }) Use(1); //: part 2/2 1/2 1/2 1/2 1/2
        if (n >= 0 && await Load(n) is { N: 3 or 4, Text: "three" }) Use(1); //: part 1/2 1/2 2/2 1/2
        if (await Load(n) is { N: > 0 } || await Load(n - 1) is { N: > 0 }) Use(1); //: part 1/2 2/2 1/2 0/2
        if (await Later(n > 0) && await Later(Yes()) && await Load(n) is { N: > 0 }) Use(1); //: part 2/2 1/2 1/2 1/2
        if (await Load(n) is { N: > 0 } && await Later(n < 5)) return 4; //: part 1/2 2/2 1/2
        return await Load(n - 1) is { N: > 5 } ? 5 : 6; //: part 1/2 0/2
    } //: hit //AR: none

    //- the same in the heads of loops
    private static async Task<int> Loops(int n)
    { //D: hit
        while (n > 1 && await Load(n) is { N: > 2 }) n--; //: part 2/2 1/2 2/2
        do n++; while (n < 7 && await Load(n) is { N: < 5 } found && found.N != 4); //: part 1/2 1/2 1/2 2/2
        for (int i = 0; i < 2 && await Load(i) is { N: >= 0 and < 1 }; i++) n++; //: part 1/2 1/2 1/2 2/2
        return n; //: hit
    } //: hit //AR: none

    //- the same stored, returned, in a lambda
    private static async Task<bool> Values(int n)
    { //D: hit
        bool a = n > 1 && await Load(n) is { N: > 0 }; //: part 2/2 1/2 1/2
        bool b = n > 1 || await Load(n) is { N: > 0 }; //: part 2/2 1/2 1/2
        Use(n > 1 && await Load(n) is { N: > 0 } ? 1 : 2); //: part 2/2 1/2 1/2
        Func<Task<bool>> f = async () => n > 1 && await Load(n) is { N: > 0 }; //: part 2/2 1/2 1/2
        Use(await f() | a | b); //: hit
        return n > 1 && await Load(n) is { N: > 0 }; //: part 2/2 1/2 1/2
    } //: hit //AR: none

    //- operands on both sides that await
    private static async Task<int> Joined(int n)
    { //D: hit
        bool c = (n > 1 || await Later(Yes())) == (n > 0 && await Later(true)); //: part 2/2 1/2 2/2 1/2
        bool d = (n > 1 && await Later(n < 5)) != (n > 0 || await Later(true)); //: part 2/2 1/2 2/2 1/2
        if ((n > 1 || await Later(Yes())) & await Later(c)) Use(1); //: part 2/2 1/2 2/2
        bool e = (n > 1 || await Later(Yes())) | (n > 0 && await Later(d)); //: part 2/2 1/2 2/2 1/2
        bool f = (n > 1 || await Later(Yes())) ^ await Later(e); //: part 2/2 1/2
        Use((n > 1 || await Later(Yes()), n > 0 && await Later(f))); //: part 2/2 1/2 2/2 1/2
        return (n > 1 && await Later(Yes()) ? 1 : 2) + (n > 0 || await Later(c) ? await Later(3) : 4); //: part 2/2 1/2 2/2 1/2
    } //: hit //AR: none

    //- patterns of what may be absent
    private static int Absent(int n, Node? node)
    { //D: hit
        if (Made(n)?.N is > 0) Use(1); //: hit 2/2 2/2 2/2
        if (Made(n)?.Next is null) Use(1); //: hit 2/2 2/2
        if (node?.N is > 0) Use(2); //: hit 2/2 2/2 2/2
        if (n < 5 && node?.N is > 0) Use(2); //: part 1/2 2/2 2/2 2/2
        if (node?.N is > 0 and < 9) Use(2); //: part 2/2 2/2 2/2 1/2
        if (node?.N is not > 0) Use(2); //: hit 2/2 2/2 2/2
        if (node?.N is 3) Use(2); //: hit 2/2 2/2 2/2
        if (node?.Good is true) Use(2); //: hit 2/2 2/2 2/2
        if (node?.Good is not false) Use(2); //: hit 2/2 2/2 2/2
        if (node?.Good == true) Use(2); //: hit 2/2 2/2
        bool x = node?.N is > 0; //: hit 2/2 2/2 2/2
        Use(node?.N is > 0 ? 1 : 2); //: hit 2/2 2/2 2/2
        return node?.N is > 0 || x ? 1 : 2; //: hit 2/2 2/2 2/2 2/2 -- the last: both sides, joined by `or`
    } //D: hit

    //- the same with await
    private static async Task<int> AbsentLater(int n)
    { //D: hit
        Node? node = await Later(Made(n)); //: hit
        if ((await Later(node))?.N is > 0) Use(1); //: hit 2/2 2/2 2/2
        if ((await Later(node))?.Next is null) Use(1); //: hit 2/2 2/2
        if (n < 5 && (await Later(node))?.N is > 0) Use(1); //: part 1/2 2/2 2/2 2/2
        if ((await Later(node))?.N is > 0 and < 9) Use(1); //: part 2/2 2/2 2/2 1/2
        if ((await Later(node))?.N is not > 0) Use(1); //: hit 2/2 2/2 2/2
        if ((await Later(node))?.N is 3) Use(1); //: hit 2/2 2/2 2/2
        if ((await Later(node))?.Good is true) Use(1); //: hit 2/2 2/2 2/2
        if ((await Later(node))?.Good == true) Use(1); //: hit 2/2 2/2
        if ((await Later(node))?.Text is { Length: > 2 }) Use(1); //: part 2/2 2/2 1/2
        if (node?.N is > 0) Use(2); //: hit 2/2 2/2 2/2
        bool x = (await Later(node))?.N is > 0; //: hit 2/2 2/2 2/2
        Use((await Later(node))?.N is > 0 ? 1 : 2); //: hit 2/2 2/2 2/2
        while ((await Later(node))?.N is > 0) node = null; //: hit 2/2 2/2 2/2
        return (await Later(node))?.N is > 0 || x ? 1 : 2; //: part 2/2 2/2 1/2 2/2
    } //: hit //AR: none
}
