#!/usr/bin/env python3
"""Is any mark of the targets lost since a revision?

    compare_marks.py [--code] [--renamed OLD=NEW] REVISION [FOLDER]

Compares FOLDER, tests/targets when none is named, with what REVISION has there. A mark is told by its project, its construct (the
last `//- ` line before it, else the heading of the file), the code of its line and the mark itself with its free text; --code
leaves the construct out, for changes that reword constructs. Names of files that were renamed, added or removed count as equal
wherever they stand, for classes and modules are named like their files; --renamed adds a class that is not. So a mark may move to
another file of its project, and its class may have another name; nothing else may change.
Prints `- ` with what REVISION alone has, `+ ` with what is new, and both numbers. Exit code: 0 nothing is lost, 1 a mark is lost,
2 when the revision or a mark cannot be read.
"""

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "integration"))

from check_marks import BadInput, read_source, source_paths     # noqa: E402

TARGETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "targets")


def git(folder, *arguments):
    """What a git command writes, as bytes."""
    done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        raise BadInput(done.stderr.decode(errors="replace").strip())
    return done.stdout


def project_of(path):
    """The folder of a path below the targets, or "" for a file that lies in none."""
    return path.split("/", 1)[0] if "/" in path else ""


def changed_names(revision, folder):
    """project -> names of its files that are only before or only after."""
    names = defaultdict(set)
    changed = git(folder, "diff", "--relative", "--no-renames", "--name-only", "--diff-filter=AD", "-z", revision, "--", ".")
    added = git(folder, "ls-files", "--others", "--exclude-standard", "-z")
    for path in filter(None, (changed + added).decode().split("\0")):
        names[project_of(path)].add(os.path.basename(path).split(".")[0])
    return names


def marks_of(folder, names, code_only):
    """Counter of (project, construct, code, mark)."""
    found = Counter()
    root = os.path.realpath(folder)
    for path in source_paths([folder]):
        source, project = read_source(path), project_of(os.path.relpath(path, root))
        words = names.get(project, set()) | names.get(None, set())
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b") if words else re.compile(r"(?!)")
        for number, marks in source.marks.items():
            text = source.lines[number - 1]
            code = " ".join(text.split(source.lead, 1)[0].split())
            free = "".join(text.partition(" -- ")[1:])
            construct = "" if code_only else source.construct_at(number) or source.heading
            for letters, mark in marks.items():
                found[project, pattern.sub("_", construct), pattern.sub("_", code), f"{source.lead}{letters}: {mark}{free}"] += 1
    return found


def told(key, count):
    project, construct, code, mark = key
    return ": ".join(filter(None, (project, construct, f"{code} {mark}"))) + (f" ({count} times)" if count > 1 else "")


def compare(revision, folder, renamed=(), code_only=False):
    """Prints what differs; returns the number of marks that are lost."""
    names = changed_names(revision, folder)
    names[None] = {name for pair in renamed for name in pair.split("=")}
    with tempfile.TemporaryDirectory() as scratch:
        archive = os.path.join(scratch, "before.tar")
        with open(archive, "wb") as stream:
            stream.write(git(folder, "archive", "--format=tar", revision, "."))
        with tarfile.open(archive) as tar:
            tar.extractall(os.path.join(scratch, "before"), filter="data")
        before = marks_of(os.path.join(scratch, "before"), names, code_only)
    after = marks_of(folder, names, code_only)
    for sign, rest in (("-", before - after), ("+", after - before)):
        for key in sorted(rest):
            print(sign, told(key, rest[key]))
    lost = (before - after).total()
    print(f"{before.total()} marks before, {after.total()} after, {lost} lost")
    return lost


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Is any mark of the targets lost since a revision?")
    parser.add_argument("--code", action="store_true", help="compare code and marks, without constructs")
    parser.add_argument("--renamed", action="append", default=[], metavar="OLD=NEW", help="a class that is not named like its file")
    parser.add_argument("revision", metavar="REVISION")
    parser.add_argument("folder", nargs="?", default=TARGETS, metavar="FOLDER")
    options = parser.parse_args(arguments)
    try:
        return 1 if compare(options.revision, options.folder, options.renamed, options.code) else 0
    except BadInput as problem:
        print(f"compare_marks: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
