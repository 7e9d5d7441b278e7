using System;

namespace Programs;

/// <summary>A matrix that is computed while it is multiplied: a tiny function in two nested loops.</summary>
internal static class SpectralNorm
{
    private const int Count = 100;

    internal static long Run(int size)
    {
        double[] u = new double[Count], v = new double[Count], work = new double[Count];
        Array.Fill(u, 1.0);
        for (int i = 0; i < size; i++)
        {
            MultiplyBoth(u, v, work);
            MultiplyBoth(v, u, work);
            Scale(u);
        }
        double square = 0, product = 0;
        for (int i = 0; i < Count; i++)
        {
            product += u[i] * v[i];
            square += v[i] * v[i];
        }
        return (long)(Math.Sqrt(product / square) * 1e9);
    }

    private static double Element(int i, int j) => 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);

    private static void Scale(double[] vector)
    {
        double first = vector[0];
        for (int i = 0; i < vector.Length; i++)
        {
            vector[i] /= first;
        }
    }

    private static void MultiplyBoth(double[] from, double[] to, double[] work)
    {
        Multiply(from, work);
        MultiplyTransposed(work, to);
    }

    private static void Multiply(double[] from, double[] to)
    {
        for (int i = 0; i < to.Length; i++)
        {
            double sum = 0;
            for (int j = 0; j < from.Length; j++)
            {
                sum += Element(i, j) * from[j];
            }
            to[i] = sum;
        }
    }

    private static void MultiplyTransposed(double[] from, double[] to)
    {
        for (int i = 0; i < to.Length; i++)
        {
            double sum = 0;
            for (int j = 0; j < from.Length; j++)
            {
                sum += Element(j, i) * from[j];
            }
            to[i] = sum;
        }
    }
}
