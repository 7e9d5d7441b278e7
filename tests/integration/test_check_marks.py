#!/usr/bin/env python3
"""Unit tests of check_marks.py: a right report passes, and each kind of disagreement is found."""

import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_marks  # noqa: E402

SOURCE = """\
// line 1: no code
class C
{
    void M()
    { //D: hit x3
        A(); //: hit x3
        if (a && B()) //: part 2/2 1/2 x3
            C(); //: miss
        switch (x) //: part 2/5
        {
        }
        // line 12: not coverable
        const int n = 1; //: none
        D(); //D: hit //R: miss
    } //D: hit
}
"""

PLAIN = '<line number="{0}" hits="{1}"/>'


def branch(number, hits, total, *conditions):
    """A <line> with branches: conditions are (type, percent)."""
    inner = "".join(f'<condition number="{i}" type="{kind}" coverage="{percent}%"/>'
                    for i, (kind, percent) in enumerate(conditions))
    return (f'<line number="{number}" hits="{hits}" branch="true" condition-coverage="{total}">'
            f"<conditions>{inner}</conditions></line>")


def right_lines():
    """Line number -> element of a report that agrees with SOURCE (Debug)."""
    return {
        5: PLAIN.format(5, 3),
        6: PLAIN.format(6, 3),
        7: branch(7, 3, "75% (3/4)", ("jump", 100), ("jump", 50)),
        8: PLAIN.format(8, 0),
        9: branch(9, 3, "40% (2/5)", ("switch", 40)),
        14: PLAIN.format(14, 3),
        15: PLAIN.format(15, 3),
    }


