"""Unit tests of compare.py and page.py: each kind of error is found, and what is let pass is let pass."""

import io
import os
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

import compare
import page
from compare import Line, Record, Tally, check_marks

SOURCE = """\
class Sample
{
    //- if without else
    void If()
    { //D: hit
        if (a) //: part 1/2
            B(); //: hit
        else
            C(); //: miss
    } //: hit

    //- a property
    int P { get; set; } //: hit
    //- lambda
    void Lambda()
    {
        F f = x => //: hit
            x; //: miss
    }
}
"""


def lines_xml(lines):
    """The <line> elements of {number: (hits, condition-coverage, [(type, coverage)])}."""
    text = ""
    for number, (hits, coverage, conditions) in lines.items():
        inner = "".join(f'<condition number="{i}" type="{kind}" coverage="{percent}"/>'
                        for i, (kind, percent) in enumerate(conditions))
        branch = f'branch="True" condition-coverage="{coverage}"' if coverage else 'branch="False"'
        text += f'<line number="{number}" hits="{hits}" {branch}><conditions>{inner}</conditions></line>'
    return text


def report_xml(filename, methods, sources=""):
    """A report of one class."""
    body = "".join(f'<method name="{name}" signature="()"><lines>{lines_xml(lines)}</lines></method>'
                   for name, lines in methods)
    return (f'<coverage><sources>{sources}</sources><packages><package><classes><class name="C" '
            f'filename="{filename}"><methods>{body}</methods></class></classes></package></packages></coverage>')


def record(taken, total, *conditions, hits=1, method="C.M"):
    return Record(method, hits, taken, total, tuple(conditions))


class Readings(unittest.TestCase):
    def test_a_jump_has_two_arms(self):
        self.assertEqual(compare.readings_of(record(1, 2, ("jump", 50.0))), [[(1, 2)]])

    def test_a_switch_has_the_arms_that_are_left(self):
        reading = compare.readings_of(record(4, 8, ("jump", 50.0), ("switch", 50.0), ("jump", 50.0)))
        self.assertEqual(reading, [[(1, 2), (2, 4), (1, 2)]])

    def test_rounded_percentages_are_understood_in_both_ways(self):
        self.assertEqual(compare.readings_of(record(2, 3, ("switch", 66.66))), [[(2, 3)]])
        self.assertEqual(compare.readings_of(record(2, 3, ("switch", 66.0))), [[(2, 3)]])

    def test_two_switches_have_every_reading_that_fits(self):
        readings = compare.readings_of(record(3, 7, ("switch", 33.33), ("switch", 50.0)))
        self.assertIn([(1, 3), (2, 4)], readings)
        self.assertTrue(all(sum(t for t, _ in r) == 3 and sum(n for _, n in r) == 7 for r in readings))

    def test_percentages_that_fit_nothing_are_one_decision(self):
        self.assertEqual(compare.readings_of(record(2, 2, ("jump", 50.0))), [[(2, 2)]])

    def test_no_branch_is_no_decision(self):
        self.assertEqual(compare.readings_of(record(0, 0)), [[]])

    def test_a_sum_without_conditions_is_one_decision(self):
        self.assertEqual(compare.readings_of(record(1, 3)), [[(1, 3)]])


class Joining(unittest.TestCase):
    def test_parts_of_methods_are_put_together(self):
        line = compare.line_of_parts([record(1, 2, ("jump", 50.0), hits=0),
                                      record(2, 2, ("jump", 100.0), method="C.Lambda")])
        self.assertTrue(line.hit)
        self.assertEqual(line.solutions(), [[(1, 2), (2, 2)]])

    def test_a_line_is_hit_when_any_of_its_parts_is(self):
        self.assertTrue(compare.line_of_parts([record(0, 0, hits=1), record(0, 0, hits=0)]).hit)
        self.assertTrue(compare.line_of_parts([record(0, 0, hits=0), record(0, 0, hits=1)]).hit)
        self.assertFalse(compare.line_of_parts([record(0, 0, hits=0)]).hit)

    def test_constructors_that_repeat_an_initialiser_count_once(self):
        line = compare.line_of_parts([record(1, 2, ("jump", 50.0), method="C..ctor"),
                                      record(2, 2, ("jump", 100.0), method="C..ctor")])
        self.assertEqual(line.solutions(), [[(2, 2)]])

    def test_a_repeated_whole_line_counts_once(self):
        line = compare.whole_line([record(1, 2, ("jump", 50.0))] * 2)
        self.assertEqual(line.solutions(), [[(1, 2)]])


