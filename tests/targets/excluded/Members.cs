// [ExcludeFromCodeCoverage] on members of every kind, and what the compiler makes of them; what
// stands beside an excluded member stays in.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using static ExcludedParts.Help;

namespace ExcludedParts;

internal static class Runner
{
    public static void Run()
    { //D: hit
        Use(new Indexed()[1]); //: hit x1
        new Indexed()[2] = 3; //: hit x1
        new Events().Go(); //: hit x1
        Streams().GetAwaiter().GetResult(); //: hit x1
        Use(Outer(2)); //: hit x1
        Use(Deep(2)()()); //: hit x1
        Use(((IShape)new Square()).Area() + new Square().Twice()); //: hit x1
        Use(new Point(1, 2).Sum() + new Point(1, 2).Half); //: hit x1
        Use(new Whole(3, "w").Length()); //: hit x1
        Use(new Service(4).Get() + new Service(4).Out()); //: hit x1
        Use(new Derived().Overridden() + new Derived().Kept()); //: hit x1
        Use(new Parts().First() + new Parts().Second()); //: hit x1
        Use((new Amount(1) + new Amount(2)).Value); //: hit x1
        Use((int)new Amount(3)); //: hit x1
        Use(Generic<int>.Count([1, 2]) + Generic<string>.Count([])); //: hit x1
        Use(Query([1, 2, 3])); //: hit x1
        Use(new Shown.Hidden.Inner().Work() + new Shown.Seen().Work()); //: hit x1
        Use(Switched(2)); //: hit x1
        Use(new Initialised().Value); //: hit x1
        Use(Static.Value); //: hit x1
        Use(LocalOfLocal(1)); //: hit x1
        AsyncLocal().GetAwaiter().GetResult(); //: hit x1
        Use(IteratorLocal()); //: hit x1
        Use(new Structure(2).Work()); //: hit x1
        Use("ab".Shout() + "ab".Whisper()); //: hit x1
        LambdaParts(); //: hit x1
        Use(WithCatch()); //: hit x1
    } //: hit

    //- an indexer with one excluded accessor
    private sealed class Indexed
    {
        private readonly int[] values = [Id(1), 2, 3]; //: hit x2

        public int this[int index]
        {
            [ExcludeFromCodeCoverage]
            get => index > 0 ? values.Select(v => v + index).First() : 0; //: none
            set => values[index] = value; //: hit x1
        }
    }

    //- an excluded event, and a custom one with an excluded accessor
    private sealed class Events
    {
        private Action? handlers;

        [ExcludeFromCodeCoverage]
        public event Action Whole
        {
            add { handlers += value; } //: none
            remove { handlers -= value; } //: none
        }

        public event Action Half
        {
            [ExcludeFromCodeCoverage]
            add
            {
                if (value != null) //: none
                {
                    handlers += value; //: none
                }
            }
            remove => handlers -= value; //: hit x1
        }

        public void Go()
        { //D: hit
            Whole += () => Use(1); //: hit x1
            Half += () => Use(2); //: hit x1
            Half -= () => Use(3); //: hit x1 -- the lambda did not run
            handlers?.Invoke(); //: part 1/2 x1
        } //: hit
    }

    //- async iterators, await foreach, await using, async lambdas in one
    private static async Task Streams()
    { //D: hit
        await foreach (int n in Stream(CancellationToken.None)) //: hit 2/2 x3
        { //D: hit x2
            Use(n); //: hit x2
        } //D: hit x2
        await Excluded(); //: hit x1
    } //: hit

