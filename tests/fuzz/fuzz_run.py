#!/usr/bin/env python3
"""Runs fuzz targets for a given CPU time each, minimises what they found, and keeps the account.

For scripts/fuzz.sh. Time is the CPU time (user and system) of the fuzzing processes, not the time on the wall: the
machine may be busy with other things. Input: programs in --bin, corpora in tests/fuzz/corpus, seeds in --seeds.
Output: working corpora, logs and findings in --work, a table on standard output, totals in docs/fuzzing.md.
Exit status 1 when there was a finding.
"""
import argparse
import concurrent.futures
import datetime
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CORPUS = HERE / "corpus"
PAGE = ROOT / "docs" / "fuzzing.md"
BEGIN, END = "<!-- account: begin -->", "<!-- account: end -->"
HEAD = ["target", "engine", "CPU minutes", "executions", "edges", "inputs", "findings",
        "CPU minutes since the last finding", "last run", "commit"]
ASAN = "abort_on_error=1:symbolize=1:detect_leaks={leaks}:allocator_may_return_null=1"
TICK = os.sysconf("SC_CLK_TCK")
HASH_NAME = re.compile(r"[0-9a-f]{40}")


@dataclass
class Result:
    target: str
    engine: str
    cpu: float = 0.0
    executions: int = 0
    edges: int = 0
    before: int = 0
    after: int = 0
    findings: list = field(default_factory=list)


# --- processes ------------------------------------------------------------------------------------

def own_cpu(pid):
    """CPU seconds of a process and of the children it waited for."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    return sum(map(int, text[text.rindex(")") + 2:].split()[11:15])) / TICK


def children_of(pid):
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []


def tree_cpu(pid):
    total, todo = 0.0, [pid]
    while todo:
        one = todo.pop()
        total += own_cpu(one)
        todo.extend(children_of(one))
    return total


def run_for(command, seconds, stop_signal, log, env):
    """Runs until the process and its children have used so much CPU time; (exit status, CPU seconds)."""
    with open(log, "wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env)
    used, asked = 0.0, None
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid != 0:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, max(used, usage.ru_utime + usage.ru_stime)
        used = max(used, tree_cpu(process.pid))
        if used >= seconds and asked is None:
            asked = time.monotonic()
            process.send_signal(stop_signal)
        elif asked is not None and time.monotonic() - asked > 120:
            process.kill()
        time.sleep(1)


def environment(engine):
    env = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1")
    env["ASAN_OPTIONS"] = ASAN.format(leaks=1 if engine == "libfuzzer" else 0)
    if engine == "afl":
        env["ASAN_OPTIONS"] = ASAN.format(leaks=0).replace("symbolize=1", "symbolize=0")
        env.update(AFL_NO_UI="1", AFL_SKIP_CPUFREQ="1", AFL_NO_AFFINITY="1", AFL_AUTORESUME="1",
                   AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1", AFL_CMPLOG_ONLY_NEW="1")
    return env


# --- corpora --------------------------------------------------------------------------------------

def take_over(target, work, seeds):
    """The working corpus: what it had, the repository's, fresh seeds. Answers how many files it had or got."""
    corpus = work / target / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for source in (CORPUS / target, seeds / target if seeds else None):
        if source is not None and source.is_dir():
            for file in sorted(source.iterdir()):
                shutil.copyfile(file, corpus / file.name)
    return corpus


def dictionary(target):
    file = HERE / "dictionaries" / f"{target}.dict"
    return file if file.exists() else None


def files_in(folder):
    return sorted(f for f in folder.iterdir() if f.is_file()) if folder.is_dir() else []


