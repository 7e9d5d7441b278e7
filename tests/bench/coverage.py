"""Compares the coverage in Cobertura files: which lines ran, and how many arms of their decisions were taken.

    coverage.py ORACLE ROOT lines|arms REPORT...

Prints a sentence for each line of files below ROOT that differs; several reports count as one. A program of its own:
what is measured inherits the peak memory of the process that starts it, which must stay small.
"""

import os
import re
import sys
import xml.etree.ElementTree as ET

TOTAL = re.compile(r"\((\d+)/(\d+)\)")


def _file_name(filename, sources, root):
    """Relative to `root`; None for a file elsewhere."""
    path = filename
    if not os.path.isabs(path):
        path = os.path.join(sources[0] if sources else root, path)
    path, root = os.path.realpath(path), os.path.realpath(root)
    return os.path.relpath(path, root) if path.startswith(root + os.sep) else None


def read(path, root):
    """{(file, line): (ran, taken, arms)} of the files below `root`."""
    tree = ET.parse(path).getroot()
    sources = [source.text for source in tree.iterfind("sources/source") if source.text]
    found = {}
    for element in tree.iter("class"):
        file = _file_name(element.get("filename"), sources, root)
        for line in element.iter("line") if file is not None else ():
            match = TOTAL.search(line.get("condition-coverage", ""))
            arms = (int(match[1]), int(match[2])) if match else (0, 0)
            key = (file, int(line.get("number")))
            ran = int(line.get("hits")) > 0
            before = found.get(key, (False, 0, 0))
            found[key] = (before[0] or ran, max(before[1], arms[0]), max(before[2], arms[1]))
    return found


def _words(state, with_arms):
    if state is None:
        return "not there"
    ran, taken, arms = state
    return ("ran" if ran else "did not run") + (f" {taken}/{arms}" if with_arms and arms else "")


def differences(oracle, got, with_arms):
    """A sentence for each line that differs; without arms only whether lines ran is compared."""
    found = []
    for file, line in sorted(oracle.keys() | got.keys()):
        ours, theirs = (_words(side.get((file, line)), with_arms) for side in (got, oracle))
        if ours != theirs:
            found.append(f"{file}:{line}: {ours}, and the oracle has: {theirs}")
    return found


def united(paths, root):
    """Several reports as one: the better result of each line."""
    found = {}
    for path in paths:
        for key, state in read(path, root).items():
            found[key] = max(found.get(key, (False, 0, 0)), state)
    return found


def main(argv):
    """Exit code 0 when nothing differs, 1 when something does, 3 when the oracle has no line."""
    oracle_path, root, what, *paths = argv
    oracle = read(oracle_path, root)
    found = differences(oracle, united(paths, root), what == "arms")
    print("\n".join(found))
    return 3 if not oracle else 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
