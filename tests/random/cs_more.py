"""Constructs of C# that only seeds from MORE on have: what an earlier seed makes stays what it was."""

from cs_tree import Absent, Block, Condition, ForEach, If, Lambda, Node, Pair, Simple, Statement, Test, Text, While

MORE = 1000


class Clause(Node):
    """The value of a query clause: a lambda without a head."""

    def __init__(self, point, value, is_condition):
        self.point, self.value, self.is_condition = point, value, is_condition

    def plain(self, w):
        first = w.line
        w.begin(self.point)
        self.value.plain(w)
        w.end()
        w.share(first, w.line)

    def twin(self):
        value = self.value.twin()
        return f"(T.Q({self.point}) && ({value}))" if self.is_condition else f"(T.P({self.point}) + ({value}))"


class Asked(Node):
    """a?.B(); as a statement: nothing stands around it."""

    def __init__(self, arms, value, behind):
        self.arms, self.value, self.behind = arms, value, behind

    def plain(self, w):
        self.value.plain(w)
        w.decide(self.arms, 2, "?.")
        w.put(self.behind)

    def twin(self):
        return f"T.N({self.arms}, {self.value.twin()}){self.behind}"


class Forever(While):
    """while (true) { .. }: optimised code has no test."""

    def plain(self, w):
        w.point(self.point, "while (true)", "debug")
        w.spread = 0.0
        w.newline()
        self.inside.plain(w)

    def twin(self):
        return f"while (T.Q({self.point})) {{ {self.inside.twin()} }}"


class ShortFunction(Statement):
    """A local function that is an expression."""

    def __init__(self, head, point, value):
        self.head, self.point, self.value = head, point, value

    def plain(self, w):
        w.put(self.head + " => ")
        w.begin(self.point)
        self.value.plain(w)
        w.end()
        w.put(";")

    def twin(self):
        return f"{self.head} {{ T.P({self.point}); return {self.value.twin()}; }}"


