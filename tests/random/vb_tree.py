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
        self.blocks = 0     # functions in statements around

    def word(self, text):
        self.put(self.change(text))

    def no_code(self, kind):
        return ["#If NEVER Then", "    If X() Then", "#End If"] if kind == 2 else ["#Region \"r\"", "#End Region"]

    def statement(self):
        """In front of a statement: a new line, or a colon after a simple one. Lines without code are in no statement around."""
        self.end_line()
        if self.random.random() < self.between:
            first = self.line
            self.extra()
            self.empty.update(range(first, self.line) if self.blocks else ())
        self.spread = self.random.choice([0.2, 0.5, 1.0]) if self.random.random() < self.wide else 0.0

    def soft(self, text=""):
        """The line may end after an operator."""
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
    """left AndAlso right: the line may end after the operator."""

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
    """If(value, other): arm 0 for Nothing. `after`: what comes after it, which is not a part of the question; `asked`: after the value."""

    def __init__(self, arms, value, other, behind="", asked=""):
        self.arms, self.value, self.other, self.behind, self.asked = arms, value, other, behind, asked

    def plain(self, w):
        w.decide(self.arms, 2, "If()")
        w.put("If(")
        self.value.plain(w)
        w.put(self.asked + ", ")
        self.other.plain(w)
        w.put(")" + self.behind)

    def twin(self):
        return f"If(T.N({self.arms}, {self.value.twin()}){self.asked}, {self.other.twin()}){self.behind}"


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


class Statement:
    """ends: control can come to its end; leaves: the jumps in it that lead out of it, by their words.

    is_stopped: its end is the end of a Try whose Finally never ends. The compiler writes code for what follows in some cases."""
    ends, leaves, is_stopped = True, frozenset(), False

    def sum_up(self, *parts, without=()):
        self.leaves = frozenset().union(*(p.leaves for p in parts if p)) - set(without)


def when(reached, kind):
    """The kind of a point after something: nothing is emitted where control never comes."""
    return kind if reached else "loose"


class Simple(Statement):
    """A statement that is one point; `jump`: the words of a statement that goes elsewhere."""

    def __init__(self, point, content, kind="exact", jump=""):
        self.point, self.content, self.kind = point, content, kind
        self.ends, self.leaves = not jump, frozenset([jump] if jump else [])

    def plain(self, w):
        w.begin(self.point, self.kind)
        if w.spread:
            w.uncounted.add(w.line)
        self.content.plain(w)
        w.end()

    def twin(self):
        return [f"T.P({self.point})", self.content.twin()]


class Sequence(Statement):
    """Statements below each other, simple ones sometimes after a colon."""

    def __init__(self, statements):
        self.statements = statements
        self.ends = all(s.ends for s in statements)
        self.is_stopped = not self.ends and all(s.ends or s.is_stopped for s in statements)
        self.sum_up(*statements)

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


class If(Statement):
    """If .. Then, ElseIf, Else, End If; `ending`: points of Else and End If."""

    def __init__(self, point, condition, yes, no=None, ending=(0, 0)):
        self.point, self.condition, self.yes, self.no, self.ending = point, condition, yes, no, ending
        self.ends = yes.ends or no is None or no.ends
        self.is_stopped = not self.ends and (yes.is_stopped or no.is_stopped)
        self.sum_up(yes, no)

    def plain_head(self, w, word):
        w.begin(self.point)
        w.word(word)
        self.condition.plain(w)
        w.word(" Then")
        w.end()
        w.spread = 0.0

    def has_end_if(self):
        """With ElseIf, the code of End If is after the branches."""
        if not isinstance(self.no, If):
            return self.ends
        branch, ends = self, False
        while isinstance(branch, If):
            ends, branch = ends or branch.yes.ends, branch.no
        return ends or branch is not None and branch.ends

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
        w.row(self.ending[1], "End If", when(self.has_end_if(), "debug"))

    def twin(self):
        return self.twin_from(self) + [f"T.P({self.ending[1]})"]

    def twin_from(self, first):
        lines = [f"T.P({self.point})", f"If {self.condition.twin()} Then", *self.yes.twin()]
        if isinstance(self.no, If):
            lines += ["Else", *self.no.twin_from(first)]
        elif self.no:
            lines += ["Else", f"T.P({first.ending[0]})", *self.no.twin()]
        return lines + ["End If"]


