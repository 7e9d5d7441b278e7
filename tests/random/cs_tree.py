"""Syntax trees of C#: each node prints itself plainly, into a layout, and as its twin that records what ran.

In the twin, T.P(n) counts point n; T.C(d, x) the arm of a condition: d for false, d + 1 for true; T.A(d) an arm.
"""


class Node:
    """A piece of the program."""

    def plain(self, w):
        raise NotImplementedError

    def twin(self):
        raise NotImplementedError


class Text(Node):
    """Parts in a row: strings, nodes, and None, where the statement may go on in another line."""

    def __init__(self, *parts):
        self.parts = parts

    def plain(self, w):
        for part in self.parts:
            if part is None:
                w.soft(" ")
            elif isinstance(part, str):
                w.put(part)
            else:
                part.plain(w)

    def twin(self):
        return "".join(" " if p is None else p if isinstance(p, str) else p.twin() for p in self.parts)


class Condition(Node):
    """A decision of two arms: a bool."""

    def __init__(self, arms, value, construct="condition"):
        self.arms, self.value, self.construct = arms, value, construct

    def plain(self, w):
        w.decide(self.arms, 2, self.construct)
        self.value.plain(w)

    def twin(self):
        return f"T.C({self.arms}, {self.value.twin()})"


class Test(Node):
    """A pattern as a condition: tests in a row, each a decision. The twin keeps what is definitely assigned."""

    def __init__(self, text, tests):
        self.text, self.tests = text, tests     # tests: [(arms, text of the twin)]

    def plain(self, w):
        for arms, _ in self.tests:
            w.decide(arms, 2, "pattern")
        w.put(self.text)

    def twin(self):
        return "(" + " && ".join(f"T.Ask({a}) && {t} && T.Yes({a})" for a, t in self.tests) + ")"


class Absent(Node):
    """A value that is asked for null: arm 0 for null."""

    def __init__(self, arms, value, behind, construct):
        self.arms, self.value, self.behind, self.construct = arms, value, behind, construct

    def plain(self, w):
        w.put("(")
        self.value.plain(w)
        w.decide(self.arms, 2, self.construct)
        self.behind.plain(w)
        w.put(")")

    def twin(self):
        return f"(T.N({self.arms}, {self.value.twin()}){self.behind.twin()})"


class Chain(Node):
    """a?.Next?.Text: the second question is asked only when the first was answered."""

    def __init__(self, first, value, second):
        self.first, self.value, self.second = first, value, second

    def plain(self, w):
        self.value.plain(w)
        w.decide(self.first, 2, "?.")
        w.decide(self.second, 2, "?.")
        w.put("?.Next?.Text")

    def twin(self):
        return f"T.N({self.first}, {self.value.twin()})?.NextOf({self.second})?.Text"


class Arm:
    """An arm of a switch expression, or a label."""

    def __init__(self, pattern, guard=None, guard_point=0, value=None, point=0):
        self.pattern, self.guard, self.guard_point = pattern, guard, guard_point
        self.value, self.point = value, point

    def plain_guard(self, w):
        if self.guard:
            w.put(" ")
            w.begin(self.guard_point)
            w.put("when ")
            self.guard.plain(w)
            w.end()

    def twin_tests(self, arm):
        tests = f"T.A({arm})"
        if self.guard:
            tests += f" && T.Q({self.guard_point}) && {self.guard.twin()}"
        return tests


class SwitchExpression(Node):
    """value switch { pattern when guard => value, ... }"""

    def __init__(self, first, value, arms, construct):
        self.first, self.value, self.arms, self.construct = first, value, arms, construct

    def plain(self, w):
        w.put("((")
        self.value.plain(w)
        w.put(")")
        w.decide(self.first, len(self.arms), self.construct)
        w.put(" switch")
        broken = not w.flat and (w.spread or w.random.random() < 0.5)
        w.flat += not broken
        w.newline()
        w.put("{")
        w.depth += 1
        for arm in self.arms:
            w.newline()
            self.plain_arm(w, arm)
        w.depth -= 1
        w.newline()
        w.put("})")
        w.flat -= not broken

    @staticmethod
    def plain_arm(w, arm):
        w.put(arm.pattern)
        arm.plain_guard(w)
        w.put(" => ")
        w.begin(arm.point)
        arm.value.plain(w)
        w.end()
        w.put(",")

    def twin(self):
        arms = "".join(f"{a.pattern} when {a.twin_tests(self.first + i)} && T.Q({a.point}) => {a.value.twin()}, "
                       for i, a in enumerate(self.arms))
        return f"(({self.value.twin()}) switch {{ {arms} _ => throw null! }})"


