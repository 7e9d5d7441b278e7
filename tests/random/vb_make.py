"""Random programs of Visual Basic: functions, async functions and iterators, made of random statements."""

from cs_tree import Condition, Text
from vb_tree import (Absent, Again, Block, Case, Choice, For, If, Label, Lambda, Method, Operands, Select, Sequence, ShortIf, Simple, Try, Using,
                     While, With)


class Scope:
    """The numbers that may be read, and what the place allows."""

    def __init__(self, kind):
        self.kind = kind
        self.ints = ["a", "b"]
        self.flags = []
        self.depth = 0
        self.leaves = ()        # "For", "While", "Do", "Select", "Try": what Exit leaves
        self.rethrows = False   # in a Catch
        self.waits = kind == "async"
        self.yields = kind == "iterator"
        self.returns = kind != "iterator"

    def copy(self, **changes):
        other = Scope(self.kind)
        other.__dict__.update(self.__dict__)
        other.ints, other.flags = list(self.ints), list(self.flags)
        other.__dict__.update(changes)
        return other


class Maker:
    """Makes functions. Numbers of points and arms are given out in one row."""

    def __init__(self):
        self.random, self.numbers, self.names = None, 0, 0
        self.is_strict = True   # of the file

    def number(self, count=1):
        self.numbers += count
        return self.numbers - count

    def points(self, count):
        return tuple(self.number() for _ in range(count))

    def name(self, start):
        self.names += 1
        return f"{start}{self.names}"

    def pick(self, *weighted):
        """One of (weight, function): the value that the function gives."""
        return self.random.choices([f for _, f in weighted], [w for w, _ in weighted])[0]()

    # expressions

    def int(self, scope, depth=1):
        name = self.random.choice(scope.ints)
        choices = [
            (3, lambda: Text(f"H.I({name})")),
            (2, lambda: Text(f"H.Any({self.random.randrange(2, 8)})")),
            (1, lambda: Text(f"H.May({name})")),
        ]
        if depth > 0:
            choices += [
                (2, lambda: Text("(", self.int(scope, depth - 1), f" {self.random.choice('+-*')} {name})")),
                (2, lambda: Choice(self.condition(scope, 1), self.int(scope, 0), self.int(scope, depth - 1))),
                (1, lambda: Absent(self.number(2), Text(f"H.Maybe({name})"), Text(f"H.Word({name})"), ".Length")),
                (1, lambda: Absent(self.number(2), Text(f"H.Maybe({name})"), self.int(scope, 0), asked="?.Length")),
                (1, lambda: Text(f"H.{self.random.choice(['CallIt', 'Later'])}(", Lambda(self.int(scope.copy(waits=False), depth - 1),
                                                                                         self.number()), ")")),
            ]
        if scope.waits:
            choices.append((2, lambda: Text("(Await H.Wait(", self.int(scope, 0), "))")))
        return self.pick(*choices)

    def condition(self, scope, depth=2):
        if depth <= 0:
            return self.leaf(scope)
        return self.pick(
            (5, lambda: self.leaf(scope)),
            (3, lambda: Text("(", Operands(self.condition(scope, depth - 1), self.random.choice(["AndAlso", "OrElse"]),
                                           self.condition(scope, depth - 1)), ")")),
            (1, lambda: Text("Not (", self.condition(scope, depth - 1), ")")))

    def leaf(self, scope):
        name = self.random.choice(scope.ints)
        choices = [
            (4, lambda: Text(f"H.{self.random.choice(['B', 'Rarely'])}({self.random.randrange(2, 6)})")),
            (3, lambda: Text(f"{name} {self.random.choice(['<', '>', '<=', '>=', '=', '<>'])} {self.random.randrange(0, 7)}")),
            (1, lambda: Text(f"H.I({name}) {self.random.choice(['<', '>', '='])} {self.random.choice(scope.ints)}")),
            (1, lambda: Text(f"H.Word({name}) = \"word{self.random.randrange(9)}\"")),
            (1, lambda: Text(f"H.Maybe({name}) Is{self.random.choice(['', 'Not'])} Nothing")),
            (1, lambda: Text(f"TypeOf H.O({name}) Is {self.random.choice(['String', 'Exception'])}"))]
        if scope.flags:
            choices.append((2, lambda: Text(f"H.Same({self.random.choice(scope.flags)})")))
        if scope.waits:
            choices.append((1, lambda: Text(f"(Await H.Wait({name})) > 2")))
            choices.append((2, lambda: Text(f"(Await H.Ask({self.random.randrange(2, 5)}))")))
        return Condition(self.number(2), self.pick(*choices))

    # statements

    def sequence(self, scope, size):
        """Some statements. The last one may be of any kind, but no If that only jumps: optimised code drops its test."""
        scope = scope.copy(depth=scope.depth + 1)
        made = []
        for _ in range(self.random.randrange(1, size + 1)):
            made.append(self.statement(scope, size))
            if not made[-1].ends:
                return Sequence(made)
        last = self.random.random()
        if last < 0.2 and not isinstance(made[-1], ShortIf):
            made.append(self.jump(scope))
        elif last < 0.7 or isinstance(made[-1], ShortIf) or scope.depth >= 4:
            made.append(self.use(scope))
        return Sequence(made)

    def use(self, scope):
        """Code that occurs once: of equal code in two ways optimised code has one."""
        number = self.number()
        return Simple(number, Text(f"H.Put({number}, ", self.int(scope), ")"))

    def statement(self, scope, size):
        less = max(1, size - 1)
        choices = [
            (5, lambda: self.use(scope)),
            (3, lambda: self.declare(scope)),
            (1, lambda: Simple(self.number(), Text("H.TryIt(", self.int(scope), ")"))),
            (1, lambda: self.declare_flag(scope)),
            (2, lambda: self.short_if(scope)),
        ]
        if scope.yields:
            choices.append((4, lambda: Simple(self.number(), Text("Yield ", self.int(scope)))))
        if scope.depth < 4:
            choices += [(6, lambda: self.make_if(scope, less)), (4, lambda: self.select(scope, less)),
                        (2, lambda: self.make_for(scope, less)), (2, lambda: self.make_while(scope, less)),
                        (2, lambda: self.make_try(scope, less)), (1, lambda: self.using(scope, less)),
                        (1, lambda: self.again(scope, less)), (1, lambda: self.block(scope, less)),
                        (1, lambda: self.make_with(scope, less))]
        return self.pick(*choices)

    def declare(self, scope):
        name, value = self.name("v"), self.int(scope)
        scope.ints.append(name)
        return Simple(self.number(), Text(f"Dim {name} = ", value))

    def declare_flag(self, scope):
        """A value is a decision by its operands."""
        sign = self.random.choice(["AndAlso", "OrElse"])
        name, value = self.name("f"), Operands(self.condition(scope, 1), sign, self.condition(scope, 1))
        scope.flags.append(name)
        declared = Simple(self.number(), Text(f"Dim {name} = ", value))
        return Sequence([declared, Simple(self.number(), Text("H.Take(If(", Condition(self.number(2), Text(f"H.Same({name})")), ", 1, 2))"))])

    def jump(self, scope):
        choices = [(1, lambda: Simple(self.number(), Text("Throw New Odd(", self.int(scope, 0), ")"), jump="Throw"))]
        if scope.returns:
            choices.append((2, lambda: Simple(self.number(), Text("Return ", self.int(scope, 0)), jump="Return")))
        if scope.kind == "iterator" and not scope.returns:
            choices.append((1, lambda: self.go("Return")))
        if scope.rethrows:
            choices.append((1, lambda: Simple(self.number(), Text("Throw"), jump="Throw")))
        if scope.leaves:
            kind = self.random.choice(scope.leaves)
            word = self.random.choice(["Exit", "Continue"] if kind in ("For", "While", "Do") else ["Exit"])
            choices.append((4, lambda: self.go(f"{word} {kind}")))
        return self.pick(*choices)

    def go(self, words):
        return Simple(self.number(), Text(words), "jump", words)

    def short_if(self, scope):
        other = self.use(scope) if self.random.random() < 0.4 else None
        first = self.jump(scope) if self.random.random() < 0.5 else self.use(scope)
        return ShortIf(self.number(), self.condition(scope, 1), first, other)

    def make_if(self, scope, size, ending=None):
        ending = ending or self.points(2)
        other = None
        if self.random.random() < 0.6:
            other = self.make_if(scope, size, ending) if self.random.random() < 0.35 else self.sequence(scope, size)
        return If(self.number(), self.condition(scope), self.sequence(scope, size), other, ending)

    def make_while(self, scope, size):
        counter = self.name("k")
        kind = self.random.choice(list(While.kinds))
        sign, operator = ("<", "AndAlso") if "Until" not in kind else (">=", "OrElse")
        condition = Condition(self.number(2), Text(f"{counter} {sign} {self.random.randrange(1, 4)}"))
        if self.random.random() < 0.5:
            condition = Text("(", Operands(condition, operator, self.condition(scope, 1)), ")")
        else:
            condition = Text("(", condition, ")")
        word = "While" if kind == "While" else "Do"
        body = self.sequence(scope.copy(leaves=(*scope.leaves, word)), size)
        if kind.startswith("Loop") and not body.ends:
            kind = kind.replace("Loop", "Do")   # nothing would ask, or the point of what asks is dropped
        body.statements.insert(0, Simple(self.number(), Text(f"{counter} += 1")))
        declared = Simple(self.number(), Text(f"Dim {counter} = 0"))
        return Sequence([declared, While(self.points(2), condition, body, kind)])

    def again(self, scope, size):
        counter, label = self.name("k"), self.name("again")
        body = self.sequence(scope.copy(depth=scope.depth + 1), size)
        if not body.ends:
            return body
        body.statements.insert(0, Simple(self.number(), Text(f"{counter} += 1")))
        first = Condition(self.number(2), Text(f"{counter} < {self.random.randrange(2, 4)}"))
        back = ShortIf(self.number(), Operands(first, "AndAlso", self.condition(scope, 1)), self.go(f"GoTo {label}"))
        return Sequence([Simple(self.number(), Text(f"Dim {counter} = 0")), Again(self.number(), label, body, back), self.use(scope)])

    def block(self, scope, size):
        name, inner = self.name("l"), scope.copy(kind="plain", leaves=(), waits=False, yields=False, returns=True, rethrows=False)
        body = self.sequence(inner, size)
        if body.ends:
            body = Sequence([*body.statements, Simple(self.number(), Text("Return ", self.int(inner)), jump="Return")])
        call = Simple(self.number(), Text(f"H.Take(H.{self.random.choice(['CallIt', 'Later'])}({name}))"))
        return Sequence([Block(self.points(3), name, body), call])

    def make_with(self, scope, size):
        body = self.sequence(scope, size)
        body.statements.insert(0, Simple(self.number(), Text(".Dispose()")))
        return With(self.points(2), Text("New Held(", self.int(scope, 0), ")"), body)

    def make_for(self, scope, size):
        variable, inner = self.name("i"), scope.copy(leaves=(*scope.leaves, "For"))
        kind = self.random.choice(["each", "each", "count", "count", "rounds", "steps"] + ([] if self.is_strict else ["late", "late"]))
        inner.ints.append(f"CInt({variable})" if kind == "late" else variable)
        head = f"For Each {variable} In " if kind == "each" else f"For {variable}{' As Object' if kind == 'late' else ''} = "
        source = getattr(self, "source_" + kind)(scope)
        return For(self.points(2), self.number(2), variable, head, source, self.sequence(inner, size), kind == "rounds")

    def source_each(self, _):
        source = Text(f"H.{self.random.choice(['Some', 'List', 'Numbers'])}({self.random.randrange(2, 5)})")
        return source, source

    def source_count(self, scope):
        limit = self.pick((3, lambda: Text(f"H.Any({self.random.randrange(2, 5)})")), (1, lambda: self.int(scope, 0)))
        if not isinstance(limit.parts[0], str) or "Any" not in limit.parts[0]:
            limit = Text("Math.Min(3, ", limit, ")")
        return Text("1 To ", limit), Text("T.Steps(1, ", limit, ", 1)")

    def source_rounds(self, _):
        limit = self.random.randrange(1, 4)
        return Text(f"1 To {limit}"), Text(f"T.Steps(1, {limit}, 1)")

    def source_steps(self, _):
        first, last = f"H.Any({self.random.randrange(2, 5)})", f"H.Any({self.random.randrange(2, 5)})"
        by = self.random.choice(["2", "-1", "H.Up()"])
        return Text(f"{first} To {last} Step {by}"), Text(f"T.Steps({first}, {last}, {by})")

    def source_late(self, _):
        limit, by = f"H.Any({self.random.randrange(2, 5)})", self.random.choice([1, 2])
        return Text(f"1 To CObj({limit})" + ("" if by == 1 else f" Step {by}")), Text(f"T.Steps(1, {limit}, {by})")

    def make_try(self, scope, size):
        inner = scope.copy(yields=False, leaves=(*scope.leaves, "Try"))
        handlers = []
        for kind in ("Odd", "InvalidOperationException"):
            if not scope.yields and self.random.random() < 0.6:
                condition = self.condition(scope.copy(waits=False), 1) if self.random.random() < 0.4 else None
                head = f"{self.name('e')} As {kind}"
                handlers.append((head, self.number(), condition, self.sequence(inner.copy(waits=False, rethrows=True), size)))
        last = None
        if not handlers or self.random.random() < 0.4:
            last = self.sequence(inner.copy(returns=False, kind="plain", leaves=(), waits=False, rethrows=False), size)
        return Try(self.points(3), self.sequence(inner.copy(yields=scope.yields and not handlers), size), handlers, last)

    def using(self, scope, size):
        """The twin has a Try inside."""
        inner = scope.copy(leaves=tuple(k for k in scope.leaves if k != "Try"))
        if not scope.waits and self.random.random() < 0.4:
            return Using(self.points(2), "SyncLock", Text(f"H.Gate({self.random.choice(scope.ints)})"), self.sequence(inner, size))
        name = self.name("h")
        return Using(self.points(2), "Using", Text(f"{name} = New Held(", self.int(scope, 0), ")"), self.sequence(inner, size))

    def test(self):
        """A label that is one or two tests."""
        low = self.random.randrange(0, 6)
        text, tests = self.random.choice([
            (f"Is < {low}", [f"{{0}} < {low}"]), (f"Is >= {low}", [f"{{0}} >= {low}"]), (f"Is <> {low}", [f"{{0}} <> {low}"]),
            (str(low), [f"{{0}} = {low}"]), (f"{low} To {low + 3}", [f"{{0}} >= {low}", f"{{0}} <= {low + 3}"])])
        return Label(text, [(self.number(2), test) for test in tests])

    def constants(self, kind):
        """Labels in rows that share a body, without neighbours in one."""
        numbers = self.random.sample(range(9), self.random.randrange(1, 7))
        if kind == "sparse":
            numbers = self.random.sample([1, 3, 50, 400, -7, 9000], len(numbers))
        rows = [[numbers[0]]]
        for number in numbers[1:]:
            if self.random.random() < 0.25 and all(abs(number - n) > 1 for n in rows[-1]):
                rows[-1].append(number)
            else:
                rows.append([number])
        shown = {"text": '"word{}"', "letter": '"{}"c'}.get(kind, "{}")
        return [[shown.format(n) for n in row] for row in rows]

    def select(self, scope, size):
        kind = self.random.choice(["dense", "sparse", "text", "letter", "test"])
        inner = scope.copy(depth=scope.depth + 1, leaves=(*scope.leaves, "Select"))
        if kind == "test":
            rows = [[self.test() for _ in range(self.random.choice([1, 1, 2, 3]))] for _ in range(self.random.randrange(1, 5))]
            if all(len(label.tests) == 1 and label.text.isdigit() for row in rows for label in row):
                rows[0].append(Label("Is > 7", [(self.number(2), "{0} > 7")]))
            first = 0
        else:
            rows = [[Label(text) for text in row] for row in self.constants(kind)]
            first = self.number(sum(len(row) for row in rows) + 1)
            for arm, label in enumerate(label for row in rows for label in row):
                label.arm = first + arm
        cases = [Case(self.number(), row, self.sequence(inner, size)) for row in rows]
        if self.random.random() < 0.6:
            cases.append(Case(self.number(), [], self.sequence(inner, size)))
        return Select(self.points(2), first, self.value(scope, kind), cases, self.name("w"), "Select Case, " + kind)

    def value(self, scope, kind):
        """What a Select Case asks for."""
        name = self.random.choice(scope.ints)
        if kind == "text":
            return Text(f"H.Word({name})")
        if kind == "letter":
            return Text(f"H.Letter({name})")
        choices = [(2, lambda: Text(f"H.I({name})")), (1, lambda: Text(f"H.I({name}) + 1")), (1, lambda: Text(name))]
        if scope.waits:
            choices.append((2, lambda: Text(f"Await H.Wait({name})")))
        return self.pick(*choices)

    def method(self, name, size):
        kind = self.random.choices(["plain", "async", "iterator"], [6, 3, 2])[0]
        scope = Scope(kind)
        body = self.sequence(scope, size)
        if body.ends:
            last = Simple(self.number(), Text("Yield " if kind == "iterator" else "Return ", self.int(scope)), jump="" if scope.yields else "Return")
            body = Sequence([*body.statements, last])
        return Method(name, kind, self.points(2), body)
