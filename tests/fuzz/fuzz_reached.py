#!/usr/bin/env python3
"""Which functions a fuzz target reaches: fuzz_reached.py PROGRAM PROFILE TARGET, after a run of a program built with
clang's source-based coverage. Of the files of src and reports, src/base apart, in which it reaches any: functions never
reached, then those with parts never reached, the emptiest first."""
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def export(program, profile):
    text = subprocess.run(["llvm-cov-14", "export", program, f"-instr-profile={profile}",
                           "-ignore-filename-regex=/tests/"], check=True, capture_output=True).stdout
    return json.loads(text)["data"][0]["functions"]


def main():
    program, profile, target = sys.argv[1:4]
    by_file = {}
    for function in export(program, profile):
        file = Path(function["filenames"][0])
        inside = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else "tests/"
        if file.suffix == ".h" or inside.startswith(("tests/", "src/base/")):
            continue
        regions = [r for r in function["regions"] if r[7] == 0]
        hit = sum(1 for r in regions if r[4] > 0)
        name = function["name"].split(":")[-1]
        by_file.setdefault(inside, []).append((name, function["count"], hit, len(regions)))
    files = {f: rows for f, rows in by_file.items() if any(count for _, count, _, _ in rows)}
    rows = [(f, *row) for f, some in sorted(files.items()) for row in some]
    never = [(f, name) for f, name, count, _, _ in rows if count == 0]
    regions = sum(r[4] for r in rows)
    hit = sum(r[3] for r in rows)
    print(f"{target}: {len(rows) - len(never)} of {len(rows)} functions, "
          f"{hit} of {regions} regions ({100 * hit / max(regions, 1):.0f} %) in {len(files)} files")
    for file, name in never:
        print(f"never reached: {file}: {name}")
    for file, name, count, hit, all_regions in sorted(rows, key=lambda r: r[3] - r[4]):
        if count > 0 and hit < all_regions:
            print(f"{all_regions - hit} of {all_regions} regions missing: {file}: {name}")


if __name__ == "__main__":
    main()
