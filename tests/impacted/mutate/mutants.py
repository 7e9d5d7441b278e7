#!/usr/bin/env python3
"""Mutants of a project: no test that tells a mutant may be left out by `clrcov impacted`.

    mutants.py --clrcov COMMAND --work FOLDER --log FILE [-c Debug|Release] [--most N] [--seconds N] [--root FOLDER] PROJECT TESTS...

PROJECT is compiled once for each mutant, TESTS are its test projects (for VSTest). For each mutant the whole suite runs once, and
`clrcov impacted` is asked once. FILE has a line for each mutant that is done; a later start goes on where it ends.
"""

import argparse
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
LONGEST = 180       # seconds of a run of all tests


def compile_tool(folder, name, libraries):
    """Compiles NAME.cs with the compiler of the SDK; the program."""
    sdk, references, runtime = find_dotnet()
    os.makedirs(folder, exist_ok=True)
    write(f"{folder}/{name}.runtimeconfig.json",
          '{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "%s"}}}' % runtime)
    run(["dotnet", f"{sdk}/Roslyn/bincore/csc.dll", "-nologo", "-nostdlib", "-target:exe", "-langversion:latest",
         f"-out:{folder}/{name}.dll", *[f"-r:{r}" for r in (*references, *libraries)], f"{HERE}/{name}.cs"], folder)
    return f"{folder}/{name}.dll"


def make_mutator(folder):
    """The mutator works on the compiler of the SDK as well."""
    sdk = find_dotnet()[0]
    os.makedirs(folder, exist_ok=True)
    for name in ROSLYN:
        shutil.copy(f"{sdk}/Roslyn/bincore/{name}", folder)
    return compile_tool(folder, "Mutate", [f"{folder}/{name}" for name in ROSLYN])


def own_assemblies(folder):
    """Those of the solution, which have symbols: all of them may have a state that tests leave behind."""
    return [os.path.splitext(os.path.basename(file))[0] for file in glob.glob(f"{folder}/*.pdb")]


