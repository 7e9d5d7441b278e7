#!/usr/bin/env python3
"""The targets of C#, written in other ways: the same lines and the same decisions with the same arms.

    reformat.py --clrcov PATH [--style NAME ...] [--expected FILE] [--keep DIR]

Styles that keep lines are compared with all marks. The others, one line for a construct and one line for each token, are
compared by construct: the decisions of its lines together.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", "random"), os.path.join(HERE, "..", "integration")]

import csharp                                                                       # noqa: E402
from check_marks import compare as compare_marks, read_report, read_source         # noqa: E402
from random_programs import Failed, find_dotnet, run, write                         # noqa: E402
from styles import ADDED, CONSTRUCT, CONSTRUCTS, LINES                                     # noqa: E402

BEGINNING = "the beginning of the file"
TARGET = os.path.join(HERE, "..", "targets", "csharp")
# What names lines itself, or depends on columns by what it shows, stays as it is.
AS_THEY_ARE = {"LineHidden.cs", "LineHidden.Part.cs", "PartialClass.cs", "PartialClass.Part.cs", "CoverageOff.cs", "ExcludedByAttribute.cs"}


def compiled(folder, dotnet, release):
    sdk, references, runtime = dotnet
    output = f"{folder}/bin/{'Release' if release else 'Debug'}/CSharpTargets.dll"
    write(output.replace(".dll", ".runtimeconfig.json"),
          '{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "%s"}, '
          '"configProperties": {"System.Globalization.Invariant": true}}}' % runtime)
    sources = sorted(f"{folder}/{n}" for n in os.listdir(folder) if n.endswith(".cs"))
    command = csharp.compile_command(sdk, sources, references, output, release)
    symbols = "TRACE;RELEASE" if release else "TRACE;DEBUG"
    run([c.replace("annotations", "enable") if c.startswith("-nullable") else c for c in command] + [f"-define:{symbols}"])
    return output


def rewritten(style, folder):
    """Copies the target in a style."""
    change = LINES.get(style) or CONSTRUCTS.get(style) or (lambda source: source)
    os.makedirs(folder)
    for name in os.listdir(TARGET):
        if name.endswith(".cs"):
            with open(os.path.join(TARGET, name), encoding="utf-8-sig") as stream:
                source = stream.read()
            write(f"{folder}/{name}", source if name in AS_THEY_ARE else change(source))


def by_construct(path, decisions):
    """[(construct, Counter of decisions)]; decisions: line -> Counter."""
    found = [(BEGINNING, Counter())]
    with open(path, encoding="utf-8-sig") as stream:
        for number, text in enumerate(stream.read().split("\n"), 1):
            if text.strip().startswith(CONSTRUCT):
                found.append((text.strip()[len(CONSTRUCT):], Counter()))
            found[-1][1].update(decisions.get(number, {}))
    return found


def of_marks(source, config):
    return {line: Counter((n == 2, 100 * t // n) for t, n in mark.arms)
            for line, mark in source.expected(config).items()}


def of_report(report, path):
    lines = report.files.get(os.path.realpath(path), {})
    return {n: Counter((c.kind == "jump", c.percent) for c in line.conditions) for n, line in lines.items()}


def told(decisions):
    return " ".join(f"{'jump' if jump else 'switch'} {percent}%" + (f" x{count}" if count > 1 else "")
                    for (jump, percent), count in sorted(decisions.items())) or "none"


def check_constructs(folder, config, report):
    """(differences, number of decisions) of all files, construct by construct."""
    found, number = [], 0
    for name in sorted(n for n in os.listdir(folder) if n.endswith(".cs")):
        original, path = os.path.join(TARGET, name), f"{folder}/{name}"
        expected = by_construct(original, of_marks(read_source(original), config))
        got = by_construct(path, of_report(report, path))
        for (construct, wanted), (_, shown) in zip(expected, got, strict=True):
            number += sum(wanted.values())
            if wanted != shown:
                found.append((f"{name}: {construct}",
                              f"expected {told(wanted - shown)}, got {told(shown - wanted)}"))
    return found, number


def check_lines(folder, config, report):
    found, number = [], 0
    for name in sorted(n for n in os.listdir(folder) if n.endswith(".cs")):
        source = read_source(f"{folder}/{name}")
        number += sum(len(m.arms) for m in source.expected(config).values())
        for line, text in compare_marks(source, report, source.expected(config), False):
            if source.lines[line - 1] in ADDED and text.startswith("expected a mark"):
                continue        # a line without code in the middle of a statement is the statement's
            code = " ".join(source.lines[line - 1].split("//")[0].split())
            found.append((f"{name}: {source.construct_at(line) or BEGINNING}: {code}", f"line {line}: {text}"))
    return found, number


def check_style(style, options, dotnet, folder):
    """All differences of a style: (key, text)."""
    rewritten(style, folder)
    found = []
    for config in ("Debug", "Release"):
        dll = compiled(folder, dotnet, config == "Release")
        report = f"{folder}/{config}.xml"
        run([options.clrcov, "run", "-q", "--root", folder, "-o", report, "--", "dotnet", dll])
        check = check_constructs if style in CONSTRUCTS else check_lines
        differences, number = check(folder, config, read_report(report))
        print(f"{style} {config}: {number} decisions, {len(differences)} places differ", flush=True)
        found += [(f"{style} {config} {key}", text) for key, text in differences]
    return found


def read_listed(path, styles):
    """The places that are known to differ: STYLE CONFIGURATION FILE: CONSTRUCT, and the code of a line."""
    with open(path, encoding="utf-8") as stream:
        listed = {line.rstrip("\n") for line in stream if line.strip() and not line.startswith("#")}
    return {line for line in listed if line.split(" ")[0] in styles}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clrcov", required=True)
    parser.add_argument("--style", action="append", choices=[*LINES, *CONSTRUCTS, "as-it-is"])
    parser.add_argument("--expected", help="differences that must be there, and no others")
    parser.add_argument("--keep")
    options = parser.parse_args()
    dotnet, found = find_dotnet(), []
    styles = options.style or [*LINES, *CONSTRUCTS]
    listed = read_listed(options.expected, styles) if options.expected else set()
    with tempfile.TemporaryDirectory() as scratch:
        for style in styles:
            folder = f"{os.path.realpath(options.keep or scratch)}/{style}"
            shutil.rmtree(folder, ignore_errors=True)
            for key, text in check_style(style, options, dotnet, folder):
                found.append(key)
                if key not in listed:
                    print(f"{key}\n    {text}", flush=True)
    for key in sorted(listed - set(found)):
        print(f"listed, but it does not differ: {key}")
    return 0 if listed == set(found) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as problem:
        print(f"reformat: {problem}", file=sys.stderr)
        sys.exit(2)
