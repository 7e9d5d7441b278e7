#!/usr/bin/env python3
"""Sends signals to a command under clrcov, and to the same command alone: check_signals.py CLRCOV WORK.

The command counts what it gets. Each signal goes to the process, to its process group, and, where a terminal sends it, comes
from a terminal: the command must get what it gets without clrcov, each once. Prints "ok - NAME" or "not ok - NAME".
"""
import fcntl
import os
import pathlib
import pty
import signal
import struct
import subprocess
import sys
import termios
import time

CLRCOV, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
COUNTER = """
import os, pathlib, signal, sys
work, seen = pathlib.Path(sys.argv[1]), []
signals = set(signal.valid_signals()) - {
    signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD, signal.SIGTTOU, signal.SIGSEGV, signal.SIGXCPU}
signal.pthread_sigmask(signal.SIG_BLOCK, signals)
(work / "pid").write_text(str(os.getpid()))
(work / "ready").touch()
while not (work / "stop").exists():
    info = signal.sigtimedwait(signals, 0.02)
    if info:
        seen.append(info.si_signo)
        with open(work / "seen", "a") as out:
            out.write(f"{info.si_signo}\\n")
sys.exit(7)
"""
SLEEPER = """
import os, pathlib, sys, time
work = pathlib.Path(sys.argv[1])
(work / "pid").write_text(str(os.getpid()))
(work / "ready").touch()
while not (work / "stop").exists():
    time.sleep(0.02)
sys.exit(7)
"""
COMMAND = [sys.executable, "-c", COUNTER, str(WORK)]
REPORT = WORK / "r.xml"
UNDER = [CLRCOV, "run", "-q", "--allow-empty", "-o", str(REPORT), "--"]
NAMES = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGABRT", "SIGVTALRM", "SIGPROF",
         "SIGIO", "SIGPWR", "SIGURG", "SIGWINCH", "SIGCONT", "SIGRTMIN", "SIGRTMIN+3", "SIGRTMAX"]


def number(name):
    base, _, more = name.partition("+")
    return int(getattr(signal, base)) + int(more or 0)


def wait_for(condition, what, seconds=15):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(0.02)


def clean():
    """Also ends what the last program has left: one whose clrcov was ended by the signal goes on."""
    pid = WORK / "pid"
    try:
        os.kill(int(pid.read_text()), signal.SIGKILL)
    except (OSError, ValueError):
        pass
    for name in ("pid", "ready", "stop", "seen", "r.xml"):
        (WORK / name).unlink(missing_ok=True)


def seen():
    path = WORK / "seen"
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def settle(count=1):
    """Until so many have come, and nothing more does for longer than clrcov waits before it passes on."""
    wait_for(lambda: len(seen()) >= count, f"{count} signals")
    time.sleep(0.3)


def tell(name, problem):
    print(f"not ok - {name}\n#   {problem}" if problem else f"ok - {name}", flush=True)


def expect(name, run, expected):
    """`run` starts the command, sends, and gives the exit code."""
    clean()
    try:
        code = run()
        got = seen()
    except (TimeoutError, ProcessLookupError, subprocess.TimeoutExpired) as error:
        code, got = None, str(error)
    problem = "" if got == expected and code == 7 and REPORT.exists() else \
        f"the program got {got}, expected {expected}; exit code {code}, report {'there' if REPORT.exists() else 'missing'}"
    tell(name, problem)


def start(command, **how):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **{"stderr": subprocess.DEVNULL, **how})
    wait_until_ready(process.pid)
    return process


def watchers(group):
    """Processes of the group that are clrcov: itself, and the one that watches the group's signals."""
    count = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            _, name, rest = path.read_text().replace("(", ")").split(")", 2)
        except OSError:
            continue
        count += name == "clrcov" and int(rest.split()[2]) == group
    return count


def wait_until_ready(group):
    """The program runs, and clrcov waits for it; a clrcov that has nobody to watch gets a second."""
    wait_for((WORK / "ready").exists, "the program")
    try:
        wait_for(lambda: watchers(os.getpgid(group)) >= 2, "the watcher", 1)
    except TimeoutError:
        pass


def end(process):
    (WORK / "stop").touch()
    return process.wait(15)


def sent(send, count=1):
    """Under clrcov in a process group of its own."""
    def run():
        process = start(UNDER + COMMAND, start_new_session=True)
        send(process)
        settle(count)
        return end(process)
    return run


def by_queue(process):
    subprocess.run(["/bin/kill", "--queue", "5", "-s", "RTMIN", str(process.pid)], check=True)


