#!/usr/bin/env python3
"""Random switches over patterns in random surroundings, and what the report must say of them.

    patterns.py --clrcov BIN --seeds FIRST..LAST [--config Debug,Release] [--keep DIR] [--oracle]

The programs are made of pieces that know themselves what runs: their marks come from an evaluator of the patterns, and
the program prints a sum that shows that the evaluator was right. A build holds many seeds. Each difference is printed;
the last line is `N marked lines, M decisions, K wrong`. Exit code 1 when K > 0, 2 when a program cannot be built or run,
or does something else than the evaluator says (--oracle runs it without the tool, too).
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

from patterns_members import SUPPORT, Seed

PROJECT = """<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <LangVersion>14</LangVersion>
    <AssemblyName>Patterns</AssemblyName>
    <Nullable>disable</Nullable>
    <ImplicitUsings>disable</ImplicitUsings>
    <WarningLevel>0</WarningLevel>
    <TreatWarningsAsErrors>false</TreatWarningsAsErrors>
    <InvariantGlobalization>true</InvariantGlobalization>
    <SatelliteResourceLanguages>en</SatelliteResourceLanguages>
  </PropertyGroup>
</Project>
"""
KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "patterns_known.txt")


class Broken(Exception):
    """A program that cannot be compared."""


def known_causes():
    """(configuration or *, regular expression) for each line of the file of known causes: CONFIG | REGEX | why"""
    causes = []
    with open(KNOWN, encoding="utf-8") as stream:
        for row in stream:
            if row.strip() and not row.startswith("#"):
                config, expression, _ = (part.strip() for part in row.split("|", 2))
                causes.append((config, re.compile(expression)))
    return causes


def write_project(directory, seeds):
    """The project of some seeds."""
    os.makedirs(directory, exist_ok=True)
    files = {"Patterns.csproj": PROJECT, "Directory.Build.props": "<Project />\n", "Directory.Build.targets": "<Project />\n",
             "Support.cs": SUPPORT,
             "Program.cs": "public static class Program\n{\n    public static void Main()\n    {\n" +
                           "".join(f"        P{s.seed}.Run();\n" for s in seeds) + "    }\n}\n"}
    files.update({f"P{s.seed}.cs": s.text for s in seeds})
    for name, text in files.items():
        with open(os.path.join(directory, name), "w", encoding="utf-8") as stream:
            stream.write(text)


def command(arguments, directory):
    """Runs a command; returns its output."""
    done = subprocess.run(["nice", "-n", "10"] + arguments, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode:
        raise Broken(f"{' '.join(arguments)} ended with {done.returncode}:\n" + "\n".join(done.stdout.splitlines()[-40:]))
    return done.stdout


def check_output(output, seeds):
    """The program must do what the evaluator says."""
    printed = dict(row.split(" ") for row in output.splitlines() if re.fullmatch(r"C\d+_\d+ \d+", row))
    wrong = [m.name for s in seeds for m in s.members if printed.get(m.name) != str(m.trace)]
    if wrong:
        raise Broken("the evaluator is wrong about " + ", ".join(wrong))


def read_report(path):
    """file name -> line -> (hits, taken, arms, [(kind, percent)])"""
    files = collections.defaultdict(dict)
    for element in ET.parse(path).getroot().iter("class"):
        lines = files[os.path.basename(element.get("filename"))]
        for line in element.findall("lines/line"):
            total = re.search(r"\((\d+)/(\d+)\)", line.get("condition-coverage", ""))
            conditions = sorted((c.get("type"), int(c.get("coverage").rstrip("%"))) for c in line.iter("condition"))
            lines[int(line.get("number"))] = (int(line.get("hits")), *(map(int, total.groups()) if total else (0, 0)), conditions)
    return files


def differences(seed, report):
    """(line number, Line, what differs) of a seed."""
    got = report.get(f"P{seed.seed}.cs", {})
    for number, (_, line) in enumerate(seed.rows, 1):
        if line is None:
            continue
        decisions = [d for d in line.decisions if d.arms > 1]
        if number not in got:
            yield number, line, "line", "not in the report"
            continue
        hits, taken, arms, conditions = got[number]
        expected = sorted(("jump" if d.arms == 2 else "switch", 100 * len(d.taken) // d.arms) for d in decisions)
        text = f"{hits} hits, {taken}/{arms} " + " ".join(f"{kind} {percent}%" for kind, percent in conditions)
        if (hits > 0) != (line.hits > 0):
            yield number, line, "line", text
        if (expected != conditions or taken != sum(len(d.taken) for d in decisions) or arms != sum(d.arms for d in decisions)):
            yield number, line, "decisions", text


def show(seed, number, line, what, got, config, rows):
    """One difference."""
    member = seed.member_at(number)
    print(f"seed {seed.seed} {config} P{seed.seed}.cs:{number} [{line.place}] {line.what}: {what}: "
          f"expected {line.mark()}, got {got}")
    if rows:
        first, last = max(member.lines[0], number - rows), min(member.lines[1], number + rows)
        for n in range(first, last + 1):
            print(f"    {'>' if n == number else ' '} {n}: {seed.rows[n - 1][0]}" +
                  (f" //: {seed.rows[n - 1][1].mark()}" if seed.rows[n - 1][1] else ""))


def run_batch(options, seeds, directory, totals, causes):
    """Builds and runs some seeds, and compares."""
    write_project(directory, seeds)
    for config in options.config.split(","):
        command(["dotnet", "build", "-c", config, "-v", "quiet", "--nologo", "Patterns.csproj"], directory)
        program = os.path.join("bin", config, "net10.0", "Patterns.dll")
        if options.oracle:
            check_output(command(["dotnet", program], directory), seeds)
        report = os.path.join(directory, f"{config}.xml")
        check_output(command([options.clrcov, "run", "-q", "-o", report, "--root", directory, "--", "dotnet", program], directory),
                     seeds)
        files = read_report(report)
        for seed in seeds:
            for _, line in seed.rows:
                if line:
                    totals["lines"] += 1
                    totals["decisions"] += sum(d.arms > 1 for d in line.decisions)
            for number, line, what, got in differences(seed, files):
                description = f"[{line.place}] {line.what}: {what}: {seed.rows[number - 1][0].strip()}"
                if any(c in ("*", config) and expression.search(description) for c, expression in causes):
                    totals["known"] += 1
                    continue
                totals["wrong"] += 1
                totals[f"{config}: {what}"] += 1
                totals["place: " + line.place.rsplit(" / ", 1)[-1]] += 1
                totals["kind: " + line.what] += 1
                show(seed, number, line, what, got, config, options.rows)


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description="random switches over patterns")
    parser.add_argument("--clrcov", required=True, metavar="BIN")
    parser.add_argument("--seeds", required=True, metavar="FIRST..LAST")
    parser.add_argument("--config", default="Debug,Release")
    parser.add_argument("--keep", metavar="DIR", help="keep sources, builds and reports there")
    parser.add_argument("--oracle", action="store_true", help="run the programs without the tool, too")
    parser.add_argument("--members", type=int, default=12, help="members of each seed")
    parser.add_argument("--batch", type=int, default=25, help="seeds in one build")
    parser.add_argument("--rows", type=int, default=8, help="rows of source around a difference")
    parser.add_argument("--summary", action="store_true", help="count differences by surrounding and kind")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    options.clrcov = os.path.abspath(options.clrcov)
    totals, causes = collections.Counter(), known_causes()
    base = os.path.abspath(options.keep) if options.keep else tempfile.mkdtemp(prefix="patterns-")
    try:
        for start in range(first, last + 1, options.batch):
            seeds = [Seed(n, options.members) for n in range(start, min(start + options.batch, last + 1))]
            run_batch(options, seeds, os.path.join(base, f"s{start}"), totals, causes)
    except Broken as broken:
        print(broken, file=sys.stderr)
        return 2
    finally:
        if not options.keep:
            shutil.rmtree(base, ignore_errors=True)
    if options.summary:
        for name, count in sorted(totals.items()):
            if ":" in name:
                print(f"{count:6} {name}")
    if totals["known"]:
        print(f"{totals['known']} known")
    print(f"{totals['lines']} marked lines, {totals['decisions']} decisions, {totals['wrong']} wrong")
    return 1 if totals["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