class Lambda(Node):
    """() => expression, or a block."""

    def __init__(self, head, value, point, block=None, kind="plain"):
        self.head, self.value, self.point, self.block, self.kind = head, value, point, block, kind

    def plain(self, w):
        first = w.line
        w.put(self.head + " => ")
        if self.block:
            spread, w.spread = w.spread, 0.0
            if not w.flat and w.random.random() < 0.5:
                w.newline()
            self.block.plain(w)
            w.spread = spread
        else:
            w.begin(self.point)
            self.value.plain(w)
            w.end()
        w.share(first, w.line)

    def twin(self):
        if self.block:
            return f"{self.head} => " + self.block.twin_body("int", self.kind)
        return f"{self.head} => {{ T.P({self.point}); return {self.value.twin()}; }}"


# ---------------------------------------------------------------------------------------------
# Statements
# ---------------------------------------------------------------------------------------------

class Statement(Node):
    """ends: control can come to its end; leaves: the text may hold a return."""
    ends = True


class Simple(Statement):
    """A statement that is one point."""

    def __init__(self, point, text, kind="exact", ends=True):
        self.point, self.content, self.kind, self.ends = point, text, kind, ends

    def plain(self, w):
        w.begin(self.point, self.kind)
        self.content.plain(w)
        w.end()

    def twin(self):
        return f"T.P({self.point}); {self.content.twin()}"


class AssignAbsent(Statement):
    """name ??= value;"""

    def __init__(self, point, name, arms, value):
        self.point, self.name, self.arms, self.value = point, name, arms, value

    def plain(self, w):
        w.begin(self.point)
        w.put(f"{self.name} ??= {self.value};")
        w.decide(self.arms, 2, "??=")
        w.end()

    def twin(self):
        return f"T.P({self.point}); {self.name} = T.N({self.arms}, {self.name}) ?? {self.value};"


class Block(Statement):
    """{ ... } with the points of its braces."""

    closing_kind = "debug"

    def __init__(self, opening, closing, statements, is_body=False, returns=False):
        self.opening, self.closing, self.statements = opening, closing, statements
        self.is_body, self.returns = is_body, returns
        self.ends = all(s.ends for s in statements)

    def plain(self, w):
        short = not w.flat and w.random.random() < 0.2 and all(isinstance(s, Simple) for s in self.statements)
        w.flat += short
        w.point(self.opening, "{", "debug")
        w.depth += 1
        w.newline()
        for statement in self.statements:
            w.statement()
            statement.plain(w)
        w.newline()
        w.depth -= 1
        w.spread = 0.0
        if self.ends or self.is_body and self.returns:
            w.point(self.closing, "}", self.closing_kind)
        else:
            w.put("}")
        w.flat -= short

    def inner(self):
        return " ".join(s.twin() for s in self.statements)

    def twin(self):
        closing = f"T.P({self.closing});" if self.ends else ""
        return f"{{ T.P({self.opening}); {self.inner()} {closing} }}"

    def twin_body(self, result, kind="plain"):
        """The body of a method: its closing brace is passed whenever it comes back."""
        start, end = f"T.P({self.opening});", f"T.P({self.closing});"
        if kind == "iterator":     # yield break does not pass the brace
            inner = f"System.Collections.Generic.IEnumerable<int> In() {{ {self.inner()} {end if self.ends else ''} yield break; }}"
            return f"{{ {inner} {start} foreach (var y in In()) yield return y; }}"
        if kind == "stream":       # it ends at the brace, by its last statement, yield break or DisposeAsync, but not by an exception
            inner = f"async System.Collections.Generic.IAsyncEnumerable<int> In() {{ {self.inner()} yield break; }}"
            move = "async System.Threading.Tasks.Task<bool> Move() { try { return await it.MoveNextAsync(); } catch { thrown = true; throw; } }"
            return (f"{{ {inner} bool thrown = false; var it = In().GetAsyncEnumerator(); {move} {start} try {{ while (await Move()) "
                    f"yield return it.Current; }} finally {{ await it.DisposeAsync(); if (!thrown) {end} }} }}")
        wait, head = ("await ", f"async System.Threading.Tasks.Task<{result}>") if kind == "async" else ("", result)
        if result == "void":
            head = "async System.Threading.Tasks.Task" if kind == "async" else "void"
            return f"{{ {head} In() {{ {self.inner()} }} {start} {wait}In(); {end} }}"
        return f"{{ {head} In() {{ {self.inner()} }} {start} var back = {wait}In(); {end} return back; }}"


