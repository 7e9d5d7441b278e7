#!/usr/bin/env python3
"""Walks the history of a public project, and compares `clrcov run --impacted` with running everything.

    history.py --clrcov COMMAND --subjects FILE --subject NAME --repository GIT --work FOLDER --log FILE [--most N] [--undo]

For each commit, from the oldest to the newest, from the state in which the commit before was built and tested:

- plain:     `dotnet test` with the project's own parallelism, its build included;
- impacted:  `clrcov run --impacted --per-test -- dotnet test` from the same state. Both take turns in being first;
             a project that has `mapApart` runs without --per-test, as in a pull request, and renews its map in a third run;
- a test whose outcome is another one than with the commit before must have run with --impacted;
- undo:      the folders `sources` go back to the commit before, with the tests of this commit: whatever fails must be selected;
- the map is renewed by --per-test. A map of a whole run must select nothing now and then.

The log gets one line for each commit. A later start goes on after the last one, as long as the work folder is kept.
"""

import argparse
import ctypes
import glob
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [HERE, os.path.join(HERE, "..")]

from rules import read_outcomes     # noqa: E402
from subject import Tree, list_commits, read_subject        # noqa: E402

WHOLE_MAP_EVERY = 10
LONGEST = 1500      # seconds of a command


class Broken(Exception):
    """A commit that does not build."""


