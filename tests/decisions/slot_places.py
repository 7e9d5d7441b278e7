"""What a Debug build says of its locals: the slot map of Edit and Continue, read with the code and the sources.

A slot has a place, an offset from where its method's body begins, which the slot map does not say. So the body is found by the
points: the method around a lambda or local function is the outermost one whose points are around those of it. In C# its body begins
at its first point, which is `{`, or at the `=>` in front of it; in Visual Basic with what follows the first point, the statement of
the method.
"""

import bisect
import os
import re
from dataclasses import dataclass, field

METHOD = re.compile(r"^([0-9a-f]{8}) (.*)$")
MACHINE = re.compile(r"^  \.machine ([0-9a-f]{8})$")
SLOT = re.compile(r"^  \.(slot|field) (\d+) (\w+), syntax offset (-?\d+)")
POINT = re.compile(r"^  ; document (\d+), (\d+):(\d+) to (\d+):(\d+)$")
WIDE = re.compile(r"(ld|st)(loc|arg)a? \d+$")
DOCUMENT = re.compile(r"^document +(\d+) (.*)$")


@dataclass
class Slot:
    is_field: bool
    number: int
    kind: str
    offset: int


@dataclass
class Method:
    token: str
    name: str
    machine: str = None
    slots: list = field(default_factory=list)
    points: list = field(default_factory=list)      # (document, start line, start column, end line, end column)
    code: list = field(default_factory=list)        # texts of instructions, without their offsets
    point_at: list = field(default_factory=list)    # by instruction: index of the last visible point; -1


class Source:
    """A text by lines and columns, which count UTF-16 units, and by offset, which does, too."""

    def __init__(self, path):
        with open(path, encoding="utf-8-sig", newline="") as file:
            text = file.read()
        self.name = os.path.basename(path)
        self.is_basic = path.endswith(".vb")
        self.is_mapped = re.search(r"^\s*#line\b|^\s*#ExternalSource\b", text, re.MULTILINE) is not None
        self.units = text.encode("utf-16-le")
        self.starts = [0] + [m.end() for m in re.finditer(r"\r\n|\n|\r", self.decode(0, len(self.units) // 2, "utf-16-le"))]

    def decode(self, start, end, encoding="utf-16-le"):
        text = self.units[2 * start:2 * end].decode(encoding, "replace")
        if len(text) == end - start:
            return text
        return "".join(c if ord(c) < 0x10000 else c + "\0" for c in text)    # one character, two units

    def offset(self, line, column):
        return self.starts[line - 1] + column - 1

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def begins_body(self, point):
        """The point is that of a constructor's `{` or Sub New."""
        text = self.at(self.offset(*point[1:3]), 80)
        if self.is_basic:
            return re.match(r"(?i)[\w ]*\bSub New\b", text) is not None
        return text[:1] == "{" and point[3:] == (point[1], point[2] + 1)

    def end_of(self, offset, what):
        """Visual Basic: line of the next `End Select` or `Next`."""
        words = {"switch": r"End Select\b", "loop": r"Next\b"}
        match = re.compile(rf"(?im)^\s*{words[what]}").search(self.decode(offset, len(self.units) // 2))
        return self.line(offset + match.end()) if match else 0

    def at(self, offset, length=60):
        return self.decode(offset, min(offset + length, len(self.units) // 2)).split("\n")[0].rstrip()


def is_padding(code, nops):
    """Compilers write the index of a variable from the 256th on as four bytes, of which two are read as `nop`, as clrcov knows."""
    return nops < 2 and code and WIDE.match(code[-1]) is not None


def read_methods(lines):
    """{token: Method} of `clrcov dump --il`"""
    methods, method, nops = {}, None, 0
    for text in lines:
        if not text.startswith(" "):
            match = METHOD.match(text)
            method = methods.setdefault(match[1], Method(match[1], match[2]))
        elif text.startswith("  IL_"):
            instruction = text.split(": ", 1)[1]
            if not (instruction == "nop" and is_padding(method.code, nops)):
                method.code.append(instruction)
                method.point_at.append(len(method.points) - 1)
                nops = 0
            else:
                nops += 1
        elif (match := POINT.match(text)):
            method.points.append(tuple(map(int, match.groups())))
        elif (match := SLOT.match(text)):
            method.slots.append(Slot(match[1] == "field", int(match[2]), match[3], int(match[4])))
        elif (match := MACHINE.match(text)):
            method.machine = match[1]
    return methods


def read_sources(lines):
    """{document: Source} of `clrcov dump`; without those that are not there"""
    found = {}
    for text in lines:
        match = DOCUMENT.match(text)
        if match and os.path.exists(match[2]):
            found[int(match[1])] = Source(match[2])
    return found


CONSTRUCTOR = re.compile(r"\.c?ctor$")
FINALLY = re.compile(r"\.<>m__Finally\d+$")
# Not yet a statement: blanks, comments, separators, directives, and what random programs leave out.
BLANK = re.compile(r"(?is)(\s|:|'[^\n]*|Rem [^\n]*|#If NEVER\b.*?#End If|#[^\n]*)*")


def hull_of(method, sources):
    """(document, start, end) of the method's points in its body, or None; a constructor has initialisers of fields, too."""
    points = method.points
    source = sources.get(points[0][0]) if points else None
    if source is None or source.is_mapped or any(point[0] != points[0][0] for point in points):
        return None
    if CONSTRUCTOR.search(method.name):
        first = next((point for point in points if source.begins_body(point)), None)
        points = [point for point in points if first and point[1:3] >= first[1:3]]
        if not points:
            return None
    return points[0][0], min(point[1:3] for point in points), max(point[3:] for point in points)


class Places:
    """Where the bodies of an assembly begin."""

    def __init__(self, methods, sources):
        self.methods, self.sources, self.by_document = methods, sources, {}
        self.by_name = {method.name: method for method in methods.values() if method.name.endswith(".MoveNext")}
        for method in methods.values():
            hull = hull_of(method, sources)
            if hull:
                self.by_document.setdefault(hull[0], []).append((hull[1], hull[2], method))

    def begin(self, source, start, method):
        """Offset of the body of the outermost method, whose points begin at `start`."""
        offset = source.offset(*start)
        if source.is_basic:
            end = source.offset(*next(point[3:] for point in method.points if point[1:3] == start))
            return end + BLANK.match(source.decode(end, len(source.units) // 2)).end()
        if "<Main>$" in method.name:
            return 0
        return offset if source.at(offset, 1) == "{" else source.decode(0, offset).rfind("=>")

    def of(self, method):
        """(source, offset of the body, method that has the code); None when that cannot be known"""
        body = self.methods.get(method.machine, method)
        # A `finally` of an iterator is a method of the machine.
        hull = hull_of(self.by_name.get(FINALLY.sub(".MoveNext", body.name), body), self.sources)
        if hull is None:
            return None
        around = [row for row in self.by_document[hull[0]] if row[0] <= hull[1] and row[1] >= hull[2]]
        start, _, outer = min(around, key=lambda row: (row[0], [-number for number in row[1]]))
        source = self.sources[hull[0]]
        begin = self.begin(source, start, outer)
        return (source, begin, body) if begin >= 0 else None
