// Checked and unchecked arithmetic, operators of the user, lifted operators, conversions.

using System;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Arithmetic
{
    private readonly struct Small(int value)
    {
        public int Value { get; } = value; //: hit

        public static Small operator +(Small a, Small b) => new(unchecked(a.Value + b.Value)); //: hit

        public static Small operator checked +(Small a, Small b) => new(checked(a.Value + b.Value)); //: hit x1

        public static Small operator -(Small a) => new(-a.Value); //: hit

        public static Small operator >>>(Small a, int bits) => new(a.Value >>> bits); //: hit x1

        public static bool operator true(Small a) => a.Value != 0; //: hit x2

        public static bool operator false(Small a) => a.Value == 0; //: hit x2

        public static Small operator &(Small a, Small b) => new(a.Value & b.Value); //: hit x1

        public static Small operator |(Small a, Small b) => new(a.Value | b.Value); //: miss

        public static bool operator ==(Small a, Small b) => a.Value == b.Value; //: hit x3

        public static bool operator !=(Small a, Small b) => !(a == b); //: hit x1

        public static implicit operator Small(int value) => new(value); //: hit

        public static explicit operator int(Small small) => small.Value; //: hit

        public static explicit operator checked short(Small small) => checked((short)small.Value); //: hit x1

        public static explicit operator short(Small small) => unchecked((short)small.Value); //: miss

        public override bool Equals(object? other) => other is Small small && small == this; //: miss 0/2 0/2

        public override int GetHashCode() => Value; //: miss
    }

    public static void Run()
    { //D: hit
        CheckedBlocks(int.MaxValue); //: hit x1
        UserChecked(int.MaxValue); //: hit x1
        TrueAndFalse(); //: hit x1
        Lifted(5, null); //: hit x1
        LiftedUser(new Small(1), null); //: hit x1
        Conditions(5, null); //: hit x1
        Compound(3); //: hit x1
        Conversions(2.5, 'x'); //: hit x1
    } //: hit

    //- checked and unchecked: the overflow throws in the middle of a line
    private static void CheckedBlocks(int big)
    { //D: hit
        Use(unchecked(big + 1)); //: hit x1
        Expect<OverflowException>(() => Use(checked(big + 1))); //: hit
        try
        { //D: hit
            checked
            { //D: hit
                Use(big); //: hit x1
                big++; //: hit x1
                Use(big); //: miss
            } //D: miss
        } //: miss
        catch (OverflowException) //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //: hit
    } //: hit

    //- a user's checked operators
    private static void UserChecked(int big)
    { //D: hit
        Small small = big; //: hit x1
        Use((int)(small + 1)); //: hit x1
        Expect<OverflowException>(() => Use((int)checked(small + 1))); //: hit
        Expect<OverflowException>(() => Use(checked((short)small))); //: hit
        Use((int)(-small >>> 2)); //: hit x1
    } //: hit

    //- operators true and false as conditions
    private static void TrueAndFalse()
    { //D: hit
        Small zero = 0; //: hit x1
        Small one = 1; //: hit x1
        if (one) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        Small both = one && one; //: part 1/2 x1
        Small none = zero && one; //: part 1/2 x1
        Use((int)both + (int)none); //: hit x1
        while (zero) //: part 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss

        Use(one == zero || one != zero ? 1 : 2); //: part 1/2 1/2 x1
    } //: hit

    //- lifted operators: arithmetic, comparison, shift, negation, conversion
    private static void Lifted(int? some, int? none)
    { //D: hit
        Use(some + none); //: hit x1
        Use(some * 2 - 1); //: hit x1
        Use(-some << 1); //: hit x1
        Use(some > none); //: hit x1
        Use(some == none); //: hit x1
        Use((long?)some + 1L); //: hit x1
        Use(~none | some); //: hit x1
        int? sum = none; //: hit x1
        sum += some; //: hit x1
        sum++; //: hit x1
        bool? and = some > 1 & none > 1; //: hit x1
        Use(and); //: hit x1
        Use(sum ?? -1); //: hit x1 -- ?? with a constant is a call of GetValueOrDefault(-1): no branch in the IL
        Use(sum ?? Id(1)); //: part 1/2 x1
        Use(sum.GetValueOrDefault()); //: hit x1
    } //: hit

    //- lifted operators of the user
    private static void LiftedUser(Small? some, Small? none)
    { //D: hit
        Use((some + some)?.Value); //: part 1/2 x1
        Use((some + none)?.Value); //: part 1/2 x1
        Use((int?)none); //: hit x1
        Use(some == none); //: hit x1
        Use(some == new Small(1)); //: hit x1
    } //: hit

    //- lifted comparisons as conditions: one decision each
    private static void Conditions(int? some, int? none)
    { //D: hit
        if (some > 3) //: part 1/2 x1
        { //D: hit
            Use(1); //: hit x1
        } //D: hit

        if (some == none) //: part 1/2 x1
        { //D: miss
            Use(2); //: miss
        } //D: miss

        if (some > 3 && none < 3) //: part 1/2 1/2 x1
        { //D: miss
            Use(3); //: miss
        } //D: miss

        if (none is null || some is > 7) //: part 1/2 0/2 0/2 x1 -- is there a value, and is it > 7
        { //D: hit
            Use(4); //: hit x1
        } //D: hit

        Use(some.HasValue ? some.Value : 0); //: part 1/2 x1
    } //: hit

    //- compound assignment, increments in expressions
    private static void Compound(int value)
    { //D: hit
        int[] array = [1, 2]; //: hit x1
        array[value++ - 3] += 5; //: hit x1
        value <<= 1; value |= 1; value ^= 3; value >>>= 1; //: hit x1
        value = value > 2 ? value-- : ++value; //: part 1/2 x1
        value %= 4; //: hit x1
        Use(array[0] + value); //: hit x1
    } //: hit

    //- conversions
    private static void Conversions(double number, object boxed)
    { //D: hit
        Use((int)number + (char)boxed); //: hit x1
        Use(checked((byte)number)); //: hit x1
        Use(boxed as string ?? "none"); //: part 1/2 x1
        Use((boxed as string)?.Length); //: part 1/2 x1
        Expect<InvalidCastException>(() => Use((int)boxed)); //: hit
        Use((decimal)number > 2m ? 1 : 2); //: part 1/2 x1
    } //: hit
}
