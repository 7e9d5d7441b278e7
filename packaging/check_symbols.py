#!/usr/bin/env python3
"""Reads what programs and libraries want of the C library, and compares it with what is promised.

check_symbols.py program FILE...            needs no C library and no loader: it starts with any
check_symbols.py glibc NEWEST FILE...       a library for glibc: no symbol is newer than NEWEST (2.23), nothing else is needed
check_symbols.py musl FILE...               a library for musl: nothing but it is needed
One line for each finding; exit code 1 when there is one.
"""
import re
import subprocess
import sys

OF_GLIBC = re.compile(r"libc\.so\.6|libpthread\.so\.0|libdl\.so\.2|ld-linux-(x86-64\.so\.2|aarch64\.so\.1)")
ENTRY_POINTS = {"DllGetClassObject", "DllCanUnloadNow"}


def readelf(option: str, path: str) -> str:
    """What readelf says of a file, which may be of another machine."""
    return subprocess.run(["readelf", "-W", option, path], check=True, capture_output=True, text=True).stdout


def needed(path: str) -> list:
    """Names of the shared libraries that the loader has to find."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d", path))


def exports(path: str) -> set:
    """Names of the symbols that others can use."""
    lines = [line.split() for line in readelf("--dyn-syms", path).splitlines()]
    return {words[7].split("@")[0] for words in lines if len(words) == 8 and words[4] == "GLOBAL" and words[6] != "UND"}


def newest_version(path: str) -> tuple:
    """The newest version of glibc that a symbol asks for."""
    versions = re.findall(r"@GLIBC_([0-9.]+)", readelf("--dyn-syms", path))
    return max((tuple(map(int, version.split("."))) for version in versions), default=())


def check_program(path: str):
    """Yields what keeps the program from starting everywhere."""
    if needed(path):
        yield f"needs {' '.join(needed(path))}"
    if re.search(r"^\s*INTERP", readelf("-l", path), re.M):
        yield "needs a loader"


def check_glibc(path: str, newest: str):
    """Yields what keeps the library from being loaded with glibc `newest`."""
    for name in needed(path):
        if not OF_GLIBC.fullmatch(name):
            yield f"needs {name}"
    version = newest_version(path)
    if not version:
        yield "asks for no version of glibc at all"
    elif version > tuple(map(int, newest.split("."))):
        yield f"needs glibc {'.'.join(map(str, version))}, newer than {newest}"


def check_musl(path: str):
    """Yields what keeps the library from being loaded with musl."""
    if needed(path) != ["libc.so"]:
        yield f"needs {' '.join(needed(path))}"
    if newest_version(path):
        yield "asks for glibc"


def check_library(path: str):
    """Yields entry points that are missing, and names that it would put into the user's process."""
    if "DllGetClassObject" not in exports(path):
        yield "has no DllGetClassObject"
    if exports(path) - ENTRY_POINTS:
        yield f"exports {' '.join(sorted(exports(path) - ENTRY_POINTS))}"
    if re.search(r"\((RPATH|RUNPATH|TEXTREL)\)", readelf("-d", path)):
        yield "has a search path or relocations of code"


def main() -> int:
    """The command."""
    kind, paths = sys.argv[1], sys.argv[2:]
    newest = paths.pop(0) if kind == "glibc" else ""
    checks = {
        "program": lambda path: [*check_program(path)],
        "glibc": lambda path: [*check_glibc(path, newest), *check_library(path)],
        "musl": lambda path: [*check_musl(path), *check_library(path)],
    }
    findings = [f"{path}: {finding}" for path in paths for finding in checks[kind](path)]
    print("\n".join(findings) if findings else f"{len(paths)} files, 0 findings")
    return 1 if findings or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
