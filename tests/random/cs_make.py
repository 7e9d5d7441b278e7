"""Random programs of C#: methods of all kinds, made of random statements."""

import re

from cs_tree import (Arm, AssignAbsent, Block, Condition, Do, For, ForEach, Function, Headed, If, Label, Lambda, Pair, Simple, Switch, Text, Try,
                     While)
from cs_values import Scope, Values


def lone_jump(node):
    """The text of the jump that the node consists of, or None. The IL of an `if` with the same jump in both arms holds no test."""
    while isinstance(node, Block) and len(node.statements) == 1:
        node = node.statements[0]
    return node.content.twin() if isinstance(node, Simple) and node.kind == "jump" else None


class Maker(Values):
    """Makes statements; what a place allows is in the scope."""

    # blocks

    def block(self, scope, size, is_body=False, tail=True):
        """A block of statements; its variables are its own."""
        scope = scope.copy(depth=scope.depth + 1, section=False)
        returns = [False]
        scope.returned = returns if is_body else scope.returned
        statements = self.statements(scope, size, tail)
        return Block(self.number(), self.number(), statements, is_body, returns[0])

    def statements(self, scope, size, tail=True):
        made = []
        for _ in range(self.random.randrange(1, size + 1)):
            made.append(self.statement(scope, size))
            if not made[-1].ends:
                made[-1] = self.sometimes(scope, made[-1])
        made.append(self.use(scope))
        if tail and self.random.random() < 0.25:
            jump = self.jump(scope)
            if jump:
                made.append(jump)
        return made

    def sometimes(self, scope, statement):
        """A statement that does not come to its end, made so that what follows is reached."""
        return If(self.number(), self.condition(scope, 1), Block(self.number(), self.number(), [statement]))

    def use(self, scope):
        value = self.pick((4, lambda: self.int(scope)), (1, lambda: self.text(scope)), (1, lambda: self.maybe_text(scope)),
                          (1, lambda: Text("(", self.logic(scope), ")")))
        return Simple(self.number(), Text("H.Use(", value, ");"))

    def logic(self, scope):
        """A value of operands: each is a decision."""
        left, right = self.condition(scope, 0), self.condition(scope, 0)
        return Text(left, None, self.random.choice(["&& ", "|| "]), right)

    def jump(self, scope):
        choices = [(1, lambda: Simple(self.number(), Text("throw new Odd(", self.int(scope, 1), ");"), ends=False))]
        if scope.returns:
            choices.append((3, lambda: self.back(scope)))
        if scope.loops and not scope.switches:
            choices.append((3, lambda: Simple(self.number(), Text("break;"), "jump", False)))
        if scope.loops and scope.depth > scope.loop_depth:
            choices.append((2, lambda: Simple(self.number(), Text("continue;"), "jump", False)))
        return self.pick(*choices)

    def back(self, scope):
        if scope.kind in ("iterator", "stream"):
            return Simple(self.number(), Text("yield break;"), "jump", False)
        scope.returned[0] = True
        if scope.result == "void":
            return Simple(self.number(), Text("return;"), "jump", False)
        value = self.int(scope)
        plain = isinstance(value, Text) and len(value.parts) == 1 and value.parts[0] in scope.names["int"]
        return Simple(self.number(), Text("return ", value, ";"), "jump" if plain else "exact", False)

    # statements

    def statement(self, scope, size):
        less = max(1, size - 1)
        choices = [
            (6, lambda: self.use(scope)),
            (3, lambda: self.declare(scope)),
            (2, lambda: self.assign(scope)),
            (2, lambda: Simple(self.number(), Text("H.Try(", self.int(scope, 1), ");"))),
        ]
        if scope.depth < 5:
            choices += [
                (6, lambda: self.make_if(scope, less)),
                (2, lambda: self.make_while(scope, less)),
                (1, lambda: self.make_for(scope, less)),
                (2, lambda: self.make_foreach(scope, less)),
                (4, lambda: self.make_switch(scope, less)),
                (2, lambda: self.make_try(scope, less)),
                (1, lambda: self.headed(scope, less)),
                (1, lambda: self.function(scope, less)),
                (1, lambda: self.block_lambda(scope, less)),
                (1, lambda: self.block(scope, less)),
                (1, lambda: self.make_goto(scope, less)),
            ]
        if scope.yields:
            choices.append((5, lambda: Simple(self.number(), Text("yield return ", self.int(scope), ";"))))
        if self.more:
            choices.append((6, lambda: self.more_statement(scope, less)))
        return self.pick(*choices)

    def declare(self, scope):
        kind, start, make = self.random.choice([
            ("int", "v", lambda: self.int(scope)), ("string", "t", lambda: self.maybe_text(scope)),
            ("object", "u", lambda: Text(f"H.O({self.random.choice(scope.names['int'])})")),
            ("row", "r", lambda: Text(f"H.R({self.random.choice(scope.names['int'])})"))])
        name, value = self.name(start), make()
        types = {"int": "int", "string": "string?", "object": "object?", "row": "Row?"}
        scope.names[kind].append(name)
        unread = not re.search(r"\b(H\.|T\.|[FM]\d+\()", value.twin())      # it may be left out when nothing reads it
        return Simple(self.number(), Text(f"{types[kind]} {name} = ", value, ";"), "jump" if unread else "exact")

    def assign(self, scope):
        name = self.random.choice([n for n in scope.names["int"] if "*" not in n])     # loops count with the others
        return self.pick(
            (2, lambda: Simple(self.number(), Text(f"{name} {self.random.choice(['=', '+='])} ", self.int(scope), ";"))),
            (1, lambda: Simple(self.number(), Text(f"{name}++;"))),
            (1, lambda: self.assign_absent(scope)))

    def assign_absent(self, scope):
        name = self.random.choice(scope.names["string"])
        return AssignAbsent(self.number(), name, self.number(2), f"H.S({self.random.choice(scope.names['int'])})")

    def embedded(self, scope, size):
        """A block, or a statement without braces that declares nothing."""
        if self.random.random() < 0.6:
            return self.block(scope, size)
        if self.random.random() < 0.2:
            return self.jump_behind(scope) or self.use(scope)
        return self.use(scope)

    def jump_behind(self, scope):
        return self.jump(scope) if scope.depth > scope.loop_depth or not scope.loops else None

    def make_if(self, scope, size):
        other = None
        if self.random.random() < 0.5:
            other = self.make_if(scope, size) if self.random.random() < 0.3 else self.embedded(scope, size)
        point, condition = self.number(), self.condition(scope)
        body = self.embedded(scope.copy(depth=scope.depth + 1), size)
        return If(point, condition, body, None if other and lone_jump(body) and lone_jump(body) == lone_jump(other) else other)

    def inside(self, scope):
        inner = scope.copy(loops=scope.loops + 1, switches=0)
        inner.loop_depth = scope.depth + 1
        return inner

    def rounds(self):
        """A condition that ends each loop, and the counter's declaration."""
        return self.name("k"), self.random.randrange(1, 4)

    def make_while(self, scope, size):
        counter, limit = self.rounds()
        declared = Simple(self.number(), Text(f"int {counter} = 0;"))
        condition = Condition(self.number(2), Text(f"{counter}++ < {limit}"))
        if self.random.random() < 0.5:
            condition = Text(condition, None, "&& ", self.condition(scope, 0))
        inside = self.inside(scope)
        kind = Do if self.random.random() < 0.4 else While
        return Pair(declared, kind(self.number(), condition, self.block(inside, size, tail=kind is While)))

    def make_for(self, scope, size):
        counter, limit = self.rounds()
        condition = Condition(self.number(2), Text(f"{counter} < {limit}"))
        if self.random.random() < 0.3:
            condition = Text(condition, None, "&& ", self.condition(scope, 0))
        points = [self.number(), self.number(), self.number()]
        inside = self.inside(scope)
        inside.names["int"].append(counter + " * 1")
        return For(points, Text(f"int {counter} = 0"), condition, Text(f"{counter}++"), self.block(inside, size, tail=False))

    def make_foreach(self, scope, size):
        wait = scope.waits and self.random.random() < 0.4
        variable, limit = self.name("e"), self.some(5)
        inside = self.inside(scope)
        numbers = self.random.choice([f"H.Some({limit})", f"H.List({limit})", "new[] { a, b, 3 }"])
        if wait:
            numbers = f"H.Stream({limit})"
        inside.names["int"].append(variable + " * 1")
        return ForEach([self.number(), self.number()], self.number(2), variable, Text(numbers),
                       self.embedded(inside, size), wait)

    def make_switch(self, scope, size):
        value, patterns, kind = self.labels(scope, self.random.randrange(1, 8))
        jumps = kind in ("dense", "sparse", "kind", "string", "char") and self.random.random() < 0.2
        sections, taken = [], 0
        while taken < len(patterns):
            more = 1 + (kind in ("string", "sparse") and self.random.random() < 0.15)
            labels = []
            if more > 1 and kind == "sparse" and abs(int(patterns[taken]) - int(patterns[min(taken + 1, len(patterns) - 1)])) < 2:
                more = 1        # neighbours of one body are one arm
            for pattern in patterns[taken:taken + more]:
                guard = self.condition(scope, 1) if not jumps and self.random.random() < 0.2 else None
                labels.append(Arm(pattern, guard, self.number() if guard else 0))
            taken += more
            sections.append((labels, self.section(scope, size, patterns if jumps else None)))
        if self.random.random() < 0.5:
            place = len(sections) if self.random.random() < 0.7 else self.random.randrange(len(sections) + 1)
            sections.insert(place, ([None], self.section(scope, size)))
        count = sum(len(labels) for labels, _ in sections if None not in labels) + 1
        return Switch(self.number(), self.number(count), value, sections, "switch, " + kind, jumps)

    def section(self, scope, size, patterns=None):
        inner = scope.copy(depth=scope.depth + 1, switches=scope.switches + 1, section=True)
        inner.loop_depth = scope.depth + 9
        statements = self.statements(inner, size, tail=False)
        if patterns and self.random.random() < 0.3:
            condition = Text("H.B(5)")
            statements.append(If(self.number(), Condition(self.number(2), condition), Block(self.number(), self.number(), [
                Simple(self.number(), Text(f"goto case {self.random.choice(patterns)};"), "jump", False)])))
            statements.append(self.use(inner))
        last = self.jump(inner) if self.random.random() < 0.2 else None
        statements.append(last or Simple(self.number(), Text("break;"), "jump", False))
        return statements

    def make_try(self, scope, size):
        inner = scope.copy(yields=False)
        handlers, last = [], None
        if not scope.yields and self.random.random() < 0.75:
            for number in range(self.random.randrange(1, 3)):
                handlers.append(self.handler(inner, size, number))
        if not handlers or self.random.random() < 0.4:
            last = self.block(inner.copy(returns=False, loops=0, switches=0), size, tail=False)
        return Try(self.block(scope if not handlers else inner, size), handlers, last)

    def handler(self, scope, size, number):
        head = "catch (Odd)" if number == 0 else self.random.choice(["catch (InvalidOperationException)"])
        condition = None
        if self.random.random() < 0.3:
            condition = self.condition(scope.copy(waits=False), 1)
        point = self.number()
        return head, (point, "debug" if scope.waits else "exact"), condition, self.number(), self.block(scope, size)

    def headed(self, scope, size):
        kind = self.random.randrange(4)
        if kind == 0 and not scope.waits and not scope.yields:
            return Headed(self.number(), Text("lock (H.Gate)"), self.block(scope, size))
        if kind == 1 and scope.waits:
            head = Text(f"await using (var {self.name('h')} = new Held(", self.int(scope, 1), "))")
        elif kind == 2 and not scope.section:
            return Simple(self.number(), Text(f"using var {self.name('h')} = new Held(", self.int(scope, 1), ");"))
        else:
            head = Text("using (new Held(", self.int(scope, 1), "))")
        return Headed(self.number(), head, self.block(scope, size))

    # functions inside functions

    def function(self, scope, size):
        name, waits = self.name("F"), self.random.random() < 0.3
        kind = "async" if waits else "plain"
        inner = scope.copy(waits=waits, yields=False, loops=0, switches=0, kind=kind, returns=True, result="int",
                           inside=True)
        inner.loop_depth = 99
        inner.names["int"] = inner.names["int"] + ["x"] if "x" not in inner.names["int"] else inner.names["int"]
        if scope.inside_function:
            return self.use(scope)
        inner.inside_function = True
        block = self.whole(inner, size)
        head = f"async Task<int> {name}(int x)" if waits else f"int {name}(int x)"
        scope.functions.append((name, waits))
        return Function(head, block, "int", kind)

    def block_lambda(self, scope, size):
        waits = scope.waits and self.random.random() < 0.5
        inner = scope.copy(waits=waits, yields=False, loops=0, switches=0, returns=True,
                           kind="async" if waits else "plain", result="int", inside=True)
        inner.loop_depth = 99
        block = self.whole(inner, size)
        if waits:
            made = Lambda("async ()", None, 0, block, kind="async")
            return Simple(self.number(), Text("H.Use(await H.CallAsync(", made, "));"))
        start = self.random.choice(["H.Call(", "H.Later("])
        return Simple(self.number(), Text(f"H.Use({start}", Lambda("()", None, 0, block), "));"))

    def whole(self, scope, size):
        """The block of a function that gives a number back."""
        block = self.block(scope, size, is_body=True, tail=False)
        if scope.kind in ("plain", "async") and scope.result == "int":
            value = self.int(scope)
            plain = isinstance(value, Text) and len(value.parts) == 1 and value.parts[0] in scope.names["int"]
            last = Simple(self.number(), Text("return ", value, ";"), "jump" if plain else "exact", False)
            block = Block(block.opening, block.closing, block.statements + [last], True, True)
            if scope.kind == "async" and scope.inside:      # the PDB does not hold where some of these end
                block.closing_kind = "loose"
        elif scope.yields:
            last = Simple(self.number(), Text("yield return ", self.simple_int(scope), ";"))
            block = Block(block.opening, block.closing, block.statements + [last], True)
        return block

    def make_goto(self, scope, size):
        """A jump forward out of an if, or back to a label, a few times."""
        label = self.name("L")
        jump = Simple(self.number(), Text(f"goto {label};"), "jump", False)
        condition = self.condition(scope, 1)
        if self.random.random() < 0.5:
            test = If(self.number(), condition, Block(self.number(), self.number(), [jump]))
            return Pair(test, self.use(scope), Label(self.number(), label), self.use(scope))
        counter = self.name("k")
        declared = Simple(self.number(), Text(f"int {counter} = 0;"))
        again = Text(Condition(self.number(2), Text(f"{counter}++ < 2")), None, "&& ", self.condition(scope, 0))
        test = If(self.number(), again, Block(self.number(), self.number(), [jump]))
        return Pair(declared, Label(self.number(), label), self.use(scope), test)


