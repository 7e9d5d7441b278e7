#!/usr/bin/env python3
"""Writes a solution of many test projects over one library: make_solution.py PROJECTS DIR.

Each project tests a method of its own; all lines carry marks (tests/targets/README.md). For tests of many processes.
"""
import pathlib
import sys

TESTS = """<Project Sdk="Microsoft.NET.Sdk">

  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.14.1" />
    <PackageReference Include="xunit" Version="2.9.3" />
    <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
    <ProjectReference Include="../Library/Library.csproj" />
  </ItemGroup>

</Project>
"""
LIBRARY = '<Project Sdk="Microsoft.NET.Sdk" />\n'


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def method(number):
    return f"""    public static int Of{number}(int n)
    {{ //D: hit
        return n > {number} //: hit 2/2
            ? n - {number} //: hit
            : 0; //: hit
    }} //D: hit
"""


def main():
    count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    write(folder / "Library/Library.csproj", LIBRARY)
    methods = "\n".join(method(i) for i in range(count))
    write(folder / "Library/Numbers.cs", f"namespace Library;\n\npublic static class Numbers\n{{\n{methods}}}\n")
    for i in range(count):
        write(folder / f"Tests{i}/Tests{i}.csproj", TESTS)
        write(folder / f"Tests{i}/Test.cs", f"""using Library;
using Xunit;

namespace Tests{i};

public class Test
{{
    [Theory]
    [InlineData({i + 5}, 5)]
    [InlineData(0, 0)]
    public void Counts(int n, int expected) => Assert.Equal(expected, Numbers.Of{i}(n));
}}
""")
    projects = ["Library/Library.csproj"] + [f"Tests{i}/Tests{i}.csproj" for i in range(count)]
    rows = "".join(f'  <Project Path="{p}" />\n' for p in projects)
    write(folder / "Many.slnx", f"<Solution>\n{rows}</Solution>\n")


if __name__ == "__main__":
    main()