    [ExcludeFromCodeCoverage]
    private static async IAsyncEnumerable<int> Stream(
        [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken token)
    {
        await Task.Yield(); //: none
        yield return Id(1); //: none
        foreach (int n in new[] { 2 }.Where(n => n > 1)) //: none
        {
            token.ThrowIfCancellationRequested(); //: none
            yield return n; //: none
        }
    }

    [ExcludeFromCodeCoverage]
    private static async Task Excluded()
    {
        await using var resource = new Resource(); //: none
        Func<int, Task<int>> twice = async n => //: none
        {
            await Task.Yield(); //: none
            return await Local(n) * 2; //: none
        };
        Use(await twice(2)); //: none
        try
        {
            await Task.FromException(new InvalidOperationException()); //: none
        }
        catch (InvalidOperationException e) when (e.Message.Length > 0) //: none
        {
            await Task.Yield(); //: none
        }

        async Task<int> Local(int n)
        {
            await Task.Yield(); //: none
            return n; //: none
        }
    }

    [ExcludeFromCodeCoverage]
    private sealed class Resource : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await Task.Yield(); //: none
        }
    }

    //- an included method beside its overload that is excluded, both with lambdas
    private static int Outer(int value)
    { //D: hit
        Func<int, int> twice = n => n * value; //: hit x1
        return twice(Outer("a") + 1); //: hit x1
    } //D: hit

    [ExcludeFromCodeCoverage]
    private static int Outer(string value)
    {
        Func<int, int> twice = n => n * value.Length; //: none
        return twice(1); //: none
    }

    //- lambdas in lambdas of an excluded method
    [ExcludeFromCodeCoverage]
    private static Func<Func<int>> Deep(int value) => //: none
        () => //: none
            () => value > 1 //: none
                ? Id(value) //: none
                : 0; //: none

    //- default interface members and overrides
    private interface IShape
    {
        int Side();

        [ExcludeFromCodeCoverage]
        int Area()
        {
            Func<int> side = () => Side(); //: none
            return side() * side(); //: none
        }
    }

    private sealed class Square : IShape
    {
        public int Side() => Id(3); //: hit

        public int Twice() => Id(2); //: hit x1
    }

    //- a record with an excluded member; its made members are not coverable
    private sealed record Point(int X, int Y) //: hit
    {
        [ExcludeFromCodeCoverage]
        public int Half => X > 0 ? X / 2 : 0; //: none

        public int Sum() => X + Y; //: hit x1
    }

    //- an excluded record with a primary constructor
    [ExcludeFromCodeCoverage]
    private sealed record Whole(int Number, string Name) //: none
    {
        private readonly int extra = Id(1); //: none

        public int Length() => Name.Length + extra + Number; //: none
    }

    //- a class with a primary constructor, an excluded member that captures
    private sealed class Service(int number) //: hit x2
    {
        public int Get() => number; //: hit x1

        [ExcludeFromCodeCoverage]
        public int Out()
        {
            Func<int> get = () => number; //: none
            return get(); //: none
        }
    }

    //- overrides: the attribute is not inherited
    private class Base
    {
        [ExcludeFromCodeCoverage]
        public virtual int Overridden() => Id(1); //: none

        public virtual int Kept() => Id(1); //: hit x1
    }

    private sealed class Derived : Base
    {
        public override int Overridden() => base.Overridden() + Id(1); //: hit x1

        [ExcludeFromCodeCoverage]
        public override int Kept()
        {
            return new[] { 1 }.Select(n => n + base.Kept()).Sum(); //: none
        }
    }

    //- operators and conversions
    private readonly struct Amount(int value)
    {
        public int Value { get; } = value; //: hit

        [ExcludeFromCodeCoverage]
        public static Amount operator +(Amount a, Amount b) => new(a.Value + b.Value); //: none

        public static explicit operator int(Amount a) => a.Value; //: hit x1
    }

    //- an excluded generic type with everything in it
    [ExcludeFromCodeCoverage]
    private static class Generic<T>
    {
        public static int Count(List<T> items)
        {
            return Items().Count(i => i != null); //: none

            IEnumerable<T> Items()
            {
                foreach (var item in items) //: none
                {
                    yield return item; //: none
                }
            }
        }
    }

    //- every clause of a query
    [ExcludeFromCodeCoverage]
    private static int Query(int[] numbers)
    {
        var query =
            from n in numbers //: none
            let twice = n * 2 //: none
            where twice > 2 //: none
            join m in numbers on n equals m //: none
            orderby n descending, m //: none
            group twice by n % 2 into g //: none
            select g.Sum(x => x + 1); //: none
        return query.Sum(); //: none
    }

    //- nested types: of an excluded one, beside one
    private static class Shown
    {
        [ExcludeFromCodeCoverage]
        public static class Hidden
        {
            public sealed class Inner
            {
                public int Work() => new[] { 1 }.Select(n => Id(n)).Sum(); //: none
            }
        }

        public sealed class Seen
        {
            public int Work() => new[] { 1 }.Select(n => Id(n)).Sum(); //: hit
        }
    }

    //- a switch expression and patterns
    [ExcludeFromCodeCoverage]
    private static int Switched(object value) => value switch //: none
    {
        int n when n > 1 => Id(n), //: none
        string { Length: > 2 } s => s.Length, //: none
        _ => 0, //: none
    };

    //- initialisers with lambdas, beside an excluded constructor
    private sealed class Initialised
    {
        private readonly Func<int> get = () => Id(5); //: hit x1

        [ExcludeFromCodeCoverage]
        public Initialised(int ignored)
        {
            Use(ignored); //: none
        }

        public Initialised() //: hit x1
        { //D: hit
        } //: hit

        public int Value => get(); //: hit x1
    }

    //- an excluded static constructor
    private static class Static
    {
        public static readonly int Value;

        [ExcludeFromCodeCoverage]
        static Static()
        {
            Value = new[] { 1, 2 }.Where(n => n > 1).Sum(); //: none
        }
    }

    //- an excluded local function inside a local function
    private static int LocalOfLocal(int value)
    { //D: hit
        return Middle(); //: hit x1

        int Middle()
        { //D: hit
            return Inner() + value; //: hit x1

            [ExcludeFromCodeCoverage]
            int Inner()
            {
                Func<int> f = () => value > 0 ? Id(value) : 0; //: none
                return f(); //: none
            }
        } //D: hit
    } //D: hit

    //- an excluded async local function
    private static async Task AsyncLocal()
    { //D: hit
        Use(await Local(2)); //: hit x1

        [ExcludeFromCodeCoverage]
        static async Task<int> Local(int n)
        {
            await Task.Yield(); //: none
            return n > 1 ? n : 0; //: none
        }
    } //: hit

    //- an excluded iterator as a local function
    private static int IteratorLocal()
    { //D: hit
        return Local().Sum(); //: hit x1

        [ExcludeFromCodeCoverage]
        static IEnumerable<int> Local()
        {
            yield return Id(1); //: none
            if (Yes()) //: none
            {
                yield return Id(2); //: none
            }
        }
    } //D: hit

    //- excluded lambdas: async, with a body, as an expression
    private static void LambdaParts()
    { //D: hit
        Func<Task<int>> later = [ExcludeFromCodeCoverage] async () => //: hit x1
        { //: none
            await Task.Yield(); //: none
            return Id(1); //: none
        }; //: none
        Use(later().Result); //: hit x1
        var included = () => Id(2); //: hit x1
        Use(included()); //: hit x1
    } //: hit

    //- handlers
    [ExcludeFromCodeCoverage]
    private static int WithCatch()
    {
        try
        {
            throw new InvalidOperationException(); //: none
        }
        catch (InvalidOperationException) when (Yes()) //: none
        {
            return new Func<int>(() => Id(1))(); //: none
        }
        finally
        {
            Use(1); //: none
        }
    }
}

//- an excluded structure
[ExcludeFromCodeCoverage]
internal struct Structure(int value) //: none
{
    public int Work() => Id(value); //: none
}

//- extension methods, one excluded
internal static class Extensions
{
    [ExcludeFromCodeCoverage]
    public static int Shout(this string text) => text.Length > 1 ? text.Length : 0; //: none

    public static int Whisper(this string text) => text.Length; //: hit x1
}

//- a partial class: an attribute on one part holds for all
[ExcludeFromCodeCoverage]
internal sealed partial class Parts
{
    public int First() => Id(1); //: none
}

internal sealed partial class Parts
{
    public int Second() => new[] { 1 }.Select(n => Id(n)).Sum(); //: none
}
