/* Code that a template and a tool wrote: Short.tmpl has three lines, Tool.cs begins as a tool's file. */
namespace Pick
{
    public class Sources
    {
        public int Mine()
        {
            return 1; //@ mine
        }

        public int Made(int value)
        {
#line 3 "Short.tmpl"
            value++;
#line 400 "Short.tmpl"
            value = value > 5 ? 5 : value;
            return value;
#line default
        }
    }
}
