// Properties, indexers, operators, conversions, events, finalisers, nested types, primary
// constructors, partial methods, default interface members.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Members
{
    public static void Run()
    { //D: hit
        Properties(); //: hit x1
        Indexers(); //: hit x1
        Operators(); //: hit x1
        Events(); //: hit x1
        Constructors(); //: hit x1
        NestedTypes(); //: hit x1
        Interfaces(new Plain()); //: hit x1
        Interfaces(new Own()); //: hit x1
        References(); //: hit x1
        Partial(); //: hit x1
        Parameters(); //: hit x1
    } //: hit

    private sealed class Account
    {
        private int balance; //: none
        private string? lazy; //: none

        public int Automatic { get; set; } //: hit x2
        public int WithInitialiser { get; } = Id(4); //: hit
        public int Init { get; init; } //: hit
        public required string Name { get; init; } //: hit
        public static int Static { get; set; } = Id(2); //: hit
        public int NeverRead { get; set; } //: miss

        public int Balance
        {
            get => balance; //: hit x1
            set => balance = value >= 0 ? value : throw new ArgumentException("negative"); //: part 1/2 x1
        }

        public int Full
        {
            get
            { //D: hit
                return balance; //: hit x1
            } //D: hit
            set
            { //D: miss
                balance = value; //: miss
            } //: miss
        }

        public string Lazy => lazy ??= "made"; //: hit 2/2 x2

        public int Trimmed { get; set => field = value > 9 ? 9 : value; } //: part 1/2

        public int Computed => balance * 2; //: miss
    }

    //- properties of all kinds
    private static void Properties()
    { //D: hit
        Account account = new() { Name = "a", Init = 3 }; //: hit x1
        account.Automatic = 1; //: hit x1
        account.Automatic += 1; //: hit x1
        account.Balance = 5; //: hit x1
        account.Trimmed = 12; //: hit x1
        Use(account.Balance + account.Full + account.Init + account.Trimmed); //: hit x1
        Use(account.WithInitialiser + Account.Static + account.Name.Length); //: hit x1
        Use(account.Lazy + account.Lazy); //: hit x1
        Account.Static++; //: hit x1
    } //: hit

    private sealed class Grid
    {
        private readonly Dictionary<(int, int), int> cells = []; //: hit x1

        public int this[int x, int y]
        {
            get => cells.TryGetValue((x, y), out int value) ? value : -1; //: hit 2/2 x2
            set => cells[(x, y)] = value; //: hit x1
        }

        public int this[string name] => name.Length; //: miss
    }

    //- indexers
    private static void Indexers()
    { //D: hit
        Grid grid = new(); //: hit x1
        grid[1, 2] = 5; //: hit x1
        Use(grid[1, 2] + grid[0, 0]); //: hit x1
    } //: hit

    private readonly struct Money(int cents) : IEquatable<Money>
    {
        public int Cents { get; } = cents; //: hit

        public static Money operator +(Money a, Money b) => new(a.Cents + b.Cents); //: hit x1
        public static Money operator -(Money a, Money b) => new(a.Cents - b.Cents); //: miss
        public static Money operator ++(Money a) => new(a.Cents + 1); //: hit x1
        public static bool operator ==(Money a, Money b) => a.Equals(b); //: hit x1
        public static bool operator !=(Money a, Money b) => !(a == b); //: miss
        public static bool operator <(Money a, Money b) => a.Cents < b.Cents; //: hit x1
        public static bool operator >(Money a, Money b) => b < a; //: miss
        public static implicit operator int(Money money) => money.Cents; //: hit x1
        public static explicit operator Money(int cents) => new(cents); //: hit x1

        public bool Equals(Money other) => Cents == other.Cents; //: hit x1
        public override bool Equals(object? other) => other is Money money && Equals(money); //: miss 0/2 0/2
        public override int GetHashCode() => Cents; //: miss
        public override string ToString() => $"{Cents}"; //: hit x1
    }

    //- operators and conversions
    private static void Operators()
    { //D: hit
        Money money = new Money(5) + (Money)3; //: hit x1
        money++; //: hit x1
        if (money == new Money(9)) //: part 1/2 x1
        { //D: hit
            int cents = money; //: hit x1
            Use(cents); //: hit x1
        } //D: hit

        if (money < new Money(1)) //: part 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss

        Use(money.ToString()); //: hit x1
    } //: hit

    private sealed class Publisher
    {
        private Action? handlers; //: none

        public event Action? Automatic; // its accessors have no point

        public event Action Custom
        {
            add
            { //D: hit
                handlers += value; //: hit x1
            } //: hit
            remove => handlers -= value; //: miss
        }

        public void Raise()
        { //D: hit
            Automatic?.Invoke(); //: part 1/2 x1
            handlers?.Invoke(); //: part 1/2 x1
        } //: hit
    }

    //- events
    private static void Events()
    { //D: hit
        Publisher publisher = new(); //: hit x1
        publisher.Custom += () => Use(1); //: hit x1
        publisher.Raise(); //: hit x1
        publisher.Automatic += Never; //: hit x1
    } //: hit

    private static void Never() => Use(9); //: miss

    private class Animal
    {
        private readonly string name; //: none

        public Animal()
            : this("nameless") //: hit x1
        { //D: hit
            Use(1); //: hit x1
        } //: hit

        public Animal(string name) //: hit x2
        { //D: hit
            this.name = name; //: hit x2
        } //: hit

        ~Animal() => Use(name); //: miss -- kept alive to the end of the process
    }

    private sealed class Dog(string name, int age) : Animal(name) //: hit x1
    {
        private readonly int inMonths = age * 12; //: hit x1

        public int Age => age + inMonths; //: hit x1
    }

    private static readonly List<object> Alive = []; //: hit x1

    //- constructors that call each other, primary constructors
    private static void Constructors()
    { //D: hit
        Alive.Add(new Animal()); //: hit x1
        Dog dog = new("rex", 3); //: hit x1
        Alive.Add(dog); //: hit x1
        Use(dog.Age); //: hit x1
    } //: hit

    private static class Level1
    {
        public static class Level2
        {
            public struct Level3(int value)
            {
                public int Value = value; //: hit x1
                public readonly int Get() => Value; //: hit x1
                public readonly int Unused() => Value; //: miss
            }
        }
    }

    //- nested types
    private static void NestedTypes()
    { //D: hit
        Use(new Level1.Level2.Level3(2).Get()); //: hit x1
    } //: hit

    private interface IGreeter
    {
        string Name { get; }

        string Greet() //: none
        { //D: hit
            return "hello " + Name; //: hit x1
        } //D: hit
    }

    private sealed class Plain : IGreeter
    {
        public string Name => "plain"; //: hit x1
    }

    private sealed class Own : IGreeter
    {
        public string Name => "own"; //: miss

        string IGreeter.Greet() => "own greeting"; //: hit x1
    }

    //- default interface members, explicit implementations
    private static void Interfaces(IGreeter greeter)
    { //D: hit
        Use(greeter.Greet()); //: hit x2
    } //: hit

    private static ref int Largest(ref int a, ref int b)
    { //D: hit
        if (a > b) //: part 1/2 x1
        { //D: miss
            return ref a; //: miss
        }

        return ref b; //: hit x1
    } //D: hit

    private static bool TryParse(string text, [NotNullWhen(true)] out string? result)
    { //D: hit
        result = text.Length > 2 ? text : null; //: hit 2/2 x2
        return result != null; //: hit x2
    } //D: hit

    //- ref, out, in
    private static void References()
    { //D: hit
        int a = 1, b = 2; //: hit x1
        Largest(ref a, ref b) = 7; //: hit x1
        Use(b); //: hit x1
        if (TryParse("long", out string? text) && TryParse("x", out text)) //: part 1/2 1/2 x1
        { //D: miss
            Use(text); //: miss
        } //D: miss

        ref readonly int alias = ref b; //: hit x1
        Use(alias); //: hit x1
    } //: hit

    //- a type in two files: see PartialClass.cs
    private static void Partial()
    { //D: hit
        PartialClass thing = new(3); //: hit x1
        Use(thing.Here()); //: hit x1
        Use(thing.There()); //: hit x1
    } //: hit

    private static int Sum(params ReadOnlySpan<int> values)
    { //D: hit
        int sum = 0; //: hit x2
        foreach (int value in values) //: hit 2/2 x5
            sum += value; //: hit x3
        return sum; //: hit x2
    } //D: hit

    private static int Optional(int a, int b = 5) => a + b; //: hit x2

    //- optional, named and params arguments
    private static void Parameters()
    { //D: hit
        Use(Sum() + Sum(1, 2, 3)); //: hit x1
        Use(Optional(1) + Optional(b: 2, a: 1)); //: hit x1
    } //: hit
}