def body(w, statement):
    """The statement that belongs to a head: a block after or below it, or a statement without braces."""
    if isinstance(statement, Block):
        w.put(" ") if w.flat or w.random.random() < 0.3 else w.newline()
        statement.plain(w)
        return
    w.depth += 1
    w.put(" ") if w.flat or w.random.random() < 0.4 else w.newline()
    spread, w.spread = w.spread, 0.0
    statement.plain(w)
    w.spread = spread
    w.depth -= 1


class If(Statement):
    def __init__(self, point, condition, then, other=None):
        self.point, self.condition, self.then, self.other = point, condition, then, other
        self.ends = then.ends or other is None or other.ends

    def plain(self, w):
        w.begin(self.point)
        w.put("if (")
        self.condition.plain(w)
        w.put(")")
        w.end()
        w.spread = 0.0
        body(w, self.then)
        if self.other:
            w.newline() if w.random.random() < 0.8 else w.put(" ")
            w.put("else")
            if isinstance(self.other, If):
                w.put(" ")
                self.other.plain(w)
            else:
                body(w, self.other)

    def twin(self):
        text = f"T.P({self.point}); if ({self.condition.twin()}) {{ {self.then.twin()} }}"
        return text + (f" else {{ {self.other.twin()} }}" if self.other else "")


class While(Statement):
    def __init__(self, point, condition, inside):
        self.point, self.condition, self.inside = point, condition, inside

    def plain(self, w):
        w.begin(self.point)
        w.put("while (")
        self.condition.plain(w)
        w.put(")")
        w.end()
        w.spread = 0.0
        body(w, self.inside)

    def twin(self):
        return f"while (T.Q({self.point}) && {self.condition.twin()}) {{ {self.inside.twin()} }}"


class Do(While):
    def plain(self, w):
        w.put("do")
        spread, w.spread = w.spread, 0.0
        body(w, self.inside)
        w.newline() if w.random.random() < 0.5 else w.put(" ")
        w.spread = spread
        w.begin(self.point)
        w.put("while (")
        self.condition.plain(w)
        w.put(");")
        w.end()

    def twin(self):
        return f"do {{ {self.inside.twin()} }} while (T.Q({self.point}) && {self.condition.twin()});"


class For(Statement):
    def __init__(self, points, start, condition, step, inside):
        self.points, self.parts, self.inside = points, (start, condition, step), inside

    def plain(self, w):
        w.put("for (")
        for number, part in enumerate(self.parts):
            w.begin(self.points[number])
            part.plain(w)
            w.end()
            if number < 2:
                w.put(";")
                w.soft(" ")
        w.put(")")
        w.spread = 0.0
        body(w, self.inside)

    def twin(self):
        start, condition, step = (p.twin() for p in self.parts)
        return (f"T.P({self.points[0]}); for ({start}; T.Q({self.points[1]}) && {condition}; "
                f"T.P({self.points[2]}), {step}) {{ {self.inside.twin()} }}")


class ForEach(Statement):
    """Points: the collection, the question, the element."""

    def __init__(self, points, arms, variable, source, inside, wait=False):
        self.points, self.arms, self.variable, self.source = points, arms, variable, source
        self.inside, self.wait = inside, wait
        self.is_array = source.parts[0].startswith("new[]")

    def plain(self, w):
        if self.is_array:       # the index is asked behind the last element, too, but not by every compiler
            w.uncounted.add(w.line)
        spread, w.spread = w.spread, 0.0
        w.begin(self.points[1])
        w.put(("await " if self.wait else "") + f"foreach (var {self.variable} in ")
        w.decide(self.arms, 2, "foreach")
        w.begin(self.points[0])
        self.source.plain(w)
        w.end()
        w.put(")")
        w.end()
        w.spread = spread * 0
        body(w, self.inside)

    def twin(self):
        source = self.source.twin()
        wait, name = ("await ", "EA") if self.wait else ("", "E")
        if self.is_array:
            name = "Array"
        return (f"T.P({self.points[0]}); {wait}foreach (var {self.variable} in "
                f"T.{name}({self.arms}, {self.points[1]}, {source})) {{ {self.inside.twin()} }}")


def last_is_break(statements):
    last = statements[-1]
    return isinstance(last, Simple) and last.content.parts == ("break;",)


