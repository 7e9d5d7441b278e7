// break and continue of an outer loop.

namespace CSharp15;

internal static class LoopLabels
{
    private static int Find(int[,] table, int wanted)
    { //D: hit
        int steps = 0; //: hit
    rows: for (int row = 0; row < table.GetLength(0); row++) //: part 1/2
        { //D: hit
            for (int column = 0; column < table.GetLength(1); column++) //: hit 2/2
            { //D: hit
                steps++; //: hit
                if (table[row, column] < 0) continue rows; //: hit 2/2
                if (table[row, column] == wanted) break rows; //: hit 2/2
            } //D: hit
            steps += 100; //: hit
        } //D: hit
        return steps; //: hit
    } //D: hit

    public static void Run()
    { //D: hit
        Program.Use(Find(new[,] { { 1, 2 }, { -1, 3 }, { 4, 5 } }, 4)); //: hit
    } //: hit
}
