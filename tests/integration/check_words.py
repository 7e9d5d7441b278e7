#!/usr/bin/env python3
"""Compares the sentences of `clrcov explain` with the marks of a target.

    check_words.py CLRCOV REPORT.xml FOLDER

A mark that ends in `-- says: SENTENCE | SENTENCE` names what explain says of the line, branch by branch. The newest
session is asked; REPORT.xml is its report. Exit code: 0 all right, 1 a sentence differs or no mark says one.
"""
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SAYS = re.compile(r"(?://|'):.*-- says: (.*)$")
SOURCES = ("*.cs", "*.fs", "*.vb")


def marks_of(folder):
    """Yields (path, line number, sentence) for each mark that says one."""
    for pattern in SOURCES:
        for path in sorted(folder.glob(pattern)):
            for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
                match = SAYS.search(line)
                if match:
                    yield path, number, match.group(1).strip()


def said(clrcov, path, number):
    """What explain says of the line."""
    done = subprocess.run([clrcov, "explain", "--json", f"{path}:{number}"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr.strip()
    branches = json.loads(done.stdout)["lines"][0]["branches"]
    return " | ".join(branch["missed"] for branch in branches if branch["missed"])


def main():
    clrcov, _, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    marks = list(marks_of(folder))
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda mark: said(clrcov, mark[0], mark[1]), marks))
    wrong = 0
    for (path, number, expected), answer in zip(marks, answers):
        if answer != expected:
            wrong += 1
            print(f"{path.name}:{number}: expected {expected}\n    got      {answer}")
    print(f"{len(marks)} sentences, {wrong} wrong")
    return 1 if wrong or not marks else 0


if __name__ == "__main__":
    sys.exit(main())
