#!/usr/bin/env python3
"""Runs a command and appends the KiB of memory that it had at most to a file: peak.py FILE COMMAND...

The exit code is the command's.
"""
import resource
import subprocess
import sys


def main():
    code = subprocess.run(sys.argv[2:], check=False).returncode
    with open(sys.argv[1], "a", encoding="ascii") as out:
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=out)
    return code


if __name__ == "__main__":
    sys.exit(main())
