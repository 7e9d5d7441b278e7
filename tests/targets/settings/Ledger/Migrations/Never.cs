namespace Ledger.Migrations
{
    public class Never
    {
        public int Up()
        {
            return 1;
        }
    }
}
