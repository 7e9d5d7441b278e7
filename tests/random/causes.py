"""Differences whose cause is known: docs/accuracy.md describes each, with its IL.

A difference without a cause is a failure; so is a cause that expected.txt lists and that does not occur.
"""


class Causes:
    """Finds the causes of the differences of one file."""

    def __init__(self, layout, lines, counts, release):
        self.layout, self.lines, self.counts, self.release = layout, lines, counts, release
        self.source = layout.done
        self.by_line = {}
        for decision in layout.decisions:
            self.by_line.setdefault(decision.line, []).append(decision)

    def statement(self, line):
        """The text of the point that begins on the line."""
        ends = [p.end[0] for p in self.layout.points if p.start[0] == line] or [line]
        return " ".join(self.source[line - 1:max(ends)])

    def of(self, difference):
        """The name of the cause, or None."""
        text = self.source[difference.line - 1].strip()
        if text.endswith(")") and "switch (" in text and difference.text.endswith(("got absent", "got no line")):
            return "switch-around-a-lone-default" if self.release and self.holds_lone_default(difference.line) else None
        if difference.kind.startswith("decision"):
            return self.of_decision(difference)
        return None

    def of_decision(self, difference):
        if self.release and "< 0 when" in self.statement(difference.line):
            return "guard-without-a-branch"
        if self.release and difference.kind == "decision (switch, type)":
            return "arm-of-a-type"
        return None

    def holds_lone_default(self, line):
        """Whether the first statement of the first body of the switch on the line is a switch with nothing but a default."""
        code = [t.strip() for t in self.source[line:line + 8] if t.strip() not in ("", "{") and not t.strip().startswith(("//", "#"))]
        return len(code) > 2 and code[0].startswith("case ") and "switch (" in " ".join(code[:2]) and "default:" in " ".join(code[1:3])


class FSharpCauses(Causes):
    """The same for a file of F#."""

    def of(self, difference):
        if not self.release:
            return None
        if difference.kind == "line" and difference.text.endswith("got absent"):
            return "inlined-function"
        if difference.kind == "decision (for)" and "got 0/0" in difference.text:
            return "loop-in-a-call"
        around = " ".join(self.source[max(0, difference.line - 3):difference.line + 1])
        if difference.kind == "decision (condition)" and "Option.isSome" in around:
            return "option-without-a-point"
        return None


def causes_for(name):
    """The class for the file."""
    return FSharpCauses if name.endswith(".fs") else Causes
