// Loops: the loop condition is one decision; a loop left by break never took its "no more" arm.

using System.Collections;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Loops
{
    public static void Run()
    { //D: hit
        For(3); //: hit x1
        ForZero(0); //: hit x1
        ForBreak(5); //: hit x1
        ForParts(2); //: hit x1
        While(3); //: hit x1
        WhileFalse(); //: hit x1
        Do(1); //: hit x1
        DoMany(3); //: hit x1
        Forever(); //: hit x1
        Continue(4); //: hit x1
        Foreach([1, 2, 3]); //: hit x1
        ForeachEmpty([], [], []); //: hit x1
        ForeachBreak([1, 2, 3]); //: hit x1
        ForeachNonGeneric(new ArrayList { 1, 2 }); //: hit x1
        ForeachMore(); //: hit x1
        Nested(3); //: hit x1
        ReturnFrom(3); //: hit x1
        OneLiners(2); //: hit x1
        Conditions(3); //: hit x1
        Fixed(); //: hit x1
    } //: hit

    //- for, to its end
    private static void For(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: hit 2/2 x4
        { //D: hit
            Use(i); //: hit x3
        } //D: hit
    } //: hit

    //- for, not entered
    private static void ForZero(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: part 1/2 x1
        { //D: miss
            Use(i); //: miss
        } //D: miss
    } //: hit

    //- for, left by break
    private static void ForBreak(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: part 1/2 x3
        { //D: hit
            if (i == 2) //: hit 2/2 x3
            { //D: hit
                break; //D: hit x1
            }

            Use(i); //: hit x2
        } //D: hit

        Use(count); //: hit x1
    } //: hit

    //- a for header on several lines, with several variables
    private static void ForParts(int count)
    { //D: hit
        for (int i = 0, //: hit x1
            j = count; //: hit x1
            i < j; //: hit 2/2 x2
            i++, //: hit x1
            j--) //: hit x1
        { //D: hit
            Use(i); //: hit x1
        } //D: hit
    } //: hit

    //- while, to its end
    private static void While(int count)
    { //D: hit
        while (count > 0) //: hit 2/2 x4
        { //D: hit
            count--; //: hit x3
        } //D: hit
    } //: hit

    //- while, not entered
    private static void WhileFalse()
    { //D: hit
        while (No()) //: part 1/2 x1
        { //D: miss
            Use(1); //: miss
        } //D: miss
    } //: hit

    //- do while, once
    private static void Do(int value)
    { //D: hit
        do
        { //D: hit
            value--; //: hit x1
        } //D: hit
        while (value > 0); //: part 1/2 x1
    } //: hit

    //- do while, several rounds
    private static void DoMany(int value)
    { //D: hit
        do
        { //D: hit
            Use(value); //: hit x3
        } //D: hit
        while (--value > 0); //: hit 2/2 x3
    } //: hit

    //- while (true) and for (;;): no decision
    private static void Forever()
    { //D: hit
        int rounds = 0; //: hit x1
        while (true) //D: hit
        { //D: hit
            if (++rounds > 2) //: hit 2/2 x3
            { //D: hit
                break; //D: hit x1
            }
        } //D: hit

        for (; ; )
        { //D: hit
            if (--rounds == 0) //: hit 2/2 x3
            { //D: hit
                return; //: hit x1
            }
        } //D: hit
    } //D: hit

    //- continue
    private static void Continue(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: hit 2/2 x5
        { //D: hit
            if (i % 2 == 0) //: hit 2/2 x4
            { //D: hit
                continue; //D: hit x2
            }

            Use(i); //: hit x2
        } //D: hit

        int left = count; //: hit x1
        while (left-- > 0) //: hit 2/2 x5
        { //D: hit
            if (left > 0) //: hit 2/2 x4
                continue; //D: hit x3
            Use(left); //: hit x1
        } //D: hit
    } //: hit

    //- foreach over array, list and sequence, to the end
    private static void Foreach(int[] array)
    { //D: hit
        foreach (int i in array) //: hit 2/2 x4
        { //D: hit
            Use(i); //: hit x3
        } //D: hit

        foreach (int i in new List<int>(array)) //: hit 2/2 x4
        { //D: hit
            Use(i); //: hit x3
        } //D: hit

        foreach (int i in Numbers(3)) //: hit 2/2 x4
            Use(i); //: hit x3
        foreach (char c in "abc") Use(c); //: hit 2/2 x4
    } //: hit

    //- foreach over nothing
    private static void ForeachEmpty(int[] array, List<int> list, IEnumerable<int> sequence)
    { //D: hit
        foreach (int i in array) //: part 1/2 x1
        { //D: miss
            Use(i); //: miss
        } //D: miss

        foreach (int i in list) //: part 1/2 x1
        { //D: miss
            Use(i); //: miss
        } //D: miss

        foreach (int i in sequence) //: part 1/2 x1
        { //D: miss
            Use(i); //: miss
        } //D: miss
    } //: hit

    //- foreach left by break, by return
    private static void ForeachBreak(int[] array)
    { //D: hit
        foreach (int i in array) //: part 1/2 x2
        { //D: hit
            if (i == 2) //: hit 2/2 x2
            { //D: hit
                break; //D: hit x1
            }
        } //D: hit

        foreach (int i in Numbers(9)) //: part 1/2 x2
        { //D: hit
            if (i == 2) //: hit 2/2 x2
            { //D: hit
                return; //: hit x1
            }
        } //D: hit

        Use(1); //: miss
    } //: hit

    //- foreach over IEnumerable: the disposal test is not a branch
    private static void ForeachNonGeneric(IEnumerable items)
    { //D: hit
        foreach (object item in items) //: hit 2/2 x3
        { //D: hit
            Use(item); //: hit x2
        } //D: hit
    } //: hit

    private struct Counter
    {
        private int left;

        public Counter(int count) => left = count; //: hit x1

        public int Current => left; //: hit x2

        public bool MoveNext() => left-- > 0; //: hit x3

        public readonly Counter GetEnumerator() => this; //: hit x1
    }

    //- foreach by pattern, over a span, a matrix, a dictionary with deconstruction
    private static void ForeachMore()
    { //D: hit
        foreach (int i in new Counter(2)) //: hit 2/2 x3
        { //D: hit
            Use(i); //: hit x2
        } //D: hit

        System.Span<int> span = [4, 5]; //: hit x1
        foreach (ref int i in span) //: hit 2/2 x3
        { //D: hit
            i++; //: hit x2
        } //D: hit

        Dictionary<int, string> names = new() { [1] = "one" }; //: hit x1
        foreach ((int key, string value) in names) //: hit 2/2 x2
        { //D: hit
            Use(key + value.Length); //: hit x1
        } //D: hit
    } //: hit

    //- loops in loops, with goto out of both
    private static void Nested(int count)
    { //D: hit
        for (int i = 0; i < count; i++) //: part 1/2 x3
        { //D: hit
            for (int j = 0; j < i; j++) //: hit 2/2 x5
            { //D: hit
                if (i + j == 3) //: hit 2/2 x3
                { //D: hit
                    goto found; //D: hit x1
                }
            } //D: hit
        } //D: hit

        Use(1); //: miss
    found: //D: hit x1
        Use(2); //: hit x1
    } //: hit

    //- return out of a loop
    private static int ReturnFrom(int count)
    { //D: hit
        while (count > 0) //: part 1/2 x2
        { //D: hit
            if (--count == 1) //: hit 2/2 x2
            { //D: hit
                return count; //: hit x1
            }
        } //D: hit

        return 0; //: miss
    } //D: hit

    //- loops on one line
    private static void OneLiners(int count)
    { //D: hit
        for (int i = 0; i < count; i++) Use(i); //: hit 2/2 x3
        while (count > 0) count--; //: hit 2/2 x3
        do count++; while (count < 2); //: hit 2/2 x2
    } //: hit

    //- && and || as loop conditions
    private static void Conditions(int count)
    { //D: hit
        int i = 0; //: hit x1
        while (i < count && Id(i) < 2) //: part 1/2 2/2 x3
        { //D: hit
            i++; //: hit x2
        } //D: hit

        for (int j = 0; j < 2 || Id(j) < 3; j++) //: hit 2/2 2/2 x4
        { //D: hit
            Use(j); //: hit x3
        } //D: hit

        do
        { //D: hit
            i--; //: hit x2
        } //D: hit
        while (i > 0 && Yes()); //: part 2/2 1/2 x2
    } //: hit

    //- fixed: its null test is not a branch
    private static unsafe void Fixed()
    { //D: hit
        int[] array = [1, 2]; //: hit x1
        fixed (int* first = array) //: hit x1
        { //D: hit
            Use(*first); //: hit x1
        } //D: hit

        fixed (char* text = "text") //: hit x1
        { //D: hit
            Use(*text); //: hit x1
        } //D: hit
    } //: hit
}
