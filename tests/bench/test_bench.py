"""Unit tests of the benchmark driver: statistics, measuring, comparison of coverage, the page."""

import os
import random
import sys
import tempfile
import unittest

import cases
import coverage
import measure
import page
import page_update
import stats


class Statistics(unittest.TestCase):
    def test_ratio_is_the_median_over_the_rounds(self):
        self.assertEqual(stats.ratio([(2, 1), (30, 10), (20, 5)]), 3)
        self.assertIsNone(stats.ratio([]))
        self.assertIsNone(stats.ratio([(1, 0)]))

    def test_only_common_rounds_count(self):
        self.assertEqual(stats.paired({1: 5, 2: 6, 4: 7}, {2: 3, 4: 2, 5: 1}), [(6, 3), (7, 2)])

    def test_geometric_mean(self):
        self.assertAlmostEqual(stats.geometric_mean([0.5, 2, 1]), 1)
        self.assertAlmostEqual(stats.mean_ratio([[(2, 1)], [(1, 2)], []]), 1)

    def test_difference_is_the_median_over_the_rounds(self):
        self.assertEqual(stats.difference([(5, 1), (70, 67), (6, 0)]), 4)

    def test_interval_needs_rounds(self):
        self.assertIsNone(stats.ratio_interval([(1, 1)]))
        self.assertIsNone(stats.mean_interval([]))

    def test_interval_of_equal_rounds_is_a_point(self):
        low, high = stats.ratio_interval([(3.0, 2.0)] * 5)
        self.assertEqual((low, high), (1.5, 1.5))

    def test_interval_holds_the_truth_most_of_the_time(self):
        draw, held = random.Random(1), 0
        for _ in range(60):
            pairs = [(1.1 * draw.gauss(1, 0.05), draw.gauss(1, 0.05)) for _ in range(15)]
            low, high = stats.interval([pairs], lambda groups: stats.ratio(groups[0]), 300)
            self.assertLess(low, high)
            held += low <= 1.1 <= high
        self.assertGreaterEqual(held, 50)

    def test_interval_is_the_same_each_time(self):
        pairs = [(1 + i % 3, 1 + i % 4) for i in range(9)]
        self.assertEqual(stats.ratio_interval(pairs), stats.ratio_interval(pairs))

    def test_more_rounds_are_narrower(self):
        draw = random.Random(2)
        pairs = [(draw.gauss(1, 0.1), draw.gauss(1, 0.1)) for _ in range(80)]
        few, many = stats.ratio_interval(pairs[:8]), stats.ratio_interval(pairs)
        self.assertLess(many[1] - many[0], few[1] - few[0])