class Lines(unittest.TestCase):
    def tally(self, mark, line, text="", with_statement=False):
        tally = Tally()
        compare.compare_line(tally, check_marks.parse_mark(mark, "") if mark else None, line, text,
                             with_statement)
        return tally

    def kinds(self, *arguments, **named):
        return {kind: n for kind, n in self.tally(*arguments, **named).kinds.items() if n}

    def test_what_agrees_is_not_wrong(self):
        self.assertEqual(self.kinds("hit", Line(True)), {})
        self.assertEqual(self.kinds("miss", Line(False)), {})
        self.assertEqual(self.kinds("none", None), {})
        self.assertEqual(self.kinds("part 1/2", Line(True, [record(1, 2, ("jump", 50.0))])), {})

    def test_a_false_hit(self):
        self.assertEqual(self.kinds("miss", Line(True)), {"false hit": 1})

    def test_a_false_miss(self):
        self.assertEqual(self.kinds("hit", Line(False)), {"false miss": 1})

    def test_an_invented_line(self):
        self.assertEqual(self.kinds("none", Line(True)), {"invented line": 1})
        self.assertEqual(self.kinds(None, Line(False)), {"invented line": 1})

    def test_an_absent_line_with_its_decisions(self):
        self.assertEqual(self.kinds("part 1/2 0/2", None), {"absent line": 1, "missing": 2})

    def test_members_of_the_compiler_may_be_absent_but_not_false(self):
        accessor = "    public int P { get; init; } //: hit"
        self.assertEqual(self.kinds("hit", None, text=accessor), {})
        self.assertEqual(self.kinds("hit", Line(False), text=accessor), {"false miss": 1})
        self.assertEqual(self.kinds("hit", None, text="public sealed record R(int A); //: hit"), {})
        self.assertEqual(self.kinds("hit", None, text="    int P { get { return 1; } }"), {"absent line": 1})
        self.assertEqual(self.kinds("hit", None, text="    record.Add(1);"), {"absent line": 1})

    def test_a_hit_of_the_statement_around_is_no_false_hit(self):
        tally = self.tally("miss", Line(True), with_statement=True)
        self.assertEqual((tally.wrong, tally.shared), (0, 1))

    def test_a_missing_decision(self):
        self.assertEqual(self.kinds("hit 2/2", Line(True)), {"missing": 1})

    def test_an_invented_decision(self):
        self.assertEqual(self.kinds("hit", Line(True, [record(2, 2, ("jump", 100.0))])), {"invented": 1})

    def test_wrong_arms(self):
        self.assertEqual(self.kinds("part 1/2", Line(True, [record(2, 2, ("jump", 100.0))])), {"wrong arms": 1})

    def test_the_order_of_decisions_does_not_matter(self):
        line = Line(True, [record(3, 4, ("jump", 50.0), ("jump", 100.0))])
        self.assertEqual(self.kinds("part 2/2 1/2", line), {})

    def test_the_reading_that_fits_best_is_taken(self):
        line = Line(True, [record(4, 8, ("switch", 50.0), ("switch", 50.0))])
        self.assertEqual(self.kinds("part 2/4 2/4", line), {})
        self.assertEqual(self.kinds("part 1/2 3/6", line), {})

    def test_marked_lines_and_decisions_are_counted(self):
        tally = self.tally("part 1/2 2/2", None)
        self.assertEqual((tally.lines, tally.decisions), (1, 2))
        self.assertEqual(self.tally("none", None).lines, 0)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = os.path.realpath(self.folder.name)
        self.targets = os.path.join(self.root, "targets")
        self.source = self.write("targets/csharp/Sample.cs", SOURCE)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def good_lines(self, release=False):
        lines = {6: (1, "50% (1/2)", [("jump", "50%")]), 7: (1, "", []), 9: (0, "", []), 10: (1, "", []),
                 13: (1, "", []), 17: (1, "", []), 18: (0, "", [])}
        if not release:
            lines[5] = (1, "", [])
        return lines

    def reports(self, lines_of):
        """Writes a report for each tool and configuration; lines_of(tool, config) or None for not run."""
        for config in page.CONFIGS:
            for tool in page.TOOLS:
                lines = lines_of(tool, config)
                name = tool.files.replace("*", "csharp")
                if lines is None:
                    self.write(f"{config}/{tool.why}", "its package does not restore\n")
                else:
                    self.write(f"{config}/{name}", report_xml("csharp/Sample.cs", [("M", lines)],
                                                              "<source>/built/here</source>"))
            self.write(f"{config}/points-csharp.txt",
                       "document  1 /built/here/csharp/Sample.cs\n  ; document 1, 17:9 to 18:15\n")
        self.write("facts.txt", "date=2001-02-03\nclrcov=1\nsdk=2\nruntime=3\nsystem=4\ncoverlet=5\n"
                                "microsoft=6\nroot=/built/here\n")

    def run_page(self, deviations=""):
        output, listed = os.path.join(self.root, "page.md"), self.write("deviations.txt", deviations)
        errors = io.StringIO()
        with redirect_stderr(errors), redirect_stdout(io.StringIO()):
            code = page.main(["--runs", self.root, "--deviations", listed, "--output", output,
                              "--rows", self.rows_path(), "csharp"])
        return code, self.text_of(output), errors.getvalue()

    def rows_path(self):
        return os.path.join(self.root, "made", "rows.md")

    def rows(self):
        """The rows that run_page() wrote."""
        return self.text_of(self.rows_path())

    @staticmethod
    def text_of(path):
        if not os.path.exists(path):
            return ""
        with open(path, encoding="utf-8") as stream:
            return stream.read()

    def test_constructs_hold_each_line_once(self):
        constructs = [c for c, _ in compare.read_constructs(self.targets, ["csharp"])]
        self.assertEqual([c.name for c in constructs], ["", "if without else", "a property", "lambda"])
        self.assertEqual(sorted(n for c in constructs for n in c.lines), list(range(1, 21)))
        self.assertEqual(constructs[1].key, "csharp/Sample.cs: if without else")

    def test_file_names_of_all_tools_are_understood(self):
        move = ("/built/here", self.targets)
        for filename, sources in (("csharp/Sample.cs", ["/built/here"]), ("/built/here/csharp/Sample.cs", []),
                                  ("Sample.cs", ["/built/here/fsharp/", "/built/here/csharp/"]),
                                  ("built/here/csharp/Sample.cs", ["/"])):
            moved = [compare.moved(source, move) for source in sources]
            self.assertEqual(compare.file_of(filename, moved, move), self.source)

    def test_spans_end_where_their_last_line_is(self):
        path = self.write("points.txt", "document  3 /built/here/a.cs\n  ; document 3, 4:1 to 6:2\n"
                                        "  ; document 3, 7:1 to 7:2\n")
        self.assertEqual(compare.read_spans([path], ("/built/here", "/now")), {"/now/a.cs": {6: {4}}})

    def test_a_broken_report_is_an_error(self):
        path = self.write("broken.xml", "<coverage>")
        with self.assertRaises(check_marks.BadInput):
            compare.read_records(path, ("/a", "/b"))

    def test_a_page_without_errors(self):
        self.reports(lambda tool, config: self.good_lines(config == "Release"))
        code, text, errors = self.run_page()
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("| clrcov | Debug | 8 | 0 | 1 | 0 | 3 | 0 |", text)
        self.assertIn("| clrcov | Release | 7 | 0 | 1 | 0 | 3 | 0 |", text)
        self.assertIn("| if without else | 5 / 4 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |", self.rows())
        self.assertIn("None: no line and no decision", text)
        self.assertIn("Runs of 2001-02-03: clrcov 1; coverlet.collector 5;", text)

    def test_the_page_is_the_summary_and_the_rows_are_a_file_of_their_own(self):
        self.reports(lambda tool, config: self.good_lines(config == "Release"))
        _, text, _ = self.run_page()
        self.assertNotIn("if without else", text)
        self.assertIn("Runs of 2001-02-03: clrcov 1;", self.rows())
        self.assertIn("### csharp/Sample.cs", self.rows())
        self.assertNotIn("## Summary", self.rows())

    def test_errors_of_another_tool_stand_in_its_columns_and_do_not_fail(self):
        def lines_of(tool, config):
            lines = self.good_lines(config == "Release")
            if tool.title == "coverlet" and config == "Release":
                lines[9] = (1, "", [])
                lines[6] = (1, "100% (2/2)", [("jump", "100%")])
            return lines
        self.reports(lines_of)
        code, text, _ = self.run_page()
        self.assertEqual(code, 0)
        self.assertIn("| if without else | 5 / 4 | 1 | 0 | 0 | 0 | 1+1 | 0 | 0 | 0 | 0 |", self.rows())
        self.assertIn("| coverlet | Release | 7 | 1 | 1 | 1 | 3 | 1 |", text)
        self.assertIn("| coverlet | Release | 1 | 0 | 0 | 0 | 0 | 0 | 1 |", text)

    def test_a_hit_on_the_last_line_of_a_statement_is_let_pass_and_told(self):
        def lines_of(tool, config):
            lines = self.good_lines(config == "Release")
            if tool.title == "coverlet":
                lines[18] = (1, "", [])
            return lines
        self.reports(lines_of)
        _, text, _ = self.run_page()
        self.assertIn("for any tool: coverlet Debug 1, coverlet Release 1.", text)
        self.assertIn("| coverlet | Debug | 8 | 0 | 1 | 0 | 3 | 0 |", text)

    def test_a_tool_that_did_not_run_is_named(self):
        self.reports(lambda tool, config: None if tool.title == "Microsoft dynamic"
                     else self.good_lines(config == "Release"))
        code, text, _ = self.run_page()
        self.assertEqual(code, 0)
        self.assertIn("**Microsoft dynamic** did not run in Debug: its package does not restore.", text)
        self.assertIn("| Microsoft dynamic | Release | - | - | - | - | - | - |", text)

    def test_a_run_without_report_and_without_reason_is_an_error(self):
        self.reports(lambda tool, config: self.good_lines(config == "Release"))
        os.remove(os.path.join(self.root, "Debug", "coverlet.xml"))
        self.assertEqual(self.run_page()[0], 2)

    def wrong_in_clrcov(self, tool, config):
        lines = self.good_lines(config == "Release")
        if tool.ours and config == "Debug":
            lines[7] = (0, "", [])
        return lines

    def test_a_deviation_that_is_not_listed_fails(self):
        self.reports(self.wrong_in_clrcov)
        code, text, errors = self.run_page()
        self.assertEqual(code, 1)
        self.assertIn("not listed: csharp/Sample.cs: if without else (Debug: 1 lines, 0 decisions)", errors)
        self.assertIn("not explained yet", text)

    def test_a_listed_deviation_is_shown_with_its_reason(self):
        self.reports(self.wrong_in_clrcov)
        code, text, _ = self.run_page("# comment\ncsharp/Sample.cs: if without else | no difference in the IL\n")
        self.assertEqual(code, 0)
        self.assertIn("| csharp/Sample.cs: if without else | Debug: 1 lines, 0 decisions | no difference in the IL |",
                      text)

    def test_a_listed_deviation_that_is_gone_fails(self):
        self.reports(lambda tool, config: self.good_lines(config == "Release"))
        code, _, errors = self.run_page("csharp/Sample.cs: if without else | no difference in the IL\n")
        self.assertEqual(code, 1)
        self.assertIn("listed, but gone: csharp/Sample.cs: if without else", errors)

    def test_a_mark_that_says_so_is_a_deviation(self):
        self.write("targets/csharp/Sample.cs",
                   SOURCE.replace("B(); //: hit", "B(); //: hit -- deviation: the IL lacks it"))
        self.reports(lambda tool, config: self.good_lines(config == "Release"))
        self.assertEqual(self.run_page()[0], 1)
        self.assertEqual(self.run_page("csharp/Sample.cs: if without else | lacks it\n")[0], 0)

    def test_more_than_five_deviations_fail(self):
        listed = {f"csharp/Sample.cs: {i}": "reason" for i in range(6)}
        problems = page.deviation_problems(dict.fromkeys(listed, "x"), listed)
        self.assertEqual(problems, ["6 are listed, at most 5 are allowed"])

    def test_deviations_without_a_reason_or_twice_are_errors(self):
        for text in ("csharp/Sample.cs: a\n", "csharp/Sample.cs: a | \n", "a | b\na | c\n"):
            with self.assertRaises(check_marks.BadInput):
                page.read_deviations(self.write("list.txt", text))

    def test_marks_that_differ_between_the_configurations_are_listed(self):
        self.write("targets/csharp/Sample.cs",
                   SOURCE.replace("if (a) //: part 1/2", "if (a) //D: part 1/2 //R: part 1/2 0/2"))
        constructs = compare.read_constructs(self.targets, ["csharp"])
        self.assertIn("| csharp/Sample.cs: if without else | 1 | 2 | 2 | 4 |", page.difference_table(constructs))

    def test_names_do_not_become_markdown(self):
        self.assertEqual(page.plain("List<T> a | b"), r"List\<T\> a \| b")


if __name__ == "__main__":
    unittest.main()
