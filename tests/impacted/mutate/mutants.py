#!/usr/bin/env python3
"""Mutants of a project: no test that tells a mutant may be left out by `clrcov impacted`.

    mutants.py --clrcov COMMAND --work FOLDER --log FILE [-c Debug|Release] [--most N] [--seconds N] [--each N] [--kind KIND]...
               [--root FOLDER] [--more PROJECT]... PROJECT TESTS...
    mutants.py --summary --log FILE...

PROJECT is changed and compiled once for each mutant, as are those of --more, each of which stands after those that it refers to.
Where a mutant changes a declaration, projects that refer to its project are compiled again. TESTS are test projects (for VSTest).
For each mutant the whole suite runs once, and `clrcov impacted` is asked once. FILE has a line for each mutant that is done. A
later start goes on where it ends, and tries those again that left out a test.

Where a test is left out, the suite runs again. The test counts where it tells the mutant again, and where its outcome is always the
same without the mutant. A run that does not
end is ended: the tests that had started have not passed, and of later ones nothing is known.
"""

import argparse
import collections
import glob
import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", "..", "random"), os.path.join(HERE, "..")]

from random_programs import write       # noqa: E402
from rules import Failed, find_dotnet, read_outcomes, run          # noqa: E402

ROSLYN = ("Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll")
LONGEST = 180       # seconds of a run of all tests in a test host
AGAIN = 10          # runs that tell a test which is left out from one whose outcome is a matter of chance


def compile_tool(folder, names, libraries):
    """Compiles sources with the compiler of the SDK; the program, which has the name of the first."""
    sdk, references, runtime = find_dotnet()
    os.makedirs(folder, exist_ok=True)
    name = names[0]
    write(f"{folder}/{name}.runtimeconfig.json",
          '{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "%s"}}}' % runtime)
    run(["dotnet", f"{sdk}/Roslyn/bincore/csc.dll", "-nologo", "-nostdlib", "-target:exe", "-langversion:latest",
         f"-out:{folder}/{name}.dll", *[f"-r:{r}" for r in (*references, *libraries)], *[f"{HERE}/{n}.cs" for n in names]], folder)
    return f"{folder}/{name}.dll"


def make_mutator(folder):
    """The mutator works on the compiler of the SDK as well."""
    sdk = find_dotnet()[0]
    os.makedirs(folder, exist_ok=True)
    for name in ROSLYN:
        shutil.copy(f"{sdk}/Roslyn/bincore/{name}", folder)
    return compile_tool(folder, ("Mutate", "Find", "FindMembers"), [f"{folder}/{name}" for name in ROSLYN])


def own_assemblies(folder):
    """Those of the solution, which have symbols: all of them may have a state that tests leave behind."""
    return [os.path.splitext(os.path.basename(file))[0] for file in glob.glob(f"{folder}/*.pdb")]


WORST = ("Passed", "Skipped", "Failed", "Started")


def worse(one, other):
    return max(one, other, key=WORST.index)


