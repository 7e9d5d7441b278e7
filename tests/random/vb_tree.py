"""Syntax trees of Visual Basic: each node prints itself plainly, into a layout, and as its twin that records what ran.

Expressions are those of cs_tree. A statement prints its twin as lines. Ends of blocks (`End If`, `Next`) have points.
"""

from layout import Layout


class Writer(Layout):
    """The layout of Visual Basic: words in any case, several statements on a line."""
    comment = "' "

    def __init__(self, random):
        super().__init__(random)
        self.change = random.choice([str, str, str, str.lower, str.upper])

    def word(self, text):
        self.put(self.change(text))

    def no_code(self, kind):
        return ["#If NEVER Then", "    If X() Then", "#End If"] if kind == 2 else ["#Region \"r\"", "#End Region"]

    def statement(self):
        """In front of a statement: a new line, or a colon behind a simple one."""
        self.end_line()
        if self.random.random() < self.between:
            self.extra()
        self.spread = self.random.choice([0.2, 0.5, 1.0]) if self.random.random() < self.wide else 0.0

    def soft(self, text=""):
        """The line may end behind an operator."""
        if self.random.random() < self.spread:
            self.done.append(self.current.rstrip())
            self.current = self.unit * (self.depth + 2)
        else:
            self.put(text)

    def row(self, number, text, kind="exact"):
        """A line that is one point."""
        self.end_line()
        self.begin(number, kind)
        self.word(text)
        self.end()


def lines_below(w, body):
    w.depth += 1
    body.plain(w)
    w.end_line()
    w.depth -= 1


class Operands:
    """left AndAlso right: the line may end behind the operator."""

    def __init__(self, left, sign, right):
        self.left, self.sign, self.right = left, sign, right

    def plain(self, w):
        self.left.plain(w)
        w.word(f" {self.sign}")
        w.soft(" ")
        self.right.plain(w)

    def twin(self):
        return f"({self.left.twin()} {self.sign} {self.right.twin()})"


class Choice:
    """If(c, a, b)"""

    def __init__(self, condition, yes, no):
        self.condition, self.yes, self.no = condition, yes, no

    def plain(self, w):
        w.put("If(")
        self.condition.plain(w)
        w.put(",")
        w.soft(" ")
        self.yes.plain(w)
        w.put(", ")
        self.no.plain(w)
        w.put(")")

    def twin(self):
        return f"If({self.condition.twin()}, {self.yes.twin()}, {self.no.twin()})"


class Absent:
    """If(value, other): arm 0 for Nothing. `behind`: what comes behind it, which is no part of the question."""

    def __init__(self, arms, value, other, behind=""):
        self.arms, self.value, self.other, self.behind = arms, value, other, behind

    def plain(self, w):
        w.decide(self.arms, 2, "If()")
        w.put("If(")
        self.value.plain(w)
        w.put(", ")
        self.other.plain(w)
        w.put(")" + self.behind)

    def twin(self):
        return f"If(T.N({self.arms}, {self.value.twin()}), {self.other.twin()}){self.behind}"


class Lambda:
    """Function() value, on the lines of its statement."""

    def __init__(self, value, point):
        self.value, self.point = value, point

    def plain(self, w):
        spread, w.spread = w.spread, 0.0
        w.word("Function() ")
        w.uncounted.add(w.line)
        w.begin(self.point)
        self.value.plain(w)
        w.end()
        w.spread = spread

    def twin(self):
        return f"Function() If(T.Q({self.point}), {self.value.twin()}, 0)"


class Simple:
    """A statement that is one point."""
    ends = True

    def __init__(self, point, content, kind="exact", ends=True):
        self.point, self.content, self.kind, self.ends = point, content, kind, ends

    def plain(self, w):
        w.begin(self.point, self.kind)
        if w.spread:
            w.uncounted.add(w.line)
        self.content.plain(w)
        w.end()

    def twin(self):
        return [f"T.P({self.point})", self.content.twin()]


class Sequence:
    """Statements below each other, simple ones sometimes behind a colon."""

    def __init__(self, statements):
        self.statements = statements

    def plain(self, w):
        before = False
        for statement in self.statements:
            simple = isinstance(statement, Simple)
            if before and simple and w.random.random() < w.join:
                w.spread = 0.0
                w.put(" : ")
            else:
                w.statement()
            statement.plain(w)
            before = simple and w.spread == 0.0

    def twin(self):
        return [line for s in self.statements for line in s.twin()]


