#!/usr/bin/env python3
"""Compares the hits of a Cobertura report with what a program counted itself (tests/targets/counts).

    check_counts.py COBERTURA.xml OUTPUT SOURCE...

OUTPUT is what the program printed: "FILE LINE COUNT", "# NAME COUNT"; the numbers of several processes are
added. Every line of the sources that the report has must be counted by the program: by a call of Count in
it, by the name behind `//#`, or, with `//v`, as often as the next counted line, if it is coverable at all
(labels, catch without a filter: it depends on the configuration). Empty lines, those of a brace only, and those marked `//~`, are free.
Prints each disagreement; the last line is "N counted lines, M wrong, H executions". Exit code 0, 1, 2.
"""

import os
import re
import sys
import xml.etree.ElementTree as ET

CALL = re.compile(r"\bCount\.(At|Of|All|Each|Stream)\b")
NAME = re.compile(r"//# (\S+)")
FREE = re.compile(r"^\s*([{}]\)?;?)?\s*$|//~")


def read_output(path):
    """{(file, line): count}, {name: count}."""
    lines, names = {}, {}
    with open(path, encoding="utf-8") as stream:
        for text in stream:
            first, second, count = text.split()
            if first == "#":
                names[second] = names.get(second, 0) + int(count)
            else:
                key = first, int(second)
                lines[key] = lines.get(key, 0) + int(count)
    return lines, names


def read_hits(path):
    """{(file, line): hits}; the same line in two classes must say the same."""
    hits = {}
    for element in ET.parse(path).getroot().iter("class"):
        name = os.path.basename(element.get("filename"))
        for line in element.iterfind("lines/line"):
            key = name, int(line.get("number"))
            if hits.setdefault(key, int(line.get("hits"))) != int(line.get("hits")):
                raise ValueError(f"{key}: two numbers of hits")
    return hits


def expected_counts(path, lines, names):
    """{line: counts that are right} of one source file; none where the line is free."""
    found, waiting = {}, []
    name = os.path.basename(path)
    with open(path, encoding="utf-8-sig") as stream:
        for number, text in enumerate(stream, 1):
            if FREE.search(text):
                found[number] = ()
            elif match := NAME.search(text):
                found[number] = (names[match[1]],)
            elif "//v" in text:
                waiting.append(number)
            elif CALL.search(text):
                count = lines.get((name, number), 0)
                found[number] = (count,)
                found.update((above, (count, None)) for above in waiting)
                waiting = []
    return found


def compare(path, hits, lines, names):
    """Yields a text for each disagreement."""
    expected, name = expected_counts(path, lines, names), os.path.basename(path)
    for number, counts in expected.items():
        got = hits.get((name, number))
        if counts and got not in counts:
            yield f"{name}:{number}: counted {counts[0]}, reported {'not coverable' if got is None else got}"
    for file, number in hits:
        if file == name and number not in expected:
            yield f"{name}:{number}: coverable, but does not count itself"


def main(arguments):
    """Command line."""
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    hits, (lines, names) = read_hits(arguments[0]), read_output(arguments[1])
    total = wrong = executions = 0
    for path in arguments[2:]:
        problems = list(compare(path, hits, lines, names))
        print("\n".join(problems), end="\n" if problems else "")
        counts = [c[0] for c in expected_counts(path, lines, names).values() if c]
        total, wrong, executions = total + len(counts), wrong + len(problems), executions + sum(counts)
    print(f"{total} counted lines, {wrong} wrong, {executions} executions")
    return 1 if wrong or total < 250 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
