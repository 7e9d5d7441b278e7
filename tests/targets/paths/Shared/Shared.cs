namespace Shared;

// Compiled into both projects.
internal static class Values
{
    public static int Next(int value) => value + 1; //: hit x2
}
