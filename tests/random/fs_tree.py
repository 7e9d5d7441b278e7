"""Syntax trees of F#: each node prints itself plainly, into a layout, and as its twin that records what ran.

Expressions are those of cs_tree: texts with conditions in them. A statement prints its twin as lines. The points of F#
are heads of constructs (`if .. then`, `match .. with`), conditions of rules, and expressions; `else`, `->` and the like
are none.
"""

from cs_tree import Condition
from layout import Layout


class Writer(Layout):
    """The layout of F#: no tabs; a construct that goes on in another line does so below what it began with."""

    def __init__(self, random):
        super().__init__(random)
        self.unit = random.choice(["    ", "    ", "  ", "   "])
        self.join = 0.0
        self.margin = None      # column of operands that stand in a line of their own; None: they do not
        self.base = 0           # columns that lines have in front of their depth
        self.arrows = random.choice([0, 0, 0, 40, 60])      # column of the arrows of rules; 0: right behind the pattern
        self.below = random.choice([0.2, 0.5, 1.0])         # chance of a body on lines of its own

    def no_code(self, kind):
        if kind == 2:
            return ["#if NEVER", "    if x then y else match z with | n when n -> 1", "#endif"]
        return [self.unit * self.depth + "(* if this then", self.unit * self.depth + "   else | code -> *)"]

    def break_line(self):
        """A new line at the margin."""
        self.done.append(self.current.rstrip())
        if self.random.random() < 0.1:
            self.empty.add(self.line)
            self.done.append(" " * self.margin + "// in between -> when | if")
        self.current = " " * self.margin

    def breaks(self):
        return self.margin is not None and self.random.random() < self.spread

    def head(self, word):
        """A word that operands may stand below."""
        self.put(word)
        self.margin = len(self.current)

    def end_head(self, word):
        self.margin = None
        self.put(word)

    def line_break(self):
        self.end_line()


class Leaf(Condition):
    """A condition without operands; `a = 4` as an argument would be a name and its value."""

    def twin(self):
        return f"T.C({self.arms}, ({self.value.twin()}))"


class Operands:
    """left && right: the right operand has a point of its own, which counts where it is on another line than the point around it."""

    def __init__(self, left, sign, right, point):
        self.left, self.sign, self.right, self.point = left, sign, right, point

    def plain(self, w):
        self.left.plain(w)
        if w.breaks():
            w.break_line()
            w.put(self.sign + " ")
        else:
            w.put(f" {self.sign} ")
        if w.line == w.open_points[-1].start[0]:
            self.right.plain(w)
            return
        w.begin(self.point)
        w.uncounted.add(w.line)
        self.right.plain(w)
        w.end()

    def twin(self):
        return f"({self.left.twin()} {self.sign} (T.Q({self.point}) && {self.right.twin()}))"


class IfValue:
    """(if c then a else b), on one line."""

    def __init__(self, condition, yes, no):
        self.condition, self.yes, self.no = condition, yes, no

    def plain(self, w):
        w.put("(if ")
        self.condition.plain(w)
        w.put(" then ")
        self.yes.plain(w)
        w.put(" else ")
        self.no.plain(w)
        w.put(")")

    def twin(self):
        return f"(if {self.condition.twin()} then {self.yes.twin()} else {self.no.twin()})"


class Lambda:
    """fun () -> value, on the line of its statement."""

    def __init__(self, value, point):
        self.value, self.point = value, point

    def plain(self, w):
        w.put("fun () -> ")
        w.uncounted.add(w.line)
        w.begin(self.point)
        self.value.plain(w)
        w.end()

    def twin(self):
        return f"fun () -> (T.P({self.point}); {self.value.twin()})"


def indent(depth, *lines):
    return ["    " * depth + line for line in lines]


class Simple:
    """A statement or a value that is one point and one line."""
    is_simple = True

    def __init__(self, point, text, kind="exact"):
        self.point, self.content, self.kind = point, text, kind

    def plain(self, w):
        w.begin(self.point, self.kind)
        self.content.plain(w)
        w.end()

    def twin(self, depth):
        return indent(depth, f"T.P({self.point})", self.content.twin())


class Binding:
    """let name =, with the value on lines below it: the first line is no point."""
    is_simple = False

    def __init__(self, name, value):
        self.name, self.value = name, value

    def plain(self, w):
        w.put(f"let {self.name} =")
        block(w, self.value)

    def twin(self, depth):
        return indent(depth, f"let {self.name} =") + self.value.twin(depth + 1)


class Sequence:
    """Statements below each other."""

    def __init__(self, statements):
        self.statements = statements

    @property
    def is_simple(self):
        return len(self.statements) == 1 and self.statements[0].is_simple

    def plain(self, w):
        for statement in self.statements:
            w.line_break()
            w.statement()
            statement.plain(w)

    def twin(self, depth):
        return [line for s in self.statements for line in s.twin(depth)]


