#!/usr/bin/env python3
"""Are the tests there that docs/reliability.md names? check_promises.py REPOSITORY

Each row of its tables that is a promise names a file of tests/integration that runs with the others, a script, a unit test by the
beginning of its name in quotes, or the fuzz targets.
"""
import re
import sys
from pathlib import Path

FIGURES = "## Figures"


def unit_test_names(root):
    """Texts of the unit tests' sources, among them the names of the tests."""
    return re.findall(r'\{"([^"]+)", *\w+\}', "".join(path.read_text(encoding="utf-8")
                                                      for path in (root / "tests/unit").rglob("*.c")))


def problems_of(shown, root, runs, names):
    """Yields a sentence for each name that is no test; one when there is none."""
    scripts = re.findall(r"scripts/[a-z-]+\.sh", shown)
    files = re.findall(r"(?<![/\w])[a-z]+\.sh", shown)
    quoted = re.findall(r'"([^"]+)"', shown)
    yield from (f"{name} is not there" for name in scripts if not (root / name).is_file())
    yield from (f"{name} is not in scripts/test-parts.txt" for name in files if name not in runs)
    yield from (f'no unit test is named "{name}"' for name in quoted if not any(n.startswith(name) for n in names))
    if not scripts and not files and not quoted and "tests/fuzz" not in shown:
        yield "no test is named"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    promises = (root / "docs/reliability.md").read_text(encoding="utf-8").split(FIGURES)[0]
    rows = [row for row in re.findall(r"^\| (.+) \| (.+) \|$", promises, re.M) if row[1] != "shown by"]
    parts = (root / "scripts/test-parts.txt").read_text(encoding="utf-8")
    runs = set(re.findall(r"tests/integration/([a-z_]+\.sh)", parts))
    names = unit_test_names(root)
    findings = [f"{promise[:60]}...: {problem}" for promise, shown in rows
                for problem in problems_of(shown, root, runs, names)]
    print("\n".join(findings))
    print(f"{len(rows)} promises, {len(findings)} findings")
    return 1 if findings or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
