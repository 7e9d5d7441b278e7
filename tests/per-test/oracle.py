#!/usr/bin/env python3
"""What --per-test recorded, compared with the marks in the sources, or with runs of one test each.

  oracle.py names DATA [SAMPLE SEED]          the tests of a run, or some at random, one a line: CLASS TAB METHOD
  oracle.py marks DATA FAMILY [LOG] [--without CLASS.METHOD ...]
                                              each test has the lines that its mark names, and no other named line.
                                              LOG: the output of a run that was killed; what it names has ended
  oracle.py overlaps DATA                     no test ran beside another one
  oracle.py at-once DUMP LEAST                at least so many tests ran at the same time. DUMP: of `clrcov dump` of counters files
  oracle.py same DATA OTHER                   the same tests, and each has the same places
  oracle.py alone DATA FOLDER [--verbose]     FOLDER/CLASS.METHOD.clrcov: the data of that test alone
  oracle.py suite DATA FOLDER                 the same for sources that are not ours: they have no marks
  oracle.py totals DATA OTHER                 the same points and arms were hit in both

DATA: the data file of a run with --per-test. Exit code 1: something differs beyond the documented kinds.
"""
import random
import re
import sqlite3
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARED = 0

# Kinds of docs/per-test.md: lines of these names may be missing, or be there too much.
KINDS = {"lazy": "cache", "get-or-add": "cache", "left-over": "background", "slow-after": "background"}


def runs(blob):
    """The places in a LEB128 list of pairs: gap and count."""
    numbers, value, shift = [], 0, 0
    for byte in blob:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(value)
            value = shift = 0
    places, end = [], 0
    for gap, count in zip(numbers[::2], numbers[1::2]):
        places.extend(range(end + gap, end + gap + count))
        end += gap + count
    return places


class Data:
    """A data file. A place is (assembly, mvid, "point" or "arm", number in the build)."""

    def __init__(self, path):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.builds, self.first = {}, {}
        points = arms = 0
        for row in self.db.execute("SELECT id, assembly, mvid, points, arms FROM build ORDER BY id"):
            number, assembly, mvid, point_count, arm_count = row
            self.builds[number] = (assembly, bytes(mvid).hex())
            self.first[number] = (points, arms)
            points += point_count
            arms += arm_count
        self.ends = (points, arms)

    def build_of(self, kind, number):
        for build, first in reversed(self.first.items()):
            if number > first[kind]:
                return build
        raise ValueError(f"{number} is in no build")

    def all_hits(self):
        places = set()
        for kind, name, column in ((0, "hit", "point"), (1, "taken", "arm")):
            for (number,) in self.db.execute(f"SELECT {column} FROM {name}"):
                build = self.build_of(kind, number)
                places.add((*self.builds[build], column, number - self.first[build][kind] - 1))
        return places

    def tests(self):
        """Number -> (class, method, outcome, runs, overlaps)."""
        select = "SELECT id, type, method, outcome, runs, is_overlapped FROM test"
        return {row[0]: row[1:] for row in self.db.execute(select)}

    def test_hits(self):
        """Number of the test, 0: shared -> places."""
        hits = {number: set() for number in self.tests()}
        hits[SHARED] = set()
        for test, build, points, arms in self.db.execute("SELECT test, build, points, arms FROM test_hit"):
            hits[test].update((*self.builds[build], "point", place) for place in runs(points))
            hits[test].update((*self.builds[build], "arm", place) for place in runs(arms))
        return hits

    def lines(self):
        """(assembly, mvid, "point", number) -> (path, line)."""
        found = {}
        select = ("SELECT point.id, document.build, document.path, point.start_line FROM point "
                  "JOIN document ON document.id = point.document")
        for number, build, path, line in self.db.execute(select):
            found[(*self.builds[build], "point", number - self.first[build][0] - 1)] = (path, line)
        return found

    def methods(self):
        """(assembly, mvid, "point" or "arm", number) -> "Type.Method"."""
        found = {}
        select = "SELECT point.id, body.build, body.type, body.method FROM point JOIN body ON body.id = point.body"
        for number, build, owner, method in self.db.execute(select):
            found[(*self.builds[build], "point", number - self.first[build][0] - 1)] = f"{owner}.{method}"
        select = ("SELECT arm.id, body.build, body.type, body.method FROM arm JOIN decision ON decision.id = "
                  "arm.decision JOIN body ON body.id = decision.body")
        for number, build, owner, method in self.db.execute(select):
            found[(*self.builds[build], "arm", number - self.first[build][1] - 1)] = f"{owner}.{method}"
        return found


