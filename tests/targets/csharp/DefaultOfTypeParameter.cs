// The user asks for the default of a type parameter, as the compiler does for a receiver.

using System;

namespace CSharpTargets;

internal static class DefaultOfTypeParameter
{
    private static int Asked<T>(object? value, int n)
    { //D: hit
        if (value is null && default(T) is null) //: hit 2/2 2/2
            n++; //: hit
        n += default(T) is null ? 1 : 2; //: hit 2/2
        while (n < 9 && default(T) != null) //: hit 2/2 2/2
            n += 9; //: hit
        return n + (default(T) == null && n > 9 ? 3 : 4); //: part 2/2 1/2
    } //D: hit

    private static string? Named<T>(T? value, int n)
    { //D: hit
        string? text = value?.ToString(); //: hit 2/2
        return n > 2 ? text : value?.ToString(); //: part 1/2 2/2
    } //D: hit

    public static void Run()
    { //D: hit
        int sum = Asked<int>(null, 1) + Asked<string>(null, 1) + Asked<string>("x", 1); //: hit
        Console.Write(sum + Named<string>(null, 1) + Named("", 1) + Named(1, 2)); //: hit
    } //: hit
}
