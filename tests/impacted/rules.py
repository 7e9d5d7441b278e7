#!/usr/bin/env python3
"""Plants changes in tests/impacted (changes.py), and compares what `clrcov impacted` says with what the tests do.

    rules.py --clrcov COMMAND --work FOLDER [-c Debug|Release] [--together | --short] [--kind KIND] [NAME...]

The oracle is a run of all tests of the changed build: a test whose outcome is another one must be selected. For files that are no
code one build has all changes, and each of them is asked for alone. Beyond that a change has tests that must be selected, a part of
the reason, and tests that may be selected as well; others must be left out.
--together plants all changes that can be planted together in one build, --short plants those of C# alone and nothing else.
"""

import argparse
import dataclasses
import functools
import json
import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [HERE, os.path.join(HERE, "..", "random")]

from changes import ALL, ANY, CHANGES, Change        # noqa: E402
import random_programs      # noqa: E402

find_dotnet = functools.cache(random_programs.find_dotnet)

FILE_KINDS = ("file", "more")
SUITE = "Tests"       # the one that runs after each change; `Other` must not be affected


# A build of every change is most of the time: what builds stays for the next one.
WARM = {**os.environ, "DOTNET_CLI_USE_MSBUILD_SERVER": "1", "MSBUILDDISABLENODEREUSE": "0"}


class Failed(Exception):
    pass


def run(command, folder, accept=(0,), environment=None):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=environment)
    if done.returncode not in accept:
        raise Failed(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-3000:]}")
    return done.stdout


class Solution:
    """The solution in `work`/now, as it was built and measured in `work`/base."""

    def __init__(self, clrcov, work, config, is_short=False):
        self.clrcov, self.config = clrcov, config
        self.solution = "CSharp.slnx" if is_short else "Impacted.slnx"
        self.folder, self.base = f"{work}/now", f"{work}/base"
        self.map, self.results = f"{work}/map.clrcov", f"{work}/results"

    def build(self, options=()):
        run(["dotnet", "build", self.solution, "-c", self.config, "--nologo", "-v", "quiet", *options], self.folder,
            environment=WARM)

    def prepare(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.base, ignore_errors=True)
        shutil.rmtree(self.results, ignore_errors=True)
        shutil.copytree(HERE, self.folder, symlinks=True, ignore=shutil.ignore_patterns("bin", "obj", "*.py", "__pycache__", "mutate"))
        self.build()
        run([self.clrcov, "run", "-q", "--per-test", "-f", "data", "-o", self.map, "--root", self.folder, "--",
             "dotnet", "test", self.solution, "-c", self.config, "--no-build", "--nologo", "--logger", "trx",
             "--results-directory", self.results], self.folder)
        shutil.copytree(self.folder, self.base, symlinks=True)
        self.before = {t: outcome for t, outcome in self.read_results().items() if suite_of(t) == f"Impacted.{SUITE}"}
        if set(self.before.values()) != {"Passed"}:
            raise Failed(f"tests fail without a change: {self.before}")

    def restore(self):
        shutil.rmtree(self.folder)
        shutil.copytree(self.base, self.folder, symlinks=True)

    def outcomes(self):
        """{test: outcome} of a run of all tests of the build that is there; of the rows of a theory the worst."""
        shutil.rmtree(self.results, ignore_errors=True)
        run(["dotnet", "exec", f"{find_dotnet()[0]}/vstest.console.dll",
             f"{self.folder}/{SUITE}/bin/{self.config}/net10.0/Impacted.{SUITE}.dll", "--logger:trx;LogFileName=all.trx",
             f"--ResultsDirectory:{self.results}"], self.folder, (0, 1))
        return self.read_results()

    def read_results(self):
        found = {}
        for file in os.listdir(self.results):
            if file.endswith(".trx"):
                for test, outcome in read_outcomes(f"{self.results}/{file}"):
                    found[test] = outcome if outcome != "Passed" else found.get(test, outcome)
        return found

    def ask(self):
        """({test: reason}, {suite: reason of all})"""
        text = run([self.clrcov, "impacted", "--session", self.map, "--json"], self.folder)
        selected, whole = {}, {}
        for suite in json.loads(text)["suites"]:
            if suite["isAll"]:
                whole[suite["assembly"]] = suite["reason"]
            for test in suite["tests"]:
                selected[f"{test['class']}.{test['method']}"] = test["reason"]
        return selected, whole


def read_outcomes(file):
    space = {"t": "http://microsoft.com/schemas/VisualStudio/TeamTest/2010"}
    root = xml.parse(file).getroot()
    names = {}
    for unit in root.iterfind(".//t:UnitTest", space):
        method = unit.find("t:TestMethod", space)
        names[unit.get("id")] = f"{method.get('className')}.{method.get('name').split('(')[0]}"
    for result in root.iterfind(".//t:UnitTestResult", space):
        yield names[result.get("testId")], result.get("outcome")


# --- a change ---------------------------------------------------------------------------------------------------------

def apply(folder, change):
    for file, old, new in change.edits:
        path = f"{folder}/{file}"
        if old is None and new is None:
            os.remove(path)
            continue
        if os.path.islink(path):
            os.remove(path)
            os.symlink(new, path)
            continue
        if old is None:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            text = new
        else:
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
            if text.count(old) != 1:
                raise Failed(f"{change.name}: {file} has {text.count(old)} of {old!r}")
            text = text.replace(old, new)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)


