// What C# 14 added: extension members, field, assignment through ?., partial constructors and
// events, compound assignment operators of the user, nameof of unbound generic types, spans.

using System;
using System.Collections.Generic;
using System.Linq;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Extensions
{
    extension(string text)
    {
        public bool IsLong => text.Length > 3; //: hit x2

        public int CountOf(char wanted)
        { //D: hit
            int count = 0; //: hit x1
            foreach (char c in text) //: hit 2/2
            { //D: hit x4
                if (c == wanted) //: hit 2/2 x4
                { //D: hit
                    count++; //: hit x2
                } //D: hit
            } //D: hit

            return count; //: hit x1
        } //: none -- the compiler makes no point for the closing brace of an extension member

        public int Never() => text.Length; //: miss

        public static string Twice(string part) => part + part; //: hit x1

        public static int Fixed
        {
            get
            { //D: hit
                return Id(4); //: hit x1
            } //: none
        }
    }

    extension<T>(IEnumerable<T> items)
    {
        public bool IsBare => !items.Any(); //: hit x2

        public IEnumerable<T> Without(T unwanted)
        { //D: hit
            foreach (T item in items) //: hit 2/2
            { //D: hit
                if (!Equals(item, unwanted)) //: hit 2/2
                { //D: hit
                    yield return item; //: hit
                } //D: hit
            } //D: hit
        } //: hit

        public static IEnumerable<T> operator +(IEnumerable<T> a, IEnumerable<T> b) => a.Concat(b); //: hit x1
    }
}

internal sealed partial class Parts
{
    private Action? handlers; //: none

    public partial Parts(int number);

    public partial Parts(string text);

    public partial event Action Happened;

    public int Number { get; } = Id(1); //: hit

    public void Raise() => handlers?.Invoke(); //: hit 2/2 x2
}

internal sealed partial class Parts
{
    public partial Parts(int number) //: hit x1
    { //D: hit
        Number = number > 2 ? number : 2; //: part 1/2 x1
    } //: hit

    public partial Parts(string text) //: miss
    { //D: miss
        Number = text.Length; //: miss
    } //: miss

    public partial event Action Happened
    {
        add
        { //D: hit
            handlers += value; //: hit x1
        } //: hit
        remove
        { //D: hit
            handlers -= value; //: hit x1
        } //: hit
    }
}

internal static class CSharp14
{
    private sealed class Holder
    {
        public int Value; //: none
        public Holder? Next { get; set; } //: hit
        public int[]? Items { get; set; } //: hit
        public event Action? Changed; //: none
        public void Change() => Changed?.Invoke(); //: part 1/2 x1
    }

    private sealed class Clamped
    {
        public int Low { get; set => field = value < 0 ? 0 : value; } = Id(5); //: part 1/2

        public string Text
        {
            get => field ?? "none"; //: hit 2/2 x2
            set
            { //D: hit
                if (value.Length > 2) //: part 1/2 x1
                { //D: hit
                    field = value; //: hit x1
                } //D: hit
            } //: hit
        }

        public string Lazy => field ??= Name(); //: hit 2/2 x2

        private static string Name() => "made"; //: hit x1
    }

    private sealed class Counter
    {
        public int Total; //: none

        public void operator +=(int amount)
        { //D: hit
            if (amount > 0) //: hit 2/2 x2
            { //D: hit
                Total += amount; //: hit x1
            } //D: hit
        } //: hit

        public void operator -=(int amount) => Total -= amount; //: miss

        public void operator ++() => Total++; //: hit x1
    }

    private delegate bool TryParse(string text, out int number);

    public static void Run()
    { //D: hit
        ExtensionMembers(); //: hit x1
        NullConditionalAssignment(new Holder { Next = new Holder(), Items = [1, 2] }); //: hit x1
        NullConditionalAssignment(null); //: hit x1
        NullConditionalOnce(new Holder()); //: hit x1
        Field(); //: hit x1
        PartialMembers(); //: hit x1
        CompoundAssignment(); //: hit x1
        UnboundNames(); //: hit x1
        Spans(); //: hit x1
        SpansOfConstants(); //: hit x1
        LambdaModifiers(); //: hit x1
    } //: hit

    //- extension properties, methods, static members, operators and iterators
    private static void ExtensionMembers()
    { //D: hit
        Use("long text".IsLong); //: hit x1
        Use("no".IsLong); //: hit x1
        Use("abab".CountOf('a')); //: hit x1
        Use(string.Twice("x")); //: hit x1
        Use(string.Fixed); //: hit x1
        int[] numbers = [1, 2, 3]; //: hit x1
        Use(numbers.IsBare); //: hit x1
        IEnumerable<int> rest = numbers.Without(2); //: hit x1
        Use((rest + numbers).IsBare); //: hit x1
        foreach (int number in rest) //: hit 2/2
        { //D: hit
            Use(number); //: hit x2
        } //D: hit
    } //: hit

