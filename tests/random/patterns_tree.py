"""Lines, decisions, expressions and statements: each prints itself, and runs itself to record what ran."""


class Decision:
    """A branch of the source: how many arms it has, and which were taken."""

    def __init__(self, arms, what):
        self.arms, self.what, self.taken = arms, what, set()

    def answer(self, value):
        """Takes an arm of two."""
        self.taken.add(bool(value))
        return value


class Line:
    """What is known of one line."""

    def __init__(self, place="", what=""):
        self.hits, self.decisions, self.place, self.what, self.uncertain = 0, [], place, what, False

    def mark(self):
        """The mark of the line, without the comment sign."""
        decisions = [d for d in self.decisions if d.arms > 1]
        if not self.hits:
            return " ".join(["miss"] + [f"0/{d.arms}" for d in decisions])
        whole = all(len(d.taken) == d.arms for d in decisions)
        return " ".join(["hit" if whole else "part"] + [f"{len(d.taken)}/{d.arms}" for d in decisions])


class Thrown(Exception):
    """An exception of the program: its number, or None for one of the runtime."""

    def __init__(self, number):
        super().__init__(number)
        self.number = number


class Leave(Exception):
    """break, continue, return, goto: the kind and, with goto, the label."""

    def __init__(self, kind, label=None):
        super().__init__(kind)
        self.kind, self.label = kind, label


class Env:
    """Variables and the trace of a method."""

    def __init__(self, variables):
        self.v, self.trace = dict(variables), []


class Expr:
    """An expression. rows: (text, Line or None); the first and the last row may be shared with what is around."""

    def __init__(self, rows, decisions, run, what=""):
        self.rows = [(rows, None)] if isinstance(rows, str) else rows
        self.decisions, self.run, self.what = decisions, run, what

    @property
    def text(self):
        """The text of an expression of one row."""
        assert len(self.rows) == 1
        return self.rows[0][0]

    def around(self, before, after, run=None, decisions=None):
        """The expression with text around it."""
        rows = list(self.rows)
        rows[0] = (before + rows[0][0], rows[0][1])
        rows[-1] = (rows[-1][0] + after, rows[-1][1])
        return Expr(rows, self.decisions if decisions is None else decisions, run or self.run, self.what)


class Statement:
    """falls: whether control can reach its end; continues: whether it may go on with the loop."""
    falls = True

    def emit(self, out, indent):
        """Appends (text, Line or None)."""

    def run(self, env):
        """Does what the statement does."""


def emit_all(statements, out, indent):
    """Prints statements."""
    for s in statements:
        s.emit(out, indent)


def run_all(statements, env):
    """Runs statements; a label in them may be the target of a goto."""
    start = 0
    while True:
        try:
            for s in statements[start:]:
                s.run(env)
            return
        except Leave as leave:
            if leave.kind != "goto":
                raise
            start = next((i for i, s in enumerate(statements) if getattr(s, "label", None) == leave.label), None)
            if start is None:
                raise


class Simple(Statement):
    """A statement of one expression, on a line that counts. after: what happens when it was evaluated."""

    def __init__(self, expr, place, after=None, falls=True, counts=True):
        self.expr, self.after, self.falls = expr, after, falls
        self.line = Line(place, expr.what) if counts else None
        if counts:
            self.line.decisions += expr.decisions

    def emit(self, out, indent):
        for number, (text, line) in enumerate(self.expr.rows):
            out.append((" " * indent + text, self.line if number == 0 else line))

    def run(self, env):
        if self.line:
            self.line.hits += 1
        value = self.expr.run(env)
        if self.after:
            self.after(env, value)


class Raw(Statement):
    """Text whose lines do not count, with what it does."""

    def __init__(self, text, run=None, falls=True, label=None):
        self.text, self.does, self.falls, self.label = text, run, falls, label

    def emit(self, out, indent):
        for row in self.text.split("\n"):
            out.append((" " * indent + row, None))

    def run(self, env):
        if self.does:
            self.does(env)


class Block(Statement):
    """head (a Simple's expression, or text), braces, statements, tail; `drive(env, body)` says how the body runs."""

    def __init__(self, head, body, drive, place="", falls=True, tail=None):
        self.head = head if isinstance(head, (Statement, str)) else Simple(head, place)
        self.body, self.drive, self.falls, self.tail = body, drive, falls, tail

    def emit(self, out, indent):
        if isinstance(self.head, Statement):
            self.head.emit(out, indent)
        else:
            out.append((" " * indent + self.head, None))
        out.append((" " * indent + "{", None))
        emit_all(self.body, out, indent + 4)
        out.append((" " * indent + "}" + (self.tail if isinstance(self.tail, str) else ""), None))
        if isinstance(self.tail, Statement):
            self.tail.emit(out, indent)

    def run(self, env):
        self.drive(env, self)


