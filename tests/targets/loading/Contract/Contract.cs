// Compiled as a reference assembly alone: it has no code, so nothing here can be covered.

namespace Loading.Contract;

public static class Contract
{
    public static int Call(int number)
    { //: none
        return number > 1 ? number : 0; //: none
    } //: none
}
