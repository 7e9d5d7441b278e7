// before/Members.cs with another constant in a lambda.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Golden
{
    public static class Numbered
    {
        public static int First(int[] numbers) => numbers.Where(n => n > 1).Sum(n => n * 3);

        public static int Second(int[] numbers, int limit)
        {
            int Local(int n) => n + limit;
            return numbers.Select(Local).Where(n => n > limit).Sum();
        }

        public static IEnumerable<int> Third(int limit)
        {
            for (int i = 0; i < limit; i++) yield return i;
        }

        public static async Task<int> Fourth()
        {
            await Task.Yield();
            return 4;
        }

        public static string Fifth() => new { One = 1, Two = 2 }.ToString();
        public static byte[] Sixth() => new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 };
        public static string Seventh() => "text";
    }

    public record Size(int Width, int Height);

    public enum Colour { Red, Green }

    public class Generic<T>
    {
        private readonly List<T> items = new();
        public int Count => items.Count;
        public Func<T, bool> Has() => item => items.Contains(item);
    }
}
