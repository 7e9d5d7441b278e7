// The program of each published form. Its output does not tell which form it is. Trimming works out what depends on
// constants alone, and takes the code away: nothing here does.

using System;
using System.Globalization;
using System.Threading.Tasks;
using Loading.Core;

namespace Loading.Program;

internal static class Program
{
    private static async Task<int> Main(string[] args)
    { //D: hit x1
        Parts.Property = 0; //: hit x1
        for (int i = 0; i < 1000; i++) //: hit 2/2 x1001
        { //D: hit x1000
            Parts.Property = Parts.Small(i) + Parts.Forced(i); //: hit x1000
        } //D: hit x1000

        long sum = Parts.Optimised(100 + args.Length) + Parts.Optimised(args.Length) + Parts.Chained(3 + args.Length); //: hit x1
        foreach (int number in Parts.Numbers(3)) //: hit 2/2 x4
        { //D: hit x3
            sum += number; //: hit x3
        } //D: hit x3

        sum += Parts.Query([1, 2, 3, 4, 5]) + Holder<Point>.Size + Holder<string>.Size; //: hit x1
        sum += Parts.Kind(new Point(args.Length)).Length + Parts.Kind("text").Length; //: hit x1
        sum += await Parts.Later(args.Length > 0) + await Parts.Later(args.Length == 0); //: hit x1
        foreach (string name in "one two ten".Split(' ')) //: hit 2/2 x4
        { //D: hit x3
            sum += Parts.Code(name); //: hit x3
        } //D: hit x3

        sum += Parts.Place(args.Length); //: hit x1
        sum += Sum(args.Length + 1, 2.5) + new Point(7).ToString().Length; //: hit x1
        Console.WriteLine(sum.ToString(CultureInfo.InvariantCulture)); //: hit x1
        if (sum < 0) //: part 1/2 x1
        { //D: miss
            return 1; //: miss
        }

        return 0; //: hit x1
    } //: hit x1

    //- the program's own instantiation of another assembly's code
    private static int Sum<TLeft, TRight>(TLeft left, TRight right)
        where TLeft : IConvertible
        where TRight : IConvertible
    { //D: hit x1
        return left.ToInt32(null) + right.ToInt32(null); //: hit x1
    } //D: hit x1
}

internal readonly struct Point(int number)
{
    private readonly int _number = number; //: hit x2

    public override string ToString() => _number.ToString(CultureInfo.InvariantCulture); //: hit x1
}
