#!/usr/bin/env python3
"""Compares the sources with the design: who includes whom, sizes of files and functions.

The table below is the one of docs/design.md. Run: check_structure.py REPOSITORY
"""
import re
import sys
from pathlib import Path

# room -> rooms whose headers its files may include. "*" as a file pattern narrows a room.
ROOMS = {
    "include": set(),
    "base": {"base"},
    "metadata": {"metadata", "base"},
    "select": {"select", "base"},
    "config": {"config", "select", "base", "include"},
    "rewriter": {"rewriter", "base"},
    "method": {"method", "metadata", "rewriter", "base"},
    "counters": {"counters", "base", "include"},
    "model": {"model", "counters", "select", "method", "metadata", "rewriter", "base", "include"},
    "reports": {"reports", "model", "counters", "base", "include"},
    "profiler": {"profiler", "counters", "select", "method", "metadata", "rewriter", "base", "include"},
    "cli": {"cli", "config", "reports", "model", "counters", "select", "method", "metadata", "rewriter",
            "base", "include"},
}
# Inside the cli only the dump command may look below the model.
DUMP_ONLY = {"method", "metadata", "rewriter"}
# Headers of the rewriter that the model may read: decode, plan, inference; never rewriting.
MODEL_FORBIDS = {"rewriter/rw.h"}
COUNTERS_FILES = re.compile(r"^cov_(counters|session|reason)")
MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 80


def room_of(path: Path) -> str:
    """The room of a file given relative to the repository."""
    parts = path.parts
    if parts[0] in ("include", "reports"):
        return parts[0]
    room = parts[1]
    if room == "coverage":
        return "counters" if COUNTERS_FILES.match(parts[-1]) else "model"
    return room


def included_path(text: str) -> Path:
    """Where a quoted include lies in the repository."""
    if text.startswith("clrcov/"):
        return Path("include") / text
    if text.startswith("reports/"):
        return Path(text)
    return Path("src") / text


def check_includes(root: Path, path: Path, text: str):
    """Yields a sentence for each include that the design does not allow."""
    room = room_of(path)
    for line_number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not match:
            continue
        target = included_path(match.group(1))
        if not (root / target).exists():
            yield f"{path}:{line_number}: {match.group(1)}: no such header below src/, include/ or reports/"
            continue
        other = room_of(target)
        if other not in ROOMS[room]:
            yield f"{path}:{line_number}: {room} must not include {other} ({match.group(1)})"
        elif room == "cli" and other in DUMP_ONLY and "dump" not in path.name:
            yield f"{path}:{line_number}: in the cli only dump may include {other} ({match.group(1)})"
        elif room == "model" and match.group(1) in MODEL_FORBIDS:
            yield f"{path}:{line_number}: the model reads plans, it does not rewrite"


def check_sizes(path: Path, text: str):
    """Yields a sentence for each file or function that does not fit the house limits."""
    lines = text.splitlines()
    if len(lines) > MAX_FILE_LINES:
        yield f"{path}: {len(lines)} lines, at most {MAX_FILE_LINES} wanted"
    start = None
    for line_number, line in enumerate(lines, 1):
        if start is None and line.endswith(") {"):
            start = line_number
        elif start is not None and line == "}":
            if line_number - start - 1 > MAX_FUNCTION_LINES:
                yield f"{path}:{start}: function of {line_number - start - 1} lines"
            start = None


def source_files(root: Path):
    """All C sources and headers of the product, relative to the repository."""
    for top in ("include", "src", "reports"):
        for path in sorted((root / top).rglob("*.[ch]")):
            yield path.relative_to(root)


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    findings, count = [], 0
    for path in source_files(root):
        text = (root / path).read_text(encoding="utf-8")
        count += 1
        findings.extend(check_includes(root, path, text))
        findings.extend(check_sizes(path, text))
    print("\n".join(findings))
    print(f"{count} files, {len(findings)} findings")
    return 1 if findings or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
