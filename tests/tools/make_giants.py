#!/usr/bin/env python3
"""Writes a C# program of enormous methods, as generators of code make them: make_giants.py DIR KIND:SIZE...

Each KIND:SIZE is a class `KindSIZE` with one method of so many switches, branches, awaits; KINDS has them. The
program runs the method of every class that is named by its arguments, once. For tests of time: a report asks each
question about a body once, not once for each of its branches.
"""
import pathlib
import sys

PROJECT = """<Project Sdk="Microsoft.NET.Sdk">

  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <AssemblyName>Giants</AssemblyName>
  </PropertyGroup>

</Project>
"""

DEPTH = 100  # of ifs in one another; the compiler refuses more than some hundreds


def switches(size):
    """Switches over a parameter: optimised code has no point where they begin."""
    for i in range(size):
        yield f"switch (p) {{ case {i}: s += {i}; break; case {i + 3}: s -= 2; break; default: s ^= {i}; break; }}"


def nested(size):
    """Ifs in ifs, each with an else."""
    for i in range(0, size, DEPTH):
        depth = min(DEPTH, size - i)
        yield from (f"if (p > {i + k}) {{" for k in range(depth))
        yield f"s += {i};"
        yield from (f"}} else {{ s -= {i + k}; }}" for k in range(depth))


def branches(size):
    """One if after the other."""
    for i in range(size):
        yield f"if (p > {i})"
        yield f"    s += {i};"


def operands(size):
    """One condition of many operands."""
    yield "if (p < 0"
    yield from (f"    || q == {i} + p" for i in range(size))
    yield ")"
    yield "    s++;"


def labels(size):
    """One switch, with a condition at every label."""
    yield "switch (p)"
    yield "{"
    for i in range(size):
        yield f"    case {3 * i} when q > {i}:"
        yield f"        s += {i};"
        yield "        break;"
    yield "}"


def texts(size):
    """One switch over texts, which the compiler looks up by length and characters."""
    yield "switch (t)"
    yield "{"
    for i in range(size):
        yield f'    case "k{i * 7919 % 100003}":'
        yield f"        s += {i};"
        yield "        break;"
    yield "}"


def patterns(size):
    """Patterns in conditions."""
    for i in range(size):
        yield f"if (o is string {{ Length: {i} }} or int and > {i})"
        yield f"    s += {i};"


def loops(size):
    """Loops, whose last part stands before their bodies in the source."""
    for i in range(size):
        yield "for (int i = 0; i < p; i++)"
        yield f"    s += {i};"


def handlers(size):
    """Handlers with a filter, and usings."""
    for i in range(size):
        yield f"try {{ s += {i}; }}"
        yield f'catch (System.Exception e) when (e.Message == "{i}") {{ s--; }}'
        yield f"using (None()) {{ s += {i}; }}"


def awaits(size):
    """Awaits, every fourth in a block with a finally that waits, too."""
    for i in range(size):
        if i % 4 == 0:
            yield f"try {{ s += await Later({i}); }} finally {{ await Later({i}); }}"
        else:
            yield f"s += await Later({i});"


KINDS = {f.__name__: f for f in (switches, nested, branches, operands, labels, texts, patterns, loops, handlers, awaits)}


def giant(kind, size):
    """The class of one method."""
    name = f"{kind.capitalize()}{size}"
    lines = "\n".join(f"        {line}" for line in KINDS[kind](size))
    result = "async Task<int>" if kind == "awaits" else "Task<int>"
    back = "s" if kind == "awaits" else "Task.FromResult(s)"
    return f"""using System;
using System.Threading.Tasks;

namespace Giants;

internal static class {name}
{{
    private static IDisposable? None() => null;
    private static async Task<int> Later(int n) {{ if (n % 2 == 0) await Task.Yield(); return n; }}

    internal static {result} Run(int p, int q, string t, object o)
    {{
        int s = q + t.Length + o.GetHashCode();
{lines}
        return {back};
    }}
}}
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Giants.csproj").write_text(PROJECT)
    calls = ""
    for wanted in sys.argv[2:]:
        kind, size = wanted.split(":")
        name = f"{kind.capitalize()}{size}"
        (folder / f"{name}.cs").write_text(giant(kind, int(size)))
        calls += f'if (Array.IndexOf(args, "{name}") >= 0) Console.WriteLine({name}.Run(7, 5, "k", 3).Result);\n'
    (folder / "Program.cs").write_text(f"using System;\nusing Giants;\n\n{calls}")


if __name__ == "__main__":
    main()
