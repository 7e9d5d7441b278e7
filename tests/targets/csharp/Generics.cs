// Generics: one body for all instantiations, whether the runtime shares the code (reference types)
// or makes one for each (value types).

using System;
using System.Collections.Generic;
using System.Numerics;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Generics
{
    public static void Run()
    { //D: hit
        Use(Describe("text")); //: hit x1
        Use(Describe(5)); //: hit x1
        Use(Describe(2.5)); //: hit x1
        Use(Describe<object?>(null)); //: hit x1
        Use(OnlyValue(1)); //: hit x1
        Use(OnlyReference("x")); //: hit x1
        Use(new Pair<int, string>(1, "one").Swap().First); //: hit x1
        Use(new Pair<string, string>("a", "b").Swap().First); //: hit x1
        Use(Largest(3, 7)); //: hit x1
        Use(Largest("b", "a")); //: hit x1
        Use(Sum<int>([1, 2, 3])); //: hit x1
        Use((int)Sum<double>([1.5])); //: hit x1
        Use(Create<List<int>>()); //: hit x1
        Use(Create<int>()); //: hit x1
        Use(Cache<int>.Value); //: hit x1
        Use(Cache<string>.Value); //: hit x1
        Use(Cache<object>.Value); //: hit x1
        Use(Stack<int>.Of(1, 2).Pop()); //: hit x1
        Use(Stack<string>.Of("x").Pop()); //: hit x1
        Expect<InvalidOperationException>(() => Stack<long>.Of().Pop()); //: hit
        Use(Outer<int>.Inner<string>.Name("x")); //: hit x1
        Use(Lazy(5)()); //: hit x1
        Use(Lazy("five")()); //: hit x1
        Use(new Derived().Virtual(1)); //: hit x1
        Use(new Derived().Interface("x")); //: hit x1
        Use(Static<Impl>()); //: hit x1
        Use(2.Doubled()); //: hit x1
    } //: hit

    //- each instantiation adds to the same lines
    private static string Describe<T>(T value)
    { //D: hit
        if (value is null) //: hit 2/2 x4
        { //D: hit
            return "null"; //: hit x1
        }

        if (typeof(T).IsValueType) //: hit 2/2 x3
        { //D: hit
            return "value"; //: hit x2
        }

        return "reference"; //: hit x1
    } //D: hit

    //- an arm that only a value type takes, and one that only a reference type takes
    private static int OnlyValue<T>(T value)
    { //D: hit
        return value is int ? 1 : 2; //: part 1/2 x1
    } //D: hit

    private static int OnlyReference<T>(T value)
        where T : class
    { //D: hit
        return value is string ? 1 : 2; //: part 1/2 x1
    } //D: hit

    //- a generic type
    private readonly record struct Pair<TFirst, TSecond>(TFirst First, TSecond Second) //: hit
    {
        public Pair<TSecond, TFirst> Swap() => new(Second, First); //: hit x2
    }

    //- constraints
    private static T Largest<T>(T a, T b)
        where T : IComparable<T>
    { //D: hit
        return a.CompareTo(b) > 0 ? a : b; //: hit 2/2 x2
    } //D: hit

    private static T Sum<T>(IEnumerable<T> values)
        where T : INumber<T>
    { //D: hit
        T sum = T.Zero; //: hit x2
        foreach (T value in values) //: hit 2/2 x6
        { //D: hit
            sum += value; //: hit x4
        } //D: hit

        return sum; //: hit x2
    } //D: hit

    private static T Create<T>()
        where T : new()
    { //D: hit
        return new T(); //: hit x2
    } //D: hit

    //- static state for each instantiation
    private static class Cache<T>
    {
        public static readonly string Value = typeof(T).Name; //: hit x3
    }

    private sealed class Stack<T>
    {
        private readonly List<T> items = []; //: hit x3

        public static Stack<T> Of(params T[] values)
        { //D: hit
            Stack<T> stack = new(); //: hit x3
            stack.items.AddRange(values); //: hit x3
            return stack; //: hit x3
        } //D: hit

        public T Pop()
        { //D: hit
            if (items.Count == 0) //: hit 2/2 x3
            { //D: hit
                throw new InvalidOperationException("empty"); //: hit x1
            }

            T item = items[^1]; //: hit x2
            items.RemoveAt(items.Count - 1); //: hit x2
            return item; //: hit x2
        } //D: hit

        public T Peek() => items[^1]; //: miss
    }

    //- nested generic types
    private static class Outer<TOuter>
    {
        public static class Inner<TInner>
        {
            public static string Name<T>(T value) => $"{typeof(TOuter)}{typeof(TInner)}{value}"; //: hit x1
        }
    }

    //- generic closures
    private static Func<string> Lazy<T>(T value)
    { //D: hit
        return () => $"{value}"; //: hit x2
    } //D: hit

    private interface IBase<in T>
    {
        int Interface(T value) => 7; //: miss

        static abstract int Number { get; }
    }

    private abstract class Base<T>
    {
        public virtual int Virtual(T value) => 1; //: hit x1

        public virtual int NotOverridden(T value) => 2; //: miss
    }

    //- virtual and interface methods of generic types
    private sealed class Derived : Base<int>
    {
        public override int Virtual(int value) => base.Virtual(value) + value; //: hit x1

        public int Interface(string value) => value.Length; //: hit x1
    }

    private sealed class Impl : IBase<string>
    {
        public static int Number => 5; //: hit x1
    }

    //- static abstract members
    private static int Static<T>()
        where T : IBase<string>
    { //D: hit
        return T.Number; //: hit x1
    } //D: hit

    //- extension method
    private static int Doubled(this int value) => value * 2; //: hit x1
}
