// A value type with operators: small members that the runtime inlines.

using System;

namespace Shop;

public readonly struct Money(decimal amount, string currency) : IEquatable<Money>
{
    public decimal Amount { get; } = amount; //: hit

    public string Currency { get; } = currency; //: hit

    public static Money operator +(Money a, Money b)
    { //D: hit
        if (a.Currency != b.Currency) //: hit 2/2
        { //D: hit
            throw new CurrencyException(a.Currency, b.Currency); //: hit
        }

        return new Money(a.Amount + b.Amount, a.Currency); //: hit
    } //D: hit

    public static Money operator *(Money price, int count) => new(price.Amount * count, price.Currency); //: hit

    public static bool operator ==(Money a, Money b) => a.Equals(b); //: hit

    public static bool operator !=(Money a, Money b) => !a.Equals(b); //: miss

    public bool Equals(Money other) => Amount == other.Amount && Currency == other.Currency; //: hit 2/2 2/2

    public override bool Equals(object? obj) => obj is Money other && Equals(other); //: miss 0/2 0/2

    public override int GetHashCode() => HashCode.Combine(Amount, Currency); //: miss

    public override string ToString() => $"{Amount:0.00} {Currency}"; //: hit
}

public sealed class CurrencyException(string left, string right)
    : Exception($"{left} and {right} cannot be added"); //: hit
