#!/usr/bin/env python3
"""Measures what coverage costs: programs and test runs without coverage, under clrcov and under other tools.

Everything is run in rounds until the budget is spent: the workloads of a round in random order, and the arms of each
one after the other, in random order too. Prints tables; --json and --page write the results and docs/performance.md.
A run whose coverage or output is not that of the oracle does not count, and makes the exit code 1. scripts/bench.sh
calls this.
"""

import argparse
import fnmatch
import json
import os
import platform
import random
import re
import shutil
import sys
import time

import cases
import measure
import page
import page_update
import quota
from cases import Missing, Wrong

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
VERSIONS = {"coverlet": "10.0.1", "microsoft": "18.11.0"}
METHODS, PROJECTS, LINES, SUITE = 10_000, 30, 1_000_000, 3_000
ROUNDS = 1000


def say(text):
    """Progress, on standard error: the tables are on standard output."""
    print(f"==> {text}", file=sys.stderr, flush=True)


# --- what to measure ------------------------------------------------------------------------------------------------

class Wanted:
    """Which workloads and configurations --only and --configs ask for."""

    def __init__(self, only, configs):
        self.only, self.configs = only, configs

    def __call__(self, name, config):
        return config in self.configs and (not self.only or any(fnmatch.fnmatch(name, glob) for glob in self.only))

    def some(self, names, config):
        """Is one of them wanted?"""
        return any(self(name, config) for name in names)


def copy_sources(bench):
    """Everything is built in a copy: nothing of it lies in the repository."""
    shutil.copytree(HERE, bench.source, ignore=shutil.ignore_patterns("bin", "obj", "*.py", "__pycache__"))


def add_programs(bench, wanted, found):
    """Each program in each configuration, as a process of its own."""
    names = cases.names_of_programs(HERE)
    project = os.path.join(bench.source, "programs", "Programs.csproj")
    sizes = {}
    for config in wanted.configs:
        chosen = [name for name in names if wanted(f"program {name}", config)]
        if not chosen:
            continue
        say(f"programs, {config}: building, and finding sizes")
        bench.build(project, config)
        program = os.path.join(bench.source, f"programs/bin/{config}/net10.0/Programs.dll")
        for name in chosen:
            size = sizes[f"{name} {config}"] = cases.calibrate(bench, program, name, config, cases.SECONDS)
            found.append(cases.Command(bench, f"program {name}", config, ["dotnet", program, name, str(size)]))
    return sizes


def size_of_test(bench, name, config, sizes):
    """From that of the program where it was chosen."""
    if known := sizes.get(f"{name} {config}"):
        return max(1, round(known * cases.TEST_SECONDS / cases.SECONDS))
    program = os.path.join(bench.source, f"programs/bin/{config}/net10.0/Programs.dll")
    return cases.calibrate(bench, program, name, config, cases.TEST_SECONDS)


def add_tests(bench, wanted, found, sizes):
    """The programs as tests, for all tools. Threads once: the machine's own number is among the programs."""
    names = [name for name in cases.names_of_programs(HERE) if name not in ("threads-4", "threads-8", "threads-16")]
    chosen = {config: [name for name in names if wanted(f"test {name}", config)] for config in wanted.configs}
    host = os.path.join(bench.source, "host", "Host.csproj")
    if not any(chosen.values()):
        return
    if not cases.restore(bench, host, VERSIONS):
        bench.missing["clrcov as a test tool"] = bench.missing["coverlet"]
        return
    for config in filter(chosen.get, chosen):
        say(f"programs as tests, {config}: building, and finding sizes")
        bench.build(host, config)
        found += [cases.ProgramTest(bench, name, config, host, size_of_test(bench, name, config, sizes))
                  for name in chosen[config]]


def generate_tests(bench, tool, amount, folder):
    """Generated test projects and a library; the test projects get the other tools' packages."""
    folder = cases.generate(bench, tool, amount, folder)
    with open(os.path.join(folder, "Directory.Build.targets"), "w", encoding="utf-8") as stream:
        stream.write('<Project>\n  <Import Project="../Tools.props" '
                     "Condition=\"$(MSBuildProjectName.StartsWith('Tests'))\" />\n</Project>\n")
    return folder


def add_suite(bench, wanted, found):
    """`dotnet test` of many small tests of a library of many small methods: what a whole run costs."""
    names = {page.SUITE: [], page.SUITE_ALONE: ["taskset", "-c", "0"]} | ({page.SUITE_QUOTA: quota.prefix()} if quota.is_possible() else {})
    configs = [config for config in wanted.configs if wanted.some(names, config)]
    if not configs:
        return
    folder = generate_tests(bench, "make_suite.py", SUITE, "suite")
    project = os.path.join(folder, "Tests", "Tests.csproj")
    say(f"{page.SUITE}: building")
    if cases.restore(bench, project, VERSIONS):
        for config in configs:
            bench.build(project, config)
            every = dict.fromkeys(cases.ARMS, 4) | {"none": 1, "clrcov": 1}
            found += [cases.Suite(bench, name, config, project, every, prefix)
                      for name, prefix in names.items() if wanted(name, config)]


