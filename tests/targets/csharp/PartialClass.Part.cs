// The second half of a partial class: its initialisers run in the constructor of the first half.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal sealed partial class PartialClass
{
    private readonly int second = Id(2); //: hit x1

    private int Other { get; set; } //: hit

    partial void Created(int value)
    { //D: hit
        Use(value); //: hit x1
    } //: hit

    private partial int Shared(int value)
    { //D: hit
        return value > 5 ? value : Id(5); //: part 1/2 x1
    } //D: hit

    public int There()
    { //D: hit
        return Shared(Other) + second; //: hit x1
    } //D: hit

    public int Nowhere()
    { //D: miss
        return Other; //: miss
    } //D: miss
}