class Walk:
    def __init__(self, given):
        self.given, self.work = given, os.path.realpath(given.work)
        self.subject = read_subject(given.subjects, given.subject)
        self.commits = list_commits(given.repository, self.subject)
        os.makedirs(f"{self.work}/tmp", exist_ok=True)
        self.folder, self.saved, self.map = f"{self.work}/tree", f"{self.work}/saved", f"{self.work}/map.clrcov"
        self.new = f"{self.work}/new.clrcov"
        self.tree = Tree(given.repository, self.subject, f"{self.work}/clean", self.folder)
        self.environment = {**os.environ, "TMPDIR": f"{self.work}/tmp", "LC_ALL": "C.UTF-8", "MSBUILDDISABLENODEREUSE": "1",
                            "UseSharedCompilation": "false", **self.subject.get("environment", {})}
        self.state = f"{self.work}/state.json"
        self.last, self.outcomes = None, {}      # of the commit that `saved` has

    # --- commands -----------------------------------------------------------------------------------------------------

    def run(self, words, name):
        """(exit code, output, [seconds of wall time, of processor time])"""
        start, spent = time.monotonic(), processor_seconds()
        done = subprocess.run(words, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False, timeout=LONGEST)
        wall = time.monotonic() - start
        await_orphans()
        seconds = [round(wall, 2), round(processor_seconds() - spent, 2)]
        with open(f"{self.work}/{name}.log", "w", encoding="utf-8") as stream:
            stream.write(done.stdout)
        return done.returncode, done.stdout, seconds

    def test(self, name, before=(), after=()):
        """(outcomes, output, seconds) of `dotnet test`. Broken, when nothing was tested because the build failed."""
        results = f"{self.work}/results"
        shutil.rmtree(results, ignore_errors=True)
        code, output, seconds = self.run([*before, "dotnet", "test", *self.subject["tests"], "--nologo", "--logger", "trx",
                                          "--results-directory", results, *after], name)
        outcomes = read_results(results)
        if code != 0 and (not outcomes or re.search(r": error [A-Z]+\d+:", output)):
            raise Broken(next((line.strip() for line in output.splitlines() if "error" in line), "exit code %d" % code))
        return outcomes, output, seconds

    def clrcov(self, *words):
        return [self.given.clrcov, "run", "-q", "--root", self.folder, *words, "--"]

    def ask(self, data):
        """{suite: {"all": reason} or {"tests": {test: reason}, "leftOut": n}}"""
        code, output, _ = self.run([self.given.clrcov, "impacted", "--session", data, "--root", self.folder, "--json"], "ask")
        if code != 0:
            raise Broken(f"clrcov impacted: {output}")
        answer = {}
        for suite in json.loads(output[output.index("{"):])["suites"]:
            answer[suite["assembly"]] = {"all": suite["reason"]} if suite["isAll"] else \
                {"tests": {f"{t['class']}.{t['method']}": t["reason"] for t in suite["tests"]}, "leftOut": suite["leftOut"]}
        return answer

    # --- states -------------------------------------------------------------------------------------------------------

    def save(self, commit, outcomes):
        shutil.rmtree(f"{self.saved}.new", ignore_errors=True)
        copy_folder(self.folder, f"{self.saved}.new")
        shutil.rmtree(self.saved, ignore_errors=True)
        os.rename(f"{self.saved}.new", self.saved)
        if os.path.exists(self.new):
            os.rename(self.new, self.map)
        self.last, self.outcomes = commit, outcomes
        with open(self.state, "w", encoding="utf-8") as stream:
            json.dump({"commit": commit, "outcomes": outcomes}, stream)

    def restore(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        copy_folder(self.saved, self.folder)

    def resume(self, done):
        """The commits that are left."""
        left = self.commits[self.commits.index(done[-1]["commit"]) + 1:] if done else self.commits
        if not os.path.exists(self.state):
            return left
        with open(self.state, encoding="utf-8") as stream:
            state = json.load(stream)
        self.last, self.outcomes = state["commit"], state["outcomes"]
        self.restore()
        return left

    # --- a commit -----------------------------------------------------------------------------------------------------

    def begin(self, commit):
        """The first commit: without a map everything runs, and equal revisions select nothing."""
        self.tree.set(commit)
        plain, _, _ = self.test("plain")
        first = f"{self.work}/first.clrcov"
        words = ["--impacted", "--impacted-data", self.map, "--per-test", "-f", "data", "-o", first]
        measured, output, _ = self.test("first", self.clrcov(*words))
        shutil.move(first, self.map)
        answer = self.ask(self.map)
        problems = [] if set(measured) == set(plain) else ["the first run left tests out"]
        problems += [] if "everything runs" in output else ["the first run does not say that everything runs"]
        problems += [f"equal revisions: {t}: {reason}" for t, reason in list_unexpected(answer, plain)]
        self.save(commit, plain)
        return {"kind": "first", "tests": len(plain), "answer": shorten(answer), "problems": problems}

    def plain(self, commit):
        self.tree.set(commit)
        return self.test("plain")

    def impacted(self, commit):
        return self.without_map(commit) if self.subject.get("mapApart") else self.with_map("impacted", commit)

    def without_map(self, commit):
        self.tree.set(commit)
        words = ["--impacted", "--impacted-data", self.map, "-f", f"cobertura={self.work}/report.xml"]
        return self.test("impacted", self.clrcov(*words))

    def with_map(self, name, commit):
        """With --per-test, which costs more and renews the map."""
        if os.path.exists(self.new):
            os.remove(self.new)
        self.tree.set(commit)
        words = ["--impacted", "--impacted-data", self.map, "--per-test", "-f", f"data={self.new}"]
        return self.test(name, self.clrcov(*words, "-f", f"cobertura={self.work}/report.xml"))

    def step(self, commit, number):
        arms = {"plain": self.plain, "impacted": self.impacted}
        order = list(arms) if number % 2 == 0 else list(arms)[::-1]
        found = {}
        for place, arm in enumerate(order):
            if place > 0:
                self.restore()
            found[arm] = arms[arm](commit)
        now, _, plain_seconds = found["plain"]
        ran, output, impacted_seconds = found["impacted"]
        missed = compare(self.outcomes, now, ran)
        record = {"kind": "step", "before": self.last, "first": order[0], "plain": plain_seconds, "impacted": impacted_seconds,
                  "load": os.getloadavg()[0], "tests": len(now), "ran": len(ran), "said": read_said(output),
                  "failing": sorted(t for t in now if now[t] == "Failed"),
                  "newlyFailing": sorted(t for t in now if now[t] == "Failed" and self.outcomes.get(t) != "Failed"),
                  "changed": sum(now[t] != self.outcomes.get(t) for t in now), "leftOut": missed, "problems": []}
        if missed:
            again, _, _ = self.test("again", after=["--no-build"])
            record["byChance"] = [t for t in missed if again.get(t) != now[t]]
            record["leftOut"] = [t for t in missed if again.get(t) == now[t]]
            record["problems"] += [f"left out: {t}" for t in record["leftOut"]]
        before = self.last
        if self.subject.get("mapApart"):
            self.restore()
            record["mapRun"] = self.with_map("map", commit)[2]
        self.renew(record, number, now)
        self.save(commit, now | ran)      # outcomes of the run that made the map, where there is one
        if self.given.undo:
            record["undo"] = self.undo(commit, before, now)
            self.restore()
        return record

    def renew(self, record, number, now):
        """No map is written where nothing runs: the one before has the tests as they are."""
        answer = self.ask(self.new if os.path.exists(self.new) else self.map)
        record["problems"] += [f"renewed map: {t}: {reason}" for t, reason in list_unexpected(answer, now)]
        if number % WHOLE_MAP_EVERY == WHOLE_MAP_EVERY - 1:
            whole = f"{self.work}/whole.clrcov"
            _, _, record["wholeMap"] = self.test("whole", self.clrcov("--per-test", "-f", "data", "-o", whole), ["--no-build"])
            record["problems"] += [f"whole map: {t}: {reason}" for t, reason in list_unexpected(self.ask(whole), now)]

    def undo(self, commit, before, outcomes):
        """Tests of this commit with the sources of the one before."""
        self.tree.set(commit, before)
        try:
            code, output, _ = self.run(["dotnet", "build", *self.subject["tests"], "--nologo"], "undo-build")
            if code != 0:
                return {"builds": False}
            answer = self.ask(self.map)
            now, _, _ = self.test("undo", after=["--no-build"])
        except Broken as problem:
            return {"builds": False, "problem": str(problem)}
        selected = {t for suite in answer.values() for t in suite.get("tests", ())}
        whole = any("all" in suite for suite in answer.values())
        failing = sorted(t for t in now if now[t] != outcomes.get(t))
        return {"builds": True, "failing": failing, "selected": -1 if whole else len(selected), "answer": shorten(answer),
                "leftOut": [] if whole else [t for t in failing if t not in selected]}


def adopt_orphans():
    """What a command leaves behind becomes a child of this process: else nobody counts its processor time."""
    set_child_subreaper = 36
    ctypes.CDLL(None, use_errno=True).prctl(set_child_subreaper, 1, 0, 0, 0)


def await_orphans(longest=20):
    """Test hosts end soon after their runner; a server that stays does not count."""
    end = time.monotonic() + longest
    while time.monotonic() < end:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.1)
        except ChildProcessError:
            return


