#!/usr/bin/env python3
"""Writes docs/accuracy.md, the summary, and the rows behind it: constructs of the targets, tool by tool, from the
reports of real runs.

    page.py --runs DIR --deviations FILE --output PAGE --rows ROWS FOLDER...

DIR is what scripts/accuracy.sh leaves: targets/FOLDER (the sources that were run), facts.txt, and for Debug and
Release TOOL.xml, or TOOL.why with the reason when it did not run.
Exit code: 0; 1 when the deviations of clrcov are not those of FILE (the page is written all the same and says
so); 2 for input that cannot be read.
"""

import argparse
import glob
import os
import re
import sys
from dataclasses import dataclass

import compare
from compare import Tally, check_marks

RANDOM_PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "random", "known.md")
CONFIGS = ("Debug", "Release")
MOST_DEVIATIONS = 5


@dataclass(frozen=True)
class Tool:
    """A column of the page."""
    title: str
    files: str                  # pattern of its reports in DIR/CONFIG
    why: str                    # the file that says why there are none
    repeats_whole_lines: bool   # compare.whole_line, else compare.line_of_parts
    ours: bool = False
    in_constructs: bool = True


TOOLS = (
    Tool("clrcov", "clrcov.xml", "clrcov.why", True, ours=True),
    Tool("coverlet", "coverlet.xml", "coverlet.why", False),
    Tool("Microsoft static", "microsoft-static.xml", "microsoft-static.why", False),
    Tool("Microsoft dynamic", "microsoft-dynamic.xml", "microsoft-dynamic.why", False),
    Tool("clrcov, programs started directly", "clrcov-program-*.xml", "clrcov-program.why", True, ours=True,
         in_constructs=False),
)

PAGE = """\
# Accuracy

This page compares the reports of clrcov, coverlet and Microsoft's collector with marks in the
source, line by line and decision by decision. `scripts/accuracy.sh` writes this page from runs; do
not edit it.

{missing}\
## Summary

{summary}

The kinds of errors:

{kinds}

Runs of {date}: clrcov {clrcov}; coverlet.collector {coverlet}; Microsoft.CodeCoverage {microsoft},
once with static instrumentation only and once with dynamic only; .NET SDK {sdk}, runtime {runtime};
{system}.

## Known deviations of clrcov

{deviations}

## What is compared

Each line of the programs in `tests/targets` carries a mark: the coverage that the line has by the
language, not by the output of any tool (`tests/targets/README.md`). The script builds the programs
in Debug and in Release, runs them under each tool, and compares the Cobertura files with the marks.
One piece of code counts the errors of all tools.

The script also writes the rows that this page summarises, construct by construct, into the folder
`build/accuracy` (`ROWS=FILE` writes them elsewhere). They are not in the repository.

All tools measure the same builds in one way: a `dotnet test` whose tests call the entry points of
the programs. The last rows of the summary are clrcov with the programs started directly. They show
that the test host makes no difference. Each tool runs with its defaults. In addition, the
attributes that clrcov has by default are set (`tests/accuracy/*.runsettings`): coverlet
`DoesNotReturnAttribute`; Microsoft `DoesNotReturnAttribute` = `AllAssemblies` and
`ExcludeFromCodeCoverage`, the values with the fewest errors.

| error | meaning |
| --- | --- |
| false hit, false miss | the report shows the line as hit, but it did not run; the reverse |
| invented line | the line is in the report, and has no code that can run |
| absent line | the line has code, and is not in the report |
| missing, invented decision | the source has the decision and the report does not; the reverse. A decision on another line counts as both |
| wrong arms | both have the decision, with other numbers of arms or taken arms; the order does not matter |

Whether a hit line is partial does not count as an error of the line, because its decisions are
compared separately. A Cobertura file holds a percentage for each decision. Where the percentage
leaves the number of arms of a switch open, the comparison takes the reading that fits the marks
best. It unites the records that Microsoft writes for each method of a line. coverlet keeps one
method for a line; clrcov writes the whole line wherever it repeats it. A field initialiser that
several constructors repeat counts once, with the better result.

The tools define some things differently by design:

- **Accessors and members of records written by the compiler** may be absent. What a tool reports of
  them must be true.
- **The last line of a lambda or query that never ran** is often the last line of the statement that
  made it. By the rule of coverlet, which uses whole lines, that line is hit with the statement.
  Such hits do not count as wrong for any tool: {shared}.
- **Operands of `&&` and `||`** are decisions of their own in the marks. The compiler makes no
  branch of the last operand of a value that is stored, passed or returned (in Debug: of most
  conditions). A tool that looks only at branch instructions therefore finds fewer decisions.
  Counted.
- **`switch` on strings, types and patterns** is compiled to trees of tests. The marks count the
  arms of the source. The tests of the tree that a tool shows (coverlet documents that it does) are
  other decisions. Counted.
- **Arms**: a mark counts an arm when control took that edge. coverlet and Microsoft credit the arm
  when the code at its end ran. Counted as wrong arms.
- **Code of the compiler** (state machines, disposal, cached delegates) has no decisions in the
  marks. Counted as invented.
- **Code after a call that never returns** by attribute is not coverable in the marks. Counted.
"""

