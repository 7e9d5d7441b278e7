#!/usr/bin/env python3
"""Writes a C# program of many methods: make_many.py METHODS DIR [THREADS].

Each of the threads calls each method once, all at the same time; one thread unless told otherwise. With an argument the
program calls the first hundred only. Every line carries its mark (tests/targets/README.md), for a run without argument.
For tests of room, of time and of threads.
"""
import pathlib
import sys

CLASS = 100  # methods of a class

PROJECT = """<Project Sdk="Microsoft.NET.Sdk">

  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <AssemblyName>Many</AssemblyName>
  </PropertyGroup>

</Project>
"""

THREADS = """using System;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading;

namespace Many;

[ExcludeFromCodeCoverage]
internal static class Threads
{
    internal static int Run(int count, Func<int> work)
    {
        int[] results = new int[count];
        using Barrier start = new(count);
        Thread[] threads = Enumerable.Range(0, count).Select(i => new Thread(() =>
        {
            start.SignalAndWait();
            results[i] = work();
        })).ToArray();
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());
        return results.Distinct().Single();
    }
}
"""


def method(number, times):
    return f"""    internal static int M{number}(int n)
    {{ //D: hit {times}
        if (n > {number % 7}) //: part 1/2 {times}
            return n - {number % 5}; //: {'miss' if number % 7 >= 1 else 'hit ' + times}
        return n + {number % 3}; //: {'hit ' + times if number % 7 >= 1 else 'miss'}
    }} //D: hit {times}
"""


def write_class(folder, index, numbers, times):
    calls = "".join(f"        sum += M{n}(1); //: hit {times}\n" for n in numbers)
    text = f"""namespace Many;

internal static class C{index}
{{
    internal static int All()
    {{ //D: hit {times}
        int sum = 0; //: hit {times}
{calls}        return sum; //: hit {times}
    }} //D: hit {times}

{chr(10).join(method(n, times) for n in numbers)}}}
"""
    (folder / f"C{index}.cs").write_text(text)


def write_program(folder, classes, threads, times):
    calls = "".join(f"        sum += C{i}.All(); //: hit {times}\n" for i in range(classes))
    (folder / "Threads.cs").write_text(THREADS)
    (folder / "Program.cs").write_text(f"""namespace Many;

internal static class Program
{{
    private static int All()
    {{ //D: hit {times}
        int sum = 0; //: hit {times}
{calls}        return sum; //: hit {times}
    }} //D: hit {times}

    private static int Main(string[] args)
    {{ //D: hit x1
        System.Func<int> work = args.Length > 0 ? C0.All : All; //: part 1/2 x1
        System.Console.WriteLine(Threads.Run({threads}, work)); //: hit x1
        return 7; //: hit x1
    }} //D: hit x1
}}
""")


def main():
    count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    threads = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    times = f"x{threads}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Many.csproj").write_text(PROJECT)
    classes = [range(at, min(at + CLASS, count)) for at in range(0, count, CLASS)]
    for index, numbers in enumerate(classes):
        write_class(folder, index, numbers, times)
    write_program(folder, len(classes), threads, times)


if __name__ == "__main__":
    main()