    //- a?.b = c: the right side runs only when there is a receiver
    private static void NullConditionalAssignment(Holder? holder)
    { //D: hit
        holder?.Value = Id(1); //: hit 2/2 x2
        holder?.Next?.Value = Id(2); //: part 2/2 1/2 x2
        holder?.Items?[0] = Id(3); //: part 2/2 1/2 x2
        holder?.Value += Id(4); //: hit 2/2 x2
        holder?.Changed += () => Use(5); //: hit 2/2
        holder?.Change(); //: hit 2/2 x2
    } //: hit

    private static void NullConditionalOnce(Holder? holder)
    { //D: hit
        holder?.Next = new Holder(); //: part 1/2 x1
        holder?.Items ??= [Id(1)]; //: part 1/2 1/2 x1
        holder?.Next? //: part 1/2 1/2 x1
            .Value = //: hit x1
                Id(7); //: hit x1
        Use(holder); //: hit x1
    } //: hit

    //- the field keyword in get, set, and with an initialiser
    private static void Field()
    { //D: hit
        Clamped clamped = new(); //: hit x1
        clamped.Low = 3; //: hit x1
        Use(clamped.Low); //: hit x1
        Use(clamped.Text); //: hit x1
        clamped.Text = "long"; //: hit x1
        Use(clamped.Text + clamped.Lazy + clamped.Lazy); //: hit x1
    } //: hit

    //- partial constructors and events
    private static void PartialMembers()
    { //D: hit
        Parts parts = new(3); //: hit x1
        Action handler = () => Use(1); //: hit
        parts.Happened += handler; //: hit x1
        parts.Raise(); //: hit x1
        parts.Happened -= handler; //: hit x1
        parts.Raise(); //: hit x1
        Use(parts.Number); //: hit x1
    } //: hit

    //- += and ++ as operators of the instance
    private static void CompoundAssignment()
    { //D: hit
        Counter counter = new(); //: hit x1
        counter += 2; //: hit x1
        counter += -2; //: hit x1
        counter++; //: hit x1
        Use(counter.Total); //: hit x1
    } //: hit

    //- nameof of an unbound generic type is a constant
    private static void UnboundNames()
    { //D: hit
        Use(nameof(List<>)); //: hit x1
        if (nameof(Dictionary<,>) == "Dictionary") //D: hit x1 -- a constant: no branch, and no code in Release
        { //D: hit
            Use(1); //: hit x1
        } //D: hit
    } //: hit

    //- arrays and strings become spans by themselves
    private static void Spans()
    { //D: hit
        int[] array = [1, 2, 3]; //: hit x1
        Use(Sum(array)); //: hit x1
        Use(Sum(array[..1])); //: hit x1
        Use(array.StartsWith(1)); //: hit x1
    } //: hit

    private static string[]? _kept;

    //- a span over an array of constants: the compiler makes the array once, which is not a decision
    private static void SpansOfConstants()
    { //D: hit
        ReadOnlySpan<string> names = new[] { "a", "b" }; //: hit x1
        ReadOnlySpan<decimal> prices = new[] { 1m, 2.5m }; //: hit x1
        Use(names.Length + prices.Length); //: hit x1
        foreach (string name in (ReadOnlySpan<string>)new[] { "c", Never(), }) //: hit 2/2
        { //D: hit
            Use(name); //: hit x2
        } //D: hit

        ReadOnlySpan<string> kept = _kept ??= new[] { "d" }; //: part 1/2 x1 -- near miss: a field of the user
        Use(kept.Length); //: hit x1
    } //: hit

    private static string Never() => "n"; //: hit x1

    private static int Sum(ReadOnlySpan<int> numbers)
    { //D: hit
        int sum = 0; //: hit x2
        foreach (int number in numbers) //: hit 2/2
        { //D: hit
            sum += number; //: hit x4
        } //D: hit

        return sum; //: hit x2
    } //D: hit

    //- lambdas with modifiers and without types
    private static void LambdaModifiers()
    { //D: hit
        TryParse parse = (text, out number) => int.TryParse(text, out number); //: hit
        TryParse never = (text, out number) => //: hit x1
            int.TryParse(text, out number); //: miss
        if (parse("5", out int value) && value > 3) //: part 1/2 1/2 x1
        { //D: hit
            Use(value); //: hit x1
        } //D: hit

        Use(never); //: hit x1
    } //: hit
}
