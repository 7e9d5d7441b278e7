// Loops: the loop condition is one decision; a loop left by break never took its "no more" arm.

using System.Collections;
using System.Collections.Generic;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class Loops
{
    public static void Run()
    {
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
    }

    //- for, to its end
    private static void For(int count)
    {
        for (int i = 0; i < count; i++) //: hit 2/2 x4
        {
            Use(i); //: hit x3
        }
    }

    //- for, not entered
    private static void ForZero(int count)
    {
        for (int i = 0; i < count; i++) //: part 1/2 x1
        {
            Use(i); //: miss
        }
    }

    //- for, left by break
    private static void ForBreak(int count)
    {
        for (int i = 0; i < count; i++) //: part 1/2 x3
        {
            if (i == 2) //: hit 2/2 x3
            {
                break; //: hit x1
            }

            Use(i); //: hit x2
        }

        Use(count); //: hit x1
    }

    //- a for header on several lines, with several variables
    private static void ForParts(int count)
    {
        for (int i = 0, //: hit x1
            j = count; //: hit x1
            i < j; //: hit 2/2 x2
            i++, //: hit x1
            j--) //: hit x1
        {
            Use(i); //: hit x1
        }
    }

    //- while, to its end
    private static void While(int count)
    {
        while (count > 0) //: hit 2/2 x4
        {
            count--; //: hit x3
        }
    }

    //- while, not entered
    private static void WhileFalse()
    {
        while (No()) //: part 1/2 x1
        {
            Use(1); //: miss
        }
    }

    //- do while, once
    private static void Do(int value)
    {
        do
        {
            value--; //: hit x1
        }
        while (value > 0); //: part 1/2 x1
    }

    //- do while, several rounds
    private static void DoMany(int value)
    {
        do
        {
            Use(value); //: hit x3
        }
        while (--value > 0); //: hit 2/2 x3
    }

    //- while (true) and for (;;): no decision
    private static void Forever()
    {
        int rounds = 0; //: hit x1
        while (true) //: hit
        {
            if (++rounds > 2) //: hit 2/2 x3
            {
                break; //: hit x1
            }
        }

        for (; ; )
        {
            if (--rounds == 0) //: hit 2/2 x3
            {
                return; //: hit x1
            }
        }
    }

    //- continue
    private static void Continue(int count)
    {
        for (int i = 0; i < count; i++) //: hit 2/2 x5
        {
            if (i % 2 == 0) //: hit 2/2 x4
            {
                continue; //: hit x2
            }

            Use(i); //: hit x2
        }

        int left = count; //: hit x1
        while (left-- > 0) //: hit 2/2 x5
        {
            if (left > 0) //: hit 2/2 x4
                continue; //: hit x3
            Use(left); //: hit x1
        }
    }

    //- foreach over array, list and sequence, to the end
    private static void Foreach(int[] array)
    {
        foreach (int i in array) //: hit 2/2 x4
        {
            Use(i); //: hit x3
        }

        foreach (int i in new List<int>(array)) //: hit 2/2 x4
        {
            Use(i); //: hit x3
        }

        foreach (int i in Numbers(3)) //: hit 2/2 x4
            Use(i); //: hit x3
        foreach (char c in "abc") Use(c); //: hit 2/2 x4
    }

    //- foreach over nothing
    private static void ForeachEmpty(int[] array, List<int> list, IEnumerable<int> sequence)
    {
        foreach (int i in array) //: part 1/2 x1
        {
            Use(i); //: miss
        }

        foreach (int i in list) //: part 1/2 x1
        {
            Use(i); //: miss
        }

        foreach (int i in sequence) //: part 1/2 x1
        {
            Use(i); //: miss
        }
    }

    //- foreach left by break, by return
    private static void ForeachBreak(int[] array)
    {
        foreach (int i in array) //: part 1/2 x2
        {
            if (i == 2) //: hit 2/2 x2
            {
                break; //: hit x1
            }
        }

        foreach (int i in Numbers(9)) //: part 1/2 x2
        {
            if (i == 2) //: hit 2/2 x2
            {
                return; //: hit x1
            }
        }

        Use(1); //: miss
    }

    //- foreach over IEnumerable: the disposal test is no branch
    private static void ForeachNonGeneric(IEnumerable items)
    {
        foreach (object item in items) //: hit 2/2 x3
        {
            Use(item); //: hit x2
        }
    }

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
    {
        foreach (int i in new Counter(2)) //: hit 2/2 x3
        {
            Use(i); //: hit x2
        }

        System.Span<int> span = [4, 5]; //: hit x1
        foreach (ref int i in span) //: hit 2/2 x3
        {
            i++; //: hit x2
        }

        Dictionary<int, string> names = new() { [1] = "one" }; //: hit x1
        foreach ((int key, string value) in names) //: hit 2/2 x2
        {
            Use(key + value.Length); //: hit x1
        }
    }

    //- loops in loops, with goto out of both
    private static void Nested(int count)
    {
        for (int i = 0; i < count; i++) //: part 1/2 x3
        {
            for (int j = 0; j < i; j++) //: hit 2/2 x5
            {
                if (i + j == 3) //: hit 2/2 x3
                {
                    goto found; //: hit x1
                }
            }
        }

        Use(1); //: miss
    found:
        Use(2); //: hit x1
    }

    //- return out of a loop
    private static int ReturnFrom(int count)
    {
        while (count > 0) //: part 1/2 x2
        {
            if (--count == 1) //: hit 2/2 x2
            {
                return count; //: hit x1
            }
        }

        return 0; //: miss
    }

    //- loops on one line
    private static void OneLiners(int count)
    {
        for (int i = 0; i < count; i++) Use(i); //: hit 2/2 x3
        while (count > 0) count--; //: hit 2/2 x3
        do count++; while (count < 2); //: hit 2/2 x2
    }

    //- && and || as loop conditions
    private static void Conditions(int count)
    {
        int i = 0; //: hit x1
        while (i < count && Id(i) < 2) //: part 1/2 2/2 x3
        {
            i++; //: hit x2
        }

        for (int j = 0; j < 2 || Id(j) < 3; j++) //: hit 2/2 2/2 x4
        {
            Use(j); //: hit x3
        }

        do
        {
            i--; //: hit x2
        }
        while (i > 0 && Yes()); //: part 2/2 1/2 x2
    }

    //- fixed: its null test is no branch
    private static unsafe void Fixed()
    {
        int[] array = [1, 2]; //: hit x1
        fixed (int* first = array) //: hit x1
        {
            Use(*first); //: hit x1
        }

        fixed (char* text = "text") //: hit x1
        {
            Use(*text); //: hit x1
        }
    }
}
