"""Random programs of Visual Basic: functions, async functions and iterators, made of random statements."""

from cs_tree import Condition, Text
from vb_tree import Absent, Case, Choice, For, If, Lambda, Method, Operands, Select, Sequence, ShortIf, Simple, Try, Using, While


class Scope:
    """The numbers that may be read, and what the place allows."""

    def __init__(self, kind):
        self.kind = kind
        self.ints = ["a", "b"]
        self.depth = 0
        self.loop = None        # "For", "While", "Do": what Exit leaves
        self.waits = kind == "async"
        self.yields = kind == "iterator"
        self.returns = kind != "iterator"

    def copy(self, **changes):
        other = Scope(self.kind)
        other.__dict__.update(self.__dict__)
        other.ints = list(self.ints)
        other.__dict__.update(changes)
        return other


class Maker:
    """Makes functions. Numbers of points and arms are given out in one row."""

    def __init__(self):
        self.random, self.numbers, self.names = None, 0, 0

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
                (1, lambda: Text(f"H.{self.random.choice(['CallIt', 'Later'])}(", Lambda(self.int(scope.copy(waits=False), 0), self.number()),
                                 ")")),
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
        if scope.waits:
            choices.append((1, lambda: Text(f"(Await H.Wait({name})) > 2")))
        return Condition(self.number(2), self.pick(*choices))

    # statements

    def sequence(self, scope, size):
        scope = scope.copy(depth=scope.depth + 1)
        made = [self.statement(scope, size) for _ in range(self.random.randrange(1, size + 1))]
        return Sequence([*made, self.use(scope)])

    def use(self, scope):
        return Simple(self.number(), Text("H.Take(", self.int(scope), ")"))

    def statement(self, scope, size):
        less = max(1, size - 1)
        choices = [
            (5, lambda: self.use(scope)),
            (3, lambda: self.declare(scope)),
            (1, lambda: Simple(self.number(), Text("H.TryIt(", self.int(scope), ")"))),
            (2, lambda: self.short_if(scope)),
        ]
        if scope.yields:
            choices.append((4, lambda: Simple(self.number(), Text("Yield ", self.int(scope)))))
        if scope.depth < 4:
            choices += [(6, lambda: self.make_if(scope, less)), (4, lambda: self.select(scope, less)),
                        (2, lambda: self.make_for(scope, less)), (2, lambda: self.make_while(scope, less)),
                        (2, lambda: self.make_try(scope, less)), (1, lambda: self.using(scope, less))]
        return self.pick(*choices)

    def declare(self, scope):
        name, value = self.name("v"), self.int(scope)
        scope.ints.append(name)
        return Simple(self.number(), Text(f"Dim {name} = ", value))

    def jump(self, scope):
        choices = [(1, lambda: Simple(self.number(), Text("Throw New Odd(", self.int(scope, 0), ")")))]
        if scope.returns:
            choices.append((2, lambda: Simple(self.number(), Text("Return ", self.int(scope, 0)))))
        if scope.loop:
            choices.append((2, lambda: Simple(self.number(), Text(f"Exit {scope.loop}"), "jump")))
        return self.pick(*choices)

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
        inner = scope.copy(loop="While" if kind == "While" else "Do")
        body = self.sequence(inner, size)
        body.statements.insert(0, Simple(self.number(), Text(f"{counter} += 1")))
        declared = Simple(self.number(), Text(f"Dim {counter} = 0"))
        return Sequence([declared, While(self.points(2), condition, body, kind)])

    def make_for(self, scope, size):
        variable, inner = self.name("i"), scope.copy(loop="For")
        inner.ints.append(variable)
        limit = self.random.randrange(2, 5)
        source = self.random.choice([f"1 To H.Any({limit})", f"H.Some({limit})", f"H.List({limit})", f"H.Numbers({limit})"])
        return For(self.points(2), self.number(2), variable, Text(source), self.sequence(inner, size))

    def make_try(self, scope, size):
        inner = scope.copy(yields=False)
        handlers = []
        for kind in ("Odd", "InvalidOperationException"):
            if not scope.yields and self.random.random() < 0.6:
                condition = self.condition(scope.copy(waits=False), 1) if self.random.random() < 0.4 else None
                head = f"{self.name('e')} As {kind}"
                handlers.append((head, self.number(), condition, self.sequence(inner.copy(waits=False), size)))
        last = None
        if not handlers or self.random.random() < 0.4:
            last = self.sequence(inner.copy(returns=False, loop=None, waits=False), size)
        return Try(self.points(3), self.sequence(scope if not handlers else inner, size), handlers, last)

    def using(self, scope, size):
        name = self.name("h")
        return Using(self.points(2), Text(f"{name} = New Held(", self.int(scope, 0), ")"), self.sequence(scope, size))

    def select(self, scope, size):
        name = self.random.choice(scope.ints)
        kind, count, choose = self.random.choice(["dense", "sparse", "text", "test"]), self.random.randrange(1, 6), self.random.sample
        inner = scope.copy(depth=scope.depth + 1)
        if kind == "test":
            tests = self.random.sample([("Is < 1", "{0} < 1"), ("Is >= 6", "{0} >= 6"), ("Is > 3", "{0} > 3")], min(count, 3))
            cases = [Case(self.number(), text, self.sequence(inner, size), self.number(2), test) for text, test in tests]
        else:
            numbers = choose(range(9), count) if kind != "sparse" else choose([1, 3, 50, 400, -7, 9000], count)
            texts = [f'"word{n}"' if kind == "text" else str(n) for n in numbers]
            cases = [Case(self.number(), text, self.sequence(inner, size)) for text in texts]
        other = Case(self.number(), "Else", self.sequence(inner, size)) if self.random.random() < 0.6 else None
        value = Text(f"H.Word({name})" if kind == "text" else self.random.choice([f"H.I({name})", f"H.I({name}) + 1"]))
        return Select(self.points(2), self.number(len(cases) + 1), value, cases, other, self.name("w"), "Select Case, " + kind)

    def method(self, name, size):
        kind = self.random.choices(["plain", "async", "iterator"], [6, 3, 2])[0]
        scope = Scope(kind)
        body = self.sequence(scope, size)
        last = "Yield " if kind == "iterator" else "Return "
        body.statements.append(Simple(self.number(), Text(last, self.int(scope))))
        return Method(name, kind, self.points(2), body)
