#!/usr/bin/env python3
"""A report of ours as input of ours: check_roundtrip.py CLRCOV ROOT FOLDER. FOLDER has report.json and the same report in
each format that `clrcov merge` reads. Lines with their hits and arms, and methods, must come back from each; LOSSES says
what a format has no room for. docs/formats.md says the same for people. Prints each difference."""
import json
import os
import subprocess
import sys
from collections import Counter

CLRCOV, ROOT, FOLDER = sys.argv[1:]
MOST = 99_999_999  # readers of Cobertura take no more, so the other hits are compared up to there, too

# What of a report each format cannot hold, as names of the functions below that take it out of both sides.
LOSSES = {
    "cobertura.xml": [],
    "lcov.info": [],
    "opencover.xml": [],
    "coverlet.json": [],
}


def read(path):
    """{"lines": {(file, line): (hits, arms of each branch)}, "methods": {...}}."""
    report = json.load(open(path, encoding="utf-8"))
    arm = lambda a: a if isinstance(a, int) else a[0]
    lines, methods = {}, Counter()
    for file in report["files"]:
        for line in file["lines"]:
            branches = tuple(tuple(map(arm, branch)) for branch in line[4]) if len(line) > 2 else ()
            lines[file["path"], line[0]] = (min(line[1], MOST), branches)
    for assembly in report["assemblies"]:
        for kind in assembly["types"]:
            for m in kind["methods"]:
                methods[assembly["name"], kind["file"], kind["name"], m["name"], m["signature"], m["firstLine"], m["lastLine"],
                        m["isEntered"], m["lines"]["covered"], m["lines"]["valid"], m["branches"]["covered"],
                        m["branches"]["valid"]] += 1
    return lines, methods


def main():
    wanted = read(os.path.join(FOLDER, "report.json"))
    for name in LOSSES:
        out = os.path.join(FOLDER, "back-" + name + ".json")
        subprocess.run([CLRCOV, "merge", "-q", "--root", ROOT, "-f", "json=" + out, os.path.join(FOLDER, name)], check=True)
        lines, methods = read(out)
        diff = [(k, wanted[0].get(k), lines.get(k)) for k in sorted(wanted[0].keys() | lines.keys()) if wanted[0].get(k) != lines.get(k)]
        kinds = Counter("missing" if c is None else "more" if b is None else "hits" if b[0] != c[0] else "branches" for _, b, c in diff)
        print(name, len(wanted[0]), dict(kinds))
        for d in diff[:12]: print("   ", d)
        a, b = wanted[1] - methods, methods - wanted[1]
        print("  methods", sum(wanted[1].values()), len(a), len(b))
        for x in sorted(a)[:6]: print("   -", x)
        for x in sorted(b)[:6]: print("   +", x)


main()
