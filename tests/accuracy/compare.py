"""Compares the Cobertura files of several tools with the marks of the targets, construct by construct.

Input: sources with marks (tests/targets/README.md) and the reports of one tool and configuration.
Output: a Tally for each construct: what is wrong with lines and with decisions, by kind.
The marks are read by tests/integration/check_marks.py; the rules of comparison stand in page.py.
"""

import itertools
import os
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "integration"))
import check_marks  # noqa: E402 (the folder of the checker has to be known first)

# Kinds of errors, in the order of the page.
LINE_KINDS = ("false hit", "false miss", "invented line", "absent line")
DECISION_KINDS = ("missing", "invented", "wrong arms")
MOST_SOLUTIONS = 2000   # of percentages that leave open how many arms a switch has
# A line whose only code is the compiler's: automatic accessors, the header of a record.
COMPILERS_MEMBER = re.compile(r"\b(get|set|init)\s*;|^\s*([a-z]+\s+)*record\s+(struct\s+|class\s+)?\w+.*\(")
# What clrcov dump prints: the documents of an assembly, and the sequence points in its code.
DUMPED_DOCUMENT = re.compile(r"^document\s+(\d+) (.+)$")
DUMPED_POINT = re.compile(r"^\s*; document (\d+), (\d+):\d+ to (\d+):\d+$")


# ---------------------------------------------------------------------------------------------
# Constructs
# ---------------------------------------------------------------------------------------------

@dataclass
class Construct:
    """A piece of a source file: from its name to the next one."""
    folder: str     # csharp, fsharp, ...
    file: str       # relative to the folder
    name: str       # "" for what stands before the first name of a file
    lines: set = field(default_factory=set)

    @property
    def key(self):
        return f"{self.folder}/{self.file}: {self.name or '(no name)'}"


def constructs_of(source, folder, file):
    """The constructs of a source file, in order; together they hold each line once."""
    found = [Construct(folder, file, "")]
    for number in range(1, len(source.lines) + 1):
        if number in source.constructs:
            found.append(Construct(folder, file, source.constructs[number]))
        found[-1].lines.add(number)
    return found


# ---------------------------------------------------------------------------------------------
# Reports
# ---------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Record:
    """What one method says about one line."""
    method: str
    hits: int
    taken: int
    total: int
    conditions: tuple   # (kind, percent)


@dataclass
class Line:
    """What a whole report says about one line."""
    hit: bool = False
    groups: list = field(default_factory=list)  # Records with decisions; put together, those of the line

    def solutions(self):
        """Every reading of the decisions: lists of (taken, arms)."""
        readings = [readings_of(record) for record in self.groups]
        product = itertools.islice(itertools.product(*readings), MOST_SOLUTIONS)
        return [list(itertools.chain(*choice)) for choice in product]


def readings_of(record):
    """All (taken, arms) lists that agree with the percentages and the sum of a record.

    A jump has two arms. A switch has what is left; with several of them there may be several ways.
    Percentages are rounded in one way by one tool, and in another by the next.
    """
    if not record.conditions:
        return [[(record.taken, record.total)]] if record.total else [[]]
    switches = [kind for kind, _ in record.conditions if kind != "jump"]
    rest = record.total - 2 * (len(record.conditions) - len(switches))
    found = []
    for totals in itertools.islice(splits(rest, len(switches)), MOST_SOLUTIONS):
        left = iter(totals)
        arms = []
        for kind, percent in record.conditions:
            total = 2 if kind == "jump" else next(left)
            arms.append((round(percent * total / 100), total))
        if sum(taken for taken, _ in arms) == record.taken:
            found.append(arms)
    return found or [[(record.taken, record.total)]]


def splits(total, parts):
    """All ways to write total as a sum of so many numbers of at least 2."""
    if parts == 0:
        return iter([()]) if total == 0 else iter([])
    choices = itertools.product(range(2, total - 1), repeat=parts - 1)
    ways = (choice + (total - sum(choice),) for choice in choices)
    return (way for way in ways if way[-1] >= 2)


def record_of(element, method):
    """A Record from a <line> of a method."""
    conditions = tuple((c.get("type"), float(c.get("coverage").rstrip("%")))
                       for c in element.iter("condition"))
    taken = total = 0
    if (element.get("branch") or "").lower() == "true":
        match = check_marks.CONDITION_TOTAL.search(element.get("condition-coverage", ""))
        if not match:
            raise check_marks.BadInput("a branch without condition-coverage")
        taken, total = int(match[1]), int(match[2])
    return Record(method, int(element.get("hits")), taken, total, conditions)


def moved(name, move):
    """A file name, from where the programs were built to where their sources are now."""
    before, after = move
    return after + name[len(before):] if name == before or name.startswith(before + "/") else name


def read_records(path, move):
    """(absolute file, line) -> list of Records, in the order of the report."""
    try:
        root = ET.parse(path).getroot()
        sources = [moved(source.text or "", move) for source in root.iterfind("sources/source")]
        found = {}
        for element in root.iter("class"):
            file = file_of(element.get("filename"), sources, move)
            for method in element.iterfind("methods/method"):
                place = f"{element.get('name')}.{method.get('name')}"
                for line in method.findall("lines/line"):
                    key = (file, int(line.get("number")))
                    found.setdefault(key, []).append(record_of(line, place))
        return found
    except (OSError, ET.ParseError, TypeError, ValueError, AttributeError) as problem:
        raise check_marks.BadInput(f"{path}: {problem}") from problem


def file_of(filename, sources, move):
    """The absolute name of a file of a report."""
    if not os.path.isabs(filename) and "/" in sources:  # coverlet, when nothing else is common
        filename = "/" + filename
    return check_marks.absolute_name(moved(filename, move), sources)


