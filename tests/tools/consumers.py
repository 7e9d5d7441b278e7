#!/usr/bin/env python3
"""What other readers found in our reports, beside what we say: consumers.py REPOSITORY FOUND. REPOSITORY has the reports
under their default names, FOUND what each reader left. Prints a row for each reader; what a format cannot hold is said in
docs/formats.md and in EXPLAINED. Exit code 1: something differs."""
import json
import os
import re
import sys
import xml.etree.ElementTree as ET

import jsonschema

REPOSITORY, FOUND = sys.argv[1:]
SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "coverage.schema.json")


def load(*path):
    with open(os.path.join(*path), encoding="utf-8-sig") as file:
        return json.load(file)


def ours():
    """Our own JSON, which must be as its schema says."""
    report = load(REPOSITORY, "coverage.json")
    jsonschema.validate(report, load(SCHEMA))
    totals = report["totals"]
    return (totals["lines"]["valid"], totals["lines"]["covered"], totals["branches"]["valid"],
            totals["branches"]["covered"]), {file["path"] for file in report["files"] if file["lines"]}


def report_generator(name):
    found = load(FOUND, f"rg-{name}", "Summary.json")["summary"]
    return found["coverablelines"], found["coveredlines"], found["totalbranches"], found["coveredbranches"]


def diff_cover(name):
    found = load(FOUND, f"diff-{name}.json")
    return found["total_num_lines"], found["total_num_lines"] - found["total_num_violations"], None, None


def lcov_text(name):
    """`lcov --summary` and genhtml print "lines......: 88.2% (898 of 1018 lines)"."""
    with open(os.path.join(FOUND, name), encoding="utf-8") as file:
        text = file.read()
    figures = {what: (int(valid), int(covered))
               for covered, valid, what in re.findall(r"\((\d+) of (\d+) (lines|branches)\)", text)}
    return figures["lines"] + figures["branches"]


def opencover_lines():
    """OpenCover has points, not lines: a reader that takes each line from the first to the last of a point for one of its
    own finds these."""
    files, lines = {}, {}
    tree = ET.parse(os.path.join(REPOSITORY, "coverage.opencover.xml")).getroot()
    for module in tree.iter("Module"):
        files.update({file.get("uid"): file.get("fullPath") for file in module.iter("File")})
        for point in module.iter("SequencePoint"):
            for number in range(int(point.get("sl")), int(point.get("el")) + 1):
                key = files[point.get("fileid")], number
                lines[key] = max(int(point.get("vc")), lines.get(key, 0))
    return len(lines), sum(hits > 0 for hits in lines.values())


def main():
    totals, names = ours()
    npm = load(FOUND, "npm.json")
    of_npm = lambda name: tuple(npm[name][what] for what in ("lines", "covered", "branches", "taken"))
    points = opencover_lines() + totals[2:]
    rows = [("clrcov", totals, totals),
            ("ReportGenerator, cobertura", report_generator("cobertura"), totals),
            ("ReportGenerator, lcov", report_generator("lcov"), totals),
            ("ReportGenerator, opencover", report_generator("opencover"), points),
            ("diff-cover, cobertura", diff_cover("cobertura"), totals),
            ("diff-cover, lcov", diff_cover("lcov"), totals),
            ("cobertura-parse", of_npm("cobertura-parse"), totals),
            ("lcov-parse", of_npm("lcov-parse"), totals),
            ("lcov --summary", lcov_text("lcov.txt"), totals),
            ("genhtml", lcov_text("genhtml.txt"), totals)]
    bad = 0
    for name, found, wanted in rows:
        is_same = all(a is None or a == b for a, b in zip(found, wanted))
        bad += not is_same
        print(f"{name:27} lines {found[0]} covered {found[1]} branches {found[2]} taken {found[3]}"
              + ("" if is_same else f"   DIFFERS from {wanted}"))
    for name in sorted(names):
        if not os.path.isfile(os.path.join(REPOSITORY, name)):
            print("not a path of the repository:", name)
            bad += 1
    for reader, files in [("diff-cover, " + name, set(load(FOUND, f"diff-{name}.json")["src_stats"]))
                          for name in ("cobertura", "lcov")] + [(name, set(npm[name]["files"])) for name in npm]:
        if not files <= names or (reader in npm and files != names):
            print(f"{reader} has other paths: {sorted(files ^ names)}")
            bad += 1
    return bad > 0


sys.exit(main())
