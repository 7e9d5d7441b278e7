#!/usr/bin/env python3
"""Random methods of nested regions, branches, loops and exceptions, and the check of what was measured.

    random_shapes.py write SEED METHODS            an .il file on standard output
    random_shapes.py check FILE.il OUTPUT REPORT   OUTPUT of the run, Cobertura REPORT with exact hits

Most lines of a method are "note LINE": the program prints the number of each line that it passes. So the
output itself says how often every such line ran, and the report must say the same.
"""

import random
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter

INPUTS = 10
ROLL = "ldloc.1; ldc.i4 1103515245; mul; ldc.i4 12345; add; dup; stloc.1; ldc.i4.s 16; shr.un; ldc.i4 {}; {}"
HARD = ("finally", "fault", "filter")     # no leave out of these


class Writer:
    """The lines of one file."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.labels = 0
        self.clauses = []
        self.regions = []       # kinds, from the outside in
        self.loops = []         # (label behind the loop, number of regions around it)
        self.budget = 0

    def put(self, text):
        """A line, with a point or without."""
        self.lines.append(self.random.choice(["    ", "~   "]) + text)

    def label(self, name):
        """A label on a line of its own."""
        self.lines.append(f"{name}: nop")

    def note(self):
        """The line that tells itself."""
        self.lines.append(f"    note {len(self.lines) + 1}")

    def new(self, stem):
        """A label that is not used yet."""
        self.labels += 1
        return f"{stem}{self.labels}"

    def roll(self, values):
        """Code that leaves a number from 0 on, smaller than `values`, on the stack."""
        return ROLL.format(values, "rem.un")

    def condition(self, target):
        """Goes to a label, or not."""
        kind = self.random.randrange(6)
        if kind < 3:
            self.put(f"{self.roll(2)}; {self.random.choice(['brtrue', 'brfalse'])} {target}")
        elif kind < 5:
            how = self.random.choice(["blt", "bge", "bgt.un", "ble.un", "beq", "bne.un"])
            self.put(f"{self.roll(4)}; ldc.i4.2; {how} {target}")
        else:
            self.short_circuit(target)

    def short_circuit(self, target):
        """A value of && or ||, stored or kept on the stack, and a branch on it."""
        constant, merge = self.new("X"), self.new("M")
        first, value = self.random.choice([("brfalse", "0"), ("brtrue", "1")])
        self.put(f"{self.roll(2)}; {first} {constant}; {self.roll(3)}; call bool Help::IsOdd(int32); br {merge}")
        self.lines.append(f"{constant}: ldc.i4.{value}")
        through = self.random.choice(["", "stloc.2; ldloc.2; "])
        self.lines.append(f"~{merge}: {through}brtrue {target}")

    def statements(self, depth):
        """One to four of them."""
        for _ in range(self.random.randint(1, 4)):
            if self.random.random() < 0.6:
                self.note()
            self.budget -= 1
            choices = [self.choose, self.fail, self.jump_out, self.value]
            if depth > 0 and self.budget > 0:
                choices += [self.choose, self.loop, self.switch, self.guarded, self.guarded, self.guarded]
            self.random.choice(choices)(depth - 1)
        self.note()

    def choose(self, depth):
        """if, with or without else."""
        other, behind = self.new("E"), self.new("J")
        self.condition(other)
        self.note()
        if depth > 0:
            self.statements(depth)
        if self.random.random() < 0.5:
            self.put(f"br {behind}")
            self.label(other)
            self.note()
            self.label(behind)
        else:
            self.label(other)

    def loop(self, depth):
        """A loop that ends when there is no fuel."""
        head, behind = self.new("L"), self.new("B")
        self.label(head)
        self.put(f"ldloc.0; ldc.i4.1; sub; dup; stloc.0; ldc.i4.0; ble {behind}")
        self.loops.append((behind, len(self.regions)))
        self.statements(depth)
        self.loops.pop()
        self.condition(head)
        self.label(behind)

    def switch(self, depth):
        """Arms with and without code, some of them shared."""
        behind = self.new("J")
        arms = [self.new("S") for _ in range(self.random.randint(1, 4))]
        table = [self.random.choice(arms + [behind]) for _ in range(self.random.randint(1, 6))]
        self.put(f"{self.roll(len(table) + 1)}; switch {', '.join(table)}")
        self.note()
        for arm in arms:
            if self.random.random() < 0.7:
                self.put(f"br {behind}")
            self.label(arm)
            self.note()
            if depth > 1:
                self.statements(depth - 2)
        self.label(behind)

    def fail(self, _):
        """An exception now and then."""
        if self.random.random() < 0.5:
            self.put(f"{self.roll(7)}; ldc.i4.6; ceq; call void Help::Fail(bool)")
            return
        over = self.new("O")
        self.put(f"{self.roll(6)}; brtrue {over}")
        self.put("newobj instance void System.ArgumentException::.ctor(); throw")
        self.label(over)

    def jump_out(self, _):
        """break, out of as many regions as there are."""
        allowed = [(label, around) for label, around in self.loops
                   if not any(kind in HARD for kind in self.regions[around:])]
        if not allowed:
            return
        label, around = self.random.choice(allowed)
        over = self.new("O")
        self.condition(over)
        self.put(f"{'leave' if len(self.regions) > around else 'br'} {label}")
        self.label(over)

    def value(self, _):
        """A value of two ways, with another one below it on the stack."""
        other, merge = self.new("X"), self.new("M")
        self.put(f"ldloc.1; {self.roll(2)}; brtrue {other}; ldc.i4.3; br {merge}")
        self.lines.append(f"{other}: ldc.i4.5")
        self.lines.append(f"{merge}: add; stloc.1")

    def region(self, kind, depth, first=None):
        """Statements in a region."""
        self.regions.append(kind)
        if first:
            self.put(first)
        self.statements(depth)
        self.regions.pop()

    def guarded(self, depth):
        """try with a handler, or with several of one try."""
        start, end, behind = self.new("T"), self.new("H"), self.new("J")
        kind = self.random.choice(["catch", "filter", "finally", "fault"])
        self.label(start)
        self.region("try", depth)
        self.put(f"leave {behind}")
        handlers = [kind] if kind in ("finally", "fault") else [
            self.random.choice(["catch", "filter"]) for _ in range(self.random.randint(1, 3))]
        for number, handler in enumerate(handlers):
            begin = end if number == 0 else self.new("H")
            self.handler(handler, (start, end), begin, behind, depth - 1)
        self.label(behind)

    def handler(self, kind, guarded, begin, behind, depth):
        """One handler, with its filter in front."""
        start, end = guarded
        stop = self.new("Z")
        self.label(begin)
        if kind == "filter":
            body = self.new("F")
            self.region("filter", 0, "pop")     # the runtime takes no try in a filter
            self.put(f"{self.roll(2)}; endfilter")
            self.label(body)
            self.region("catch", depth, "pop")
            self.put(f"leave {behind}")
            clause = f".try {start} {end} filter {begin} {body} {stop}"
        elif kind == "catch":
            self.region("catch", depth, "pop")
            if self.random.random() < 0.2:
                over = self.new("O")
                self.put(f"{self.roll(3)}; brtrue {over}")
                self.put("rethrow")
                self.label(over)
            self.put(f"leave {behind}")
            what = self.random.choice(["System.Exception", "System.ArgumentException", "object"])
            clause = f".try {start} {end} catch {what} {begin} {stop}"
        else:
            self.region(kind, depth)
            self.put("endfinally")
            clause = f".try {start} {end} {kind} {begin} {stop}"
        self.lines.append(f"~{stop}:")
        self.clauses.append(clause)

    def method(self, number):
        """One method and its runs."""
        self.labels, self.clauses, self.budget = 0, [], 30
        self.lines += [f".method int32 Random{number}(int32)", ".locals int32, int32, bool", ".maxstack 12"]
        self.lines.append("    ldc.i4.s 12; stloc.0; ldarg.0; ldc.i4 7919; mul; stloc.1")
        self.statements(self.random.randint(2, 4))
        self.lines.append("    ldloc.1; ret")
        self.lines += self.clauses
        self.lines += [f".run Random{number}({value})" for value in range(INPUTS)]


def write(seed, methods):
    """A whole file."""
    writer = Writer(seed)
    writer.lines.append(f".class Random{seed}")
    for number in range(methods):
        writer.method(number)
    print("\n".join(writer.lines))


def check(source, output, report):
    """Compares the lines that told themselves with the report."""
    with open(source, encoding="utf-8") as stream:
        notes = [n for n, line in enumerate(stream, 1) if line.startswith("    note ")]
    with open(output, encoding="utf-8") as stream:
        told = Counter(int(n) for line in stream if line.startswith("Random")
                       for n in re.findall(r" (\d+)", line.rsplit(";", 1)[1]))
    got = {}
    for element in ET.parse(report).getroot().iter("class"):
        if element.get("filename").endswith(source.rsplit("/", 1)[-1]):
            got.update({int(line.get("number")): int(line.get("hits")) for line in element.iter("line")})
    wrong = [n for n in notes if got.get(n) != told[n]]
    for number in wrong[:20]:
        print(f"{source}:{number}: ran {told[number]} times, reported {got.get(number)}")
    print(f"{len(notes)} lines, {sum(1 for n in notes if told[n])} of them ran, {sum(told.values())} times; "
          f"{len(wrong)} wrong")
    return 1 if wrong or not told else 0


if sys.argv[1] == "write":
    write(int(sys.argv[2]), int(sys.argv[3]))
else:
    sys.exit(check(*sys.argv[2:5]))