def whole_line(records):
    """For a tool that writes the whole line wherever it repeats it: the first says it all."""
    first = records[0]
    return Line(first.hits > 0, [first] if first.total else [])


def line_of_parts(records):
    """For a tool that writes the part of each method: parts are put together.

    Constructors of one class repeat the field initialisers: the same decisions count once, with the
    better result.
    """
    line, constructors = Line(), {}
    for record in records:
        line.hit |= record.hits > 0
        if not record.total:
            continue
        if record.method.endswith(".ctor"):
            shape = (record.method, record.total, len(record.conditions))
            known = constructors.get(shape)
            if known is None or record.taken > known.taken:
                constructors[shape] = record
        else:
            line.groups.append(record)
    line.groups.extend(constructors.values())
    return line


def read_lines(paths, repeats_whole_lines, move):
    """absolute file -> {line: Line} of one or several reports (each of other files).

    move: (folder the programs were built in, folder of their sources now).
    """
    join = whole_line if repeats_whole_lines else line_of_parts
    files = {}
    for path in paths:
        for (file, number), records in read_records(path, move).items():
            files.setdefault(file, {})[number] = join(records)
    return files


def read_spans(paths, move):
    """absolute file -> {last line: first lines} of the sequence points of several lines, from dumps."""
    found = {}
    for path in paths:
        documents = {}
        with open(path, encoding="utf-8") as stream:
            for text in stream:
                if match := DUMPED_DOCUMENT.match(text):
                    documents[match[1]] = os.path.realpath(moved(match[2], move))
                elif match := DUMPED_POINT.match(text):
                    first, last = int(match[2]), int(match[3])
                    if first < last:
                        file = found.setdefault(documents[match[1]], {})
                        file.setdefault(last, set()).add(first)
    return found


# ---------------------------------------------------------------------------------------------
# Comparison
# ---------------------------------------------------------------------------------------------

@dataclass
class Tally:
    """How much was marked and how much of it is wrong."""
    lines: int = 0          # coverable by the marks
    decisions: int = 0      # by the marks
    wrong_lines: int = 0
    wrong_decisions: int = 0
    shared: int = 0         # hits that belong to an enclosing statement: not wrong
    kinds: dict = field(default_factory=lambda: dict.fromkeys(LINE_KINDS + DECISION_KINDS, 0))

    def add(self, other):
        """Adds the figures of another construct."""
        self.lines += other.lines
        self.decisions += other.decisions
        self.wrong_lines += other.wrong_lines
        self.wrong_decisions += other.wrong_decisions
        self.shared += other.shared
        for kind, count in other.kinds.items():
            self.kinds[kind] += count

    def count(self, kind, number=1):
        """Counts errors of one kind."""
        self.kinds[kind] += number
        if kind in LINE_KINDS:
            self.wrong_lines += number
        else:
            self.wrong_decisions += number

    @property
    def wrong(self):
        return self.wrong_lines + self.wrong_decisions


def line_error(mark, line):
    """The kind of error of a line (None: not in the report), without its branches; or None."""
    expected = None if mark is None or mark.state == "none" else mark.state != "miss"
    got = None if line is None else line.hit
    if expected == got:
        return None
    if expected is None:
        return "invented line"
    if got is None:
        return "absent line"
    return "false hit" if got else "false miss"


def decision_errors(expected, got):
    """(missing, invented, wrong arms) of two lists of (taken, arms), whatever their order."""
    left, rest = list(got), []
    for decision in expected:
        if decision in left:
            left.remove(decision)
        else:
            rest.append(decision)
    paired = min(len(rest), len(left))
    return len(rest) - paired, len(left) - paired, paired


def compare_line(tally, mark, line, text="", with_statement=False):
    """Adds what is wrong with one line to a tally.

    text: of the line. with_statement: a statement that ran and began further up ends on the line.
    """
    if mark is not None and mark.state != "none":
        tally.lines += 1
        tally.decisions += len(mark.arms)
    error = line_error(mark, line)
    if error == "false hit" and with_statement:
        tally.shared += 1
    elif error and not (error == "absent line" and COMPILERS_MEMBER.search(text)):
        tally.count(error)
    expected = mark.arms if mark is not None else ()
    readings = line.solutions() if line is not None else [[]]
    errors = min((decision_errors(expected, reading) for reading in readings), key=sum)
    for kind, number in zip(DECISION_KINDS, errors):
        tally.count(kind, number)


def compare_construct(construct, source, marks, lines, spans):
    """The Tally of one construct: marks, lines and spans are those of its file."""
    tally = Tally()
    for number in sorted(construct.lines):
        mark, line = marks.get(number), lines.get(number)
        if mark is not None or line is not None:
            begins = [marks.get(first) for first in spans.get(number, ())]
            with_statement = any(m is not None and m.state in ("hit", "part") for m in begins)
            compare_line(tally, mark, line, source.lines[number - 1], with_statement)
    return tally


def read_constructs(root, folders):
    """[(construct, source)] of all files below root, by folder and file."""
    found = []
    for folder in folders:
        base = os.path.realpath(os.path.join(root, folder))
        for path in check_marks.source_paths([base]):
            source = check_marks.read_source(path)
            file = os.path.relpath(path, base)
            found += [(construct, source) for construct in constructs_of(source, folder, file)]
    return found


def compare_all(constructs, config, files, spans):
    """construct key -> Tally, for the lines that a tool reported in one configuration.

    Constructs of one name in a file are one.
    """
    tallies, expected = {}, {}
    for construct, source in constructs:
        path = source.path
        if path not in expected:
            expected[path] = source.expected(config)
        tally = compare_construct(construct, source, expected[path], files.get(path, {}), spans.get(path, {}))
        tallies.setdefault(construct.key, Tally()).add(tally)
    return tallies