class If:
    """If .. Then, ElseIf, Else, End If; `ending`: points of Else and End If."""

    def __init__(self, point, condition, yes, no=None, ending=(0, 0)):
        self.point, self.condition, self.yes, self.no, self.ending = point, condition, yes, no, ending

    def plain_head(self, w, word):
        w.begin(self.point)
        w.uncounted.add(w.line)
        w.word(word)
        self.condition.plain(w)
        w.word(" Then")
        w.end()
        w.spread = 0.0

    def plain(self, w):
        self.plain_head(w, "If ")
        lines_below(w, self.yes)
        other = self.no
        while isinstance(other, If):
            w.statement()
            other.plain_head(w, "ElseIf ")
            lines_below(w, other.yes)
            other = other.no
        if other:
            w.row(self.ending[0], "Else", "debug")
            lines_below(w, other)
        w.row(self.ending[1], "End If", "debug")

    def twin(self):
        return self.twin_from(self) + [f"T.P({self.ending[1]})"]

    def twin_from(self, first):
        lines = [f"T.P({self.point})", f"If {self.condition.twin()} Then", *self.yes.twin()]
        if isinstance(self.no, If):
            lines += ["Else", *self.no.twin_from(first)]
        elif self.no:
            lines += ["Else", f"T.P({first.ending[0]})", *self.no.twin()]
        return lines + ["End If"]


class ShortIf:
    """If c Then statement Else statement, on one line."""

    def __init__(self, point, condition, yes, no=None):
        self.point, self.condition, self.yes, self.no = point, condition, yes, no

    def plain(self, w):
        w.spread = 0.0
        w.begin(self.point)
        w.uncounted.add(w.line)
        w.word("If ")
        self.condition.plain(w)
        w.word(" Then")
        w.end()
        w.put(" ")
        self.yes.plain(w)
        if self.no:
            w.word(" Else ")
            self.no.plain(w)

    def twin(self):
        lines = [f"T.P({self.point})", f"If {self.condition.twin()} Then", *self.yes.twin()]
        return lines + (["Else", *self.no.twin()] if self.no else []) + ["End If"]


class While:
    """While, Do While, Do Until, Loop While, Loop Until; `kind`: the words."""
    kinds = {"While": ("While {}", "End While"), "Do While": ("Do While {}", "Loop"), "Do Until": ("Do Until {}", "Loop"),
             "Loop While": ("Do", "Loop While {}"), "Loop Until": ("Do", "Loop Until {}")}

    def __init__(self, points, condition, body, kind):
        self.points, self.condition, self.body, self.kind = points, condition, body, kind

    def plain_part(self, w, text, number):
        word, asks, _ = text.partition("{}")
        w.uncounted.add(w.line)
        w.begin(number, "exact" if asks else "debug")
        w.word(word)
        if asks:
            self.condition.plain(w)
        w.end()
        w.spread = 0.0

    def plain(self, w):
        first, last = self.kinds[self.kind]
        self.plain_part(w, first, self.points[0])
        lines_below(w, self.body)
        w.statement()
        self.plain_part(w, last, self.points[1])

    def twin(self):
        first, last = self.kinds[self.kind]
        condition = self.condition.twin()
        if "Until" in self.kind:
            condition = f"Not {condition}"
        if "{}" in first:
            word = "" if self.kind == "While" else "Do "
            return [f"{word}While T.Q({self.points[0]}) AndAlso {condition}", *self.body.twin(), f"T.P({self.points[1]})", last]
        return ["Do", f"T.P({self.points[0]})", *self.body.twin(), f"Loop While T.Q({self.points[1]}) AndAlso {condition}"]


class For:
    """For i = 1 To n, and For Each."""

    def __init__(self, points, arms, variable, source, body):
        self.points, self.arms, self.variable, self.source, self.body = points, arms, variable, source, body
        self.counts = source.parts[0].startswith("1 To")

    def plain(self, w):
        w.begin(self.points[0])
        w.uncounted.add(w.line)
        w.decide(self.arms, 2, "for")
        w.word("For " if self.counts else "For Each ")
        w.put(self.variable)
        w.word(" = " if self.counts else " In ")
        self.source.plain(w)
        w.end()
        w.spread = 0.0
        lines_below(w, self.body)
        w.uncounted.add(w.line)
        w.row(self.points[1], "Next", "exact" if self.counts else "debug")

    def twin(self):
        source = self.source.twin()
        source = f"T.Range({source.replace('1 To ', '')})" if self.counts else source
        return [f"T.P({self.points[0]})", f"For Each {self.variable} In T.E({self.arms}, {source})", *self.body.twin(),
                f"T.P({self.points[1]})", "Next"]


class Case:
    """Case with a constant, or with a test: a decision."""

    def __init__(self, point, text, body, arms=0, test=""):
        self.point, self.text, self.body, self.arms, self.test = point, text, body, arms, test

    def plain(self, w):
        w.statement()
        w.spread = 0.0
        w.begin(self.point, "exact" if self.test else "debug")
        if self.test:
            w.uncounted.add(w.line)
            w.decide(self.arms, 2, "Case Is")
        w.word("Case " + self.text if self.text in ("Else",) else "Case ")
        w.put("" if self.text in ("Else",) else self.text)
        w.end()
        lines_below(w, self.body)


