#!/usr/bin/env python3
"""Writes a C# program with many lines of code, all in methods that are called once: make_lines.py LINES DIR.

For the time and the room that a report takes.
"""
import pathlib
import sys

METHOD = 100    # lines of a method
CLASS = 20      # methods of a class

PROJECT = """<Project Sdk="Microsoft.NET.Sdk">

  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <AssemblyName>Lines</AssemblyName>
  </PropertyGroup>

</Project>
"""


def method(number):
    """A method of METHOD lines with code, braces included."""
    lines = []
    while len(lines) < METHOD - 4:
        at = len(lines)
        lines += [f"        if (n > {at})", f"            n -= {at + 2};", f"        n += {number % 7};"]
    body = "\n".join(lines[:METHOD - 4])
    return f"    internal static int M{number}(int n)\n    {{\n{body}\n        n++;\n        return n;\n    }}\n"


def main():
    count, folder = int(sys.argv[1]) // METHOD, pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Lines.csproj").write_text(PROJECT)
    calls = []
    for at in range(0, count, CLASS):
        numbers = range(at, min(at + CLASS, count))
        methods = "\n".join(method(number) for number in numbers)
        sums = " + ".join(f"M{number}(1)" for number in numbers)
        (folder / f"C{at}.cs").write_text(f"namespace Lines;\n\ninternal static class C{at}\n{{\n"
                                          f"    internal static int All() => {sums};\n\n{methods}}}\n")
        calls.append(f"        sum += C{at}.All();\n")
    (folder / "Program.cs").write_text("namespace Lines;\n\ninternal static class Program\n{\n    private static int Main()\n"
                                       f"    {{\n        int sum = 0;\n{''.join(calls)}        return sum & 0;\n    }}\n}}\n")


if __name__ == "__main__":
    main()