def processor_seconds():
    """Of children that have ended, theirs included: other work on the machine lengthens wall times more."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def copy_folder(source, target):
    subprocess.run(["cp", "-a", source, target], check=True)


def read_results(folder):
    """{test: outcome}; of the rows of a theory, and of several suites with it, the worst."""
    found = {}
    for file in glob.glob(f"{folder}/*.trx"):
        for test, outcome in read_outcomes(file):
            if found.get(test) != "Failed":
                found[test] = outcome if outcome == "Failed" or test not in found else found[test]
    return found


def read_said(output):
    """What clrcov said of each suite: the lines about affected tests."""
    return [line.split("clrcov: ", 1)[-1].strip() for line in output.splitlines()
            if re.search(r"(: all tests: |tests are affected|everything runs)", line)]


def compare(before, now, ran):
    """Tests with another outcome than before, or none before, that did not run. The same build runs once more: where the outcome
    is yet another one, it is a matter of chance.
    """
    return sorted(t for t in now if now[t] != before.get(t) and t not in ran and now[t] != "NotExecuted")


def shorten(answer):
    """Of each suite the reason of all, or how many tests run for which reasons."""
    short = {}
    for suite, of in answer.items():
        if "all" in of:
            short[suite] = {"all": of["all"]}
            continue
        reasons = {}
        for reason in of["tests"].values():
            reasons[reason] = reasons.get(reason, 0) + 1
        most = sorted(reasons.items(), key=lambda item: -item[1])[:8]
        short[suite] = {"selected": len(of["tests"]), "leftOut": of["leftOut"], "reasons": dict(most)}
    return short


def list_unexpected(answer, outcomes):
    """What equal revisions select; tests that failed run in any case."""
    for suite, of in answer.items():
        if "all" in of:
            yield suite, of["all"]
        for test, reason in of.get("tests", {}).items():
            if outcomes.get(test) == "Passed":
                yield test, reason


def read_log(file):
    if not os.path.exists(file):
        return []
    with open(file, encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def take_commit(walk, commit, number):
    try:
        record = walk.begin(commit) if walk.last is None else walk.step(commit, number)
    except Broken as problem:
        record = {"kind": "broken", "problem": str(problem)[:300], "problems": []}
        if walk.last is not None:
            walk.restore()
    return {"subject": walk.subject["name"], "commit": commit, **record}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("clrcov", "subjects", "subject", "repository", "work", "log"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--most", type=int, default=0, help="so many commits in this start")
    parser.add_argument("--undo", action="store_true")
    adopt_orphans()
    walk = Walk(parser.parse_args())
    done = read_log(walk.given.log)
    left = walk.resume(done)
    left = left[:walk.given.most] if walk.given.most else left
    failed = 0
    for commit in left:
        record = take_commit(walk, commit, len(done))
        done.append(record)
        failed += len(record["problems"])
        with open(walk.given.log, "a", encoding="utf-8") as stream:
            stream.write(json.dumps(record) + "\n")
        print(json.dumps({k: record[k] for k in ("commit", "kind", "plain", "impacted", "tests", "ran", "said", "problems")
                          if k in record}), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
