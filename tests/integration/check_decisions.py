#!/usr/bin/env python3
"""Checks the decisions of a report against its sources.

    check_decisions.py COBERTURA.xml [FILE=ARMS ...]

Each line with branches must have a decision in its text. The lines of a named FILE (as the report
names it) must have so many arms together, and FILE must be in the report and have run; in all other
files there must be none. Exit code: 0 all right, 1 something is wrong, 2 the report cannot be read.
"""

import os
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter

DECISION = re.compile(
    r"\b(if|for|foreach|while|switch|case|catch|is)\b|\?\?|\?\.|\?\[|\?.*:|&&|\|\|")
CONDITION = re.compile(r"\((\d+)/(\d+)\)")


def source_text(sources, name):
    for source in sources:
        path = os.path.join(source, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8-sig") as file:
                return file.read().splitlines()
    return None


def read_report(path):
    """(sources, {file: {line: arms}}, {file: lines that ran})"""
    root = ET.parse(path).getroot()
    sources = [element.text or "" for element in root.iter("source")]
    arms, ran = {}, Counter()
    for cls in root.iter("class"):
        name = cls.get("filename")
        lines = arms.setdefault(name, {})
        for line in cls.find("lines").iter("line"):
            ran[name] += int(line.get("hits")) > 0
            if line.get("branch") == "true":
                match = CONDITION.search(line.get("condition-coverage"))
                lines[int(line.get("number"))] = int(match[2])
    return sources, arms, ran


def problems(path, expected):
    sources, arms, ran = read_report(path)
    for name, lines in sorted(arms.items()):
        text = source_text(sources, name)
        for number, count in sorted(lines.items()):
            line = text[number - 1] if text and number <= len(text) else None
            if line is None or not DECISION.search(line):
                yield f"{name}:{number}: {count} arms, but no decision: {line}"
        total = sum(lines.values())
        if total != expected.get(name, 0):
            yield f"{name}: {total} arms, expected {expected.get(name, 0)}: {lines}"
    for name in sorted(expected):
        if ran[name] == 0:
            yield f"{name}: nothing of it ran"


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    expected = {name: int(count) for name, count in (a.rsplit("=", 1) for a in arguments[1:])}
    try:
        found = list(problems(arguments[0], expected))
    except (OSError, ET.ParseError) as error:
        print(f"check_decisions: {error}", file=sys.stderr)
        return 2
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
