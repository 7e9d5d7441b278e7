// What a request costs: small methods that call each other, loops, an allocation.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;

namespace AttachServer;

internal readonly record struct Item(int Id, int Price); //: hit

internal static class Work
{
    /// <summary>A number that the client knows, too.</summary>
    public static string Answer(int n)
    { //D: hit
        List<Item> items = Make(n % 40); //: hit
        StringBuilder text = new(); //: hit
        long sum = 0; //: hit
        foreach (Item item in items) //: hit 2/2
        { //D: hit
            sum += Discounted(item); //: hit
            text.Append(Digit(item.Id)); //: hit
        } //D: hit

        if (text.Length != n % 40) //: part 1/2
        { //D: miss
            throw new InvalidOperationException("the text has another length"); //: miss
        } //: none

        return (sum + items.Count(i => i.Price > 500)).ToString(); //: hit
    } //D: hit

    /// <summary>Asked for before the attach alone.</summary>
    public static string Before() => "before"; //: miss

    /// <summary>Asked for behind the attach alone, with 1. Its endpoint is a dynamic method that was compiled before, and
    /// would hold an inlined copy.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string Behind(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            return "more"; //: hit
        } //: none

        return "less"; //: miss
    } //D: hit

    private static List<Item> Make(int count)
    { //D: hit
        List<Item> items = new(count); //: hit
        for (int i = 0; i < count; i++) //: hit 2/2
        { //D: hit
            items.Add(new Item(i, (i * 37) % 1000)); //: hit
        } //D: hit

        return items; //: hit
    } //D: hit

    private static int Discounted(Item item) => item.Price > 900 ? item.Price - 100 : Plain(item); //: hit 2/2

    private static int Plain(Item item) => item.Price; //: hit

    private static char Digit(int id) => (char)('0' + (id % 10)); //: hit
}
