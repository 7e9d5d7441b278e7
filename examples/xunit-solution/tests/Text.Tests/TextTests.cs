// The text library's own tests, in its net10.0 build. A basket of the shop comes in as a second
// library, at other places than in the shop's own tests.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Shop;
using Text;
using Xunit;

namespace Text.Tests;

public sealed class TextTests
{
    [Fact]
    public void WordsAreSplit()
    {
        Assert.Equal("net", Words.Framework());
        Assert.Equal(["one", "two"], Words.Split("--one, two"));
        Assert.Empty(Words.Split(""));
    }

    [Theory]
    [InlineData("the", "definite article")]
    [InlineData("AN", "indefinite article")]
    [InlineData("", "nothing")]
    public void KindsOfWords(string word, string expected)
    {
        Assert.Equal(expected, Words.Kind(word));
    }

    [Fact]
    public void Plurals()
    {
        Assert.Equal("words", Words.Plural("word", 2));
    }

    [Fact]
    public void NumbersAreParsed()
    {
        Assert.Equal(42, Number.TryParse("42"));
        Assert.Equal(7, Number.Parse(" 7 "));
        Assert.Throws<FormatException>(() => Number.Parse("x"));
        ArgumentException e = Assert.Throws<ArgumentException>(() => Number.Parse("seven"));
        Assert.StartsWith("'sev...' is no number", e.Message);
        Assert.Equal("abc", Words.Shorten("abc", 5));
        Assert.True(Number.Calls > 0);
    }

    [Fact]
    public void ValuesAreDescribed()
    {
        Assert.Equal("text of characters", Number.Describe("long"));
    }

    [Fact]
    public void TopWords()
    {
        Counter counter = new();
        Assert.Equal(4, counter.Add("The cat, the dog"));
        Assert.Equal(["the 2 times", "cat 1 time"], counter.Top(2));
    }

    [Fact]
    public async Task StreamsAreLeftEarly()
    {
        await foreach (string word in Counter.ReadAsync(["one two", "three"]))
        {
            Assert.Equal("one", word);
            break;
        }
    }

    [Fact]
    public void BasketOfTheOtherLibrary()
    {
        Basket basket = new();
        basket.Add("pen", 10, 1);
        basket.Add("pen", 10, 1);
        Assert.Equal("1. 2 x pen: 20.00 EUR", basket.Describe().First());
        Assert.Equal(new Money(18, "EUR"), basket.Total(article => article == "pen" ? 0.1m : 0));
        Assert.True(basket.Total() == new Money(20, "EUR"));
    }

    [Fact]
    public async Task StockOfTheOtherLibrary()
    {
        Stock<string> stock = new();
        stock.Put("pen", 1);
        await Assert.ThrowsAsync<InvalidOperationException>(() => stock.TakeAsync("pen", 2));
    }
}