class Runner:
    """Runs all tests of an assembly for xunit 2 in a process that stays."""

    def __init__(self, program, tests, names):
        self.command, self.process = ["dotnet", program, tests, *names], None

    def outcomes(self):
        """{test: outcome}, of the rows of a theory the worst; None where the run did not end in time or broke."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True)
        process, found = self.process, {}
        watch = threading.Timer(LONGEST, process.kill)
        watch.start()
        try:
            process.stdin.write("\n")
            process.stdin.flush()
            while (line := process.stdout.readline().rstrip("\n")) != "end":
                if not line:
                    process.kill()
                    process.wait()
                    self.process = None
                    return None
                test, outcome = line.rsplit("\t", 1)
                found[test] = outcome if outcome != "Passed" else found.get(test, outcome)
        finally:
            watch.cancel()
        return found

    def end(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


class Mutator:
    def __init__(self, program, arguments, folder, output):
        self.process = subprocess.Popen(["dotnet", program, arguments, folder, output], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.mutants = {}
        while (line := self.process.stdout.readline().rstrip("\n")) != "end":
            if not line:
                raise Failed("the mutator ended")
            number, kind, place, what = line.split("\t", 3)
            self.mutants[int(number)] = (kind, place, what)

    def compile(self, number):
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

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
    write(output, "\n".join(i for i in items if i != "/noconfig") + "\n")


class Subject:
    def __init__(self, given):
        self.clrcov, self.config, self.work = given.clrcov, given.config, os.path.realpath(given.work)
        self.root = os.path.realpath(given.root or os.path.dirname(given.project))
        self.project, self.tests = os.path.realpath(given.project), [os.path.realpath(t) for t in given.tests]
        self.assembly = properties_of(self.project, self.config, ["TargetPath", "AssemblyName"])["TargetPath"]
        self.programs = [properties_of(t, self.config, ["TargetPath", "AssemblyName"])["TargetPath"] for t in self.tests]
        self.map, self.results, self.runners = f"{self.work}/map.clrcov", f"{self.work}/results", []

    def build(self):
        for project in (self.project, *self.tests):
            run(["dotnet", "build", project, "-c", self.config, "--nologo", "-v", "quiet"], os.path.dirname(project))

    def install(self, folder):
        name = os.path.basename(self.assembly)
        stem = os.path.splitext(name)[0]
        for program in self.programs:
            for file in (name, f"{stem}.pdb"):
                # a process may have mapped the file that is there
                shutil.copy(f"{folder}/{file}", f"{self.work}/installed")
                os.replace(f"{self.work}/installed", f"{os.path.dirname(program)}/{file}")

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
            program = compile_tool(f"{self.work}/runner", "Run", libraries)
            self.runners = [Runner(program, p, own_assemblies(os.path.dirname(p))) for p in self.programs]

    def outcomes(self):
        if not self.runners:
            return self.outcomes_of_host()
        found = [runner.outcomes() for runner in self.runners]
        return None if None in found else {t: outcome for one in found for t, outcome in one.items()}

    def outcomes_of_host(self):
        """{test: outcome}; None where the run did not end in time or broke."""
        shutil.rmtree(self.results, ignore_errors=True)
        try:
            subprocess.run(self.command(), cwd=self.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LONGEST,
                           check=False)
        except subprocess.TimeoutExpired:
            return None
        found = {}
        for file in glob.glob(f"{self.results}/*.trx"):
            for test, outcome in read_outcomes(file):
                found[test] = outcome if outcome != "Passed" else found.get(test, outcome)
        return found or None

    def ask(self):
        text = run([self.clrcov, "impacted", "--session", self.map, "--root", self.root, "--json"], self.root)
        answer = json.loads(text)["suites"]
        selected = {f"{t['class']}.{t['method']}" for s in answer for t in s["tests"]}
        return selected, {s["folder"]: s["reason"] for s in answer if s["isAll"]}, answer


def plain(test):
    """Runners write type arguments in ways of their own."""
    return test.split("(")[0].replace("`1", "")


def judge(subject, before):
    """One mutant: (what became of it, tests that tell it, of them left out, selected, all: reason)"""
    selected, whole, answer = subject.ask()
    after = subject.outcomes()
    is_all = len(whole) == len(answer)
    if after is None or len(after) < len(before):
        known = [t for t in before if after and after.get(t, before[t]) != before[t]]
        return "broke", known, [] if is_all or selected else ["none is selected"], len(selected), "; ".join(whole.values())
    told = [t for t in before if after.get(t) != before[t]]
    chosen = {plain(t) for t in selected}
    left = [] if is_all else [t for t in told if plain(t) not in chosen]
    return "killed" if told else "lives", told, left, len(selected), "; ".join(whole.values())


def done_of(log):
    if not os.path.exists(log):
        return {}
    with open(log, encoding="utf-8") as stream:
        return {row["number"]: row for row in map(json.loads, stream)}


def summary(rows):
    kinds = {}
    for row in rows.values():
        counts = kinds.setdefault(row["kind"], [0, 0, 0, 0])
        counts[0] += row["result"] != "error"
        counts[1] += row["result"] in ("killed", "broke")
        counts[2] += len(row.get("left", []))
        counts[3] += bool(row.get("all"))
    for kind, (count, killed, left, whole) in sorted(kinds.items()):
        print(f"  {kind}: {count} mutants, {killed} killed, {left} killing tests left out, {whole} run everything")
    total = [sum(c[i] for c in kinds.values()) for i in range(4)]
    print(f"{total[0]} mutants, {total[1]} killed, {total[2]} killing tests left out")
    return total[2]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--clrcov", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--log", required=True)
    parser.add_argument("--root")
    parser.add_argument("-c", dest="config", default="Debug")
    parser.add_argument("--most", type=int, default=1000000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("project")
    parser.add_argument("tests", nargs="+")
    given = parser.parse_args()
    end, subject = time.time() + given.seconds, Subject(given)
    os.makedirs(f"{subject.work}/out", exist_ok=True)
    subject.build()
    compiler_arguments(subject.project, subject.config, f"{subject.work}/arguments")
    made = f"{subject.work}/out/{os.path.basename(subject.assembly)}"
    mutator = Mutator(make_mutator(f"{subject.work}/mutator"), f"{subject.work}/arguments", os.path.dirname(subject.project), made)
    if (answer := mutator.compile(0)) != "ok":
        raise Failed(f"{subject.project}: {answer}")
    subject.install(f"{subject.work}/out")
    subject.record()
    selected, whole, _ = subject.ask()
    if whole:
        raise Failed(f"without a change everything runs: {whole}")
    subject.start_runners()
    before = subject.outcomes()
    print(f"{os.path.basename(subject.project)}: {len(before)} tests, {len(mutator.mutants)} mutants; without a change "
          f"{len(selected)} tests run", flush=True)
    rows = done_of(given.log)
    numbers = [n for n in mutator.mutants if n not in rows]
    random.Random(48).shuffle(numbers)
    with open(given.log, "a", encoding="utf-8") as log:
        for number in numbers[:given.most]:
            if time.time() > end:
                break
            kind, place, what = mutator.mutants[number]
            row = {"number": number, "kind": kind, "place": place, "what": what, "result": "error"}
            if mutator.compile(number) == "ok":
                subject.install(f"{subject.work}/out")
                result, told, left, count, reason = judge(subject, before)
                row |= {"result": result, "told": len(told), "left": left, "selected": count, "all": reason}
                if left:
                    print(f"LEFT OUT: {place} {kind}: {what}: {left}", flush=True)
            rows[number] = row
            log.write(json.dumps(row) + "\n")
            log.flush()
    for process in (mutator, *subject.runners):
        process.end()
    return 1 if summary(rows) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as problem:
        sys.exit(f"mutants.py: {problem}")