class ShortIf(Statement):
    """If c Then statement Else statement, on one line."""

    def __init__(self, point, condition, yes, no=None):
        self.point, self.condition, self.yes, self.no = point, condition, yes, no
        self.ends = yes.ends or no is None or no.ends
        self.sum_up(yes, no)

    def plain(self, w):
        w.spread = 0.0
        w.begin(self.point)
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


class While(Statement):
    """While, Do While, Do Until, Loop While, Loop Until; `kind`: the words."""
    kinds = {"While": ("While {}", "End While"), "Do While": ("Do While {}", "Loop"), "Do Until": ("Do Until {}", "Loop"),
             "Loop While": ("Do", "Loop While {}"), "Loop Until": ("Do", "Loop Until {}")}

    def __init__(self, points, condition, body, kind):
        self.points, self.condition, self.body, self.kind = points, condition, body, kind

    def __init__(self, points, condition, body, kind):
        self.points, self.condition, self.body, self.kind = points, condition, body, kind
        word = kind if kind == "While" else "Do"
        self.sum_up(body, without=(f"Exit {word}", f"Continue {word}"))

    def plain_part(self, w, text, number, kind):
        word, asks, _ = text.partition("{}")
        w.begin(number, "exact" if asks else kind)
        w.word(word)
        if asks:
            self.condition.plain(w)
        w.end()
        w.spread = 0.0

    def plain(self, w):
        first, last = self.kinds[self.kind]
        self.plain_part(w, first, self.points[0], "debug")
        lines_below(w, self.body)
        w.statement()
        self.plain_part(w, last, self.points[1], when(self.body.ends, "debug"))

    def twin(self):
        first, last = self.kinds[self.kind]
        condition = self.condition.twin()
        if "Until" in self.kind:
            condition = f"Not {condition}"
        if "{}" in first:
            word = "" if self.kind == "While" else "Do "
            return [f"{word}While T.Q({self.points[0]}) AndAlso {condition}", *self.body.twin(), f"T.P({self.points[1]})", last]
        return ["Do", f"T.P({self.points[0]})", *self.body.twin(), f"Loop While T.Q({self.points[1]}) AndAlso {condition}"]


class For(Statement):
    """For and For Each; `head`: the words in front of the values, `source`: the values, plainly and as the twin's sequence.

    Between constants the end of a round alone asks: `rounds`. Where control never comes there, nothing does."""

    def __init__(self, points, arms, variable, head, source, body, rounds=False):
        self.points, self.arms, self.variable, self.head, self.source = points, arms, variable, head, source
        self.body, self.rounds = body, rounds
        self.goes_round = body.ends or "Continue For" in body.leaves
        self.ends = not rounds or self.goes_round or "Exit For" in body.leaves
        self.sum_up(body, without=("Exit For", "Continue For"))

    def plain(self, w):
        w.begin(self.points[0])
        if self.goes_round or not self.rounds:
            w.decide(self.arms, 2, "for")
        elif self.body.is_stopped:
            w.decide(self.arms, 2, "for", may_be_absent=True)
        w.word(self.head)
        self.source[0].plain(w)
        w.end()
        w.spread = 0.0
        lines_below(w, self.body)
        w.row(self.points[1], "Next", when(self.goes_round, "debug" if "Each" in self.head else "exact"))

    def twin(self):
        each = "Rounds" if self.rounds else "E"
        return [f"T.P({self.points[0]})", f"For Each {self.variable} In T.{each}({self.arms}, {self.points[1]}, {self.source[1].twin()})",
                *self.body.twin(), "Next"]


class Label:
    """What a Case lists: a constant, or tests, each a decision; `tests`: (first arm, text of the twin)."""

    def __init__(self, text, tests=(), arm=0):
        self.text, self.tests, self.arm = text, tests, arm

    def twin(self, name):
        if self.tests:
            return "(" + " AndAlso ".join(f"T.C({arm}, {test.format(name)})" for arm, test in self.tests) + ")"
        return f"({name} = {self.text} AndAlso T.Q({self.arm}))"


