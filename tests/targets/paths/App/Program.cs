// Calls something of every file of both projects.

namespace PathsApp;

internal static class Program
{
    private static int Main(string[] args)
    { //D: hit
        int sum = Names.Length("app") + PathsLib.Names.Length("lib"); //: hit x1
        sum += PathsLib.Part.Twice(sum) + Shared.Values.Next(args.Length); //: hit x1
        return sum > 0 ? 0 : 1; //: part 1/2 x1
    } //: hit
}
