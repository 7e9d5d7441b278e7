#!/usr/bin/env python3
"""Compares the decisions of a report with those that the syntax of each member has.

    count_decisions.py [--differences FILE] [--define SYMBOLS] REPORT.xml FOLDER...

Syntax alone cannot know types, constants and what the compiler folds, so members do differ; FILE lists those of a set of
sources, with both numbers: a difference that is not listed is a failure, and so is one that is listed and is not there.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", "random"), os.path.join(HERE, "..", "integration")]

from check_marks import BadInput, read_report               # noqa: E402
from random_programs import Failed, find_dotnet, run, write     # noqa: E402

ROSLYN = ("Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll")


def counted(folder, symbols, files):
    """[(file, first line, last line, decisions, name)] by syntax; the parser is that of the SDK."""
    sdk, references, runtime = find_dotnet()
    for name in ROSLYN:
        shutil.copy(f"{sdk}/Roslyn/bincore/{name}", folder)
    output = f"{folder}/CountDecisions.dll"
    write(output.replace(".dll", ".runtimeconfig.json"),
          '{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "%s"}}}' % runtime)
    run(["dotnet", f"{sdk}/Roslyn/bincore/csc.dll", "-nologo", "-nostdlib", "-target:exe", "-nullable:enable", "-langversion:latest",
         f"-out:{output}", *[f"-r:{r}" for r in references], *[f"-r:{folder}/{name}" for name in ROSLYN],
         f"{HERE}/CountDecisions.cs"])
    rows = [line.split("\t") for line in run(["dotnet", output, symbols, *files]).splitlines()]
    return [(file, int(first), int(last), int(number), name) for file, first, last, number, name in rows]


def sources(folders):
    for folder in folders:
        for directory, inner, names in os.walk(folder):
            inner[:] = [d for d in inner if d not in ("bin", "obj")]
            yield from (os.path.realpath(os.path.join(directory, n)) for n in names if n.endswith(".cs"))


def compare(report, members):
    """(members compared, decisions by syntax, [(member with both numbers, place)])"""
    compared, decisions, found = 0, 0, []
    for file, first, last, number, name in members:
        lines = report.files.get(file, {})
        inside = [lines[n] for n in range(first, last + 1) if n in lines]
        if not inside:
            continue        # out of the report, or without code
        compared += 1
        decisions += number
        shown = sum(len(line.conditions) for line in inside)
        if shown != number:
            found.append((f"{os.path.basename(file)} {name} | {number} by syntax, {shown} in the report", f"{file}:{first}"))
    return compared, decisions, found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--differences")
    parser.add_argument("--define", default="TRACE;DEBUG")
    parser.add_argument("report")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        members = counted(folder, options.define, sorted(sources(options.folders)))
    compared, decisions, found = compare(read_report(options.report), members)
    listed = Counter()
    if options.differences:
        with open(options.differences, encoding="utf-8") as stream:
            listed.update(line.strip() for line in stream if line.strip() and not line.startswith("#"))
    keys = Counter(key for key, _ in found)
    for key, place in found:
        if keys[key] > listed[key]:
            print(f"{place}: {key}")
    for key in sorted((listed - keys).elements()):
        print(f"listed, but it is not so: {key}")
    print(f"{compared} members with {decisions} decisions compared, {compared - len(found)} agree")
    return 0 if compared and (listed == keys or not options.differences) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failed, BadInput) as problem:
        print(f"count_decisions: {problem}", file=sys.stderr)
        sys.exit(2)
