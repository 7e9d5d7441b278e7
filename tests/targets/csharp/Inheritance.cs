// Virtual, abstract and interface members, explicit and default ones, static abstract ones,
// finalizers, constructors through a hierarchy.

using System;
using System.Runtime.CompilerServices;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Inheritance
{
    private interface IShape
    {
        int Area { get; }

        int Twice => Area * 2; //: hit x1

        int Never() => Area; //: miss

        string Name()
        { //D: hit
            if (Area > 5) //: part 1/2 x1
            { //D: hit
                return "big"; //: hit x1
            }

            return "small"; //: miss
        } //D: hit

        static int Count(IShape[] shapes) => shapes.Length; //: hit x1

        private int Hidden() => 3; //: hit x1

        int CallsHidden() => Hidden(); //: hit x1

        event Action Changed;
    }

    private abstract class Base : IShape
    {
        private static int made; //: none

        protected Base(int size) //: hit x2
        { //D: hit
            Size = size; //: hit x2
            made++; //: hit x2
            Initialise(); //: hit x2
        } //: hit

        public int Size { get; } //: hit

        public static int Made => made; //: hit x1

        public abstract int Area { get; }

        protected virtual void Initialise()
        { //D: hit
            Use(1); //: hit x2
        } //: hit

        public virtual Base Copy() => this; //: miss

        event Action IShape.Changed
        {
            add { Use(1); } //: hit x1
            remove { Use(2); } //: miss
        }
    }

    private sealed class Square(int size) : Base(size > 0 ? size : 1), ICloneable //: part 1/2 x1
    {
        public override int Area => Size * Size; //: hit

        public override Square Copy() => new(Size); //: miss

        object ICloneable.Clone() => MemberwiseClone(); //: hit x1
    }

    private sealed class Line(int size, string name) : Base(size) //: hit x1
    {
        private readonly string label = name.Length > 3 ? name : "line"; //: part 1/2 x1

        public override int Area => 0; //: miss

        protected override void Initialise()
        { //D: hit
            base.Initialise(); //: hit x1
            Use(label is null); //: hit x1
        } //: hit

        public override string ToString() => label + name; //: hit x1
    }

    private interface IUnit<TSelf>
        where TSelf : IUnit<TSelf>
    {
        static abstract TSelf Zero { get; }

        static abstract TSelf operator +(TSelf a, TSelf b);

        static virtual int Weight(TSelf value) => 1; //: hit x1
    }

    private readonly struct Metre(int value) : IUnit<Metre>
    {
        public int Value { get; } = value; //: hit

        public static Metre Zero => new(0); //: hit x1

        public static Metre operator +(Metre a, Metre b) => new(a.Value + b.Value); //: hit x2
    }

    private sealed class Gram(int value) : IUnit<Gram> //: hit
    {
        public int Value { get; } = value; //: hit

        public static Gram Zero => new(0); //: hit x1

        public static Gram operator +(Gram a, Gram b) => new(a.Value + b.Value); //: hit x1

        public static int Weight(Gram value) => value.Value; //: hit x1
    }

    private sealed class Finalized
    {
        public static int Runs; //: none

        ~Finalized()
        { //D: hit
            Runs++; //: hit
        } //: hit
    }

    private sealed class NotFinalized
    {
        ~NotFinalized()
        { //D: miss
            Use(5); //: miss
        } //: miss
    }

    public static void Run()
    { //D: hit
        Shapes(); //: hit x1
        Units(); //: hit x1
        Finalizers(); //: hit x1
        Use(CallsNew(new Newer())); //: hit x1
        Use(Indirect<Newer>()); //: hit x1
    } //: hit

    //- abstract and virtual members, default interface members, explicit ones
    private static void Shapes()
    { //D: hit
        IShape square = new Square(3); //: hit x1
        Base line = new Line(2, "x"); //: hit x1
        Use(square.Twice); //: hit x1
        Use(square.Name()); //: hit x1
        Use(IShape.Count([square, line])); //: hit x1
        Use(square.CallsHidden()); //: hit x1
        square.Changed += Finalizers; //: hit x1
        Use(((ICloneable)square).Clone()); //: hit x1
        Use(line.ToString() + Base.Made); //: hit x1
    } //: hit

    //- static abstract and static virtual members
    private static void Units()
    { //D: hit
        Use(Sum(new Metre(1), new Metre(2)).Value); //: hit x1
        Use(Sum(new Gram(1)).Value); //: hit x1
    } //: hit

    private static T Sum<T>(params T[] values)
        where T : IUnit<T>
    { //D: hit
        T sum = T.Zero; //: hit x2
        foreach (T value in values) //: hit 2/2
        { //D: hit
            sum += value; //: hit x3
        } //D: hit

        Use(T.Weight(sum)); //: hit x2
        return sum; //: hit x2
    } //D: hit

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeGarbage()
    { //D: hit
        for (int i = 0; i < 10; i++) //: hit 2/2
        { //D: hit
            Use(new Finalized()); //: hit x10
        } //D: hit

        GC.SuppressFinalize(new NotFinalized()); //: hit x1
    } //: hit

    //- finalizers: one that runs, one that is suppressed
    private static void Finalizers()
    { //D: hit
        MakeGarbage(); //: hit x1
        GC.Collect(); //: hit x1
        GC.WaitForPendingFinalizers(); //: hit x1
        Use(Finalized.Runs > 0); //: hit x1
    } //: hit

    private class Older
    {
        public int Get() => 1; //: hit x1

        public virtual int Virtual() => 1; //: miss
    }

    private class Newer : Older
    {
        public new int Get() => base.Get() + 1; //: hit x1

        public sealed override int Virtual() => 2; //: hit x1
    }

    //- hiding, sealed overriding, constraints
    private static int CallsNew(Newer value)
    { //D: hit
        return value.Get(); //: hit x1
    } //D: hit

    private static int Indirect<T>()
        where T : Older, new()
    { //D: hit
        return new T().Virtual(); //: hit x1
    } //D: hit
}
