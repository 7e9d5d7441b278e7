namespace LedgerTools
{
    public class Tool
    {
        public int Use(int times)
        {
            return times * 2;
        }
    }
}