class Label:
    """One label of a section: its alternatives (Pattern), its condition (Expr or None)."""

    def __init__(self, alternatives, guard=None, line=None):
        self.alternatives, self.guard, self.line, self.arms = alternatives, guard, line, []

    @property
    def text(self):
        """The pattern."""
        return " or ".join(a.text for a in self.alternatives)

    def match(self, value, env):
        """The index of the alternative that matches, or None."""
        return next((i for i, a in enumerate(self.alternatives) if a.match(value, env.v)), None)


class SwitchStatement(Statement):
    """A switch: sections of (labels, default or not, statements)."""

    def __init__(self, subject, sections, place, what, exhaustive):
        self.sections = sections
        self.subject = subject
        self.line = Line(place, what)
        self.line.decisions += subject.decisions
        self.falls = True
        self.decision = Decision(0, "switch " + what)
        self.line.decisions.append(self.decision)
        self.exhaustive = exhaustive
        self.has_default = any(default for _, default, _ in sections)
        for labels, default, _ in sections:
            patterns = None
            for label in labels:
                label.arms = []
                own = None
                for alternative in label.alternatives:
                    if default:
                        label.arms.append("rest")
                    elif alternative.constant:
                        label.arms.append(self.arm())
                    elif label.guard:
                        own = self.arm() if own is None else own
                        label.arms.append(own)
                    else:
                        patterns = self.arm() if patterns is None else patterns
                        label.arms.append(patterns)
        if self.has_default or not exhaustive:
            self.decision.arms += 1
        self.falls = (not self.has_default and not exhaustive) or any(leaves(body) for _, _, body in sections)

    def arm(self):
        """A new arm."""
        self.decision.arms += 1
        return self.decision.arms

    def emit(self, out, indent):
        pad = " " * indent
        out.append((pad + f"switch {self.subject.text if self.subject.text[0] == '(' and self.subject.what == 'tuple' else '(' + self.subject.text + ')'}",
                    self.line))
        out.append((pad + "{", None))
        for labels, default, body in self.sections:
            for label in labels:
                when = f" when {label.guard.text}" if label.guard else ""
                if label.guard and label.line.what == "split":
                    out.append((pad + f"    case {label.text}", None))
                    out.append((pad + f"       {when}:", label.line))
                else:
                    out.append((pad + f"    case {label.text}{when}:", label.line))
            if default:
                out.append((pad + "    default:", None))
            emit_all(body, out, indent + 8)
        out.append((pad + "}", None))

    def choose(self, env, value):
        """The section that a value leads to, or None."""
        for number, (labels, _, _) in enumerate(self.sections):
            for label in labels:
                index = label.match(value, env)
                if index is None:
                    continue
                self.decision.taken.add(label.arms[index])
                if label.guard:
                    label.line.hits += 1
                    if not label.guard.run(env):
                        continue
                return number
        if self.has_default or not self.exhaustive:
            self.decision.taken.add("rest")
        return next((i for i, s in enumerate(self.sections) if s[1]), None)

    def run(self, env):
        self.line.hits += 1
        section = self.choose(env, self.subject.run(env))
        while section is not None:
            try:
                run_all(self.sections[section][2], env)
                return
            except Leave as leave:
                if leave.kind == "break":
                    return
                if leave.kind != "goto default":
                    raise
                section = next(i for i, s in enumerate(self.sections) if s[1])


def leaves(body):
    """Whether a section ends in break."""
    return bool(body) and getattr(body[-1], "breaks", False)


class Break(Raw):
    """break; of a switch"""
    breaks = True

    def __init__(self):
        def leave(env):
            raise Leave("break")
        super().__init__("break;", leave, False)


def switch_expression(subject, arms, place, what, lines, no_match):
    """`subject switch { ... }`. arms: (Label, Expr); lines: on lines of its own. no_match: values may be unhandled."""
    decision = Decision(len(arms), "switch expression " + what)
    decisions = list(subject.decisions) + [decision]
    if lines:
        rows = [(subject.text + " switch", None), ("{", None)]
    else:
        rows = [(subject.text + " switch { ", None)]
    for label, value in arms:
        when = f" when {label.guard.text}" if label.guard else ""
        own = (label.guard.decisions if label.guard else []) + value.decisions
        if lines:
            label.line = Line(place, "arm of " + what)
            label.line.decisions += own
            arm = value.around(f"    {label.text}{when} => ", ",").rows
            rows.append((arm[0][0], label.line))
            rows += [("    " + text, line) for text, line in arm[1:]]
        else:
            decisions += own
            rows[-1] = (rows[-1][0] + f"{label.text}{when} => {value.text}, ", None)
    if lines:
        rows.append(("}", None))
    else:
        rows[-1] = (rows[-1][0][:-2] + " }", None)

    def run(env):
        value = subject.run(env)
        for number, (label, result) in enumerate(arms):
            if label.match(value, env) is None:
                continue
            decision.taken.add(number)
            if label.line:
                label.line.hits += 1
            if label.guard and not label.guard.run(env):
                continue
            return result.run(env)
        assert no_match, "a value that no arm takes"
        raise Thrown(None)
    return Expr(rows, decisions, run, what)
