// A null that answers a comparison, for members of every kind: virtual, of an interface, a delegate, an extension, an array.

using System;
using System.Collections.Generic;
using System.Linq;

namespace CSharpTargets;

internal static class NullConditionalMembers
{
    private interface IBox
    {
        bool Full { get; }

        int Size { get; }
    }

    private class Box : IBox
    {
        public bool Full => true; //: hit

        public int Size => 3; //: hit

        public virtual int Weight => 5; //: hit

        public virtual Box Inner() => this; //: hit
    }

    private static bool IsFull(this Box box) => box.Size > 0; //: hit

    private static void Use(int value) => Console.Write(value < 0 ? "!" : ""); //: part 1/2

    //- each with a null and with a value for which the comparison holds
    private static void Compared(IBox? box, Box? other, int[]? array, Func<bool>? function)
    { //D: hit
        if (box?.Full == true) //: hit 2/2 2/2
            Use(1); //: hit
        if (box?.Size > 0) //: hit 2/2 2/2
            Use(1); //: hit
        if (other?.Weight >= 5) //: hit 2/2 2/2
            Use(1); //: hit
        if (other?.IsFull() == true) //: hit 2/2 2/2
            Use(1); //: hit
        if (array?.Length > 0) //: hit 2/2 2/2
            Use(1); //: hit
        if (function?.Invoke() == true) //: hit 2/2 2/2
            Use(1); //: hit
        if (array?.Any() == true) //: hit 2/2 2/2
            Use(1); //: hit
    } //: hit

    //- before && and in a conditional expression, in loops
    private static void Around(IBox? box, int[]? array, int n)
    { //D: hit
        if (box?.Size > 0 && n >= 0) //: part 2/2 2/2 1/2
            Use(1); //: hit
        n += box?.Full == true ? 1 : 2; //: hit 2/2 2/2
        while (array?.Length > n) //: hit 2/2 2/2
            n += 9; //: hit
        do
        { //D: hit
            n++; //: hit
        } //D: hit
        while (array?.Any() != true && n < 3); //: part 2/2 2/2 1/2
    } //: hit

    //- a test that the author wrote: the null of one is not the other's
    private static void Written(IBox? box, int[]? array)
    { //D: hit
        if (box != null && box.Full) //: hit 2/2 2/2
            Use(1); //: hit
        if (array != null && array.Length > 0) //: part 2/2 1/2
            Use(1); //: hit
    } //: hit

    private class Empty : IBox
    {
        public bool Full => false; //: hit

        public int Size => 0; //: miss
    }

    public static void Run()
    { //D: hit
        Compared(null, null, null, null); //: hit
        Compared(new Box(), new Box(), new[] { 1, 2 }, () => true); //: hit
        Around(null, null, 1); //: hit
        Around(new Box(), new[] { 1, 2, 3, 4 }, 1); //: hit
        Written(null, null); //: hit
        Written(new Box(), new[] { 1 }); //: hit
        Written(new Empty(), null); //: hit
        Use(new Box().Inner().Size + new List<int>().Count); //: hit
    } //: hit
}
