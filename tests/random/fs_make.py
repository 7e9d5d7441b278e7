"""Random programs of F#: functions, tasks and sequences, made of random statements."""

from cs_tree import Text
from fs_tree import (Binding, For, Function, If, IfValue, Lambda, Leaf, Match, Method, Operands, Rule, Sequence, Simple, TryFinally, TryWith,
                     While)


class Scope:
    """The numbers that may be read, and what the place allows."""

    def __init__(self, kind):
        self.kind = kind
        self.ints = ["a", "b"]
        self.functions = []
        self.depth = 0

    def copy(self, **changes):
        other = Scope(self.kind)
        other.__dict__.update(self.__dict__)
        other.ints, other.functions = list(self.ints), list(self.functions)
        other.__dict__.update(changes)
        return other


class Maker:
    """Makes functions. Numbers of points and arms are given out in one row."""

    def __init__(self):
        self.random, self.numbers, self.names = None, 0, 0

    def number(self, count=1):
        self.numbers += count
        return self.numbers - count

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
            (3, lambda: Text(f"H.I {name}")),
            (2, lambda: Text(f"H.Any {self.random.randrange(2, 8)}")),
            (1, lambda: Text(f"H.May {name}")),
        ]
        if depth > 0:
            choices += [
                (2, lambda: Text("(", self.int(scope, depth - 1), f") {self.random.choice('+-*')} {name}")),
                (2, lambda: IfValue(self.condition(scope, 1), self.int(scope, 0), self.int(scope, depth - 1))),
                (1, lambda: Text(f"H.{self.random.choice(['Call', 'Later'])}(", Lambda(self.int(scope.copy(functions=[]), 0), self.number()), ")")),
            ]
        if scope.functions:
            choices.append((3, lambda: Text(f"{self.random.choice(scope.functions)} {name}")))
        return self.pick(*choices)

    def condition(self, scope, depth=2):
        if depth <= 0:
            return self.leaf(scope)
        return self.pick(
            (5, lambda: self.leaf(scope)),
            (2, lambda: Text("(", self.operands(scope, depth - 1), ")")),
            (2, lambda: self.operands(scope, depth - 1)),
            (1, lambda: Text("not (", self.side(scope, depth - 1), ")")))

    def operands(self, scope, depth):
        left, right = self.side(scope, depth), self.side(scope, depth)
        return Operands(left, self.random.choice(["&&", "||"]), right, self.number())

    def side(self, scope, depth):
        condition = self.condition(scope, depth)
        return condition if isinstance(condition, Leaf) else Text("(", condition, ")")

    def leaf(self, scope):
        name = self.random.choice(scope.ints)
        value = self.pick(
            (4, lambda: Text(f"H.{self.random.choice(['B', 'Not'])} {self.random.randrange(2, 6)}")),
            (3, lambda: Text(f"{name} {self.random.choice(['<', '>', '<=', '>=', '=', '<>'])} {self.random.randrange(0, 7)}")),
            (1, lambda: Text(f"H.I {name} {self.random.choice(['<', '>', '='])} {self.random.choice(scope.ints)}")),
            (1, lambda: Text(f"H.Word {name} = \"word{self.random.randrange(9)}\"")),
            (1, lambda: Text(f"isNull (H.Maybe {name})")),
            (1, lambda: Text(f"Option.isSome (H.Option {name})")),
            (1, lambda: Text(f"(H.O {name} :? {self.random.choice(['string', 'int'])})")))
        return Leaf(self.number(2), value)

    # statements

    def sequence(self, scope, size, value=False):
        """Statements; with a value, the last one is a number."""
        scope = scope.copy(depth=scope.depth + 1)
        made = [self.statement(scope, size) for _ in range(self.random.randrange(1, size + 1))]
        made.append(self.result(scope) if value else self.use(scope))
        return Sequence(made)

    def result(self, scope):
        word = "return " if scope.kind == "task" else ""
        return Simple(self.number(), Text(word, self.int(scope)))

    def use(self, scope):
        return Simple(self.number(), Text("H.Use(", self.int(scope), ")"))

    def statement(self, scope, size):
        less = max(1, size - 1)
        choices = [
            (5, lambda: self.use(scope)),
            (3, lambda: self.declare(scope)),
            (1, lambda: Simple(self.number(), Text("H.Try(", self.int(scope), ")"))),
        ]
        if scope.kind == "task":
            choices.append((4, lambda: self.wait(scope)))
        if scope.kind == "seq":
            choices.append((4, lambda: Simple(self.number(), Text("yield ", self.int(scope)))))
        if scope.depth < 4:
            choices += [(6, lambda: self.make_if(scope, less)), (4, lambda: self.match(scope, less))]
            if scope.kind != "task":
                choices.append((2, lambda: self.make_for(scope, less)))
            if scope.kind == "plain":
                choices += [(2, lambda: self.make_while(scope, less)), (1, lambda: self.function(scope, less)),
                            (1, lambda: self.value_below(scope, less))]
            if scope.kind != "seq":
                choices.append((2, lambda: self.make_try(scope, less)))
        return self.pick(*choices)

    def declare(self, scope):
        name, value = self.name("v"), self.int(scope)
        scope.ints.append(name)
        return Simple(self.number(), Text(f"let {name} = ", value))

    def wait(self, scope):
        if self.random.random() < 0.3:
            return Simple(self.number(), Text("do! H.Pause(", self.int(scope), ")"))
        name, value = self.name("v"), self.int(scope)
        scope.ints.append(name)
        return Simple(self.number(), Text(f"let! {name} = H.Wait(", value, ")"))

    def value_below(self, scope, size):
        name = self.name("v")
        value = self.make_if(scope, size, True) if self.random.random() < 0.5 else self.match(scope, size, True)
        scope.ints.append(name)
        return Binding(name, value)

    def make_if(self, scope, size, value=False):
        other = None
        if value or self.random.random() < 0.6:
            other = self.make_if(scope, size, value) if self.random.random() < 0.35 else self.body(scope, size, value)
        return If(self.number(), self.condition(scope), self.body(scope, size, value), other)

    def body(self, scope, size, value=False):
        if self.random.random() < 0.5:
            return Sequence([self.result(scope) if value else self.use(scope)])
        return self.sequence(scope, size, value)

    def make_while(self, scope, size):
        counter = self.name("k")
        scope.ints.append(counter)
        condition = Leaf(self.number(2), Text(f"{counter} < {self.random.randrange(1, 4)}"))
        if self.random.random() < 0.5:
            condition = Operands(condition, "&&", self.side(scope, 1), self.number())
        body = self.sequence(self.without_closures(scope, counter), size)
        body.statements.insert(0, Simple(self.number(), Text(f"{counter} <- {counter} + 1")))
        scope.ints.remove(counter)
        return Sequence([Simple(self.number(), Text(f"let mutable {counter} = 0")), While(self.number(), condition, body)])

    @staticmethod
    def without_closures(scope, counter):
        """A variable that changes may not be in a function inside the function."""
        inner = scope.copy()
        inner.ints = [n for n in inner.ints if n != counter]
        return inner

    def make_for(self, scope, size):
        variable, inner = self.name("i"), scope.copy()
        inner.ints.append(variable)
        limit = self.random.randrange(2, 5)
        word, source = self.random.choice([("in", f"1 .. H.Any {limit}"), ("in", f"H.Some {limit}"), ("in", f"H.List {limit}"),
                                           ("in", f"H.Array {limit}"), ("to", f"H.Any {limit}")])
        if scope.kind == "seq" and word == "to":
            word, source = "in", f"H.Some {limit}"
        return For(self.number(), self.number(2), variable, Text(source), self.sequence(inner, size), word)

    def function(self, scope, size):
        name = self.name("f")
        inner = scope.copy(functions=[])
        inner.ints.append("x")
        body = self.sequence(inner, size + 1, True)
        body.statements.insert(0, self.use(inner))
        call = Simple(self.number(), Text(f"H.Use({name} {self.random.choice(scope.ints)})"))
        scope.functions.append(name)
        return Sequence([Function(name, body), call])

    def make_try(self, scope, size):
        if self.random.random() < 0.3 and scope.kind == "plain":
            return TryFinally((self.number(), self.number()), self.sequence(scope, size), self.sequence(scope, size))
        again = self.random.random() < 0.5
        patterns = [":? InvalidOperationException", "Odd _", "Failure \"no\""]
        patterns = self.random.sample(patterns, self.random.randrange(1, 3)) + ([] if again else ["_"])
        rules = [self.rule(scope, size, p, p != "_" and self.random.random() < 0.3) for p in patterns]
        first = self.number(len(rules) + 1)
        return TryWith((self.number(), self.number()), first, self.sequence(scope, size), rules, again, self.name("e"))

    def rule(self, scope, size, pattern, guarded, constants=(), value=False):
        guard = self.condition(scope, 1) if guarded else None
        return Rule(pattern, guard, self.number() if guard else 0, self.body(scope, size, value), constants)

    def match(self, scope, size, value=False):
        scrutinee, patterns, construct = self.patterns(scope)
        rules = [self.rule(scope, size, p, self.random.random() < 0.25, c, value) for p, c in patterns]
        rules.append(self.rule(scope, size, "_", False, (), value))
        return Match(self.number(), self.number(sum(r.arm_count for r in rules)), Text(scrutinee), rules, self.name("w"),
                     "match, " + construct)

    def patterns(self, scope):
        """(value, [(pattern, constants)], name of the kind); the patterns exclude each other."""
        name = self.random.choice(scope.ints)
        kind = self.random.choice(["dense", "sparse", "text", "option", "type", "union", "active", "pair"])
        count, choose = self.random.randrange(1, 5), self.random.sample
        if kind in ("dense", "sparse", "text"):
            numbers = choose(range(8), count + 1) if kind != "sparse" else choose([1, 3, 50, 400, -7, 9000], count + 1)
            texts = [f'"word{n}"' if kind == "text" else str(n) for n in numbers]
            made = [(t, ()) for t in texts[1:]]
            if self.random.random() < 0.3:
                made[0] = (f"{texts[0]} | {texts[1]}", (texts[0], texts[1]))
            return (f"H.Word {name}" if kind == "text" else f"H.I {name}"), made, kind
        table = {
            "option": (f"H.Option {name}", ["Some 1", "None", "Some 2"]),
            "type": (f"H.O {name}", [":? int", ":? string", "null"]),
            "union": (f"H.Shape {name}", ["Circle 1", "Circle _", "Square _", "Nothing"]),
            "active": (f"H.I {name}", ["Small", "Middle"]),
            "pair": (f"(H.I {name}, H.B 2)", ["(1, true)", "(1, false)", "(2, _)"]),
        }
        value, patterns = table[kind]
        return value, [(p, ()) for p in patterns[:max(1, min(count, len(patterns) - (kind == "union")))]], kind

    def method(self, name, size):
        kind = self.random.choices(["plain", "task", "seq"], [6, 3, 2])[0]
        scope = Scope(kind)
        body = self.sequence(scope, size, kind != "seq")
        if kind == "seq":
            body.statements.append(Simple(self.number(), Text("yield ", self.int(scope))))
        return Method(name, kind, self.number(), body)
