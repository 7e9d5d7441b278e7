#!/usr/bin/env python3
"""Writes a C# program of many methods, each called once: make_many.py METHODS DIR.

Every line carries its mark (tests/targets/README.md). For tests of room and of time.
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


def method(number):
    return f"""    internal static int M{number}(int n)
    {{ //D: hit
        if (n > {number % 7}) //: part 1/2
            return n - {number % 5}; //: {'miss' if number % 7 >= 1 else 'hit'}
        return n + {number % 3}; //: {'hit' if number % 7 >= 1 else 'miss'}
    }} //D: hit
"""


def write_class(folder, index, numbers):
    calls = "".join(f"        sum += M{n}(1); //: hit\n" for n in numbers)
    text = f"""namespace Many;

internal static class C{index}
{{
    internal static int All()
    {{ //D: hit
        int sum = 0; //: hit
{calls}        return sum; //: hit
    }} //D: hit

{chr(10).join(method(n) for n in numbers)}}}
"""
    (folder / f"C{index}.cs").write_text(text)


def main():
    count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Many.csproj").write_text(PROJECT)
    classes = [range(at, min(at + CLASS, count)) for at in range(0, count, CLASS)]
    for index, numbers in enumerate(classes):
        write_class(folder, index, numbers)
    calls = "".join(f"        sum += C{i}.All(); //: hit\n" for i in range(len(classes)))
    (folder / "Program.cs").write_text(f"""namespace Many;

internal static class Program
{{
    private static int Main()
    {{ //D: hit
        int sum = 0; //: hit
{calls}        System.Console.WriteLine(sum); //: hit
        return 7; //: hit
    }} //D: hit
}}
""")


if __name__ == "__main__":
    main()
