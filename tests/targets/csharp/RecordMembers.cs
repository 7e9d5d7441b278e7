// Records in depth: with, positional members, own members instead of generated ones, inheritance,
// structs; primary constructors with captured parameters; required and init.

using System;
using System.Diagnostics.CodeAnalysis;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class RecordMembers
{
    private record Animal(string Name) //: hit
    {
        public int Legs { get; init; } = Id(4); //: hit

        public virtual string Sound => "none"; //: miss

        protected virtual bool PrintMembers(System.Text.StringBuilder builder)
        { //D: hit
            builder.Append(Name); //: hit x1
            return true; //: hit x1
        } //D: hit
    }

    private sealed record Dog(string Name, int Age) : Animal(Name) //: hit
    {
        public override string Sound => Age > 1 ? "woof" : "yap"; //: part 1/2 x1

        public bool Equals(Dog? other) => other is not null && other.Age == Age; //: part 1/2 1/2 x1

        public override int GetHashCode() => Age; //: miss
    }

    private readonly record struct Point(int X, int Y) //: hit
    {
        public static readonly Point Origin = new(0, 0); //: hit x1

        public double Length => Math.Sqrt(X * X + Y * Y); //: hit x1

        public Point Moved(int dx) => this with { X = X + dx }; //: hit x1
    }

    private record struct Mutable(int Value); //: hit

    private sealed class Service(string name, int retries) //: hit x1
    {
        private readonly string upper = name.ToUpperInvariant(); //: hit x1

        public int Retries //: none
        {
            get => retries; //: hit
            set => retries = value > 0 ? value : 1; //: part 1/2 x1
        }

        public string Describe() => $"{upper} {name} {retries}"; //: hit x1

        public Func<int> Lazy() => () => retries * 2; //: hit
    }

    private sealed class Required
    {
        public required int Number { get; init; } //: hit

        public required string Text; //: none

        public string? Optional //: none
        {
            get; //: miss
            init => field = value ?? throw new ArgumentNullException(nameof(value)); //: hit 2/2
        }

        public Required() //: hit
        { //D: hit
        } //: hit

        [SetsRequiredMembers]
        public Required(int number) //: miss
        { //D: miss
            Number = number; //: miss
            Text = ""; //: miss
        } //: miss
    }

    public static void Run()
    { //D: hit
        With(); //: hit x1
        Structs(); //: hit x1
        PrimaryConstructors(); //: hit x1
        RequiredMembers(); //: hit x1
    } //: hit

    //- records: with, deconstruction, inheritance, members of the user's
    private static void With()
    { //D: hit
        Animal animal = new("cat"); //: hit x1
        Animal copy = animal with { Name = "dog", Legs = 3 }; //: hit x1
        Use(animal == copy); //: hit x1
        Dog dog = new("rex", 5); //: hit x1
        (string name, int age) = dog; //: hit x1
        Use(name + age + dog.Sound); //: hit x1
        Use(dog.Equals(dog with { Age = 6 })); //: hit x1
        Use(animal.ToString()); //: hit x1
    } //: hit

    //- record structs
    private static void Structs()
    { //D: hit
        Use((int)Point.Origin.Moved(3).Length); //: hit x1
        Mutable mutable = new(1); //: hit x1
        mutable.Value++; //: hit x1
        Use(mutable.GetHashCode()); //: hit x1
        Use(mutable == new Mutable(2) ? 1 : 2); //: part 1/2 x1
    } //: hit

    //- primary constructors of classes: captured and used in initialisers
    private static void PrimaryConstructors()
    { //D: hit
        Service service = new("a", 2); //: hit x1
        service.Retries = 5; //: hit x1
        Use(service.Retries + service.Lazy()()); //: hit x1
        Use(service.Describe()); //: hit x1
    } //: hit

    //- required and init
    private static void RequiredMembers()
    { //D: hit
        Required required = new() { Number = 1, Text = "x", Optional = "y" }; //: hit x1
        Use(required.Number + required.Text); //: hit x1
        Expect<ArgumentNullException>(() => Use(new Required { Number = 2, Text = "", Optional = null })); //: hit
    } //: hit
}
