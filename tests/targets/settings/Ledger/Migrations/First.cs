namespace Ledger.Migrations
{
    public class First
    {
        public int Up()
        {
            return 1;
        }

        public int Down()
        {
            return -1;
        }
    }
}
