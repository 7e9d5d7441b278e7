"""The comparison with random programs must notice each kind of disagreement; the layout must follow the rules of spans."""

import os
import random
import re
import sys
import unittest
from collections import Counter

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "integration"))

import compare
import csharp
from check_marks import Condition, ReportLine
from layout import Layout, Point, lines_of


def line(hits, *conditions):
    taken = sum(t for t, _ in conditions)
    total = sum(n for _, n in conditions)
    return ReportLine(hits, taken, total, tuple(Condition("jump" if n == 2 else "switch", 100 * t // n) for t, n in conditions))


def layout_of(*points, decisions=()):
    made = Layout(random.Random(1))
    made.points, made.decisions = list(points), list(decisions)
    made.done = ["text"] * 20
    return made


def difference_kinds(layout, report, counts, release=False, exact=False):
    found, _ = compare.compare_file("a.cs", layout, report, Counter(counts), release, exact)
    return [d.kind for d in found]


class Spans(unittest.TestCase):
    def test_an_inner_point_takes_its_lines(self):
        outer, inner = Point(0, "exact", (1, 0), (4, 5)), Point(1, "exact", (2, 4), (3, 9))
        self.assertEqual({1: ([0], []), 2: ([1], []), 3: ([1], []), 4: ([0], [])}, lines_of([outer, inner], False))

    def test_a_brace_may_be_left_out_in_release_only(self):
        brace = Point(0, "debug", (1, 0), (1, 1))
        self.assertEqual({1: ([0], [])}, lines_of([brace], False))
        self.assertEqual({1: ([], [0])}, lines_of([brace], True))

    def test_states(self):
        self.assertEqual({"hit"}, compare.allowed_states(([1], [2]), Counter({1: 1})))
        self.assertEqual({"miss"}, compare.allowed_states(([1], []), Counter()))
        self.assertEqual({"absent", "hit"}, compare.allowed_states(([], [2]), Counter({2: 1})))
        self.assertEqual({"absent", "miss"}, compare.allowed_states(([], [2]), Counter()))


class Differences(unittest.TestCase):
    point = Point(0, "exact", (3, 0), (3, 9))

    def test_what_agrees(self):
        self.assertEqual([], difference_kinds(layout_of(self.point), {3: line(2)}, {0: 2}, exact=True))

    def test_lines(self):
        self.assertEqual(["line"], difference_kinds(layout_of(self.point), {3: line(0)}, {0: 1}))
        self.assertEqual(["line"], difference_kinds(layout_of(self.point), {3: line(1)}, {}))
        self.assertEqual(["line"], difference_kinds(layout_of(self.point), {}, {0: 1}))
        self.assertEqual(["line"], difference_kinds(layout_of(self.point), {3: line(1), 4: line(1)}, {0: 1}))

    def test_counts(self):
        self.assertEqual(["count"], difference_kinds(layout_of(self.point), {3: line(3)}, {0: 2}, exact=True))

    def test_decisions(self):
        from layout import Decision
        layout = layout_of(self.point, decisions=[Decision(3, 10, 2, "condition")])
        counts = {0: 1, 10: 1}
        name = "decision (condition)"
        self.assertEqual([], difference_kinds(layout, {3: line(1, (1, 2))}, counts))
        self.assertEqual([name], difference_kinds(layout, {3: line(1, (2, 2))}, counts))
        self.assertEqual([name], difference_kinds(layout, {3: line(1)}, counts))
        self.assertEqual([name], difference_kinds(layout, {3: line(1, (1, 2), (1, 2))}, counts))
        self.assertEqual([name], difference_kinds(layout, {3: line(1, (1, 3))}, counts))
        self.assertEqual(["decision (none)"],
                         difference_kinds(layout_of(self.point), {3: line(1, (1, 2))}, {0: 1}))


class Programs(unittest.TestCase):
    def test_a_seed_makes_the_same_program_again(self):
        one, other = csharp.Program([7], 12), csharp.Program([7], 12)
        self.assertEqual([l.text() for l in one.files.values()], [l.text() for l in other.files.values()])
        self.assertEqual(one.twins, other.twins)

    def test_every_number_of_the_layout_is_in_the_twin(self):
        program = csharp.Program([3], 12)
        numbers = {int(n) for text in program.twins.values() for n in re.findall(r"\d+", text)}
        for layout in program.files.values():
            self.assertTrue({d.first for d in layout.decisions} <= numbers)
            self.assertTrue({p.number for p in layout.points} <= numbers)


if __name__ == "__main__":
    unittest.main()
