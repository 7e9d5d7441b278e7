// What the program uses: opaque values and a sink.

using System.Runtime.CompilerServices;

namespace ExcludedParts;

internal static class Help
{
    private static long sink;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static T Id<T>(T value) => value; //: hit

    public static bool Yes() => Id(true); //: hit

    public static void Use(long value) => sink += value; //: hit
}
