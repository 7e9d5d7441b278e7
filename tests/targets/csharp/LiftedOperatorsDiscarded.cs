// Lifted operators whose result nobody uses: the compiler drops the nullable value that they make, but not
// their tests.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LiftedOperatorsDiscarded
{
    private sealed class Vote
    {
        public bool? Value => true; //: hit
    }

    private readonly struct Money(int value)
    {
        private readonly int value = value; //: hit
        public static Money operator +(Money a, Money b) => new(a.value + b.value); //: hit
        public static Money operator -(Money a) => new(-a.value); //: hit
        public static bool operator ==(Money a, Money b) => a.value == b.value; //: hit
        public static bool operator !=(Money a, Money b) => a.value != b.value; //: hit
        public static bool operator <(Money a, Money b) => a.value < b.value; //: hit
        public static bool operator >(Money a, Money b) => a.value > b.value; //: miss
        public static explicit operator int(Money a) => a.value; //: hit
        public static implicit operator Money(int a) => new(a); //: hit
        public override bool Equals(object? other) => other is Money; //: miss
        public override int GetHashCode() => value; //: miss
    }

    private static int? Maybe(int? value) => value; //: hit

    //- discarded: arithmetic, shifts, comparisons
    private static void Arithmetic(int? a, int? b, int c)
    { //D: hit
        _ = a + b; //: hit
        _ = a + c; //: hit
        _ = 3 * a; //: hit
        _ = a << b; //: hit
        _ = a >> 1; //: hit
        _ = -a; //: hit
        _ = ~a; //: hit
        _ = a + b * c; //: hit
        _ = checked(a * b); //: hit
        _ = Maybe(a) + Maybe(b); //: hit
        _ = a / b; //: hit
        _ = a & b; //: hit
        _ = a < b; //: hit
        _ = Maybe(a) == b; //: hit
    } //: hit

    //- discarded: conversions
    private static void Conversions(int? a, DayOfWeek? day, char? letter)
    { //D: hit
        _ = (long?)a; //: hit
        _ = (byte?)a; //: hit
        _ = checked((byte?)a); //: hit
        _ = (int?)day; //: hit
        _ = (decimal?)a; //: hit
        _ = day + 1; //: hit
        _ = letter + 1; //: hit
        _ = (long?)Maybe(a); //: hit
    } //: hit

    //- discarded: increments and compound assignments of variables that nobody reads
    private static void Assignments(int? a, bool? b, decimal? c)
    { //D: hit
        a++; //: hit
        --a; //: hit
        a += 2; //: hit
        _ = a--; //: hit
        b &= true; //: hit
        c *= 2; //: hit
        int? d = a * 3; //: hit
        long? e = a; //: hit
        bool? f = !b; //: hit
        d += a; //: hit
    } //: hit

    //- discarded: decimals, dates, operators of the user
    private static void Types(decimal? a, decimal? b, DateTime? from, DateTime? to, Money? x, Money? y)
    { //D: hit
        _ = a + b; //: hit
        _ = a * 2m; //: hit
        _ = -a; //: hit
        _ = a < b; //: hit
        _ = to - from; //: hit
        _ = from < to; //: hit
        _ = x + y; //: hit
        _ = -x; //: hit
        _ = x < y; //: hit
        _ = x == y; //: hit
        _ = x != y; //: hit
        _ = (int?)x; //: hit
        _ = (Money?)3; //: hit
    } //: hit

    //- discarded: & and | on bool?
    private static void Booleans(Vote vote, bool? a, bool? b, bool c)
    { //D: hit
        _ = vote.Value & b; //: hit
        _ = vote.Value | b; //: hit
        _ = a ^ b; //: hit
        _ = !a; //: hit
        _ = a & b | vote.Value; //: hit
        _ = a & c; //: hit
        _ = c | a; //: hit
        _ = a | Yes(); //: hit
        _ = Yes() & vote.Value; //: hit
        bool? unused = vote.Value & b; //: hit
        bool? second = a | vote.Value; //: hit
    } //: hit

    //- discarded: operands that are awaited, in a lambda, in an iterator
    private static async Task<int> Awaited(Task<int?> a, int? b)
    { //D: hit
        _ = await a + b; //: hit
        _ = b * await a; //: hit
        Action action = () => _ = b + 1; //: hit
        action(); //: hit
        return 1; //: hit
    } //: hit //AR: none

    //- discarded values beside it that the user tests
    private static void Tested(Vote vote, int? a, int? b, decimal? c)
    { //D: hit
        _ = a.HasValue ? a.GetValueOrDefault() + 1 : 0; //: part 1/2
        _ = a ?? Maybe(b); //: part 1/2
        _ = a.HasValue & b.HasValue ? a!.Value + b!.Value : 0; //: part 1/2
        if (a.HasValue) _ = b + a; //: part 1/2
        if (vote.Value.GetValueOrDefault()) _ = c + 1; //: part 1/2
        _ = vote.Value == true ? Maybe(a) : Maybe(b); //: part 1/2
    } //: hit

    public static async Task Run()
    { //D: hit
        Arithmetic(1, 2, 3); //: hit
        Arithmetic(null, 2, 3); //: hit
        Conversions(1, DayOfWeek.Friday, null); //: hit
        Assignments(1, true, 3); //: hit
        Types(1, 2, DateTime.MinValue, DateTime.MaxValue, new Money(1), new Money(1)); //: hit
        Booleans(new(), false, true, false); //: hit
        Use(await Awaited(Task.FromResult<int?>(3), 4)); //: hit
        Tested(new(), 1, 2, 3); //: hit
    } //: hit
}