def from_timeout(name):
    def run():
        process = start(["timeout", "-s", name, "2", *UNDER, *COMMAND], start_new_session=True)
        settle(2)
        end(process)
        return 7 if REPORT.exists() else None
    return run


# --- from a terminal --------------------------------------------------------------------------------

def on_terminal(command):
    """The command as the leader of a session with a terminal: its process, and the terminal's other end."""
    master, slave = pty.openpty()

    def take_terminal():
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, preexec_fn=take_terminal)
    os.close(slave)
    wait_until_ready(process.pid)
    return process, master


def typed(keys, shell=False):
    def run():
        command = ["sh", "-c", 'trap "" INT QUIT; "$@"; exit $?', "sh", *UNDER, *COMMAND] if shell else UNDER + COMMAND
        process, master = on_terminal(command)
        os.write(master, keys)
        settle()
        code = end(process)
        os.close(master)
        return code
    return run


def resized():
    process, master = on_terminal(UNDER + COMMAND)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    settle()
    code = end(process)
    os.close(master)
    return code


def hung_up(is_leader):
    """clrcov leads the session, or a shell does, which ends then."""
    def run():
        command = UNDER + COMMAND if is_leader else ["sh", "-c", '"$@"; exit $?', "sh", *UNDER, *COMMAND]
        process, master = on_terminal(command)
        os.close(master)
        wait_for(lambda: int(signal.SIGHUP) in seen(), "the hang-up")
        settle()
        code = end(process)
        wait_for(REPORT.exists, "the report")
        return code if is_leader else 7
    return run


def expect_hangup(name, is_leader):
    clean()
    try:
        code = hung_up(is_leader)()
        problem = "" if seen().count(int(signal.SIGHUP)) == 1 and code == 7 else f"got {seen()}, exit code {code}"
    except TimeoutError as error:
        problem = str(error)
        pid = WORK / "pid"
        if pid.exists():
            os.kill(int(pid.read_text()), signal.SIGKILL)
    tell(name, problem)


# --- stopping, ending -------------------------------------------------------------------------------

