#!/usr/bin/env python3
"""Reports and data that name files for outside.sh: outside_inputs.py FORMAT PATH FILE [SOURCE] writes FILE.

Each says of line 1 of PATH that it ran, and that one of its two arms was taken. SOURCE: <source> of Cobertura.
FORMAT is lcov, cobertura, opencover, coverlet, or data[-sum]:DATA, a copy of DATA that names PATH in place of every
document; with -sum it has the checksum of the file.
"""
import hashlib
import json
import shutil
import sqlite3
import sys
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr


def lcov(path, _):
    return f"TN:\nSF:{path}\nDA:1,1\nBRDA:1,0,0,1\nBRDA:1,0,1,-\nend_of_record\n"


def cobertura(path, source):
    line = '<line number="1" hits="1" branch="true" condition-coverage="50% (1/2)"/>'
    return (f'<coverage version="1"><sources><source>{escape(source)}</source></sources><packages><package name="A">'
            f'<classes><class name="C" filename={quoteattr(path)}><methods/><lines>{line}</lines></class></classes>'
            '</package></packages></coverage>')


def opencover(path, _):
    arms = "".join(f'<BranchPoint vc="{1 - i}" uspid="{i}" ordinal="{i}" offset="1" sl="1" path="{i}"/>' for i in (0, 1))
    return (f'<CoverageSession><Modules><Module><ModuleName>A</ModuleName><Files><File uid="1" fullPath={quoteattr(path)}/>'
            '</Files><Classes><Class><FullName>C</FullName><Methods><Method><Name>System.Void C::M()</Name>'
            '<FileRef uid="1"/><SequencePoints><SequencePoint vc="1" sl="1" sc="1" el="1" ec="70"/></SequencePoints>'
            f'<BranchPoints>{arms}</BranchPoints></Method></Methods></Class></Classes></Module></Modules></CoverageSession>')


def coverlet(path, _):
    arms = [{"Line": 1, "Offset": 1, "EndOffset": 2, "Path": i, "Ordinal": i, "Hits": 1 - i} for i in (0, 1)]
    return json.dumps({"A.dll": {path: {"C": {"System.Void C::M()": {"Lines": {"1": 1}, "Branches": arms}}}}})


def data(given, path, target, has_sum):
    shutil.copyfile(given, target)
    db = sqlite3.connect(target)
    outside = path.startswith(("/", ".."))
    db.execute("UPDATE document SET path = ?, is_outside_root = ?, is_missing = 0", (path, outside))
    if has_sum:
        content = Path(path).read_bytes()
        db.execute("UPDATE document SET algorithm = 'SHA256', checksum = ?", (hashlib.sha256(content).digest(),))
    db.commit()
    db.close()


def main():
    kind, path, target = sys.argv[1:4]
    source = sys.argv[4] if len(sys.argv) > 4 else "."
    if kind.startswith("data"):
        data(kind.split(":", 1)[1], path, target, kind.startswith("data-sum:"))
    else:
        writers = {"lcov": lcov, "cobertura": cobertura, "opencover": opencover, "coverlet": coverlet}
        Path(target).write_text(writers[kind](path, source), encoding="utf-8")


main()
