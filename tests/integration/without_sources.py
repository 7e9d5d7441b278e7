#!/usr/bin/env python3
"""Compares the report of a program with one that was made without its sources, or with other texts in their places.

    without_sources.py SOURCES FULL.xml OTHER.xml

docs/coverage-rules.md ("The source") says where they may differ: a switch or a `function` without a point has no line of its own then,
conditions of rules and labels are decisions elsewhere, and such a condition is missed where a part without a point ran alone. A body of one
line inside a statement and a lambda alone on its line count as parts of it, patterns of several lines have their first one. The first and last
line of a lambda and lines of inlined lambdas of F# belong to the statement. Comparisons of `a?.B` and `default(T)` differ, and neither comments nor
`#if` leave anything out. Prints everything else, and a line with the number of lines of both and of each kind of difference. Exit code 1
when something else differs.
"""

import os
import re
import sys
from collections import Counter

from check_marks import read_report

# What asks the source: heads of switches, conditions of rules and labels, alternatives of F#.
ASKS = re.compile(r"\b(switch|case|default|when|match|function|with|if|elif|Select|Case)\b|=>|->|\?\?|\|\||&&")
NEAR = 12  # lines between a switch and the statement that has its decision without the source
HEAD = 4   # lines of the head of a switch
CONDITION = re.compile(r"^when\b")
BODY = re.compile(r"^\{.*\}$")
JUMP = re.compile(r"^(\}|break;|continue;|return;|goto [^;]*;|default: *return;)$")
# A lambda or a clause that is alone on its line: without the source its column decides.
ALONE = re.compile(r"^(\w+: )?(static |async )*(\(.*?\)|\w+) ?=>|^(where|select|let|from|orderby)\b")
LEFT_OUT = re.compile(r"^\s*(//|'|#)|coverage: (off|on)")


def by_name(report):
    """The lines of each file by the name of the file; names of targets differ."""
    return {os.path.basename(name): lines for name, lines in report.files.items()}


def text_of(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8-sig") as stream:
        return stream.read().splitlines()


def code_of(line):
    return re.sub(r"\s*(//|')[:DR].*$", "", line).strip()


def is_asked(text, number):
    return any(ASKS.search(code_of(line)) for line in text[max(0, number - NEAR - 1):number + NEAR])


def is_left_out(text, number):
    """A comment or directive, or in a block that a comment or `#if` leaves out."""
    before = text[:number]
    directives = ["".join(line.lower().split()) for line in before if line.lstrip().startswith("#")]
    conditions = sum(line.startswith("#if") for line in directives) - sum(line.startswith("#endif") for line in directives)
    return conditions > 0 or LEFT_OUT.search(text[number - 1]) or any("coverage: off" in line for line in before)


def is_in_pattern(text, number):
    """A line of a pattern of F#, after its first one: from a `|` to its `->`."""
    for line in reversed(text[max(0, number - HEAD):number - 1]):
        if "->" in code_of(line).split("(*")[0]:
            return False
        if code_of(line).startswith("|"):
            return True
    return False


VB_HEAD = re.compile(r"(^|[=(, ])(Async |Iterator )?(Function|Sub) ?\([^()]*\)( As \w+)?$")
VB_END = re.compile(r"^End (Function|Sub)\b")
VB_METHOD = re.compile(r"\b(Function|Sub) \w+(\(Of .*?\))?\(")


def basic_blocks(text):
    """First and last lines of the lambdas of several lines of Visual Basic."""
    opened, blocks = [], []
    for number, line in enumerate(map(code_of, text), 1):
        if VB_METHOD.search(line) and not VB_HEAD.search(line):
            opened = []
        elif VB_HEAD.search(line):
            opened.append(number)
        elif VB_END.match(line) and opened:
            blocks.append((opened.pop(), number))
    return blocks


def brace_blocks(text):
    """First and last lines of the blocks of lambdas and anonymous methods, as the layout of the targets shows them."""
    opened, blocks = [], []
    for number, line in enumerate(map(code_of, text), 1):
        for found in re.finditer(r"[{}]", line):
            before = " ".join((code_of(text[number - 2]) if number > 1 else "", line[:found.start()])).rstrip()
            if found.group() == "{":
                opened.append((number, bool(re.search(r"=>$|\bdelegate( *\([^()]*\))?$", before))))
            elif opened:
                first, is_lambda = opened.pop()
                blocks += [(first, number)] if is_lambda else []
    return blocks


def lambda_blocks(text):
    return brace_blocks(text) + basic_blocks(text)


def is_brace(text, number):
    """The first or last line of a lambda: without the source the statement around it has the line."""
    return any(number in block for block in lambda_blocks(text))


def is_in_block(text, number):
    """In a lambda's block: without the source its lines outside of the lambda's points are the statement's."""
    return any(first <= number <= last for first, last in lambda_blocks(text))


def is_in_lambda(text, number):
    """A line of a lambda of F# or of the rules of a `function`, which begins at the end of a line before it."""
    line = code_of(text[number - 1])
    depth = len(text[number - 1]) - len(text[number - 1].lstrip()) + line.startswith("|")
    for other in reversed(text[:number - 1]):
        code = code_of(other)
        is_outer = code and len(other) - len(other.lstrip()) < depth
        if is_outer and re.search(r"\bfun\b.*->$|\bfunction$", code):
            return True
    return False


def difference(full, other, text, number):
    """The kind of the difference of a line, and whether it may be; None: both are alike."""
    if full is None:
        return "only without", (is_left_out(text, number) or not code_of(text[number - 1]) or is_in_block(text, number)
                                or is_in_lambda(text, number))
    if other is None:
        return "only with", any(re.search(r"\b(switch|function)\b", line) for line in text[max(0, number - HEAD):number]) or is_in_pattern(text, number)
    if (full.hits > 0) != (other.hits > 0):
        return "hits", any(kind.match(code_of(text[number - 1])) for kind in (JUMP, BODY, ALONE, CONDITION)) or is_brace(text, number)
    if (full.total, full.taken, full.conditions) != (other.total, other.taken, other.conditions):
        return "decisions", is_asked(text, number)
    return None


def main(folder, full_name, other_name):
    full, other = by_name(read_report(full_name)), by_name(read_report(other_name))
    counts, wrong = Counter(), 0
    for name in sorted(full):
        text, others = text_of(folder, name), other.get(name, {})
        for number in sorted(set(full[name]) | set(others)):
            found = difference(full[name].get(number), others.get(number), text, number)
            counts["lines" if found is None else found[0]] += 1
            if found is not None and not found[1]:
                wrong += 1
                print(f"{name}:{number}: {found[0]}: {full[name].get(number)} | {others.get(number)}\n    {text[number - 1].strip()}")
    print(", ".join(f"{kind}: {count}" for kind, count in sorted(counts.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
