// Nothing of it is ever called: not in the file of a trimmed program at all.

using System.Runtime.CompilerServices;

namespace Loading.Core;

public static class Unused
{
    //- never called, and taken away by trimming
    public static int Run(int number)
    { //D: miss
        return number > 1 ? 1 : 2; //: miss 0/2
    } //D: miss

    //- never called, never precompiled
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Optimised(int number)
    { //D: miss
        return number; //: miss
    } //D: miss
}

public sealed class Gone
{
    //- a property of a type that is never used
    public int Number { get; set; } = 1; //: miss
}
