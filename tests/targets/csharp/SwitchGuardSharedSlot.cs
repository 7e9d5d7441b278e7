// Conditions that several labels share where the slot of their number holds other things, too, and tests of a switch
// that the compiler makes twice: those after a condition know more of the value.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchGuardSharedSlot
{
    private sealed class Item
    {
        public string? Name;

        public int Count;

        public object? Any;

        public int[] Parts = []; //: hit

        public Item? Parent;

        public Pair Pair;

        public Pair? Maybe;
    }

    private readonly record struct Pair(int Number, decimal? Price); //: hit

    public static void Run()
    { //D: hit
        Use(Lengths(new Item { Name = "a", Parts = [1, 2] }) + Lengths(new Item { Name = "123456789" })); //: hit
        Use(Lengths(new Item { Name = "a", Count = 8, Parts = [3] }) + Lengths(new Item { Name = "c" })); //: hit
        Use(Inside(new Item { Name = "a", Count = 9 }) + Inside(new Item { Parent = new Item { Name = "x" } })); //: hit
        Use(Async(new Item { Name = "123456789", Count = 7 }).Result + Async(new Item { Name = "b" }).Result); //: hit
        Use(Copies(new List<int>(), false) + Copies(new Item { Count = 4 }, true) + Copies(null, true)); //: hit
        Use(Async2(new Item { Any = new Item { Count = 4 } }).Result + Async2(new Item { Any = 5 }).Result); //: hit
        Use(Caught(new Item { Pair = new Pair(1, 3m), Maybe = new Pair(1, 3m) }).Result); //: hit
        Use(Arms(new List<int>()) + Arms(new Item { Count = 7 })); //: hit
    } //: hit

    //- the slot of the length, and then that of the number
    private static int Lengths(Item item)
    { //D: hit
        int sum = 0; //: hit
        switch (item.Parts) //: part 3/4
        {
            case []:
                sum += 1; //: hit
                break; //: hit
            case [1, _]:
                sum += 2; //: hit
                break; //: hit
            case [_, 7, ..]:
                sum += 4; //: miss
                break; //D: miss
        }

        switch (item.Name) //: part 4/5
        {
            case "a" when item.Count > 7: //: hit 2/2
                return sum + 1; //: hit
            case { Length: 9 } when item.Count > 5: //: part 1/2
                return sum + 2; //: miss
            case "a" or "b" when item.Count > 4: //: part 1/2
                return sum + 3; //: miss
        }

        return sum; //: hit
    } //D: hit

    //- a switch expression with such a number in a statement that begins the body of a label
    private static int Inside(Item item)
    { //D: hit
        switch (item.Parent) //: part 2/4
        {
            case { Count: > 5 }:
                return 1; //: miss
            case null:
                Use(item.Parent is { Name: var name } && name == "x" ? item.Name switch { "a" when item.Count > 7 => 1, { Length: 9 } when item.Count is > 5 => 2, "b" or "c" when Yes() => 3, _ => 4 } : 5); //: part 1/2 0/2 0/4 0/2 0/2 0/2
                break; //: hit
            case { Name: "x" or "y" }:
                return 3; //: hit
        }

        return 4; //: hit
    } //D: hit

    private static async Task<int> Async(Item item)
    { //D: hit
        int[] parts = await Task.FromResult(item.Parts); //: hit
        if (parts is [1, ..] or [_, 2]) //: part 1/2 1/2 0/2 0/2 0/2
            return 0; //: miss
        switch (item.Name) //: part 3/5
        {
            case "a" when item.Count > 7: //: miss 0/2
                await Task.Yield(); //: miss
                return 1; //: miss
            case { Length: 9 } when item.Count > 5: //: part 1/2
                await Task.Yield(); //: hit
                return 2; //: hit
            case "b" or "c" when No(): //: part 1/2
                return 3; //: miss
        }

        return 4; //: hit
    } //: hit //AR: none

    //- what fails the first condition is not null
    private static int Copies(object? value, bool flag)
    { //D: hit
        return value switch { IList<int> when Id(flag) => 1, Item { Count: 4 } when No() => 2, null => 3, _ => 4 }; //: part 4/4 1/2 1/2
    } //D: hit

    private static async Task<int> Async2(Item item)
    { //D: hit
        int n = item.Any switch { IList<int> when Yes() => 1, Item { Count: 4 } when await Task.FromResult(No()) => 2, null => 3, _ => 4 }; //: part 2/4 0/2 1/2
        await Task.Yield(); //: hit
        return n + (item.Any switch { IList<int> when Yes() => 1, Item { Count: 4 } => 2, null => 3, _ => 4 }); //: part 2/4 0/2
    } //: hit //AR: none

    //- the slot of what tells which handler took an exception, and then that of an out argument
    private static async Task<int> Caught(Item item)
    { //D: hit
        int n = 0; //: hit
        try
        { //D: hit
            await Task.Yield(); //: hit
            Fail("thrown"); //: hit
        } //: miss
        catch (InvalidOperationException) //D: hit
        { //D: hit
            if (item.Maybe is (1, null)) //: part 1/2 1/2 1/2
                n += 1; //: miss
            if (item.Pair is (1, > 2m)) //: part 1/2 1/2 1/2
                n += 2; //: hit
            await Task.Yield(); //: hit
        } //D: hit

        return n; //: hit
    } //: hit //AR: none

    //- the same test twice before an arm that begins with a switch expression
    private static int Arms(object? value)
    { //D: hit
        return value switch { IList<int> when No() => 1, Item item => item.Count switch { 4 => 2, _ => 5 }, null => 3, _ => 4 }; //: part 3/4 1/2 1/2
    } //D: hit
}
