using System;

namespace Programs;

/// <summary>Exceptions that are thrown, filtered, passed through a finally and caught.</summary>
internal static class Exceptions
{
    private sealed class Refused(int number) : Exception
    {
        internal int Number { get; } = number;
    }

    internal static long Run(int size)
    {
        long sum = 0;
        for (int i = 0; i < size * 1000; i++)
        {
            sum += Try(i);
        }
        return sum;
    }

    private static int Try(int number)
    {
        int steps = 0;
        try
        {
            steps++;
            Middle(number, ref steps);
        }
        catch (Refused refused) when (refused.Number % 2 == 0)
        {
            steps += 10;
        }
        catch (Refused)
        {
            steps += 20;
        }
        return steps;
    }

    private static void Middle(int number, ref int steps)
    {
        try
        {
            Inner(number);
        }
        finally
        {
            steps++;
        }
    }

    private static void Inner(int number)
    {
        if (number >= 0)
        {
            throw new Refused(number);
        }
    }
}