class Case:
    """Case with its labels; none: Case Else."""

    def __init__(self, point, labels, body):
        self.point, self.labels, self.body = point, labels, body

    def plain(self, w, tested):
        w.statement()
        w.spread = 0.0
        w.begin(self.point, "exact" if tested and self.labels else "loose" if tested else "debug")
        for arm, _ in (t for label in self.labels for t in label.tests):
            w.decide(arm, 2, "Case Is")
        w.word("Case " if self.labels else "Case Else")
        w.put(", ".join(label.text for label in self.labels))
        w.end()
        lines_below(w, self.body)


class Select(Statement):
    """Select Case; `first`: the arms of constants, the last one for none; with tests, each Case is a decision."""

    def __init__(self, points, first, value, cases, name, construct):
        self.points, self.first, self.value, self.cases = points, first, value, cases
        self.name, self.construct = name, construct
        self.tested = any(label.tests for case in cases for label in case.labels)
        self.labels = sum(len(case.labels) for case in cases)
        bodies = [case.body for case in cases]
        self.ends = bool(cases[-1].labels) or any(b.ends or "Exit Select" in b.leaves for b in bodies)
        self.sum_up(*bodies, without=("Exit Select",))

    def plain(self, w):
        w.begin(self.points[0])
        if not self.tested:
            w.decide(self.first, self.labels + 1, self.construct)
        w.word("Select Case ")
        self.value.plain(w)
        w.end()
        w.spread = 0.0
        w.depth += 1
        for case in self.cases:
            case.plain(w, self.tested)
        w.depth -= 1
        w.row(self.points[1], "End Select", when(self.ends, "debug"))

    def twin_case(self, case):
        """The condition of a case. Of tests the point is passed first."""
        test = " OrElse ".join(label.twin(self.name) for label in case.labels)
        return f"T.Q({case.point}) AndAlso ({test})" if self.tested else f"({test}) AndAlso T.Q({case.point})"

    def twin(self):
        """In a Select Case of its own, which Exit Select leaves."""
        lines = [f"T.P({self.points[0]})", f"Dim {self.name} = {self.value.twin()}", "Select Case 0", "Case Else"]
        for case in (c for c in self.cases if c.labels):
            lines += [f"{'Else' if case is not self.cases[0] else ''}If {self.twin_case(case)} Then", *case.body.twin()]
        lines.append("Else")
        if not self.tested:
            lines.append(f"T.P({self.first + self.labels})")
        if not self.cases[-1].labels:
            lines += ([] if self.tested else [f"T.P({self.cases[-1].point})"]) + self.cases[-1].body.twin()
        return [*lines, "End If", "End Select", f"T.P({self.points[1]})"]


class Try(Statement):
    """Try; handlers: (text, point, condition, body); a Finally."""

    def __init__(self, points, body, handlers, last):
        self.points, self.body, self.handlers, self.last = points, body, handlers, last
        bodies = [body, *(h[3] for h in handlers)]
        reaches_last = any(b.ends or "Exit Try" in b.leaves for b in bodies)
        self.ends = reaches_last and (not last or last.ends)
        self.is_stopped = not self.ends and (reaches_last or any(b.is_stopped for b in bodies))
        self.sum_up(*(bodies if not last or last.ends else []), last, without=("Exit Try",))

    def plain(self, w):
        w.row(self.points[0], "Try", "debug")
        lines_below(w, self.body)
        for text, point, condition, body in self.handlers:
            w.statement()
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
        w.row(self.points[2], "End Try", when(self.ends, "debug"))

    def twin(self):
        lines = [f"T.P({self.points[0]})", "Try", *self.body.twin()]
        for text, point, condition, body in self.handlers:
            when = f" When T.Q({point}) AndAlso {condition.twin()}" if condition else ""
            lines += [f"Catch {text}{when}", *([] if condition else [f"T.P({point})"]), *body.twin()]
        if self.last:
            lines += ["Finally", f"T.P({self.points[1]})", *self.last.twin()]
        return [*lines, "End Try", f"T.P({self.points[2]})"]


