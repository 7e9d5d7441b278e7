"""Values of C# and patterns over them: each pattern prints itself and knows what it matches.

A value is None or a tuple: its type first, then what it holds.
"""

INTS = (0, 1, 2, 3, 4, 5, 7, 9, 12, 40, 1000)
CHARS = "aqxbf#7"
STRINGS = ("", "a", "b", "q", "ab", "qa", "qab", "xyz", "fff", "late", "seven", "quite", "#b", "b7", "longer text")
COLOURS = ("Red", "Green", "Blue", "Far")
COLOUR_NUMBERS = (0, 1, 2, 40)
CONSTANT_TYPES = ("int", "long", "char", "string", "Colour", "byte")

TYPES = ("int", "int", "long", "char", "bool", "string", "string", "Colour", "int?", "double", "object", "object", "object",
         "Shape", "Shape", "Node", "Pt", "int[]", "int[]", "(int, int)", "(object, int)", "(string, bool)", "byte", "Pt?",
         "char[]")


def text_of(value):
    """The C# expression of a value."""
    if value is None:
        return "null"
    kind, rest = value[0], value[1:]
    if kind == "string":
        return f'"{rest[0]}"'
    if kind == "char":
        return f"'{rest[0]}'"
    if kind == "bool":
        return "true" if rest[0] else "false"
    if kind in ("int[]", "char[]"):
        return f"new {kind} {{ " + ", ".join(text_of(v) for v in rest[0]) + " }"
    if kind == "tuple":
        return "(" + ", ".join(text_of(v) for v in rest[0]) + ")"
    if kind == "Colour":
        return "Colour." + COLOURS[rest[0]]
    if kind == "long":
        return f"{rest[0]}L"
    if kind == "byte":
        return f"(byte){rest[0]}"
    if kind in ("int", "double"):
        return repr(rest[0])
    return f"new {kind}(" + ", ".join(text_of(v) for v in rest) + ")"


def constant_text(value):
    """A value as a constant pattern."""
    return str(value[1]) if value is not None and value[0] == "byte" else text_of(value)


def random_value(rng, kind, depth=2):
    """A value of a static type."""
    pick = rng.choice
    if kind in ("int", "long"):
        return (kind, pick(INTS))
    if kind == "byte":
        return (kind, pick(INTS[:-1]))
    if kind == "char":
        return (kind, pick(CHARS))
    if kind == "bool":
        return (kind, rng.random() < 0.5)
    if kind == "string":
        return None if rng.random() < 0.1 else (kind, pick(STRINGS))
    if kind == "Colour":
        return (kind, rng.randrange(4))
    if kind == "double":
        return (kind, pick((0.5, 1.5, 2.5, 9.0, 40.25)))
    if kind in ("int?", "Pt?"):
        return None if rng.random() < 0.2 else random_value(rng, kind[:-1])
    if kind == "Pt":
        return (kind, random_value(rng, "int"), random_value(rng, "int"))
    if kind in ("int[]", "char[]"):
        if rng.random() < 0.1:
            return None
        return (kind, tuple(random_value(rng, kind[:-2]) for _ in range(rng.randrange(5))))
    if kind.startswith("("):
        return ("tuple", tuple(random_value(rng, k, depth) for k in kind[1:-1].split(", ")))
    if kind == "Shape":
        if rng.random() < 0.1:
            return None
        if rng.random() < 0.5:
            return ("Circle", random_value(rng, "int"), random_value(rng, "string"))
        return ("Box", random_value(rng, "int"), random_value(rng, "object", depth - 1))
    if kind == "Node":
        if depth <= 0 or rng.random() < 0.15:
            return None
        return (pick(("Node", "Node", "Leaf")), random_value(rng, "object", depth - 1), random_value(rng, "Node", depth - 1),
                random_value(rng, "int[]"))
    if kind == "object":
        kinds = ["int", "int", "long", "char", "bool", "string", "string", "Colour", "double", "Pt", "int[]"]
        if depth > 0:
            kinds += ["Shape", "Node"]
        return None if rng.random() < 0.08 else random_value(rng, pick(kinds), depth)
    raise ValueError(kind)


