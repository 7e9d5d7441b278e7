// The first half of a partial class; the other half is PartialClass.Part.cs.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal sealed partial class PartialClass
{
    private readonly int first = Id(1); //: hit x1

    public PartialClass(int value) //: hit x1
    { //D: hit
        Other = value; //: hit x1
        Created(value); //: hit x1
        NotImplemented(value); //: none
    } //: hit

    public int Here() => first + second; //: hit x1

    partial void Created(int value);

    partial void NotImplemented(int value);

    private partial int Shared(int value);
}
