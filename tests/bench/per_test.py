"""Measures what `--per-test` costs: a suite plainly, under clrcov, and with --per-test; its tests as they are, and one by one.

per_test.py CLRCOV WORK [-c Debug|Release] [--rounds N] [--tests N] [--project FILE --root FOLDER]: without a project a suite of N small
tests is written to WORK. The arms of a round follow one another in random order; ratios are medians over the rounds, with 95-percent
intervals. Exit code 1: some arm ran another number of tests. scripts/bench-per-test.sh calls this.
"""

import argparse
import os
import random
import re
import subprocess
import sys

import measure
import stats

HERE = os.path.dirname(os.path.abspath(__file__))
ONE_BY_ONE = ["--", "RunConfiguration.DisableParallelization=true"]
# name: options of clrcov run (None: without clrcov), one by one by an argument of the runner
ARMS = {
    "plain": (None, False),
    "plain, one by one": (None, True),
    "clrcov": ([], False),
    "clrcov, one by one": ([], True),
    "per test": (["--per-test"], False),
    "per test, serial": (["--per-test", "--serial"], False),
}
COMPARED = (
    ("per test", "clrcov"),
    ("per test, serial", "clrcov, one by one"),
    ("per test", "plain"),
    ("per test, serial", "plain, one by one"),
    ("per test, serial", "plain"),
    ("clrcov", "plain"),
)


class Suite:
    """A test project, which is built."""

    def __init__(self, given):
        self.clrcov, self.config, self.work = given.clrcov, given.config, given.work
        if given.project:
            self.project = os.path.realpath(given.project)
            self.root = os.path.realpath(given.root or os.path.dirname(os.path.dirname(self.project)))
        else:
            self.root = os.path.join(self.work, "suite")
            self.project = os.path.join(self.root, "Tests", "Tests.csproj")
            self.write(given.tests)
        self.folder = os.path.dirname(self.project)

    def write(self, tests):
        subprocess.run([sys.executable, os.path.join(HERE, "..", "tools", "make_suite.py"), str(tests), self.root], check=True)

    def build(self):
        subprocess.run(["dotnet", "build", self.project, "-c", self.config, "--nologo", "-v", "quiet"], cwd=self.folder, check=True,
                       stdout=sys.stderr)

    def data(self, arm):
        return os.path.join(self.work, arm.replace(", ", "-").replace(" ", "-") + ".clrcov")

    def command(self, arm):
        options, is_one_by_one = ARMS[arm]
        tests = ["dotnet", "test", self.project, "-c", self.config, "--no-build", "--nologo", *(ONE_BY_ONE if is_one_by_one else [])]
        if options is None:
            return tests
        return [self.clrcov, "run", "-q", "-f", "data", "-o", self.data(arm), "--root", self.root, *options, "--", *tests]

    def run(self, arm):
        """(seconds on the clock, seconds of processor time, tests that ran)"""
        outcome = measure.run(self.command(arm), os.environ, self.folder, os.path.join(self.work, "errors"))
        found = re.findall(r"Passed:\s*(\d+)", outcome.output)
        if not found:
            sys.exit(f"{arm}: no test ran: {outcome.output[-2000:]}")
        if ARMS[arm][0] is not None and not os.path.exists(self.data(arm)):
            sys.exit(f"{arm}: nothing was measured; give the folder of the sources with --root")
        return outcome.wall, outcome.cpu, sum(map(int, found))


def measure_rounds(suite, rounds):
    """{arm: {round: (clock, processor)}}, and how many tests each arm ran"""
    samples, counts = {arm: {} for arm in ARMS}, {arm: set() for arm in ARMS}
    for number in range(-1, rounds):    # the first round fills caches
        for arm in random.sample(list(ARMS), len(ARMS)):
            clock, cpu, count = suite.run(arm)
            counts[arm].add(count)
            if number >= 0:
                samples[arm][number] = (clock, cpu)
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
    return samples, counts


def print_ratios(samples):
    print("| against | wall time | processor time |\n|---|--:|--:|")
    for arm, base in COMPARED:
        cells = []
        for kind in (0, 1):
            one, other = ({number: sample[kind] for number, sample in samples[name].items()} for name in (arm, base))
            pairs = stats.paired(one, other)
            low, high = stats.ratio_interval(pairs) or (0, 0)
            cells.append(f"{stats.ratio(pairs):.2f} ({low:.2f} to {high:.2f})")
        print(f"| {arm} / {base} | {' | '.join(cells)} |")
    for arm, rows in samples.items():
        clock, cpu = (stats.median([sample[kind] for sample in rows.values()]) for kind in (0, 1))
        print(f"{arm}: {clock:.2f} s, {cpu:.2f} s of processor time")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("clrcov")
    parser.add_argument("work")
    parser.add_argument("-c", dest="config", default="Debug")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--tests", type=int, default=3000)
    parser.add_argument("--root")
    parser.add_argument("--project")
    given = parser.parse_args()
    measure.adopt_orphans()
    suite = Suite(given)
    suite.build()
    samples, counts = measure_rounds(suite, given.rounds)
    tests = max(counts["plain"])
    print(f"{os.path.basename(suite.project)}, {given.config}: {tests} tests, {given.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print_ratios(samples)
    sizes = {arm: os.path.getsize(suite.data(arm)) for arm in ("clrcov", "per test", "per test, serial")}
    for arm in ("per test", "per test, serial"):
        print(f"{arm}: {(sizes[arm] - sizes['clrcov']) / tests:.0f} bytes of data more for each test")
    differing = [arm for arm in ARMS if counts[arm] != {tests}]
    for arm in differing:
        print(f"{arm}: {sorted(counts[arm])} tests ran", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
