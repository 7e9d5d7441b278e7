using System;

namespace Ledger.Legacy
{
    public class Book
    {
        public int Pages { get; set; } = 3;

        public int Turn()
        {
            Pages--;
            return Pages;
        }

        public int Burn()
        {
            throw new NotSupportedException();
        }
    }

    public class OldBook : Book
    {
        public int Read()
        {
            return Turn() + Turn();
        }
    }
}
