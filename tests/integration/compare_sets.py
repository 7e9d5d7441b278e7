#!/usr/bin/env python3
"""Do two Cobertura files hold the same assemblies, types and members?

    compare_sets.py [-v] [--all ALL.xml] THEIRS.xml OURS.xml

THEIRS is written by coverlet's or Microsoft's collector, OURS by clrcov. Names are brought into
one form first:

- Types by their dotted names without type parameters (Ns.Outer/Inner`1, Ns.Outer.Inner<T>), members
  with the last parts of their parameters' types (int and System.Int32 are Int32).
- Bodies that the compiler moved elsewhere (lambdas, local functions, async and iterator methods)
  belong to the member that they were written in, as clrcov reports them. The others name the place
  they were moved to, without the member's parameters, so they count for any member of that name.

What differs by habit is not a different selection, and is counted but no failure:

- "shares a line": coverlet keeps one member for each line, so both accessors of `{ get; set; }` and
  the properties of a positional record on one line show as the first of them, and none is left when
  that one is excluded. ALL is coverlet's report without any filter: it has the lines' members.
- "body kept": async and iterator methods (--keeps-bodies) when [CompilerGenerated] is excluded, which
  coverlet since version 10 keeps, too, but coverlet 8 and Microsoft's tool drop, and when coverlet's
  include filter names exactly the type, which the compiler's type behind such a method is not.
- "left over": Microsoft's tool matches lambdas and local functions by names of their own, so they stay
  in its report when an expression excludes the member around them.

Exit code: 0 the same, 1 not, 2 a file cannot be read.
"""
import argparse
import re
import sys
import xml.etree.ElementTree as ET

KEYWORDS = {
    "bool": "Boolean", "byte": "Byte", "sbyte": "SByte", "char": "Char", "decimal": "Decimal",
    "double": "Double", "float": "Single", "int": "Int32", "uint": "UInt32", "long": "Int64",
    "ulong": "UInt64", "short": "Int16", "ushort": "UInt16", "object": "Object", "string": "String",
    "void": "Void", "nint": "IntPtr", "nuint": "UIntPtr",
}
MOVED = re.compile(r"<+([^<>|]+)>([A-Za-z0-9_])")


def without_type_arguments(name):
    """Drops <T, U> after a name, but not the <M> before a compiler's name; drops `1."""
    out, depth = [], 0
    for i, c in enumerate(name):
        if c == "<" and (depth > 0 or (i > 0 and (name[i - 1].isalnum() or name[i - 1] == "_"))):
            depth += 1
        elif c == ">" and depth > 0:
            depth -= 1
        elif depth == 0:
            out.append(c)
    return re.sub(r"`\d+", "", "".join(out))


def split_parameters(signature):
    """The types between the parentheses; commas inside brackets divide nothing."""
    inner = signature[signature.find("(") + 1:signature.rfind(")")]
    parts, depth, start = [], 0, 0
    for i, c in enumerate(inner):
        depth += c in "<[("
        depth -= c in ">])"
        if c == "," and depth == 0:
            parts.append(inner[start:i])
            start = i + 1
    parts.append(inner[start:])
    return [part.strip() for part in parts if part.strip()]


def parameter(text):
    text = re.sub(r"^(?:out|ref|in|params|ref readonly) ", "", text.strip()).rstrip("&")
    suffix = re.search(r"[\[\],*?]*$", text).group(0)
    name = without_type_arguments(text[:len(text) - len(suffix)])
    name = re.split(r"[./+]", name)[-1]
    return KEYWORDS.get(name, name) + suffix.replace("?", "")