class Switch(Statement):
    """Sections: ([Arm], [statements]); a section with the label None is the default."""

    def __init__(self, point, first, value, sections, construct, jumps=False):
        self.point, self.first, self.value, self.sections = point, first, value, sections
        self.construct, self.jumps = construct, jumps
        self.labels = [a for labels, _ in sections for a in labels if a]
        self.has_default = any(None in labels for labels, _ in sections)
        self.ends = not self.has_default or any(last_is_break(statements) for _, statements in sections)

    def plain(self, w):
        w.begin(self.point)
        w.put("switch (")
        self.value.plain(w)
        w.put(")")
        w.decide(self.first, len(self.labels) + 1, self.construct)
        w.end()
        w.spread = 0.0
        w.newline()
        w.put("{")
        w.depth += 1
        for labels, statements in self.sections:
            self.plain_section(w, labels, statements)
        w.depth -= 1
        w.newline()
        w.put("}")

    @staticmethod
    def plain_section(w, labels, statements):
        w.newline()
        for number, arm in enumerate(labels):
            if number and w.random.random() < 0.5:
                w.newline()
            elif number:
                w.put(" ")
            w.put(f"case {arm.pattern}" if arm else "default")
            if arm:
                arm.plain_guard(w)
            w.put(":")
        short = not w.flat and w.random.random() < 0.2 and all(isinstance(s, Simple) for s in statements)
        w.flat += short
        w.depth += 1
        w.newline()
        for statement in statements:
            w.statement()
            statement.plain(w)
        w.depth -= 1
        w.flat -= short
        w.newline()

    def twin(self):
        value, text, arm = self.value.twin(), "", self.first
        for labels, statements in self.sections:
            start = ""
            for label in labels:
                if label is None:
                    text += " default:"
                    start = "" if self.jumps else f"T.A({self.first + len(self.labels)}); "
                elif self.jumps:
                    text += f" case {label.pattern}:"
                    arm += 1
                else:
                    text += f" case {label.pattern} when {label.twin_tests(arm)}:"
                    arm += 1
            text += " " + start + " ".join(s.twin() for s in statements)
        if not self.has_default and not self.jumps:
            text += f" default: T.A({self.first + len(self.labels)}); break;"
        if self.jumps:
            labels = ", ".join(a.pattern for a in self.labels)
            value = f"T.Switch({self.first}, {value}, {labels})"
        return f"T.P({self.point}); switch ({value}) {{{text} }}"


class Try(Statement):
    """Handlers: (text of the catch, (point, kind), filter, point of the filter, block)."""

    def __init__(self, block, handlers, last=None):
        self.block, self.handlers, self.last = block, handlers, last
        self.ends = (block.ends or any(h[4].ends for h in handlers)) and (last is None or last.ends)

    def plain(self, w):
        w.put("try")
        body(w, self.block)
        for text, point, condition, filter_point, block in self.handlers:
            w.newline() if w.random.random() < 0.8 else w.put(" ")
            if condition:
                w.put(text + " ")
                w.begin(filter_point)
                w.put("when (")
                condition.plain(w)
                w.put(")")
                w.end()
            else:
                w.point(point[0], text, point[1])
            body(w, block)
        if self.last:
            w.newline() if w.random.random() < 0.8 else w.put(" ")
            w.put("finally")
            body(w, self.last)

    def twin(self):
        text = f"try {self.block.twin()}"
        for head, point, condition, filter_point, block in self.handlers:
            if condition:
                text += f" {head} when (T.Q({filter_point}) && {condition.twin()}) {block.twin()}"
            else:
                text += f" {head} {{ T.P({point[0]}); {block.twin()} }}"
        return text + (f" finally {self.last.twin()}" if self.last else "")


class Headed(Statement):
    """using (...), lock (...): a head that is one point, and a statement."""

    def __init__(self, point, head, inside):
        self.point, self.head, self.inside = point, head, inside
        self.ends = inside.ends

    def plain(self, w):
        w.begin(self.point)
        self.head.plain(w)
        w.end()
        w.spread = 0.0
        body(w, self.inside)

    def twin(self):
        return f"T.P({self.point}); {self.head.twin()} {{ {self.inside.twin()} }}"


class Function(Statement):
    """A local function: its head is no point."""

    def __init__(self, head, block, result, kind):
        self.head, self.block, self.result, self.kind = head, block, result, kind

    def plain(self, w):
        w.put(self.head)
        body(w, self.block)
        w.newline()

    def twin(self):
        head = self.head.replace("async ", "async ") if self.kind != "iterator" else self.head
        return f"{head} {self.block.twin_body(self.result, self.kind)}"


class Pair(Statement):
    """Statements that belong together, in the same block."""

    def __init__(self, *statements):
        self.statements = statements
        self.ends = statements[-1].ends

    def plain(self, w):
        for number, statement in enumerate(self.statements):
            if number:
                w.statement()
            statement.plain(w)

    def twin(self):
        return " ".join(s.twin() for s in self.statements)


class Label(Statement):
    """name: statement."""

    def __init__(self, point, name):
        self.point, self.name = point, name

    def plain(self, w):
        w.point(self.point, self.name + ":", "debug")

    def twin(self):
        return f"{self.name}: T.P({self.point});"
