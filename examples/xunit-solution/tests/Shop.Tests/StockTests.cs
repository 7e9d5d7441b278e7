// Generic types and asynchronous methods.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Shop;
using Xunit;

namespace Shop.Tests;

public sealed class StockTests
{
    [Fact]
    public async Task PiecesAreTaken()
    {
        Stock<string> stock = new();
        stock.Put("pen", 5);
        Assert.Equal(3, await stock.TakeAsync("pen", 2));
        Assert.True(stock.Number > 0);
    }

    [Fact]
    public void UnknownArticlesAreMissing()
    {
        Assert.False(new Stock<int>().Has(7, 1));
    }

    [Fact]
    public void InitialPieces()
    {
        Stock<int> stock = new([new KeyValuePair<int, int>(1, 10)]);
        Assert.True(stock.Has(1, 10));
    }
}
