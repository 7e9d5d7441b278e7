"""Random members with a switch in a random surrounding."""

from dataclasses import dataclass, field, replace

from patterns_tree import (Block, Break, Decision, Expr, Label, Leave, Line, Raw, Simple, SwitchStatement, Thrown, run_all,
                           switch_expression, Env)
from patterns_values import CONSTANT_TYPES, INTS, Patterns, Pattern, compare, random_value

REFERENCES = ("string", "object", "Shape", "Node", "int[]", "char[]")


@dataclass
class Context:
    """What may be written at a place. `returns`: int, void, yield, or None where a return is not allowed."""
    kind: str
    place: str
    subjects: list
    ints: list
    flag: str
    array: str
    returns: str | None = "int"
    is_async: bool = False
    yields: bool = False
    loop: bool = False
    throws: bool = True
    rest: bool = False          # goto default is possible
    bound: list = field(default_factory=list)
    depth: int = 2

    def at(self, place, **changes):
        """The context inside something."""
        return replace(self, place=self.place + " / " + place, **changes)


def leave(kind):
    """A function that leaves a statement."""
    def run(env, value=None):
        raise Leave(kind)
    return run


class Maker:
    """Everything random of a member."""

    def __init__(self, rng):
        self.rng, self.last_name, self.last_id, self.samples = rng, 0, 0, []
        self.patterns = Patterns(rng, self.name)

    def name(self, letter):
        """A fresh name."""
        self.last_name += 1
        return f"{letter}{self.last_name}"

    def number(self):
        """A fresh number for the trace."""
        self.last_id += 1
        return self.last_id

    def chance(self, p):
        """True with a probability."""
        return self.rng.random() < p

    # --- expressions ---------------------------------------------------------------------------

    def call(self):
        """T(k): leaves a number in the trace."""
        k = self.number()

        def run(env):
            env.trace.append(k)
            return k
        return Expr(f"T({k})", [], run)

    def say(self, ctx):
        """T(k);"""
        return Simple(self.call().around("", ";"), ctx.place)

    def integers(self, ctx, bound):
        """(text, run) of integers in sight."""
        found = list(ctx.ints)
        for name, kind in list(bound) + ctx.bound:
            if kind == "int":
                found += [(name, lambda e, n=name: e.v[n][1])] * 2
            elif kind in ("string", "int[]", "char[]"):
                # The value may be null: only where a pattern says that it is not.
                if name[0] in "sro":
                    found += [(name + ".Length", lambda e, n=name: len(e.v[n][1]))] * 2
        return found

    def test(self, ctx, bound, alone=True):
        """An operand of a condition. Plain variables only where `alone`."""
        rng = self.rng
        text, get = rng.choice(self.integers(ctx, bound))
        chance = rng.random()
        c = rng.choice(INTS[:-2])
        decision = Decision(2, "operand")
        if chance < 0.12 and alone:
            return Expr(ctx.flag, [decision], lambda e: decision.answer(e.v["f"]))
        op = rng.choice(("<", ">", "==", "!=", ">=", "<="))
        if chance < 0.5:
            return Expr(f"{text} {op} {c}", [decision], lambda e: decision.answer(compare(op, get(e), c)))
        if chance < 0.72:
            k = self.number()

            def run(env):
                answer = compare(op, get(env), c)
                env.trace.append(2 * k + answer)
                return decision.answer(answer)
            if ctx.is_async and self.chance(0.4):
                return Expr(f"await Y(G({k}, {text} {op} {c}))", [decision], run)
            return Expr(f"G({k}, {text} {op} {c})", [decision], run)
        second = Decision(2, "pattern")
        if chance < 0.82:
            low, high = sorted(rng.sample(INTS, 2))

            def between(env):
                n = get(env)
                return decision.answer(n > low) and second.answer(n < high)
            if high - low > 2:
                return Expr(f"{text} is > {low} and < {high}", [decision, second], between)
        if chance < 0.92:
            a, b = rng.choice(((2, 7), (0, 5), (1, 9), (4, 40)))

            def either(env):
                n = get(env)
                return decision.answer(n == a) or second.answer(n == b)
            return Expr(f"{text} is {a} or {b}", [decision, second], either)
        return Expr(f"({text} & 1) == 1", [decision], lambda e: decision.answer(get(e) & 1 == 1))

    def condition(self, ctx, bound=()):
        """A condition of one row, with the decisions of its operands."""
        chance = self.rng.random()
        if chance < 0.55:
            return self.test(ctx, bound)
        left, right = self.test(ctx, bound), self.test(ctx, bound, alone=False)
        if chance < 0.73:
            return Expr(f"{left.text} && {right.text}", left.decisions + right.decisions,
                        lambda e: left.run(e) and right.run(e))
        if chance < 0.88:
            return Expr(f"{left.text} || {right.text}", left.decisions + right.decisions, lambda e: left.run(e) or right.run(e))
        third = self.test(ctx, bound, alone=False)
        if chance < 0.94:
            return Expr(f"{left.text} && {right.text} || {third.text}", left.decisions + right.decisions + third.decisions,
                        lambda e: left.run(e) and right.run(e) or third.run(e))
        return Expr(f"!({left.text} || {right.text}) && {third.text}", left.decisions + right.decisions + third.decisions,
                    lambda e: not (left.run(e) or right.run(e)) and third.run(e))

    def subject(self, ctx):
        """(kind, statements before it, Expr): what is switched on."""
        rng = self.rng
        text, run, name = rng.choice(ctx.subjects)
        kind = ctx.kind
        chance = rng.random()
        if chance < 0.45:
            return kind, [], Expr(text, [], run, name)
        if chance < 0.53:
            return kind, [], Expr(f"Id({text})", [], run, "method result")
        if chance < 0.60:
            variable = self.name("w")

            def keep(env, value):
                env.v[variable] = value
            before = Simple(Expr(f"{kind} {variable} = {text};", [], run), ctx.place, keep)
            return kind, [before], Expr(variable, [], run, "local")
        if chance < 0.67 and ctx.is_async:
            return kind, [], Expr(f"await Y({text})", [], run, "await")
        if chance < 0.72:
            d = Decision(2, "?:")
            return kind, [], Expr(f"{ctx.flag} ? {text} : Id({ctx.array}[0])", [d],
                                  lambda e: run(e) if d.answer(e.v["f"]) else e.v["A"][0], "conditional")
        if chance < 0.76 and kind in REFERENCES:
            d = Decision(2, "??")

            def other(env):
                value = run(env)
                return value if d.answer(value is not None) else env.v["A"][-1]
            return kind, [], Expr(f"{text} ?? {ctx.array}[{ctx.array}.Length - 1]", [d], other, "coalesce")
        if chance < 0.86:
            number, get = ctx.ints[0]
            return "int", [], Expr(number, [], lambda e: ("int", get(e)), "int parameter")
        if chance < 0.94 and "(" not in kind and kind != "Node":
            number, get = ctx.ints[0]
            return f"({kind}, int)", [], Expr(f"({text}, {number})", [], lambda e: ("tuple", (run(e), ("int", get(e)))), "tuple")
        return kind, [], Expr(text, [], run, name)

    # --- labels --------------------------------------------------------------------------------

    def label(self, ctx, kind, rest, alone, guarded, section, one_arm):
        """A label that takes some of the values `rest`; None when none was found. `section`: labels of the same body."""
        rng = self.rng
        for _ in range(25):
            bound = [] if alone else None
            count = rng.choice((1, 1, 1, 1, 2, 3)) if kind != "bool" else 1
            if count > 1:
                bound = None
            if guarded and bound is not None and self.chance(0.15):
                alternatives = [self.patterns.var(kind, bound)]
            else:
                alternatives = [self.patterns.make(kind, 2, bound) for _ in range(count)]
            left, good = rest, True
            for alternative in alternatives:
                good = good and any(alternative.match(v, {}) for v in left)
                left = [v for v in left if not alternative.match(v, {})]
            if not good or not left and not (kind == "bool" and not guarded):
                continue
            if not self.separate(kind, alternatives, section, one_arm):
                continue
            label = Label(alternatives)
            if guarded:
                label.guard = self.condition(ctx, bound or ())
                label.line = Line(ctx.place, "guard")
                label.line.decisions += label.guard.decisions
                if not one_arm and self.chance(0.1):
                    label.line.what = "split"
            return label, left, bound or []
        return None

    def separate(self, kind, alternatives, section, one_arm):
        """Whether the arms of a body are those that the rules promise: its constants are not among its other patterns,
        nor beside them, nor beside each other."""
        every = alternatives + [a for label in section for a in label.alternatives]
        constants = [a for a in every if a.constant]
        if len(every) < 2 or not constants:
            return True
        if not one_arm and kind not in CONSTANT_TYPES and not self.chance(0.15):
            return False
        values = [v for v in self.samples if any(a.match(v, {}) for a in constants)]
        for value in values:
            around = [value]
            if value is not None and value[0] in ("int", "long", "byte", "Colour"):
                around += [(value[0], value[1] + 1), (value[0], max(value[1] - 1, 0))]
            if value is not None and value[0] == "char":
                around += [("char", chr(ord(value[1]) + 1)), ("char", chr(ord(value[1]) - 1))]
            own = next(a for a in constants if a.match(value, {}))
            if any(other is not own and other.match(v, {}) for v in around for other in every):
                return False
        return True

    def sections(self, ctx, kind):
        """(labels and bound variables for each section, exhaustive or not, values that are left)."""
        rng = self.rng
        self.samples = rest = [random_value(rng, kind) for _ in range(220)]
        result, taken_by_guards = [], []
        for _ in range(rng.randint(1, 5)):
            count, guarded = rng.choice((1, 1, 1, 2)), self.chance(0.33)
            if kind == "bool":
                count = 1
            labels, bound, left = [], [], rest
            for _ in range(count):
                made = self.label(ctx, kind, left, count == 1, guarded, labels, False)
                if made is None:
                    continue
                label, after, bound = made
                if self.shared_with_guards(labels + [label], taken_by_guards):
                    continue
                if guarded and any(o.match(v, Env({})) is not None and label.match(v, Env({})) is not None
                                   for o in labels for v in rest):
                    continue
                labels.append(label)
                left = after
            if not labels:
                continue
            if guarded:
                taken_by_guards += [a for label in labels for a in label.alternatives if a.constant]
            else:
                rest = left
            result.append((labels, bound if len(labels) == 1 else []))
            if not rest:
                return result, True, rest
        return result, False, rest

    @staticmethod
    def shared_with_guards(labels, taken):
        """Several constants of one body that a label with a condition has taken first have one edge."""
        every = [a for label in labels for a in label.alternatives]
        return len(every) > 1 and any(a.constant and a.text == t.text for a in every for t in taken)

    # --- statements ----------------------------------------------------------------------------

    def body(self, ctx, bound, default):
        """The statements of a section."""
        rng = self.rng
        inner = replace(ctx, bound=ctx.bound + [b for b in bound if b[1] in ("int", "string", "int[]") and b[0][0] in "kosr"],
                        depth=ctx.depth - 1)
        inner.bound = [b for b in inner.bound if b[1] == "int"]
        chance = rng.random()
        if ctx.depth > 0 and chance < 0.08:
            statements = self.piece(inner.at("body"))
        elif chance < 0.2:
            statements = [self.when(inner)]
        elif chance < 0.28:
            statements = self.captured(inner)
        elif chance < 0.33 and ctx.is_async:
            statements = [Simple(self.call().around("await Y(", ");"), ctx.place)]
        elif chance < 0.38 and ctx.yields:
            statements = [Simple(self.call().around("yield return ", ";"), ctx.place)]
        else:
            statements = [self.say(ctx)]
        if not statements[-1].falls:
            return statements
        chance = rng.random()
        if chance < 0.12 and ctx.returns == "int":
            return statements + [Simple(self.call().around("return ", ";"), ctx.place, leave("return"), False)]
        if chance < 0.16 and ctx.returns == "void":
            return statements + [Raw("return;", leave("return"), False)]
        if chance < 0.16 and ctx.returns == "yield" and ctx.yields:
            return statements + [Raw("yield break;", leave("return"), False)]
        if chance < 0.24 and ctx.loop:
            return statements + [Raw("continue;", leave("continue"), False)]
        if chance < 0.28 and ctx.throws:
            return statements + [self.throw(ctx)]
        if chance < 0.33 and ctx.rest and not default:
            return statements + [Raw("goto default;", leave("goto default"), False)]
        return statements + [Break()]

    def throw(self, ctx):
        """throw new E(k);"""
        k = self.number()

        def run(env, value):
            raise Thrown(k)
        return Simple(Expr(f"throw new E({k});", [], lambda e: None), ctx.place, run, False)

    def when(self, ctx):
        """if (c) { T(k); } with or without else"""
        condition = self.condition(ctx)
        yes, no = [self.say(ctx)], [self.say(ctx)]
        head = Simple(condition.around("if (", ")"), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            if condition.run(env):
                run_all(yes, env)
            elif block.tail:
                run_all(no, env)
        if self.chance(0.4):
            return Block(head, yes, drive, tail=Block("else", no, None))
        return Block(head, yes, drive)

    def captured(self, ctx):
        """A variable that a lambda captures."""
        z, q = self.name("z"), self.name("q")
        value = self.call()
        say = self.call()
        return [Simple(value.around(f"int {z} = ", ";"), ctx.place),
                Raw(f"Func<int> {q} = () => {say.text} + {z};"),
                Simple(Expr(f"{q}();", [], say.run), ctx.place)]

    def switch(self, ctx):
        """[statements before it, a switch statement]"""
        rng = self.rng
        kind, before, subject = self.subject(ctx)
        for _ in range(9):
            groups, exhaustive, rest = self.sections(replace(ctx, bound=[]), kind)
            if groups:
                break
        else:
            return [self.say(ctx)]
        refutable = any(not a.text.startswith("var ") for labels, _ in groups for label in labels for a in label.alternatives)
        if not refutable:
            return [self.say(ctx)]
        has_default = not exhaustive and self.chance(0.55)
        inner = replace(ctx, rest=has_default)
        sections = [[labels, False, bound] for labels, bound in groups]
        if has_default:
            plain = [s for s in sections if not any(label.guard for label in s[0]) and not s[2]]
            if plain and len(sections) > 1 and self.chance(0.12):
                rng.choice(plain)[1] = True
            else:
                sections.insert(rng.choice((len(sections), len(sections), rng.randrange(len(sections) + 1))), [[], True, []])
        elif not exhaustive and self.chance(0.12):
            bound = []
            sections.append([[Label([self.patterns.var(kind, bound)])], False, bound])
            exhaustive = True
        tags = "shared constants" if kind not in CONSTANT_TYPES and any(
            len([a for label in s[0] for a in label.alternatives]) > 1 and
            any(a.constant for label in s[0] for a in label.alternatives) for s in sections) else ""
        what = f"{kind} by {subject.what}" + (f" [{tags}]" if tags else "")
        full = [(labels, default, self.body(inner, bound, default)) for labels, default, bound in sections]
        return before + [SwitchStatement(subject, full, ctx.place, what, exhaustive)]

    def switched(self, ctx, result, lines=None, nested=1):
        """A switch expression with values of a kind: int, bool, string, E, Task, int[], Res, object."""
        kind, _, subject = self.subject(ctx)
        while subject.what in ("local", "conditional", "coalesce"):
            kind, _, subject = self.subject(ctx)
        for _ in range(9):
            groups, exhaustive, rest = self.expression_labels(ctx, kind)
            if groups:
                break
        else:
            groups, exhaustive = [], False
        if subject.text.startswith("await "):
            subject = subject.around("(", ")")
        lines = self.chance(0.6) if lines is None else lines
        any_guard = any(label.guard for label, _ in groups)
        no_match = not exhaustive and ctx.throws and groups and self.chance(0.06)
        plain = {True, False, None}
        arms = []
        for label, bound in groups:
            inner = replace(ctx, bound=ctx.bound + [b for b in bound if b[1] == "int"])
            if len(arms) == len(groups) - 1 and (exhaustive or no_match):
                inner.throws, plain = False, {True, False}
            arms.append((label, self.value(inner, result, lines, any_guard, plain, nested)))
        if not exhaustive and not no_match:
            rest_label = Label([Pattern("_", lambda v, e: True)])
            arms.append((rest_label, self.value(replace(ctx, throws=False), result, lines, any_guard, plain - {None}, nested)))
        what = f"{kind} by {subject.what}"
        return switch_expression(subject, arms, ctx.place, what, lines, no_match)

    def expression_labels(self, ctx, kind):
        """Labels of a switch expression."""
        rng = self.rng
        self.samples = rest = [random_value(rng, kind) for _ in range(220)]
        result = []
        for _ in range(rng.randint(1, 4)):
            guarded = self.chance(0.33)
            made = self.label(ctx, kind, rest, True, guarded, [], True)
            if made is None:
                continue
            label, left, bound = made
            result.append((label, bound))
            if not guarded:
                rest = left
            if not rest:
                return result, True, rest
        if all(label.alternatives[0].text.startswith("var ") for label, _ in result):
            return [], False, rest
        return result, False, rest

    def value(self, ctx, result, lines, any_guard, plain, nested):
        """The value of an arm."""
        call = self.call()
        if ctx.throws and self.chance(0.05) and result != "E":
            k = self.number()

            def thrown(env):
                raise Thrown(k)
            return Expr(f"throw new E({k})", [], thrown)
        if nested and self.chance(0.1) and result != "Task":
            return self.switched(ctx.at("arm"), result, lines and self.chance(0.5), 0)
        if result == "int":
            if self.chance(0.1):
                test = self.test(ctx, ())
                other = self.call()
                return Expr(f"{test.text} ? {call.text} : {other.text}", test.decisions,
                            lambda e: call.run(e) if test.run(e) else other.run(e))
            if ctx.is_async and self.chance(0.1):
                return call.around("await Y(", ")")
            return call
        if result == "bool":
            answer = self.chance(0.5)
            if not any_guard and answer in plain and self.chance(0.6):
                plain.discard(answer)
                return Expr("true" if answer else "false", [], lambda e: answer)
            k = self.number()
            text, get = self.rng.choice(ctx.ints)
            c = self.rng.choice(INTS[:-3])

            def run(env):
                env.trace.append(2 * k + (get(env) > c))
                return get(env) > c
            return Expr(f"G({k}, {text} > {c})", [], run)
        if result == "string":
            if None in plain and not any_guard and self.chance(0.4):
                plain.discard(None)
                return Expr("null", [], lambda e: None)
            text = f"x{self.number()}"
            return Expr(f'"{text}"', [], lambda e: text)
        if result == "E":
            return Expr(f"new E({call.text})", [], call.run)
        return {"Task": call.around("Y(", ")"), "int[]": call.around("new[] { ", " }"), "Res": call.around("new Res(", ")"),
                "object": call.around("(object)", "")}[result]

    def expression(self, ctx):
        """Statements with a switch expression somewhere."""
        rng = self.rng
        uses = [self.use_argument, self.use_variable, self.use_text, self.use_if, self.use_ternary, self.use_coalesce,
                self.use_operand, self.use_lambda, self.use_while, self.use_tuple, self.use_new, self.use_foreach,
                self.use_using, self.use_lock, self.use_local_function, self.use_query, self.use_where, self.use_is,
                self.use_compound, self.use_for, self.use_nested, self.use_conditional_access, self.use_array, self.use_do]
        if ctx.returns == "int":
            uses += [self.use_return] * 3
        if ctx.throws:
            uses += [self.use_throw]
        if ctx.yields:
            uses += [self.use_yield] * 3
        if ctx.is_async:
            uses += [self.use_task] * 3
        use = rng.choice(uses)
        return use(ctx.at(use.__name__[4:].replace("_", " ")))

    def simple(self, ctx, result, before, after, then=None, falls=True, lines=None):
        """A statement around a switch expression."""
        s = self.switched(ctx, result, lines)
        return Simple(s.around(before, after), ctx.place, then, falls)

    def use_argument(self, ctx):
        """Use(Id(x switch {}))"""
        return [self.simple(ctx, "int", "Use(1, Id(", "));")]

    def use_variable(self, ctx):
        """int y = x switch {};"""
        return [self.simple(ctx, "int", f"int {self.name('y')} = ", ";")]

    def use_text(self, ctx):
        """In an interpolated string."""
        return [self.simple(ctx, "int", 'Use(0, $"a{(', ')}b");', lines=self.chance(0.4))]

    def use_if(self, ctx):
        """if (x switch {})"""
        s, d = self.switched(ctx, "bool"), Decision(2, "if")
        body = [self.say(ctx)]
        head = Simple(s.around("if (", ")", decisions=s.decisions + [d]), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            if d.answer(s.run(env)):
                run_all(body, env)
        return [Block(head, body, drive)]

    def use_ternary(self, ctx):
        """x switch {} ? T(1) : T(2)"""
        s, d, a, b = self.switched(ctx, "bool", False), Decision(2, "?:"), self.call(), self.call()
        return [Simple(Expr(f"Use(0, ({s.text}) ? {a.text} : {b.text});", s.decisions + [d],
                            lambda e: a.run(e) if d.answer(s.run(e)) else b.run(e)), ctx.place)]

    def use_coalesce(self, ctx):
        """(x switch {}) ?? "d" """
        s, d = self.switched(ctx, "string", False), Decision(2, "??")
        return [Simple(Expr(f"Use(0, ({s.text}) ?? D());", s.decisions + [d], lambda e: d.answer(s.run(e) is not None)), ctx.place)]

    def use_operand(self, ctx):
        """5 + x switch {}"""
        return [self.simple(ctx, "int", "Use(0, n0 + (".replace("n0", ctx.ints[0][0]), "));")]

    def use_is(self, ctx):
        """if (x switch {} is > 5)"""
        s, d, c = self.switched(ctx, "int", False), Decision(2, "is"), self.rng.randrange(1, 60)
        body = [self.say(ctx)]
        head = Simple(Expr(f"if (({s.text}) is > {c})", s.decisions + [d], s.run), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            if d.answer(s.run(env) > c):
                run_all(body, env)
        return [Block(head, body, drive)]

    def use_lambda(self, ctx):
        """Func<int> f = () => x switch {}; f();"""
        q, inner = self.name("q"), replace(ctx, is_async=False)
        s = self.switched(inner, "int", True)
        made = Simple(s.around(f"Func<int> {q} = () => ", ";", lambda e: None), ctx.place)
        return [made, Simple(Expr(f"{q}();", [], s.run), ctx.place)]

    def use_local_function(self, ctx):
        """int L() => x switch {};"""
        q, inner = self.name("L"), replace(ctx, is_async=False)
        s = self.switched(inner, "int")
        line = Simple(s.around(f"int {q}() => ", ";"), ctx.place)
        shown = Raw("")
        shown.emit = line.emit

        def run(env):
            line.run(env)
        call = Simple(Expr(f"{q}();", [], run), ctx.place)
        return [call, shown] if self.chance(0.5) else [shown, call]

    def use_while(self, ctx):
        """while (x switch {})"""
        s, d = self.switched(ctx, "bool"), Decision(2, "while")
        body = [self.say(ctx), Raw("break;")]
        head = Simple(s.around("while (", ")", decisions=s.decisions + [d]), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            if d.answer(s.run(env)):
                run_all(body, env)
        return [Block(head, body, drive)]

    def use_do(self, ctx):
        """do { } while (i++ < 1 && x switch {});"""
        i = self.name("i")
        s, d, first = self.switched(ctx, "bool", False), Decision(2, "&&"), Decision(2, "&&")
        body = [self.say(ctx)]
        tail = Simple(Expr(f"while ({i}++ < 1 && ({s.text}));", [first] + s.decisions + [d], s.run), ctx.place)

        def drive(env, block):
            count = 0
            while True:
                run_all(body, env)
                tail.line.hits += 1
                count += 1
                if not (first.answer(count <= 1) and d.answer(s.run(env))):
                    return
        return [Raw(f"int {i} = 0;"), Block("do", body, drive, tail=tail)]

    def use_for(self, ctx):
        """for (int i = x switch {}; i < 1; i++)"""
        i, d = self.name("i"), Decision(2, "for")
        s = self.switched(ctx, "int", False)
        body = [self.say(ctx)]
        head = Simple(Expr(f"for (int {i} = {s.text}, j{i} = 0; j{i} < 2; j{i}++)", s.decisions + [d], s.run), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            s.run(env)
            for more in (True, True, False):
                if d.answer(more):
                    run_all(body, env)
        return [Block(head, body, drive)]

    def use_tuple(self, ctx):
        """(a, b) = (1, x switch {})"""
        a, b = self.name("a"), self.name("b")
        return [self.simple(ctx, "int", f"var ({a}, {b}) = (Id({ctx.ints[0][0]}), ", ");")]

    def use_array(self, ctx):
        """int[] a = [1, x switch {}];"""
        return [self.simple(ctx, "int", f"int[] {self.name('a')} = [1, ", "];")]

    def use_new(self, ctx):
        """new Bag { Value = x switch {} }"""
        return [self.simple(ctx, "int", "Use(0, new Bag { Value = ", " });")]

    def use_compound(self, ctx):
        """a += x switch {};"""
        a = self.name("a")
        return [Raw(f"int {a} = 5;"), self.simple(ctx, "int", f"{a} += ", ";"), Raw(f"Use(0, {a});")]

    def use_conditional_access(self, ctx):
        """(x switch {})?.Length"""
        s, d = self.switched(ctx, "string", False), Decision(2, "?.")
        return [Simple(Expr(f"Use(0, ({s.text})?.Trim());", s.decisions + [d], lambda e: d.answer(s.run(e) is not None)), ctx.place)]

    def use_foreach(self, ctx):
        """foreach (int y in x switch {})"""
        s, d = self.switched(ctx, "int[]"), Decision(2, "foreach")
        body = [self.say(ctx)]
        head = Simple(s.around(f"foreach (int {self.name('y')} in ", ")", decisions=s.decisions + [d]), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            s.run(env)
            d.answer(True)
            run_all(body, env)
            d.answer(False)
        return [Block(head, body, drive)]

    def headed(self, ctx, result, before, after, lines=None):
        """A block after a switch expression."""
        s = self.switched(ctx, result, lines)
        body = [self.say(ctx)]
        head = Simple(s.around(before, after), ctx.place)

        def drive(env, block):
            head.run(env)
            run_all(body, env)
        return [Block(head, body, drive)]

    def use_using(self, ctx):
        """using (x switch {})"""
        return self.headed(ctx, "Res", f"using (Res {self.name('u')} = ", ")")

    def use_lock(self, ctx):
        """lock (x switch {})"""
        return self.headed(replace(ctx, is_async=False), "object", "lock (", ")")

    def use_query(self, ctx):
        """from y in a select x switch {}"""
        s = self.switched(replace(ctx, is_async=False), "int", True)
        line = Line(ctx.place, s.what)
        line.decisions += s.decisions
        a, y = self.name("a"), self.name("y")
        rows = [(f"int[] {a} = (from {y} in new[] {{ 1 }}", None), (f"    select {y} + (" + s.rows[0][0], line)]
        rows += [("        " + t, x) for t, x in s.rows[1:-1]] + [("        }", None)]
        rows[-1] = (rows[-1][0] + ")).ToArray();", None)

        def run(env):
            line.hits += 1
            return s.run(env)
        return [Simple(Expr(rows, [], run), ctx.place)]

    def use_where(self, ctx):
        """from y in a where x switch {} select y"""
        s = self.switched(replace(ctx, is_async=False), "bool", False)
        d = Line(ctx.place, s.what)
        d.decisions += s.decisions
        a, y = self.name("a"), self.name("y")
        rows = [(f"int[] {a} = (from {y} in new[] {{ 1 }}", None), (f"    where {s.text}", d), (f"    select {y}).ToArray();", None)]

        def run(env):
            d.hits += 1
            return s.run(env)
        return [Simple(Expr(rows, [], run), ctx.place)]

    def use_nested(self, ctx):
        """switch (x switch {})"""
        s, one = self.switched(ctx, "int", False), self.rng.randrange(1, 60)
        inner = Expr(s.text, s.decisions, lambda e: ("int", s.run(e)), "switch expression")
        sections = [([Label([Patterns.constant(("int", one))])], False, [self.say(ctx), Break()]),
                    ([Label([Pattern("> 40 and < 50", lambda v, e: 40 < v[1] < 50)])], False, [self.say(ctx), Break()])]
        if 40 <= one <= 50:
            sections.pop()
        return [SwitchStatement(inner, sections, ctx.place, "int by switch expression", False)]

    def use_return(self, ctx):
        """return x switch {};"""
        return [self.simple(ctx, "int", "return ", ";", leave("return"), False)]

    def use_throw(self, ctx):
        """throw x switch {};"""
        def throw(env, value):
            raise Thrown(value)
        return [self.simple(ctx, "E", "throw ", ";", throw, False)]

    def use_yield(self, ctx):
        """yield return x switch {};"""
        return [self.simple(ctx, "int", "yield return ", ";")]

    def use_task(self, ctx):
        """await (x switch {})"""
        if self.chance(0.5):
            return [self.simple(ctx, "int", "await Y(", ");")]
        return [self.simple(ctx, "Task", "await (", ");")]

    def piece(self, ctx):
        """The switch itself."""
        if self.chance(0.6):
            return self.switch(ctx.at("switch") if "/" not in ctx.place else ctx)
        return self.expression(ctx)

    # --- surroundings --------------------------------------------------------------------------

    def around(self, ctx, depth):
        """Statements with a switch in surroundings."""
        if depth == 0:
            statements = [self.say(ctx)] if self.chance(0.3) else []
            statements += self.piece(ctx)
            return self.then(ctx, statements)
        wrappers = [self.in_for, self.in_foreach, self.in_while, self.in_do, self.in_try, self.in_catch, self.in_finally,
                    self.in_using, self.in_using_declaration, self.in_lock, self.in_if, self.in_else, self.after_if,
                    self.after_label, self.in_section, self.in_block, self.in_lambda, self.in_local_function,
                    self.after_closure, self.captured_value, self.after_switch, self.in_delegate, self.in_filtered_catch,
                    self.pattern_variable]
        if ctx.is_async:
            wrappers += [self.after_await, self.before_await, self.in_await_foreach, self.in_await_using] * 2
        if ctx.yields:
            wrappers += [self.after_yield] * 3
        wrapper = self.rng.choice(wrappers)
        return wrapper(ctx.at(wrapper.__name__.replace("_", " ")), depth - 1)

    def then(self, ctx, statements):
        """Sometimes a statement after them."""
        if (not statements or statements[-1].falls) and self.chance(0.4):
            statements = statements + [self.say(ctx)]
        return statements

    def loop(self, cond, body, step=None):
        """How a loop runs."""
        def drive(env, block):
            while cond(env):
                try:
                    run_all(body, env)
                except Leave as left:
                    if left.kind == "break":
                        return
                    if left.kind != "continue":
                        raise
                if step:
                    step(env)
        return drive

    def element(self, ctx, text, run, name):
        """The context in which an element is the subject."""
        return replace(ctx, subjects=[(text, run, name)] * 2 + ctx.subjects, loop=True)

    def in_for(self, ctx, depth):
        """for"""
        i, d = self.name("i"), Decision(2, "for")
        body = self.around(self.element(ctx, f"{ctx.array}[{i}]", lambda e: e.v["A"][e.v[i]], "array element"), depth)
        head = Simple(Expr(f"for (int {i} = 0; {i} < {ctx.array}.Length; {i}++)", [d], lambda e: None), ctx.place)
        inner = self.loop(lambda e: d.answer(e.v[i] < len(e.v["A"])), body, lambda e: e.v.update({i: e.v[i] + 1}))

        def drive(env, block):
            head.line.hits += 1
            env.v[i] = 0
            inner(env, block)
        return self.then(ctx, [Block(head, body, drive)])

    def in_foreach(self, ctx, depth, before="", source=None):
        """foreach"""
        x, d = self.name("x"), Decision(2, "foreach")
        body = self.around(self.element(ctx, x, lambda e: e.v[x], "loop variable"), depth)
        head = Simple(Expr(f"{before}foreach ({ctx.kind} {x} in {source or ctx.array})", [d], lambda e: None), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            values = iter(env.v["A"])

            def more(env):
                value = next(values, self)
                env.v[x] = None if value is self else value
                return d.answer(value is not self)
            self.loop(more, body)(env, block)
        return self.then(ctx, [Block(head, body, drive)])

    def in_await_foreach(self, ctx, depth):
        """await foreach"""
        return self.in_foreach(ctx, depth, "await ", f"Later({ctx.array})")

    def in_while(self, ctx, depth):
        """while (i < A.Length) { switch (A[i++]) }"""
        i, d = self.name("i"), Decision(2, "while")

        def take(env):
            env.v[i] += 1
            return env.v["A"][min(env.v[i], len(env.v["A"])) - 1]
        one = self.name("x")

        def keep(env, value):
            env.v[one] = value
        first = Simple(Expr(f"{ctx.kind} {one} = {ctx.array}[{i}++];", [], take), ctx.place, keep)
        body = [first] + self.around(self.element(ctx, one, lambda e: e.v[one], "local of the loop"), depth)
        if self.chance(0.4):
            step = Raw(f"{i}++;", lambda e: e.v.update({i: e.v[i] + 1}))
            inner = self.element(ctx, f"{ctx.array}[{i}]", lambda e: e.v["A"][e.v[i]], "array element")
            inner.loop = False
            body = self.around(inner, depth)
            if not body[-1].falls:
                body = [self.say(ctx)]
            body.append(step)
        head = Simple(Expr(f"while ({i} < {ctx.array}.Length)", [d], lambda e: None), ctx.place)
        inner = self.loop(lambda e: d.answer(e.v[i] < len(e.v["A"])), body)

        def drive(env, block):
            head.line.hits += 1
            inner(env, block)
        return self.then(ctx, [Raw(f"int {i} = 0;", lambda e: e.v.update({i: 0})), Block(head, body, drive)])

    def in_do(self, ctx, depth):
        """do"""
        i, d = self.name("i"), Decision(2, "do")
        inner = self.element(ctx, f"{ctx.array}[{i}]", lambda e: e.v["A"][e.v[i]], "array element")
        inner.loop = False
        body = self.around(inner, depth)
        if not body[-1].falls:
            return self.then(ctx, [Raw(f"int {i} = 0;", lambda e: e.v.update({i: 0}))] + body)
        tail = Simple(Expr(f"while (++{i} < {ctx.array}.Length);", [d], lambda e: None), ctx.place)

        def drive(env, block):
            while True:
                run_all(body, env)
                env.v[i] += 1
                tail.line.hits += 1
                if not d.answer(env.v[i] < len(env.v["A"])):
                    return
        return self.then(ctx, [Raw(f"int {i} = 0;", lambda e: e.v.update({i: 0})), Block("do", body, drive, tail=tail)])

    def in_try(self, ctx, depth):
        """try { here } catch (E)"""
        body = self.around(replace(ctx, yields=False), depth)
        handler = [self.say(ctx)]

        def drive(env, block):
            try:
                run_all(body, env)
            except Thrown as thrown:
                if thrown.number is None:
                    raise
                run_all(handler, env)
        return self.then(ctx, [Block("try", body, drive, tail=Block("catch (E)", handler, None))])

    def in_catch(self, ctx, depth):
        """try { throw } catch (E) { here }"""
        first = self.throw(ctx)
        handler = self.around(replace(ctx, yields=False), depth)
        body = [first]

        def drive(env, block):
            try:
                run_all(body, env)
            except Thrown:
                run_all(handler, env)
        block = Block("try", body, drive, falls=handler[-1].falls, tail=Block("catch (E)", handler, None))
        return self.then(ctx, [block])

    def in_filtered_catch(self, ctx, depth):
        """catch (E) when (x switch {})"""
        inner = replace(ctx, is_async=False, throws=False)
        s = self.switched(inner, "bool", False)
        first, handler, other = self.throw(ctx), [self.say(ctx)], [self.say(ctx)]
        line = Line(ctx.place, s.what)
        d = Decision(2, "filter")
        line.decisions += s.decisions + [d]
        head = Raw("")
        head.emit = lambda out, indent: out.append((" " * indent + f"catch (E) when ({s.text})", line))

        def drive(env, block):
            try:
                run_all([first], env)
            except Thrown:
                line.hits += 1
                run_all(handler if d.answer(s.run(env)) else other, env)
        last = Block("catch (E)", other, None)
        return self.then(ctx, [Block("try", [first], drive, tail=Block(head, handler, None, tail=last))])

    def in_finally(self, ctx, depth):
        """finally { here }"""
        body = [self.say(ctx)]
        if self.chance(0.3):
            body = self.around(replace(ctx, yields=False), 0)
        inner = replace(ctx, returns=None, loop=False, yields=False, rest=False)
        last = self.around(inner, depth)

        def drive(env, block):
            try:
                run_all(body, env)
            finally:
                run_all(last, env)
        falls = body[-1].falls and last[-1].falls
        return self.then(ctx, [Block("try", body, drive, falls=falls, tail=Block("finally", last, None))])

    def in_using(self, ctx, depth, before="", declares=True):
        """using (...) { here }"""
        body = self.around(ctx, depth)
        k = self.call()
        head = Simple(k.around(f"{before}using (Res {self.name('u')} = new Res(", "))"), ctx.place)

        def drive(env, block):
            head.run(env)
            run_all(body, env)
        return self.then(ctx, [Block(head, body, drive, falls=body[-1].falls)])

    def in_await_using(self, ctx, depth):
        """await using"""
        return self.in_using(ctx, depth, "await ")

    def in_using_declaration(self, ctx, depth):
        """using var u = ...; here"""
        head = Simple(self.call().around(f"using Res {self.name('u')} = new Res(", ");"), ctx.place)
        body = [head] + self.around(replace(ctx), depth)
        return self.then(ctx, [Block("", body, lambda e, b: run_all(body, e), falls=body[-1].falls)])

    def in_block(self, ctx, depth):
        """{ here }"""
        body = self.around(ctx, depth)
        return self.then(ctx, [Block(self.rng.choice(("", "checked")), body, lambda e, b: run_all(body, e), falls=body[-1].falls)])

    def in_lock(self, ctx, depth):
        """lock"""
        body = self.around(replace(ctx, is_async=False, yields=False), depth)
        head = Simple(Expr("lock (Gate)", [], lambda e: None), ctx.place)

        def drive(env, block):
            head.run(env)
            run_all(body, env)
        return self.then(ctx, [Block(head, body, drive, falls=body[-1].falls)])

    def in_if(self, ctx, depth, wrong=False):
        """if (c) { here } else { }"""
        body, other = self.around(ctx, depth), [self.say(ctx)]
        condition = self.condition(ctx)
        yes, no = (other, body) if wrong else (body, other)
        with_else = wrong or self.chance(0.4)
        head = Simple(condition.around("if (", ")"), ctx.place)

        def drive(env, block):
            head.line.hits += 1
            if condition.run(env):
                run_all(yes, env)
            elif with_else:
                run_all(no, env)
        return self.then(ctx, [Block(head, yes, drive, tail=Block("else", no, None) if with_else else None)])

    def in_else(self, ctx, depth):
        """else { here }"""
        return self.in_if(ctx, depth, True)

    def after_if(self, ctx, depth):
        """if (c) T(1); here"""
        return [self.when(ctx)] + self.around(ctx, depth)

    def after_label(self, ctx, depth):
        """again: here; if (c++ < 1) goto again;"""
        again, c, d = self.name("again"), self.name("c"), Decision(2, "if")
        body = self.around(ctx, depth)
        before = [Raw(f"int {c} = 0;", lambda e: e.v.update({c: 0})), Raw(f"{again}:", label=again)]
        if not body[-1].falls:
            return [Raw(f"int {c} = 0;"), self.say(ctx)] + body

        def go(env, value):
            env.v[c] += 1
            if d.answer(env.v[c] < 2):
                raise Leave("goto", again)
        jump = Simple(Expr(f"if (++{c} < 2) goto {again};", [d], lambda e: None), ctx.place, go)
        # A block, so that names that the label precedes are not declared twice.
        whole = before + body + [jump]
        return [Block("", whole, lambda e, b: run_all(whole, e)), self.say(ctx)]

    def in_section(self, ctx, depth):
        """switch (n) { case 1: here; default: here }"""
        number, get = ctx.ints[0]
        inner = replace(ctx, rest=False)
        bodies = [self.around(inner, depth), [self.say(ctx)], [self.say(ctx)]]
        self.rng.shuffle(bodies)
        for body in bodies:
            if body[-1].falls:
                body.append(Break())
        first, second = self.rng.sample(INTS[:-2], 2)
        labels = [Label([Patterns.constant(("int", n))]) for n in (first, second)]
        sections = [([labels[0]], False, bodies[0]), ([labels[1]], False, bodies[1]), ([], True, bodies[2])]
        if self.chance(0.3):
            sections.pop()
            sections[0] = (sections[0][0], False, bodies[0])
        subject = Expr(number, [], lambda e: ("int", get(e)), "int parameter")
        return self.then(ctx, [SwitchStatement(subject, sections, ctx.place, "int by int parameter", False)])

    def after_switch(self, ctx, depth):
        """A switch directly before."""
        before = self.switch(replace(ctx, depth=0))
        if not before[-1].falls:
            return before
        return before + self.around(ctx, depth)

    def function(self, ctx, depth, head, call, tail, is_async=False):
        """A lambda, delegate or local function with a body, and its call."""
        inner = replace(ctx, returns="int", is_async=is_async, yields=False, loop=False, rest=False)
        body = self.around(inner, depth)
        if body[-1].falls:
            body.append(Simple(self.call().around("return ", ";"), ctx.place, leave("return"), False))

        def run(env):
            try:
                run_all(body, env)
            except Leave as left:
                if left.kind != "return":
                    raise
        made = Block(head, body, lambda e, b: None, tail=tail)
        return made, Simple(Expr(call, [], run), ctx.place)

    def in_lambda(self, ctx, depth):
        """A lambda."""
        q = self.name("q")
        if self.chance(0.3):
            wait = "await {0}();" if ctx.is_async else "{0}().GetAwaiter().GetResult();"
            return self.then(ctx, list(self.function(ctx.at("async"), depth, f"Func<Task<int>> {q} = async () =>", wait.format(q), ";",
                                                     True)))
        return self.then(ctx, list(self.function(ctx, depth, f"Func<int> {q} = () =>", f"{q}();", ";")))

    def in_delegate(self, ctx, depth):
        """delegate { }"""
        q = self.name("q")
        return self.then(ctx, list(self.function(ctx, depth, f"Func<int> {q} = delegate", f"Use(0, {q}());", ";")))

    def in_local_function(self, ctx, depth):
        """A local function, before or after its call."""
        q = self.name("L")
        if ctx.is_async and self.chance(0.5):
            parts = self.function(ctx.at("async"), depth, f"async Task<int> {q}()", f"await {q}();", None, True)
        else:
            parts = self.function(ctx, depth, f"int {q}()", f"{q}();", None)
        return self.then(ctx, list(parts if self.chance(0.5) else reversed(parts)))

    def after_closure(self, ctx, depth):
        """After the last use of a closure."""
        return self.captured(ctx) + self.around(ctx, depth)

    def captured_value(self, ctx, depth):
        """The subject is a variable that a lambda captures."""
        z, q = self.name("z"), self.name("q")
        text, run, _ = ctx.subjects[0]

        def keep(env, value):
            env.v[z] = value
        made = Simple(Expr(f"{ctx.kind} {z} = {text};", [], run), ctx.place, keep)
        lambda_ = Raw(f"Action {q} = () => {z} = Id({z});")
        call = Simple(Expr(f"{q}();", [], lambda e: None), ctx.place)
        inner = replace(ctx, subjects=[(z, lambda e: e.v[z], "captured variable")] * 3 + ctx.subjects)
        body = self.around(inner, depth)
        if body[-1].falls and self.chance(0.4):
            return [made, lambda_] + body + [call]
        return [made, lambda_, call] + body

    def pattern_variable(self, ctx, depth):
        """if (x is var y) { here }"""
        z = self.name("p")
        text, run, _ = ctx.subjects[0]
        inner = replace(ctx, subjects=[(z, lambda e: e.v[z], "out variable")] * 3 + ctx.subjects)
        body = self.around(inner, depth)

        def keep(env, value):
            env.v[z] = value
        first = Simple(Expr(f"Out({text}, out {ctx.kind} {z});", [], run), ctx.place, keep)
        return [first] + body

    def pause(self, ctx):
        """await Y(T(k));"""
        return Simple(self.call().around("await Y(", ");"), ctx.place)

    def after_await(self, ctx, depth):
        """After an await."""
        return [self.pause(ctx)] + self.around(ctx, depth)

    def before_await(self, ctx, depth):
        """Before an await."""
        body = self.around(ctx, depth)
        return body + [self.pause(ctx)] if body[-1].falls else body

    def after_yield(self, ctx, depth):
        """After or before yield return."""
        one = Simple(self.call().around("yield return ", ";"), ctx.place)
        body = self.around(ctx, depth)
        return body + [one] if body[-1].falls and self.chance(0.5) else [one] + body
