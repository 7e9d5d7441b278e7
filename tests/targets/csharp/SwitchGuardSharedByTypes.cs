// Labels whose condition several tests lead to: types, null, what fits no other label; and statements whose value
// is a switch expression where code of the compiler follows.

using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardSharedByTypes
{
    private sealed class Item
    {
        public string? Name; // no initialiser, so no code
        public int Count;
        public Item? Parent;
        public (int N, int M)? Size;
    }

    public static async Task Run()
    { //D: hit
        Use(Types("a") + Types(1.5)); //: hit
        TypesOut(2); //: hit
        Use(Forever("a")); //: hit
        Use(Rest("") + Rest("abc")); //: hit
        Use(RestOfPattern("abc") + RestOfPattern(null)); //: hit
        Use(NullOrPart(null)); //: hit
        Use(Several(5) + Several(7)); //: hit
        Ranges(5); //: hit
        Ranges(-1); //: hit
        Use(Reused("abc", new Pair(1, 2)) + Reused("a", new Pair(2, 3)) + await Reused("abc", new Pair(1, 3), 1)); //: hit
        Use(await Tries(new List<int> { 1 }) + await Tries(4)); //: hit
        await Kept(new Item()); //: hit
        await Waiting(new Item()); //: hit
        await Leaves(new Item { Count = 1, Parent = null, Size = (1, 2) }); //: hit
    } //: hit

    //- two types have a condition together, and labels of their own
    private static string Types(object o)
    { //D: hit
        switch (Id(o)) //: part 2/4
        {
            case string or int when Yes(): //: part 1/2
                return "a"; //: hit
            case string:
                return "b"; //: miss
            case int:
                return "c"; //: miss
            default:
                return "d"; //: hit
        }
    } //D: hit

    //- the same without a default
    private static void TypesOut(object o)
    { //D: hit
        switch (Id(o)) //: part 2/4
        {
            case string or int when No(): //: part 1/2
                Use(1); //: miss
                break; //: miss
            case string:
                Use(2); //: miss
                break; //: miss
            case int:
                Use(3); //: hit
                break; //D: hit
        }
    } //: hit

    //- a body of two types that begins with a loop without an end
    private static int Forever(object o)
    { //D: hit
        int n = 0; //: hit
        switch (Id(o)) //: part 1/3
        {
            case string or int:
                while (true) //D: hit
                { //D: hit
                    Use(n); //: hit
                    if (n++ > 1) //: hit 2/2
                        return n; //: hit
                } //D: hit
            case long:
                Use(4); //: miss
                break; //D: miss
        }

        return -1; //: miss
    } //D: hit

    //- whatever fits no label before it has a condition: null is not a label
    private static int Rest(string? text)
    { //D: hit
        switch (Id(text)) //: part 2/4
        {
            case "" or ['#', ..]:
                return 1; //: hit
            case var any when any?.Length > 2: //: part 1/2 1/2
                return 2; //: hit
        }

        return -1; //: miss
    } //D: hit

    private static int RestOfPattern(string? text)
    { //D: hit
        switch (Id(text)) //: part 3/4 -- the condition failed
        {
            case ['a', ..]:
                return 1; //: hit
            case var any when No(): //: part 1/2
                return 2; //: miss
            case "b":
                return 3; //: miss
        }

        return -1; //: hit
    } //D: hit

    //- here null is one
    private static int NullOrPart(string? text)
    { //D: hit
        switch (Id(text)) //: part 2/5
        {
            case "":
                return 1; //: miss
            case null or { Length: 3 } when No(): //: part 1/2
                return 2; //: miss
            case "a":
                return 3; //: miss
        }

        return -1; //: hit
    } //D: hit

    private static int Several(int n)
    { //D: hit
        switch (Id(n)) //: part 2/7
        {
            case 0 or 100 or 1000:
                return 1; //: miss
            case > 5 and < 50 or > 200 and < 300 or 5 when Yes(): //: part 1/2
                return 2; //: hit
            case 600:
                return 3; //: miss
        }

        return -1; //: miss
    } //D: hit

    //- a range that only breaks
    private static void Ranges(int n)
    { //D: hit
        switch (Id(n)) //D: part 2/4 //R: part 2/3 -- in Release it is where the switch falls out
        {
            case > 100:
                Use(1); //: miss
                break; //: miss
            case < 0:
                break; //D: hit
            case 5:
                Use(2); //: hit
                break; //D: hit
        }
    } //: hit

    private readonly record struct Pair(int N, decimal? Price); //: hit

    //- after the switch the number of the way to a condition gives its place to a part of a pattern
    private static int Reused(string? text, Pair pair)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < 3; i++) //: hit 2/2
        { //D: hit
            switch (Id(text)) //: part 2/5
            {
                case null when sum > 8: //: miss 0/2
                    sum += 1; //: miss
                    break; //: miss
                case "b" when sum > 9: //: miss 0/2
                    sum += 2; //: miss
                    break; //: miss
                case { Length: 3 } when Yes(): //: part 1/2
                    sum += 3; //: hit
                    break; //: hit
                case "a":
                    sum += 4; //: hit
                    break; //D: hit
            }

            if (pair is (1, > 2m)) //: part 2/2 1/2 1/2
                sum += 5; //: miss
        } //D: hit

        return sum; //: hit
    } //D: hit

    private static async Task<int> Reused(string? text, Pair pair, int rounds)
    { //D: hit
        int sum = 0; //: hit
        for (int i = 0; i < rounds; i++) //: hit 2/2
        { //D: hit
            switch (Id(text)) //: part 2/5
            {
                case null when sum > 8: //: miss 0/2
                    sum += 1; //: miss
                    break; //: miss
                case "b" when sum > 9: //: miss 0/2
                    sum += 2; //: miss
                    break; //: miss
                case { Length: 3 } when No(): //: part 1/2
                    sum += 3; //: miss
                    break; //: miss
                case "a":
                    sum += 4; //: miss
                    break; //D: miss
            }

            if (pair is (1, > 2m)) //: part 1/2 1/2 1/2
                sum += 5; //: hit
            await Task.Yield(); //: hit
        } //D: hit

        return sum; //: hit
    } //: hit //AR: none

    private sealed class Lease : IAsyncDisposable
    {
        public ValueTask DisposeAsync() => default; //: hit
    }

    private static async Task<string> Later(string text)
    { //D: miss
        await Task.Yield(); //: miss
        return text; //: miss
    } //: miss //AR: none

    private static async Task<bool> Later(bool value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    //- the body of the label begins with a try block that awaits; what fails the condition is asked for other types
    private static async Task<int> Tries(object? o)
    { //D: hit
        int sum = 0; //: hit
        switch (Id(o)) //: part 3/5
        {
            case IEnumerable<int> when await Later(false): //: part 1/2
                try
                { //D: miss
                    sum++; //: miss
                    await Later("x"); //: miss
                    await Later("y"); //: miss
                } //: miss
                catch (IOException) //: miss
                { //D: miss
                    sum++; //: miss
                } //: miss

                break; //D: miss
            case List<int>:
                sum += 4; //: hit
                break; //: hit
            case int:
                sum += 5; //: hit
                break; //: hit
            case null:
                return 7; //: miss
        }

        return sum; //: hit
    } //: hit //AR: none

    //- the value is stored only when nothing is there, and optimised code leaves the block after it
    private static async Task Kept(Item item)
    { //D: hit
        await using (Lease lease = new()) //: hit
        { //D: hit
            item.Name ??= item.Parent?.Count switch { null => Id("x"), > 18 => Id("y"), _ => item.Name ?? Id("z") }; //: part 1/2 1/2 1/3 0/2
        } //D: hit
    } //: hit

    private static async Task Waiting(Item item)
    { //D: hit
        await using (Lease lease = new()) //: hit
        { //D: hit
            if (item.Count == 0) //: part 1/2
                Use(item.Size?.N switch { null => Id("x"), > 18 => await Later("y"), _ => item.Count switch { 1 => Id("b"), 2 => Id("c"), _ => await Later("d") } }); //: part 1/2 1/3 0/3
        } //D: hit
    } //: hit

    //- a loop that a label ends with, and a try statement after the switch whose handler awaits
    private static async Task Leaves(Item item)
    { //D: hit
        switch (item.Count) //: part 1/3
        {
            case 0:
                while (item.Parent is { Size: { N: 1 } }) //: miss 0/2 0/2 0/2
                { //D: miss
                    if (item.Count++ > 3) //: miss 0/2
                        return; //: miss
                } //D: miss
                break; //: miss
            case 1:
                Use(1); //: hit
                break; //D: hit
        }

        try
        { //D: hit
            await Task.Yield(); //: hit
        } //: hit
        catch (IOException) //D: miss
        { //D: miss
            await Task.Yield(); //: miss
        } //D: miss
    } //: hit
}
