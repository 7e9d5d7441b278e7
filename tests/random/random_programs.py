#!/usr/bin/env python3
"""Random programs in two texts: the plain one is measured, its twin records what ran; the report must say the same.

    random_programs.py --clrcov PATH [--seeds FIRST..LAST] [--methods N] [--keep DIR]
"""

import argparse
import collections
import glob
import importlib
import os
import shutil
import subprocess
import sys
import tempfile

import compare
import il_text

HERE = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    """A program that could not be compiled, or did not run."""


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, **options)
    if result.returncode:
        raise Failed(f"{' '.join(command[:4])} ...: exit code {result.returncode}\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


def find_dotnet():
    """(folder of the SDK, reference assemblies, version of the runtime)"""
    version = run(["dotnet", "--version"]).strip()
    listed = [line.split() for line in run(["dotnet", "--list-sdks"]).splitlines()]
    sdk = next(f"{folder.strip('[]')}/{number}" for number, folder in listed if number == version)
    packs = sorted(glob.glob(f"{os.path.dirname(os.path.dirname(sdk))}/packs/Microsoft.NETCore.App.Ref/*/ref/net*"))
    if not packs:
        raise Failed("the reference assemblies of the SDK are not there")
    return sdk, sorted(glob.glob(packs[-1] + "/*.dll")), packs[-1].rsplit("/", 3)[1]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


class Batch:
    """The programs of several seeds in a folder: sources, builds, runs."""

    def __init__(self, language, seeds, folder, options):
        self.language, self.folder = language, folder
        self.compilers, self.features = options.compilers, options.features
        self.program = language.Program(seeds, options.methods)
        for name, layout in self.program.files.items():
            write(f"{folder}/plain/{name}", layout.text())
            write(f"{folder}/twin/{name}", self.program.twins[name])
        for kind in ("plain", "twin"):
            write(f"{folder}/{kind}/Program{language.EXTENSION}", self.program.main(kind == "twin"))

    def build(self, kind, release, dotnet):
        """Compiles the plain program or the twin; the name of its assembly."""
        sdk, references, runtime = dotnet
        name = f"{kind}{'Release' if release else 'Debug'}"
        output = f"{self.folder}/bin/{name}/{name}.dll"
        support = ["Support"] + (["Truth"] if kind == "twin" else [])
        sources = [f"{HERE}/support/{s}{self.language.EXTENSION}" for s in support]
        sources += [f"{self.folder}/{kind}/{n}" for n in self.program.files]
        sources += [f"{self.folder}/{kind}/Program{self.language.EXTENSION}"]
        write(output.replace(".dll", ".runtimeconfig.json"),
              '{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "%s"}}}' % runtime)
        command = self.language.compile_command(self.compilers or sdk, sources, references, output, release)
        run(command + ([f"-features:{self.features}"] if self.features else []))
        return output

    def measure(self, clrcov, dll, name, options):
        """Runs the program under the tool: (report, output)"""
        report = f"{self.folder}/{name}.xml"
        return report, run([clrcov, "run", "-q", "--root", self.folder, "-o", report, *options, "--", "dotnet", dll])


RUNS = {"plan": [], "oracle": ["--probe-all"], "exact": ["--hits", "exact"], "atomic": ["--hits", "exact", "--probe", "inline"]}


def check_batch(batch, clrcov, dotnet, runs):
    """Yields (configuration, differences, totals)."""
    counts_file = f"{batch.folder}/counts.txt"
    twin_output = run(["dotnet", batch.build("twin", True, dotnet), counts_file])
    counts = compare.read_counts(counts_file)
    for config in ("Debug", "Release"):
        dll = batch.build("plain", config == "Release", dotnet)
        for name, options in ((name, RUNS[name]) for name in runs):
            report, output = batch.measure(clrcov, dll, f"{config}-{name}", options)
            if output != twin_output:
                raise Failed(f"{batch.folder}: the program and its twin do not do the same: {output} {twin_output}")
            yield f"{config} {name}", *compare.compare(batch.program, f"{batch.folder}/plain", report, counts,
                                                        config == "Release", name in ("exact", "atomic"))


def show(config, difference, folder, il):
    with open(f"{folder}/plain/{difference.file}", encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    text = lines[difference.line - 1].strip() if difference.line <= len(lines) else ""
    print(f"{config}: {difference.file}:{difference.line}: {difference.kind}: {difference.text}\n    {text[:300]}")
    if config.endswith("plan"):
        print("\n".join(il.of(difference.file, difference.line)))


class Run:
    """All batches: what was compared, and what differed."""

    def __init__(self, options):
        self.options = options
        self.language, self.dotnet = importlib.import_module(options.language), find_dotnet()
        self.totals, self.causes, self.unknown = collections.defaultdict(compare.Totals), collections.Counter(), 0
        self.listed = self.read_listed() if options.expected else set()
        self.places = {line for line in self.listed if ":" in line}

    def batch(self, seeds, folder):
        batch = Batch(self.language, seeds, folder, self.options)
        for config, differences, some in check_batch(batch, self.options.clrcov, self.dotnet, self.options.runs.split(",")):
            name = f"plain{config.split()[0]}"
            il = il_text.IlText(self.options.clrcov, f"{folder}/bin/{name}/{name}.dll")
            self.totals[config].add(some)
            for difference in differences:
                place = f"{self.options.language} {config.split()[0]} {difference.file}:{difference.line}"
                if place in self.places:
                    difference.cause = f"{difference.file}:{difference.line}"
                if difference.cause:
                    self.causes[f"{self.options.language} {config.split()[0]} {difference.cause}"] += 1
                if not difference.cause or self.options.all:
                    show(config, difference, folder, il)
                self.unknown += not difference.cause

    def end(self):
        """Prints what was compared; whether all is as it is listed."""
        for config, some in self.totals.items():
            print(f"{config}: {some.lines} lines ({some.loose} that may be left out), {some.counts} counts, "
                  f"{some.decisions} decisions with {some.arms} arms")
        for cause, number in sorted(self.causes.items()):
            print(f"{number:6} {cause}")
        good = self.unknown == 0
        if self.unknown:
            print(f"{self.unknown} differences without a known cause")
        if self.options.expected:
            good &= self.as_listed()
        return good

    def read_listed(self):
        """The causes and places of the list: LANGUAGE CONFIGURATION CAUSE, or FILE:LINE for a single difference."""
        with open(self.options.expected, encoding="utf-8") as stream:
            lines = {" ".join(line.split(" -- ")[0].split()) for line in stream if not line.startswith("#")}
        return {line for line in lines if line.startswith(self.options.language + " ")}

    def as_listed(self):
        listed = self.listed
        for line in sorted(set(self.causes) - listed):
            print(f"not listed: {line}")
        for line in sorted(listed - set(self.causes)):
            print(f"listed, but it does not occur: {line}")
        return listed == set(self.causes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clrcov", required=True)
    parser.add_argument("--language", default="csharp", choices=("csharp", "fsharp", "vb"))
    parser.add_argument("--seeds", default="1..3")
    parser.add_argument("--methods", type=int, default=60, help="of each seed")
    parser.add_argument("--batch", type=int, default=5, help="seeds that are built together")
    parser.add_argument("--runs", default="plan,oracle,exact",
                        help=f"how the plain program is measured: {', '.join(RUNS)}")
    parser.add_argument("--compilers", help="the folder of an SDK whose compilers are used; else the one in use")
    parser.add_argument("--features", help="of the compilers of C# and Visual Basic: runtime-async=on")
    parser.add_argument("--expected", help="the causes that must occur, and no others")
    parser.add_argument("--all", action="store_true", help="show differences with a known cause, too")
    parser.add_argument("--keep", help="a folder for sources, builds and reports")
    options = parser.parse_args()
    first, last = (int(n) for n in options.seeds.split(".."))
    whole = Run(options)
    with tempfile.TemporaryDirectory() as scratch:
        for start in range(first, last + 1, options.batch):
            folder = f"{os.path.realpath(options.keep or scratch)}/{start}"
            whole.batch(range(start, min(start + options.batch, last + 1)), folder)
            if not options.keep:
                shutil.rmtree(folder)
    return 0 if whole.end() else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as problem:
        print(f"random_programs: {problem}", file=sys.stderr)
        sys.exit(2)