def merge(args, target, into, sources):
    """The smallest files of `sources` that together reach everything: into an empty folder."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    command = [str(args.bin / f"fuzz_{target}"), "-merge=1", "-timeout=20", "-rss_limit_mb=4096",
               str(into)] + [str(s) for s in sources if s.is_dir()]
    log = args.work / target / "merge.log"
    with open(log, "wb") as out:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                env=environment("libfuzzer"), check=False).returncode
    if status != 0:
        raise SystemExit(f"error: merging the corpus of {target} failed, see {log}")


# --- engines --------------------------------------------------------------------------------------

def number(pattern, text, default=0):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else default


def run_libfuzzer(args, target):
    work = args.work / target
    corpus = take_over(target, args.work, args.seeds)
    findings = work / "findings"
    findings.mkdir(exist_ok=True)
    known = {f.name for f in files_in(findings)}
    result = Result(target, "libfuzzer", before=len(files_in(corpus)))
    log = work / "libfuzzer.log"
    command = [str(args.bin / f"fuzz_{target}"), str(corpus),
               f"-artifact_prefix={findings}/", "-timeout=20", "-rss_limit_mb=3072",
               "-print_final_stats=1", "-reload=0"]
    if dictionary(target):
        command.append(f"-dict={dictionary(target)}")
    status, result.cpu = run_for(command, args.minutes * 60, signal.SIGUSR1, log,
                                 environment("libfuzzer"))
    text = log.read_text(errors="replace")
    result.executions = number(r"stat::number_of_executed_units: (\d+)", text)
    result.edges = number(r"\bcov: (\d+)", text)
    # An input that took long says no more than that the machine was busy; one that never ends is a timeout.
    result.findings = [f for f in files_in(findings)
                       if f.name not in known and not f.name.startswith("slow-unit-")]
    if status != 0 and not result.findings:
        raise SystemExit(f"error: fuzz_{target} ended with {status}, see {log}")
    result.after = len(files_in(corpus))
    return result


def afl_stats(folder):
    stats = {}
    file = folder / "default" / "fuzzer_stats"
    for line in file.read_text().splitlines() if file.exists() else []:
        key, _, value = line.partition(":")
        stats[key.strip()] = value.strip()
    return stats


def run_afl(args, target):
    work = args.work / target
    corpus = take_over(target, args.work, args.seeds)
    start = work / "afl-start"
    small = [f for f in files_in(corpus) if f.stat().st_size <= 1 << 20]
    shutil.rmtree(start, ignore_errors=True)
    start.mkdir()
    for file in small:
        shutil.copyfile(file, start / file.name)
    out = work / "afl"
    shutil.rmtree(out, ignore_errors=True)
    result = Result(target, "afl++", before=len(small))
    command = ["afl-fuzz", "-i", str(start), "-o", str(out), "-m", "none",
               "-t", "5000+"]
    if dictionary(target):
        command += ["-x", str(dictionary(target))]
    command += ["--", str(args.afl_bin / f"fuzz_{target}")]
    log = work / "afl.log"
    status, result.cpu = run_for(command, args.minutes * 60, signal.SIGINT, log, environment("afl"))
    stats = afl_stats(out)
    if "execs_done" not in stats:
        raise SystemExit(f"error: afl-fuzz of {target} ended with {status}, see {log}")
    result.executions = int(stats["execs_done"])
    result.edges = int(stats["edges_found"])
    result.after = int(stats["corpus_count"])
    result.findings = [f for kind in ("crashes", "hangs") for f in files_in(out / "default" / kind)
                       if f.name != "README.txt"]
    for file in files_in(out / "default" / "queue"):
        if ",orig:" not in file.name:  # for libFuzzer, and for the corpus that is kept
            shutil.copyfile(file, corpus / f"afl-{file.name.replace(':', '-')[:60]}")
    return result


# --- the account ----------------------------------------------------------------------------------

def read_account():
    rows = {}
    text = PAGE.read_text() if PAGE.exists() else f"{BEGIN}\n{END}\n"
    for line in text[text.index(BEGIN):text.index(END)].splitlines()[3:]:
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if len(cells) == len(HEAD):
            rows[(cells[0], cells[1])] = cells
    return text, rows


def account(result):
    text, rows = read_account()
    old = rows.get((result.target, result.engine))
    minutes = result.cpu / 60 + (float(old[2]) if old else 0)
    since = 0.0 if result.findings else result.cpu / 60 + (float(old[7]) if old else 0)
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
                            capture_output=True, text=True, check=False).stdout.strip() or "-"
    rows[(result.target, result.engine)] = [
        result.target, result.engine, f"{minutes:.1f}",
        str(result.executions + (int(old[3]) if old else 0)), str(result.edges), str(result.after),
        str(len(result.findings) + (int(old[6]) if old else 0)), f"{since:.1f}",
        datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"), commit]
    lines = ["| " + " | ".join(HEAD) + " |",
             "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |"]
    lines += ["| " + " | ".join(rows[key]) + " |" for key in sorted(rows)]
    before, after = text[:text.index(BEGIN)], text[text.index(END):]
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + after)


def show(results):
    columns = "{:<11} {:<10} {:>8} {:>12} {:>8} {:>8} {:>8} {:>7} {:>9}"
    print(columns.format("target", "engine", "CPU s", "executions", "exec/s", "before", "after", "edges",
                         "findings"))
    for r in results:
        print(columns.format(r.target, r.engine, f"{r.cpu:.0f}", r.executions,
                             f"{r.executions / max(r.cpu, 0.001):.0f}", r.before, r.after, r.edges,
                             len(r.findings)))
        for finding in r.findings:
            print(f"  finding: {finding}")


# --- the corpus of the repository -----------------------------------------------------------------

def keep(args, target):
    """Puts inputs of all sizes into tests/fuzz/corpus, named by content; files with a name of their own stay."""
    minimal = args.work / target / "minimal"
    merge(args, target, minimal, [CORPUS / target, args.work / target / "corpus"])
    home = CORPUS / target
    own = {f.read_bytes() for f in files_in(home) if not HASH_NAME.fullmatch(f.name)}
    for file in files_in(home):
        if HASH_NAME.fullmatch(file.name):
            file.unlink()
    room, kept = args.budget * 1024 - sum(map(len, own)), 0
    found = sorted(files_in(minimal), key=lambda f: (f.stat().st_size, f.name))
    found = [f for f in found if f.stat().st_size <= args.max_size and f.read_bytes() not in own]
    step = max(1.0, len(found) / args.files)
    for file in (found[int(i * step)] for i in range(min(len(found), args.files))):
        content = file.read_bytes()
        if len(content) > room:
            continue
        room -= len(content)
        shutil.copyfile(file, home / HASH_NAME.search(file.name).group(0))
        kept += 1
    print(f"{target}: {len(own)} files with names, {kept} found by fuzzers, "
          f"{len(files_in(minimal))} reach everything")


# --- main -----------------------------------------------------------------------------------------

def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True, help="libFuzzer programs")
    parser.add_argument("--afl-bin", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seeds", type=Path)
    parser.add_argument("--engine", choices=["libfuzzer", "afl"], default="libfuzzer")
    parser.add_argument("--minutes", type=float, default=10, help="CPU minutes for each target")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--budget", type=int, default=90, help="KiB of a target's corpus")
    parser.add_argument("--max-size", type=int, default=8192, help="bytes of one file of it")
    parser.add_argument("--files", type=int, default=100, help="of a target's corpus, besides those with names")
    parser.add_argument("--keep", action="store_true", help="minimise into tests/fuzz/corpus, do not fuzz")
    parser.add_argument("targets", nargs="+")
    return parser.parse_args()


def main():
    args = arguments()
    os.nice(19 - os.nice(0))  # with what it starts
    if args.keep:
        for target in args.targets:
            keep(args, target)
        return 0
    run = run_afl if args.engine == "afl" else run_libfuzzer
    results = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = [pool.submit(run, args, target) for target in args.targets]
        for done in concurrent.futures.as_completed(waiting):
            results.append(done.result())
            account(results[-1])
    show(sorted(results, key=lambda r: r.target))
    return 1 if any(r.findings for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
