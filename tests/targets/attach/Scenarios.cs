// What is warmed up before the attach, and runs in part behind it.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Attach;

/// <summary>Its methods are called by all of the others, so small that they are inlined.</summary>
internal readonly struct Money(int cents) : IComparable<Money>
{
    public int Cents => cents; //: hit

    public bool IsDebt => cents < 0; //: miss

    public int CompareTo(Money other) => Cents.CompareTo(other.Cents); //: hit

    public static Money operator +(Money a, Money b) => new(a.Cents + b.Cents); //: hit
}

internal static class Scenarios
{
    private static readonly Money[] Prices = [new(5), new(-3), new(70)]; //: miss
    private static int sink; //: none

    public static void All(int i)
    { //D: miss
        sink += Choose(i % 4) + Sum(Prices, i % 2 == 0) + Twice(i) + Guarded(i % 500 == 0); //: miss
        sink += Pick(1, 2, i % 2 == 0) + Pick("a", "bb", i % 2 == 0).Length; //: miss
        sink += Iterate(i % 2 == 0).Sum() + Later(i % 2 == 0).GetAwaiter().GetResult(); //: miss
        sink += Prices.Max().Cents + Prices.Count(p => p.IsDebt); //: miss
        sink += Prices.Where(p => p.Cents > 0).OrderBy(p => p).Select(p => p.Cents).Sum(); //: miss
    } //: miss

    public static int Part()
    { //D: hit
        int result = Choose(2) + Sum(Prices, true) + Twice(4) + Guarded(false); //: hit
        result += Pick(1, 2, true) + Pick("a", "bb", true).Length; //: hit
        result += Iterate(false).Sum() + Later(false).GetAwaiter().GetResult(); //: hit
        return result + Prices.Max().Cents + Nested(); //: hit
    } //D: hit

    private static int Choose(int value)
    { //D: hit
        if (value == 0) //: part 1/2
        { //D: miss
            return 10; //: miss
        } //: none

        return value == 2 ? 12 : 13; //: part 1/2
    } //D: hit

    private static int Sum(Money[] all, bool adds)
    { //D: hit
        Money sum = default; //: hit
        foreach (Money one in all) //: hit 2/2
        { //D: hit
            if (adds) //: part 1/2
            { //D: hit
                sum += one; //: hit
            } //D: hit
        } //D: hit

        return sum.Cents; //: hit
    } //D: hit

    private static int Twice(int value) => value > 1000 ? value : value * 2; //: part 1/2

    private static int Guarded(bool throws)
    { //D: hit
        try //: none
        { //D: hit
            if (throws) //: part 1/2
            { //D: miss
                throw new InvalidOperationException("as asked"); //: miss
            } //: none

            return 1; //: hit
        } //: none
        catch (InvalidOperationException) //: miss
        { //D: miss
            return 2; //: miss
        } //: none
        finally //: none
        { //D: hit
            sink++; //: hit
        } //: hit
    } //: hit

    private static T Pick<T>(T first, T second, bool takesFirst) => takesFirst ? first : second; //: part 1/2

    private static IEnumerable<int> Iterate(bool isLong)
    { //D: hit
        yield return 1; //: hit
        if (isLong) //: part 1/2
        { //D: miss
            yield return 2; //: miss
        } //D: miss
    } //: hit

    private static async Task<int> Later(bool waits)
    { //D: hit
        if (waits) //: part 1/2
        { //D: miss
            await Task.Yield(); //: miss
        } //D: miss

        return 7; //: hit
    } //: hit

    private static int Nested()
    { //D: hit
        int Local(int x) => x + 1; //: hit
        Func<int, int> other = x => x * 3; //: hit
        return Local(1) + other(2) + Prices.Count(p => p.Cents > 0); //: hit
    } //D: hit
}