HEADS = {
    "plain": "public static int {0}(int a, int b, string? s, object? o)",
    "async": "public static async Task<int> {0}(int a, int b, string? s, object? o)",
    "iterator": "public static IEnumerable<int> {0}(int a, int b, string? s, object? o)",
    "stream": "public static async IAsyncEnumerable<int> {0}(int a, int b, string? s, object? o)",
}


class Method:
    def __init__(self, name, kind, block):
        self.name, self.kind, self.block = name, kind, block
        self.head = HEADS[kind].format(name)

    def plain(self, w):
        w.put(self.head)
        w.newline() if w.random.random() < 0.7 else w.put(" ")
        self.block.plain(w)
        w.end_line()

    def twin(self):
        return f"{self.head} {self.block.twin_body('int', self.kind)}"


def make_method(maker, name, size):
    kind = maker.random.choices(["plain", "async", "iterator", "stream"], [6, 4, 2, 1])[0]
    scope = Scope()
    scope.kind, scope.waits, scope.yields = kind, kind in ("async", "stream"), kind in ("iterator", "stream")
    scope.loop_depth, scope.returned, scope.inside_function = 99, [False], False
    block = maker.whole(scope, size)
    method = Method(name, kind, block)
    if kind in ("plain", "async"):
        maker.callees.append((name, kind))
    return method
