// fixed over everything that can be pinned. The null and empty tests that the compiler makes are not decisions.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class FixedStatements
{
    private sealed class Pin
    {
        private int value = 4; //: hit
        public ref int GetPinnableReference() => ref value; //: hit
    }

    private sealed class Grid
    {
        public readonly int[,] Cells = new int[2, 2]; //: hit
        public int[,,]? Cube; //: none
        public int Length => 0; //: miss
    }

    //- fixed over arrays of several ranks
    private static unsafe void Ranks(int[,] grid, int[,,] cube, Grid owner)
    { //D: hit
        fixed (int* p = grid) Use(*p); //: hit
        fixed (int* p = cube) if (p != null) Use(*p); //: part 1/2
        fixed (int* p = owner.Cells) //: hit
        { //D: hit
            Use(*p); //: hit
        } //D: hit
        fixed (int* p = owner.Cube) Use(p == null); //: hit
        fixed (int* p = new int[0, 1]) Use(p == null); //: hit
        fixed (int* p = &grid[0, 1]) Use(*p); //: hit
    } //: hit

    //- fixed over arrays of a type parameter
    private static unsafe void OfType<T>(T[] row, T[,] grid)
        where T : unmanaged
    { //D: hit
        fixed (T* p = row) Use(sizeof(T)); //: hit
        fixed (T* p = grid) Use(sizeof(T)); //: hit
    } //: hit

    //- fixed in fixed, and several pointers in one
    private static unsafe void Nested(int[,] grid, int[] row, int[,] other, string text)
    { //D: hit
        fixed (int* p = grid, q = other, r = row) //: hit
        { //D: hit
            fixed (int* s = other) //: hit
            fixed (char* c = text) //: hit
            { //D: hit
                if (*c > *s) Use(*p + *q + *r); //: part 1/2
            } //D: hit
        } //D: hit
    } //: hit

    //- fixed over strings, spans, and what has GetPinnableReference
    private static unsafe void Others(string text, ReadOnlySpan<byte> bytes, Pin pin)
    { //D: hit
        fixed (char* p = text) Use(*p); //: hit
        fixed (byte* p = bytes) Use(*p); //: hit
        fixed (byte* p = "abc"u8) Use(*p); //: hit
        fixed (int* p = pin) Use(*p); //: hit
    } //: hit

    //- fixed over an array of several ranks, in a loop, a lambda and an iterator
    private static void Around(int[,] grid)
    { //D: hit
        for (int i = 0; i < 2; i++) //: hit 2/2
        { //D: hit
            unsafe
            { //D: hit
                fixed (int* p = grid) Use(*p); //: hit
            } //D: hit
        } //D: hit
        Action action = () => //: hit
        { //: hit
            unsafe //: none
            { //D: hit
                fixed (int* p = grid) Use(*p); //: hit
            } //D: hit
        }; //: hit
        action(); //: hit
    } //: hit

    //- the same tests in the source
    private static unsafe void Written(int[,]? grid, int[,] other)
    { //D: hit
        if (grid != null && grid.Length != 0) Use(1); //: part 1/2 0/2
        bool has = grid != null && grid.Length != 0; //: part 1/2 0/2
        int count = grid == null || grid.Length == 0 ? 0 : 1; //: part 1/2 0/2
        fixed (int* p = grid == null || grid.Length == 0 ? other : grid) Use(*p + count); //: part 1/2 0/2
        Use(has); //: hit
    } //: hit

    public static void Run()
    { //D: hit
        int[,] grid = { { 1, 2 }, { 3, 4 } }; //: hit
        Ranks(grid, new int[1, 1, 1], new Grid()); //: hit
        OfType([1], grid); //: hit
        Nested(grid, [1], grid, "b"); //: hit
        Others("a", "b"u8, new Pin()); //: hit
        Around(grid); //: hit
        Written(null, grid); //: hit
    } //: hit
}