class Member:
    """One method of a report: where it belongs, and its lines."""

    def __init__(self, assembly, type_name, name, signature, file, lines):
        self.moved = self.nested = False
        self.assembly = assembly
        self.file = file.replace("\\", "/").split("/")[-1]
        self.lines = lines
        parts = re.split(r"[./+](?=<)", type_name, maxsplit=1)
        moved = MOVED.match(parts[1]) if len(parts) == 2 else None
        body = MOVED.match(name)
        if body or moved:
            self.moved = True
            # b and g: a lambda's, a local function's; d: an async or iterator method's own body.
            self.nested = (body or moved).group(2) in "bg"
            # A lambda's name says more than that of its closure; `<>c` alone says nothing.
            name = (body or moved).group(1).split(".")[-1] if not name.startswith("<.") else name
            name = {"ctor": ".ctor", "cctor": ".cctor"}.get(name, name)
        elif name.startswith("<."):
            self.moved, self.nested, name = True, True, name[1:name.index(">")]
        self.type = without_type_arguments(parts[0]).replace("/", ".").replace("+", ".")
        self.name = without_type_arguments(name) if not self.moved else name
        self.parameters = tuple(parameter(p) for p in split_parameters(signature))

    def any_of_name(self):
        return self.assembly, self.type, self.name

    def key(self):
        return self.any_of_name() + (self.parameters,)

    def __str__(self):
        inner = "..." if self.moved else ", ".join(self.parameters)
        return f"{self.assembly}: {self.type}.{self.name}({inner})"


def read(path):
    members = []
    for package in ET.parse(path).getroot().iter("package"):
        for cls in package.iter("class"):
            for method in cls.iter("method"):
                lines = {int(line.get("number")) for line in method.iter("line")}
                members.append(Member(package.get("name"), cls.get("name"), method.get("name"),
                                      method.get("signature") or "()", cls.get("filename"), lines))
    return members


def only_in(these, those):
    """Members of `these` that `those` lack."""
    keys = {m.key() for m in those if not m.moved}
    moved = {m.any_of_name() for m in those if m.moved}
    names = {m.any_of_name() for m in those}
    out = []
    for m in these:
        here = m.any_of_name() in names if m.moved else m.key() in keys or m.any_of_name() in moved
        if not here:
            out.append(m)
    return out


def lines_of(members):
    return {(m.assembly, m.file, line) for m in members for line in m.lines}


def shares_lines(member, shown, everything):
    """Does another member show each of its lines, or would it without the filters?"""
    lines = lines_of([member])
    owners = [m for m in everything if m.key() != member.key()]
    return bool(lines) and (lines <= lines_of(shown) or lines <= lines_of(owners))


def bodies_of(members):
    return {m.any_of_name() for m in members if m.moved and not m.nested}


def explain(lost, added, theirs, everything, keeps_bodies):
    """Takes what differs by habit out of both lists: (title, member) pairs."""
    own = {m.any_of_name() for m in theirs if not m.nested}
    bodies = bodies_of(everything) if keeps_bodies else set()
    out = [("left over", m) for m in lost if m.nested and m.any_of_name() not in own]
    out += [("body kept", m) for m in added if m.any_of_name() in bodies]
    out += [("shares a line", m) for m in added
            if m.any_of_name() not in bodies and shares_lines(m, theirs, everything)]
    explained = {id(m) for _, m in out}
    return ([m for m in lost if id(m) not in explained],
            [m for m in added if id(m) not in explained], out)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("-v", action="store_true", help="name what differs by habit")
    options.add_argument("--all", metavar="ALL")
    options.add_argument("--keeps-bodies", action="store_true")
    options.add_argument("theirs")
    options.add_argument("ours")
    options = options.parse_args()
    try:
        theirs, ours = read(options.theirs), read(options.ours)
        everything = read(options.all) if options.all else []
    except (OSError, ET.ParseError) as error:
        print(error)
        return 2
    lost, added, habits = explain(only_in(theirs, ours), only_in(ours, theirs), theirs, everything,
                                  options.keeps_bodies)
    told = [("only theirs", m) for m in lost] + [("only ours", m) for m in added]
    for text in sorted({f"{title}: {m}" for title, m in told + (habits if options.v else [])}):
        print(text)
    print(f"{len({m.assembly for m in ours})} assemblies, "
          f"{len({(m.assembly, m.type) for m in ours})} types, {len({m.key() for m in ours})} members; "
          f"{len(habits)} differ by habit, {len(lost)} missing, {len(added)} too many")
    return 1 if lost or added or not ours else 0


if __name__ == "__main__":
    sys.exit(main())