ROWS = """\
# Accuracy, construct by construct

The rows that `docs/accuracy.md` summarises, written by `scripts/accuracy.sh`. Runs of {date}: clrcov {clrcov};
coverlet.collector {coverlet}; Microsoft.CodeCoverage {microsoft}; .NET SDK {sdk}, runtime {runtime}; {system}.

## Where Debug and Release have different decisions

The marks differ between the configurations where the compiler leaves no trace of the decisions of the source: mostly
tests that it joins, drops or adds in pattern matching.

{differences}

## Constructs

A name is that of the comment `//- name` in the source. *Lines* and *decisions* are what the marks hold, Debug / Release
when they differ. Each tool has a column for Debug (D) and for Release (R): `0` when nothing is wrong, else `wrong lines
+ wrong decisions`; `-` when it did not run.

{constructs}
"""


# ---------------------------------------------------------------------------------------------
# Reading
# ---------------------------------------------------------------------------------------------

def read_facts(path):
    """The key=value lines of facts.txt."""
    with open(path, encoding="utf-8") as stream:
        return dict(line.rstrip("\n").split("=", 1) for line in stream if "=" in line)


def read_deviations(path):
    """construct key -> reason."""
    found = {}
    with open(path, encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            key, bar, reason = (part.strip() for part in text.partition(" | "))
            if not bar or not reason or key in found:
                raise check_marks.BadInput(f"{path}:{number}: expected 'FOLDER/FILE: CONSTRUCT | reason', once")
            found[key] = reason
    return found


@dataclass
class Run:
    """One tool in one configuration."""
    tool: Tool
    config: str
    tallies: dict       # construct key -> Tally; None when the tool did not run
    why: str = ""

    @property
    def total(self):
        return sum_of(self.tallies.values())


def sum_of(tallies):
    """One Tally of many."""
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def read_run(directory, tool, config, constructs, spans, facts):
    """Reads and compares the reports of a tool in one configuration."""
    paths = sorted(glob.glob(os.path.join(directory, config, tool.files)))
    if not paths:
        why_path = os.path.join(directory, config, tool.why)
        if not os.path.exists(why_path):
            raise check_marks.BadInput(f"{directory}/{config}: no {tool.files} and no {tool.why}")
        with open(why_path, encoding="utf-8") as stream:
            return Run(tool, config, None, stream.read().strip())
    move = (facts["root"], os.path.realpath(os.path.join(directory, "targets")))
    files = compare.read_lines(paths, tool.repeats_whole_lines, move)
    return Run(tool, config, compare.compare_all(constructs, config, files, spans.get(config, {})))


# ---------------------------------------------------------------------------------------------
# Writing
# ---------------------------------------------------------------------------------------------

def plain(text):
    """Text without meaning to Markdown."""
    return re.sub(r"([\\|<>*_`\[\]])", r"\\\1", text)


def table(heads, rows, numbers_from=1):
    """A table whose columns from numbers_from on are aligned to the right."""
    rule = ["---" if column < numbers_from else "---:" for column in range(len(heads))]
    lines = [heads, rule] + [[str(cell) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def summary_table(runs):
    """Tool and configuration: marked and wrong."""
    heads = ["tool", "configuration", "marked lines", "wrong lines", "marked decisions", "wrong decisions",
             "constructs", "with an error"]
    rows = []
    for run in runs:
        cells = ["-"] * 6
        if run.tallies is not None:
            total = run.total
            cells = [total.lines, total.wrong_lines, total.decisions, total.wrong_decisions,
                     sum(1 for tally in run.tallies.values() if tally.lines),
                     sum(1 for tally in run.tallies.values() if tally.wrong)]
        rows.append([run.tool.title, run.config] + cells)
    return table(heads, rows, 2)


def kinds_table(runs):
    """Tool and configuration: errors by kind."""
    heads = ["tool", "configuration", "false hits", "false misses", "invented lines", "absent lines",
             "missing decisions", "invented decisions", "wrong arms"]
    rows = [[run.tool.title, run.config] + list(run.total.kinds.values())
            for run in runs if run.tallies is not None]
    return table(heads, rows, 2)


def missing_text(runs):
    """The tools that did not run."""
    lines = [f"- **{run.tool.title}** did not run in {run.config}: {run.why}.\n"
             for run in runs if run.tallies is None]
    return "".join(lines) + "\n" if lines else ""


def shared_text(runs):
    """How many hits on shared lines were let pass."""
    parts = [f"{run.tool.title} {run.config} {run.total.shared}" for run in runs
             if run.tallies is not None and run.total.shared]
    return ", ".join(parts) if parts else "there are none in these runs"


def both(debug, release):
    """One figure, or two when the configurations differ."""
    return str(debug) if debug == release else f"{debug} / {release}"


def cell(run, key):
    """What is wrong with a construct."""
    if run.tallies is None:
        return "-"
    tally = run.tallies[key]
    return f"{tally.wrong_lines}+{tally.wrong_decisions}" if tally.wrong else "0"


def construct_tables(constructs, runs):
    """A table for each file."""
    shown = [run for run in runs if run.tool.in_constructs]
    measured = {run.config: run.tallies for run in runs if run.tallies is not None}
    heads = ["construct", "lines", "decisions"] + [f"{run.tool.title} {run.config[0]}" for run in shown]
    rows_of = {}
    for key, construct in unique(constructs).items():
        figures = [measured[config][key] for config in CONFIGS]
        if not any(f.lines or f.wrong for f in figures):
            continue
        row = [plain(construct.name) or "(before the first name)", both(*(f.lines for f in figures)),
               both(*(f.decisions for f in figures))] + [cell(run, key) for run in shown]
        rows_of.setdefault(f"{construct.folder}/{construct.file}", []).append(row)
    return "\n\n".join(f"### {file}\n\n{table(heads, rows)}" for file, rows in rows_of.items())


def unique(constructs):
    """construct key -> the first construct of it."""
    found = {}
    for construct, _ in constructs:
        found.setdefault(construct.key, construct)
    return found


def difference_table(constructs):
    """Constructs whose marks have another set of decisions in Debug than in Release."""
    rows = {}
    for construct, source in constructs:
        arms = {}
        for config in CONFIGS:
            marks = source.expected(config)
            arms[config] = [n for line in sorted(construct.lines) if line in marks for _, n in marks[line].arms]
        if sorted(arms["Debug"]) != sorted(arms["Release"]):
            sums = rows.setdefault(construct.key, [0, 0, 0, 0])
            for i, config in enumerate(CONFIGS):
                sums[i] += len(arms[config])
                sums[2 + i] += sum(arms[config])
    if not rows:
        return "None."
    heads = ["construct", "decisions Debug", "decisions Release", "arms Debug", "arms Release"]
    return table(heads, [[plain(key)] + sums for key, sums in rows.items()])


# ---------------------------------------------------------------------------------------------
# Deviations
# ---------------------------------------------------------------------------------------------

DEVIATION_NOTE = re.compile(r"--\s*deviation\b")


def deviating(constructs, runs):
    """construct key -> what clrcov gets wrong there, as text."""
    found = {}
    for run in runs:
        if run.tool.ours and run.tallies is not None:
            for key, tally in run.tallies.items():
                if tally.wrong:
                    found.setdefault(key, []).append(
                        f"{run.config}: {tally.wrong_lines} lines, {tally.wrong_decisions} decisions")
    for construct, source in constructs:
        noted = sum(1 for line in construct.lines if DEVIATION_NOTE.search(source.lines[line - 1]))
        if noted:
            text = "1 mark follows the IL" if noted == 1 else f"{noted} marks follow the IL"
            found.setdefault(construct.key, []).append(text)
    return {key: "; ".join(dict.fromkeys(texts)) for key, texts in found.items()}


def deviation_problems(found, listed):
    """What the list of deviations gets wrong."""
    problems = [f"not listed: {key} ({text})" for key, text in found.items() if key not in listed]
    problems += [f"listed, but gone: {key}" for key in listed if key not in found]
    if len(listed) > MOST_DEVIATIONS:
        problems.append(f"{len(listed)} are listed, at most {MOST_DEVIATIONS} are allowed")
    return problems


def deviation_text(found, listed):
    """The section of the page."""
    if not found:
        return "None: no line and no decision of these programs differs from its mark, in either configuration."
    rows = [[plain(key), text, plain(listed.get(key, "not explained yet"))] for key, text in found.items()]
    return table(["construct", "what differs", "reason"], rows, 3)


# ---------------------------------------------------------------------------------------------
# The page and the rows
# ---------------------------------------------------------------------------------------------

def named(facts):
    """The facts that both texts name."""
    return {name: facts[name] for name in ("date", "clrcov", "coverlet", "microsoft", "sdk", "runtime", "system")}


def render_page(constructs, runs, facts, listed):
    """The text of the page: the summary."""
    return PAGE.format(
        missing=missing_text(runs), summary=summary_table(runs), kinds=kinds_table(runs),
        shared=shared_text(runs), deviations=deviation_text(deviating(constructs, runs), listed), **named(facts))


def render_rows(constructs, runs, facts):
    """The text of the rows: each construct."""
    return ROWS.format(differences=difference_table(constructs), constructs=construct_tables(constructs, runs),
                       **named(facts))


def write_text(path, text):
    """Writes a file, and makes its folder."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


def make_page(options):
    """Writes the page and the rows; returns the exit code."""
    facts = read_facts(os.path.join(options.runs, "facts.txt"))
    listed = read_deviations(options.deviations)
    constructs = compare.read_constructs(os.path.join(options.runs, "targets"), options.folders)
    move = (facts["root"], os.path.realpath(os.path.join(options.runs, "targets")))
    spans = {config: compare.read_spans(sorted(glob.glob(os.path.join(options.runs, config, "points-*.txt"))), move)
             for config in CONFIGS}
    runs = [read_run(options.runs, tool, config, constructs, spans, facts)
            for tool in TOOLS for config in CONFIGS]
    with open(RANDOM_PROGRAMS, encoding="utf-8") as stream:
        random_programs = stream.read()
    write_text(options.output, render_page(constructs, runs, facts, listed) + "\n" + random_programs)
    write_text(options.rows, render_rows(constructs, runs, facts))
    for run in runs:
        if run.tallies is None:
            print(f"{run.tool.title} {run.config}: did not run: {run.why}")
        else:
            total = run.total
            print(f"{run.tool.title} {run.config}: {total.wrong_lines} of {total.lines} lines wrong, "
                  f"{total.wrong_decisions} wrong of {total.decisions} decisions")
    problems = deviation_problems(deviating(constructs, runs), listed)
    for problem in problems:
        print(f"deviation {problem}", file=sys.stderr)
    return 1 if problems else 0


def main(arguments=None):
    """Command line."""
    parser = argparse.ArgumentParser(description="writes docs/accuracy.md and its rows from the reports of runs")
    parser.add_argument("--runs", required=True, help="the folder that scripts/accuracy.sh fills")
    parser.add_argument("--deviations", required=True, help="the list of known deviations of clrcov")
    parser.add_argument("--output", required=True, help="the page to write")
    parser.add_argument("--rows", required=True, help="the file of the rows to write")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="a folder below targets")
    try:
        return make_page(parser.parse_args(arguments))
    except (check_marks.BadInput, OSError, KeyError) as problem:
        print(f"page: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
