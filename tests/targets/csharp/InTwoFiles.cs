// The first half of a partial class; the other half is InTwoFiles.Part.cs.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal sealed partial class InTwoFiles
{
    private readonly int first = Id(1); //: hit x1

    public InTwoFiles(int value) //: hit x1
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
