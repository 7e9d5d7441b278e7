#!/usr/bin/env python3
"""Sources with a Cobertura report about them, for tests of pages: make_sources.py hostile FOLDER, or large|listed FOLDER FILES LINES.

hostile: names and texts that would be markup, a line of 5 MB, and a file of 30,000 lines. large: files of that many lines,
half of which have code. listed: the same report, without the sources.
"""
import os
import sys
from pathlib import Path
from xml.sax.saxutils import quoteattr

HOSTILE = (b"</td></tr></table><script>alert(1)</script>\n"
           b"a \xe2\x80\xaereversed\xe2\x80\xac \x1b[31mred \xff\xc0 <img src=x onerror=alert(1)> & &amp; \"'\n"
           b"//" + b"x" * (5 << 20) + b"\n--> ]]> </style>\n")


def write_source(path: Path, text: bytes):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)


def put_class(out, path: str, name: str, lines):
    """Methods of 10 lines with code: (number, hits, condition or '')."""
    out.write(f'<class name={quoteattr(name)} filename={quoteattr(path)} line-rate="0"><methods>')
    for first in range(0, len(lines), 10):
        out.write(f'<method name="M{first}" signature="()"><lines>')
        for number, hits, condition in lines[first:first + 10]:
            branch = f' branch="true" condition-coverage="{condition}"' if condition else ""
            out.write(f'<line number="{number}" hits="{hits}"{branch}/>')
        out.write("</lines></method>")
    out.write("</methods></class>\n")


def report(folder: Path, classes):
    with open(folder / "report.xml", "w", encoding="utf-8") as out:
        out.write(f'<coverage version="1"><sources><source>{folder}</source></sources><packages><package name="Large"><classes>\n')
        for path, name, lines in classes:
            put_class(out, path, name, lines)
        out.write("</classes></package></packages></coverage>\n")


def code_of(count: int):
    """Every second line has code; one of seven of these did not run, one of thirteen has a condition."""
    for number in range(1, count + 1, 2):
        step = number // 2
        condition = ("50% (1/2)" if step % 26 == 0 else "100% (2/2)") if step % 13 == 0 else ""
        yield number, 0 if step % 7 == 3 else step % 5 + 1, condition


def text_of(count: int) -> bytes:
    return b"".join(b"    if (value > %d) { Total += Compute(value, \"text %d\"); } // line\n" % (i, i) if i % 2 else
                    b"    // What stands here says why.\n" for i in range(1, count + 1))


def hostile(folder: Path):
    names = ["<img src=x onerror=alert(1)>.cs", "a\u202ecs.exe", "quote\"'&amp;.cs"]
    for name in names:
        write_source(folder / "odd" / name, HOSTILE)
    write_source(folder / "Long.cs", text_of(30000))
    odd = [(1, 1, ""), (2, 0, ""), (3, 1, "50% (1/2)"), (4, 0, "")]
    report(folder, [(f"odd/{name}", f"Odd.<b>{i}", odd) for i, name in enumerate(names)] +
           [("Long.cs", "Large.Long", list(code_of(30000)))])


def large(folder: Path, files: int, lines: int, has_sources: bool):
    lines_of = list(code_of(2 * lines))
    text = text_of(2 * lines)
    paths = [f"area{i % 20:02}/part{i // 20 % 25:02}/Type{i:05}.cs" for i in range(files)]
    for path in paths if has_sources else []:
        write_source(folder / path, text)
    report(folder, [(path, f"Large.Area{i % 20:02}.Part{i // 20 % 25:02}.Type{i:05}", lines_of) for i, path in enumerate(paths)])


if __name__ == "__main__":
    top = Path(os.path.realpath(sys.argv[2]))
    top.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] == "hostile":
        hostile(top)
    else:
        large(top, int(sys.argv[3]), int(sys.argv[4]), sys.argv[1] == "large")
