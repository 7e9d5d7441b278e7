// before/Members.cs in another order, with comments and lines between.
using System.Linq;
using System;
using System.Threading.Tasks;
using System.Collections.Generic;

namespace Golden
{
    public class Generic<T>
    {
        private readonly List<T> items = new();

        // A comment.
        public Func<T, bool> Has() => item => items.Contains(item);
        public int Count => items.Count;
    }

    public enum Colour
    {
        Red,

        // A comment.
        Green
    }

    public static class Numbered
    {
        public static string Seventh() => "text";
        public static byte[] Sixth() => new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 };
        public static string Fifth() => new { One = 1, Two = 2 }.ToString();

        public static async Task<int> Fourth()
        {
            await Task.Yield();


            return 4;
        }

        public static IEnumerable<int> Third(int limit)
        {
            // A comment.
            for (int i = 0; i < limit; i++)
                yield return i;
        }

        public static int Second(int[] numbers, int limit)
        {
            int Local(int n) => n + limit;
            return numbers.Select(Local).Where(n => n > limit).Sum();
        }

        public static int First(int[] numbers) =>
            numbers
                .Where(n => n > 1)
                .Sum(n => n * 2);
    }

    public record Size(int Width, int Height);
}
