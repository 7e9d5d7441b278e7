using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Reflection;
using System.Text;

namespace Workload;

internal static class Faults
{
    private static readonly int[] Two = [1, 2];

    private static string Deep(int depth, StringBuilder text)
    {
        try
        {
            try
            {
                return depth == 0 ? throw new KeyNotFoundException("bottom") : Deep(depth - 1, text);
            }
            finally
            {
                text.Append(depth);
            }
        }
        catch (KeyNotFoundException e) when (depth % 3 == 2 && Note(text, e))
        {
            throw new InvalidOperationException($"at {depth}", e);
        }
        catch (InvalidOperationException e) when (e.InnerException is not null && depth == 8)
        {
            return e.Message + e.InnerException!.Message;
        }
    }

    private static bool Note(StringBuilder text, Exception e)
    {
        text.Append('!').Append(e.StackTrace!.Split('\n').Length > 0);
        return true;
    }

    public static string Run()
    {
        var text = new StringBuilder();
        for (int i = 0; i < 10; i++)
        {
            text.Append(Deep(8, text));
        }
        Action[] wrong =
        [
            () => _ = ((object)"x") as int? ?? (int)(object)"x", () => _ = Two[5].ToString(),
            () => _ = ((string)null!).Length, () => _ = 1 / (Two.Length - 2), () => ((object[])new string[1])[0] = 1,
            () => Activator.CreateInstance(typeof(Stack<>)),
            () => typeof(Faults).GetMethod("Deep", BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, [0, null]),
            () => _ = new List<int> { 1 }.Single(x => x > 1), () => Enum.Parse<DayOfWeek>("Someday"), () => _ = checked((byte)(Two.Length * 1000)),
        ];
        foreach (Action action in wrong)
        {
            try
            {
                action();
            }
            catch (Exception e)
            {
                text.Append(e.GetType().Name).Append(e.Message);
            }
        }
        return text.ToString();
    }

    private static T Sum<T>(IEnumerable<T> items) where T : INumber<T> => items.Aggregate(T.Zero, (a, b) => a + b * T.CreateChecked(2));

    public static string RunGenerics()
    {
        var text = new StringBuilder().Append(Sum([1, 2, 3])).Append(Sum([1.5, 2.5])).Append(Sum([1m, 2m])).Append(Sum(new[] { BigInteger.One }));
        foreach (Type type in new[] { typeof(int), typeof(string), typeof(KeyValuePair<int, string>), typeof((int, byte)) })
        {
            var list = (System.Collections.IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(type))!;
            list.Add(type == typeof(string) ? "s" : Activator.CreateInstance(type));
            text.Append(list[0]).Append(list.GetType());
        }
        MethodInfo sum = typeof(Faults).GetMethod(nameof(Sum), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(typeof(long));
        text.Append(sum.Invoke(null, [new long[] { 4, 5 }])).Append(typeof(Enumerable).GetMethods().Length > 100);
        text.AppendJoin(',', typeof(Item).GetProperties().Select(p => p.Name + p.PropertyType.Name));
        (int A, string B) tuple = (1, "b");
        text.Append(tuple.Equals((1, "b"))).Append(tuple.GetHashCode() == (1, "b").GetHashCode());
        return text.Append(new Item(1, "n", 2, 0, default, null) with { Id = 9 }).ToString();
    }
}