class Select:
    """Select Case; `first`: the arms of constants, the last one for none; with tests, each Case is a decision."""

    def __init__(self, points, first, value, cases, other, name, construct):
        self.points, self.first, self.value, self.cases = points, first, value, cases
        self.other, self.name, self.construct = other, name, construct
        self.tests = bool(cases[0].test)

    def plain(self, w):
        w.begin(self.points[0])
        w.uncounted.add(w.line)
        if not self.tests:
            w.decide(self.first, len(self.cases) + 1, self.construct)
        w.word("Select Case ")
        self.value.plain(w)
        w.end()
        w.spread = 0.0
        w.depth += 1
        for case in self.cases:
            case.plain(w)
        if self.other:
            if self.tests:
                w.statement()
                w.word("Case Else")
                lines_below(w, self.other.body)
            else:
                self.other.plain(w)
        w.depth -= 1
        w.row(self.points[1], "End Select", "debug")

    def twin(self):
        lines = [f"T.P({self.points[0]})", f"Dim {self.name} = {self.value.twin()}"]
        for number, case in enumerate(self.cases):
            if self.tests:
                test = f"T.Q({case.point}) AndAlso T.C({case.arms}, {case.test.format(self.name)})"
            else:
                test = f"{self.name} = {case.text} AndAlso T.Q({self.first + number}) AndAlso T.Q({case.point})"
            lines += [f"{'Else' if number else ''}If {test} Then", *case.body.twin()]
        lines.append("Else")
        if not self.tests:
            lines.append(f"T.P({self.first + len(self.cases)})")
        if self.other:
            lines += ([] if self.tests else [f"T.P({self.other.point})"]) + self.other.body.twin()
        return [*lines, "End If", f"T.P({self.points[1]})"]


class Try:
    """Try; handlers: (text, point, condition, body); a Finally."""

    def __init__(self, points, body, handlers, last):
        self.points, self.body, self.handlers, self.last = points, body, handlers, last

    def plain(self, w):
        w.row(self.points[0], "Try", "debug")
        lines_below(w, self.body)
        for text, point, condition, body in self.handlers:
            w.statement()
            w.uncounted.add(w.line)
            w.begin(point, "exact" if condition else "debug")
            w.word("Catch ")
            w.put(text)
            if condition:
                w.word(" When ")
                condition.plain(w)
            w.end()
            w.spread = 0.0
            lines_below(w, body)
        if self.last:
            w.row(self.points[1], "Finally", "debug")
            lines_below(w, self.last)
        w.row(self.points[2], "End Try", "debug")

    def twin(self):
        lines = [f"T.P({self.points[0]})", "Try", *self.body.twin()]
        for text, point, condition, body in self.handlers:
            when = f" When T.Q({point}) AndAlso {condition.twin()}" if condition else ""
            lines += [f"Catch {text}{when}", *([] if condition else [f"T.P({point})"]), *body.twin()]
        if self.last:
            lines += ["Finally", f"T.P({self.points[1]})", *self.last.twin()]
        return [*lines, "End Try", f"T.P({self.points[2]})"]


class Using:
    """Using: its end is passed whatever leaves it."""

    def __init__(self, points, head, body):
        self.points, self.head, self.body = points, head, body

    def plain(self, w):
        w.begin(self.points[0])
        w.uncounted.add(w.line)
        w.word("Using ")
        self.head.plain(w)
        w.end()
        w.spread = 0.0
        lines_below(w, self.body)
        w.uncounted.add(w.line)
        w.row(self.points[1], "End Using")

    def twin(self):
        return [f"T.P({self.points[0]})", f"Using {self.head.twin()}", "Try", *self.body.twin(), "Finally",
                f"T.P({self.points[1]})", "End Try", "End Using"]


class Method:
    """A function of a module; `kind`: plain, async, iterator."""
    heads = {"plain": ("Public Function", "Integer"), "async": ("Public Async Function", "Task(Of Integer)"),
             "iterator": ("Public Iterator Function", "IEnumerable(Of Integer)")}

    def __init__(self, name, kind, points, body):
        self.name, self.kind, self.points, self.body = name, kind, points, body

    def text(self, change):
        word, result = self.heads[self.kind]
        return (f"{change(word)} {self.name}(a {change('As')} Integer, b {change('As')} Integer, s {change('As')} String, "
                f"o {change('As')} Object) {change('As')} {result}")

    def plain(self, w):
        w.end_line()
        w.begin(self.points[0], "debug")
        w.put(self.text(w.change))
        w.end()
        lines_below(w, self.body)
        w.row(self.points[1], "End Function", "debug")

    def twin(self):
        inner = {"plain": "Function()", "async": "Async Function()", "iterator": "Iterator Function()"}[self.kind]
        result = self.heads[self.kind][1]
        lines = [self.text(str), f"Dim inside = {inner} As {result}", *self.body.twin()]
        if self.kind == "iterator":
            return [*lines, f"T.P({self.points[1]})", "End Function", f"T.P({self.points[0]})", "For Each y In inside()", "Yield y", "Next",
                    "End Function"]
        wait = "Await " if self.kind == "async" else ""
        return [*lines, "End Function", f"T.P({self.points[0]})", f"Dim back = {wait}inside()", f"T.P({self.points[1]})", "Return back",
                "End Function"]
