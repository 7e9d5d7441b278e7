#!/usr/bin/env python3
"""A report of ours as input of ours: check_roundtrip.py CLRCOV ROOT FOLDER. FOLDER has report.json and the same report in
each format that `clrcov merge` reads. Lines with their hits and arms, and methods, must come back from each, but for what
the format has no room for: LOSSES, and docs/formats.md for people. Prints each difference."""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter, namedtuple

CLRCOV, ROOT, FOLDER = sys.argv[1:]
MOST = 99_999_999  # Cobertura takes no more hits
Line = namedtuple("Line", "hits branches")  # branches: of each, whether its arms were taken
Method = namedtuple("Method", "assembly file type name signature first last is_entered lines branches")


def read(name):
    """({(file, number): Line}, [Method])"""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        report = json.load(file)
    lines, methods = {}, []
    for file in report["files"]:
        for line in file["lines"]:
            arms = [tuple(arm if isinstance(arm, int) else arm[0] for arm in branch)
                    for branch in (line[4] if len(line) > 2 else [])]
            lines[file["path"], line[0]] = Line(min(line[1], MOST), tuple(arms))
    for assembly in report["assemblies"]:
        for kind in assembly["types"]:
            methods += [Method(assembly["name"], kind["file"], kind["name"], m["name"], m["signature"], m["firstLine"],
                               m["lastLine"], m["isEntered"], tuple(m["lines"].values()), tuple(m["branches"].values()))
                        for m in kind["methods"]]
    return lines, methods


WHOLE = read("report.json")


# --- losses: each takes out of (lines, methods) what the format cannot hold -------------------------

def which_arm(lines, methods):
    """Only how many arms of a jump were taken; a switch is what is left of the line's arms, so several of them are one."""
    def known(branches):
        jumps = sorted((sum(arms), 2) for arms in branches if len(arms) == 2)
        rest = [arms for arms in branches if len(arms) != 2]
        return tuple(jumps) + ((sum(map(sum, rest)), sum(map(len, rest))),)
    return {key: Line(line.hits, known(line.branches)) for key, line in lines.items()}, methods


def entered_beside_others(lines, methods):
    """Which of several methods with a common line was entered: a line has its hits, wherever it is listed."""
    spans = {}
    for m in methods:
        spans.setdefault(m.file, []).append((m.first, m.last))
    alone = lambda m: sum(first <= m.last and last >= m.first for first, last in spans[m.file]) == 1
    return lines, [m if alone(m) else m._replace(is_entered=None) for m in methods]


def assemblies(lines, methods):
    return lines, [m._replace(assembly="") for m in methods]


def names_in_parts(lines, methods):
    """Type, method and signature are one word without commas: which point is the one between type and method is not told."""
    return lines, [m._replace(type="", name=f"{m.type}.{m.name}{m.signature}".replace(",", ";"), signature="")
                   for m in methods]


def lines_of_methods(lines, methods):
    """A method has a first line and no last one: methods that begin on the line of another one are not told apart, and a
    line belongs to the method that begins last before it."""
    begins = Counter((m.file, m.first) for m in WHOLE[1])
    return lines, [m._replace(last=0, is_entered=None, lines=(), branches=())
                   for m in methods if begins[m.file, m.first] == 1]


def points():
    """Of opencover.xml: lines on which a sequence point begins, and those in the middle of one."""
    begin, inside = set(), set()
    tree = ET.parse(os.path.join(FOLDER, "opencover.xml")).getroot()
    names = {file.get("uid"): os.path.relpath(file.get("fullPath"), ROOT) for file in tree.iter("File")}
    for point in tree.iter("SequencePoint"):
        first, last = int(point.get("sl")), int(point.get("el"))
        begin.add((names[point.get("fileid")], first))
        inside |= {(names[point.get("fileid")], number) for number in range(first + 1, last + 1)}
    return begin, inside


def inside_points(lines, methods):
    """Lines in the middle of a point belong to it, unless another point begins and ends there: a lambda or a keyword that
    takes such lines away has no point of its own."""
    _, inside = points()
    kept = {key: line for key, line in lines.items() if key not in inside}
    touched = lambda m: any((m.file, number) in inside for number in range(m.first, m.last + 1))
    return kept, [m._replace(lines=(), branches=()) if touched(m) else m for m in methods]


LOSSES = {
    "cobertura.xml": [which_arm, entered_beside_others],
    "lcov.info": [assemblies, names_in_parts, lines_of_methods],
    "opencover.xml": [inside_points, entered_beside_others],
    "coverlet.json": [entered_beside_others],
}


# --- comparing -----------------------------------------------------------------------------------

def compare(name, wanted, got):
    """Prints what differs; how many things do."""
    for loss in LOSSES[name]:
        wanted, got = loss(*wanted), loss(*got)
    bad = [f"{key[0]}:{key[1]}: {wanted[0].get(key)}, came back as {got[0].get(key)}"
           for key in sorted(wanted[0].keys() | got[0].keys()) if wanted[0].get(key) != got[0].get(key)]
    before, after = Counter(wanted[1]), Counter(got[1])
    bad += [f"lost: {method}" for method in before - after] + [f"new: {method}" for method in after - before]
    print("\n".join(f"{name}: {text}" for text in bad[:10]))
    print(f"{name}: {len(wanted[0])} lines and {len(wanted[1])} methods compared, {len(bad)} differences")
    return len(bad)


def main():
    bad = 0
    for name in LOSSES:
        back = f"back-{name}.json"
        subprocess.run([CLRCOV, "merge", "-q", "--root", ROOT, "-f", f"json={os.path.join(FOLDER, back)}",
                        os.path.join(FOLDER, name)], check=True)
        bad += compare(name, WHOLE, read(back))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
