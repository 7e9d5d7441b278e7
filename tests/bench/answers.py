#!/usr/bin/env python3
"""Measures size and time of the answers for agents: `clrcov next` and the tools of `clrcov mcp`.

answers.py CLRCOV WORK [--page PAGE] [--rounds N] [--lines N...]: makes programs of so many lines in WORK, measures them once, and
asks each question N times. Times are the least ones. Prints a table, and puts it into the section "Answers" of the page. Exit code
1: an answer is too long or too late. scripts/bench-answers.sh calls this.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time

import page

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(os.path.dirname(HERE), "tools")
MOST_BYTES, MOST_SECONDS = 8192, 1.0
DATA = "all.clrcov"
QUESTIONS = (
    ("clrcov next", ["next", "--session", DATA], None),
    ("clrcov next --json", ["next", "--json", "--session", DATA], None),
    ("mcp summary", "summary", {}),
    ("mcp next", "next", {}),
    ("mcp file", "file", {"path": "C0.cs"}),
    ("mcp explain", "explain", {"thing": "C0.cs:8"}),
)
SECTION = """## Answers

`scripts/bench-answers.sh --page docs/performance.md` writes this section. Run of {date}: {load}.

{table}

The data file has one run of so many lines. The bars are 8,192 bytes for an answer, and a second of
processor time from 1,000,000 lines. Times are the least of {rounds} runs; the clock also counts the
time in which other programs of the machine ran. Answers of the server are timed from the call on.

"""


def run(command, folder):
    """Its standard output."""
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE).stdout


def make_data(clrcov, work, lines):
    """The folder of a program that was measured."""
    folder = os.path.join(work, f"lines-{lines}")
    if not os.path.exists(os.path.join(folder, DATA)):
        run([sys.executable, os.path.join(TOOLS, "make_lines.py"), str(lines), folder], work)
        run(["dotnet", "build", "-c", "Debug", "--nologo", "-v", "quiet"], folder)
        run([clrcov, "run", "-q", "--root", folder, "-f", f"data={DATA}", "--", "dotnet", "bin/Debug/net10.0/Lines.dll"], folder)
    return folder


def ask_server(clrcov, folder, tool, arguments):
    """(bytes of the answer, seconds from the call to the answer)"""
    with subprocess.Popen([clrcov, "mcp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                   "params": {"name": tool, "arguments": {"data": DATA, **arguments}}}
        start = time.monotonic()
        server.stdin.write(json.dumps(message).encode() + b"\n")
        server.stdin.close()
        result = json.loads(server.stdout.readline())["result"]
        seconds = time.monotonic() - start
    if result["isError"]:
        sys.exit(f"{tool}: {result['content'][0]['text']}")
    return len(result["content"][0]["text"].encode()), seconds


def ask_command(clrcov, folder, words):
    """(bytes of the answer, seconds)"""
    start = time.monotonic()
    return len(run([clrcov, *words], folder)), time.monotonic() - start


def processor():
    """Seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(clrcov, folder, words, arguments, rounds):
    """(bytes, least processor time, least time on the clock)"""
    samples = []
    for _ in range(rounds):
        before = processor()
        size, clock = ask_command(clrcov, folder, words) if arguments is None else ask_server(clrcov, folder, words, arguments)
        samples.append((size, processor() - before, clock))
    return max(row[0] for row in samples), min(row[1] for row in samples), min(row[2] for row in samples)


def put(path, section):
    """Into the page, before the description of how it is measured."""
    with open(path, encoding="utf-8") as stream:
        text = re.sub(r"^## Answers\n.*?(?=^## )", "", stream.read(), flags=re.M | re.S)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text.replace("## How it is measured\n", section + "## How it is measured\n"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("clrcov")
    parser.add_argument("work")
    parser.add_argument("--page")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000, 100_000, 1_000_000])
    args = parser.parse_args()
    before, rows, missed = os.getloadavg()[0], [], []
    for lines in args.lines:
        folder = make_data(args.clrcov, args.work, lines)
        for name, words, arguments in QUESTIONS:
            size, cpu, clock = ask(args.clrcov, folder, words, arguments, args.rounds)
            rows.append([f"{lines:,}", f"`{name}`", f"{size:,}", f"{cpu:.2f} s", f"{clock:.2f} s"])
            if size > MOST_BYTES or cpu > MOST_SECONDS:
                missed.append(f"{name}, {lines:,} lines: {size} bytes, {cpu:.2f} s")
    table = page.table(["lines", "answer", "bytes", "processor", "clock"], rows)
    print(table)
    if args.page:
        load = f"{os.cpu_count()} processors,\nload average {before:.1f} and {os.getloadavg()[0]:.1f} before and after"
        put(args.page, SECTION.format(date=time.strftime("%Y-%m-%d"), load=load, table=table, rounds=args.rounds))
    sys.exit("\n".join(missed) if missed else 0)


if __name__ == "__main__":
    main()
