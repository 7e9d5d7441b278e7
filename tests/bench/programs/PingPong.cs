using System.Threading.Channels;
using System.Threading.Tasks;

namespace Programs;

/// <summary>Two tasks that answer each other, and a chain of awaits that end at once: async state machines.</summary>
internal static class PingPong
{
    internal static long Run(int size) => Play(size * 1000).GetAwaiter().GetResult();

    private static async Task<long> Play(int count)
    {
        Channel<int> there = Channel.CreateUnbounded<int>(), back = Channel.CreateUnbounded<int>();
        Task<long> other = Task.Run(() => Answer(there.Reader, back.Writer));
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            await there.Writer.WriteAsync(i);
            sum += await back.Reader.ReadAsync();
            sum += await Outer(i);
        }
        there.Writer.Complete();
        return sum + await other;
    }

    private static async Task<long> Answer(ChannelReader<int> from, ChannelWriter<int> to)
    {
        long count = 0;
        await foreach (int number in from.ReadAllAsync())
        {
            await to.WriteAsync(number ^ 1);
            count++;
        }
        return count;
    }

    private static async ValueTask<int> Outer(int number) => await Inner(number) + 1;

    private static async ValueTask<int> Inner(int number)
    {
        await Task.CompletedTask;
        return number & 3;
    }
}
