// What filters pick from, for the tests of the coverage model. The tests name lines by the words behind `//@`.
// Compiled once; build.sh tells how.

using System;
using System.CodeDom.Compiler;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Pick
{
    [AttributeUsage(AttributeTargets.All)]
    public class SkipAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.All)]
    public class WantAttribute : Attribute
    {
    }

    public class Orders
    {
        private readonly List<int> items = new List<int>(); //@ field

        public int Plain { get; set; } = 3; //@ auto

        public int Mixed
        {
            get; //@ mixed-getter
            set => field = Math.Max(0, value); //@ mixed-setter
        }

        public int Value
        {
            get { return items.Count; } //@ value-getter
            [Skip]
            set { items.Add(value); } //@ value-setter
        }

        [Skip]
        public int Whole
        {
            get
            {
                return items.Count(i => //@ whole-getter
                    i > 2); //@ whole-lambda
            }
            set { items.Add(value); } //@ whole-setter
        }

        public event EventHandler Changed
        {
            add { items.Add(1); } //@ add
            remove { items.Clear(); } //@ remove
        }

        public int Count(int more)
        {
            if (more > 0) //@ count-if
            {
                return more; //@ count-then
            }

            return items.Count(i => i > 0); //@ count-lambda
        }

        public int Count(string text)
        {
            return text.Length; //@ count-text
        }

        [Want]
        public async Task<int> Fetch(int number)
        {
            await Task.Yield(); //@ await
            return Local(number); //@ fetched

            int Local(int n)
            {
                return n + 1; //@ fetch-local
            }
        }

        [Skip]
        public IEnumerable<int> Numbers()
        {
            yield return 1; //@ yield
            foreach (var number in from i in items
                                   where i > 1 //@ linq
                                   select i)
            {
                yield return number; //@ yield-again
            }
        }

        public int Inside()
        {
            [Skip]
            int Hidden(int n)
            {
                Func<int, int> more = i => //@ hidden-statement
                    i + 1; //@ hidden-lambda
                return more(n); //@ hidden
            }

            return Hidden(1); //@ inside
        }

        public int Around()
        {
            Func<int, int> more = //@ around
                [Skip] (i) =>
                {
                    return i; //@ around-hidden
                };
            return more(1); //@ around-end
        }

        [CompilerGenerated]
        public int Made()
        {
            return 4; //@ made
        }

        [GeneratedCode("tool", "1")]
        public int Written()
        {
            return 5; //@ written
        }
    }

    public class Ends
    {
        [DoesNotReturn]
        public static void Fail()
        {
            throw new InvalidOperationException(); //@ fail
        }

        public int After(bool flag, bool other)
        {
            if (flag) //@ after-if
            {
                Fail(); //@ fail-call
                if (other) //@ dead-if
                {
                    return 1; //@ dead
                }
            }

            return 2; //@ alive
        }
    }

    public class Outer
    {
        public int Value => 1; //@ outer

        public class Inner
        {
            public int Value => 2; //@ inner

            public class Deepest
            {
                public int Value => 3; //@ deepest
            }
        }
    }

    [Skip]
    public class Marked
    {
        public class Nested
        {
            public int Value => 6; //@ marked-nested
        }
    }

    [CompilerGenerated]
    public class MadeType
    {
        public int Value => 7; //@ made-type
    }

    public record Point(int X) //@ record
    {
        public int Twice => X * 2; //@ twice
    }

    public enum Colour
    {
        Red
    }

#if OTHER
    public class Elsewhere
    {
        public int Value => 9; //@ elsewhere
    }
#endif
}