MEMBERS = {"Circle": (("Radius", "int"), ("Name", "string")), "Box": (("Width", "int"), ("Inner", "object")),
           "Node": (("Value", "object"), ("Next", "Node"), ("Items", "int[]")), "Pt": (("X", "int"), ("Y", "int"))}


def is_of(value, kind):
    """Whether a value that is not null has a type."""
    if value is None:
        return False
    actual = value[0]
    return (actual == kind or kind == "object" or kind == "Node" and actual == "Leaf"
            or kind == "Shape" and actual in ("Circle", "Box") or kind == "INamed" and actual in ("Circle", "Node", "Leaf"))


class Pattern:
    """Text, and a function (value, variables) -> bool that also assigns the variables of the pattern."""

    def __init__(self, text, match, constant=False, weight=1):
        self.text, self.match, self.constant, self.weight = text, match, constant, weight


class Patterns:
    """Makes random patterns. `names` gives fresh names; `bound` collects (name, type) where variables may be declared."""

    def __init__(self, rng, names):
        self.rng, self.names = rng, names

    def make(self, kind, depth, bound):
        """A pattern for a static type; bound None: without variables."""
        rng = self.rng
        if depth > 0 and rng.random() < 0.12:
            inner = self.make(kind, 0, None)
            if inner.text.startswith("not "):
                return inner
            if inner.text != "_" and not inner.text.startswith("var "):
                return Pattern(f"not ({inner.text})" if " or " in inner.text or " and " in inner.text else f"not {inner.text}",
                               lambda v, e, p=inner: not p.match(v, e))
        if kind in ("int", "long", "byte", "double"):
            return self.number(kind, bound)
        if kind == "char":
            return self.character()
        if kind == "bool":
            return self.constant((kind, rng.random() < 0.5))
        if kind == "string":
            return self.string(depth, bound)
        if kind == "Colour":
            if rng.random() < 0.3:
                c = rng.randrange(1, 4)
                return Pattern(f">= Colour.{COLOURS[c]}", lambda v, e: v[1] >= c)
            return self.constant((kind, rng.randrange(4)))
        if kind in ("int?", "Pt?"):
            if rng.random() < 0.2:
                return self.constant(None)
            inner = self.make(kind[:-1], depth, bound)
            if inner.text == "_" or inner.text.startswith(("var ", "not ")):
                return Pattern("not null", lambda v, e: v is not None)
            return Pattern(inner.text, lambda v, e: v is not None and inner.match(v, e), inner.constant)
        if kind == "Pt":
            return self.positional("", "Pt", depth, bound) if rng.random() < 0.5 else self.members("", "Pt", depth, bound)
        if kind in ("int[]", "char[]"):
            return self.array(kind[:-2], bound)
        if kind.startswith("("):
            parts = [self.part(k, depth - 1, bound) for k in kind[1:-1].split(", ")]
            return Pattern("(" + ", ".join(p.text for p in parts) + ")",
                           lambda v, e: all([p.match(x, e) for p, x in zip(parts, v[1])]))
        if kind == "Shape":
            return self.reference(kind, rng.choice(("Circle", "Box")), depth, bound)
        if kind == "Node":
            return self.reference(kind, rng.choice(("Node", "Node", "Leaf")), depth, bound)
        return self.thing(depth, bound)

    def part(self, kind, depth, bound):
        """A pattern inside another: also a discard or var."""
        chance = self.rng.random()
        if chance < 0.25:
            return Pattern("_", lambda v, e: True)
        if chance < 0.4 and bound is not None:
            return self.var(kind, bound)
        return self.make(kind, depth, bound)

    def var(self, kind, bound):
        """var x"""
        name = self.names("k")
        bound.append((name, kind))

        def match(value, variables):
            variables[name] = value
            return True
        return Pattern(f"var {name}", match)

    @staticmethod
    def constant(value):
        """A constant."""
        return Pattern(constant_text(value), lambda v, e: v == value, True)

    def number(self, kind, bound):
        """Numbers: constants, relations, their combinations."""
        rng = self.rng
        pool = (0.5, 1.5, 9.0) if kind == "double" else INTS if kind != "byte" else INTS[:-1]
        text = repr if kind != "long" else lambda n: f"{n}L"
        chance = rng.random()
        if chance < 0.4:
            return self.constant((kind, rng.choice(pool)))
        if chance < 0.6:
            n, op = rng.choice(pool), rng.choice(("<", ">", "<=", ">="))
            return Pattern(f"{op} {text(n)}", lambda v, e: compare(op, v[1], n))
        if chance < 0.75:
            low, high = sorted(rng.sample(pool, 2))
            return Pattern(f">= {text(low)} and <= {text(high)}", lambda v, e: low <= v[1] <= high)
        if chance < 0.85:
            n, m = rng.sample(pool, 2)
            return Pattern(f"> {text(n)} and not {text(m)}", lambda v, e: v[1] > n and v[1] != m)
        if chance < 0.92 and bound is not None and kind == "int":
            n, inner = rng.choice(pool), self.var(kind, bound)
            return Pattern(f"> {n} and {inner.text}", lambda v, e: v[1] > n and inner.match(v, e))
        n, m = rng.sample(pool, 2)
        return Pattern(f"not ({text(n)} or {text(m)})", lambda v, e: v[1] not in (n, m))

    def character(self):
        """Characters."""
        rng = self.rng
        if rng.random() < 0.7:
            return self.constant(("char", rng.choice(CHARS)))
        low, high = rng.choice((("a", "c"), ("f", "r"), ("a", "z"), ("0", "9")))
        return Pattern(f">= '{low}' and <= '{high}'", lambda v, e: low <= v[1] <= high)

    def string(self, depth, bound):
        """Strings: constants, null, lengths, lists of characters."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.45 or depth <= 0:
            return self.constant(("string", rng.choice(STRINGS)))
        if chance < 0.5:
            return self.constant(None)
        if chance < 0.7:
            inner = self.number("int", bound)
            name = ""
            if bound is not None and rng.random() < 0.5:
                name = self.names("s")
                bound.append((name, "string"))

            def match(value, variables):
                if value is None or not inner.match(("int", len(value[1])), variables):
                    return False
                variables[name] = value
                return True
            return Pattern(f"{{ Length: {inner.text} }}" + (" " + name if name else ""), match)
        return self.listed("string", "char", lambda v: [("char", c) for c in v[1]], bound)

    def array(self, element, bound):
        """Arrays: lists, null, lengths."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.12:
            return self.constant(None)
        if chance < 0.25:
            inner = self.number("int", bound)
            return Pattern(f"{{ Length: {inner.text} }}", lambda v, e: v is not None and inner.match(("int", len(v[1])), e))
        return self.listed(element + "[]", element, lambda v: v[1], bound)

    def listed(self, kind, element, items, bound):
        """[a, .., b]"""
        rng = self.rng
        parts = [self.part(element, 1, bound) for _ in range(rng.randrange(4))]
        slice_at = rng.randrange(len(parts) + 1) if rng.random() < 0.6 else None
        texts = [p.text for p in parts]
        rest = None
        if slice_at is not None:
            dots = ".."
            if bound is not None and rng.random() < 0.3:
                rest = self.names("r")
                bound.append((rest, kind))
                dots += f" var {rest}"
            texts.insert(slice_at, dots)

        def match(value, variables):
            if value is None:
                return False
            elements = list(items(value))
            if len(elements) < len(parts) or slice_at is None and len(elements) != len(parts):
                return False
            if slice_at is None:
                chosen = elements
            else:
                after = len(parts) - slice_at
                chosen = elements[:slice_at] + (elements[len(elements) - after:] if after else [])
                if rest:
                    middle = elements[slice_at:len(elements) - after]
                    variables[rest] = (kind, "".join(m[1] for m in middle) if kind == "string" else tuple(middle))
            return all([p.match(x, variables) for p, x in zip(parts, chosen)])
        return Pattern("[" + ", ".join(texts) + "]", match)

    def members(self, head, kind, depth, bound):
        """Type { Member: pattern }, also Member.Member"""
        rng = self.rng
        fields = MEMBERS["Node" if kind == "Leaf" else kind]
        chosen = sorted(rng.sample(range(len(fields)), rng.randint(1, 2)))
        tests, texts = [], []
        for index in chosen:
            name, of = fields[index]
            if kind in ("Node", "Leaf") and name == "Next" and rng.random() < 0.4:
                inner = self.part("object", depth - 2, bound)
                texts.append(f"Next.Value: {inner.text}")
                tests.append((index, lambda v, e, p=inner: v is not None and p.match(v[1], e)))
            else:
                inner = self.part(of, depth - 1, bound)
                texts.append(f"{name}: {inner.text}")
                tests.append((index, inner.match))
        text = (head + " " if head else "") + "{ " + ", ".join(texts) + " }"
        return Pattern(text, lambda v, e: is_of(v, kind) and all([t(v[i + 1], e) for i, t in tests]))

    def positional(self, head, kind, depth, bound):
        """Type(pattern, pattern)"""
        fields = MEMBERS["Node" if kind == "Leaf" else kind][:2]
        parts = [self.part(of, depth - 1, bound) for _, of in fields]
        return Pattern(head + "(" + ", ".join(p.text for p in parts) + ")",
                       lambda v, e: is_of(v, kind) and all([p.match(x, e) for p, x in zip(parts, v[1:])]))

    def reference(self, static, kind, depth, bound):
        """A class or record: its type, its members, its parts, null."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.1:
            return self.constant(None)
        if chance < 0.4 or depth <= 0:
            if bound is not None and rng.random() < 0.5:
                name = self.names("t")
                bound.append((name, kind))

                def match(value, variables):
                    variables[name] = value
                    return is_of(value, kind)
                return Pattern(f"{kind} {name}", match)
            return Pattern(kind, lambda v, e: is_of(v, kind))
        head = "" if static == kind and rng.random() < 0.5 else kind
        if chance < 0.75:
            return self.members(head, kind, depth, bound)
        return self.positional(head, kind, depth, bound)

    def thing(self, depth, bound):
        """An object: any of the above."""
        rng = self.rng
        kind = rng.choice(("int", "int", "int", "string", "string", "long", "char", "bool", "Colour", "Pt", "int[]", "null",
                           "Circle", "Box", "Node", "INamed", "double"))
        if kind == "null":
            return self.constant(None)
        if kind == "INamed":
            return Pattern(kind, lambda v, e: is_of(v, kind))
        if kind in ("Circle", "Box", "Node"):
            return self.reference("object", kind, depth, bound)
        chance = rng.random()
        if chance < 0.35 and bound is not None:
            name = self.names("o")
            bound.append((name, kind))

            def match(value, variables):
                variables[name] = value
                return is_of(value, kind)
            return Pattern(f"{kind} {name}", match)
        if chance < 0.5:
            return Pattern(kind, lambda v, e: is_of(v, kind))
        if kind == "Pt":
            return self.positional("Pt", "Pt", depth, bound)
        if kind == "int[]":
            inner = self.listed("int[]", "int", lambda v: v[1], bound)
            return Pattern(f"int[] and {inner.text}", lambda v, e: is_of(v, kind) and inner.match(v, e))
        inner = self.make(kind, 0, None)
        if inner.text.startswith(("not ", "> ")) and inner.text.count(" ") > 1 or " and " in inner.text or inner.text == "null":
            return Pattern(kind, lambda v, e: is_of(v, kind))
        if inner.text.startswith("not"):
            return Pattern(f"{kind} and {inner.text}", lambda v, e: is_of(v, kind) and inner.match(v, e))
        return Pattern(inner.text, lambda v, e: is_of(v, kind) and inner.match(v, e), inner.constant)


def compare(op, left, right):
    """A relation of C#."""
    return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right, "==": left == right,
            "!=": left != right}[op]
