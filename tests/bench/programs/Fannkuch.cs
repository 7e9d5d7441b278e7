namespace Programs;

/// <summary>Permutations of eight numbers and the prefixes that are turned around in each: short loops over small arrays.</summary>
internal static class Fannkuch
{
    private const int Count = 8;

    internal static long Run(int size)
    {
        long sum = 0;
        for (int i = 0; i < size; i++)
        {
            sum += AllPermutations();
        }
        return sum;
    }

    private static int AllPermutations()
    {
        int[] order = new int[Count], turns = new int[Count], work = new int[Count];
        for (int i = 0; i < Count; i++)
        {
            order[i] = i;
        }
        int most = 0;
        for (int level = Count; ;)
        {
            for (; level > 1; level--)
            {
                turns[level - 1] = level;
            }
            int flips = Flips(order, work);
            if (flips > most)
            {
                most = flips;
            }
            while (true)
            {
                if (level == Count)
                {
                    return most;
                }
                Rotate(order, level);
                if (--turns[level] > 0)
                {
                    break;
                }
                level++;
            }
        }
    }

    private static void Rotate(int[] order, int level)
    {
        int first = order[0];
        for (int i = 0; i < level; i++)
        {
            order[i] = order[i + 1];
        }
        order[level] = first;
    }

    private static int Flips(int[] order, int[] work)
    {
        for (int i = 0; i < work.Length; i++)
        {
            work[i] = order[i];
        }
        int flips = 0;
        for (int first = work[0]; first != 0; first = work[0])
        {
            for (int low = 0, high = first; low < high; low++, high--)
            {
                (work[low], work[high]) = (work[high], work[low]);
            }
            flips++;
        }
        return flips;
    }
}
