#!/usr/bin/env python3
"""Compares the Debug report of a program with its Release report: each kind of difference with its number.

    compare_configurations.py [--examples N] DEBUG.xml RELEASE.xml

Lines that are in one report only are told by what they hold (a brace, a jump, code); lines of both by their states and by
their decisions. Exit code 0, or 2 when a report cannot be read or both share no line.
"""

import argparse
import os
import re
import sys
from collections import Counter, defaultdict

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "integration"))

from check_marks import BadInput, read_report     # noqa: E402

KINDS = (
    ("a brace", re.compile(r"^[{}()\];,\s]*$")),
    ("a jump", re.compile(r"^(break|continue|return|goto|yield break|End \w+|Next|Loop|Exit \w+)\b[^(]*$")),
    ("a switch", re.compile(r"\bswitch\s*\(|\bmatch\b|Select Case")),
    ("a loop or lock", re.compile(r"^\s*(await )?(foreach|for|while|do|lock|using|fixed|For|While|Do)\b")),
)


class Sources:
    """Lines of source files, as far as they are there."""

    def __init__(self):
        self.files = {}

    def line(self, name, number):
        if name not in self.files:
            try:
                with open(name, encoding="utf-8-sig", errors="replace") as stream:
                    self.files[name] = stream.read().splitlines()
            except OSError:
                self.files[name] = []
        lines = self.files[name]
        return lines[number - 1].strip() if number <= len(lines) else ""

    def kind(self, name, number):
        text = self.line(name, number).split("//")[0].strip()
        return next((kind for kind, pattern in KINDS if pattern.search(text)), "code")


def shape(line):
    """The decisions of a line without what was taken."""
    return sum(c.kind == "jump" for c in line.conditions), sum(c.kind != "jump" for c in line.conditions), line.total


def line_kinds(debug, release):
    """The kinds of difference of a line that both reports have."""
    for name, line in (("Debug", debug), ("Release", release)):
        if line.hits == 0 and line.taken > 0:
            yield f"a miss with a taken arm in {name}"
    if (debug.hits > 0) != (release.hits > 0):
        yield f"{debug.state} in Debug, {release.state} in Release"
    if len(debug.conditions) != len(release.conditions):
        more = "fewer" if len(release.conditions) < len(debug.conditions) else "more"
        yield f"{more} decisions in Release"
    elif shape(debug) != shape(release):
        yield "the same number of decisions with other arms"
    elif debug.taken != release.taken:
        yield "the same decisions, other arms taken"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=5)
    parser.add_argument("debug")
    parser.add_argument("release")
    options = parser.parse_args()
    debug, release = read_report(options.debug).files, read_report(options.release).files
    sources, kinds, examples, totals = Sources(), Counter(), defaultdict(list), Counter()
    for name in sorted(set(debug) | set(release)):
        left, right = debug.get(name, {}), release.get(name, {})
        for number in sorted(set(left) | set(right)):
            if number in left and number in right:
                totals["lines of both"] += 1
                totals["decisions in Debug"] += len(left[number].conditions)
                totals["decisions in Release"] += len(right[number].conditions)
                found = [f"{kind}: {sources.kind(name, number)}" for kind in line_kinds(left[number], right[number])]
            else:
                found = [f"in {'Debug' if number in left else 'Release'} only: {sources.kind(name, number)}"]
            for kind in found:
                kinds[kind] += 1
                if len(examples[kind]) < options.examples:
                    one, other = left.get(number, "no line"), right.get(number, "no line")
                    examples[kind].append(f"{name}:{number}: {sources.line(name, number)[:120]}\n        {one} | {other}")
    for kind, number in totals.items():
        print(f"{number:7} {kind}")
    for kind, number in kinds.most_common():
        print(f"{number:7} {kind}")
        print("".join(f"      {text}\n" for text in examples[kind]), end="")
    return 0 if totals["lines of both"] else 2


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadInput as problem:
        print(f"compare_configurations: {problem}", file=sys.stderr)
        sys.exit(2)
