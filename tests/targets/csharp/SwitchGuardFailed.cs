// Labels of a switch statement whose tests come together again after a condition that failed, and conditions of labels
// that are tests of types themselves.

using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardFailed
{
    private class Node(int count) //: hit
    {
        public int Count => count; //: hit
    }

    private sealed class Items(int count) : Node(count), IReadOnlyCollection<int> //: hit
    {
        public IEnumerator<int> GetEnumerator() => Numbers(Count).GetEnumerator(); //: miss

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator(); //: miss
    }

    //- a type after an interface with a condition: its tests are in the code twice
    private static int Shared(object? value, int n)
    { //D: hit
        switch (value) //: part 4/5
        {
            case IReadOnlyCollection<int> when n > 2: //: hit 2/2
                return 1; //: hit
            case Node { Count: 4 } when n > 1: //: part 1/2
                return 2; //: hit
            case string s:
                return s.Length; //: miss
            case null:
                return 4; //: hit
        }

        return 5; //: hit
    } //D: hit

    //- conditions that ask for a type
    private static int Asked(int n, object? value)
    { //D: hit
        int sum = 0; //: hit
        switch (n) //: hit 2/2
        {
            case 4 when value is not string: //: hit 2/2
                sum += 1; //: hit
                break; //D: hit
        }

        switch (n) //: hit 3/3
        {
            case 4 when !(value is Node): //: hit 2/2
                sum += 2; //: hit
                break; //: hit
            case 5:
                sum += 3; //: hit
                break; //D: hit
        }

        switch (value) //: hit 3/3
        {
            case string:
                break; //D: hit
            case Node node when node is Items: //: hit 2/2
                sum += 4; //: hit
                break; //D: hit
        }

        return sum; //: hit
    } //D: hit

    //- near: a switch expression in an arm asks the same variable first
    private static int Inner(object? value, int n) => value switch //: part 3/4
    { //: hit
        IReadOnlyCollection<int> list when n > 2 => list.Count, //: hit 2/2
        Node node => node.Count switch { 4 => 2, 5 when n > 1 => 3, _ => 4 }, //: part 2/3 1/2
        null => 5, //: hit
        _ => 6, //: miss
    }; //: hit

    //- an if that begins a case, and a try whose finally awaits after it
    private static async Task<int> Tried(int n)
    { //D: hit
        int sum = 0; //: hit
        switch (Id(n)) //: part 2/3
        {
            case 2:
                if (sum > 0) //: part 1/2
                { //D: miss
                    sum = 1; //: miss
                    break; //: miss
                }

                try
                { //D: hit
                    sum += n; //: hit
                } //D: hit
                finally
                { //D: hit
                    await Task.Yield(); //: hit
                } //D: hit

                break; //: hit //AR: none
            case 9:
                sum = 2; //: miss
                break; //D: miss
        }

        return sum; //: hit
    } //: hit //AR: none

    //- a loop that begins a case, its condition at its head
    private static int Looping(object o, int n)
    { //D: hit
        switch (Id(o)) //: part 2/3
        {
            case long:
                for (; n < 3 && (Id(o) is int w && w > 2);) //: part 1/2 1/2 0/2
                { //D: miss
                    n++; //: miss
                } //: miss

                return n; //: hit
            case string:
                return 1; //: miss
        }

        return n; //: hit
    } //D: hit

    //- a loop that begins the default, after a label with a condition
    private static int Defaults(int n)
    { //D: hit
        switch (Id(n)) //: part 1/3
        {
            case 1:
                return 1; //: miss
            case 2 when No(): //: miss 0/2
                return 2; //: miss
            default:
                while (Id(n) < 4) //: hit 2/2
                { //D: hit
                    try
                    { //D: hit
                        n++; //: hit
                    } //: hit
                    finally
                    { //D: hit
                        Use(n); //: hit
                    } //: hit
                } //D: hit

                return n; //: hit
        }
    } //D: hit

    //- tests before a try statement of an iterator, which begins with a state of its own
    private static IEnumerable<int> BeforeTry(string text, bool p, bool q)
    { //D: hit
        if (Id(q)) //: hit 2/2
            yield break; //: hit
        switch (text) //: hit 3/3
        {
            case "a":
            case "b" when p ? Yes() : No(): //: part 1/2 1/2
                if (Id(p)) //: part 1/2
                    yield break; //: miss
                break; //D: hit
        }

        try
        { //D: hit
            yield return text.Length; //: hit
        } //: hit
        finally
        { //D: hit
            Use(text); //: hit
        } //: hit
    } //: hit

    //- the last label's condition fails right before a try statement: what it holds is further right than a body
    private static IEnumerable<int> OnToTry(string text, bool p, bool q)
    { //D: hit
        if (Id(q)) //: hit 2/2
            yield break; //: hit
        switch (text) //: hit 3/3
        {
            case "a":
            case "b" when p ? Yes() : No(): //: part 1/2 1/2
                if (Id(p)) //: part 1/2
                    yield break; //: miss
                break; //D: hit
        }

        try
        { //D: hit
            yield return text.Length; //: hit
        } //: hit
        finally
        { //D: hit
            Use(text); //: hit
        } //: hit
    } //: hit

    private static async Task<int> OnToTries(int n, bool p, bool q)
    { //D: hit
        switch (Id(n)) //: hit 3/3
        {
            case 1:
                Use(n); //: hit
                break; //: hit
            case 2 when p ? Id(q) : Id(n == 3): //: part 1/2 1/2
                Use(n + 1); //: miss
                break; //D: miss
        }

        try
        { //D: hit
            Use(n); //: hit
        } //: hit
        finally
        { //D: hit
            Use(p); //: hit
        } //D: hit //AR: hit

        switch (Id(n)) //: hit 3/3
        {
            case 1:
                Use(n); //: hit
                break; //: hit
            case 2 when Id(p) || Id(q): //: part 1/2 1/2
                Use(n + 1); //: miss
                break; //D: miss
        }

        try
        { //D: hit
            await Task.Yield(); //: hit
        } //: hit
        finally
        { //D: hit
            Use(q); //: hit
        } //D: hit //AR: hit

        switch (Id(n)) //: hit 3/3
        {
            case 1:
                Use(n); //: hit
                break; //: hit
            case 2 when Id(p) || Id(q): //: part 1/2 1/2
                Use(n + 1); //: miss
                break; //D: miss
        }

        do
        { //D: hit
            n++; //: hit
        } //D: hit
        while (Id(n) < 3); //: hit 2/2

        return n; //: hit
    } //: hit //AR: none

    //- the same before a default that begins so
    private static int Begins(int n, bool p)
    { //D: hit
        switch (Id(n)) //: hit 3/3
        {
            case 1:
                return 1; //: hit
            case 2 when p ? Yes() : Id(p): //: part 1/2 1/2
                return 2; //: miss
            default:
                try
                { //D: hit
                    return Id(n); //: hit
                }
                finally
                { //D: hit
                    Use(n); //: hit
                } //: hit
        }
    } //: hit

    //- near: an if that begins a case, and a try of an iterator after it
    private static IEnumerable<int> Yielding(int n)
    { //D: hit
        int sum = 0; //: hit
        switch (Id(n)) //: part 2/3
        {
            case 2:
                if (sum > 0) //: part 1/2
                { //D: miss
                    sum = 1; //: miss
                    break; //: miss
                }

                try
                { //D: hit
                    yield return sum; //: hit
                } //: hit
                finally
                { //D: hit
                    Use(n); //: hit
                } //: hit

                break; //: hit
            case 9:
                sum = 2; //: miss
                break; //D: miss
        }

        yield return sum; //: hit
    } //: hit

    //- an if that begins the default: its else begins with a try statement in which something is awaited
    private static async Task<int> ElseTries(int n, bool p)
    { //D: hit
        switch (Id(n)) //: part 2/3
        {
            case 1:
                Use(await Tried(3)); //: hit
                break; //: hit
            case 2 when Id(p) ? await Tried(3) > 9 : No(): //: miss 0/2 0/2
                Use(n); //: miss
                break; //: miss
            default:
                if (!(await Tried(3) > 9 || Id(p))) //: part 1/2 1/2
                { //D: hit
                    Use(n); //: hit
                } //D: hit
                else
                { //D: miss
                    try
                    { //D: miss
                        Use(n + await Tried(3)); //: miss
                    } //: miss
                    catch (System.ArgumentException) //D: miss
                    { //D: miss
                        Use(await Tried(3)); //: miss
                    } //D: miss //AR: miss
                    finally
                    { //D: miss
                        Use(n); //: miss
                    } //D: miss //AR: miss
                } //D: miss

                break; //D: hit
        }

        return n; //: hit
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        foreach (string text in new[] { "a", "b", "c", "z" }) //: hit 2/2
            foreach (int n in BeforeTry(text, false, text == "z")) //: hit 2/2
                Use(n); //: hit
        foreach (string text in new[] { "a", "b", "z" }) //: hit 2/2
            foreach (int n in OnToTry(text, false, text == "z")) //: hit 2/2
                Use(n); //: hit
        for (int i = 1; i < 4; i++) //: hit 2/2
            foreach (int n in Yielding(i)) //: hit 2/2
                Use(n + Begins(i, false)); //: hit
        Use(await OnToTries(1, false, false) + await OnToTries(2, false, false)); //: hit
        Use(await Tried(2) + await Tried(3) + await ElseTries(1, false) + await ElseTries(3, false)); //: hit
        Use(Looping(1L, 1) + Looping(2.0, 1) + Defaults(3)); //: hit
        foreach (object? value in new object?[] { new Items(4), new Node(4), new Node(5), null }) //: hit 2/2
            for (int n = 2; n < 6; n++) //: hit 2/2
                Use(Shared(value, n) + Asked(n, value) + Asked(n, "x") + Inner(value, n)); //: hit
    } //: hit
}
