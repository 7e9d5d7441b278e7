// The shop's own tests. Words of the text library come in as a second library, in its netstandard2.1
// build.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Shop;
using Text;
using Xunit;
using Xunit.Abstractions;

namespace Shop.Tests;

public sealed class BasketTests(ITestOutputHelper output)
{
    [Fact]
    public void EmptyBasketCostsNothing()
    {
        Basket basket = new();
        Assert.Equal("0.00 EUR", basket.Total().ToString());
        Assert.Equal("empty", basket.Size);
    }

    [Theory]
    [InlineData(1, "one line")]
    [InlineData(3, "some lines")]
    public void SizeIsDescribed(int articles, string expected)
    {
        Basket basket = new("USD");
        for (int i = 0; i < articles; i++)
        {
            basket.Add($"article {i}", 1.5m, 2);
        }

        Assert.Equal(articles, basket.Count);
        Assert.Equal(expected, basket.Size);
    }

    [Fact]
    public void NothingCannotBeAdded()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new Basket().Add("nothing", 1, 0));
    }

    [Fact]
    public void DescriptionIsReadToTheEnd()
    {
        Basket basket = new();
        basket.Add("pen", 2, 3);
        basket.Add("paper", 5, 1);
        string[] lines = basket.Describe().ToArray();
        foreach (string line in lines)
        {
            output.WriteLine(line);
        }

        Assert.Equal(["1. 3 x pen: 6.00 EUR", "2. 1 x paper: 5.00 EUR", "11.00 EUR"], lines);
    }

    [Fact]
    public void ArticlesCanBeRemoved()
    {
        Basket basket = new();
        basket.Add("pen", 2, 3);
        Assert.True(basket.Remove("pen"));
        Assert.Equal(0, basket.Count);
    }

    [Fact]
    public void CurrenciesDoNotMix()
    {
        CurrencyException e = Assert.Throws<CurrencyException>(() => new Money(1, "EUR") + new Money(1, "USD"));
        Assert.Equal("EUR and USD cannot be added", e.Message);
        Assert.False(new Money(1, "EUR") == new Money(2, "EUR"));
        Assert.False(new Money(1, "EUR") == new Money(1, "USD"));
    }

    [Fact(Skip = "shows that a skipped test changes nothing")]
    public void Skipped()
    {
        new Basket().Remove("nothing");
    }

    [Fact]
    public void WordsOfTheOtherLibrary()
    {
        Assert.Equal("netstandard", Words.Framework());
        Assert.Equal(["three", "red", "pens"], Words.Split("three red pens!"));
        Assert.Equal("pen", Words.Plural("pen", 1));
        Assert.Equal("word", Words.Kind("pen"));
        Assert.Equal("indefinite article", Words.Kind("A"));
        Assert.Null(Number.TryParse(" "));
        Assert.Null(Number.TryParse("x"));
        Assert.Equal(-1, Number.Parse(null));
        Assert.Equal("nothing", Number.Describe(null));
        Assert.Equal("integer", Number.Describe(5));
    }

    [Fact]
    public async Task CountsOfTheOtherLibrary()
    {
        Counter counter = new(word => word);
        Assert.Equal(2, counter.Add("a b c", word => word != "b"));
        Assert.Equal(3, await counter.AddAllAsync("a b", "c"));
    }
}