# --- marks --------------------------------------------------------------------------------------------------------


def read_names():
    """(path, line) -> name, and the names of what runs between tests."""
    names, between = {}, set()
    for path in (HERE / "library").glob("*.cs"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if mark := re.search(r"//([:~]) (\S+)$", line):
                names[(path.name, number)] = mark[2]
                if mark[1] == "~":
                    between.add(mark[2])
    return names, between


def read_marks(family):
    """(class, method) -> (must, may)."""
    marks = {}
    form = re.compile(r"^\s*// hits(?:\(([^)]*)\))? (\S+?)\.(\w[^:\n]*): ([^|\n]*)(?:\|(.*))?$", re.M)
    folders = [family] if family == "fsharp" else ["common", family] + (["xunit2"] if family == "xunit3" else [])
    for folder in folders:
        for path in sorted((HERE / folder).glob("*.[cf]s")):
            for only, owner, method, must, may in form.findall(path.read_text()):
                if not only or family in only.split():
                    marks[(owner, method)] = (set(must.split()), set(may.split()))
    return marks


def read_kept(family):
    """CLASS.METHOD of tests that return before their end, and whose work no other test may have."""
    sources = [path.read_text() for folder in ("common", family, *(["xunit2"] if family == "xunit3" else []))
               for path in (HERE / folder).glob("*.cs")]
    return {name for text in sources for name in re.findall(r"^\s*// keeps (\S+)$", text, re.M)}


def short(name):
    """The class without its namespace."""
    return name.rsplit(".", 1)[-1]


def passed_tests(log):
    """(class, method) of the lines "Passed Ns.Class.Method" of a log. Of a theory other rows may follow, until another test of its
    class has ended.
    """
    ended, last = set(), {}
    for owner, method, rows in re.findall(r"^  (?:Passed|Failed) ([\w.+]+)\.(\w+)(\(?)", Path(log).read_text(), re.M):
        name = short(owner)
        if last.get(name, method) != method:
            ended.add((name, last[name]))
        if not rows:
            ended.add((name, method))
        last[name] = method
    return ended


def check_marks(path, family, log=None, without=()):
    data = Data(path)
    names, between = read_names()
    lines = {place: names.get((Path(file).name, line)) for place, (file, line) in data.lines().items()}
    hits = data.test_hits()
    marks = {key: mark for key, mark in read_marks(family).items() if ".".join(key) not in without}
    named = {number: {lines.get(place) for place in places} - {None} for number, places in hits.items()}
    problems, extra = [], Counter()
    seen = set()
    ended = passed_tests(log) if log else marks.keys()
    # What goes on beside set-up of other tests: a test whose time is over, and one that returned its task.
    beside, kept = set(), read_kept(family)
    for owner, method, outcome, _, overlaps in data.tests().values():
        if overlaps or (outcome == "open" and f"{short(owner)}.{method}" not in kept):
            beside |= set().union(*marks.get((short(owner), method), ()))
    unknown = set().union(*(must | may for must, may in marks.values())) - set(names.values())
    problems += [f"no line has the name {name}" for name in sorted(unknown)]
    for number, (owner, method, outcome, _, overlaps) in data.tests().items():
        key = (short(owner), method)
        # It returned its task, and went on until the process was killed: what others ran as well may be missing.
        goes_on = outcome == "open" and ".".join(key) in kept
        seen.add(key)
        if key not in marks:
            problems.append(f"{short(owner)}.{method}: the test has no mark")
            continue
        must, may = marks[key]
        missing = must - named[number] - named[SHARED]
        if log:
            missing = missing - between if key in ended and not goes_on else set()
        problems += [f"{short(owner)}.{method}: {name} is missing" for name in sorted(missing)]
        more = named[number] - must - may
        extra["between"] += len(more & between)
        extra["beside"] += len(more & beside - between)
        if not overlaps:
            problems += [f"{short(owner)}.{method}: {name} is not its own" for name in sorted(more - between - beside)]
    problems += [f"{owner}.{method}: the test was not recorded" for owner, method in sorted(ended - seen)]
    print(f"{family}: {len(seen)} tests, {sum(len(m) for m, _ in marks.values())} marks, {len(problems)} problems; "
          f"too much: {dict(extra)}; shared: {sorted(named[SHARED])}")
    for problem in problems:
        print(f"  {problem}")
    return 1 if problems else 0


# --- one process for each test --------------------------------------------------------------------------------------


def kinds_of_methods(data):
    """A kind holds for the whole method that has the named line."""
    names, methods, kinds = read_names()[0], data.methods(), {}
    for place, (file, line) in data.lines().items():
        if kind := KINDS.get(names.get((Path(file).name, line))):
            kinds[methods[place]] = kind
    return kinds


def check_alone(path, folder, verbose, is_ours=True):
    data = Data(path)
    hits, tests = data.test_hits(), data.tests()
    lines, methods = data.lines(), data.methods()
    names = read_names()[0] if is_ours else {}
    kind_of = kinds_of_methods(data) if is_ours else {}
    shared = hits[SHARED]
    everything = set().union(*hits.values())
    pairs = too_much = 0
    kinds, problems = Counter(), []
    absent = 0
    for number, (owner, method, outcome, _, overlaps) in sorted(tests.items()):
        alone_path = Path(folder) / f"{owner}.{method}.clrcov"
        if not alone_path.exists():
            absent += 1
            continue
        alone = Data(alone_path).all_hits()
        recorded = hits[number]
        pairs += len(alone)
        too_much += len(recorded - alone)
        for place in sorted(alone - recorded - shared):
            file, line = lines.get(place, ("", 0))
            name = names.get((Path(file).name, line))
            where = f"{owner}.{method}: {methods.get(place, place)} {Path(file).name}:{line} {name or place[2]}"
            if kind := kind_of.get(methods.get(place)):
                kinds[kind] += 1
            else:
                problems.append(where + ("" if place in everything else " (hit by no test)"))
    print(f"{len(tests)} tests, {len(tests) - absent} of them alone, {pairs} pairs, {len(problems)} exceptions, "
          f"documented {dict(kinds)}; recorded minus alone: {too_much}; shared: {len(shared)} of {len(everything)} places; "
          f"overlapped tests: {sum(1 for test in tests.values() if test[4])}")
    for problem in problems if verbose else problems[:40]:
        print(f"  {problem}")
    return 1 if problems else 0


def check_totals(path, other):
    data = Data(path)
    kinds, methods = kinds_of_methods(data), data.methods()
    one, two = data.all_hits(), Data(other).all_hits()
    # Work that outlives its test may not come to its end before the process does.
    differing = {place for place in one ^ two if methods.get(place) not in kinds}
    print(f"{len(one)} and {len(two)} places, {len(differing)} differ")
    for place in sorted(differing)[:20]:
        print(f"  {'only in the first' if place in one else 'only in the second'}: {place}")
    return 1 if differing else 0


def places_of_tests(data):
    tests, hits = data.tests(), data.test_hits()
    return {tests[number][:2] if number else "shared": places for number, places in hits.items()}


def check_same(path, other):
    one, two = places_of_tests(Data(path)), places_of_tests(Data(other))
    differing = [key for key in one.keys() | two.keys() if one.get(key) != two.get(key)]
    print(f"{len(one)} and {len(two)} tests, {len(differing)} differ: {sorted(map(str, differing))[:10]}")
    return 1 if differing else 0


def check_at_once(log, least):
    """Most tests that ran at the same time in a process, from `clrcov dump` of its counters file."""
    events = []
    for start, end in re.findall(r"^test .* ns (\d+) to (\d+)$", Path(log).read_text(), re.M):
        events += [(int(start), 1), (int(end) or 2**64, -1)]
    living = most = 0
    for _, change in sorted(events):
        living += change
        most = max(most, living)
    print(f"{len(events) // 2} runs of tests, {most} at once")
    return 0 if most >= least else 1


def print_names(path, sample, seed):
    tests = sorted(test[:2] for test in Data(path).tests().values())
    if 0 < sample < len(tests):
        tests = random.Random(seed).sample(tests, sample)
    for owner, method in tests:
        print(f"{owner}\t{method}")
    return 0


def main(arguments):
    match arguments:
        case ["names", path]:
            return print_names(path, 0, 0)
        case ["names", path, sample, seed]:
            return print_names(path, int(sample), int(seed))
        case ["marks", path, family, *rest]:
            at = rest.index("--without") if "--without" in rest else len(rest)
            return check_marks(path, family, *rest[:at], without=rest[at + 1:])
        case ["overlaps", path]:
            beside = [f"{test[0]}.{test[1]}" for test in Data(path).tests().values() if test[4]]
            print(f"{len(beside)} tests ran beside others: {beside[:10]}")
            return 1 if beside else 0
        case ["at-once", log, least]:
            return check_at_once(log, int(least))
        case ["same", path, other]:
            return check_same(path, other)
        case ["alone", path, folder, *options]:
            return check_alone(path, folder, "--verbose" in options)
        case ["suite", path, folder]:
            return check_alone(path, folder, verbose=True, is_ours=False)
        case ["totals", path, other]:
            return check_totals(path, other)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
