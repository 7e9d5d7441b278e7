// Exceptions: at every place, through frames, filters and finally blocks.

using System;

namespace Counts;

internal static class Faults
{
    public static void Run(int seed)
    {
        Count.At(); Catch(seed);
        Count.At(); Nested(seed);
        Count.At(); Resources(seed);
        try
        {
            Count.At(); Through(seed % 4);
            Count.At(); seed++;
        }
        catch (InvalidOperationException) //v
        {
            Count.At(); seed--;
        }
    }

    private static int Catch(int seed)
    {
        Count.At(); int sum = 0;
        try
        {
            Count.At(); sum++;
            Count.At(); Throw(seed % 4);
            Count.At(); sum++;
        }
        catch (ArgumentException e) when (Count.Of(e.Message.Length == 1))
        {
            Count.At(); sum += 2;
        }
        catch (ArgumentException) //v
        {
            Count.At(); sum += 3;
        }
        catch (Exception e) //v
        {
            Count.At(); sum += e.Message.Length;
            return Count.Of(sum);
        }
        finally
        {
            Count.At(); sum++;
        }

        return Count.Of(sum);
    }

    private static void Throw(int kind)
    {
        if (Count.Of(kind == 1))
        {
            Count.At(); throw new ArgumentException("x");
        }

        Count.At(); _ = kind == 2 ? throw new ArgumentException("xy") : 0;
        if (Count.Of(kind == 3))
        {
            Count.At(); throw new InvalidOperationException("x");
        }
    }

    private static int Nested(int seed)
    {
        try
        {
            Count.At(); return Inner(seed);
        }
        catch (InvalidOperationException) //v
        {
            Count.At(); return 3;
        }
        finally
        {
            try
            {
                Count.At(); Throw(1);
            }
            catch (ArgumentException) //v
            {
                Count.At(); seed++;
            }

            Count.At(); seed++;
        }
    }

    private static int Inner(int seed)
    {
        for (int i = 0; Count.Of(i < 4); i++)
        {
            try
            {
                if (Count.Of(i == 1))
                {
                    Count.At(); continue;
                }

                Count.At(); Throw(seed % 3 == 0 && i == 2 ? 3 : 0);
                if (Count.Of(i == 3))
                {
                    Count.At(); return i;
                }
            }
            catch (InvalidOperationException) when (Count.Of(seed % 2) == 0)
            {
                Count.At(); throw;
            }
            finally
            {
                Count.At(); seed += 0;
            }
        }

        return Count.Of(0);
    }

    private static void Through(int depth)
    {
        try
        {
            if (Count.Of(depth == 0))
            {
                Count.At(); throw new InvalidOperationException();
            }

            Count.At(); Through(depth - 1);
            Count.At(); depth++;
        }
        catch (ArgumentException) //v
        {
            Count.At(); depth--;
        }
        finally
        {
            Count.At(); depth--;
        }
    }

    private static void Resources(int seed)
    {
        try
        {
            using (Resource outer = Count.Of(new Resource()))
            {
                Count.At(); using Resource inner = new();
                lock (Count.Of(inner))
                {
                    Count.At(); Throw(seed % 4);
                }

                Count.At(); seed++;
            }
        }
        catch (ArgumentException) //v
        {
            Count.At(); seed++;
        }
        catch (InvalidOperationException) //v
        {
            Count.At(); seed++;
        }
    }
}

internal sealed class Resource : IDisposable
{
    private readonly int start = Count.Of(3);

    public Resource() //v
    {
        Count.At(); start++;
    }

    public void Dispose()
    {
        Count.At(); GC.KeepAlive(start);
    }
}
