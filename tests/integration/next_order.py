#!/usr/bin/env python3
"""Compares the order of `clrcov next` with one computed from the JSON report: next_order.py NEXT.json REPORT.json.

docs/next.md has the order. The CRAP score is computed again from complexity and lines.
"""
import json
import sys


def crap(method):
    """Hundredths, rounded up; a method without lines counts as covered."""
    complexity, lines = method["complexity"], method["lines"]
    missed = lines["valid"] - lines["covered"]
    if lines["valid"] == 0:
        return complexity * 100
    product = complexity * complexity * missed ** 3 * 100
    return complexity * 100 + -(-product // lines["valid"] ** 3)


def members(report):
    """All members with something missed, in the order of docs/next.md."""
    hits = {}
    for file in report["files"]:
        for line in file["lines"]:
            hits[file["path"], line[0]] = line[1]
    found = []
    for assembly in report["assemblies"]:
        for kind in assembly["types"]:
            for method in kind["methods"]:
                lines = method["lines"]["valid"] - method["lines"]["covered"]
                outcomes = method["branches"]["valid"] - method["branches"]["covered"]
                if lines == 0 and outcomes == 0:
                    continue
                most = max((hits.get((kind["file"], n), 0) for n in range(method["firstLine"], method["lastLine"] + 1)),
                           default=0) if report["hits"] == "exact" else 0
                gain = crap(method) - method["complexity"] * 100
                found.append(((-gain, -(lines + outcomes), -most, kind["file"], method["firstLine"], kind["name"],
                               method["name"], method["signature"]), kind, method))
    return [(kind["name"], method["name"], method["signature"]) for _, kind, method in sorted(found, key=lambda x: x[0])]


def main():
    with open(sys.argv[1], encoding="utf-8") as stream:
        answer = json.load(stream)
    with open(sys.argv[2], encoding="utf-8") as stream:
        expected = members(json.load(stream))
    given = [(m["type"], m["member"], m["signature"]) for m in answer["members"]]
    count = len(given) + answer["more"]
    if count != len(expected):
        sys.exit(f"{count} members, {len(expected)} expected")
    for number, (ours, theirs) in enumerate(zip(given, expected), 1):
        if ours != theirs:
            sys.exit(f"{number}: {ours}, {theirs} expected")
    print(f"{len(given)} members in the order of the report")


if __name__ == "__main__":
    main()
