// Members: properties, indexers, operators, events, constructors, statics, generics over several types,
// interfaces, callees that are inlined.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Counts;

internal static class Members
{
    public static void Run(int seed)
    {
        Count.At(); Holder holder = new(seed) { Value = seed };
        for (int i = 0; Count.Of(i < 20); i++)
        {
            Count.At(); holder.Value += holder[i] + holder.Square;
        }

        Count.At(); holder.Changed += Nothing;
        Count.At(); holder.Raise();
        Count.At(); holder.Changed -= Nothing;
        Count.At(); holder.Raise();
        Count.At(); holder = holder + new Holder(1) + 5;
        Count.At(); int number = holder;
        Count.At(); Generics(number);
        Count.At(); Shapes(seed);
    }

    private static void Nothing(object? sender, EventArgs e) => Count.At();

    private static void Generics(int number)
    {
        Count.At(); Same(number); Same("text"); Same((object)number); Same(1.5); Same(new Pair<int>(1, 2));
        Count.At(); Box<int>.Make(1).Get<string>("x");
        Count.At(); Box<string>.Make("x").Get(4L);
        Count.At(); Box<object>.Make(number).Get(new Pair<string>("a", "b"));
        foreach (Type type in Count.All(new[] { Kind<int>(), Kind<string>(), Kind<long>(), Kind<List<int>>() }))
        {
            Count.At(); GC.KeepAlive(type);
        }
    }

    private static T Same<T>(T value) => Count.Of(value);

    private static Type Kind<T>()
    {
        if (Count.Of(typeof(T) == typeof(int)))
        {
            Count.At(); return typeof(short);
        }

        Count.At(); return typeof(T);
    }

    private static void Shapes(int seed)
    {
        foreach (Circle shape in Count.All<Circle>([new(), new(), new() { Factor = seed }]))
        {
            Count.At(); _ = shape.Area() + ((IShape)shape).Twice() + Through(shape);
        }

        Count.At(); _ = Through(default(Dot)) + Twice(default(Dot));
    }

    private static int Through<T>(T shape)
        where T : IShape => Count.Of(0) + shape.Area() + T.Sides;

    private static int Twice<T>(T shape)
        where T : IShape => Count.Of(0) + shape.Twice();
}

internal sealed class Holder(int start) //v
{
    private readonly List<int> items = Count.Of<List<int>>([start]);
    private int value = Count.Of(start);
    private static readonly int Offset = Count.Of(7);

    static Holder()
    {
        Count.At(); GC.KeepAlive(Offset);
    }

    public event EventHandler? Changed
    {
        add { Count.At(); changed += value; }
        remove { Count.At(); changed -= value; }
    }

    private EventHandler? changed;

    public int Value
    {
        get => Count.Of(value);
        set => this.value = Count.Of(value) & 0xff;
    }

    public int Square
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (Count.Of(value == 2))
            {
                Count.At(); return 4;
            }

            return Count.Of(value * value);
        }
    }

    public int this[int index] => Count.Of(items[0] + index);

    public static Holder operator +(Holder left, Holder right) => Count.Of(new Holder(left.value + right.value));

    public static Holder operator +(Holder left, int right) => Count.Of(new Holder(left.value + right));

    public static implicit operator int(Holder holder) => Count.Of(holder.value);

    public void Raise() => Count.Of(changed)?.Invoke(this, EventArgs.Empty);
}

internal readonly record struct Pair<T>(T First, T Second); //~ copied by callers in any number

internal abstract class Box<T>
{
    private static int made = Count.Of(0);

    public static Box<T> Make(T value)
    {
        Count.At(); made++;
        return Count.Of(new Full(value));
    }

    public abstract TOther Get<TOther>(TOther other);

    private sealed class Full(T value) : Box<T> //v
    {
        private readonly T value = Count.Of(value);

        public override TOther Get<TOther>(TOther other)
        {
            if (Count.Of(value is TOther))
            {
                Count.At(); return (TOther)(object)value!;
            }

            Count.At(); return other;
        }
    }
}

internal interface IShape
{
    static abstract int Sides { get; }

    int Area();

    int Twice() => Count.Of(2) * Area();
}

internal struct Dot : IShape
{
    public static int Sides => Count.Of(0);

    public readonly int Area() => Count.Of(0);
}

internal sealed class Circle : IShape
{
    public static int Sides => Count.Of(1);

    public int Factor = Count.Of(1);

    public int Area() => Count.Of(3 * Factor);

    int IShape.Twice() => Count.Of(6 * Factor);
}
