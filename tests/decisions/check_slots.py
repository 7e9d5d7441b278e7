#!/usr/bin/env python3
"""Compares the decisions of Debug builds with what their compiler says of its locals, in the slot map of Edit and Continue.

    check_slots.py --clrcov PROGRAM --orders PROGRAM [--differences FILE] [--all] FILE.dll...

- A place of the source that the compiler keeps a value for has a decision: a condition at the branch that tests the value, a
  switch or loop on its line.
- The other way round: a switch statement and a `foreach` that are decisions have such a place.
- What tests a value of the compiler's own (was the lock taken, is the resource there, ...) is no decision.

FILE lists differences, with the reason: one that is not listed is a failure, and so is one that is listed and is not there.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter

from slot_places import Places, read_methods, read_sources

ANYTHING = ""
# What the source has where the compiler says that it keeps a value.
WORDS = {
    "ConditionalBranchDiscriminator": r"if|while|do|for|switch|when|(?i:If|ElseIf|While|Do|For|Select|When|Loop|Else)",
    "SwitchCasePatternMatching": r"switch",
    "SelectCaseValue": r"(?i:Select)",
    "ForEachEnumerator": r"foreach|await|\.\.|(?i:For)",
    "ForEachArray": r"foreach|\.\.|(?i:For)",
    "ForEachArrayIndex": r"foreach|\.\.|(?i:For)",
    "ForLimit": r"(?i:For)",
    "Using": r"using|lock|await|(?i:Using)",
    "Lock": r"lock|(?i:SyncLock)",
    "LockTaken": r"lock|(?i:SyncLock)",
    "TryAwaitPendingBranch": ANYTHING,
    "TryAwaitPendingException": ANYTHING,
    "StateMachineCachedState": ANYTHING,
    "TryAwaitPendingCatch": r"try|(?i:Try)",
    "TryAwaitPendingCaughtException": r"try|(?i:Try)",
}
LOOPS = {"ForEachEnumerator", "ForEachArray", "ForEachArrayIndex", "ForLimit"}
TESTED = {"ForEachEnumerator", "ForEachArrayIndex"}
NEAR = 5                # instructions from the load of an enumerator or index to the branch
SWITCHES = {"SwitchCasePatternMatching", "SelectCaseValue"}
# What nobody wrote a test of.
OWN = {"Using", "Lock", "LockTaken", "ForEachEnumerator", "TryAwaitPendingBranch", "TryAwaitPendingException",
       "TryAwaitPendingCatch", "StateMachineCachedState"}
TEST = re.compile(r"br(true|false)(\.s)? |ldc\.i4\.0;cgt\.un")
ENDS = re.compile(r"leave|endfilter|endfinally|throw|rethrow|ret$")
PASSED = re.compile(r"ldc\.|ldnull|ceq|cgt|clt|isinst|nop")
LOCAL = re.compile(r"(ldloc|stloc|ldloca)[. ](?:s )?(\d+)$")
FIELD = re.compile(r"ldfld .*::(?:<>s__|\$S)(\d+)$")
DECISION = re.compile(r"insn (\d+) line (\d+) switch (\d) expression (\d).* head (\d+)")
EXPRESSION = re.compile(r"switch(?!\s*\()")
COMMENT = re.compile(r"//|\s'[:DR]")
TOKEN = re.compile(r"^.*, ([0-9a-f]{8})$")


class Decision:
    def __init__(self, insn, line, is_switch, is_expression, head):
        self.insn, self.line = int(insn), int(head) or int(line)
        self.is_switch, self.is_expression = is_switch == "1", is_expression == "1"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def read_decisions(lines):
    """{token: [Decision]} of `orders --list`"""
    found, current = {}, None
    for text in lines:
        if (match := TOKEN.match(text)):
            current = found.setdefault(match[1], [])
        elif (match := DECISION.match(text)):
            current.append(Decision(*match.groups()))
    return found


def local_of(text, verb):
    match = LOCAL.match(text)
    return int(match[2]) if match and match[1] == verb else None


def tested(body, insn):
    """(is a field, number) of the value that the branch tests, through copies of it; None: it is something else."""
    at, wanted = insn - 1, None
    for _ in range(8):
        text = body.code[at] if at >= 0 else ""
        if wanted is not None:
            at -= 1
            if local_of(text, "stloc") == wanted:
                wanted = None
            continue
        if (match := FIELD.search(text)):
            return True, int(match[1]) - 1
        number = local_of(text, "ldloc")
        if number is not None and at > 0 and local_of(body.code[at - 1], "stloc") == number:
            at -= 2
            continue
        if number is not None:
            return False, number
        if not PASSED.match(text):
            return None
        at -= 1
    return None


def is_loop_test(body, insn, slot):
    """The branch asks whether there is a next element: the enumerator or the index is loaded just before it."""
    return not slot.is_field and any(local_of(text, verb) == slot.number for text in body.code[max(insn - NEAR, 0):insn]
                                     for verb in ("ldloc", "ldloca"))


def filter_start(body, test):
    """Where the filter begins that ends with the test; the test itself when it is in none."""
    if "endfilter" in body.code[test:test + 4]:
        while test > 0 and not ENDS.match(body.code[test - 1]):
            test -= 1
    return test


def is_with(body, insn, test):
    """Both are in the code of one point, or in one filter: the point of that is after the tests of a pattern."""
    return body.point_at[insn] == body.point_at[test] or filter_start(body, test) <= insn <= test


class Assembly:
    """What an assembly, its symbols and its sources say, and how the decisions differ from it."""

    def __init__(self, options, dll):
        self.methods = read_methods(run(options.clrcov, "dump", "--il", dll))
        self.sources = read_sources(run(options.clrcov, "dump", dll))
        self.decisions = read_decisions(run(options.orders, "--list", dll))
        self.places = Places(self.methods, self.sources)
        self.counts = Counter()
        self.differences = []   # (text of the list, line, method)
        self.known = set()      # (source, line, "switch" or "loop") of places
        self.lines = {}         # by source: lines with decisions

    def differ(self, what, source, offset, method):
        text = f"{source.name} {what} | {COMMENT.split(source.at(offset).strip())[0].rstrip()}"
        self.differences.append((text, source.line(offset), method.name))

    def check(self):
        for token, decisions in self.decisions.items():
            place = self.places.of(self.methods[token])
            if place:
                self.lines.setdefault(place[0].name, set()).update(decision.line for decision in decisions)
        for method in self.methods.values():
            if method.slots:
                self.check_method(method)
        for method in self.methods.values():
            self.check_decisions(method)
        return self

    def check_method(self, method):
        place = self.places.of(method)
        for slot in method.slots:
            if slot.kind not in WORDS:
                continue
            if place is None or (slot.offset < 0 and WORDS[slot.kind] != ANYTHING):
                self.counts["not located"] += 1
                continue
            source, begin, body = place
            offset = begin + slot.offset
            self.counts["places"] += WORDS[slot.kind] != ANYTHING
            if re.match(WORDS[slot.kind], source.at(offset)):
                self.check_slot(slot, source, offset, body)
            else:
                self.differ(f"{slot.kind} elsewhere", source, offset, body)

    def check_slot(self, slot, source, offset, body):
        is_switch = re.match(r"(?i)switch|select", source.at(offset))
        if slot.kind in SWITCHES or (is_switch and not source.is_basic):
            self.check_line(slot, "switch", source, offset, body)
        elif slot.kind == "ConditionalBranchDiscriminator":
            self.check_condition(slot, source, offset, body)
        elif slot.kind in LOOPS and source.at(offset, 2) != "..":
            self.check_line(slot, "loop", source, offset, body)
        elif slot.kind in LOOPS and any(is_loop_test(body, d.insn, slot) for d in self.decisions.get(body.token, [])):
            self.differ(f"{slot.kind} of a spread tested by a decision", source, offset, body)
        if slot.kind in TESTED and source.at(offset, 7) == "foreach" and not slot.is_field:
            self.check_loop(slot, source, offset, body)
        if slot.kind in OWN:
            for decision in self.decisions.get(body.token, []):
                if tested(body, decision.insn) == (slot.is_field, slot.number):
                    self.differ(f"{slot.kind} tested by a decision", source, offset, body)

    def check_line(self, slot, what, source, offset, body):
        """There is a decision on the line; in Visual Basic in the statement, as a Case or Next has it. That of a switch
        expression is where its statement begins."""
        line = source.line(offset)
        self.known.add((source.name, line, what))
        lines = set(range(line, source.end_of(offset, what) + 1)) if source.is_basic else {line}
        if EXPRESSION.match(source.at(offset)):
            lines |= {point[1] for point in body.points if source.offset(*point[1:3]) <= offset < source.offset(*point[3:])}
        if not self.lines.get(source.name, set()) & lines:
            self.differ(f"{slot.kind} without a decision", source, offset, body)

    def check_loop(self, slot, source, offset, body):
        """What asks for the next element of a `foreach` is a decision; the end of an array of several ranks is asked for each."""
        if not any(is_loop_test(body, d.insn, slot) for d in self.decisions.get(body.token, [])):
            self.differ(f"{slot.kind} not tested by a decision", source, offset, body)

    def check_condition(self, slot, source, offset, body):
        """Where the value is loaded to be tested there is a decision in the code of the same statement."""
        loads = [i + 1 for i, text in enumerate(body.code) if local_of(text, "ldloc") == slot.number]
        tests = [i for i in loads if TEST.match(";".join(body.code[i:i + 2]))]
        # A loop over objects has a test where it begins and one at Next, which are one decision.
        line = source.line(offset) if source.is_basic and re.match(r"(?i)For\b", source.at(offset)) else None
        self.counts["constants"] += not tests
        for test in tests:
            if not any(d.line == line or is_with(body, d.insn, test) for d in self.decisions.get(body.token, [])):
                self.differ(f"{slot.kind} without a decision", source, offset, body)

    def check_decisions(self, method):
        place = self.places.of(method)
        for decision in self.decisions.get(method.token, []) if place else []:
            source, _, body = place
            self.counts["decisions"] += 1
            if source.is_basic or body.point_at[decision.insn] < 0:
                continue
            start = source.offset(*body.points[body.point_at[decision.insn]][1:3])
            is_statement = decision.is_switch and not decision.is_expression
            if is_statement and (source.name, decision.line, "switch") not in self.known:
                self.differ("switch without a place", source, source.offset(decision.line, 1), body)
            if source.at(start, 3) == "in " and (source.name, source.line(start), "loop") not in self.known:
                self.differ("loop without a place", source, start, body)


def read_list(path):
    """Counter of the differences that are listed; their reasons are after the last ` -- `."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    for row in rows:
        if " -- " not in row:
            raise SystemExit(f"{path}: no reason: {row}")
    return Counter(row.rsplit(" -- ", 1)[0] for row in rows)