class CheckMarksTest(unittest.TestCase):
    """Runs the checker on small reports."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.write("C.cs", SOURCE)

    def write(self, name, text):
        path = os.path.join(self.directory.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def report(self, lines, method_lines=None, filename="C.cs"):
        """Writes a report with one class and one method; returns its path."""
        in_class = "".join(lines.values() if isinstance(lines, dict) else lines)
        in_method = in_class if method_lines is None else "".join(method_lines)
        return self.write("report.xml", f"""<coverage>
            <sources><source>{self.directory.name}</source></sources>
            <packages><package name="P"><classes><class name="C" filename="{filename}">
            <methods><method name="M" signature="()"><lines>{in_method}</lines></method></methods>
            <lines>{in_class}</lines></class></classes></package></packages></coverage>""")

    def run_checker(self, report, *options, config="Debug", sources=None):
        """Returns (exit code, output)."""
        output = io.StringIO()
        arguments = ["--config", config, *options, report, *(sources or [self.directory.name])]
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = check_marks.main(arguments)
        return code, output.getvalue()

    def assert_passes(self, report, *options, **keywords):
        code, output = self.run_checker(report, *options, **keywords)
        self.assertEqual(0, code, output)
        self.assertIn(", 0 wrong", output)

    def assert_fails(self, report, text, *options, **keywords):
        code, output = self.run_checker(report, *options, **keywords)
        self.assertEqual(1, code, output)
        self.assertIn(text, output)

    def changed(self, number, element):
        """The right report with one line replaced, added or (None) removed."""
        lines = right_lines()
        lines[number] = element
        return self.report({n: e for n, e in lines.items() if e is not None})

    # -- agreement

    def test_right_report_passes(self):
        self.assert_passes(self.report(right_lines()))
        self.assert_passes(self.report(right_lines()), "--exact")

    def test_release_marks(self):
        lines = right_lines()
        del lines[5], lines[15]
        lines[14] = PLAIN.format(14, 0)
        self.assert_passes(self.report(lines), config="Release")

    def test_counts_of_marked_lines(self):
        _, output = self.run_checker(self.report(right_lines()))
        self.assertEqual("8 marked lines, 0 wrong\n", output)

    def test_other_files_are_ignored(self):
        self.write("other/D.cs", "x(); //: hit\n")
        self.assert_passes(self.report(right_lines()),
                           sources=[os.path.join(self.directory.name, "C.cs")])

    def test_build_output_is_skipped(self):
        self.write("obj/E.cs", "x(); //: hit\n")
        self.assert_passes(self.report(right_lines()))

    # -- states

    def test_hit_expected_but_missed(self):
        self.assert_fails(self.changed(6, PLAIN.format(6, 0)), "C.cs:6: expected hit x3, got miss")

    def test_miss_expected_but_hit(self):
        self.assert_fails(self.changed(8, PLAIN.format(8, 1)), "C.cs:8: expected miss, got hit")

    def test_marked_line_not_in_report(self):
        self.assert_fails(self.changed(6, None), "C.cs:6: expected hit x3, got not coverable")

    def test_unmarked_line_in_report(self):
        self.assert_fails(self.changed(12, PLAIN.format(12, 1)), "C.cs:12: expected a mark, got hit")

    def test_none_but_coverable(self):
        self.assert_fails(self.changed(13, PLAIN.format(13, 1)), "C.cs:13: expected none, got hit")

    def test_debug_mark_must_not_be_coverable_in_release(self):
        self.assert_fails(self.report(right_lines()), "C.cs:5: expected none, got hit", config="Release")

    def test_each_configuration_has_its_mark(self):
        self.assert_fails(self.report(right_lines()), "C.cs:14: expected miss, got hit", config="Release")

    def test_line_behind_the_end(self):
        self.assert_fails(self.changed(99, PLAIN.format(99, 1)), "C.cs:99: expected a mark")

    def test_source_line_is_shown(self):
        self.assert_fails(self.changed(6, None), "\n    A(); //: hit x3\n")

    # -- arms

    def test_partial_expected_but_all_taken(self):
        element = branch(7, 3, "100% (4/4)", ("jump", 100), ("jump", 100))
        self.assert_fails(self.changed(7, element), "C.cs:7: expected part 2/2 1/2 x3, got hit")

    def test_same_sum_of_other_arms(self):
        element = branch(7, 3, "75% (3/4)", ("jump", 50), ("jump", 100))
        self.assert_fails(self.changed(7, element), "C.cs:7: expected part 2/2 1/2 x3, got part")

    def test_missing_branch(self):
        element = branch(7, 3, "50% (1/2)", ("jump", 50))
        self.assert_fails(self.changed(7, element), "C.cs:7: ")

    def test_unmarked_branch(self):
        element = branch(6, 3, "100% (2/2)", ("jump", 100))
        self.assert_fails(self.changed(6, element), "C.cs:6: expected hit x3, got hit")

    def test_unmarked_branch_of_missed_line(self):
        element = branch(8, 0, "0% (0/2)", ("jump", 0))
        self.assert_fails(self.changed(8, element), "C.cs:8: expected miss, got miss")

    def test_switch_with_other_number_of_arms(self):
        element = branch(9, 3, "50% (2/4)", ("switch", 50))
        self.assert_fails(self.changed(9, element), "C.cs:9: expected part 2/5, got part")

    def test_switch_with_other_sum(self):
        element = branch(9, 3, "60% (3/5)", ("switch", 60))
        self.assert_fails(self.changed(9, element), "C.cs:9: ")

    def test_switch_written_as_jumps(self):
        element = branch(9, 3, "40% (2/5)", ("jump", 50), ("switch", 33))
        self.assert_fails(self.changed(9, element), "C.cs:9: ")

    def test_type_must_fit_the_number_of_arms(self):
        element = branch(9, 3, "40% (2/5)", ("jump", 40))
        self.assert_fails(self.changed(9, element), "C.cs:9: ")

    def test_percent_is_rounded_down(self):
        self.write("S.cs", "switch (x) //: part 2/3\n")
        element = branch(1, 1, "66% (2/3)", ("switch", 66))
        self.assert_passes(self.report([element], filename="S.cs"),
                           sources=[os.path.join(self.directory.name, "S.cs")])
        element = branch(1, 1, "66% (2/3)", ("switch", 67))
        self.assert_fails(self.report([element], filename="S.cs"), "S.cs:1: ",
                          sources=[os.path.join(self.directory.name, "S.cs")])

    def test_conditions_and_sum_disagree(self):
        element = branch(7, 3, "50% (2/4)", ("jump", 100), ("jump", 50))
        self.assert_fails(self.changed(7, element), "C.cs:7: ")

    # -- counts

    def test_exact_count(self):
        report = self.changed(6, PLAIN.format(6, 4))
        self.assert_passes(report)
        self.assert_fails(report, "C.cs:6: expected hit x3, got hit (hits 4)", "--exact")

    # -- the report in itself

    def test_class_and_method_lines_disagree(self):
        method = dict(right_lines())
        method[6] = PLAIN.format(6, 1)
        self.assert_fails(self.report(right_lines(), method.values()), "C.cs:6: expected the same everywhere")

    def test_class_and_method_conditions_disagree(self):
        method = dict(right_lines())
        method[7] = branch(7, 3, "75% (3/4)", ("jump", 50), ("jump", 100))
        self.assert_fails(self.report(right_lines(), method.values()), "C.cs:7: expected the same everywhere")

    def test_line_missing_in_method(self):
        method = dict(right_lines())
        del method[6]
        self.assert_fails(self.report(right_lines(), method.values()), "in the class lines only")

    def test_line_missing_in_class(self):
        lines = right_lines()
        method = list(lines.values())
        del lines[6]
        self.assert_fails(self.report(lines, method), "in the method lines only")

    def test_line_twice_in_one_list(self):
        lines = list(right_lines().values()) + [PLAIN.format(6, 3)]
        self.assert_fails(self.report(lines), "C.cs:6: expected once, got twice")

    def test_missed_line_with_a_taken_arm(self):
        lines = right_lines()
        lines[8] = branch(8, 0, "50% (1/2)", ("jump", 50))
        self.assert_fails(self.report(lines), "C.cs:8: expected no taken arm")

    def test_two_classes_disagree(self):
        report = self.report(right_lines())
        with open(report, encoding="utf-8") as stream:
            text = stream.read()
        one = text[text.index("<class "):text.index("</classes>")]
        other = one.replace('name="C"', 'name="D"').replace('number="6" hits="3"', 'number="6" hits="9"')
        self.write("report.xml", text.replace(one, one + other))
        self.assert_fails(report, "C.cs:6: expected the same everywhere")

    # -- what cannot be read

    def test_bad_marks(self):
        for text in ("hits", "hit 1/2", "part 2/2", "miss 1/2", "none x1", "hit x0", "part 3/2", "hit 2", ""):
            with self.subTest(text), self.assertRaises(check_marks.BadInput):
                check_marks.marks_of_line(f"A(); //: {text}", "//", "C.cs:1")

    def test_marks_that_exclude_each_other(self):
        for text in ("//: hit //D: miss", "//D: hit //D: miss", "//R: hit //: hit"):
            with self.subTest(text), self.assertRaises(check_marks.BadInput):
                check_marks.marks_of_line(text, "//", "C.cs:1")

    def test_bad_mark_is_exit_code_2(self):
        self.write("C.cs", "A(); //: perhaps\n")
        code, output = self.run_checker(self.report([]))
        self.assertEqual(2, code)
        self.assertIn("C.cs:1: malformed mark", output)

    def test_unreadable_report(self):
        for text in ("<coverage", '<coverage><class name="C"/></coverage>'):
            with self.subTest(text):
                self.assertEqual(2, self.run_checker(self.write("bad.xml", text))[0])

    def test_no_marks_at_all_is_no_success(self):
        self.write("C.cs", "A();\n")
        self.assertEqual(1, self.run_checker(self.report([]))[0])

    # -- languages and listing

    def test_texts_that_are_no_marks(self):
        for text in ('Get("http://host");', "x(); // : hit", "x(); //: ".rstrip() + "//", "x(); // hit"):
            with self.subTest(text):
                self.assertEqual({}, check_marks.marks_of_line(text, "//", "C.cs:1"))

    def test_text_behind_a_mark(self):
        marks = check_marks.marks_of_line("x(); //D: hit x1 -- why //R: miss", "//", "C.cs:1")
        self.assertEqual(check_marks.Mark("hit", (), 1), marks["D"])
        self.assertEqual(check_marks.Mark("miss"), marks["R"])

    def test_visual_basic(self):
        path = self.write("V.vb", "A() ': hit\nIf B() Then 'D: part 1/2 'R: hit 2/2\n")
        report = self.report([PLAIN.format(1, 1), branch(2, 1, "50% (1/2)", ("jump", 50))], filename="V.vb")
        self.assert_passes(report, sources=[path])

    def test_list(self):
        self.write("C.cs", "//- a construct\nA(); //: hit x2\nB(); //: part 1/2 1/2\n")
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            self.assertEqual(0, check_marks.main(["--list", self.directory.name]))
        self.assertEqual("2 1 2 1 total".split(), output.getvalue().splitlines()[-1].split())

    def test_heading_and_constructs(self):
        path = self.write("C.vb", "Option Strict Off\n\n' Late binding: the call sites\n' are no decisions.\n\nImports A\n' later\n"
                                  "'- first\n1 ': hit\n  '- second\n2 ': hit\n")
        source = check_marks.read_source(path)
        self.assertEqual("Late binding: the call sites are no decisions.", source.heading)
        self.assertEqual({8: "first", 10: "second"}, source.constructs)
        self.assertEqual(["", "first", "second"], [source.construct_at(number) for number in (7, 9, 11)])
        self.assertEqual("", check_marks.read_source(self.write("D.cs", "A();\n// A call.\n")).heading)


def read_rows(path):
    """The rows of worked-rows.txt: (row, file, construct)."""
    with open(path, encoding="utf-8") as stream:
        rows = [line.strip() for line in stream if line.strip() and not line.startswith("#")]
    return [tuple(part.strip() for part in line.split(" | ", 2)) for line in rows]


def marks_of_construct(path, construct):
    """Marks from the line that names the construct to the next one; None: it is not in the file."""
    source = check_marks.read_source(path)
    if construct not in source.constructs.values():
        return None
    return [mark for number, marks in source.marks.items() if source.construct_at(number) == construct
            for mark in marks.values()]


class WorkedRows(unittest.TestCase):
    """Each worked row of what "covered" means is a construct of a target, with marks."""

    TARGETS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "targets")
    WITHOUT_BRANCHES = ("none: ", "endless loop")

    def test_each_row_is_a_construct(self):
        rows = read_rows(os.path.join(self.TARGETS, "worked-rows.txt"))
        self.assertGreater(len(rows), 50)
        for row, file, construct in rows:
            with self.subTest(row=row, construct=construct):
                marks = marks_of_construct(os.path.join(self.TARGETS, file), construct)
                self.assertIsNotNone(marks, "no such construct")
                self.assertTrue([mark for mark in marks if mark.state != "none"], "nothing is marked")
                if not row.startswith(self.WITHOUT_BRANCHES):
                    self.assertTrue(any(mark.arms for mark in marks), "no branch is marked")

    def test_a_construct_that_is_not_there_is_noticed(self):
        path = os.path.join(self.TARGETS, "csharp", "Conditions.cs")
        self.assertIsNone(marks_of_construct(path, "no such construct"))


if __name__ == "__main__":
    unittest.main()
