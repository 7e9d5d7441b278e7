#!/usr/bin/env python3
"""Makes the map of a run with many tests for an assembly that was built: make_map.py CLRCOV TEMPLATE ROOT ASSEMBLY TESTS CHANGED OUT.

TEMPLATE is a data file of any run with --per-test; ASSEMBLY is a path below ROOT. Each of TESTS tests ran some 200
members; the code of the members of CHANGED types is noted as another one, as if these types had been changed since.
For the time that `clrcov impacted` takes.
"""
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys

from make_tests_data import as_runs

MEMBERS_OF_A_TEST = 200


def read_members(clrcov, assembly):
    text = subprocess.run([clrcov, "dump", "--members", assembly], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        kind, identity, declaration, code, name = line.split(None, 4)
        dot = name.rfind(".", 0, name.find("(") if "(" in name else len(name))
        owner, own = (name, "") if kind == "type" else (name[:dot], name[dot + 1:])
        yield kind, owner, own, int(identity, 16), int(declaration, 16), int(code, 16)


def main():
    clrcov, template, root, assembly, tests, changed, out = sys.argv[1:]
    path, choice = pathlib.Path(assembly), random.Random(1)
    shutil.copyfile(template, out)
    db = sqlite3.connect(out)
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    build = list(db.execute("SELECT * FROM build LIMIT 1").fetchone())
    runtime, system = db.execute("SELECT runtime, system FROM suite LIMIT 1").fetchone()
    for table in set(tables) - {"run", "origin"}:
        db.execute(f'DELETE FROM "{table}"')
    name = path.stem
    build[0:2], build[10:12] = [1, name], [0, 0]
    db.execute(f"INSERT INTO build VALUES({','.join('?' * len(build))})", build)
    members = list(read_members(clrcov, assembly))
    types = {owner for kind, owner, *_ in members if kind == "type"}
    others = set(choice.sample(sorted(types), int(changed)))
    for at, (kind, owner, own, identity, declaration, code) in enumerate(members):
        code = code ^ 1 if code and owner in others else code
        db.execute("INSERT INTO member VALUES(?,?,?,?,?,?,?,?,?)",
                   (at + 1, 1, kind, owner, own, identity, declaration, code, int(kind == "method")))
    methods = [at for at, member in enumerate(members) if member[0] == "method"]
    for at in range(int(tests)):
        db.execute("INSERT INTO test VALUES(?,?,?,?,?,?,?,?)", (at + 1, name, f"Tests{at // 20:05}", f"T{at % 20:02}", "ended", 1, 0, 1))
        db.execute("INSERT INTO test_member VALUES(?,?,?)", (at + 1, 1, as_runs(sorted(choice.sample(methods, MEMBERS_OF_A_TEST)))))
    folder = path.parent.relative_to(root)
    db.execute("INSERT INTO suite VALUES(1,?,?,?,?,0,1)", (name, str(folder), runtime, system))
    for file in path.parent.rglob("*"):
        if file.is_file() and file.suffix != ".pdb":
            db.execute("INSERT INTO input VALUES(1,?,0)", (str(file.relative_to(path.parent)),))
    for file in pathlib.Path(root).rglob("*"):
        if file.is_file() and file.suffix != ".cs" and not {"bin", "obj"} & set(file.parts):
            db.execute("INSERT INTO input VALUES(0,?,0)", (str(file.relative_to(root)),))
    db.commit()


if __name__ == "__main__":
    main()