def add_given(bench, wanted, found, projects, root):
    """Third-party test projects, already built: how to build one differs from project to project."""
    for project in map(os.path.realpath, projects):
        suites = [cases.GivenSuite(bench, config, project, os.path.realpath(root or os.path.dirname(project)))
                  for config in wanted.configs]
        found += [suite for suite in suites if wanted(suite.name, suite.config)]


def add_solution(bench, wanted, found, name, amount, every):
    """`dotnet test` of generated projects over one library."""
    if not wanted(name, "Debug"):
        return
    folder = generate_tests(bench, "make_solution.py", amount, f"solution{amount}")
    project = os.path.join(folder, "Many.slnx")
    say(f"{name}: building")
    if cases.restore(bench, project, VERSIONS):
        bench.build(project, "Debug")
        one = os.path.join(folder, "Tests0", "Tests0.csproj")
        found.append(cases.Tests(bench, name, "Debug", project if amount > 1 else one, every))


def add_methods(bench, wanted, found):
    """Many methods, each called once."""
    for config in wanted.configs:
        if wanted("10,000 methods", config):
            folder = cases.generate(bench, "make_many.py", METHODS, "methods")
            say(f"10,000 methods, {config}: building")
            bench.build(os.path.join(folder, "Many.csproj"), config)
            program = os.path.join(folder, f"bin/{config}/net10.0/Many.dll")
            found.append(cases.Process(bench, "10,000 methods", config, ["dotnet", program], codes=(7,)))


def add_starts(bench, wanted, found):
    """A process that does nothing: measured, and of a kind that is not of interest."""
    for name, assembly in (("measured", "Measured"), ("declined", "vstest.console")):
        if wanted(f"start, {name}", "Release"):
            bench.build(os.path.join(bench.source, "start", name), "Release")
            program = os.path.join(bench.source, f"start/{name}/bin/Release/net10.0/{assembly}.dll")
            found.append(cases.Starts(bench, f"start, {name}", program))


def add_report(bench, wanted, found):
    """Reports of a large program, in several formats."""
    names = [name for name in cases.Report.KINDS if wanted(name, "Debug")]
    has_end = wanted(cases.LargeEnd.name, "Debug")
    if not names and not has_end:
        return
    folder = cases.generate(bench, "make_lines.py", LINES, "lines")
    say("1,000,000 lines: building")
    bench.build(os.path.join(folder, "Lines.csproj"), "Debug")
    program = os.path.join(folder, "bin/Debug/net10.0/Lines.dll")
    run = cases.LargeRun(bench, program)
    found += [cases.Report(bench, name, run, LINES) for name in names]
    if has_end:
        found.append(cases.LargeEnd(bench, program))


def make_cases(bench, wanted, options):
    """All that is wanted, built and calibrated; and the sizes that were chosen."""
    found = []
    copy_sources(bench)
    cases.write_tools(bench, VERSIONS["coverlet"], VERSIONS["microsoft"])
    sizes = add_programs(bench, wanted, found)
    add_methods(bench, wanted, found)
    add_starts(bench, wanted, found)
    add_tests(bench, wanted, found, sizes)
    add_suite(bench, wanted, found)
    add_solution(bench, wanted, found, "one test", 1, every={"erase-off": ROUNDS, "exact": ROUNDS})
    add_solution(bench, wanted, found, "30 projects", PROJECTS,
                 every=dict.fromkeys(cases.ARMS, 4) | dict.fromkeys(("erase-off", "exact"), ROUNDS))
    add_report(bench, wanted, found)
    add_given(bench, wanted, found, options.project, options.root)
    return found, sizes


# --- rounds ---------------------------------------------------------------------------------------------------------

def jobs_of(found, number, arms, missing):
    """[(case, arm)] of a round, in random order, the arms of a case together: what is compared is measured within
    seconds. Expensive arms take part in some rounds only."""
    jobs = []
    for case in random.sample(found, len(found)):
        chosen = [arm for arm in case.arms if arm in arms and arm not in missing and number % case.every.get(arm, 1) == 0]
        jobs += [(case, arm) for arm in random.sample(chosen, len(chosen))]
    return jobs


def measure_all(bench, found, arms, deadline, most):
    """Rounds until the deadline, the first one whole. Gives samples, sentences about what was wrong, rounds."""
    samples, wrong, number = [], [], 0
    while number < most and (number == 0 or time.monotonic() < deadline):
        say(f"round {number + 1}")
        for case, arm in jobs_of(found, number, arms, bench.missing):
            if number > 0 and time.monotonic() > deadline:
                break
            if arm in bench.missing:
                continue
            about = {"config": case.config, "arm": arm, "round": number}
            try:
                samples += [row | about for row in case.measure(arm)]
            except Missing as missing:
                bench.missing[arm] = f"{case.name}: {missing}"
                say(f"{arm}: not run: {missing}")
            except Wrong as problem:
                told = f"{case.name} {case.config} {arm}: {problem}"
                say(f"WRONG: {told}")
                wrong.append(told)
                samples.append({"workload": case.name, "cpu": 0, "wall": 0, "wrong": str(problem)} | about)
        number += 1
    return samples, wrong, number