def compare(assemblies, listed):
    """Prints each difference that is not listed, and each that is listed and not there; returns how many."""
    found = Counter(text for assembly in assemblies for text, _, _ in assembly.differences)
    wrong = 0
    for assembly in assemblies:
        for text, line, method in assembly.differences:
            if text not in listed:
                print(f"not listed: {text}    [line {line}, {method}]")
    for text in sorted(found.keys() | listed.keys()):
        if text in found and text in listed and found[text] != listed[text]:
            print(f"{found[text]} times, listed {listed[text]} times: {text}")
        if text not in found:
            print(f"listed, but not there: {text}")
        wrong += found[text] != listed[text]
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--clrcov", required=True)
    parser.add_argument("--orders", required=True)
    parser.add_argument("--differences")
    parser.add_argument("dlls", nargs="+", metavar="FILE.dll")
    options = parser.parse_args()
    assemblies = [Assembly(options, dll).check() for dll in options.dlls]
    counts = sum((assembly.counts for assembly in assemblies), Counter())
    wrong = compare(assemblies, read_list(options.differences) if options.differences else Counter())
    without = sum(" without a decision " in text for assembly in assemblies for text, _, _ in assembly.differences)
    print(f"{counts['places']} places, {without} without a decision ({counts['constants']} conditions are constants, "
          f"{counts['not located']} places are not known); {counts['decisions']} decisions; "
          f"{wrong} differences that are not explained")
    if counts["places"] == 0:
        print("no slot map: not built by C# or Visual Basic in Debug")
    return 1 if wrong or counts["places"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
