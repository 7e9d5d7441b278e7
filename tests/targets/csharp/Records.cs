// Records: what the compiler writes for them (equality, printing, copying) has no points and is not
// reported; what the user wrote is.

using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Records
{
    private record Person(string Name, int Age) //: hit
    {
        public string Upper => Name.ToUpperInvariant(); //: hit x2 -- ToString reads it, too

        public bool IsAdult() //: none
        { //D: hit
            return Age >= 18; //: hit x2
        } //D: hit

        public virtual bool Unused() => Age > 99; //: miss
    }

    private sealed record Student(string Name, int Age, string School) : Person(Name, Age) //: hit
    {
        public string School { get; init; } = School + "!"; //: hit
    }

    private record struct Coordinates(int X, int Y) //: hit
    {
        public readonly int Sum() => X + Y; //: hit x1
    }

    private readonly record struct Empty;

    private sealed record Custom(int Value) //: hit
    {
        public bool Equals(Custom? other) => other is not null && other.Value / 10 == Value / 10; //: part 1/2 2/2 x2

        public override int GetHashCode() => Value / 10; //: miss
    }

    private record NeverMade(int Value) //: miss
    {
        public int Twice => Value * 2; //: miss
    }

    public static void Run()
    { //D: hit
        Person ann = new("Ann", 20); //: hit x1
        Person older = ann with { Age = 21 }; //: hit x1
        Use(ann == older); //: hit x1
        Use(ann.Equals(older with { Age = 20 })); //: hit x1
        Use(ann.ToString()); //: hit x1
        Use(ann.GetHashCode()); //: hit x1
        Use(ann.Upper); //: hit x1
        Use(ann.IsAdult() && older.IsAdult()); //: part 1/2 1/2 x1
        (string name, int age) = ann; //: hit x1
        Use(name + age); //: hit x1
        Use(new Student("Bob", 9, "S").School); //: hit x1
        Coordinates place = new(1, 2); //: hit x1
        place.X = 4; //: hit x1
        Use(place.Sum()); //: hit x1
        Use(place == new Coordinates(4, 2)); //: hit x1
        Use(new Empty().Equals(default)); //: hit x1
        Use(new Custom(11) == new Custom(12)); //: hit x1
        Use(new Custom(11).Equals(new Custom(33))); //: hit x1
        Use(new { Anonymous = Id(1), Type = "t" }.GetHashCode()); //: hit x1
    } //: hit
}