class Measuring(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_python(self, text):
        return measure.run([sys.executable, "-c", text], dict(os.environ), self.folder.name,
                           os.path.join(self.folder.name, "log"))

    def test_code_output_and_errors(self):
        outcome = self.run_python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
        self.assertEqual((outcome.code, outcome.output), (3, "out\n"))
        with open(os.path.join(self.folder.name, "log"), encoding="utf-8") as log:
            self.assertEqual(log.read(), "err\n")

    def test_one_process_within(self):
        own = os.path.join(self.folder.name, "own")
        burn = "import sys, time\nwhile time.process_time() < 0.2: pass\nsys.exit(5)"
        self.assertEqual(measure.run_one(own, [sys.executable, "-c", burn]), 5)
        with open(own, encoding="utf-8") as stream:
            self.assertGreaterEqual(float(stream.read()), 0.2)

    def test_children_count_also_as_orphans(self):
        measure.adopt_orphans()
        burn = "import time\nwhile time.process_time() < 0.3: pass"
        child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', '''{burn}'''])"
        orphan = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', '''{burn}'''])"
        for text in (burn, child, orphan):
            self.assertGreaterEqual(self.run_python(text).cpu, 0.3)

    def test_peak_is_that_of_the_largest(self):
        text = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'bytearray(200000000)'])"
        self.assertGreater(self.run_python(text).peak, 200e6)


REPORT = """<?xml version="1.0"?><coverage><sources><source>/s</source></sources><packages><package name="P"><classes>
<class name="C" filename="{file}"><methods><method name="M" signature="()"><lines>{first}</lines></method></methods>
<lines>{first}<line number="9" hits="1" branch="true" condition-coverage="{taken}"/></lines></class></classes></package>
</packages></coverage>"""


class Coverage(unittest.TestCase):
    def read(self, file="a.cs", first='<line number="8" hits="0" branch="false"/>', taken="50% (1/2)"):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "r.xml")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(REPORT.format(file=file, first=first, taken=taken))
            return coverage.read(path, "/s")

    def test_same(self):
        self.assertEqual(coverage.differences(self.read(), self.read(), True), [])
        self.assertEqual(coverage.differences(self.read(), self.read(file="/s/a.cs"), True), [])

    def test_hits_are_no_difference_but_whether_it_ran_is(self):
        ran = '<line number="8" hits="{}" branch="false"/>'
        self.assertEqual(coverage.differences(self.read(first=ran.format(1)), self.read(first=ran.format(7)), True), [])
        found = coverage.differences(self.read(), self.read(first=ran.format(7)), True)
        self.assertEqual(found, ["a.cs:8: ran, and the oracle has: did not run"])

    def test_decisions(self):
        other = self.read(taken="100% (2/2)")
        self.assertEqual(coverage.differences(self.read(), other, True),
                         ["a.cs:9: ran 2/2, and the oracle has: ran 1/2"])
        self.assertEqual(coverage.differences(self.read(), other, False), [])

    def test_lines_that_only_one_has(self):
        self.assertEqual(coverage.differences(self.read(first=""), self.read(), True),
                         ["a.cs:8: did not run, and the oracle has: not there"])

    def test_several_reports_are_one(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("a.xml", "b.xml")]
            for path, hits, taken in zip(paths, (0, 3), ("100% (2/2)", "50% (1/2)")):
                with open(path, "w", encoding="utf-8") as stream:
                    stream.write(REPORT.format(file="a.cs", taken=taken,
                                               first=f'<line number="8" hits="{hits}" branch="false"/>'))
            self.assertEqual(coverage.united(paths, "/s"), {("a.cs", 8): (True, 0, 0), ("a.cs", 9): (True, 2, 2)})

    def test_other_files_are_passed_over(self):
        self.assertEqual(coverage.differences({}, self.read(file="/elsewhere/b.cs"), True), [])


def sample(workload, arm, number, cpu, config="Release", **more):
    return {"workload": workload, "config": config, "arm": arm, "round": number, "cpu": cpu, "wall": cpu * 2,
            "peak": 100 << 20} | more


def results(samples, **more):
    return {"machine": "a machine", "versions": {"clrcov": "1", "sdk": "10", "runtime": "10.0", "coverlet": "8",
                                                 "microsoft": "18"},
            "date": "2026-01-01", "minutes": 1, "rounds": 2, "load": [1, 1], "cores": 2, "missing": {}, "wrong": [],
            "others": {}, "sizes": {}, "samples": samples} | more


def pair(workload, config, plain, ours):
    """A sample without coverage and one with clrcov, twice."""
    return [sample(workload, arm, number, cpu, config=config)
            for arm, cpu in (("none", plain), ("clrcov", ours)) for number in range(2)]


class Page(unittest.TestCase):
    def test_rows_have_ratio_and_interval(self):
        samples = [sample("program nbody", arm, number, cpu + number / 100)
                   for arm, cpu in (("none", 1.0), ("clrcov", 1.5)) for number in range(4)]
        text = page.page(results(samples))
        self.assertRegex(text, r"\| nbody \|.* 1\.49 \[1\.4\d-1\.5\d\] \|")

    def test_an_arm_that_cannot_run_is_named(self):
        samples = [sample("program nbody", "none", 0, 1.0), sample("program nbody", "clrcov", 0, 1.0)]
        text = page.page(results(samples, missing={"coverlet": "no package"}))
        self.assertIn("coverlet: not run: no package", text)

    def test_a_wrong_answer_does_not_count(self):
        samples = [sample("program nbody", "none", 0, 1.0),
                   sample("program nbody", "clrcov", 0, 0.1, wrong="1 line differs")]
        text = page.page(results(samples, wrong=["program nbody Release clrcov: 1 line differs"]))
        self.assertIn("1 line differs", text)
        self.assertNotIn("0.10 |", text)

    def test_bars(self):
        samples = [sample(f"program {name}", arm, number, cpu * factor)
                   for name, factor in (("nbody", 1.0), ("json", 2.0)) for number in range(3)
                   for arm, cpu in (("none", 1.0), ("clrcov", 1.01))]
        rows = {row[0]: row for row in page.bars(results(samples))}
        self.assertEqual(rows["Release: geometric mean of the programs"][3], "yes")
        self.assertEqual(rows["Release: the slowest program, and all beyond the bar"][3], "yes")
        for row in samples:
            if (row["workload"], row["arm"]) == ("program json", "clrcov"):
                row["cpu"] *= 1.5
        rows = {row[0]: row for row in page.bars(results(samples))}
        self.assertEqual(rows["Release: the slowest program, and all beyond the bar"][3], "**no**")
        self.assertEqual(rows["Debug: geometric mean of the programs"][3], "not measured")

    def test_bar_of_a_whole_suite(self):
        samples = [sample("3,000 tests", arm, number, cpu, config="Debug")
                   for arm, cpu in (("none", 4.0), ("clrcov", 4.4)) for number in range(3)]
        rows = {row[0]: row for row in page.bars(results(samples))}
        row = rows["Debug: `dotnet test` of 3,000 tests of 8,000 methods, whole"]
        self.assertEqual(row[1:], ("upper end at most 1.08", "1.10 [1.10-1.10]", "**no**"))
        self.assertEqual(rows["Release: `dotnet test` of 3,000 tests of 8,000 methods, whole"][3], "not measured")
        self.assertEqual(rows["Debug: `dotnet test` of 3,000 tests of 8,000 methods, clock on one processor"][3], "not measured")
        self.assertIn("| 3,000 tests, Debug | clrcov | 4.40 s | 0.40", page.page(results(samples)))

    def test_bars_of_the_thread_that_compiles_again(self):
        samples = [sample("3,000 tests", arm, number, cpu) | cases.tiering(f"{tiered} {methods}\n", cpu)
                   for arm, cpu, tiered, methods in (("none", 4.0, 0.5, 500), ("clrcov", 4.504, 0.824, 800))
                   for number in range(2)]
        samples += [sample("3,000 tests, one processor", arm, number, cpu) | cases.tiering("0.0 0", cpu)
                    for arm, cpu in (("none", 3.0), ("clrcov", 3.3)) for number in range(2)]
        rows = {row[0].removeprefix("Release: `dotnet test` of 3,000 tests of 8,000 methods, "): row[1:]
                for row in page.bars(results(samples))}
        self.assertEqual(rows["without the thread that compiles again"], ("upper end at most 1.06", "1.05 [1.05-1.05]", "yes"))
        self.assertEqual(rows["that thread for each method"], ("upper end at most 1.03", "1.03 [1.03-1.03]", "yes"))
        self.assertEqual(rows["clock on one processor"], ("upper end at most 1.08", "1.10 [1.10-1.10]", "**no**"))

    def test_bar_is_met_by_the_upper_end(self):
        """A median below the bar is not enough."""
        samples = [sample("3,000 tests", "none", number, 1.0) for number in range(9)]
        samples += [sample("3,000 tests", "clrcov", number, 1.04 if number < 5 else 1.12) for number in range(9)]
        row = {row[0]: row for row in page.bars(results(samples))}["Release: `dotnet test` of 3,000 tests of 8,000 methods, whole"]
        self.assertEqual(row[2:], ("1.04 [1.04-1.12]", "**no**"))

    def test_suites_of_others(self):
        samples = pair("suite Shop.Tests", "Release", 2.0, 2.06) + pair("suite Shop.Tests", "Debug", 2.0, 2.2)
        rows = {row[0]: row for row in page.bars(results(samples))}
        self.assertEqual(rows["Release: `dotnet test` of Shop.Tests, clock"][1:], ("upper end at most 1.05", "1.03 [1.03-1.03]", "yes"))
        self.assertEqual(rows["Debug: `dotnet test` of Shop.Tests, clock"][3], "**no**")
        self.assertIn("| suite Shop.Tests, Release | clrcov | 2.06 s", page.page(results(samples)))

    def test_reports_in_several_formats(self):
        samples = [sample(name, arm, 0, cpu, config="Debug", lines=1_000_000, peak=300 << 20, wall=wall)
                   for name, arm, cpu, wall in (
                       ("report of 1,000,000 lines", "clrcov", 1.0, 0.9),
                       ("report of 1,000,000 lines, lcov", "clrcov", 1.0, 1.6),
                       ("report of 1,000,000 lines, lcov", "reportgenerator", 7.0, 13.0))]
        rows = {row[0]: row for row in page.bars(results(samples))}
        self.assertEqual(rows["report of 1,000,000 lines"][1:], ("under 1.0 s", "0.90 s", "yes"))
        self.assertEqual(rows["report of 1,000,000 lines, lcov"][1:], ("under 1.5 s", "1.60 s", "**no**"))
        self.assertEqual(rows["report of 1,000,000 lines, data"][3], "not measured")
        text = page.page(results(samples))
        self.assertIn("| cobertura | clrcov | 1,000,000 | 1.00 s | 0.90 s | 300 MiB |", text)
        self.assertIn("| lcov | ReportGenerator | 1,000,000 | 7.00 s | 13.00 s | 300 MiB |", text)
        self.assertEqual(text.count("| ReportGenerator |"), 1)

    def test_report_after_a_large_program(self):
        samples = [sample("1,000,000 lines, after the program", "clrcov", number, 5.0, config="Debug", after=after)
                   for number, after in enumerate((0.2, 0.4, 0.25))]
        rows = {row[0]: row for row in page.bars(results(samples))}
        self.assertEqual(rows["report of 1,000,000 lines, after the program"][1:], ("under 0.3 s", "0.25 s", "yes"))

    def test_a_run_of_some_goes_into_the_page(self):
        """Its rows replace those of their names, all others stay."""
        whole = page.page(results(pair("program nbody", "Release", 1.0, 1.5) + pair("one test", "Debug", 1.0, 1.2)
                                  + pair("3,000 tests", "Debug", 4.0, 4.4)))
        part = results(pair("3,000 tests", "Debug", 4.0, 4.2), date="2031-01-01")
        text = page_update.update(whole, page.page(part), part)
        self.assertIn("| 3,000 tests, Debug | clrcov | 4.20 s | 0.20", text)
        self.assertNotIn("4.40 s", text)
        self.assertIn("| one test, Debug | clrcov | 1.20 s", text)
        self.assertIn("| nbody | ", text)
        self.assertIn("of 8,000 methods, whole | upper end at most 1.08 | 1.05 [1.05-1.05] | yes |", text)
        self.assertIn("- 2031-01-01, ", text)
        again = page_update.update(text, page.page(part), part)
        self.assertEqual(again.count(page_update.LATER), 1)

    def test_rows_that_are_new_go_into_the_page(self):
        """Of a workload that the page did not know."""
        whole = page.page(results(pair("one test", "Debug", 1.0, 1.2)))
        part = results(pair("3,000 tests", "Debug", 4.0, 4.2))
        text = page_update.update(whole, page.page(part), part)
        self.assertIn("| 3,000 tests, Debug | clrcov | 4.20 s", text)
        self.assertLess(text.index("| one test, Debug | clrcov"), text.index("| 3,000 tests, Debug | no coverage"))

    def test_a_table_with_other_columns_is_replaced(self):
        """Rows of a page that was written when the table had fewer columns say something else."""
        old = "| what | processor |\n| --- | ---: |\n| cobertura | 1.00 s |\n"
        new = "| as | with | processor |\n| --- | --- | ---: |\n| cobertura | clrcov | 0.90 s |\n"
        self.assertEqual(page_update.update_rows(old, new, "## Report"), new)
        self.assertEqual(page_update.update_rows(new, new.replace("0.90", "0.80"), "## Report"), new.replace("0.90", "0.80"))

    def test_against_other_tools(self):
        times = {"clrcov": (1.0, 1.1, 0.9, 1.0), "coverlet": (2.0, 2.1, 1.9, 2.0), "microsoft-static": (1.3, 0.7, 0.9, 1.0),
                 "microsoft-dynamic": (0.8, 0.8, 0.7, 0.8)}
        samples = [sample("test nbody", arm, number, cpu) for arm, row in times.items() for number, cpu in enumerate(row)]
        row = {row[0]: row for row in page.bars(results(samples))}["Release: programs as tests faster than with each other tool"]
        self.assertEqual(row[2], "1 of 3; slower: nbody (Microsoft dynamic); "
                                 "not told apart (1 lies in the interval): nbody (Microsoft static)")
        self.assertEqual(row[3], "**no**")


if __name__ == "__main__":
    unittest.main()
