"""Random expressions of C#: numbers, texts, rows, and conditions with their decisions."""

from cs_more import More
from cs_tree import Absent, Arm, Chain, Condition, Lambda, SwitchExpression, Test, Text


class Scope:
    """The variables that may be read, by type, and what the place allows."""

    def __init__(self):
        self.names = {"int": ["a", "b"], "string": ["s"], "object": ["o"], "row": [], "number": []}
        self.kind = "plain"     # plain, async, iterator, stream
        self.waits = False      # await is allowed
        self.yields = False
        self.loops = 0          # break and continue are allowed
        self.switches = 0       # break would leave a switch
        self.returns = True
        self.result = "int"
        self.functions = []
        self.depth = 0
        self.inside = False     # in a function inside a method
        self.section = False    # directly in a section of a switch

    def copy(self, **changes):
        other = Scope()
        other.__dict__.update(self.__dict__)
        other.names = {key: list(value) for key, value in self.names.items()}
        other.functions = list(self.functions)
        other.__dict__.update(changes)
        return other


class Values(More):
    """Makes expressions. Numbers of points and arms are given out in one row."""

    def __init__(self, random):
        self.random = random
        self.numbers = 0
        self.names = 0
        self.callees = []       # methods that were made before

    def number(self, count=1):
        self.numbers += count
        return self.numbers - count

    def name(self, start):
        self.names += 1
        return f"{start}{self.names}"

    def pick(self, *weighted):
        """One of (weight, function): the value that the function gives."""
        return self.random.choices([f for _, f in weighted], [w for w, _ in weighted])[0]()

    def some(self, limit=9):
        return str(self.random.randrange(1, limit))

    # numbers

    def simple_int(self, scope):
        return self.pick(
            (3, lambda: Text(self.random.choice(scope.names["int"]))),
            (1, lambda: Text(self.some())),
            (2, lambda: Text(f"H.I({self.random.choice(scope.names['int'])})")),
            (2, lambda: Text(f"H.Any({self.some(7)})")))

    def call_int(self, scope):
        """A number that no compiler knows."""
        return self.pick(
            (3, lambda: Text(f"H.I({self.random.choice(scope.names['int'])})")),
            (1, lambda: Text(f"H.May({self.random.choice(scope.names['int'])})")),
            (2, lambda: Text(f"H.Any({self.some(7)})")))

    def int(self, scope, depth=2):
        if depth <= 0:
            return self.simple_int(scope)
        less = depth - 1
        choices = [
            (4, lambda: self.simple_int(scope)),
            (2, lambda: Text(self.int(scope, less), None, f"{self.random.choice('+-*')} ", self.simple_int(scope))),
            (2, lambda: Text("(", self.condition(scope, less), None, "? ", self.call_int(scope), None, ": ",
                             self.int(scope, less), ")")),
            (2, lambda: self.switch_expression(scope, less)),
            (1, lambda: Absent(self.number(2), Text(self.text_source(scope)),
                               Text("?.Length", None, "?? ", self.call_int(scope)), "?. ??")),
            (1, lambda: Absent(self.number(2), Text(f"H.Number({self.random.choice(scope.names['int'])})"),
                               Text(None, "?? ", self.call_int(scope)), "??")),
            (1, lambda: Text("H.I(", self.int(scope, less), ")")),
            (1, lambda: self.lambda_call(scope, less)),
            (1, lambda: Text("checked(", self.int(scope, less), " + ", self.simple_int(scope), ")")),
        ]
        if scope.waits:
            choices.append((3, lambda: Text("(await H.Wait(", self.int(scope, less), "))")))
        if scope.functions:
            choices.append((2, lambda: self.function_call(scope)))
        if self.callees and scope.depth < 3:
            choices.append((1, lambda: self.method_call(scope)))
        if self.more:
            choices.append((4, lambda: self.more_int(scope, less)))
        return self.pick(*choices)

    def function_call(self, scope):
        name, waits = self.random.choice(scope.functions)
        if waits and not scope.waits:
            return self.simple_int(scope)
        return Text(f"(await {name}(", self.simple_int(scope), "))") if waits else \
            Text(f"{name}(", self.simple_int(scope), ")")

    def method_call(self, scope):
        name, kind = self.random.choice(self.callees)
        arguments = Text(self.simple_int(scope), ", ", self.simple_int(scope), f", {self.text_source(scope)}, ",
                         self.random.choice(scope.names["object"]))
        if kind == "plain":
            return Text(f"{name}(", arguments, ")")
        if kind == "async" and scope.waits:
            return Text(f"(await {name}(", arguments, "))")
        return self.simple_int(scope)

    @staticmethod
    def inner(scope):
        """What a lambda that does not wait may use."""
        return scope.copy(waits=False, yields=False, loops=0, switches=0)

    def lambda_call(self, scope, depth):
        inner, point = self.inner(scope), self.number()
        return Text(self.random.choice(["H.Call(", "H.Later("]), Lambda("()", self.int(inner, depth), point), ")")

    # texts and rows

    def text_source(self, scope):
        """A text that may be null."""
        return self.random.choice(scope.names["string"] + [f"H.Maybe({self.random.choice(scope.names['int'])})"])

    def row_source(self, scope):
        return self.random.choice(scope.names["row"] + [f"H.R({self.random.choice(scope.names['int'])})"])

    def text(self, scope, depth=1):
        number = self.random.choice(scope.names["int"])
        return self.pick(
            (2, lambda: Text(f'"t{self.some()}"')),
            (2, lambda: Text(f"H.S({number})")),
            (2, lambda: Absent(self.number(2), Text(self.text_source(scope)), Text(None, f"?? H.S({number})"), "??")),
            (1, lambda: Text('"x" + ', self.int(scope, depth - 1), ' + "y"')),
            (1, lambda: Text('$"{', Text(f"H.I({number})"), '} and {', number, '}"')),
            (1, lambda: Text("(", self.condition(scope, depth - 1), None, f"? H.S({number})", None, ': "no")')))

    def maybe_text(self, scope):
        """A text that may be null, with decisions."""
        return self.pick(
            (1, lambda: Text(self.text_source(scope))),
            (1, lambda: Absent(self.number(2), Text(self.row_source(scope)), Text("?.Text"), "?.")),
            (1, lambda: Chain(self.number(2), Text(f"H.R({self.random.choice(scope.names['int'])})"), self.number(2))))

    # conditions

    def condition(self, scope, depth=2, right=False):
        if depth <= 0:
            return self.leaf(scope)
        less = depth - 1
        return self.pick(
            (5, lambda: self.leaf(scope)),
            (2, lambda: Text(self.operand(scope, less), None, "&& ", self.operand(scope, less))),
            (2, lambda: Text("(", self.condition(scope, less), None, "|| ", self.condition(scope, less), ")")),
            (1, lambda: Text("!(", self.condition(scope, less), ")")))

    def operand(self, scope, depth):
        inner = self.condition(scope, depth)
        return Text("(", inner, ")")

    def leaf(self, scope):
        return self.pick((6, lambda: Condition(self.number(2), self.compare(scope))), (3, lambda: self.test(scope)))

    def compare(self, scope):
        """A bool without decisions of its own, but those of a value in it."""
        number = self.random.choice(scope.names["int"])
        choices = [
            (4, lambda: Text(f"H.{self.random.choice(['B', 'Not'])}({self.random.randrange(2, 6)})")),
            (3, lambda: Text(number, f" {self.random.choice(['<', '>', '<=', '>=', '==', '!='])} ", self.some())),
            (1, lambda: Text("H.I(", self.simple_int(scope), f") {self.random.choice(['<', '>', '=='])} ", number)),
            (1, lambda: Text(self.text_source(scope), " == \"m2\"")),
            (1, lambda: Text(self.text_source(scope), self.random.choice([" == null", " is null", " != null"]))),
            (1, lambda: Text(f"{number} is {self.some()}")),
            (1, lambda: Text(f"H.O({number}) is {self.random.choice(['int', 'string', 'not Row', 'null'])}")),
        ]
        if scope.waits:
            choices.append((2, lambda: Text("await H.Wait(", self.simple_int(scope), ") > ", number)))
        return self.pick(*choices)

    def test(self, scope):
        """A pattern of one test or two."""
        if self.more and self.random.random() < 0.6:
            return self.more_test(scope)
        number, name = self.random.choice(scope.names["int"]), self.name("p")
        thing = self.random.choice(scope.names["object"])
        first, second = self.number(2), self.number(2)
        limit = self.some()
        return self.random.choice([
            Test(f"{thing} is int {name}", [(first, f"{thing} is int {name}")]),
            Test(f"{thing} is string {name}", [(first, f"{thing} is string {name}")]),
            Test(f"H.R({number}) is {{ }} {name}", [(first, f"H.R({number}) is {{ }} {name}")]),
            Test(f"{number} is > 1 and < 6", [(first, f"{number} > 1"), (second, f"{number} < 6")]),
            Test(f"{thing} is Row {{ Number: > {limit} }}",
                 [(first, f"{thing} is Row {name}"), (second, f"{name}.Number > {limit}")]),
            Test(f"H.R({number}) is {{ Number: < {limit} }}",
                 [(first, f"H.R({number}) is {{ }} {name}"), (second, f"{name}.Number < {limit}")]),
            Test(f"{thing} is string {{ Length: 2 }}",
                 [(first, f"{thing} is string {name}"), (second, f"{name}.Length == 2")]),
        ])

    # labels and arms

    def labels(self, scope, count):
        """(scrutinee, patterns that exclude each other, name of the kind)"""
        if self.more and self.random.random() < 0.4:
            return self.more_labels(scope, count)
        number = self.random.choice(scope.names["int"])
        kind = self.random.choice(["dense", "sparse", "string", "kind", "char", "type", "relation", "row"])
        choose = self.random.sample
        if kind == "dense":
            value = Text(self.random.choice([number, f"H.I({number})", f"{number} + 1"]))
            patterns = [str(n) for n in choose(range(0, count + 2), count)]
        elif kind == "sparse":
            value = Text(self.random.choice([number, f"H.I({number})"]))
            patterns = [str(n) for n in choose([1, 2, 3, 5, 100, 1000, -7, 4000], count)]
        elif kind == "string":
            value = Text(self.random.choice([f"H.Word({number})", f"H.Maybe({number})"]))
            start = "word" if "Word" in value.parts[0] else "m"
            patterns = [f'"{start}{n}"' for n in choose(range(9), count)]
        elif kind == "kind":
            value = Text(f"H.K({number})")
            patterns = ["Kind." + n for n in choose(["None", "One", "Two", "Three", "Seven", "Nine"], min(count, 5))]
        elif kind == "char":
            value = Text(f"H.C({number})")
            patterns = [f"'{n}'" for n in choose("abcdefkm", count)]
        elif kind == "type":
            value = Text(self.random.choice([f"H.O({number})", self.random.choice(scope.names["object"])]))
            patterns = choose(["int", "string", "Row", "Kind", "null", "long"], min(count, 5))
        elif kind == "relation":
            value = Text(self.random.choice([number, f"H.I({number})"]))
            patterns = ["< 0", "< 3", "4", "> 6"][:max(2, min(count, 4))]
        else:
            value = Text(f"H.R({number})")
            patterns = ["null", "{ Number: > 5 }", "{ Text: null }", "{ Kind: Kind.One }"][:max(2, min(count, 4))]
        return value, patterns, kind

    def switch_expression(self, scope, depth):
        value, patterns, kind = self.labels(scope, self.random.randrange(1, 6))
        arms = []
        if kind in ("dense", "sparse") and len(patterns) > 3 and self.random.random() < 0.3:
            patterns = [f"{patterns[0]} or {patterns[1]}"] + patterns[2:]
        for pattern in patterns:
            guard = self.condition(scope, 1) if self.random.random() < 0.2 else None
            arms.append(self.arm(scope, depth, pattern, guard))
        arms.append(self.arm(scope, depth, "_", None))
        return SwitchExpression(self.number(len(arms)), value, arms, "switch expression, " + kind)

    def arm(self, scope, depth, pattern, guard):
        value = self.int(scope, depth - 1)
        if self.random.random() < 0.05 and pattern != "_":     # one arm has a type
            value = Text("throw new Odd(", self.simple_int(scope), ")")
        return Arm(pattern, guard, self.number() if guard else 0, value, self.number())
