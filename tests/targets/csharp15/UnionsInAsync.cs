// Unions and labels of loops in async methods.

using System.Collections.Generic;
using System.Threading.Tasks;

namespace CSharp15;

internal static class UnionsInAsync
{
    private static async Task<int> Legs(Pet pet)
    { //D: hit
        await Task.Yield(); //: hit
        return pet switch { Cat { Lives: 9 } => await Task.FromResult(4), Dog => 4, _ => 2 }; //: part 2/3
    } //: hit //AR: none

    private static async IAsyncEnumerable<int> Numbers()
    { //D: hit
        await Task.Yield(); //: hit
        yield return 1; //: hit
        yield return 2; //: hit
    } //: hit

    private static async Task<int> Labels()
    { //D: hit
        int sum = 0; //: hit
    outer: await foreach (int i in Numbers()) //: hit 2/2
        { //D: hit
            await foreach (int k in Numbers()) //: part 1/2
            { //D: hit
                if (k == 1) continue outer; //: part 1/2
                sum += k; //: miss
            } //D: miss
            sum += i; //: miss
        } //D: miss
        return sum; //: hit
    } //: hit //AR: none

    public static async Task Run()
    { //D: hit
        Program.Use(await Legs(new Cat("Tom")) + await Legs(new Dog("Rex"))); //: hit
        Program.Use(await Labels()); //: hit
    } //: hit
}
