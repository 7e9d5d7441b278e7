#!/usr/bin/env python3
"""Is the table of scripts/test.sh whole? check_parts.py REPOSITORY

Each file of tests/integration that tests is a part, each part is there and is named in CONTRIBUTING.md for a room, each room has
parts, and the budgets of the short run fit into a quarter of an hour of two processors.
"""
import re
import sys
from pathlib import Path

from check_structure import ROOMS

LIMIT = 15 * 60 * 2  # seconds of processor time
SOURCED = {"lib.sh", "roots.sh"}


def read_parts(text):
    """Name -> (budget of the short run or None, what it needs, words of the command)."""
    parts = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, short, _, needs, *command = line.split()
            parts[name] = (None if short == "-" else int(short), re.findall(r"\w+", needs), command)
    return parts


def read_rooms(text):
    """Room -> parts, from the table of CONTRIBUTING.md."""
    rows = re.search(r"^\| room \| parts \|\n\|---\|---\|\n((?:\|.*\n)+)", text, re.M)
    found = {}
    for rooms, parts in re.findall(r"^\| (.*?) \| (.*?) \|$", rows[1] if rows else "", re.M):
        for room in rooms.split(", "):
            found[room] = re.findall(r"`([^`]+)`", parts)
    return found


def problems_of(parts, rooms, files):
    """Yields a sentence for each part, room or file that the tables do not agree about."""
    run = {word for _, _, command in parts.values() for word in command}
    named = {part for listed in rooms.values() for part in listed}
    yield from (f"{name} is in no part" for name in sorted(files - run))
    yield from (f"{part}: no room of CONTRIBUTING.md has it" for part in parts if part not in named)
    yield from (f"CONTRIBUTING.md: {part} is no part" for part in sorted(named - set(parts)))
    yield from (f"CONTRIBUTING.md: the room {room} has no parts" for room in ROOMS if not rooms.get(room))
    yield from (f"{name} needs {need}, which is not a part before it" for number, (name, (_, needs, _)) in enumerate(parts.items())
                for need in needs if need not in list(parts)[:number])
    budget = sum(short or 0 for short, _, _ in parts.values())
    if budget > LIMIT:
        yield f"the budgets of the short run are {budget} s, more than {LIMIT} s"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    parts = read_parts((root / "scripts/test-parts.txt").read_text(encoding="utf-8"))
    rooms = read_rooms((root / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    files = {f"tests/integration/{path.name}" for path in (root / "tests/integration").glob("*.sh") if path.name not in SOURCED}
    findings = list(problems_of(parts, rooms, files))
    findings += [f"{name}: {command[0]} is not there" for name, (_, _, command) in parts.items() if not (root / command[0]).is_file()]
    print("\n".join(findings))
    print(f"{len(parts)} parts, {len(findings)} findings")
    return 1 if findings or not parts else 0


if __name__ == "__main__":
    sys.exit(main())
