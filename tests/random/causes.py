"""Differences whose cause is known: docs/accuracy.md describes each, with its IL.

A difference without a cause is a failure; so is a cause that expected.txt lists and that does not occur.
"""


class Causes:
    """Finds the causes of the differences of one file."""

    def __init__(self, layout, lines, counts, release):
        self.layout, self.lines, self.counts, self.release = layout, lines, counts, release
        self.source = layout.done

    def statement(self, line):
        """The text of the point that begins on the line."""
        ends = [p.end[0] for p in self.layout.points if p.start[0] == line] or [line]
        return " ".join(self.source[line - 1:max(ends)])

    def of(self, difference):
        """The name of the cause, or None."""
        if difference.kind.startswith("decision"):
            return self.of_decision(difference)
        if self.release and difference.kind == "line" and difference.text.endswith("got miss") and self.shares_code(difference.line):
            return "guard-without-a-branch"
        return None

    def of_decision(self, difference):
        if self.release and "< 0 when" in self.statement(difference.line):
            return "guard-without-a-branch"
        return None

    def shares_code(self, line):
        """Whether the arm of the line is that of the arm in front, which has a condition."""
        front, arm = (self.source[n].strip().rpartition("=>") for n in (line - 2, line - 1))
        return "< 0 when" in front[0] and arm[1] == "=>" and front[2] == arm[2]


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
