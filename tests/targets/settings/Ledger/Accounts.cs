using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading.Tasks;

namespace Ledger.Accounts
{
    public class Account
    {
        private readonly List<Entry> entries = new List<Entry>();

        public Account(string owner)
        {
            Owner = owner;
        }

        public string Owner { get; set; }

        public decimal Limit
        {
            get { return limit; }
            set { limit = value < 0 ? 0 : value; }
        }

        private decimal limit;

        public decimal Balance
        {
            get { return entries.Sum(e => e.Amount); }
        }

        public event EventHandler? Changed;

        public void Book(decimal amount, string text)
        {
            if (Balance + amount < -Limit)
            {
                Refuse(amount);
            }
            entries.Add(new Entry(amount, text));
            Changed?.Invoke(this, EventArgs.Empty);
        }

        public IEnumerable<string> Lines()
        {
            foreach (Entry entry in entries)
            {
                yield return entry.ToString();
            }
        }

        public async Task<int> CountAsync()
        {
            await Task.Yield();
            return entries.Count;
        }

        [DebuggerHidden]
        public string Hidden()
        {
            return "hidden";
        }

        [DebuggerNonUserCode]
        public string NotMine()
        {
            return "not mine";
        }

        [ExcludeFromCodeCoverage]
        public string Left()
        {
            Func<string> text = () => "left";
            return text();
        }

        [DoesNotReturn]
        private static void Refuse(decimal amount)
        {
            throw new InvalidOperationException("no: " + amount);
        }

        public class Entry
        {
            public Entry(decimal amount, string text)
            {
                Amount = amount;
                Text = text;
            }

            public decimal Amount { get; }

            public string Text { get; }

            public override string ToString()
            {
                return Text + " " + Amount;
            }
        }
    }

    public class Pair<TFirst, TSecond>
    {
        public Pair(TFirst first, TSecond second)
        {
            First = first;
            Second = second;
        }

        public TFirst First { get; }

        public TSecond Second { get; }

        public Pair<TSecond, TFirst> Swap()
        {
            return new Pair<TSecond, TFirst>(Second, First);
        }
    }
}
