#!/usr/bin/env python3
"""Do all formats of one report say the same? check_formats.py FOLDER: compares lines, hits and arms of each with those of
cobertura.xml, file by file; validates against the schemas that there are. Prints each difference."""
import json
import os
import sys
import xml.etree.ElementTree as ET

import jsonschema

FOLDER = sys.argv[1]
SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "coverage.schema.json")


def path(name):
    """A report."""
    return os.path.join(FOLDER, name)


def cobertura():
    """{file: {line: (hits, taken, arms)}}, and the root."""
    root = ET.parse(path("cobertura.xml")).getroot()
    files = {}
    for cls in root.iter("class"):
        lines = files.setdefault(cls.get("filename"), {})
        for line in cls.find("lines"):
            taken = arms = 0
            if line.get("branch") == "true":
                taken, arms = map(int, line.get("condition-coverage").split("(")[1].rstrip(")").split("/"))
            lines[int(line.get("number"))] = (int(line.get("hits")), taken, arms)
    return files, root.find("sources")[0].text


def lcov():
    """The same of lcov's file; its sums must be those of its lines."""
    files, current = {}, None
    for text in open(path("lcov.info"), encoding="utf-8"):
        key, _, value = text.strip().partition(":")
        if key == "SF":
            current, branches, sums = files.setdefault(value, {}), {}, {}
        elif key == "DA":
            number, hits = map(int, value.split(","))
            current[number] = (hits, *branches.get(number, (0, 0)))
        elif key == "BRDA":
            number, _, _, count = value.split(",")
            taken, arms = branches.get(int(number), (0, 0))
            branches[int(number)] = (taken + (count not in ("-", "0")), arms + 1)
        elif key in ("LF", "LH", "BRF", "BRH"):
            sums[key] = int(value)
        elif key == "end_of_record":
            found = {"LF": len(current), "LH": sum(l[0] > 0 for l in current.values()),
                     "BRF": sum(l[2] for l in current.values()), "BRH": sum(l[1] for l in current.values())}
            assert sums == found, (sums, found)
    return files


def coverlet(root):
    """The same of coverlet's JSON."""
    files = {}
    for module in json.load(open(path("coverlet.json"), encoding="utf-8")).values():
        for name, classes in module.items():
            lines = files.setdefault(os.path.relpath(name, root), {})
            for methods in classes.values():
                for method in methods.values():
                    arms = {}
                    for branch in method["Branches"]:
                        taken, count = arms.get(branch["Line"], (0, 0))
                        arms[branch["Line"]] = (taken + (branch["Hits"] > 0), count + 1)
                    for number, hits in method["Lines"].items():
                        lines[int(number)] = (hits, *arms.get(int(number), (0, 0)))
    return files


def sonar():
    """Sonar tells no hits."""
    return {file.get("path"): {int(line.get("lineNumber")): (int(line.get("covered") == "true"),
                                                              int(line.get("coveredBranches", 0)),
                                                              int(line.get("branchesToCover", 0))) for line in file}
            for file in ET.parse(path("sonar.xml")).getroot()}


def own():
    """Our own JSON, by its schema."""
    report = json.load(open(path("report.json"), encoding="utf-8"))
    jsonschema.validate(report, json.load(open(SCHEMA, encoding="utf-8")))
    arm = lambda a: a if isinstance(a, int) else a[0]
    files = {}
    for file in report["files"]:
        lines = files[file["path"]] = {}
        for line in file["lines"]:
            arms = [arm(a) for branch in (line[4] if len(line) > 2 else []) for a in branch]
            lines[line[0]] = (line[1], sum(arms), len(arms))
    return files


def opencover(root):
    """Arms by line, and the lines on which points begin."""
    files, tree = {}, ET.parse(path("opencover.xml")).getroot()
    names = {file.get("uid"): os.path.relpath(file.get("fullPath"), root) for file in tree.iter("File")}
    points = {(p.get("fileid"), p.get("sl"), p.get("sc"), p.get("el"), p.get("ec")): int(p.get("vc"))
              for p in tree.iter("SequencePoint")}
    branches = {}   # readers tell the arms of a line apart by offset and path, also where it is in several methods
    for method in tree.iter("Method"):
        of_line = {}
        for arm in method.iter("BranchPoint"):
            of_line.setdefault((arm.get("fileid"), arm.get("sl")), []).append((arm.get("offset"), arm.get("path"), arm.get("vc")))
        for line, arms in of_line.items():
            assert branches.setdefault(line, arms) == arms, (names[line[0]], line[1], branches[line], arms)
    for (file, line, *_), hits in points.items():
        known = files.setdefault(names[file], {})
        known[int(line)] = max(hits, known.get(int(line), 0))
    return files


MOST = 99_999_999   # readers of Cobertura take no more


def compare(name, wanted, got):
    """Prints what differs; how many things do."""
    bad = 0
    got = {file: {line: (min(l[0], MOST), *l[1:]) for line, l in lines.items()} for file, lines in got.items()}
    for file in sorted(wanted.keys() | got.keys()):
        ours, theirs = wanted.get(file, {}), got.get(file, {})
        for line in sorted(ours.keys() | theirs.keys()):
            if ours.get(line) != theirs.get(line):
                bad += 1
                if bad <= 5:
                    print(f"{name}: {file}:{line}: cobertura {ours.get(line)}, here {theirs.get(line)}")
    return bad


def main():
    """All of them."""
    wanted, root = cobertura()
    once = {file: {line: (min(l[0], 1), *l[1:]) for line, l in lines.items()} for file, lines in wanted.items()}
    bad = compare("lcov", wanted, lcov()) + compare("coverlet", wanted, coverlet(root)) + compare("json", wanted, own())
    bad += compare("sonar", once, sonar())
    for file, lines in opencover(root).items():
        for line, hits in lines.items():
            # a point may own no more than its other lines
            if line in wanted.get(file, {}) and min(hits, MOST) > wanted[file][line][0]:
                bad += 1
                print(f"opencover: {file}:{line}: {hits} hits, cobertura {wanted[file][line][0]}")
    print(f"{len(wanted)} files, {sum(map(len, wanted.values()))} lines, {bad} differences")
    return bad > 0


sys.exit(main())
