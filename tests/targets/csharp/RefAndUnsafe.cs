// Ref structs, stackalloc, unsafe code, fixed, references, ranges and indices.

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class RefAndUnsafe
{
    private ref struct Window(Span<int> items)
    {
        private readonly Span<int> items = items; //: hit
        private int at = -1; //: hit

        public readonly ref int Current => ref items[at]; //: hit

        public bool MoveNext()
        { //D: hit
            at++; //: hit x4
            return at < items.Length; //: hit x4
        } //D: hit

        public readonly Window GetEnumerator() => this; //: hit

        public readonly void Dispose()
        { //D: hit
            Use(items.Length); //: hit x2
        } //: hit
    }

    [InlineArray(4)]
    private struct Four
    {
        private int first; //: none
    }

    private unsafe struct Buffer
    {
        public fixed byte Bytes[4]; //: none
    }

    [StructLayout(LayoutKind.Explicit)]
    private struct Union
    {
        [FieldOffset(0)] public int Number; //: none
        [FieldOffset(0)] public byte Low; //: none
    }

    public static void Run()
    { //D: hit
        RefStruct(); //: hit x1
        StackAlloc(3); //: hit x1
        StackAlloc(300); //: hit x1
        Pointers(); //: hit x1
        Fixed([1, 2, 3], "abc"); //: hit x1
        Fixed([], ""); //: hit x1
        FunctionPointers(); //: hit x1
        References(); //: hit x1
        Ranges([1, 2, 3, 4]); //: hit x1
        InlineArrays(); //: hit x1
        Use(RefReturn([1, 2], 2)); //: hit x1
        Expect<InvalidOperationException>(() => RefReturn([], 2)); //: hit
        Generic<List<int>>([]); //: hit x1
    } //: hit

    //- a ref struct as enumerator: its disposal is not a branch
    private static void RefStruct()
    { //D: hit
        Span<int> numbers = [1, 2, 3]; //: hit x1
        foreach (ref int number in new Window(numbers)) //: hit 2/2
        { //D: hit
            number *= 2; //: hit x3
        } //D: hit

        using Window window = new(numbers); //: hit x1
        Use(numbers[0]); //: hit x1
    } //: hit

    //- stackalloc in a branch of ?:
    private static void StackAlloc(int size)
    { //D: hit
        Span<byte> bytes = size < 100 ? stackalloc byte[size] : new byte[size]; //: hit 2/2 x2
        bytes.Fill(1); //: hit x2
        Span<int> given = stackalloc int[] { 1, Id(2), 3 }; //: hit x2
        Use(bytes.Length + given[1]); //: hit x2
    } //: hit

    //- unsafe blocks, pointers, sizeof
    private static unsafe void Pointers()
    { //D: hit
        int* numbers = stackalloc int[3]; //: hit x1
        for (int i = 0; i < 3; i++) //: hit 2/2 x4
        { //D: hit
            *(numbers + i) = i; //: hit x3
        } //D: hit

        Buffer buffer; //: none
        buffer.Bytes[0] = (byte)numbers[2]; //: hit x1
        int* nothing = null; //: hit x1
        if (nothing != null) //: part 1/2 x1
        { //D: miss
            Use(*nothing); //: miss
        } //D: miss

        Use(buffer.Bytes[0] + sizeof(Buffer)); //: hit x1
        Union union = new() { Number = Id(257) }; //: hit x1
        Use(union.Low); //: hit x1
    } //: hit

    //- fixed over an array, a string, a span and a field: the tests for null and empty are not branches
    private static unsafe void Fixed(int[] array, string text)
    { //D: hit
        fixed (int* first = array) //: hit x2
        { //D: hit
            Use(first == null ? 0 : *first); //: hit 2/2 x2
        } //D: hit

        fixed (char* c = text) //: hit x2
        { //D: hit
            Use(*c); //: hit x2
        } //D: hit

        fixed (int* first = array.AsSpan()) //: hit x2
        fixed (int* second = array.AsSpan()) //: hit x2
        { //D: hit
            Use(first == second); //: hit x2
        } //D: hit
    } //: hit

    //- function pointers
    private static unsafe void FunctionPointers()
    { //D: hit
        delegate*<int, int> pointer = &Doubled; //: hit x1
        Use(pointer(2)); //: hit x1
    } //: hit

    private static int Doubled(int value) => value * 2; //: hit x1

    //- ref locals, reassigned; ref in ?:
    private static void References()
    { //D: hit
        int a = Id(1); //: hit x1
        int b = Id(2); //: hit x1
        ref int one = ref a; //: hit x1
        one++; //: hit x1
        one = ref b; //: hit x1
        one++; //: hit x1
        ref int larger = ref a > b ? ref a : ref b; //: part 1/2 x1
        larger = 9; //: hit x1
        Change(ref a, in b, out int c); //: hit x1
        Use(a + b + c); //: hit x1
    } //: hit

    private static void Change(ref int a, in int b, out int c)
    { //D: hit
        c = a; //: hit x1
        a = b; //: hit x1
    } //: hit

    //- ref return out of a loop, and the throw after it
    private static ref int RefReturn(int[] array, int wanted)
    { //D: hit
        for (int i = 0; i < array.Length; i++) //: hit 2/2
        { //D: hit
            if (array[i] == wanted) //: hit 2/2 x2
            { //D: hit
                return ref array[i]; //: hit x1
            }
        } //D: hit

        throw new InvalidOperationException("not there"); //: hit x1
    } //D: hit

    //- ranges and indices
    private static void Ranges(int[] array)
    { //D: hit
        Index last = ^1; //: hit x1
        Range middle = 1..^1; //: hit x1
        Use(array[last] + array[^2]); //: hit x1
        Use(array[middle].Length + array[..2].Length + array[2..].Length); //: hit x1
        Use("text"[1..^1] + "text"[^1]); //: hit x1
        Use(Id<int[]?>(array)?[^1]); //: part 1/2 x1
        array[^1] += 5; //: hit x1
    } //: hit

    //- inline arrays
    private static void InlineArrays()
    { //D: hit
        Four four = default; //: hit x1
        four[1] = Id(5); //: hit x1
        int sum = 0; //: hit x1
        foreach (int number in four) //: hit 2/2
        { //D: hit
            sum += number; //: hit x4
        } //D: hit

        Use(sum + four[..2].Length); //: hit x1
    } //: hit

    //- a type parameter that may be a ref struct
    private static void Generic<T>(T value)
        where T : allows ref struct
    { //D: hit
        Use(value is null); //: part 1/2 x1 -- what may be a ref struct is boxed and tested: one test that the compiler keeps
    } //: hit
}
