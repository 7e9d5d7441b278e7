#!/usr/bin/env python3
"""Compares a Cobertura report with the marks in the sources of the truth suite.

    check_marks.py --config Debug|Release [--exact] [--runtime-async] COBERTURA.xml SOURCE...
    check_marks.py --list SOURCE...

A mark is a trailing comment that says what the report must say about its line; the syntax is
described in tests/targets/README.md.  Every disagreement is printed as

    file:line: expected ..., got ...
        the source line

and the last line of the output is "N marked lines, M wrong".
Exit code: 0 all right, 1 something is wrong, 2 usage, a malformed mark or an unreadable report.
"""

import argparse
import os
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

STATES = ("hit", "part", "miss", "none")
BEFORE_HEADING = ("Option ", "#")
COMMENT_LEADS = {".cs": "//", ".fs": "//", ".vb": "'", ".il": "//"}
SKIPPED_DIRECTORIES = {"bin", "obj"}
MARK_BODY = re.compile(
    r"(?P<state>[a-z]+)(?P<arms>(?:\s+\d+/\d+)*)(?:\s+x(?P<count>\d+))?\s*(?:--.*)?$")
CONDITION_TOTAL = re.compile(r"\((\d+)/(\d+)\)\s*$")


class BadInput(Exception):
    """A mark or a report that cannot be read at all."""


# ---------------------------------------------------------------------------------------------
# Marks: what the sources expect
# ---------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Mark:
    """What one line must look like in the report."""
    state: str
    arms: tuple = ()            # (taken, all) for each branch of the line, in order
    count: int | None = None    # exact number of executions

    def __str__(self):
        parts = [self.state] + [f"{taken}/{total}" for taken, total in self.arms]
        if self.count is not None:
            parts.append(f"x{self.count}")
        return " ".join(parts)


@dataclass
class SourceFile:
    """The text of a source file and its marks."""
    path: str
    lines: list
    marks: dict = field(default_factory=dict)       # line -> {letters: Mark}, as marks_of_line() has them
    constructs: dict = field(default_factory=dict)  # line -> the construct that it names: //- text

    @property
    def lead(self):
        """What a comment begins with."""
        return COMMENT_LEADS[os.path.splitext(self.path)[1]]

    @property
    def heading(self):
        """The comment at the head of the file, as one line: what the file is about."""
        comment = []
        for text in self.lines:
            if text.startswith(self.lead + " "):
                comment.append(text.removeprefix(self.lead).strip())
            elif comment or not text.startswith(BEFORE_HEADING) and text.strip():
                break
        return " ".join(comment)

    def construct_at(self, number):
        """The construct that a line belongs to; "" before the first one."""
        return self.constructs.get(max((line for line in self.constructs if line <= number), default=0), "")

    def expected(self, config, runtime_async=False):
        """line -> Mark for this configuration ("Debug" or "Release")."""
        letters = (config[0], "")
        if runtime_async:
            letters = ("A" + config[0], "A") + letters
        other = Mark("none")    # a line that is marked for the other configuration only
        return {line: next((by_config[letter] for letter in letters if letter in by_config), other)
                for line, by_config in self.marks.items()}


def parse_mark(text, where):
    """Parses the text of one mark, after its colon."""
    match = MARK_BODY.match(text.strip())
    if not match or match["state"] not in STATES:
        raise BadInput(f"{where}: malformed mark '{text.strip()}'")
    arms = tuple(tuple(int(n) for n in pair.split("/")) for pair in match["arms"].split())
    mark = Mark(match["state"], arms, int(match["count"]) if match["count"] else None)
    if problem := contradiction(mark):
        raise BadInput(f"{where}: mark '{mark}' contradicts itself: {problem}")
    return mark


def contradiction(mark):
    """Says why a mark can never be true, or None."""
    taken = sum(t for t, _ in mark.arms)
    everything = sum(n for _, n in mark.arms)
    if any(t > n or n < 1 for t, n in mark.arms):
        return "more arms taken than there are"
    if mark.state == "hit" and taken != everything:
        return "an arm was not taken, so the line is 'part'"
    if mark.state == "part" and taken == everything:
        return "every arm was taken, so the line is 'hit'"
    if mark.state == "miss" and (taken or mark.count):
        return "nothing of a missed line ran"
    if mark.state == "none" and (mark.arms or mark.count is not None):
        return "a line that is not coverable has no arms and no count"
    if mark.state in ("hit", "part") and mark.count == 0:
        return "a line that ran did so at least once"
    return None


def marks_of_line(text, lead, where):
    """All marks of one source line: "" alone, or "D", "R" or both; the same with "A" before it for
    methods that the runtime suspends."""
    found = {}
    pieces = re.split(re.escape(lead) + r"(A?[DR]?):(?=\s)", text)
    for letter, body in zip(pieces[1::2], pieces[2::2]):
        kind = letter[:1] == "A"
        others = [other.removeprefix("A") for other in found if (other[:1] == "A") == kind]
        if letter in found or (others and "" in others + [letter.removeprefix("A")]):
            raise BadInput(f"{where}: marks that exclude each other")
        found[letter] = parse_mark(body, where)
    return found


