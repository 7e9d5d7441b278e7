// One of two assemblies with the same name, the same types and a file of the same name, but other code.

namespace Loading.Twin;

public static class Code
{
    //- another order of methods than that of its twin
    public static int Only(int number)
    { //D: hit x2
        return number; //: hit x2
    } //D: hit x2

    //- the same name, another body
    public static int Call(int number)
    { //D: hit x3
        if (number % 2 == 0) //: hit 2/2 x3
        { //D: hit x1
            return 1; //: hit x1
        }

        number += Only(number); //: hit x2
        return number; //: hit x2
    } //D: hit x3

    //- never called
    public static int Never() => 2; //: miss
}