def block(w, body):
    """A body on lines of its own."""
    w.line_break()
    w.depth += 1
    body.plain(w)
    w.depth -= 1


def behind_or_below(w, body):
    if body.is_simple and w.random.random() >= w.below:
        w.put(" ")
        (body.statements[0] if isinstance(body, Sequence) else body).plain(w)
    else:
        block(w, body)


class If:
    """if, elif or else if, else; also as a value."""
    is_simple = False

    def __init__(self, point, condition, yes, no=None):
        self.point, self.condition, self.yes, self.no = point, condition, yes, no

    def plain(self, w):
        self.plain_from(w, "if ")

    def plain_from(self, w, word):
        is_short = self.yes.is_simple and (self.no is None or self.no.is_simple) and w.random.random() < 0.3
        w.begin(self.point)
        w.uncounted.add(w.line)
        w.head(word)
        self.condition.plain(w)
        w.end_head(" then")
        w.end()
        if is_short:
            w.put(" ")
            only(self.yes).plain(w)
        else:
            block(w, self.yes)
        if self.no is None:
            return
        if is_short and not isinstance(self.no, If):
            w.put(" else ")
            only(self.no).plain(w)
            return
        w.line_break()
        if isinstance(self.no, If) and w.random.random() < 0.8:
            self.plain_other(w, self.no)
        else:
            w.put("else")
            block(w, self.no)

    @staticmethod
    def plain_other(w, other):
        if w.random.random() < 0.6:
            other.plain_from(w, "elif ")
        else:
            w.put("else ")
            other.plain_from(w, "if ")

    def twin(self, depth):
        lines = indent(depth, f"T.P({self.point})", f"if {self.condition.twin()} then") + self.yes.twin(depth + 1)
        return lines + (indent(depth, "else") + self.no.twin(depth + 1) if self.no else [])


def only(body):
    return body.statements[0] if isinstance(body, Sequence) else body


class While:
    is_simple = False

    def __init__(self, point, condition, body):
        self.point, self.condition, self.body = point, condition, body

    def plain(self, w):
        w.begin(self.point)
        w.uncounted.add(w.line)
        w.head("while ")
        self.condition.plain(w)
        w.end_head(" do")
        w.end()
        block(w, self.body)

    def twin(self, depth):
        return indent(depth, f"while T.Q({self.point}) && {self.condition.twin()} do") + self.body.twin(depth + 1)


class For:
    """for x in source do, and for i = 1 to n do."""
    is_simple = False

    def __init__(self, point, arms, variable, source, body, word="in"):
        self.point, self.arms, self.variable, self.source = point, arms, variable, source
        self.body, self.word = body, word

    def plain(self, w):
        w.begin(self.point)
        w.uncounted.add(w.line)
        w.decide(self.arms, 2, "for")
        w.put(f"for {self.variable} " + ("in " if self.word == "in" else "= 1 to "))
        self.source.plain(w)
        w.put(" do")
        w.end()
        block(w, self.body)

    def twin(self, depth):
        source = self.source.twin()
        source = source if self.word == "in" else f"1 .. {source}"
        source = f"seq {{ {source} }}" if ".." in source else source
        return (indent(depth, f"T.P({self.point})", f"for {self.variable} in T.E({self.arms}, {source}) do")
                + self.body.twin(depth + 1))


class Rule:
    """| pattern when guard -> body; `arms`: one for each constant of the pattern."""

    def __init__(self, pattern, guard, guard_point, body, constants=()):
        self.pattern, self.guard, self.guard_point, self.body = pattern, guard, guard_point, body
        self.constants = constants

    @property
    def arm_count(self):
        return max(1, len(self.constants))

    def plain(self, w, arm=None):
        """`arm`: of a rule after `with`, whose line may count where its body is below it."""
        w.put("| ")
        if arm is not None and not self.guard:
            w.uncounted.add(w.line)
            w.point(arm, self.pattern, "loose")
        else:
            w.put(self.pattern)
        if self.guard:
            below = w.random.random() < 0.15
            if below:
                w.line_break()
                w.depth += 1
            w.put("when " if below else " when ")
            w.begin(self.guard_point)
            w.uncounted.add(w.line)
            self.guard.plain(w)
            w.end()
            w.depth -= below
        w.put(" " * max(0, w.arrows - len(w.current)) + " ->")
        behind_or_below(w, self.body)

    def twin(self, depth, first, value):
        test = f"T.A({first})" if len(self.constants) < 2 else f"T.Constant({first}, {value}, {', '.join(self.constants)})"
        if self.guard:
            test += f" && T.Q({self.guard_point}) && {self.guard.twin()}"
        return indent(depth, f"| {self.pattern} when {test} ->") + self.body.twin(depth + 1)