class Using(Statement):
    """Using and SyncLock: the end is passed whatever leaves it."""

    def __init__(self, points, word, head, body):
        self.points, self.word, self.head, self.body = points, word, head, body
        self.ends, self.is_stopped = body.ends, body.is_stopped
        self.sum_up(body)

    def plain(self, w):
        w.begin(self.points[0])
        w.word(self.word + " ")
        self.head.plain(w)
        w.end()
        w.spread = 0.0
        lines_below(w, self.body)
        w.row(self.points[1], "End " + self.word, "exact" if self.word == "Using" else "debug")

    def twin(self):
        return [f"T.P({self.points[0]})", f"{self.word} {self.head.twin()}", "Try", *self.body.twin(), "Finally",
                f"T.P({self.points[1]})", "End Try", "End " + self.word]


class With(Statement):
    """With: its end forgets the object."""

    def __init__(self, points, head, body):
        self.points, self.head, self.body = points, head, body
        self.ends = body.ends
        self.sum_up(body)

    def plain(self, w):
        w.begin(self.points[0])
        w.word("With ")
        self.head.plain(w)
        w.end()
        w.spread = 0.0
        lines_below(w, self.body)
        w.row(self.points[1], "End With", when(self.ends, "exact"))

    def twin(self):
        return [f"T.P({self.points[0]})", f"With {self.head.twin()}", *self.body.twin(), f"T.P({self.points[1]})", "End With"]


class Again(Statement):
    """A label, statements, and a GoTo back to it."""

    def __init__(self, point, label, body, back):
        self.point, self.label, self.body, self.back = point, label, body, back
        self.sum_up(body, back, without=(f"GoTo {label}",))

    def plain(self, w):
        w.end_line()
        w.begin(self.point, "debug")
        w.put(self.label + ":")
        w.end()
        w.end_line()
        self.body.plain(w)
        w.statement()
        self.back.plain(w)

    def twin(self):
        return [self.label + ":", f"T.P({self.point})", *self.body.twin(), *self.back.twin()]


class Block(Statement):
    """Dim name = Function(), with statements; points: of the Dim, of the head, of End Function."""

    def __init__(self, points, name, body):
        self.points, self.name, self.body = points, name, body

    def plain(self, w):
        w.spread = 0.0
        w.begin(self.points[0])
        w.word("Dim ")
        w.put(self.name + " = ")
        first = w.line
        w.begin(self.points[1], "debug")
        w.word("Function() As Integer")
        w.end()
        w.blocks += 1
        lines_below(w, self.body)
        w.blocks -= 1
        w.end_line()
        w.begin(self.points[2], "debug" if "Return" in self.body.leaves else "loose")
        w.word("End Function")
        w.end()
        w.share(first, w.line)
        w.end()

    def twin(self):
        """In a function of its own, whose end is that of each way out."""
        inside, back = f"{self.name}inside", f"{self.name}back"
        return [f"T.P({self.points[0]})", f"Dim {self.name} = Function() As Integer", f"Dim {inside} = Function() As Integer",
                *self.body.twin(), "End Function", f"T.P({self.points[1]})", f"Dim {back} = {inside}()", f"T.P({self.points[2]})",
                f"Return {back}", "End Function"]


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
        ends = self.body.ends or "Return" in self.body.leaves
        w.row(self.points[1], "End Function", when(ends, "debug"))

    def twin(self):
        inner = {"plain": "Function()", "async": "Async Function()", "iterator": "Iterator Function()"}[self.kind]
        result = self.heads[self.kind][1]
        lines = [self.text(str), f"Dim inside = {inner} As {result}", *self.body.twin()]
        if self.kind == "iterator":
            return [*lines, "End Function", f"T.P({self.points[0]})", "For Each y In inside()", "Yield y", "Next", f"T.P({self.points[1]})",
                    "End Function"]
        wait = "Await " if self.kind == "async" else ""
        return [*lines, "End Function", f"T.P({self.points[0]})", f"Dim back = {wait}inside()", f"T.P({self.points[1]})", "Return back",
                "End Function"]