def read_source(path):
    """Reads one source file and all its marks."""
    with open(path, encoding="utf-8-sig") as stream:
        source = SourceFile(path, stream.read().splitlines())
    naming = source.lead + "- "
    for number, text in enumerate(source.lines, 1):
        if text.lstrip().startswith(naming):
            source.constructs[number] = text.strip().removeprefix(naming).strip()
        elif marks := marks_of_line(text, source.lead, f"{path}:{number}"):
            source.marks[number] = marks
    return source


def source_paths(roots):
    """Every source file at or under the given paths, without build output, sorted."""
    found = set()
    for root in roots:
        if os.path.isfile(root):
            found.add(os.path.realpath(root))
        elif not os.path.isdir(root):
            raise BadInput(f"{root}: no such file or directory")
        for directory, subdirectories, names in os.walk(root):
            subdirectories[:] = [d for d in subdirectories if d not in SKIPPED_DIRECTORIES]
            found.update(os.path.realpath(os.path.join(directory, name)) for name in names
                         if os.path.splitext(name)[1] in COMMENT_LEADS)
    return sorted(found)


# ---------------------------------------------------------------------------------------------
# Report: what Cobertura says
# ---------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Condition:
    """One branch instruction of a line."""
    kind: str       # "jump" or "switch"
    percent: int

    def agrees(self, taken, total):
        """Whether so many arms of so many would have been written like this."""
        return ((self.kind == "jump") == (total == 2)
                and self.percent == 100 * taken // total)


@dataclass(frozen=True)
class ReportLine:
    """One line of the report."""
    hits: int
    taken: int = 0
    total: int = 0
    conditions: tuple = ()

    @property
    def state(self):
        if self.hits == 0:
            return "miss"
        return "hit" if self.taken == self.total else "part"

    def __str__(self):
        if not self.conditions and not self.total:
            return f"{self.state} (hits {self.hits})"
        single = ", ".join(f"{c.kind} {c.percent}%" for c in self.conditions)
        return f"{self.state} (hits {self.hits}; {self.taken}/{self.total}: {single})"


def parse_report_line(element):
    """Turns a <line> element into (number, ReportLine)."""
    number, hits = int(element.get("number")), int(element.get("hits"))
    conditions = tuple(Condition(c.get("type"), int(c.get("coverage").rstrip("%")))
                       for c in element.iter("condition"))
    if element.get("branch") != "true":
        return number, ReportLine(hits, conditions=conditions)
    match = CONDITION_TOTAL.search(element.get("condition-coverage", ""))
    if not match:
        raise BadInput(f"line {number}: a branch without condition-coverage")
    return number, ReportLine(hits, int(match[1]), int(match[2]), conditions)


def absolute_name(filename, sources):
    """Joins a file name of the report with the <source> below which it exists."""
    candidates = [os.path.realpath(os.path.join(source, filename)) for source in sources]
    candidates.append(os.path.realpath(filename))
    return next((c for c in candidates if os.path.exists(c)), candidates[0])


@dataclass
class Report:
    """The lines of all files of a report, and what is wrong with the report in itself."""
    files: dict = field(default_factory=dict)       # absolute name -> {line: ReportLine}
    complaints: list = field(default_factory=list)  # (absolute name, line, text)

    def add(self, name, number, line, place):
        """Adds a line that stands in one place of the report; repeated lines must agree."""
        known = self.files.setdefault(name, {}).setdefault(number, line)
        if known != line:
            self.complaints.append((name, number, f"expected the same everywhere, got {known} "
                                                  f"and, in {place}, {line}"))

    def add_list(self, name, elements, place):
        """Adds one <lines>; returns its line numbers. A line stands in it only once."""
        seen = set()
        for element in elements:
            number, line = parse_report_line(element)
            if number in seen:
                self.complaints.append((name, number, f"expected once, got twice in {place}"))
            if line.hits == 0 and line.taken > 0:
                self.complaints.append((name, number, "expected no taken arm on a line that did not run"))
            seen.add(number)
            self.add(name, number, line, place)
        return seen

    def add_class(self, element, sources):
        """Adds a <class>: its own lines are the union of the lines of its methods."""
        name = absolute_name(element.get("filename"), sources)
        place = f"class {element.get('name')}"
        in_class = self.add_list(name, element.findall("lines/line"), place)
        in_methods = set()
        for method in element.iterfind("methods/method"):
            method_place = f"{place} method {method.get('name')}{method.get('signature')}"
            in_methods |= self.add_list(name, method.findall("lines/line"), method_place)
        for number in sorted(in_class ^ in_methods):
            where = "class" if number in in_class else "method"
            self.complaints.append((name, number, "expected in class and method lines, got it in "
                                                  f"the {where} lines only of {place}"))


def read_report(path):
    """Reads a Cobertura file."""
    try:
        root = ET.parse(path).getroot()
        sources = [source.text or "" for source in root.iterfind("sources/source")]
        report = Report()
        for element in root.iter("class"):
            report.add_class(element, sources)
        return report
    except (OSError, ET.ParseError, TypeError, ValueError, AttributeError) as problem:
        raise BadInput(f"{path}: {problem}") from problem


# ---------------------------------------------------------------------------------------------
# Comparison
# ---------------------------------------------------------------------------------------------

def line_problem(mark, line, exact):
    """Says how a line of the report (None: not in it) disagrees with its mark, or None."""
    if line is None:
        return None if mark.state == "none" else f"expected {mark}, got not coverable"
    same = (mark.state == line.state
            and arms_agree(mark.arms, line)
            and (not exact or mark.count is None or mark.count == line.hits))
    return None if same else f"expected {mark}, got {line}"


def arms_agree(arms, line):
    """Compares the arms of each branch and, always, their sum.

    A condition holds the percentage of its arms only. A jump has two arms, so that tells all;
    a switch with arms of its own number is compared by percentage and by the sum of the line.
    """
    return (sum(t for t, _ in arms) == line.taken
            and sum(n for _, n in arms) == line.total
            and len(arms) == len(line.conditions)
            and all(c.agrees(t, n) for c, (t, n) in zip(line.conditions, arms)))


def compare(source, report, expected, exact):
    """All disagreements of one source file: sorted (line, text)."""
    got = report.files.get(source.path, {})
    problems = [(number, text) for number, mark in expected.items()
                if (text := line_problem(mark, got.get(number), exact))]
    problems += [(number, f"expected a mark, got {line}") for number, line in got.items()
                 if number not in expected]
    problems += [(number, text) for name, number, text in report.complaints
                 if name == source.path]
    return sorted(problems)


def print_problems(source, problems):
    """Prints the disagreements of a file, each with its source line."""
    shown = os.path.relpath(source.path)
    for number, text in problems:
        print(f"{shown}:{number}: {text}")
        inside = 0 < number <= len(source.lines)
        print(f"    {source.lines[number - 1].strip() if inside else '(behind the end of the file)'}")


def print_list(sources):
    """Prints how much each file marks."""
    rows = [(len(s.marks), len(s.constructs), arms_in(s), counts_in(s), os.path.relpath(s.path))
            for s in sources if s.marks]
    rows.append(tuple(sum(column) for column in list(zip(*rows))[:4]) + ("total",)
                if rows else (0, 0, 0, 0, "total"))
    print(f"{'lines':>6} {'constructs':>10} {'branches':>8} {'counts':>6}  file")
    for lines, constructs, branches, counts, name in rows:
        print(f"{lines:6} {constructs:10} {branches:8} {counts:6}  {name}")


def arms_in(source):
    """Number of branches in the marks of a file (the richer of two configurations)."""
    return sum(max(len(m.arms) for m in marks.values()) for marks in source.marks.values())


def counts_in(source):
    """Number of lines with an exact count."""
    return sum(any(m.count is not None for m in marks.values())
               for marks in source.marks.values())


def check(report_path, sources, config, exact, runtime_async):
    """Compares everything; returns the exit code."""
    report = read_report(report_path)
    marked = wrong = 0
    for source in sources:
        problems = compare(source, report, source.expected(config, runtime_async), exact)
        print_problems(source, problems)
        marked += len(source.marks)
        wrong += len({number for number, _ in problems})
    print(f"{marked} marked lines, {wrong} wrong")
    return 1 if wrong or not marked else 0


def main(arguments=None):
    """Command line."""
    parser = argparse.ArgumentParser(description="compares a Cobertura report with the marks in sources")
    parser.add_argument("--config", choices=("Debug", "Release"), help="build configuration that was run")
    parser.add_argument("--exact", action="store_true", help="compare xCOUNT marks: run with --hits exact")
    parser.add_argument("--runtime-async", action="store_true",
                        help="compiled with runtime-async: A marks hold")
    parser.add_argument("--list", action="store_true", help="count the marks; no report is read")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="the report (not with --list), then sources")
    options = parser.parse_args(arguments)
    if not options.list and (not options.config or len(options.paths) < 2):
        parser.error("--config, a report and at least one source are needed")
    try:
        roots = options.paths if options.list else options.paths[1:]
        sources = [read_source(path) for path in source_paths(roots)]
        if options.list:
            print_list(sources)
            return 0
        return check(options.paths[0], sources, options.config, options.exact, options.runtime_async)
    except BadInput as problem:
        print(f"check_marks: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
