// Exceptions at every place of a line and a block: what comes after a throwing call in the same
// basic block did not run, whatever the fault is.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ThrowPositions
{
    private sealed class Box
    {
        public int Value = Id(1); //: hit x1
        public Box? Next;
    }

    private struct Pair
    {
        public int Left;
    }

    public static void Run()
    { //D: hit
        Expect<InvalidOperationException>(FirstOfBlock); //: hit
        Expect<InvalidOperationException>(MiddleOfBlock); //: hit
        Expect<InvalidOperationException>(LastOfBlock); //: hit
        Expect<InvalidOperationException>(SameLine); //: hit
        Expect<InvalidOperationException>(InArguments); //: hit
        Expect<InvalidOperationException>(DeepInside); //: hit
        Expect<NullReferenceException>(() => NullField(null!)); //: hit
        Expect<NullReferenceException>(() => NullCall(null!)); //: hit
        Expect<NullReferenceException>(() => NullStore(null!)); //: hit
        Expect<NullReferenceException>(() => NullArray(null!)); //: hit
        Expect<IndexOutOfRangeException>(() => Index(new int[2], 2)); //: hit
        Expect<DivideByZeroException>(() => Division(1, 0)); //: hit
        Expect<DivideByZeroException>(() => Remainder(1, 0)); //: hit
        Expect<OverflowException>(() => Overflow(int.MaxValue)); //: hit
        Expect<OverflowException>(() => NegativeArray(-1)); //: hit
        Expect<InvalidCastException>(() => Cast("text")); //: hit
        Expect<InvalidCastException>(() => Unbox("text")); //: hit
        Expect<NullReferenceException>(() => UnboxNull(null!)); //: hit
        Expect<ArrayTypeMismatchException>(() => ArrayStore(new string[1])); //: hit
        Expect<InvalidOperationException>(() => EmptyNullable(null)); //: hit
        Expect<ArgumentNullException>(() => GuardedArgument(null)); //: hit
        Expect<DivideByZeroException>(() => InLoop(5)); //: hit
        Expect<InvalidOperationException>(() => InCondition(1)); //: hit
        Expect<InvalidOperationException>(() => InRightOperand(1)); //: hit
        Expect<InvalidOperationException>(() => InLeftOperand(1)); //: hit
        Expect<InvalidOperationException>(() => InSwitchValue(1)); //: hit
        Expect<TypeInitializationException>(() => Use(BadInitialiser.Value)); //: hit
        Expect<InvalidOperationException>(() => Use(new BadConstructor().Value)); //: hit
        Use(Returned()); //: hit x1
        Use(ThrowExpression(1)); //: hit x1
        Expect<ArgumentException>(() => ThrowExpression(-1)); //: hit
    } //: hit

    //- the first call throws
    private static void FirstOfBlock()
    { //D: hit
        Fail("first"); //: hit x1
        Use(1); //: miss
        Use(2); //: miss
    } //: miss

    //- a call in the middle throws
    private static void MiddleOfBlock()
    { //D: hit
        Use(1); //: hit x1
        int a = Id(2); //: hit x1
        Use(a + Fail("middle")); //: hit x1
        Use(a); //: miss
    } //: miss

    //- the last call throws: only the end of the method is missed
    private static void LastOfBlock()
    { //D: hit
        Use(1); //: hit x1
        Fail("last"); //: hit x1
    } //: miss

    //- after the throwing call on the same line
    private static void SameLine()
    { //D: hit
        Use(1); Fail("same line"); Use(2); //: hit x1
        Use(3); //: miss
    } //: miss

    //- an argument throws: the statement began, so all its lines are hit
    private static void InArguments()
    { //D: hit
        Use( //: hit x1
            Fail("argument") //: hit x1
            + Id(1)); //: hit x1
        Use(1); //: miss
    } //: miss

    //- the exception comes from deeper frames
    private static void DeepInside()
    { //D: hit
        Level(3); //: hit x1
        Use(1); //: miss
    } //: miss

    private static void Level(int depth)
    { //D: hit
        if (depth == 0) //: hit 2/2 x4
        { //D: hit
            Fail("deep"); //: hit x1
        } //D: miss

        Level(depth - 1); //: hit x3
        Use(depth); //: miss
    } //: miss

    //- null reference: field, call, store, array
    private static void NullField(Box box)
    { //D: hit
        Use(1); //: hit x1
        int value = box.Value; //: hit x1
        Use(value); //: miss
    } //: miss

    private static void NullCall(string text)
    { //D: hit
        Use(1); //: hit x1
        Use(text.Length); //: hit x1
        Use(2); //: miss
    } //: miss

    private static void NullStore(Box box)
    { //D: hit
        Use(1); //: hit x1
        box.Next = null; //: hit x1
        Use(2); //: miss
    } //: miss

    private static void NullArray(Pair[] pairs)
    { //D: hit
        Use(1); //: hit x1
        pairs[0].Left = 1; //: hit x1
        Use(pairs.Length); //: miss
    } //: miss

    //- index, division, overflow
    private static void Index(int[] array, int index)
    { //D: hit
        array[index - 1] = 1; //: hit x1
        array[index] = 1; //: hit x1
        array[0] = 1; //: miss
    } //: miss

    private static void Division(int a, int b)
    { //D: hit
        int quotient = a / b; //: hit x1
        Use(quotient); //: miss
    } //: miss

    private static void Remainder(int a, int b)
    { //D: hit
        a %= b; //: hit x1
        Use(a); //: miss
    } //: miss

    private static void Overflow(int value)
    { //D: hit
        int sum = checked(value + 1); //: hit x1
        Use(sum); //: miss
    } //: miss

    private static void NegativeArray(int length)
    { //D: hit
        int[] array = new int[length]; //: hit x1
        Use(array); //: miss
    } //: miss

    //- casts, unboxing, array store
    private static void Cast(object value)
    { //D: hit
        Box box = (Box)value; //: hit x1
        Use(box); //: miss
    } //: miss

    private static void Unbox(object value)
    { //D: hit
        int number = (int)value; //: hit x1
        Use(number); //: miss
    } //: miss

    private static void UnboxNull(object value)
    { //D: hit
        Pair pair = (Pair)value; //: hit x1
        Use(pair.Left); //: miss
    } //: miss

    private static void ArrayStore(object[] array)
    { //D: hit
        array[0] = new Box(); //: hit x1
        Use(array); //: miss
    } //: miss

    //- faults inside the framework
    private static void EmptyNullable(int? value)
    { //D: hit
        Use(1); //: hit x1
        Use(value!.Value); //: hit x1
        Use(2); //: miss
    } //: miss

    private static void GuardedArgument(string? text)
    { //D: hit
        ArgumentNullException.ThrowIfNull(text); //: hit x1
        Use(text.Length); //: miss
    } //: miss

    //- the third round of a loop throws
    private static void InLoop(int rounds)
    { //D: hit
        for (int i = 0; i < rounds; i++) //: part 1/2 x3
        { //D: hit
            Use(i); //: hit x3
            Use(100 / (2 - i) > 0 ? i : Fail("never")); //: part 1/2 x3
            Use(i); //: hit x2
        } //D: hit

        Use(rounds); //: miss
    } //: miss

    //- a condition throws: no arm was taken
    private static void InCondition(int value)
    { //D: hit
        if (Fail("condition") > value) //: part 0/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss
        else
        { //D: miss
            Use(2); //: miss
        } //D: miss
    } //: miss

    //- the right operand throws: only the left one has taken an arm
    private static void InRightOperand(int value)
    { //D: hit
        if (value > 0 && Fail("right") > 0) //: part 1/2 0/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        Use(2); //: miss
    } //: miss

    //- the left operand throws
    private static void InLeftOperand(int value)
    { //D: hit
        bool both = Fail("left") > 0 && Id(value) > 0; //: part 0/2 0/2 x1
        Use(both); //: miss
    } //: miss

    //- the governing expression of a switch throws
    private static void InSwitchValue(int value)
    { //D: hit
        switch (Fail("switch") + value) //: part 0/3 x1
        {
            case 1:
                Use(1); //: miss
                break; //: miss
            case 2:
                Use(2); //: miss
                break; //D: miss
        }
    } //: miss

    //- throw expressions
    private static int ThrowExpression(int value)
        => value > 0 ? value : throw new ArgumentException("negative"); //: hit 2/2 x2

    //- an exception that the caller handles, and the value computed before it
    private static int Returned()
    { //D: hit
        int value = Id(1); //: hit x1
        try
        { //D: hit
            value = 2; //: hit x1
            value = Fail("lost"); //: hit x1
            value = 3; //: miss
        } //: miss
        catch (InvalidOperationException) //: hit x1
        { //D: hit
            value++; //: hit x1
        } //: hit

        return value; //: hit x1
    } //D: hit

    //- a type initialiser that throws
    private static class BadInitialiser
    {
        public static readonly int Before = Id(1); //: hit x1
        public static readonly int Value = Fail("static field"); //: hit x1
        public static readonly int After = Id(2); //: miss
    }

    //- an instance initialiser that throws: the constructor's body is not reached
    private sealed class BadConstructor
    {
        public readonly int Before = Id(1); //: hit x1
        public readonly int Value = Fail("field"); //: hit x1
        public readonly int After = Id(2); //: miss

        public BadConstructor() //: miss
        { //D: miss
            Use(Before + After); //: miss
        } //: miss
    }
}
