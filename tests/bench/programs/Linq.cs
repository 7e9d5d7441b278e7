using System.Collections.Generic;
using System.Linq;

namespace Programs;

/// <summary>Chains of queries: many small lambdas, called through delegates, and an iterator.</summary>
internal static class Linq
{
    private sealed record Order(int Id, int Customer, int Amount);

    internal static long Run(int size)
    {
        List<Order> orders = Orders(2000).ToList();
        long sum = 0;
        for (int i = 0; i < size; i++)
        {
            int least = i % 50;
            sum += orders
                .Where(order => order.Amount > least)
                .GroupBy(order => order.Customer)
                .Select(group => (Customer: group.Key, Sum: group.Sum(order => order.Amount)))
                .OrderByDescending(total => total.Sum)
                .ThenBy(total => total.Customer)
                .Take(10)
                .Sum(total => total.Sum);
            sum += (from order in orders
                    let half = order.Amount / 2
                    where half % 3 == 0
                    select half + order.Id).Aggregate(0, (a, b) => (a + b) & 0xFFFF);
        }
        return sum;
    }

    private static IEnumerable<Order> Orders(int count)
    {
        int amount = 7;
        for (int i = 0; i < count; i++)
        {
            amount = amount * 31 % 1009;
            yield return new Order(i, i % 37, amount);
        }
    }
}
