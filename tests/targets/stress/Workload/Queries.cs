using System;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Linq.Expressions;
using System.Text;

namespace Workload;

internal static class Queries
{
    public static string Run()
    {
        int[] numbers = Enumerable.Range(0, 500).Select(i => i * 7919 % 1009).ToArray();
        var groups = from n in numbers
                     where n % 3 != 0
                     group n by n % 10 into g
                     orderby g.Count() descending, g.Key
                     select new { g.Key, Count = g.Count(), Top = g.OrderByDescending(x => x).Take(3).ToArray() };
        var text = new StringBuilder();
        foreach (var g in groups)
        {
            text.Append(g.Key).Append(g.Count).AppendJoin(',', g.Top);
        }
        text.AppendJoin(',', numbers.Chunk(50).Select(c => c.Sum())).Append(numbers.Zip(numbers.Skip(1)).Count(p => p.First < p.Second));
        text.AppendJoin(',', numbers.Distinct().Join(numbers, a => a, b => b + 1, (a, b) => a * b).Order().TakeLast(9));
        text.Append(numbers.AsParallel().AsOrdered().Where(n => n > 500).Select(n => (long)n * n).Sum());
#if NET9_0_OR_GREATER
        text.AppendJoin(',', numbers.AggregateBy(n => n & 7, 0, (a, b) => a ^ b).OrderBy(p => p.Key));
#endif
        return text.ToString();
    }

    public static string RunTrees()
    {
        ParameterExpression x = Expression.Parameter(typeof(int), "x");
        ParameterExpression sum = Expression.Variable(typeof(int), "sum");
        LabelTarget end = Expression.Label(typeof(int));
        var loop = Expression.Lambda<Func<int, int>>(
            Expression.Block([sum], Expression.Loop(
                Expression.IfThenElse(Expression.GreaterThan(x, Expression.Constant(0)),
                    Expression.AddAssign(sum, Expression.PostDecrementAssign(x)), Expression.Break(end, sum)), end)), x);
        Expression<Func<string, int, string>> format = (s, n) => s.PadLeft(n, '*') + (n > 3 ? s.ToUpper() : $"{n}");
        var text = new StringBuilder().Append(loop.Compile()(100)).Append(loop.Compile(preferInterpretation: true)(50)).Append(loop);
        text.Append(format.Compile()("ab", 5)).Append(format.Compile()("ab", 2)).Append(format);
        return text.Append(new[] { 1, 2, 3, 4 }.AsQueryable().Where(n => n % 2 == 0).Select(n => n * n).Sum()).ToString();
    }

    public static string RunCollections()
    {
        var text = new StringBuilder();
        var dictionary = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        var sorted = new SortedSet<int>();
        var queue = new PriorityQueue<string, int>();
        var concurrent = new ConcurrentDictionary<int, int>();
        for (int i = 0; i < 300; i++)
        {
            dictionary["K" + i % 70] = i;
            sorted.Add(i * 31 % 97);
            queue.Enqueue("p" + i, i * 17 % 101);
            concurrent.AddOrUpdate(i % 13, 1, (_, v) => v + i);
        }
        text.Append(dictionary["k5"]).AppendJoin(',', sorted.GetViewBetween(10, 20)).Append(queue.Dequeue()).Append(concurrent.Values.Sum());
        ImmutableSortedDictionary<int, string> immutable = Enumerable.Range(0, 30).ToImmutableSortedDictionary(i => -i, i => new string('a', i));
        text.Append(immutable.Remove(-3).First().Value.Length).Append(dictionary.ToFrozenDictionary().ContainsKey("K1"));
        var list = new LinkedList<int>(sorted);
        list.AddAfter(list.First!, 1000);
        List<int> ordered = [.. list];
        ordered.Sort((a, b) => b.CompareTo(a));
        return text.AppendJoin(',', ordered).Append(ordered.BinarySearch(5, Comparer<int>.Create((a, b) => b.CompareTo(a)))).ToString();
    }
}
