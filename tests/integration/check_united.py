#!/usr/bin/env python3
"""Compares the report of a Debug and a Release build of one target, run in one session, with the marks.

    check_united.py COBERTURA.xml SOURCE...

Both builds run the same program, so a line is as its mark says, not more: an arm that neither build took
is not taken, and no decision stands there twice. A line that is marked for one configuration only is as that
one says; where the decisions differ, those of both stand on the line, those with the same number of arms as
one. Lines without decisions of which the marks differ belong to the points of either build (braces of
lambdas), and are not compared. Output and exit code are those of check_marks.py.
"""

import argparse
import sys

import check_marks
from check_marks import Mark


def united_arms(first, second):
    """The decisions of both lines: the n-th with so many arms is the n-th of the other with as many."""
    rest = list(second)
    arms = []
    for taken, total in first:
        twin = next((arm for arm in rest if arm[1] == total), None)
        if twin:
            rest.remove(twin)
        arms.append((max(taken, twin[0]) if twin else taken, total))
    return tuple(arms + rest)


def united(debug, release):
    """What the report of both builds must say where these say the marks alone."""
    if "none" in (debug.state, release.state):
        return debug if release.state == "none" else release
    arms = united_arms(debug.arms, release.arms)
    if debug.state == release.state == "miss":
        return Mark("miss", arms)
    return Mark("hit" if all(taken == total for taken, total in arms) else "part", arms)


def in_order_of_size(mark, line):
    """The mark with its arms in the order of the report, as far as they agree with it."""
    arms = list(mark.arms)
    ordered = []
    for condition in line.conditions:
        fitting = next((arm for arm in arms if condition.agrees(*arm)), None)
        if fitting is None:
            return mark
        arms.remove(fitting)
        ordered.append(fitting)
    return Mark(mark.state, tuple(ordered + arms))


def is_of_either(debug, release):
    return debug.state != release.state and not debug.arms and not release.arms


def problem_of(debug, release, line):
    if is_of_either(debug, release):
        return None
    expected = united(debug, release)
    if debug.arms != release.arms and line is not None:
        expected = in_order_of_size(expected, line)
    return check_marks.line_problem(expected, line, False)


def compare(source, report):
    debug, release = source.expected("Debug"), source.expected("Release")
    got = report.files.get(source.path, {})
    problems = [(number, text) for number in debug
                if (text := problem_of(debug[number], release[number], got.get(number)))]
    problems += [(number, f"expected a mark, got {line}") for number, line in got.items()
                 if number not in debug]
    problems += [(number, text) for name, number, text in report.complaints
                 if name == source.path]
    return sorted(problems)


def without_known(path, problems, known):
    lines = {int(place.rsplit(":", 1)[1]) for place in known if path.endswith(place.rsplit(":", 1)[0])}
    wrong = {number for number, _ in problems}
    mended = [(number, "is named as a known difference and is none") for number in sorted(lines - wrong)]
    return [(number, text) for number, text in problems if number not in lines] + mended


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--known", action="append", default=[], metavar="FILE:LINE",
                        help="is wrong, and must be: to be taken away when it is mended")
    parser.add_argument("report")
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()
    marked = wrong = 0
    try:
        report = check_marks.read_report(options.report)
        for path in check_marks.source_paths(options.sources):
            source = check_marks.read_source(path)
            problems = without_known(source.path, compare(source, report), options.known)
            check_marks.print_problems(source, problems)
            marked += len(source.marks)
            wrong += len({number for number, _ in problems})
    except check_marks.BadInput as problem:
        print(problem, file=sys.stderr)
        return 2
    print(f"{marked} marked lines, {wrong} wrong")
    return 1 if wrong or not marked else 0


if __name__ == "__main__":
    sys.exit(main())
