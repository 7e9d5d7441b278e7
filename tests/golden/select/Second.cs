namespace Pick
{
    public class Second
    {
        public int Added(bool flag) //@ added-head
        {
            if (flag) //@ added-if
            {
                return 1; //@ added-then
            }

            return 2; //@ added-else
        }

        public int Stays() => 3; //@ stays
    }
}
