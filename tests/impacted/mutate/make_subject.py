#!/usr/bin/env python3
"""Writes a solution to mutate: two libraries and their tests for xunit 2, of what a change can reach in ways that no call shows.

    make_subject.py [--seed N] [--times N] FOLDER

Each shape (shapes_*.py) is written --times times, each time with other numbers, words and ways. The comments `// kind: NAME` in the
sources tell the mutator what its mutants are (Find.cs). The same seed makes the same solution.
"""

import argparse
import os
import random
import re
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "random"))

import shapes_caches                            # noqa: E402
import shapes_constants                         # noqa: E402
import shapes_members                           # noqa: E402
import shapes_reflection                        # noqa: E402
import shapes_registrations                     # noqa: E402
from random_programs import write               # noqa: E402

SHAPES = [shape for module in (shapes_constants, shapes_members, shapes_registrations, shapes_reflection, shapes_caches)
          for shape in module.SHAPES]

WORDS = ("amber basil cedar delta ember fjord grove hazel indigo jasper kelp lilac maple nectar olive pearl quartz reed sage "
         "thyme").split()

PROPS = """<Project>
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>disable</Nullable>
    <NoWarn>$(NoWarn);CS0169;CS0414;CS0649;CS1718;CS0659;CS0661;xUnit1026;xUnit1031;xUnit2004;xUnit2013</NoWarn>
  </PropertyGroup>
</Project>
"""

LIBRARY = """<Project Sdk="Microsoft.NET.Sdk">
  <ItemGroup>
{}
  </ItemGroup>
</Project>
"""

PROJECT = '    <ProjectReference Include="../{0}/{0}.csproj"/>'
PACKAGE = '    <PackageReference Include="{}" Version="{}"/>'
PACKAGES = {
    "Services": [("Microsoft.Extensions.DependencyInjection", "10.0.0")],
    "Tests": [("Microsoft.NET.Test.Sdk", "17.14.1"), ("xunit", "2.9.3"), ("xunit.runner.visualstudio", "3.1.5")],
}
REFERENCES = {"Model": [], "Services": ["Model"], "Tests": ["Model", "Services"]}

USINGS = {
    "Model": ["System.Reflection"],
    "Services": ["System.Collections.Concurrent", "System.ComponentModel", "System.Linq.Expressions", "System.Reflection",
                 "System.Runtime.CompilerServices", "System.Text.Json", "Microsoft.Extensions.DependencyInjection",
                 "Microsoft.Extensions.DependencyInjection.Extensions", "Model"],
    "Tests": ["Microsoft.Extensions.DependencyInjection", "Model", "Services", "Xunit"],
}


def fill(text, values, chance):
    """`<?a|b?>` is one of these; @i1 a number, @w1 a word, @W1 the word with a capital; @F the name of the shape's members. A line
    that ends with a backslash continues on the next one, without the spaces there."""
    text = re.sub(r"\\\n *", "", text)
    text = re.sub(r"<\?(.*?)\?>", lambda m: chance.choice(m.group(1).split("|")), text, flags=re.S)

    def value(match):
        name = match.group(0)
        if name.startswith("@W"):
            return value(re.match(r"@w\d", name.lower())).capitalize()
        if name not in values:
            taken = set(values.values())
            values[name] = str(chance.randint(2, 99)) if name[1] == "i" else chance.choice([w for w in WORDS if w not in taken])
        return values[name]
    return re.sub(r"@[iwW]\d", value, text).replace("@F", values["@F"])


def make(folder, seed, times, shapes):
    chance = random.Random(seed)
    for project, references in REFERENCES.items():
        lines = [PACKAGE.format(*p) for p in PACKAGES.get(project, [])] + [PROJECT.format(r) for r in references]
        write(f"{folder}/{project}/{project}.csproj", LIBRARY.format("\n".join(lines)))
        write(f"{folder}/{project}/Usings.cs", "".join(f"global using {name};\n" for name in USINGS[project]))
    write(f"{folder}/Directory.Build.props", PROPS)
    number = 0
    for _ in range(times):
        for shape in chance.sample(shapes, len(shapes)):
            number += 1
            values = {"@F": f"F{number:03}"}
            for project, text in zip(REFERENCES, shape):
                if text.strip():
                    write(f"{folder}/{project}/F{number:03}.cs", f"namespace {project};\n{fill(text, values, chance)}")
    return number


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("folder")
    given = parser.parse_args()
    print(f"{make(given.folder, given.seed, given.times, SHAPES)} shapes")


if __name__ == "__main__":
    main()
