namespace Programs;

/// <summary>Little but properties in a loop: the worst case for what stands at the start of every method.</summary>
internal static class Properties
{
    private sealed class Point
    {
        private int _x;

        internal int X { get => _x; set => _x = value; }
        internal int Y { get; set; }
        internal int Sum => X + Y;
        internal bool IsEven => (Sum & 1) == 0;
    }

    private sealed class Holder
    {
        internal Point Inner { get; } = new();
        internal int Total { get; set; }
        internal int Step => Inner.IsEven ? 1 : 2;
    }

    internal static long Run(int size)
    {
        Holder holder = new();
        for (int i = 0; i < size * 1000; i++)
        {
            holder.Inner.X = i;
            holder.Inner.Y += holder.Step;
            holder.Total += holder.Inner.Sum & 7;
        }
        return holder.Total;
    }
}
