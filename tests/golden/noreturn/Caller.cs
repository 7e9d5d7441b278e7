// Lines that end in "// dead" hold a point that is reached only through the return of a call that
// does not come back; "// dead D" and "// dead R": in Debug, in Release only; "// framework": when the
// files of the framework are known.
using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading.Tasks;
using Deep;

namespace Caller
{
    public static class Plain
    {
        public static void Last(int a)
        {
            Console.WriteLine(a);
            Fail.Now();
        } // dead

        public static int Behind(bool b)
        {
            if (b)
            {
                Fail.Now();
                Console.WriteLine(1); // dead
                return 1; // dead
            }
            Console.WriteLine(2);
            return 2;
        }

        public static void OneArm(bool b)
        {
            if (b)
            {
                Fail.Now();
            } // dead D
            Console.WriteLine(1);
        }

        public static void BothArms(bool b)
        {
            if (b)
            {
                Fail.Now();
            } // dead D
            else
            {
                Fail.Over(1, new List<string>());
            } // dead D
            Console.WriteLine(1); // dead
        } // dead

        public static void Overloads(int a)
        {
            Fail.Over(a, new List<int>());
            Fail.Over(2L, new List<string>());
            Console.WriteLine(1);
            Fail.Over(a, new List<string>());
            Console.WriteLine(2); // dead
        } // dead

        public static int Generics(int a)
        {
            Console.WriteLine(Fail.Generic<int, string>(a));
            Console.WriteLine(a);
            a = Fail.Generic(a);
            return a; // dead
        } // dead D

        public static void Maybe(bool b)
        {
            Fail.Maybe(b);
            Console.WriteLine(1);
        }

        public static void Property(bool b)
        {
            Fail.Property = 1;
            if (b)
            {
                Console.WriteLine(Fail.Property);
                Console.WriteLine(1); // dead
            } // dead D
        }

        public static void Nested(bool b)
        {
            if (b)
            {
                Fail.Inner.Now();
                Console.WriteLine(1); // dead
            } // dead D
        }

        public static void Boxes(Box<int> box, bool b)
        {
            box.Close(1);
            if (b)
            {
                box.Open(1);
                Console.WriteLine(1); // dead
            } // dead D
        }

        public static void Loop(int n)
        {
            while (true)
            {
                if (n > 3)
                {
                    Fail.Now();
                    break; // dead
                }
                n++;
            }
            Console.WriteLine(n); // dead
        } // dead

        public static int Switch(int n)
        {
            switch (n)
            {
                case 1:
                    Fail.Now();
                    return 1; // dead
                case 2:
                    return 2;
                default:
                    Fail.Inner.Now();
                    break; // dead D
            }
            return 3; // dead
        }

        public static void Own(bool b)
        {
            if (b)
            {
                Throw("x");
                Console.WriteLine(1); // dead
            } // dead D
            Throw(1);
            Console.WriteLine(2);
        }

        [DoesNotReturn]
        private static void Throw(string text) => throw new InvalidOperationException(text);

        private static void Throw(int number) => Console.WriteLine(number);

        public static void OwnGeneric(Cage<string> cage)
        {
            cage.Show();
            cage.Fail();
            Console.WriteLine(2); // dead
        } // dead

        public static void Framework(int code)
        {
            if (code > 0)
            {
                Environment.Exit(code);
                Console.WriteLine(1); // framework
            } // framework
            Environment.FailFast("x");
            Console.WriteLine(2); // framework
        } // framework

        public static void Delegates(Action a)
        {
            a = Fail.Now;
            a();
            Console.WriteLine(1);
        }

        public static Action Lambda()
        {
            return () =>
            {
                Fail.Now();
                Console.WriteLine(1); // dead
            }; // dead
        }

        public static int Local(int n)
        {
            return Add(n) + 1;

            int Add(int m)
            {
                Fail.Now();
                return m; // dead
            } // dead D
        }
    }

    public class Cage<T>
    {
        public void Show() => Console.WriteLine(typeof(T));

        [DoesNotReturn]
        public void Fail() => throw new InvalidOperationException();
    }

    public static class Tries
    {
        public static void Catch()
        {
            try
            {
                Fail.Now();
                Console.WriteLine(1); // dead
            } // dead
            catch (Exception e)
            {
                Console.WriteLine(e);
            }
            Console.WriteLine(2);
        }

        public static void Finally()
        {
            try
            {
                Fail.Now();
            } // dead
            finally
            {
                Console.WriteLine(1);
            }
            Console.WriteLine(2); // dead
        } // dead

        public static void FailInFinally()
        {
            try
            {
                Console.WriteLine(1);
            }
            finally
            {
                Fail.Now();
                Console.WriteLine(2); // dead
            } // dead
            Console.WriteLine(3); // dead
        } // dead

        public static void FailInCatch(bool b)
        {
            try
            {
                Console.WriteLine(b);
            }
            catch (IOException)
            {
                Fail.Now();
                Console.WriteLine(1); // dead
            } // dead
            Console.WriteLine(2);
        }

        public static void Filter(Exception other)
        {
            try
            {
                Fail.Now();
            } // dead
            catch (Exception e) when (e != other)
            {
                Console.WriteLine(1);
            }
        }

        public static void Behind()
        {
            Fail.Now();
            try
            { // dead D
                Console.WriteLine(1); // dead
            } // dead
            catch (Exception) // dead
            { // dead D
                Console.WriteLine(2); // dead
            } // dead
        } // dead

        public static void Using(Stream s)
        {
            using (s)
            {
                Fail.Now();
            } // dead
            Console.WriteLine(1); // dead
        } // dead
    }

    public static class Machines
    {
        public static async Task Awaits(bool b)
        {
            await Task.Yield();
            if (b)
            {
                Fail.Now();
                await Task.Yield(); // dead
                Console.WriteLine(1); // dead
            } // dead D
            await Task.Yield();
            Console.WriteLine(2);
        }

        public static async Task AwaitsFailure()
        {
            await Task.Yield();
            await Fail.Later();
            Console.WriteLine(1); // dead
        } // dead

        public static async Task InTry(bool b)
        {
            try
            {
                await Task.Yield();
                Fail.Now();
                await Task.Yield(); // dead
            } // dead
            catch (IOException)
            {
                await Task.Yield();
            }
            finally
            {
                await Task.Delay(1);
            }
            Console.WriteLine(b);
        }

        public static async Task<int> Loop(int n)
        {
            for (int i = 0; i < n; i++)
            {
                await Task.Yield();
                if (i > 5)
                {
                    Fail.Now();
                    for (int k = 0; k < 3; k++) // dead
                    { // dead D
                        await Task.Yield(); // dead
                    } // dead D
                    await Task.Delay(1); // dead
                } // dead D
            }
            return n;
        }

        public static IEnumerable<int> Iterator(bool b)
        {
            yield return 1;
            if (b)
            {
                Fail.Now();
                yield return 2; // dead
                Console.WriteLine(2); // dead
            } // dead D
            yield return 3;
        }

        public static IEnumerable<int> IteratorWithTry(bool b)
        {
            try
            {
                yield return 1;
                if (b)
                {
                    Fail.Now();
                    yield return 2; // dead
                } // dead D
                yield return 3;
            }
            finally
            {
                Console.WriteLine(4);
            }
        }

        public static async IAsyncEnumerable<int> Stream(bool b)
        {
            await Task.Yield();
            yield return 1;
            if (b)
            {
                Fail.Now();
                yield return 2; // dead
                await Task.Yield(); // dead
            } // dead D
            yield return 3;
        }
    }
}
