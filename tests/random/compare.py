"""Compares a report with the truth that the twin recorded."""

import os
import sys
from collections import Counter
from dataclasses import dataclass

from causes import causes_for
from layout import lines_of

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "integration"))
from check_marks import read_report     # noqa: E402


@dataclass
class Difference:
    """Something that a report says otherwise than the twin."""
    file: str
    line: int
    kind: str
    text: str
    cause: str | None = None


@dataclass
class Totals:
    lines: int = 0
    loose: int = 0      # lines of which the configuration may leave out the point
    counts: int = 0
    decisions: int = 0
    arms: int = 0

    def add(self, other):
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def read_counts(path):
    with open(path, encoding="ascii") as stream:
        return Counter({int(n): int(c) for n, c in (line.split() for line in stream)})


def allowed_states(points, counts):
    """What a report may say about a line with these (exact, loose) points."""
    exact, loose = points
    if any(counts[n] for n in exact):
        return {"hit"}
    states = {"miss"} if exact else {"absent"}
    states |= {"hit" if counts[n] else "miss" for n in loose}
    return states


def line_difference(points, counts, line, counted):
    """How a line of the report disagrees, or None."""
    state = "absent" if line is None else "hit" if line.hits else "miss"
    allowed = allowed_states(points, counts)
    if state not in allowed:
        return "line", f"expected {' or '.join(sorted(allowed))}, got {state}"
    if counted and line and line.hits != max(counts[n] for n in points[0]):
        return "count", f"expected {max(counts[n] for n in points[0])} executions, got {line.hits}"
    return None


def agree(expected, line):
    """Whether decisions (taken, arms) are those of a line; the order does not matter."""
    taken, total = sum(t for t, _ in expected), sum(n for _, n in expected)
    percents = sorted((n == 2, 100 * t // n) for t, n in expected)
    got = sorted((c.kind == "jump", c.percent) for c in line.conditions) if line else []
    return percents == got and (taken, total) == ((line.taken, line.total) if line else (0, 0))


def shown(line):
    if line is None:
        return "no line"
    return f"{line.taken}/{line.total}: " + ", ".join(f"{c.kind} {c.percent}%" for c in line.conditions)


def compare_file(name, layout, report_lines, counts, release, exact):
    """(differences, totals) of one file."""
    found, totals = [], Totals()
    table = {n: points for n, points in lines_of(layout.points, release).items() if n not in layout.empty}
    for number, points in sorted(table.items()):
        totals.lines += 1
        totals.loose += not points[0]
        counted = exact and not points[1] and number not in layout.uncounted
        totals.counts += counted
        difference = line_difference(points, counts, report_lines.get(number), counted)
        if difference:
            found.append(Difference(name, number, *difference))
    for number in sorted(set(report_lines) - set(table)):
        found.append(Difference(name, number, "line", f"not coverable, got {report_lines[number]}"))
    by_line = {}
    for decision in layout.decisions:
        by_line.setdefault(decision.line, []).append(decision)
    for number in sorted(set(by_line) | {n for n, line in report_lines.items() if line.conditions}):
        decisions = by_line.get(number, [])
        expected = [(sum(counts[d.first + i] > 0 for i in range(d.arms)), d.arms) for d in decisions]
        totals.decisions += len(expected)
        totals.arms += sum(n for _, n in expected)
        line = report_lines.get(number)
        certain = [e for e, d in zip(expected, decisions) if not d.may_be_absent]
        if not agree(expected, line) and not agree(certain, line):
            constructs = ", ".join(sorted({d.construct for d in decisions})) or "none"
            text = " ".join(f"{t}/{n}" for t, n in expected) or "no decision"
            found.append(Difference(name, number, f"decision ({constructs})", f"expected {text}, got {shown(line)}"))
    causes = causes_for(name)(layout, report_lines, counts, release)
    for difference in found:
        difference.cause = causes.of(difference)
    return found, totals


def compare(program, folder, report_path, counts, release, exact=False):
    """(differences, totals) of all files of a program."""
    report = read_report(report_path)
    found, totals = [], Totals()
    for name, layout in program.files.items():
        lines = report.files.get(os.path.realpath(os.path.join(folder, name)), {})
        differences, some = compare_file(name, layout, lines, counts, release, exact)
        found += differences
        totals.add(some)
    found += [Difference(os.path.basename(n), line, "report", text) for n, line, text in report.complaints]
    return found, totals
