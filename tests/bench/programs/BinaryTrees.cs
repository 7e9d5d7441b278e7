namespace Programs;

/// <summary>Trees that are built and counted: allocation and recursion.</summary>
internal static class BinaryTrees
{
    private const int Depth = 12;

    private sealed class Node(Node? left, Node? right)
    {
        internal static Node Build(int depth) =>
            depth == 0 ? new Node(null, null) : new Node(Build(depth - 1), Build(depth - 1));

        internal int Count() => left == null ? 1 : 1 + left.Count() + right!.Count();
    }

    internal static long Run(int size)
    {
        Node kept = Node.Build(Depth + 2);
        long sum = 0;
        for (int i = 0; i < size; i++)
        {
            sum += Node.Build(Depth).Count();
        }
        return sum + kept.Count();
    }
}