def full(test):
    return f"Impacted.Tests.{test}"


def suite_of(test):
    return ".".join(test.split(".")[:2])


def is_selected(test, selected, whole):
    return test in selected or suite_of(test) in whole


def unsafe(before, after, selected, whole):
    """Tests with another outcome that are left out."""
    told = [t for t in before if t in after and after[t] != before[t]] + [t for t in after if t not in before]
    return sorted(t for t in told if not is_selected(t, selected, whole))


def wrong(change, selected, whole, changes):
    """What is wrong with what was said about one of some changes. A test has one reason, which may be any change that it can tell."""
    says = [change.says, *(c.says for c in changes if c.says)]
    reason_of_all = whole.get("Impacted.Tests")
    if change.tests == ALL:
        return [] if reason_of_all and change.says in reason_of_all else [f"not all run because of {change.says}"]
    found = []
    for test in map(full, change.tests):
        reason = selected.get(test, reason_of_all)
        if reason is None:
            found.append(f"{test} is left out")
        elif not any(part in reason for part in says):
            found.append(f"{test}: '{reason}' does not name {change.says}")
    return found


def too_many(changes, selected, whole):
    if any(change.more == ANY for change in changes):
        return []
    allowed = {full(t) for c in changes for t in (*c.tests, *c.more)}
    return [f"{name} runs as a whole: {reason}" for name, reason in whole.items()] + \
        [f"{test} runs: {reason}" for test, reason in selected.items() if test not in allowed]


def change_of_csharp(change):
    """The change without what other languages have; without edits, where nothing is left."""
    edits = [e for e in change.edits if e[0].endswith((".cs", ".csproj"))]
    return dataclasses.replace(change, edits=edits)


class Count:
    def __init__(self):
        self.bad, self.good, self.kinds = [], 0, {}

    def check(self, name, problems, kind):
        print(f"not ok - {name}" if problems else f"ok - {name}", flush=True)
        for problem in problems:
            print(f"#   {problem}")
        passed, all_of = self.kinds.get(kind, (0, 0))
        self.kinds[kind] = (passed + (not problems), all_of + 1)
        if problems:
            self.bad.append(name)
        else:
            self.good += 1


def plant(solution, changes):
    solution.restore()
    for change in changes:
        apply(solution.folder, change)
    if any(change.builds for change in changes):
        solution.build([option for change in changes for option in change.options])


def find_readers(solution, changes):
    """{test: outcome} of one build with all these changes: each of them is a file of its own, with readers of its own."""
    edits = list(dict.fromkeys(edit for change in changes for edit in change.edits))
    plant(solution, [Change("all of them", edits)])
    return solution.outcomes()


def try_changes(solution, name, changes, count, readers=None):
    """`readers`: outcomes with these changes, among others; no test runs then."""
    plant(solution, changes)
    selected, whole = solution.ask()
    after = {**solution.before, **{full(t): readers.get(full(t)) for c in changes for t in c.tests}} if readers \
        else solution.outcomes()
    told = [t for t in solution.before if after.get(t, "Passed") != "Passed"]
    problems = [f"UNSAFE: {test} is left out and has another outcome" for test in unsafe(solution.before, after, selected, whole)]
    problems += too_many(changes, selected, whole)
    for change in changes:
        own = wrong(change, selected, whole, changes)
        if change.tests != ALL:
            own += [f"{full(t)} should fail after the change" for t in change.tests
                    if full(t) in solution.before and after.get(full(t)) == "Passed"]
        if len(changes) > 1:
            count.check(f"{name}: {change.name}", own, change.kind)
        else:
            problems += own
    title = f"{name}: {len(told)} tests tell it, {len(selected)} selected" + \
        "".join(f"; all of {suite}: {reason}" for suite, reason in whole.items())
    count.check(title, problems, changes[0].kind if len(changes) == 1 else "together")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--clrcov", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("-c", dest="config", default="Debug")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--kind", action="append")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    wanted = [c for c in CHANGES if (not given.names or c.name in given.names) and (not given.kind or c.kind in given.kind)]
    if given.short:
        os.environ["ImpactedLanguages"] = WARM["ImpactedLanguages"] = "csharp"
        wanted = [change_of_csharp(c) for c in wanted if c.together]
    solution = Solution(given.clrcov, os.path.realpath(given.work), given.config, given.short)
    count, start = Count(), time.time()
    try:
        solution.prepare()
        if given.together or given.short:
            try_changes(solution, "together", [c for c in wanted if c.together and c.edits], count)
            wanted = [c for c in wanted if not c.together]
        files = [c for c in wanted if c.kind in FILE_KINDS]
        readers = find_readers(solution, files) if files else None
        for change in wanted:
            try:
                try_changes(solution, change.name, [change], count, readers if change in files else None)
            except Failed as problem:
                count.check(change.name, [str(problem)], change.kind)
    except Failed as problem:
        print(f"not ok - {problem}")
        return 1
    kinds = ", ".join(f"{kind} {passed} of {all_of}" for kind, (passed, all_of) in count.kinds.items())
    print(f"{given.config}: {count.good} right, {len(count.bad)} wrong ({kinds}); {time.time() - start:.0f} s")
    return 1 if count.bad else 0


if __name__ == "__main__":
    sys.exit(main())
