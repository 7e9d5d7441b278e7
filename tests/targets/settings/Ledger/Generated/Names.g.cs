namespace Ledger.Generated
{
    public static class Names
    {
        public static string Of(int number)
        {
            return number == 0 ? "zero" : "many";
        }
    }
}
