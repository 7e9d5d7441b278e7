"""Runs a command under a quota of one processor: cpu.max, in the first version of control groups cpu.cfs_quota_us.

quota.py COMMAND... is the command itself, in a group of its own, which stays until the machine stops or somebody removes it.
"""

import os
import sys

GROUPS = "/sys/fs/cgroup"
PERIOD = 100_000        # microseconds
NAME = "clrcov-bench"


def _group():
    """The folder of the group, and the file and text of its quota."""
    if os.path.exists(os.path.join(GROUPS, "cgroup.controllers")):
        return os.path.join(GROUPS, NAME), "cpu.max", f"{PERIOD} {PERIOD}"
    return os.path.join(GROUPS, "cpu", NAME), "cpu.cfs_quota_us", str(PERIOD)


def _write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write(text)


def make():
    """The group's folder. OSError: this user, or this machine, has no such groups."""
    folder, name, text = _group()
    os.makedirs(folder, exist_ok=True)
    _write(folder, name, text)
    return folder


def is_possible():
    """Whether a command can be run under a quota here."""
    try:
        make()
    except OSError:
        return False
    return True


def prefix():
    """What a command line begins with."""
    return [sys.executable, "-B", os.path.abspath(__file__)]


if __name__ == "__main__":
    _write(make(), "cgroup.procs", str(os.getpid()))
    os.execvp(sys.argv[1], sys.argv[1:])
