// A small library for the tests of the coverage model. The tests name lines by the words behind `//@`.
// Compiled once; ../build.sh tells how.

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading.Tasks;

namespace Shop
{
    public class Cart<T>
    {
        private readonly List<T> items = new(); //@ initialiser

        public Cart()
        { //@ ctor-open
        } //@ ctor

        public Cart(T first)
        {
            items.Add(first); //@ ctor-one
        }

        public int Count(bool all)
        {
            if (all) //@ if
            {
                return items.Count; //@ then
            }

            return 0; //@ else
        }

        public int Pick(int number)
        {
            return items.Count(i => //@ pick
                i != null //@ lambda
                && i.Equals(number)); //@ lambda-end
        }

        public int Pick(string text)
        {
            return Local(1); //@ pick-text

            int Local(int n)
            {
                return n + text.Length; //@ local
            }
        }

        public async Task<int> Later(int n)
        {
            await Task.Yield(); //@ await
            return n; //@ later
        }

        public IEnumerable<int> Numbers()
        {
            yield return 1; //@ yield
        }

        public static implicit operator int(Cart<T> cart) => 1; //@ to-int

        public static implicit operator string(Cart<T> cart) => ""; //@ to-string

        public void Same() => Count(true); //@ same

        public void Same<U>() => Count(false); //@ same-generic

        public class Line
        {
            public int Total => 3; //@ nested
        }
    }

    [ExcludeFromCodeCoverage]
    public class Hidden
    {
        public class Inner
        {
            public int Value => 1; //@ hidden-nested
        }
    }

    public class Partly
    {
        [ExcludeFromCodeCoverage]
        public int Property
        {
            get => 1; //@ hidden-getter
            set => Use(value); //@ hidden-setter
        }

        public int Seen => 2; //@ seen

        [ExcludeFromCodeCoverage]
        public Func<int> Method()
        {
            return () => 1; //@ hidden-lambda
        }

        public static void Use(int value)
        {
            switch (value) //@ switch
            {
                case 1:
                    value++; //@ one
                    break;
                case 200:
                    value--; //@ two
                    break;
            }
        }
    }
}
