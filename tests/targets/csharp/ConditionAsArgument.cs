// Conditions as arguments and elements: that the value of a right operand is a bool is told only by what takes
// it (parameter, element, boxing), or by another end of the same value. And numbers that look alike.

using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class ConditionAsArgument
{
    private static bool B(bool value) => value; //: hit

    private static int F(int value) => value; //: hit

    private static void One(int number, bool value) => Use(value ? number : 0); //: hit 2/2

    private static void Number(int first, int second) => Use(first + second); //: hit

    private static T Same<T>(T value) => value; //: hit

    public static async Task Run()
    { //D: hit
        All(true, true, true, false, true); //: hit x1
        All(true, false, true, false, true); //: hit x1
        Unboxed(true, true, false); //: hit x1
        Unboxed(true, false, true); //: hit x1
        Pointers(); //: hit x1
        foreach (bool value in Yields(true, true, true, false, true)) Use(value); //: hit 2/2
        foreach (bool value in Yields(true, false, true, false, true)) Use(value); //: hit 2/2
        await Awaits(true, true, true, false, true); //: hit x1
        await Awaits(true, false, true, false, true); //: hit x1
    } //: hit

    //- makers that do not say it: what is taken out of a box
    private static void Unboxed(object a, object b, object c)
    { //D: hit
        One(1, (bool)a && (bool)b); //: part 1/2 2/2 x2
        One((bool)b ? F(1) : F(2), (bool)a && ((bool)b ? (bool)c : (bool)a)); //: part 2/2 1/2 2/2 2/2 x2
        var list = new List<bool> { (bool)a || (bool)b }; //: part 1/2 0/2 x2
        Use(list[0]); //: hit x2
        Number(list.Count, (bool)a ? (int)Same<object>(1) : 0); //: part 1/2 x2
    } //: hit

    private static unsafe void Pointers()
    { //D: hit
        Pointer(&One, true, true, true, false, true); //: hit x1
        Pointer(&One, true, false, true, false, true); //: hit x1
    } //: hit

    private static unsafe void Pointer(delegate*<int, bool, void> f, bool a, bool b, bool c, bool d, bool e)
    { //D: hit
        f(1, B(a) && (B(b) ? (B(c) && B(d)) : B(e))); //: part 1/2 2/2 1/2 1/2 2/2
    } //: hit

    //- the type of the whole value is only told by what takes it, or by another end of it
    private static void All(bool a, bool b, bool c, bool d, bool e)
    { //D: hit
        One(1, B(a) && (B(b) ? (B(c) && B(d)) : B(e))); //: part 1/2 2/2 1/2 1/2 2/2 x2
        bool? x = B(a) || (B(b) ? (B(c) && B(d)) : B(e)); //: part 1/2 0/2 0/2 0/2 0/2 x2
        Use(x ?? false); //: hit x2
        bool? x2 = !B(a) || (B(b) ? (B(c) && B(d)) : B(e)); //: part 1/2 2/2 1/2 1/2 2/2 x2
        Use(x2 ?? false); //: hit x2
        object o = B(a) && (B(b) ? (B(c) && B(d)) : B(e)); //: part 1/2 2/2 1/2 1/2 2/2 x2
        Use(o.GetHashCode()); //: hit x2
        Use(Same(B(a) && (B(b) ? (B(c) && B(d)) : B(e)))); //: part 1/2 2/2 1/2 1/2 2/2 x2
        _ = new Both(B(a) && (B(b) ? (B(c) && B(d)) : B(e)), e ? a : b); //: part 1/2 2/2 1/2 1/2 2/2 1/2 x2
        var g = new Box<bool>(); //: hit x2
        g.Set(e ? F(1) : F(2), B(a) && (B(b) ? (B(c) && B(d)) : B(e))); //: part 1/2 1/2 2/2 1/2 1/2 2/2 x2
        g.Set(F(1), !(B(a) && (B(b) ? (B(c) && B(d)) : B(e)))); //: part 1/2 2/2 1/2 1/2 2/2 x2
        var list = new List<bool> { B(a) && (B(b) ? (B(c) && B(d)) : B(e)) }; //: part 1/2 2/2 1/2 1/2 2/2 x2
        list[0] = B(a) && (B(b) ? (B(c) && B(d)) : B(e)); //: part 1/2 2/2 1/2 1/2 2/2 x2
        var array = new bool[] { B(a) && (B(b) ? (B(c) && B(d)) : B(e)) }; //: part 1/2 2/2 1/2 1/2 2/2 x2
        array[0] = B(a) && (B(b) ? (B(c) && B(d)) : B(e)); //: part 1/2 2/2 1/2 1/2 2/2 x2
        ref bool r = ref array[0]; //: hit x2
        r = B(a) && (B(b) ? (B(c) && B(d)) : B(e)); //: part 1/2 2/2 1/2 1/2 2/2 x2
        var t = (B(a) && (B(b) ? (B(c) && B(d)) : B(e)), 1); //: part 1/2 2/2 1/2 1/2 2/2 x2
        Use(t.Item1); //: hit x2
        Use($"{B(a) && (B(b) ? (B(c) && B(d)) : B(e))}".Length); //: part 1/2 2/2 1/2 1/2 2/2 x2
        Use((B(a) && (B(b) ? (B(c) && B(d)) : B(e))) == F(1) > 0); //: part 1/2 2/2 1/2 1/2 2/2 x2
        Use((B(a) && (B(b) ? (B(c) && B(d)) : B(e))) | F(1) > 0); //: part 1/2 2/2 1/2 1/2 2/2 x2
        Use(F(1) > 0 & (B(a) && (B(b) ? (B(c) && B(d)) : B(e)))); //: part 1/2 2/2 1/2 1/2 2/2 x2
        Number(1, a ? (b ? F(1) : 2) : 0); //: part 1/2 2/2 x2
        Number(1, a ? 1 : (b ? F(1) : 0)); //: part 1/2 0/2 x2
        object p = a ? (b ? F(1) : 2) : 0; //: part 1/2 2/2 x2
        Use(p.GetHashCode()); //: hit x2
        var q = new List<int> { a ? (b ? F(1) : 2) : 0 }; //: part 1/2 2/2 x2
        Number(q.Count, Same(a ? (b ? F(1) : 2) : 0)); //: part 1/2 2/2 x2
    } //: hit

    //- the same in an iterator, and beside await
    private static IEnumerable<bool> Yields(bool a, bool b, bool c, bool d, bool e)
    { //D: hit
        yield return B(a) && (B(b) ? (B(c) && B(d)) : B(e)); //: part 1/2 2/2 1/2 1/2 2/2 x2
    } //: hit

    private static async Task Awaits(bool a, bool b, bool c, bool d, bool e)
    { //D: hit
        One(await Task.FromResult(1), B(a) && (B(b) ? (B(c) && B(d)) : B(e))); //: part 1/2 2/2 1/2 1/2 2/2 x2
        One(await Task.FromResult(1), a && (b ? (B(c) && await Task.FromResult(d)) : e)); //: part 1/2 2/2 1/2 1/2 2/2 x2
    } //: hit

    private readonly struct Both
    {
        public Both(bool first, bool second) => Use(first == second); //: hit
    }

    private sealed class Box<T>
    {
        private T? kept;

        public void Set(int number, T value)
        { //D: hit
            kept = value; //: hit x4
            Use(kept is null ? 0 : number); //: part 1/2 x4
        } //: hit
    }
}