# --- facts ----------------------------------------------------------------------------------------------------------

def machine():
    """The machine in a line."""
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as stream:
        if match := re.search(r"^model name\s*: (.*)$", stream.read(), re.M):
            model = match[1]
    with open("/proc/meminfo", encoding="utf-8") as stream:
        memory = int(stream.readline().split()[1]) / (1 << 20)
    return f"{os.cpu_count()} x {model}, {memory:.0f} GiB, {platform.system()} {platform.release()} {platform.machine()}"


def versions(bench):
    """Of everything that takes part."""
    told = bench.run([bench.clrcov, "--version"]).output.splitlines()[0]
    runtimes = bench.run(["dotnet", "--list-runtimes"]).output
    return VERSIONS | {
        "clrcov": told.removeprefix("clrcov").strip(),
        "sdk": bench.run(["dotnet", "--version"]).output.strip(),
        "runtime": (re.findall(r"^Microsoft\.NETCore\.App (10\S*)", runtimes, re.M) or ["unknown"])[-1]}


def parse(argv):
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/bench.sh", description="Measures what coverage costs.")
    parser.add_argument("--budget", type=float, default=40, metavar="MINUTES", help="how long to measure (40)")
    parser.add_argument("--only", action="append", metavar="GLOB", help="only these workloads, as in the tables: "
                        "'program nbody', 'test nbody', 'one test', '30 projects', '3,000 tests*', '10,000 methods', 'start, *', "
                        "'report *', '1,000,000 lines*', 'suite *'; repeatable")
    parser.add_argument("--configs", default="Release,Debug", help="Release, Debug or both (Release,Debug)")
    parser.add_argument("--arms", default=",".join(cases.ALL_ARMS), help="which arms, of " + ", ".join(cases.ALL_ARMS))
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="at most so many rounds")
    parser.add_argument("--project", action="append", default=[], metavar="FILE",
                        help="a third-party test project, already built in each configuration: 'suite NAME'; repeatable")
    parser.add_argument("--root", metavar="FOLDER", help="the folder of their sources (the folder of each project)")
    parser.add_argument("--json", metavar="FILE", help="write all samples")
    parser.add_argument("--page", metavar="FILE", help="write the results as a page (docs/performance.md); with --only, into the "
                        "page that is there")
    parser.add_argument("--from", dest="source", metavar="FILE", help="measure nothing: the results are in this file")
    options = parser.parse_args(argv)
    options.arms = options.arms.split(",")
    if unknown := set(options.arms) - set(cases.ALL_ARMS):
        parser.error(f"no such arm: {', '.join(sorted(unknown))}")
    options.configs = [config for config in cases.CONFIGS if config in options.configs.split(",")]
    return options


def measured(options):
    """The results of a run."""
    clrcov = os.environ.get("CLRCOV", os.path.join(ROOT, "build/release/bin/clrcov"))
    if not os.access(clrcov, os.X_OK):
        sys.exit(f"error: {clrcov} is not there: run scripts/build.sh release first")
    measure.adopt_orphans()
    work = os.environ["BENCH_WORK"]
    bench = cases.Bench(work, ROOT, clrcov, HERE)
    started, load = time.monotonic(), os.getloadavg()[0]
    found, sizes = make_cases(bench, Wanted(options.only, options.configs), options)
    if not found:
        sys.exit("error: nothing to measure")
    prepared = time.monotonic()
    samples, wrong, rounds = measure_all(bench, found, options.arms, prepared + options.budget * 60, options.rounds)
    return {"machine": machine(), "cores": os.cpu_count(), "versions": versions(bench), "date": time.strftime("%F", time.gmtime()),
            "minutes": round((time.monotonic() - started) / 60, 1), "rounds": rounds, "load": [load, os.getloadavg()[0]],
            "missing": bench.missing, "wrong": wrong, "sizes": sizes, "samples": samples,
            "others": {what: len(lines) for what, lines in bench.others.items()}}


def main(argv):
    """Exit code 1 when an answer was wrong."""
    options = parse(argv)
    if options.source:
        with open(options.source, encoding="utf-8") as stream:
            results = json.load(stream)
    else:
        results = measured(options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as stream:
            json.dump(results, stream, indent=1)
    text = page.page(results)
    if options.page and options.only and os.path.exists(options.page):
        with open(options.page, encoding="utf-8") as stream:
            text = page_update.update(stream.read(), text, results)
    if options.page:
        with open(options.page, "w", encoding="utf-8") as stream:
            stream.write(text)
    print(text)
    return 1 if results["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
