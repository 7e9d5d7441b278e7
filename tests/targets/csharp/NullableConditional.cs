// `?:` that asks one nullable value and takes another one: the IL is that of a lifted operator, but for the
// values that it takes.

using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class NullableConditional
{
    private sealed class Order
    {
        public int? Count => 3; //: hit
        public decimal? Price => 4; //: hit
        public bool? Paid => true; //: hit
        public Money? Paying => null; //: hit
    }

    private readonly struct Money(int value)
    {
        private readonly int value = value; //: hit
        public static Money operator +(Money a, Money b) => new(a.value + b.value); //: miss
        public static bool operator <(Money a, Money b) => a.value < b.value; //: miss
        public static bool operator >(Money a, Money b) => a.value > b.value; //: miss
    }

    private static Money? Maybe(int? value) => value is { } v ? new Money(v) : null; //: part 1/2

    //- ?: that asks one nullable value and takes another one
    private static void Asked(Order o, int? count, decimal? price, Money? money, bool? paid)
    { //D: hit
        int? a = o.Count.HasValue ? count.GetValueOrDefault() * 2 : null; //: part 1/2
        bool b = o.Price.HasValue ? price.GetValueOrDefault() > 3m : false; //: part 1/2
        decimal? c = o.Price.HasValue ? price.GetValueOrDefault() + 1 : null; //: part 1/2
        Money? d = o.Paying.HasValue ? money.GetValueOrDefault() + new Money(1) : null; //: part 1/2
        bool e = o.Paying.HasValue ? money.GetValueOrDefault() < new Money(1) : true; //: part 1/2
        bool? f = o.Paid.HasValue ? !paid.GetValueOrDefault() : null; //: part 1/2
        long? g = o.Count.HasValue ? count.GetValueOrDefault() : null; //: part 1/2
        int? h = o.Count.HasValue & o.Price.HasValue ? count.GetValueOrDefault() + 1 : null; //: part 1/2
        int? i = count.HasValue & paid.HasValue ? count.GetValueOrDefault() + 1 : null; //: part 1/2
        int? j = count.HasValue | paid.HasValue ? count.GetValueOrDefault() : null; //: part 1/2
        Use((object?)a ?? b); //: part 1/2
        Use((object?)c ?? d); //: part 1/2
        Use((object?)f ?? g); //: part 1/2
        Use((object?)h ?? i ?? j); //: part 1/2 0/2
        Use(e); //: hit
    } //: hit

    //- ?: that asks one nullable value, takes another one, and whose result is discarded
    private static void Discarded(Order o, int? count, decimal? price)
    { //D: hit
        _ = o.Count.HasValue ? count.GetValueOrDefault() * 2 : 0; //: part 1/2
        _ = o.Price.HasValue ? price.GetValueOrDefault() + 1 : 0; //: part 1/2
    } //: hit

    //- the same after an await
    private static async Task Awaited(Order o, Task<int?> count)
    { //D: hit
        int? a = (await count).HasValue ? o.Count.GetValueOrDefault() * 2 : null; //: part 1/2
        Use(a); //: hit
    } //: hit

    //- operators beside it are not decisions
    private static void Lifted(Order o, int? count, decimal? price, Money? money)
    { //D: hit
        int? a = o.Count * count; //: hit
        bool b = o.Price > price; //: hit
        bool c = o.Paying < money; //: hit
        Money? d = o.Paying + Maybe(3) + money; //: hit
        Use((object?)a ?? b); //: part 1/2
        Use((object?)d ?? c); //: part 1/2
    } //: hit

    public static async Task Run()
    { //D: hit
        Asked(new(), 3, 5, new Money(2), true); //: hit
        Discarded(new(), 3, 5); //: hit
        await Awaited(new(), Task.FromResult<int?>(4)); //: hit
        Lifted(new(), 3, 5, new Money(2)); //: hit
    } //: hit
}