class Runner:
    """Runs all tests of an assembly for xunit 2 in a process that stays."""

    def __init__(self, program, tests, names):
        self.command, self.process, self.longest = ["dotnet", program, tests, *names], None, 60

    def outcomes(self):
        """{test: outcome}, of the rows of a theory the worst, and whether the run ended. A test that did not end is `Started`."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True)
        process, ended, running = self.process, {}, {}
        watch = threading.Timer(self.longest, process.kill)
        watch.start()
        try:
            process.stdin.write("\n")
            process.stdin.flush()
            while (line := process.stdout.readline().rstrip("\n")) != "end":
                if not line:
                    self.kill()
                    return {**ended, **{t: "Started" for t, count in running.items() if count}}, False
                test, outcome = line.rsplit("\t", 1)
                running[test] = running.get(test, 0) + (1 if outcome == "Started" else -1)
                if outcome != "Started":
                    ended[test] = worse(outcome, ended.get(test, outcome))
        finally:
            watch.cancel()
        return ended, True

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def end(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


class Mutator:
    def __init__(self, program, output, mutated, projects):
        self.process = subprocess.Popen(["dotnet", program, output, str(mutated), *projects], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.mutants = {}
        while (line := self.process.stdout.readline().rstrip("\n")) != "end":
            if not line:
                raise Failed("the mutator ended")
            number, kind, place, what = line.split("\t", 3)
            self.mutants[int(number)] = (kind, place, what)

    def compile(self, number):
        """(names of the assemblies that it wrote, a message where it wrote none)"""
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        return (answer.split(" ")[1:], None) if answer.startswith("ok") else ([], answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def properties_of(project, config, names):
    text = run(["dotnet", "msbuild", project, f"-p:Configuration={config}", *[f"-getProperty:{n}" for n in names]],
               os.path.dirname(project))
    return json.loads(text)["Properties"]


def compiler_arguments(project, config, output):
    text = run(["dotnet", "msbuild", project, f"-p:Configuration={config}", "-p:ProvideCommandLineArgs=true",
                "-p:SkipCompilerExecution=true", "-p:BuildProjectReferences=false", "-p:NonExistentFile=none", "-t:Compile",
                "-getItem:CscCommandLineArgs"], os.path.dirname(project))
    items = [i["Identity"] for i in json.loads(text[text.index("{"):])["Items"]["CscCommandLineArgs"]]
    if not items:
        raise Failed(f"{project}: the compiler's arguments are not known")
    write(output, "\n".join([os.path.dirname(project), *(i for i in items if i != "/noconfig")]) + "\n")
    return output


class Subject:
    def __init__(self, given):
        self.clrcov, self.config, self.work = given.clrcov, given.config, os.path.realpath(given.work)
        self.root = os.path.realpath(given.root or os.path.dirname(given.project))
        self.mutated = [os.path.realpath(p) for p in (given.project, *given.more)]
        self.tests = [os.path.realpath(t) for t in given.tests]
        self.programs = [properties_of(t, self.config, ["TargetPath", "AssemblyName"])["TargetPath"] for t in self.tests]
        self.map, self.results, self.runners = f"{self.work}/map.clrcov", f"{self.work}/results", []
        os.makedirs(f"{self.work}/out", exist_ok=True)

    def build(self):
        for project in (*self.mutated, *self.tests):
            run(["dotnet", "build", project, "-c", self.config, "--nologo", "-v", "quiet"], os.path.dirname(project))

    def make_mutator(self):
        arguments = [compiler_arguments(project, self.config, f"{self.work}/arguments{i}")
                     for i, project in enumerate((*self.mutated, *self.tests))]
        return Mutator(make_mutator(f"{self.work}/mutator"), f"{self.work}/out", len(self.mutated), arguments)

    def install(self, names):
        for folder in {os.path.dirname(program) for program in self.programs}:
            for file in (f"{name}.{end}" for name in names for end in ("dll", "pdb")):
                if os.path.exists(f"{folder}/{file}"):
                    # a process may have mapped the file that is there
                    shutil.copy(f"{self.work}/out/{file}", f"{self.work}/installed")
                    os.replace(f"{self.work}/installed", f"{folder}/{file}")

    def command(self):
        sdk = find_dotnet()[0]
        return ["dotnet", "exec", f"{sdk}/vstest.console.dll", *self.programs, "--logger:trx;LogFileName=all.trx",
                f"--ResultsDirectory:{self.results}", "--", "RunConfiguration.DisableParallelization=true"]

    def record(self):
        run([self.clrcov, "run", "-q", "--per-test", "-f", "data", "-o", self.map, "--root", self.root, "--", *self.command()],
            self.root, (0, 1))

    def start_runners(self):
        """For xunit 2; other frameworks run in their test hosts."""
        folders = [os.path.dirname(p) for p in self.programs]
        if all(os.path.exists(f"{folder}/xunit.execution.dotnet.dll") for folder in folders):
            libraries = [f"{folders[0]}/xunit.{name}.dll" for name in ("abstractions", "core", "execution.dotnet")]
            program = compile_tool(f"{self.work}/runner", ("Run",), libraries)
            self.runners = [Runner(program, p, own_assemblies(os.path.dirname(p))) for p in self.programs]

    def measure_before(self):
        """Outcomes without a mutant; a later run may take ten times as long."""
        self.outcomes()
        start = time.time()
        before, _ = self.outcomes()
        for runner in self.runners:
            runner.longest = max(15, 10 * (time.time() - start))
        return before

    def outcomes(self):
        """({test: outcome}, whether the run ended)"""
        if not self.runners:
            return self.outcomes_of_host()
        found = [runner.outcomes() for runner in self.runners]
        return {t: outcome for one, _ in found for t, outcome in one.items()}, all(is_whole for _, is_whole in found)

    def outcomes_of_host(self):
        shutil.rmtree(self.results, ignore_errors=True)
        is_whole = True
        try:
            subprocess.run(self.command(), cwd=self.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LONGEST,
                           check=False)
        except subprocess.TimeoutExpired:
            is_whole = False
        found = {}
        for file in glob.glob(f"{self.results}/*.trx"):
            for test, outcome in read_outcomes(file):
                found[test] = outcome if outcome != "Passed" else found.get(test, outcome)
        return found, is_whole and bool(found)

    def ask(self):
        text = run([self.clrcov, "impacted", "--session", self.map, "--root", self.root, "--json"], self.root)
        answer = json.loads(text)["suites"]
        selected = {f"{t['class']}.{t['method']}" for s in answer for t in s["tests"]}
        return selected, {s["folder"]: s["reason"] for s in answer if s["isAll"]}, answer


def plain(test):
    """Runners write type arguments in ways of their own."""
    return test.split("(")[0].replace("`1", "")


def judge(subject, before):
    """One mutant: what became of it, as keys of a row. A test that did not start tells nothing."""
    selected, whole, answer = subject.ask()
    after, is_ended = subject.outcomes()
    is_all = len(whole) == len(answer)
    told = [t for t in before if after.get(t, "absent" if is_ended else before[t]) != before[t]]
    chosen = {plain(t) for t in selected}
    result = "killed" if told else "lives" if is_ended else "broke"
    return {"result": result, "told": len(told), "left": [] if is_all else [t for t in told if plain(t) not in chosen],
            "selected": len(selected), "all": "; ".join(whole.values()), "isEnded": is_ended}


def runs_again(subject, count):
    """Outcomes of runs in processes that no mutant before this one has touched."""
    for runner in subject.runners:
        runner.end()
    return [subject.outcomes()[0] for _ in range(count)]


def find_chance(subject, mutator, before, tests):
    """Of these tests those that do not tell the mutant again, or whose outcome differs without it as well."""
    again = runs_again(subject, AGAIN // 3)
    chance = {t for t in tests if all(after.get(t) == before[t] for after in again)}
    subject.install(mutator.compile(0)[0])
    return sorted(chance | {t for after in runs_again(subject, AGAIN) for t in tests if after.get(t) != before[t]})


def key_of(row):
    return row["place"], row["what"]


def done_of(log):
    """{place and change: row}; of a mutant that ran twice the last."""
    if not os.path.exists(log):
        return {}
    with open(log, encoding="utf-8") as stream:
        return {key_of(row): row for row in map(json.loads, stream)}


def try_mutant(subject, mutator, before, number):
    kind, place, what = mutator.mutants[number]
    row = {"number": number, "kind": kind, "place": place, "what": what, "result": "error"}
    names, message = mutator.compile(number)
    if message:
        return row
    subject.install(names)
    row |= judge(subject, before)
    if row["left"]:
        row["chance"] = find_chance(subject, mutator, before, row["left"])
        row["left"] = [t for t in row["left"] if t not in row["chance"]]
    if row["left"]:
        print(f"LEFT OUT: {place} {kind}: {what}: {row['left']}", flush=True)
    return row


# --- logs -------------------------------------------------------------------------------------------------------------

COLUMNS = ("mutants", "killed", "broke", "left out", "run everything")


def count_kinds(rows):
    """{kind: counts of COLUMNS}"""
    kinds = {}
    for row in rows:
        if row["result"] == "error":
            continue
        is_killed = row["result"] == "killed"
        own = (1, is_killed, row["result"] == "broke", len(row.get("left", [])), is_killed and bool(row.get("all")))
        kinds[row["kind"]] = [a + b for a, b in zip(kinds.get(row["kind"], [0] * len(COLUMNS)), own)]
    return kinds


def print_table(title, kinds):
    print(f"| {title} | " + " | ".join(COLUMNS) + " |\n|---|" + "--:|" * len(COLUMNS))
    for kind, counts in sorted(kinds.items()):
        print(f"| {kind} | " + " | ".join(map(str, counts)) + " |")
    print("| all | " + " | ".join(str(sum(c[i] for c in kinds.values())) for i in range(len(COLUMNS))) + " |")


def summary(logs):
    """Tables of kinds and suites; how many killing tests are left out of all but the caches."""
    suites = {os.path.splitext(os.path.basename(log))[0]: list(done_of(log).values()) for log in logs}
    kinds = count_kinds([row for rows in suites.values() for row in rows])
    print_table("kind", kinds)
    if len(suites) > 1:
        print()
        print_table("suite", {name: [sum(c[i] for c in count_kinds(rows).values()) for i in range(len(COLUMNS))]
                              for name, rows in suites.items()})
    return sum(counts[3] for kind, counts in kinds.items() if kind != "cache")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--clrcov")
    parser.add_argument("--work")
    parser.add_argument("--log", action="append", required=True)
    parser.add_argument("--root")
    parser.add_argument("--more", action="append", default=[])
    parser.add_argument("--kind", action="append")
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("-c", dest="config", default="Debug")
    parser.add_argument("--most", type=int, default=1000000)
    parser.add_argument("--each", type=int, default=1000000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("project", nargs="?")
    parser.add_argument("tests", nargs="*")
    given = parser.parse_args()
    if not given.summary:
        run_mutants(given)
    return 1 if summary(given.log) else 0


def choose(given, mutants, rows):
    """Numbers of mutants to try, in a random order that is always the same: what can be compiled of a kind counts for --each."""
    done = collections.Counter(row["kind"] for row in rows.values() if row["result"] != "error" and not row.get("left"))
    numbers = list(mutants)
    random.Random(48).shuffle(numbers)
    chosen = []
    for number in numbers:
        kind, place, what = mutants[number]
        row = rows.get((place, what))
        if (given.kind and kind not in given.kind) or (row and not row.get("left")) or done[kind] >= given.each:
            continue
        done[kind] += 1
        chosen.append(number)
    chosen.sort(key=lambda number: mutants[number][1:] not in rows)      # those that left out a test first
    return chosen[:given.most]


def run_mutants(given):
    end, subject = time.time() + given.seconds, Subject(given)
    subject.build()
    mutator = subject.make_mutator()
    names, message = mutator.compile(0)
    if message:
        raise Failed(f"{given.project}: {message}")
    subject.install(names)
    subject.record()
    selected, whole, _ = subject.ask()
    if whole:
        raise Failed(f"without a change everything runs: {whole}")
    subject.start_runners()
    before = subject.measure_before()
    print(f"{os.path.basename(given.project)}: {len(before)} tests, {len(mutator.mutants)} mutants; without a change "
          f"{len(selected)} tests run", flush=True)
    rows = done_of(given.log[0])
    with open(given.log[0], "a", encoding="utf-8") as log:
        for number in choose(given, mutator.mutants, rows):
            if time.time() > end:
                break
            log.write(json.dumps(try_mutant(subject, mutator, before, number)) + "\n")
            log.flush()
    for process in (mutator, *subject.runners):
        process.end()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as problem:
        sys.exit(f"mutants.py: {problem}")
