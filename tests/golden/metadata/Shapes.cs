// What the metadata tests read: one of each kind of name, signature and sequence point.
// Built by build.sh into debug/ (portable PDB) and release/ (embedded PDB).
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Golden
{
    public interface IShape { bool Draw(int depth); }

    [Obsolete("shapes")]
    public unsafe class Shapes<TItem> : IDisposable
    {
        private bool flag;
        private TItem item;

        public Shapes(TItem item) { this.item = item; }

        public bool Flag
        {
            get { return flag; }
            set { flag = value; }
        }

        public TResult Map<TResult>(Func<TItem, TResult> map, in int start, ref bool done, out string text)
        {
            text = null;
            done = start > 0 && flag;
            return done ? map(item) : default;
        }

        public static int[,] Arrays(int[] one, string[][] jagged, byte*[] pointers, List<TItem>.Enumerator e)
        {
            return new int[one.Length, jagged.Length];
        }

        public static void Pointers(void* p, delegate*<int, string, void> f, delegate* unmanaged<bool> g)
        {
            f(1, "");
        }

        public static int Search(List<string> words, string word)
        {
            int found = 0;
            try
            {
                foreach (string w in words)
                {
                    if (w == word)
                    {
                        found++;
                    }
                }
            }
            catch (InvalidOperationException e) when (e.HResult != 0)
            {
                found = -1;
            }
            return found;
        }

        public void Dispose() { }

        public class Inner
        {
            public struct Core<T>
            {
                public Dictionary<TItem, T[]> Value;
            }

            public Core<Uri> Get(Core<string> other) { return default; }
        }
    }

    public static class Machines
    {
        public static async Task<int> Fetch(Task<int> source)
        {
            int first = await source;
            return first + 1;
        }

        public static IEnumerable<int> Count(int end)
        {
            for (int i = 0; i < end; i++)
            {
                yield return i;
            }
        }
#line 7 "Generated.cs"
        public static int Elsewhere() { return 7; }
#line default
    }
}