def state(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def check_suspend(name, send):
    """Suspended with the program, continued with it."""
    clean()
    # One process: a shell that is suspended while it starts another one would not stop.
    sleeper = [sys.executable, "-c", SLEEPER, str(WORK)]
    # In the middle of a session, since nothing stops in a group without a parent outside.
    problem = ""
    process = start(UNDER + sleeper, process_group=0)
    try:
        pid = int((WORK / "pid").read_text())
        send(process.pid, signal.SIGTSTP)
        wait_for(lambda: state(pid) == "T" and state(process.pid) == "T", "both to stop", 10)
        send(process.pid, signal.SIGCONT)
        wait_for(lambda: state(pid) != "T" and state(process.pid) != "T", "both to go on", 10)
        code = end(process)
        problem = "" if code == 7 else f"exit code {code}"
    except TimeoutError as error:
        problem = str(error)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    tell(name, problem)


def is_gone(pid):
    try:
        return state(pid) == "Z"
    except OSError:
        return True


def parent_of(pid):
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def check_suspend_by_terminal():
    """Ctrl-Z below a shell with job control."""
    clean()
    job = ["bash", "-mc", '"$@"; while [ ! -e "$STOP" ]; do sleep 0.05; done', "bash",
           *UNDER, sys.executable, "-c", SLEEPER, str(WORK)]
    os.environ["STOP"] = str(WORK / "stop")
    process, master = on_terminal(job)
    pid = int((WORK / "pid").read_text())
    clrcov = parent_of(pid)
    try:
        wait_for(lambda: watchers(os.getpgid(clrcov)) >= 2, "the watcher", 2)
        os.write(master, b"\x1a")
        wait_for(lambda: state(pid) == "T" and state(clrcov) == "T", "both to stop", 10)
        os.killpg(os.getpgid(clrcov), signal.SIGCONT)
        wait_for(lambda: state(pid) != "T" and state(clrcov) != "T", "both to go on", 10)
        (WORK / "stop").touch()
        wait_for(REPORT.exists, "the report", 10)
        problem = ""
    except TimeoutError as error:
        problem = str(error)
        os.killpg(os.getpgid(clrcov), signal.SIGKILL)
    (WORK / "stop").touch()
    os.close(master)
    process.wait()
    tell("terminal, Ctrl-Z: both stop, both go on", problem)


def check_stopped(name):
    """What only stops clrcov: the program goes on, and so does clrcov when it is told to."""
    clean()
    process = start(UNDER + COMMAND, process_group=0)
    os.kill(process.pid, number(name))
    problem = ""
    try:
        wait_for(lambda: state(process.pid) == "T", "clrcov to stop", 5)
        (WORK / "stop").touch()
        wait_for(lambda: state((WORK / "pid").read_text()) == "Z", "the program to end", 5)
    except TimeoutError as error:
        problem = str(error)
    os.kill(process.pid, signal.SIGCONT)
    code = end(process)
    tell(f"{name} to clrcov: stopped, the program goes on", problem or ("" if code == 7 else f"exit code {code}"))


def check_ended(name, send, lives):
    """clrcov ends: the session is there, and its report is made afterwards."""
    clean()
    process = start(UNDER + COMMAND, start_new_session=True)
    pid = int((WORK / "pid").read_text())
    send(process.pid, number(name))
    process.wait(15)
    try:
        wait_for(lambda: is_gone(pid), "the program to end", 0.3 if lives else 15)
        is_alive = False
    except TimeoutError:
        is_alive = True
    subprocess.run([CLRCOV, "report", "-q", "--allow-empty"], stderr=subprocess.DEVNULL, check=False)
    problem = "" if is_alive == lives and REPORT.exists() else f"alive: {is_alive}, report: {REPORT.exists()}"
    what = "the process: the program goes on" if lives else "the group: both end"
    tell(f"{name} to {what}, and clrcov report makes the report", problem)


def check_default(name):
    """A program that does not handle it ends by it, and the report is made."""
    clean()
    sleeper = ["sh", "-c", f': >"{WORK}/ready"; exec sleep 60']
    process = start(UNDER + sleeper, start_new_session=True)
    os.kill(process.pid, number(name))
    try:
        code = process.wait(20)
    except subprocess.TimeoutExpired:
        code = None
        os.killpg(process.pid, signal.SIGKILL)
    if not REPORT.exists():
        os.system(f"kill -KILL -{process.pid} 2>/dev/null")
    problem = "" if code == 128 + number(name) and REPORT.exists() else f"exit code {code}, report {REPORT.exists()}"
    tell(f"{name} that the program does not handle: 128 + signal, and a report", problem)


def check_nothing(name):
    clean()
    process = start(UNDER + COMMAND, start_new_session=True)
    os.kill(process.pid, number(name))
    time.sleep(0.3)
    code = end(process)
    tell(f"{name} to clrcov: nothing", "" if code == 7 and seen() == [] and REPORT.exists() else f"{code} {seen()}")


def main():
    for name in NAMES:
        one = [number(name)]
        expect(f"{name} to the process: once", sent(lambda p, n=one[0]: os.kill(p.pid, n)), one)
        expect(f"{name} to the group: once", sent(lambda p, n=one[0]: os.killpg(p.pid, n)), one)
    expect("three real-time signals to the process: three",
           sent(lambda p: [os.kill(p.pid, number("SIGRTMIN+3")) for _ in range(3)], 3), [number("SIGRTMIN+3")] * 3)
    expect("a real-time signal with a value", sent(by_queue), [number("SIGRTMIN")])
    for name in ("INT", "TERM", "USR1"):
        expect(f"timeout -s {name}: once", lambda n=name: from_timeout(n)(),
               [number(f"SIG{name}")] + ([int(signal.SIGCONT)]))
    expect("terminal, Ctrl-C: once", typed(b"\x03"), [int(signal.SIGINT)])
    expect("terminal, Ctrl-C, below a shell: once", typed(b"\x03", shell=True), [int(signal.SIGINT)])
    expect("terminal, Ctrl-\\: once", typed(b"\x1c"), [int(signal.SIGQUIT)])
    expect("terminal, another size: once", resized, [int(signal.SIGWINCH)])
    expect_hangup("terminal, hang-up, clrcov leads the session: once", True)
    expect_hangup("terminal, hang-up, a shell leads the session: once", False)
    check_suspend("SIGTSTP and SIGCONT to the process: both stop, both go on", os.kill)
    check_suspend("SIGTSTP and SIGCONT to the group: both stop, both go on", os.killpg)
    for name in ("SIGUSR1", "SIGALRM", "SIGRTMIN+3", "SIGINT"):
        check_default(name)
    check_suspend_by_terminal()
    for name in ("SIGSTOP", "SIGTTIN", "SIGTTOU"):
        check_stopped(name)
    for name in ("SIGPIPE", "SIGCHLD"):
        check_nothing(name)
    for name in ("SIGKILL", "SIGSEGV", "SIGXCPU"):
        check_ended(name, os.kill, True)
        check_ended(name, lambda pid, n: os.killpg(pid, n), False)
    clean()


if __name__ == "__main__":
    main()
