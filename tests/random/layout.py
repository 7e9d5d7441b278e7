"""The plain text of a random program: layout, and a table of what a report may say about each line.

A writer puts text, and is told where sequence points begin and end and where decisions are. The kinds of points:

    exact   a point in every configuration
    debug   a point in Debug; in Release it may be missing, but must not be wrong
    loose   a point that both may leave out
    jump    nothing but a jump: the same rule (docs/coverage-rules.md, "Jumps of optimised code")

A lambda is a region: its inner lines are its own; on its first and last lines the statement around it may count.
"""

from dataclasses import dataclass, field


@dataclass
class Point:
    """One sequence point: what ran is known by its number."""
    number: int
    kind: str
    start: tuple = (0, 0)       # line, column
    end: tuple = (0, 0)
    loose_lines: set = field(default_factory=set)   # lines of lambdas without a point: the statement may count there
    edges: set = field(default_factory=set)         # the first and last lines of lambdas: it may count there in any case

    def encloses(self, other):
        """The rule of docs/coverage-rules.md: lines of points strictly inside do not belong to the outer point."""
        if other is self or other.start <= self.start:
            return False
        return other.end < self.end or (other.end == self.end and other.start[0] > self.start[0])

    def lines(self):
        return range(self.start[0], self.end[0] + 1)


@dataclass(frozen=True)
class Decision:
    """A decision of the source: its line, the number of its first arm, and a name of the construct.

    may_be_absent: the compiler writes code for it in some cases, and control never comes there."""
    line: int
    first: int
    arms: int
    construct: str
    may_be_absent: bool = False


class Layout:
    """A plain text in the making."""
    comment = "// "
    directives = ("#region part", "#endregion", "#pragma warning disable CS0168", "#line default")

    def __init__(self, random):
        self.random = random
        self.done = []
        self.current = ""
        self.depth = 0
        self.flat = 0           # inside a construct that stands on one line
        self.spread = 0.0       # chance of a line break between two tokens of a statement
        self.points = []
        self.open_points = []
        self.decisions = []
        self.uncounted = set()  # lines of which the number of executions is not known
        self.empty = set()      # lines inside statements that hold no code
        self.unit = random.choice(["    ", "  ", "\t", "        "])
        self.join = random.choice([0.0, 0.0, 0.05, 0.3])       # chance of two statements on one line
        self.wide = random.choice([0.0, 0.0, 0.1, 0.6])        # chance of a spread statement
        self.between = random.choice([0.0, 0.05, 0.2])         # chance of a comment or directive in front

    @property
    def line(self):
        return len(self.done) + 1

    def place(self):
        return self.line, len(self.current) if self.current else self.indent_width()

    def indent_width(self):
        return len(self.unit) * self.depth

    def put(self, text):
        if text:
            if not self.current:
                self.current = self.unit * self.depth
            self.current += text

    def newline(self):
        """Ends the line, except in a construct that stands on one line."""
        if self.flat:
            if self.current and not self.current.endswith(" "):
                self.current += " "
        elif self.current:
            self.done.append(self.current.rstrip())
            self.current = ""

    def end_line(self):
        """Ends the line of something that never stands beside other things."""
        if self.current:
            self.done.append(self.current.rstrip())
            self.current = ""

    def soft(self, text=""):
        """A place where a statement may go on in another line."""
        if not self.flat and self.random.random() < self.spread:
            self.done.append(self.current.rstrip())
            self.current = self.unit * (self.depth + 1)
            if self.random.random() < 0.05:
                self.empty.add(self.line)
                self.done.append(self.current + self.comment + "in between")
        else:
            self.put(text)

    def statement(self):
        """In front of a statement: is there a new line, a comment, a directive; is the statement spread?"""
        if not self.flat and self.current and self.random.random() >= self.join:
            self.newline()
        elif self.current and not self.current.endswith(" "):
            self.current += " "
        if not self.current.strip() and not self.flat and self.random.random() < self.between:
            self.extra()
        self.spread = self.random.choice([0.2, 0.5, 1.0]) if self.random.random() < self.wide else 0.0

    def extra(self):
        """Lines without code."""
        self.current = ""
        kind = self.random.randrange(4)
        if kind == 0:
            self.done.append("")
        elif kind == 1:
            self.done.append(self.unit * self.depth + self.comment + "if (this) { is(no); } else code && nothing")
        else:
            self.done += self.no_code(kind)

    def no_code(self, kind):
        return ["#if NEVER", "    if (X()) Y(); else switch (Z) { }", "#endif"] if kind == 2 else ["#region r", "#endregion"]

    # points and decisions

    def begin(self, number, kind="exact"):
        point = Point(number, kind, self.place())
        self.points.append(point)
        self.open_points.append(point)

    def end(self):
        point = self.open_points.pop()
        point.end = self.place()
        return point

    def point(self, number, text, kind="exact"):
        self.begin(number, kind)
        self.put(text)
        self.end()

    def decide(self, first, arms, construct, may_be_absent=False):
        """A decision of the innermost open point: it stands on the point's first line."""
        line = self.open_points[-1].start[0]
        self.decisions.append(Decision(line, first, arms, construct, may_be_absent))

    def share(self, first, last):
        """The lines from first to last are those of a lambda; what is around it may count on its edges."""
        for point in self.open_points:
            point.edges.update((first, last))
            point.loose_lines.update(range(first, last + 1))

    def text(self):
        self.end_line()
        return "\n".join(self.done) + "\n"


def lines_of(points, release):
    """line -> (numbers of exact points, numbers of loose points), by the rule of spans."""
    table = {}
    for point in points:
        own, loose_lines = set(point.lines()), set(point.loose_lines)
        if len(own) > 1:
            for other in points:
                if not point.encloses(other):
                    continue
                if is_loose(other, release):
                    loose_lines.update(other.lines())
                else:
                    own -= set(other.lines()) - point.edges
        for line in own:
            exact_points, loose_points = table.setdefault(line, ([], []))
            loose = is_loose(point, release) or line in loose_lines
            (loose_points if loose else exact_points).append(point.number)
    return table


def is_loose(point, release):
    """Whether the configuration may leave the point out."""
    return point.kind == "loose" or release and point.kind != "exact"
