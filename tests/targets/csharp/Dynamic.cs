// dynamic: the call site's cache is not a branch.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Dynamic
{
    public static void Run()
    { //D: hit
        Use((int)Add(1, 2)); //: hit x1
        Use((string)Add("a", "b")); //: hit x1
        Condition(true); //: hit x1
    } //: hit

    //- a dynamic operation
    private static dynamic Add(dynamic a, dynamic b)
    { //D: hit
        dynamic sum = a + b; //: hit x2
        return sum; //: hit x2
    } //D: hit

    //- a dynamic condition
    private static void Condition(dynamic value)
    { //D: hit
        if (value) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit
    } //: hit
}