class More:
    """Part of the maker."""
    more = False

    # expressions

    def more_test(self, scope):
        """A pattern of one test or several."""
        number, name, other = self.random.choice(scope.names["int"]), self.name("p"), self.name("p")
        thing, limit, text = self.random.choice(scope.names["object"]), self.some(), self.text_source(scope)
        row, numbers = f"H.R({number})", f"H.List({self.some(4)})"
        tests = self.random.choice([
            (f"{numbers} is [> {limit}, ..]", f"{numbers} is {{ }} {name}", f"{name}.Count >= 1", f"{name}[0] > {limit}"),
            (f"{numbers} is [_, _]", f"{numbers} is {{ }} {name}", f"{name}.Count == 2"),
            (f"{thing} is int {name} and > {limit}", f"{thing} is int {name}", f"{name} > {limit}"),
            (f"{thing} is not null and not string", f"{thing} is not null", f"{thing} is not string"),
            (f"{row} is {{ Text.Length: > 2 }}", f"{row} is {{ }} {name}", f"{name}.Text is {{ }} {other}", f"{other}.Length > 2"),
            (f"{row} is {{ Next: {{ Number: > {limit} }} }}", f"{row} is {{ }} {name}", f"{name}.Next is {{ }} {other}",
             f"{other}.Number > {limit}"),
            (f"{thing} is Row {{ Text: null }}", f"{thing} is Row {name}", f"{name}.Text is null"),
            (f"({number}, H.I({number})) is (> 1, < 6)", f"H.I({number}) is var {name} && {number} > 1", f"{name} < 6"),
            (f"{text} is ['m', ..]", f"{text} is {{ }} {name}", f"{name}.Length >= 1", f"{name}[0] == 'm'"),
            (f"H.K({number}) is Kind.One", f"H.K({number}) is Kind.One"),
        ])
        return Test(tests[0], [(self.number(2), test) for test in tests[1:]])

    def more_int(self, scope, depth):
        number = self.random.choice(scope.names["int"])
        return self.pick(
            (2, lambda: Absent(self.number(2), Text(f"H.Number({number})"),
                               Text(None, "?? throw new Odd(", self.simple_int(scope), ")"), "?? throw")),
            (2, lambda: Absent(self.number(2), Text(self.text_source(scope)), Text("?[0]", None, "?? 'z'"), "?[] ??")),
            (2, lambda: Text("(", self.condition(scope, depth), None, "? ", self.call_int(scope), None, ": throw new Odd(",
                             self.simple_int(scope), "))")),
            (3, lambda: self.predicate(scope)),
            (3, lambda: self.query(scope)))

    def element(self, scope):
        """A name for an element, a scope with it, and a bool that may ask for it."""
        inner, name = self.inner(scope), self.name("x")
        inner.names["int"].append(name + " * 1")
        return name, inner, self.logic(inner) if self.random.random() < 0.6 else self.compare(inner)

    def predicate(self, scope):
        name, _, value = self.element(scope)
        return Text(f"H.Count({self.some(5)}, ", Lambda(name, value, self.number()), ")")

    def query(self, scope):
        name, inner, condition = self.element(scope)
        where, select = self.number(), self.number()
        return Text(f"(from {name} in H.List({self.some(4)})", None, " where ", Clause(where, condition, True), None, " select ",
                    Clause(select, Text("H.I(", self.int(inner, 1), ")"), False), ").Sum()")

    def more_labels(self, scope, count):
        number, other = self.random.choice(scope.names["int"]), self.random.choice(scope.names["int"])
        kind = self.random.choice(["tuple", "list", "text", "absent"])
        value, patterns = {
            "tuple": (f"(H.I({number}), {other})", ["(1, _)", "(_, 2)", "(3, > 1)", "(> 4, < 0)"]),
            "list": (f"H.List({self.some(5)})", ["[]", "[_]", "[> 1, ..]", "[.., 0]"]),
            "text": (f"H.Maybe({number})", ["null", '"m2"', "{ Length: 2 }", "['m', ..]"]),
            "absent": (f"H.Number({number})", ["null", "1", "> 3", "2"])}[kind]
        return Text(value), patterns[:max(2, min(count, 4))], kind

    # statements

    def more_statement(self, scope, size):
        number = self.random.choice(scope.names["int"])
        choices = [
            (2, lambda: Simple(self.number(), Text(Asked(self.number(2), Text(f"H.R({number})"), "?.Poke()"), ";"))),
            (2, lambda: self.deconstruct(scope)),
        ]
        if scope.depth < 5:
            choices += [(3, lambda: self.forever(scope, size)), (3, lambda: self.stored(scope, size)),
                        (3, lambda: self.more_foreach(scope, size)), (2, lambda: self.short_function(scope))]
        return self.pick(*choices)

    def deconstruct(self, scope):
        first, second = self.name("v"), self.name("v")
        value = Text(f"(int {first}, int {second}) = (", Text("H.I(", self.int(scope, 1), ")"), ", ", f"H.Any({self.some(7)})", ");")
        scope.names["int"] += [first, second]
        return Simple(self.number(), value)

    def forever(self, scope, size):
        counter, limit = self.rounds()
        inside = self.inside(scope)
        declared = Simple(self.number(), Text(f"int {counter} = 0;"))
        out = Simple(self.number(), Text("break;"), "jump", False)
        test = If(self.number(), Condition(self.number(2), Text(f"{counter}++ >= {limit}")),
                  Block(self.number(), self.number(), [out]))
        block = self.block(inside, size, tail=False)
        place = self.random.choice([0, len(block.statements)])
        block = Block(block.opening, block.closing, block.statements[:place] + [test] + block.statements[place:])
        return Pair(declared, Forever(self.number(), None, block))

    def stored(self, scope, size):
        """A value of operands that is tested later."""
        name = self.name("f")
        declared = Simple(self.number(), Text(f"bool {name} = ", self.logic(scope), ";"))
        return Pair(declared, If(self.number(), Condition(self.number(2), Text(name)), self.block(scope, size)))

    def more_foreach(self, scope, size):
        inside, limit, first, second = self.inside(scope), self.some(5), self.name("e"), self.name("e")
        if self.random.random() < 0.5:
            variable, source = first, f'(H.S({limit}) + "xy")'
            inside.names["int"].append(first + " * 1")
        else:
            variable, source = f"({first}, {second})", f"H.Pairs({limit})"
            inside.names["int"] += [first + " * 1", second + " * 1"]
        loop = ForEach([self.number(), self.number()], self.number(2), variable, Text(source), self.embedded(inside, size), False)
        loop.is_array = variable == first     # a string has an index
        return loop

    def short_function(self, scope):
        if scope.inside_function:
            return self.use(scope)
        name, inner = self.name("F"), self.inner(scope)
        if "x" not in inner.names["int"]:
            inner.names["int"].append("x")
        inner.functions = []
        made = ShortFunction(f"int {name}(int x)", self.number(), self.int(inner))
        scope.functions.append((name, False))
        return made
