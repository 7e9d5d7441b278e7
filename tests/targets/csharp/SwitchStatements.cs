// switch statements: one decision; an arm for each label and one for default or falling out.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class SwitchStatements
{
    private enum Colour
    {
        Red,
        Green,
        Blue,
        Far = 1000,
    }

    public static void Run()
    { //D: hit
        Dense(1); //: hit x1
        Dense(3); //: hit x1
        DenseWithGap(12); //: hit x1
        DenseWithGap(15); //: hit x1
        DenseNoDefault(7); //: hit x1
        DenseNoDefault(3); //: hit x1
        DefaultOnly(1); //: hit x1
        OneLabel(5); //: hit x1
        TwoLabels(1); //: hit x1
        Sparse(1000); //: hit x1
        Sparse(7); //: hit x1
        SharedBodies(2); //: hit x1
        SharedBodies(9); //: hit x1
        SharedWithDefault(1); //: hit x1
        SharedWithDefault(4); //: hit x1
        BreakOnly(1); //: hit x1
        BreakOnly(9); //: hit x1
        EmptyBodies(1); //: hit x1
        FewStrings("b"); //: hit x1
        FewStrings("z"); //: hit x1
        ManyStrings("five"); //: hit x1
        ManyStrings("one"); //: hit x1
        ManyStrings("zero"); //: hit x1
        StringsWithNull(null); //: hit x1
        Enumeration(Colour.Green); //: hit x1
        Enumeration(Colour.Far); //: hit x1
        Booleans(true); //: hit x1
        Longs(5_000_000_000L); //: hit x1
        Characters('b'); //: hit x1
        NullableValue(null); //: hit x1
        NullableValue(2); //: hit x1
        GotoCase(1); //: hit x1
        Use(Returning(2)); //: hit x1
        InLoop(); //: hit x1
        PlainVariable(2); //: hit x1
        Nested(1, 2); //: hit x1
        Everything(); //: hit x1
    } //: hit

    //- dense labels: a jump table
    private static void Dense(int value)
    { //D: hit
        switch (Id(value)) //: part 2/5 x2
        {
            case 0:
                Use(0); //: miss
                break; //: miss
            case 1:
                Use(1); //: hit x1
                break; //: hit x1
            case 2:
                Use(2); //: miss
                break; //: miss
            case 3:
                Use(3); //: hit x1
                break; //: hit x1
            default:
                Use(9); //: miss
                break; //D: miss
        }
    } //D: hit

    //- dense labels with a gap: the table's filler belongs to default
    private static void DenseWithGap(int value)
    { //D: hit
        switch (Id(value)) //: part 2/5 x2
        {
            case 10:
                Use(10); //: miss
                break; //: miss
            case 11:
                Use(11); //: miss
                break; //: miss
            case 12:
                Use(12); //: hit x1
                break; //: hit x1
            case 14:
                Use(14); //: miss
                break; //: miss
            default:
                Use(9); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- no default: falling out is an arm
    private static void DenseNoDefault(int value)
    { //D: hit
        switch (Id(value)) //: part 2/5 x2
        {
            case 1:
                Use(1); //: miss
                break; //: miss
            case 2:
                Use(2); //: miss
                break; //: miss
            case 3:
                Use(3); //: hit x1
                break; //: hit x1
            case 4:
                Use(4); //: miss
                break; //D: miss
        }

        Use(5); //: hit x2
    } //: hit

    //- nothing but default is not a decision
    private static void DefaultOnly(int value)
    { //D: hit
        switch (Id(value)) //: hit x1
        {
            default:
                Use(1); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- one label
    private static void OneLabel(int value)
    { //D: hit
        switch (Id(value)) //: part 1/2 x1
        {
            case 5:
                Use(5); //: hit x1
                break; //D: hit x1
        }

        Use(1); //: hit x1
    } //: hit

    //- two labels: two comparisons, one decision
    private static void TwoLabels(int value)
    { //D: hit
        switch (Id(value)) //: part 1/3 x1
        {
            case 1:
                Use(1); //: hit x1
                break; //: hit x1
            case 2:
                Use(2); //: miss
                break; //D: miss
        }
    } //D: hit

    //- sparse labels: a tree of comparisons, one decision
    private static void Sparse(int value)
    { //D: hit
        switch (Id(value)) //: part 2/8 x2
        {
            case 1:
                Use(1); //: miss
                break; //: miss
            case 100:
                Use(2); //: miss
                break; //: miss
            case 1_000:
                Use(3); //: hit x1
                break; //: hit x1
            case 10_000:
                Use(4); //: miss
                break; //: miss
            case 100_000:
                Use(5); //: miss
                break; //: miss
            case 1_000_000:
                Use(6); //: miss
                break; //: miss
            case 10_000_000:
                Use(7); //: miss
                break; //: miss
            default:
                Use(8); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- labels that share a body and are compiled to one test of a range: one arm
    private static void SharedBodies(int value)
    { //D: hit
        switch (Id(value)) //: part 2/3 x2
        {
            case 0:
            case 1:
            case 2:
                Use(2); //: hit x1
                break; //: hit x1
            case 3:
            case 4:
                Use(4); //: miss
                break; //D: miss
        }
    } //D: hit

    //- labels beside default belong to it
    private static void SharedWithDefault(int value)
    { //D: hit
        switch (Id(value)) //: part 2/4 x2
        {
            case 0:
                Use(0); //: miss
                break; //: miss
            case 1:
                Use(1); //: hit x1
                break; //: hit x1
            case 2:
                Use(2); //: miss
                break; //: miss
            case 3:
            case 4:
            default:
                Use(9); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- case 1: break; default: break; -- in Release the compiler gives them one target: one arm
    private static void BreakOnly(int value)
    { //D: hit
        switch (Id(value)) //D: part 2/5 x2 //R: part 1/3 x2
        {
            case 0:
                Use(0); //: miss
                break; //: miss
            case 1:
                break; //D: hit x1
            case 2:
                Use(2); //: miss
                break; //D: miss
            case 3:
                break; //D: miss
            default:
                break; //D: hit x1
        }

        Use(3); //: hit x2
    } //: hit

    //- no body does anything
    private static void EmptyBodies(int value)
    { //D: hit
        switch (Id(value)) //D: part 1/3 x1 //R: hit x1
        {
            case 1:
                break; //D: hit x1
            case 2:
                break; //D: miss
        }

        Use(1); //: hit x1
    } //: hit

    //- few strings: a chain of comparisons
    private static void FewStrings(string value)
    { //D: hit
        switch (Id(value)) //: part 2/4 x2
        {
            case "a":
                Use(1); //: miss
                break; //: miss
            case "b":
                Use(2); //: hit x1
                break; //: hit x1
            case "c":
                Use(3); //: miss
                break; //D: miss
        }

        Use(4); //: hit x2
    } //: hit

    //- many strings: a tree over lengths, characters or hashes; the arms are those of the source
    private static void ManyStrings(string value)
    { //D: hit
        switch (Id(value)) //: part 3/9 x3
        {
            case "one":
                Use(1); //: hit x1
                break; //: hit x1
            case "two":
                Use(2); //: miss
                break; //: miss
            case "three":
                Use(3); //: miss
                break; //: miss
            case "four":
                Use(4); //: miss
                break; //: miss
            case "five":
                Use(5); //: hit x1
                break; //: hit x1
            case "six":
                Use(6); //: miss
                break; //: miss
            case "seven":
                Use(7); //: miss
                break; //: miss
            case "eight":
                Use(8); //: miss
                break; //: miss
            default:
                Use(9); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- strings and null
    private static void StringsWithNull(string? value)
    { //D: hit
        switch (Id(value)) //: part 1/4 x1
        {
            case null:
                Use(0); //: hit x1
                break; //: hit x1
            case "":
                Use(1); //: miss
                break; //: miss
            case "x":
                Use(2); //: miss
                break; //D: miss
        }
    } //D: hit

    //- an enumeration
    private static void Enumeration(Colour colour)
    { //D: hit
        switch (Id(colour)) //: part 2/5 x2
        {
            case Colour.Red:
                Use(1); //: miss
                break; //: miss
            case Colour.Green:
                Use(2); //: hit x1
                break; //: hit x1
            case Colour.Blue:
                Use(3); //: miss
                break; //: miss
            case Colour.Far:
                Use(4); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- bool: the two labels are everything
    private static void Booleans(bool value)
    { //D: hit
        switch (Id(value)) //: part 1/2 x1
        {
            case true:
                Use(1); //: hit x1
                break; //: hit x1
            case false:
                Use(2); //: miss
                break; //D: miss
        }
    } //D: hit

    //- long
    private static void Longs(long value)
    { //D: hit
        switch (Id(value)) //: part 1/4 x1
        {
            case 1:
                Use(1); //: miss
                break; //: miss
            case 5_000_000_000L:
                Use(2); //: hit x1
                break; //: hit x1
            case -1:
                Use(3); //: miss
                break; //D: miss
        }
    } //D: hit

    //- char; labels that share a body have entries of their own in a jump table: arms of their own
    private static void Characters(char value)
    { //D: hit
        switch (Id(value)) //: part 1/5 x1
        {
            case 'a':
            case 'b':
            case 'c':
                Use(1); //: hit x1
                break; //: hit x1
            case 'z':
                Use(2); //: miss
                break; //D: miss
        }
    } //D: hit

    //- a nullable value: the tests of HasValue and Value are one decision
    private static void NullableValue(int? value)
    { //D: hit
        switch (Id(value)) //: part 2/4 x2
        {
            case null:
                Use(0); //: hit x1
                break; //: hit x1
            case 1:
                Use(1); //: miss
                break; //: miss
            case 2:
                Use(2); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- goto case and goto default
    private static void GotoCase(int value)
    { //D: hit
        switch (Id(value)) //: part 1/4 x1
        {
            case 1:
                Use(1); //: hit x1
                goto case 3; //: hit x1
            case 2:
                Use(2); //: miss
                break; //: miss
            case 3:
                Use(3); //: hit x1
                goto default; //D: hit x1
            default:
                Use(4); //: hit x1
                break; //D: hit x1
        }
    } //: hit

    //- bodies that return
    private static int Returning(int value)
    { //D: hit
        switch (Id(value)) //: part 1/4 x1
        {
            case 1: return 10; //: miss
            case 2: return 20; //: hit x1
            case 3: return 30; //: miss
        }

        return 0; //: miss
    } //D: hit

    //- in a loop, with continue, break and a break of the loop
    private static void InLoop()
    { //D: hit
        for (int i = 0; i < 9; i++) //: part 1/2 x5
        { //D: hit
            switch (Id(i)) //: part 4/5 x5
            {
                case 0:
                    continue; //D: hit x1
                case 1:
                    Use(1); //: hit x1
                    break; //: hit x1
                case 4:
                    goto done; //D: hit x1
                case 7:
                    Use(7); //: miss
                    break; //D: miss
            }

            Use(i); //: hit x3
        } //D: hit

    done: //D: hit x1
        Use(1); //: hit x1
    } //: hit

    //- over a plain variable Release has no point for the switch: it stands on the point before it
    private static void PlainVariable(int value)
    { //D: hit
        Use(value); //: hit x1
        switch (value) //: part 1/4 x1
        {
            case 1:
                Use(1); //: miss
                break; //: miss
            case 2:
                Use(2); //: hit x1
                break; //: hit x1
            case 3:
                Use(3); //: miss
                break; //D: miss
        }
    } //D: hit

    //- switch in switch
    private static void Nested(int outer, int inner)
    { //D: hit
        switch (Id(outer)) //: part 1/3 x1
        {
            case 1:
                switch (Id(inner)) //: part 1/3 x1
                {
                    case 1:
                        Use(1); //: miss
                        break; //: miss
                    case 2:
                        Use(2); //: hit x1
                        break; //: hit x1
                }

                break; //D: hit x1
            case 2:
                Use(3); //: miss
                break; //D: miss
        }
    } //D: hit

    //- every arm taken
    private static void Everything()
    { //D: hit
        for (int i = 0; i < 4; i++) //: hit 2/2 x5
        { //D: hit
            switch (Id(i)) //: hit 4/4 x4
            {
                case 0:
                    Use(0); //: hit x1
                    break; //: hit x1
                case 1:
                    Use(1); //: hit x1
                    break; //: hit x1
                case 2:
                    Use(2); //: hit x1
                    break; //D: hit x1
            }
        } //D: hit
    } //: hit
}
