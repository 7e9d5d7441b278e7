// Async lambdas and local functions with await foreach or an await in a handler: the compiler ends their code
// with the brace of the method around them.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LambdaAsyncBraces
{
    public static async Task Run()
    { //D: hit
        Use(await OverNothing(1)); //: hit
        Use(await First(3)); //: hit
        Use(await Second(3)); //: hit
        Use(await Third(3)); //: hit
        Use(await Fourth(3)); //: hit
        Use(await Fifth(3)); //: hit
        Expect<TimeoutException>(() => Thrown(3)); //: hit
        Use(await Getter(3)); //: hit
        Use(await Arrow(3)); //: hit
        Use(await Nested(3)); //: hit
        Use(await InLocal(3)); //: hit
        Use(await Behind(true)() + await Within(3)); //: hit
        Use(new Owner().Count); //: hit
        Use(InFront(3)); //: hit
        foreach (Func<Task<int>> f in Functions(2)) //: hit 2/2
            Use(await f()); //: hit
    } //: hit

    private static async IAsyncEnumerable<int> Stream(int n)
    { //D: hit
        for (int i = 0; i < n; i++) //: hit 2/2
        { //D: hit
            await Task.Yield(); //: hit
            yield return i; //: hit
        } //D: hit
    } //: hit

    //- lines without code inside
    private static async Task<int> First(int n)
    { //D: hit
        Task<int> loop = Task.Run(async () => //: hit
        { //: hit
            int total = 0; //: hit
            await foreach (int i in Stream(n)) //: hit 2/2
            { //D: hit
                switch (i) //: part 3/4
                {
                    case 0:
                        continue; //D: hit
                    case 1:
                        total += i; //: hit
                        break; //: hit

                    case 3:
                        throw new TimeoutException(); //: miss
                }

                total++; //: hit
            } //D: hit

            // nothing

            return total; //: hit
        }); //: hit

        return await loop; //: hit
    } //: hit //AR: none

    //- a loop over nothing comes first: its variable has the first point of the source, and never runs
    private static async Task<int> OverNothing(int n)
    { //D: hit
        Func<Task<int>> loop = async () => //: hit
        { //: hit
            foreach (int i in new List<int>()) //: part 1/2
            { //D: miss
                Use(i); //: miss
                await Task.Yield(); //: miss
            } //D: miss
            foreach ((int a, int b) in new List<(int, int)>()) //: part 1/2
            { //D: miss
                Use(a + b); //: miss
            } //D: miss
            return n; //: hit
        }; //: hit
        return await loop(); //: hit
    } //: hit //AR: none

    private static async Task<int> Second(int n)
    { //D: hit
        Func<Task<int>> loop = async () => //: hit
        { //: hit
            int total = 0; //: hit

            await foreach (int i in Stream(n)) //: hit 2/2
            { //D: hit
                total += i; //: hit

                // nothing
            } //D: hit

            return total; //: hit
        }; //: hit
        return await loop(); //: hit
    } //: hit //AR: none

    //- a method that is not async
    private static Task<int> Third(int n)
    { //D: hit
        return Task.Run(async () => //: hit
        { //: hit
            int total = 0; //: hit

            try
            { //D: hit
                await foreach (int i in Stream(n)) //: hit 2/2
                { //D: hit

                    total += i; //: hit
                } //D: hit

            } //: hit
            finally
            { //D: hit

                total++; //: hit
            } //D: hit //AR: hit

            return total; //: hit
        }); //: hit
    } //D: hit

    private static async Task<int> Fourth(int n)
    { //D: hit
        int total = 0; //: hit
        await foreach (int i in Stream(n)) //: hit 2/2
        { //D: hit

            total += i; //: hit
        } //D: hit

        return total; //: hit
    } //: hit //AR: none

    private static async Task<int> Fifth(int n)
    { //D: hit
        int total = 0; //: hit
        await Run(async () => //: hit
        { //: hit
            await foreach (int i in Stream(n)) //: hit 2/2
            { //D: hit

                total += i; //: hit
            } //D: hit

            await using IAsyncDisposable d = new Disposable(); //: hit

            total++; //: hit
        }); //: hit
        return total; //: hit
    } //: hit //AR: none

    private static Task Run(Func<Task> f) => f(); //: hit

    //- the lambda comes to its end, the method around it does not
    private static void Thrown(int n)
    { //D: hit
        Func<Task> loop = async () => //: hit
        { //: hit
            await foreach (int i in Stream(n)) //: hit 2/2
            { //D: hit
                Use(i); //: hit
            } //D: hit
        }; //: hit
        loop().Wait(); //: hit
        if (n > 2) throw new TimeoutException(); //: part 1/2
    } //: miss

    //- and the other way round
    private static async Task<int> Getter(int n)
    { //D: hit
        Func<Task<int>> loop = Loop; //: hit
        try
        { //D: hit
            n += await loop(); //: hit
        } //: miss
        catch (TimeoutException) //: hit
        { //D: hit
            n++; //: hit
        } //: hit

        return n; //: hit
    } //: hit //AR: none

    private static Func<Task<int>> Loop
    {
        get
        { //D: hit
            return async () => //: hit
            { //: hit
                try
                { //D: hit
                    await Task.Yield(); //: hit

                    throw new FormatException(); //: hit
                }
                catch (FormatException) //D: hit
                { //D: hit
                    await Task.Yield(); //: hit
                } //D: hit
                finally
                { //D: hit
                    await Task.Yield(); //: hit

                    throw new TimeoutException(); //: hit
                } //: none
            }; //: hit //A: none
        } //D: hit
    }

    //- in a member with an expression
    private static Task<int> Arrow(int n) => Task.Run(async () => //: hit
    { //: hit
        int sum = 0; //: hit

        await foreach (int i in Stream(n)) //: hit 2/2
        { //D: hit

            sum += i; //: hit
        } //D: hit

        return sum; //: hit
    }); //: hit

    //- a lambda in a lambda, one of them or both with streams
    private static Task<int> Nested(int n)
    { //D: hit
        Func<Task<int>> outer = async () => //: hit
        { //: hit
            int sum = 0; //: hit

            Func<Task> inner = async () => //: hit
            { //: hit
                await foreach (int i in Stream(n)) //: hit 2/2
                { //D: hit

                    sum += i; //: hit
                } //D: hit
            }; //: hit

            await inner(); //: hit

            await foreach (int i in Stream(n)) //: hit 2/2
                sum += i; //: hit

            Func<Task<int>> plain = async () => //: hit
            { //: hit
                await Task.Yield(); //: hit

                return sum; //: hit
            }; //: hit
            return await plain(); //: hit
        }; //: hit

        return outer(); //: hit
    } //D: hit

    //- local functions
    private static async Task<int> InLocal(int n)
    { //D: hit
        int sum = await Count(); //: hit

        return sum; //: hit

        async Task<int> Count()
        { //D: hit
            int count = 0; //: hit

            await foreach (int i in Stream(n)) //: hit 2/2
            { //D: hit

                count++; //: hit
            } //D: hit

            return count; //: hit
        }
    } //: hit //AR: none

    //- local functions after the return of a method that is not async
    private static Func<Task<int>> Behind(bool early)
    { //D: hit
        return early ? Early : Late; //: part 1/2

        async Task<int> Early()
        { //D: hit
            await using IAsyncDisposable d = new Disposable(); //: hit
            return 1; //: hit
        } //: none -- every way returns; the compiler's code here cannot be reached

        async Task<int> Late()
        { //D: miss
            await using IAsyncDisposable d = new Disposable(); //: miss
            return 2; //: miss
        }
    } //D: hit

    //- near misses: local functions that end with a brace of their own
    private static Task<int> Within(int n)
    { //D: hit
        return n > 2 ? Plain() : Never(); //: part 1/2

        async Task<int> Plain()
        { //D: hit
            await Task.Yield(); //: hit
            return n; //: hit
        } //: hit //AR: none

        async Task<int> Never()
        { //D: miss
            await Task.Yield(); //: miss
            return -n; //: miss
        } //: miss //AR: none
    } //D: hit

    //- in a constructor and in a field's initialiser
    private sealed class Owner
    {
        private readonly Func<Task<int>> field = async () => //: hit
        { //: hit
            await foreach (int i in Stream(2)) //: hit 2/2
            { //D: hit

                Use(i); //: hit
            } //D: hit

            return 1; //: hit
        }; //: hit

        public Owner() //: hit
        { //D: hit
            Func<Task<int>> loop = async () => //: hit
            { //: hit
                await foreach (int i in Stream(2)) //: hit 2/2
                    Use(i); //: hit

                return 1; //: hit
            }; //: hit

            Count = loop().Result + field().Result; //: hit
        } //: hit

        public int Count { get; } //: hit
    }

    //- in an iterator
    private static IEnumerable<Func<Task<int>>> Functions(int n)
    { //D: hit
        while (n-- > 0) //: hit 2/2
        { //D: hit
            yield return async () => //: hit
            { //: hit
                await using IAsyncDisposable d = new Disposable(); //: hit

                await foreach (int i in Stream(1)) //: hit 2/2
                    Use(i); //: hit

                return 2; //: hit
            }; //: hit
        } //D: hit
    } //: hit

    //- a local function before all statements, which is not called
    private static int InFront(int n)
    { //D: hit
        async Task<int> Inner(int x)
        { //D: miss
            try
            { //D: miss
                Use(x + n); //: miss
            } //: miss
            catch (TimeoutException) when (x > 1) //: miss 0/2
            { //D: miss
                await Task.Yield(); //: miss
                return 1; //: miss
            }

            return 2; //: miss
        }

        if (n > 5) //: part 1/2
            Use(Inner(1).Result); //: miss
        return Id(n); //: hit
    } //D: hit

    private sealed class Disposable : IAsyncDisposable
    {
        public ValueTask DisposeAsync() => default; //: hit
    }
}
