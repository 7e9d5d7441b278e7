// The twin's record of what ran: a count for each number of a point or an arm.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace RandomPrograms;

public static class T
{
    private static long[] counts = new long[1 << 12];

    private static void Add(int number, int by = 1)
    {
        while (number >= counts.Length) System.Array.Resize(ref counts, counts.Length * 2);
        counts[number] += by;
    }

    public static int P(int point)
    {
        Add(point);
        return 0;
    }

    public static bool Q(int point)
    {
        Add(point);
        return true;
    }

    public static bool A(int arm) => Q(arm);

    // A condition; a pattern is asked first, and then was true or was not.
    public static bool C(int arms, bool value)
    {
        Add(value ? arms + 1 : arms);
        return value;
    }

    public static bool Ask(int arms) => Q(arms);

    public static bool Yes(int arms)
    {
        Add(arms, -1);
        return Q(arms + 1);
    }

    public static V N<V>(int arms, V value)
    {
        Add(value is null ? arms : arms + 1);
        return value;
    }

    public static Row? NextOf(this Row row, int arms) => N(arms, row.Next);

    // The arms of a switch over constants: that of the label, or the last one.
    public static V Switch<V>(int first, V value, params V[] labels)
    {
        int label = System.Array.IndexOf(labels, value);
        Add(first + (label < 0 ? labels.Length : label));
        return value;
    }

    // foreach: arm 0 for an element, arm 1 at the end. The question counts each time that it is asked.
    public static IEnumerable<V> E<V>(int arms, int question, IEnumerable<V> source)
    {
        foreach (V value in Asked(question, source))
        {
            Add(arms);
            yield return value;
        }

        Add(arms + 1);
    }

    private static IEnumerable<V> Asked<V>(int question, IEnumerable<V> source)
    {
        using IEnumerator<V> elements = source.GetEnumerator();
        while (Q(question) && elements.MoveNext()) yield return elements.Current;
    }

    public static IEnumerable<V> Array<V>(int arms, int question, IEnumerable<V> source)
    {
        foreach (V value in source)
        {
            Add(question);
            Add(arms);
            yield return value;
        }

        Add(arms + 1);
    }

    public static async IAsyncEnumerable<V> EA<V>(int arms, int question, IAsyncEnumerable<V> source)
    {
        await using IAsyncEnumerator<V> elements = source.GetAsyncEnumerator();
        while (Q(question) && await elements.MoveNextAsync())
        {
            Add(arms);
            yield return elements.Current;
        }

        Add(arms + 1);
    }

    public static void Write(string path) =>
        File.WriteAllLines(path, counts.Select((count, number) => (count, number))
            .Where(p => p.count > 0).Select(p => p.number + " " + p.count));
}