class Match:
    """match value with rules; the last rule takes all."""
    is_simple = False

    def __init__(self, point, first, value, rules, name, construct):
        self.point, self.first, self.value, self.rules = point, first, value, rules
        self.name, self.construct = name, construct

    def plain(self, w):
        w.begin(self.point)
        w.uncounted.add(w.line)
        w.decide(self.first, sum(r.arm_count for r in self.rules), self.construct)
        w.put("match ")
        self.value.plain(w)
        w.put(" with")
        w.end()
        for rule in self.rules:
            w.line_break()
            rule.plain(w)

    def twin(self, depth):
        lines = indent(depth, f"T.P({self.point})", f"let {self.name} = {self.value.twin()}", f"match {self.name} with")
        arm = self.first
        for rule in self.rules:
            lines += rule.twin(depth, arm, self.name)
            arm += rule.arm_count
        return lines + indent(depth, "| _ -> failwith \"no rule\"")


class TryWith:
    """try body with rules; `again`: no rule takes all, so the exception may go on."""
    is_simple = False

    def __init__(self, points, first, body, rules, again, name):
        self.points, self.first, self.body, self.rules = points, first, body, rules
        self.again, self.name = again, name

    def plain(self, w):
        arms = len(self.rules) + self.again
        w.point(self.points[0], "try")
        block(w, self.body)
        w.line_break()
        w.begin(self.points[1])
        if arms > 1:
            w.decide(self.first, arms, "with")
        w.put("with")
        w.end()
        for number, rule in enumerate(self.rules):
            w.line_break()
            rule.plain(w, self.first + number)

    def twin(self, depth):
        lines = indent(depth, f"T.P({self.points[0]})", "try") + self.body.twin(depth + 1)
        lines += indent(depth, f"with {self.name} ->") + indent(depth + 1, f"T.P({self.points[1]})", f"match {self.name} with")
        for number, rule in enumerate(self.rules):
            lines += rule.twin(depth + 1, self.first + number, self.name)
        return lines + indent(depth + 1, f"| _ -> T.P({self.first + len(self.rules)})", f"       H.Again {self.name}")


class TryFinally:
    is_simple = False

    def __init__(self, points, body, last):
        self.points, self.body, self.last = points, body, last

    def plain(self, w):
        w.point(self.points[0], "try")
        block(w, self.body)
        w.line_break()
        w.uncounted.add(w.line)
        w.point(self.points[1], "finally")
        block(w, self.last)

    def twin(self, depth):
        return (indent(depth, f"T.P({self.points[0]})", "try") + self.body.twin(depth + 1)
                + indent(depth, "finally") + indent(depth + 1, f"T.P({self.points[1]})") + self.last.twin(depth + 1))


class Function:
    """A function inside a function."""
    is_simple = False

    def __init__(self, name, body):
        self.name, self.body = name, body

    def plain(self, w):
        w.put(f"let {self.name} (x: int) : int =")
        block(w, self.body)

    def twin(self, depth):
        return indent(depth, f"let {self.name} (x: int) : int =") + self.body.twin(depth + 1)


class Method:
    """A function of a module; `kind`: plain, task, seq."""
    results = {"plain": "int", "task": "Task<int>", "seq": "IEnumerable<int>"}

    def __init__(self, name, kind, point, body):
        self.name, self.kind, self.point, self.body = name, kind, point, body
        self.head = (f"let {name} (a: int) (b: int) (s: string) (o: obj) : {self.results[kind]} =")

    def plain(self, w):
        w.put("[<MethodImpl(MethodImplOptions.NoInlining)>]")
        w.line_break()
        w.put(self.head)
        if self.kind == "plain":
            block(w, self.body)
        else:
            w.line_break()
            w.depth += 1
            self.plain_computation(w)
            w.depth -= 1
        w.line_break()

    def plain_computation(self, w):
        first = w.line
        w.begin(self.point)
        w.put(self.kind + " {")
        if self.kind == "task":
            w.end()
        block(w, self.body)
        w.line_break()
        w.put("}")
        if self.kind == "seq":
            w.share(first, w.line)
            w.end()

    def twin(self, depth):
        lines = indent(depth, "[<MethodImpl(MethodImplOptions.NoInlining)>]", self.head)
        if self.kind == "plain":
            return lines + self.body.twin(depth + 1)
        lines += indent(depth + 1, f"T.P({self.point})", self.kind + " {")
        return lines + self.body.twin(depth + 2) + indent(depth + 1, "}")
