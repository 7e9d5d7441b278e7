"""Differences whose cause is known: docs/accuracy.md describes each, with its IL.

A difference without a cause is a failure; so is a cause that expected.txt lists and that does not occur.
"""

import re
from collections import Counter

PLAIN_SWITCH = re.compile(r"\bswitch \((\w+|\w+ [+*] \w+)\)$")
VALUE_PATTERN = re.compile(r"\bis int p\d+")


def conditions(decisions, counts):
    """The decisions of a line as a report shows them: (two arms?, percentage)."""
    shown = Counter()
    for decision in decisions:
        taken = sum(counts[decision.first + i] > 0 for i in range(decision.arms))
        shown[decision.arms == 2, 100 * taken // decision.arms] += 1
    return shown


class Causes:
    """Finds the causes of the differences of one file."""

    def __init__(self, layout, lines, counts, release):
        self.layout, self.lines, self.counts, self.release = layout, lines, counts, release
        self.source = layout.done
        self.by_line = {}
        for decision in layout.decisions:
            self.by_line.setdefault(decision.line, []).append(decision)
        self.unplaced = Counter()       # switches without a point: their decisions stand elsewhere
        if release:
            for line, decisions in self.by_line.items():
                if PLAIN_SWITCH.search(self.source[line - 1]):
                    self.unplaced += conditions([d for d in decisions if d.construct.startswith("switch,")], counts)

    def statement(self, line):
        """The text of the point that begins on the line."""
        ends = [p.end[0] for p in self.layout.points if p.start[0] == line] or [line]
        return " ".join(self.source[line - 1:max(ends)])

    def of(self, difference):
        """The name of the cause, or None."""
        text = self.source[difference.line - 1].strip()
        if text.endswith("}") and difference.kind == "count":
            return "brace-of-a-stream"
        if text.endswith("}") and difference.kind == "line":
            if difference.text == "expected absent or hit, got miss":
                return "brace-of-a-local-function"
            if difference.text.startswith("not coverable, got miss"):
                return "brace-behind-await"
            if difference.text.endswith("got hit"):
                return "brace-of-a-stream"
        if text.endswith(")") and "switch (" in text and difference.text.endswith(("got absent", "got no line")):
            return "switch-without-a-point" if self.release else None
        if difference.kind.startswith("decision"):
            return self.of_decision(difference)
        return None

    def of_decision(self, difference):
        expected = conditions(self.by_line.get(difference.line, []), self.counts)
        line = self.lines.get(difference.line)
        got = Counter((c.kind == "jump", c.percent) for c in line.conditions) if line else Counter()
        more, less = got - expected, expected - got
        if self.release and (more or less) and not more - self.unplaced and not less - self.unplaced:
            return "switch-without-a-point"
        if self.release and self.is_in_front_of_unplaced(difference.line):
            return "switch-joined-with-what-is-in-front"
        if self.release and "switch (" in self.source[difference.line - 1] and self.holds_unplaced(difference.line):
            return "switch-without-a-point-inside"
        if self.release and "< 0 when" in self.statement(difference.line):
            return "guard-without-a-branch"
        if self.release and difference.kind == "decision (switch, type)":
            return "arm-of-a-type"
        if VALUE_PATTERN.search(self.statement(difference.line)):
            return "pattern-of-a-value-type"
        return None

    def holds_unplaced(self, line):
        """Whether a switch without a point stands in the block behind a line, by indentation."""
        width = len(self.source[line - 1]) - len(self.source[line - 1].lstrip())
        for text in self.source[line:]:
            inner = len(text) - len(text.lstrip())
            if PLAIN_SWITCH.search(text) and inner > width:
                return True
            if text.strip() in ("}",) and inner <= width:
                return False
        return False

    def is_in_front_of_unplaced(self, line):
        """Whether the next line of code, behind the point of this one, is a switch without a point."""
        last = max([p.end[0] for p in self.layout.points if p.start[0] == line] or [line])
        code = [t for t in self.source[last:last + 8] if t.strip() and not t.strip().startswith(("//", "#", "{"))]
        return bool(code) and bool(PLAIN_SWITCH.search(code[0]))
