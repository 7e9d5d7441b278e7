namespace Pick
{
    // A comment that has gone since, and with it
    // the places of all that follows.
    public class Second
    {
        public int Removed(int n)
        {
            return n;
        }

        public int Stays() => 3;
    }
}
