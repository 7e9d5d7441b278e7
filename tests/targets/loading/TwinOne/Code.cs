// One of two assemblies with the same name, the same types and a file of the same name, but other code.

namespace Loading.Twin;

public static class Code
{
    //- the same name, another body
    public static int Call(int number)
    { //D: hit x3
        return number % 2 == 0 ? Helped(number) : 0; //: part 1/2 x3
    } //D: hit x3

    private static int Helped(int number)
    { //D: hit x3
        return number + 1; //: hit x3
    } //D: hit x3

    //- never called
    public static int Never() => 1; //: miss
}
