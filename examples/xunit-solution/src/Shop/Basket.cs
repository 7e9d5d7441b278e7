// A partial class over two files: what can be put into a basket. Basket.Totals.cs computes.

using System;
using System.Collections.Generic;

namespace Shop;

public sealed partial class Basket
{
    private readonly List<Line> lines = []; //: hit
    private readonly string currency; //: none

    public Basket() //: none
        : this("EUR") //: hit
    { //D: hit
    } //: hit

    public Basket(string currency) //: hit
    { //D: hit
        this.currency = currency ?? throw new ArgumentNullException(nameof(currency)); //: part 1/2
    } //: hit

    public int Count => lines.Count; //: hit

    //- the one arm is taken by one test project, the other arm by the other
    public void Add(string article, decimal price, int count)
    { //D: hit
        if (count <= 0) //: hit 2/2
        { //D: hit
            throw new ArgumentOutOfRangeException(nameof(count)); //: hit
        }

        Line? existing = lines.Find(line => line.Article == article); //: hit
        if (existing is null) //: hit 2/2
        { //D: hit
            lines.Add(new Line(article, new Money(price, currency), count)); //: hit
        } //D: hit
        else
        { //D: hit
            existing.Count += count; //: hit
        } //D: hit
    } //: hit

    public bool Remove(string article)
    { //D: hit
        int index = lines.FindIndex(line => line.Article == article); //: hit
        if (index < 0) //: part 1/2
        { //D: miss
            return false; //: miss
        }

        lines.RemoveAt(index); //: hit
        return true; //: hit
    } //D: hit

    private sealed class Line(string article, Money price, int count) //: hit
    {
        public string Article { get; } = article; //: hit

        public Money Price { get; } = price; //: hit

        public int Count { get; set; } = count; //: hit
    }
}
