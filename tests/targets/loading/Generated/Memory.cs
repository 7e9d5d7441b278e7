// One half is written here, the other one by a generator; what that writes is nowhere but in the compiler.

using System.Text.RegularExpressions;

namespace Loading.Generated.Memory;

public static partial class Half
{
    //- calls what is generated
    public static int Call(int number)
    { //D: hit x6
        return Word().IsMatch("word") ? Generated(number) : 0; //: part 1/2 x6
    } //D: hit x6

    //- is called by it
    private static int Written(int number)
    { //D: hit x2
        return -number; //: hit x2
    } //D: hit x2

    private static partial int Generated(int number);

    //- a generator of the framework
    [GeneratedRegex("^[a-z]+$")]
    private static partial Regex Word();
}
