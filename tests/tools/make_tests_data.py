#!/usr/bin/env python3
"""Makes a data file of many tests: for the time that `clrcov who` takes.

  make_tests_data.py EXAMPLE OUTPUT [TESTS POINTS]

EXAMPLE is any data file of clrcov, whose tables the new file gets. Without numbers: 10,000 tests, of which each hits about
1,900 of 200,000 points. The sources do not exist, as on a machine that only has the data.
"""
import hashlib
import random
import sqlite3
import sys
from pathlib import Path

POINTS_OF_METHOD = 10
METHODS_OF_FILE = 40
FILES_OF_BUILD = 100
POINTS_OF_DECISION = 5
HITS_OF_TEST = 1900


def leb128(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def as_runs(places):
    """Sorted places as pairs of gap and count."""
    out, end, at = bytearray(), 0, 0
    while at < len(places):
        first = places[at]
        count = 1
        while at + count < len(places) and places[at + count] == first + count:
            count += 1
        out += leb128(first - end) + leb128(count)
        end = first + count
        at += count
    return bytes(out)


class Maker:
    def __init__(self, example, output, tests, points):
        Path(output).unlink(missing_ok=True)
        self.db = sqlite3.connect(output)
        old = sqlite3.connect(f"file:{example}?mode=ro", uri=True)
        for (statement,) in old.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL"):
            self.db.execute(statement)
        for pragma in ("application_id", "user_version"):
            self.db.execute(f"PRAGMA {pragma} = {old.execute(f'PRAGMA {pragma}').fetchone()[0]}")
        self.random = random.Random(47)
        self.tests, self.points = tests, points
        self.columns = {}

    def add(self, table, rows):
        rows = list(rows)
        if rows:
            marks = ",".join("?" * len(rows[0]))
            self.db.executemany(f"INSERT INTO {table} VALUES({marks})", rows)

    def add_fact(self, subject, assembly, kind, name, path, first, last):
        self.add("fact", [(subject, assembly, kind, name, path, first, last, "measured", 1, "")])

    def add_method(self, build, document, path, kind, index):
        number = self.next_method
        self.next_method += 1
        line = 10 + index * (POINTS_OF_METHOD + 3)
        name = f"Method{index}"
        self.add("body", [(number, build, 0x06000001 + number, kind, name, "()")])
        first = (number - 1) * POINTS_OF_METHOD + 1
        self.add("point", ((first + i, number, document, line + i, 9, line + i, 30, 3, 0, 0) for i in range(POINTS_OF_METHOD)))
        for i in range(0, POINTS_OF_METHOD, POINTS_OF_DECISION):
            decision = self.next_decision
            self.next_decision += 1
            self.add("decision", [(decision, first + i, number, 0, 0, 0, 1, 0)])
            self.add("arm", ((2 * decision - 1 + arm, decision, 0, 0, 0) for arm in range(2)))
        self.add_fact("member", self.assembly, kind, f"{name}()", path, line, line + POINTS_OF_METHOD - 1)

    def add_file(self, build, document, index):
        path = f"src/{self.assembly}/Part{index % 10}/Type{index}.cs"
        kind = f"{self.assembly}.Part{index % 10}.Type{index}"
        checksum = hashlib.sha256(path.encode()).digest()
        self.add("document", [(document, build, path, "SHA256", checksum, 0, 1)])
        self.add_fact("file", self.assembly, "", path, path, 0, 0)
        self.add_fact("type", self.assembly, "", kind, path, 0, 0)
        for method in range(METHODS_OF_FILE):
            self.add_method(build, document, path, kind, method)

    def add_builds(self):
        points_of_build = FILES_OF_BUILD * METHODS_OF_FILE * POINTS_OF_METHOD
        count = max(1, self.points // points_of_build)
        self.next_method = self.next_decision = 1
        for build in range(1, count + 1):
            self.assembly = f"Shop.Library{build}"
            digest = hashlib.md5(self.assembly.encode()).digest()
            arms = points_of_build // POINTS_OF_DECISION * 2
            self.add("build", [(build, self.assembly, digest, ".NETCoreApp,Version=v10.0", digest, 1, 1764000000, 0, "measured", "",
                                points_of_build, arms)])
            self.add_fact("assembly", self.assembly, "", self.assembly, f"bin/{self.assembly}.dll", 0, 0)
            for index in range(FILES_OF_BUILD):
                self.add_file(build, (build - 1) * FILES_OF_BUILD + index + 1, index)
        return count, points_of_build, arms

    def hits_of_test(self, points):
        """Whole methods, and beginnings of some, of a few files."""
        places = set()
        while len(places) < HITS_OF_TEST // 2:
            file = self.random.randrange(points // (METHODS_OF_FILE * POINTS_OF_METHOD))
            for _ in range(self.random.randrange(2, METHODS_OF_FILE)):
                method = self.random.randrange(METHODS_OF_FILE)
                first = (file * METHODS_OF_FILE + method) * POINTS_OF_METHOD
                places.update(range(first, first + self.random.randrange(2, POINTS_OF_METHOD + 1)))
        return sorted(places)

    def add_tests(self, builds, points):
        all_points, all_arms = {}, {}
        for test in range(1, self.tests + 1):
            kind = f"Shop.Tests.Part{test // 500}.Class{test // 20}Tests"
            self.add("test", [(test, "Shop.Tests", kind, f"Test{test}", "ended", 1, 0, 1764000000)])
            for build in self.random.sample(range(1, builds + 1), min(2, builds)):
                places = self.hits_of_test(points)
                arms = sorted(place // POINTS_OF_DECISION * 2 + test % 2 for place in places if place % POINTS_OF_DECISION == 0)
                self.add("test_hit", [(test, build, as_runs(places), as_runs(arms))])
                all_points.setdefault(build, set()).update(places)
                all_arms.setdefault(build, set()).update(arms)
        for build in range(1, builds + 1):
            first_point, first_arm = (build - 1) * points + 1, (build - 1) * points // POINTS_OF_DECISION * 2 + 1
            self.add("hit", ((first_point + place, 1) for place in sorted(all_points.get(build, ()))))
            self.add("taken", ((first_arm + arm,) for arm in sorted(all_arms.get(build, ()))))

    def make(self):
        self.add("run", [("20251124-000000-1-1", "clrcov", 1764000000, "", "once", 0, 1)])
        builds, points, _ = self.add_builds()
        self.add_tests(builds, points)
        self.db.commit()


def main(arguments):
    if len(arguments) not in (2, 4):
        print(__doc__, file=sys.stderr)
        return 2
    tests, points = (int(arguments[2]), int(arguments[3])) if len(arguments) == 4 else (10_000, 200_000)
    Maker(arguments[0], arguments[1], tests, points).make()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
