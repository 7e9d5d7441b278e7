// Methods that do not come back, and near misses. Compiled twice: as Deep, and as the first version
// of Facade that callers are compiled against; the second version of Facade forwards to Deep.
using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace Deep
{
    public static class Fail
    {
        [DoesNotReturn]
        public static void Now() => throw new InvalidOperationException();

        [DoesNotReturn]
        public static void Over(int code, List<string> texts) => throw new InvalidOperationException();

        public static void Over(int code, List<int> texts) { }

        public static void Over(long code, List<string> texts) { }

        [DoesNotReturn]
        public static T Generic<T>(T value) => throw new InvalidOperationException();

        public static T Generic<T, U>(T value) => value;

        [DoesNotReturn]
        public static Task Later() => throw new InvalidOperationException();

        public static void Maybe(bool fails)
        {
            if (fails)
            {
                Now();
            }
        }

        public static int Property
        {
            [DoesNotReturn]
            get => throw new InvalidOperationException();
            set { }
        }

        public static class Inner
        {
            [DoesNotReturn]
            public static void Now() => throw new InvalidOperationException();
        }
    }

    public class Box<T>
    {
        [DoesNotReturn]
        public virtual void Open(T key) => throw new InvalidOperationException();

        public virtual void Close(T key) { }
    }
}
