"""Runs a command and measures it with all processes that it starts: processor time, time on the clock, peak memory.

The measuring process adopts orphans (PR_SET_CHILD_SUBREAPER), so that a test host which outlives its parent is counted
as well. It must have no other children. Called as a program, `measure.py FILE COMMAND...` measures one process within
what another one measures.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

PR_SET_CHILD_SUBREAPER = 36
LONGEST = 900           # seconds of a command
ORPHANS_WAIT = 10       # seconds for what outlives it


@dataclass
class Outcome:
    """What a command did. cpu and wall in seconds, peak in bytes: of the largest process."""
    code: int
    cpu: float
    wall: float
    peak: int
    output: str = ""


def adopt_orphans():
    """Processes whose parent ends become children of this one."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


class _Usage:
    """Sums over the children that were waited for; each brings those that it has waited for."""

    def __init__(self):
        self.cpu, self.peak = 0.0, 0

    def add(self, usage):
        self.cpu += usage.ru_utime + usage.ru_stime
        self.peak = max(self.peak, usage.ru_maxrss * 1024)


def _reap(usage, wanted, seconds):
    """Waits for `wanted`, or with None for all children; gives the status of `wanted`. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while True:
        try:
            pid, status, used = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if pid == 0:
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.002)
            continue
        usage.add(used)
        if pid == wanted:
            return status


def run(command, environment, directory, log):
    """Runs it; standard output goes into the Outcome, standard error to the file `log`."""
    usage = _Usage()
    with open(log, "wb") as errors, open(log + ".out", "w+b") as output:
        started = time.perf_counter()
        # pylint: disable=consider-using-with  # it is waited for by wait4, which tells what it used
        process = subprocess.Popen(command, env=environment, cwd=directory, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=errors, start_new_session=True)
        try:
            status = _reap(usage, process.pid, LONGEST)
        except TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)
            status = _reap(usage, process.pid, ORPHANS_WAIT)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        try:
            _reap(usage, None, ORPHANS_WAIT)
        except TimeoutError:
            pass    # a server that stays; it belongs to nobody's measurement
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Outcome(process.returncode, usage.cpu, wall, usage.peak, text)


def run_one(path, command):
    """Runs a command; the processor time of its process goes into a file. Gives its exit code."""
    _, status, used = os.wait4(os.posix_spawnp(command[0], command, os.environ), 0)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(f"{used.ru_utime + used.ru_stime:.6f}\n")
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(run_one(sys.argv[1], sys.argv[2:]))
