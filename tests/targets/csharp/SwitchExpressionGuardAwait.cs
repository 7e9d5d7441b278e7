// Arms of switch expressions with a condition, whose values are operands with an await: what is tested after the condition is
// the arm's left operand. And statements that look alike.

using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchExpressionGuardAwait
{
    private static bool B(bool value) => value; //: hit

    private sealed class Holder
    {
        public string? Name { get; set; } //: hit
    }

    private static async Task<bool> Later(bool value)
    { //D: hit
        await Task.Yield(); //: hit
        return value; //: hit
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        Use(await Chosen(1, true, true)); //: hit x1
        Use(await Chosen(1, false, true)); //: hit x1
        Use(await Chosen(2, true, false)); //: hit x1
        Use(await Chosen(3, true, false)); //: hit x1
        await Kept(1, true, false); //: hit x1
        await Kept(1, true, true); //: hit x1
        await Kept(2, false, true); //: hit x1
        await Patterns("abc", true); //: hit x1
        await Patterns("a", true); //: hit x1
        await Patterns(5, false); //: hit x1
        await Statements(true, true); //: hit x1
        await Statements(true, false); //: hit x1
        await Statements(false, true); //: hit x1
        Holder holder = new(); //: hit x1
        await Bodies(holder, 1, true); //: hit x1
        await Bodies(holder, 1, false); //: hit x1
        await Bodies(holder, 2, true); //: hit x1
    } //: hit

    //- an arm with a condition whose value awaits
    private static async Task<bool> Chosen(int n, bool c, bool a)
    { //D: hit
        return n switch //: hit 3/3
        { //: hit
            1 when B(c) => B(a) && await Later(c), //: part 2/2 1/2 1/2
            2 when B(c) => B(a) || await Later(c), //: part 1/2 1/2 1/2
            _ => B(a) || await Later(!c), //: part 2/2 1/2
        }; //: hit
    } //: hit //AR: none

    //- the same, kept in a variable, with two awaits
    private static async Task Kept(int n, bool c, bool a)
    { //D: hit
        bool kept = n switch //: hit 3/3
        { //: hit
            1 when await Later(c) => await Later(a) && await Later(c), //: part 1/2 2/2 1/2
            2 when B(c) => await Later(a) || await Later(c), //: part 1/2 0/2 0/2
            _ => await Later(a) && B(c) && await Later(c), //: part 1/2 1/2 0/2
        }; //: hit
        Use(kept); //: hit
    } //: hit

    //- a type, its condition, and operands that await
    private static async Task Patterns(object value, bool c)
    { //D: hit
        Use(value switch //: hit 3/3
        { //: hit
            string text when text.Length > 2 => B(c) && await Later(text.Length > 3), //: part 2/2 1/2 1/2
            string text => B(c) && await Later(text.Length > 3), //: part 1/2 1/2
            _ => B(c) || await Later(c), //: part 1/2 1/2
        }); //: hit
    } //: hit

    //- an if that assigns what it tests is a statement, also after another condition
    private static async Task Statements(bool c, bool a)
    { //D: hit
        if (B(c)) //: hit 2/2
        { //D: hit
            bool v = B(a); //: hit
            if (v) //: hit 2/2
                v = await Later(c); //: hit
            Use(v); //: hit
        } //D: hit

        if (B(c)) //: hit 2/2
        { //D: hit
            bool v = B(a); if (v) v = await Later(c); Use(v); //: hit 2/2
        } //D: hit
    } //: hit

    //- an if whose left operand awaits, and whose body begins with a condition, is not a label with a condition
    private static async Task Bodies(Holder holder, int n, bool c)
    { //D: hit
        if (await Later(c) && B(!c)) //: part 2/2 1/2
        { //D: miss
            holder.Name ??= "k"; //: miss 0/2
        } //D: miss

        Use(n); //: hit
        switch (n) //: hit 2/2
        {
            case 1: //: none
                if (await Later(c) && B(!c)) //: part 2/2 1/2
                { //D: miss
                    holder.Name ??= "k"; //: miss 0/2
                } //D: miss

                break; //D: hit
            default: //: none
                Use(n); //: hit
                break; //D: hit
        }

        Use(holder.Name ?? "none"); //: part 1/2
        await Later(c); //: hit
    } //: hit
}
