// A partial class over two files: what a basket costs.

using System;
using System.Collections.Generic;

namespace Shop;

public sealed partial class Basket
{
    private int totals; //: none

    public Money Total(Func<string, decimal>? discount = null)
    { //D: hit
        totals++; //: hit
        Money total = new(0, currency); //: hit
        foreach (Line line in lines) //: hit 2/2
        { //D: hit
            decimal rate = discount?.Invoke(line.Article) ?? 0; //: hit 2/2
            total += new Money(line.Price.Amount * (1 - rate), currency) * line.Count; //: hit
        } //D: hit

        return total; //: hit
    } //D: hit

    public int Totals => totals; //: miss

    //- an iterator; one test project leaves it early, the other reads it to the end
    public IEnumerable<string> Describe()
    { //D: hit
        int number = 0; //: hit
        foreach (Line line in lines) //: hit 2/2
        { //D: hit
            number++; //: hit
            yield return $"{number}. {line.Count} x {line.Article}: {line.Price * line.Count}"; //: hit
        } //D: hit

        yield return $"{Total()}"; //: hit
    } //: hit

    public string Size => lines.Count switch //: part 3/4
    { //: hit
        0 => "empty", //: hit
        1 => "one line", //: hit
        < 10 => "some lines", //: hit
        _ => "many lines", //: miss
    }; //: hit
}
