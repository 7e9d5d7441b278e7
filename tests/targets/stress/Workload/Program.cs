using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading;

namespace Workload;

/// <summary>
/// Uses wide parts of the framework and says what came out, a line for each area: the same in every run. With a number it
/// does all of it so many times, so that code is compiled for the higher tiers; every round must say the same.
/// </summary>
internal static class Program
{
    private static readonly SortedDictionary<string, int> Exceptions = new(StringComparer.Ordinal);
    private static int s_invalidPrograms;

    private static readonly (string Name, Func<string> Run)[] Areas =
    [
        ("json", Json.Run), ("json-dom", Json.RunDocument), ("regex", Expressions.Run), ("regex-compiled", Expressions.RunCompiled),
        ("text", Texts.Run), ("numbers", Texts.RunNumbers), ("linq", Queries.Run), ("trees", Queries.RunTrees),
        ("collections", Queries.RunCollections), ("tasks", Parallels.Run), ("threads", Parallels.RunThreads),
        ("sockets", Parallels.RunSockets), ("xml", Documents.Run), ("streams", Documents.RunStreams), ("faults", Faults.Run),
        ("generics", Faults.RunGenerics), ("memory", Memories.Run), ("vectors", Memories.RunVectors), ("emit", Memories.RunEmit),
    ];

    private static int Main(string[] args)
    {
        AppDomain.CurrentDomain.FirstChanceException += (_, e) => Note(e.Exception);
        int rounds = args.Length > 0 ? int.Parse(args[0]) : 1;
        var first = new List<string>();
        bool isSame = true;
        for (int round = 0; round < rounds; round++)
        {
            List<string> said = Areas.Select(a => $"{a.Name}: {Digest(a.Run())}").ToList();
            if (round == 0)
            {
                first = said;
            }
            foreach ((string was, string now) in first.Zip(said).Where(p => p.First != p.Second))
            {
                isSame = false;
                Console.WriteLine($"round {round}: {now} instead of {was}");
            }
        }
        first.ForEach(Console.WriteLine);
        lock (Exceptions)
        {
            foreach ((string name, int count) in Exceptions)
            {
                Console.WriteLine($"exceptions: {name} {count / rounds}");
            }
        }
        Console.WriteLine($"invalid programs: {Volatile.Read(ref s_invalidPrograms)}");
        return isSame && s_invalidPrograms == 0 ? 0 : 1;
    }

    private static void Note(Exception exception)
    {
        if (exception is InvalidProgramException or BadImageFormatException or MissingMethodException)
        {
            Interlocked.Increment(ref s_invalidPrograms);
        }
        lock (Exceptions)
        {
            string name = exception.GetType().FullName!;
            Exceptions[name] = Exceptions.GetValueOrDefault(name) + 1;
        }
    }

    private static string Digest(string text) =>
        text.Length <= 60 ? text : text[..40] + "... " + Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..16];
}
