// The end of a try block that always returns, with a handler that awaits and always throws: the compiler moves the handler after the
// try statement, and tests there which handler ran. Nothing comes to the `}` of the enclosing block.

using System;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class TryEndNotReached
{
    public static async Task Run()
    { //D: hit
        Use(await Returned(1)); //: hit
        Use(await Returned(4)); //: hit
        await Finally(1); //: hit
        try
        { //D: hit
            await Finally(4); //: hit
        } //: miss
        catch (InvalidOperationException) { Use(3); } //: hit
        Use(await Thrice(4)); //: hit
        Use(await Loop(1)); //: hit
        Use(await Loop(4)); //: hit
        Use(await TwoHandlers(1)); //: hit
        Use(await TwoHandlers(4)); //: hit
        Use(await OneOfTwo(4)); //: hit
        Use(await Reached(1)); //: hit
        Use(await Reached(4)); //: hit
        Use(await Unthrown(1)); //: hit
        Use(await Used(1)); //: hit
        Use(await Finished(1)); //: hit
        Use(await Left(1)); //: hit
        Use(await Left(3)); //: hit
        Use(await Ends(1)); //: hit
        Use(await Ends(3)); //: hit
        Use(await InFinally(1)); //: hit
        Use(await InFinally(4)); //: hit
        try
        { //D: hit
            Use(await Throws(1)); //: hit
        } //: miss
        catch (InvalidOperationException) { Use(3); } //: hit
    } //: hit

    private static async Task<int> Part(int n)
    { //D: hit
        await Task.Yield(); //: hit
        return n > 3 ? throw new InvalidOperationException() : n; //: hit 2/2
    } //: hit //AR: none

    //- a nested try that returns, and rethrows after an await
    private static async Task<int> Returned(int n)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                return await Part(n); //: hit
            }
            catch (InvalidOperationException) //: hit //AR: none
            { //D: hit
                await Part(1); //: hit
                throw; //: hit
            }
        } //: none
        catch (InvalidOperationException) //D: hit
        { //D: hit
            await Part(2); //: hit
            return 5; //: hit
        }
    } //: hit

    //- the same in a try with finally
    private static async Task Finally(int n)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                await Part(n); //: hit
                return; //: hit
            }
            catch (InvalidOperationException) //: hit //AR: none
            { //D: hit
                await Part(1); //: hit
                throw; //: hit
            }
        } //: none
        finally
        { //D: hit
            await Part(2); //: hit
        } //D: hit
    } //: hit //AR: none

    //- three of them; the middle handler never runs
    private static async Task<int> Thrice(int n)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                try
                { //D: hit
                    return await Part(n); //: hit
                }
                catch (InvalidOperationException) //: hit //AR: none
                { //D: hit
                    await Part(1); //: hit
                    throw; //: hit
                }
            } //: none
            catch (ArgumentException e) //: miss //AR: none
            { //D: miss
                await Part(2); //: miss
                throw new InvalidOperationException("x", e); //: miss
            }
        } //: none
        catch (InvalidOperationException) //: hit
        { //D: hit
            return 3; //: hit
        }
    } //: hit

    //- in a loop, with a filter
    private static async Task<int> Loop(int n)
    { //D: hit
        for (int i = 0; i < 2; i++) //: hit 2/2
        { //D: hit
            try
            { //D: hit
                try
                { //D: hit
                    await Part(n); //: hit
                    continue; //: hit
                }
                catch (InvalidOperationException) when (n > 0) //: part 1/2
                { //D: hit
                    await Part(1); //: hit
                    throw; //: hit
                }
            } //: none
            catch (Exception) //D: hit
            { //D: hit
                await Part(2); //: hit
            } //D: hit
        } //D: hit
        return 3; //: hit
    } //: hit //AR: none

    //- two handlers that both leave
    private static async Task<int> TwoHandlers(int n)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                return await Part(n); //: hit
            }
            catch (InvalidOperationException) //: hit //AR: none
            { //D: hit
                await Part(1); //: hit
                throw; //: hit
            }
            catch (ArgumentException) //: miss //AR: none
            { //D: miss
                await Part(2); //: miss
                return 7; //: miss
            }
        } //: none
        catch (InvalidOperationException) //: hit
        { //D: hit
            return 4; //: hit
        }
    } //: hit

    //- two handlers, one of which goes on after the try statement
    private static async Task<int> OneOfTwo(int n)
    { //D: hit
        try
        { //D: hit
            return await Part(n); //: hit
        }
        catch (InvalidOperationException) //: hit //AR: none
        { //D: hit
            await Part(1); //: hit
        } //: hit
        catch (ArgumentException) //: miss //AR: none
        { //D: miss
            await Part(2); //: miss
            throw; //: miss
        }
        return 6; //: hit
    } //: hit //AR: none

    //- the try block comes to its end
    private static async Task<int> Reached(int n)
    { //D: hit
        try
        { //D: hit
            try
            { //D: hit
                Use(await Part(n)); //: hit
            } //: hit
            catch (InvalidOperationException) //: hit //AR: none
            { //D: hit
                await Part(1); //: hit
                throw; //: hit
            }
            Use(2); //: hit
        } //: hit
        catch (InvalidOperationException) //D: hit
        { //D: hit
            await Part(2); //: hit
        } //D: hit
        return 8; //: hit
    } //: hit //AR: none

    //- code after a try statement that nothing throws in, and that always returns, does not exist; a handler that goes on has an end
    private static async Task<int> Unthrown(int n)
    { //D: hit
        try
        { //D: hit
            return await Part(n); //: hit
        }
        catch (InvalidOperationException) //D: miss
        { //D: miss
            await Part(1); //: miss
        } //D: miss
        Use(9); //: miss
        return 9; //: miss
    } //: hit

    private sealed class Resource : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        { //D: hit
            await Task.Yield(); //: hit
        } //: hit
    }

    //- await using around a return
    private static async Task<int> Used(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            await using (Resource r = new()) //: hit
            { //D: hit
                return Id(n); //: hit
            }
        } //: none
        return 2; //: miss
    } //: hit //AR: none

    //- a finally that awaits, around a return
    private static async Task<int> Finished(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            try
            { //D: hit
                return await Part(n); //: hit
            }
            finally
            { //D: hit
                await Part(2); //: hit
            } //D: hit
        } //: none
        return 2; //: miss
    } //: hit //AR: none

    //- a return and a break, and no other way out
    private static async Task<int> Left(int n)
    { //D: hit
        for (; ; )
        { //D: hit
            try
            { //D: hit
                if (n > 2) //: hit 2/2
                    break; //D: hit
                return Id(4); //: hit
            }
            finally
            { //D: hit
                await Part(2); //: hit
            } //D: hit
        } //: none
        return 5; //: hit
    } //: hit //AR: none

    //- a return, and the end of the block
    private static async Task<int> Ends(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            try
            { //D: hit
                if (n > 2) //: hit 2/2
                    return Id(4); //: hit
            } //D: hit
            finally
            { //D: hit
                await Part(2); //: hit
            } //D: hit
        } //D: hit
        return 5; //: hit
    } //: hit //AR: none

    //- a finally that awaits, after a block that always throws
    private static async Task<int> Throws(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            try
            { //D: hit
                await Part(1); //: hit
                throw new InvalidOperationException(); //: hit
            }
            finally
            { //D: hit
                await Part(2); //: hit
            } //D: hit
        } //: none
        return 5; //: miss
    } //: miss //AR: none

    //- a block that returns, a handler that awaits and returns, a finally that awaits: only a return comes to the end of the outer block
    private static async Task<int> InFinally(int n)
    { //D: hit
        if (n > 0) //: part 1/2
        { //D: hit
            try
            { //D: hit
                return await Part(n); //: hit
            }
            catch (InvalidOperationException) when (n > 3) //: part 1/2
            { //D: hit
                await Part(1); //: hit
                return Id(7); //: hit
            }
            finally
            { //D: hit
                await Part(2); //: hit
            } //D: hit
        } //: none
        return 5; //: miss
    } //: hit //AR: none
}
