using System;
using System.Linq;
using System.Threading.Tasks;
using Ledger.Accounts;
using Ledger.Generated;
using Ledger.Legacy;
using Ledger.Migrations;
using Ledger.Reports;
using LedgerTools;
using Xunit;

namespace Ledger.Tests
{
    public class AccountTests
    {
        [Fact]
        public async Task BooksAndCounts()
        {
            Account account = new Account("me") { Limit = 10 };
            int changes = 0;
            account.Changed += (_, _) => changes++;
            account.Book(5, "gift");
            Assert.Equal(5, account.Balance);
            Assert.Equal("gift 5", account.Lines().Single());
            Assert.Equal(1, await account.CountAsync());
            Assert.Equal(1, changes);
            Assert.Equal("me", account.Owner);
            Assert.Throws<InvalidOperationException>(() => account.Book(-50, "car"));
            Assert.Equal("hiddennot mineleft", account.Hidden() + account.NotMine() + account.Left());
            Assert.Equal(2, new Pair<int, int>(1, 2).Swap().First);
        }
    }

    public class OtherTests
    {
        [Fact]
        public void WritesAndTurns()
        {
            Writer writer = new Writer();
            Assert.Equal("1", writer.Write(1));
            Assert.Equal("hand 2", writer.WriteByHand(2));
            Assert.Equal("title", writer.Title);
            Assert.Equal(3, new Made().Number() + new Made.Deep().Number());
            Assert.Equal("x", new Row(1, "x").Text);
            Assert.Equal(3, (new Total(1) + 2).Sum);
            Assert.Equal(1, new First().Up());
            Assert.Equal("zero", Names.Of(0));
            Assert.Equal(3, new OldBook().Read());
            Assert.Equal(4, new Tool().Use(2));
        }
    }
}
