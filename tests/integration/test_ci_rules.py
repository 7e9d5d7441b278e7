#!/usr/bin/env python3
"""Unit tests of ci_rules.py: a right report passes, and every rule finds what it is there for."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ci_rules  # noqa: E402

NOW = 1_700_000_000
LINE_3 = ('<line number="3" hits="2" branch="true" condition-coverage="50% (1/2)"><conditions>'
          '<condition number="0" type="jump" coverage="50%"/></conditions></line>')
RIGHT = f"""<?xml version="1.0" encoding="UTF-8"?>
<coverage line-rate="0.6666" branch-rate="0.5" lines-covered="2" lines-valid="3" branches-covered="1" \
branches-valid="2" complexity="3" version="1" timestamp="{NOW - 60}">
<sources><source>@ROOT@</source></sources>
<packages><package name="P" line-rate="0.6666" branch-rate="0.5" complexity="3"><classes>
<class name="N.C" filename="src/C.cs" line-rate="0.6666" branch-rate="0.5" complexity="3"><methods>
<method name="M" signature="()" line-rate="1" branch-rate="0.5" complexity="2"><lines>\
<line number="2" hits="1"/>{LINE_3}</lines></method>
<method name="M" signature="(System.Int32)" line-rate="0" branch-rate="1" complexity="1"><lines>\
<line number="4" hits="0"/></lines></method></methods>
<lines><line number="2" hits="1"/>{LINE_3}<line number="4" hits="0"/></lines></class>
</classes></package></packages></coverage>
"""
LAST = '<line number="4" hits="0"/></lines></class>'
CLASS = RIGHT[RIGHT.index("<class "):RIGHT.index("</class>")] + "</class>"

# rule -> (old, new) in RIGHT, each of which the rule must find.
BROKEN = {
    "plain-xml": [("<?xml", "\ufeff<?xml"), ("<coverage ", "<!DOCTYPE coverage><coverage "),
                  ('"UTF-8"?>', '"UTF-8" standalone="yes"?>')],
    "root-attributes": [(f' {name}="', f' x{name}="') for name in ci_rules.ROOT_ATTRIBUTES if name != "version"]
    + [(' version="1" ', " ")],
    "timestamp": [(f'timestamp="{NOW - 60}', f'timestamp="{text}')
                  for text in (NOW - 13 * 3600, NOW * 1000, NOW + 3600, "now")],
    "not-empty": [("<line ", "<row "), ("</line>", "</row>")],
    "sources-limit": [("<source>@ROOT@</source>", "<source>/x</source>" * 101)],
    "size-gitlab": [("</coverage>", " " * (10 << 20) + "</coverage>")],
    "size-codecov": [("</coverage>", " " * (20 << 20) + "</coverage>")],
    "one-source": [("@ROOT@", "@ROOT@/"), ("@ROOT@", "@ROOT@/src"), ("<source>", "<source>/</source><source>"),
                   ("<source>@ROOT@</source>", "")],
    "relative-names": [("src/C.cs", name) for name in ("@ROOT@/src/C.cs", "./src/C.cs", "../x/src/C.cs", "src//C.cs",
                                                        "/_/src/C.cs", "_/src/C.cs", "src\\C.cs", "C:/src/C.cs", "")],
    "existing-names": [("src/C.cs", "src/D.cs"), ("src/C.cs", "src/c.cs"), ("src/C.cs", "Src/C.cs")],
    "tracked-names": [("src/C.cs", "obj/G.cs")],
    "line-numbers": [('number="4"', 'number="6"'), ('number="4"', 'number="0"'), ('number="4"', 'number="x"'),
                     ('number="4"', 'number="16707566"')],
    "hits": [('hits="1"', f'hits="{text}"') for text in ("1.0", "-1", "", "1,000", "100000000", "4294967296")],
    "once-in-class": [(LAST, '<line number="4" hits="0"/>' + LAST)],
    "copies-agree": [(LAST, '<line number="4" hits="1"/></lines></class>')],
    "methods-in-class": [(LAST, "</lines></class>")],
    "branch-spelling": [('branch="true"', 'branch="True"')],
    "condition-coverage": [("50% (1/2)", text) for text in ("50.00% (1/2)", "50% (1/2) ", "50%", "50% (3/2)",
                                                            "0% (0/0)", "66% (1/2)", "50%  (1/2)")]
    + [('number="2" hits="1"', 'number="2" hits="1" condition-coverage="100%"')],
    "conditions": [('type="jump"', 'type="if"'), ('coverage="50%"/>', 'coverage="50.5%"/>'),
                   ('number="0" type', 'number="a" type'),
                   ("</conditions>", '<condition number="0" type="jump" coverage="0%"/></conditions>'),
                   ('<condition number="0" type="jump" coverage="50%"/>', "")],
    "taken-without-hit": [('number="3" hits="2"', 'number="3" hits="0"')],
    "unique-methods": [('signature="(System.Int32)"', 'signature="()"'), (' signature="(System.Int32)"', "")],
    "unique-classes": [
        (CLASS, CLASS + CLASS),
        ("</packages>", '<package name="P" line-rate="1" branch-rate="1" complexity="0"/></packages>')],
    "folded-names": [('class name="N.C"', f'class name="N.C{name}"')
                     for name in ("/&lt;&gt;c", "/&lt;Run&gt;d__1", "+D")]
    + [('name="M" signature="()"', 'name="&lt;M&gt;b__0" signature="()"')],
    "rates": [('line-rate="1"', f'line-rate="{text}"') for text in ("NaN", "1,0", "1.5", "", "-0")]
    + [(' branch-rate="1"', ""), ('complexity="3" version', 'complexity="NaN" version')],
    "sums": [(f'{name}="', f'{name}="1')
             for name in ("lines-covered", "lines-valid", "branches-covered", "branches-valid")],
}


class Checkout(unittest.TestCase):
    """A repository with one source, and a report about it."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.root = Path(os.path.realpath(self.directory.name))
        for name in ("src/C.cs", "obj/G.cs"):
            (self.root / name).parent.mkdir()
            (self.root / name).write_text("1\n2\n3\n4\n5\n", encoding="utf-8")
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        subprocess.run(["git", "-C", str(self.root), "add", "src/C.cs"], check=True)

    def write(self, text):
        path = self.root / "coverage.cobertura.xml"
        path.write_text(text.replace("@ROOT@", str(self.root)), encoding="utf-8")
        return path

    def found(self, text, readers=ci_rules.READERS):
        report = ci_rules.Report(self.write(text), self.root, NOW)
        return ci_rules.check_report(report, readers)


class ReportTest(Checkout):

    def test_a_right_report_passes_for_every_reader(self):
        self.assertEqual([], self.found(RIGHT))

    def test_timestamp_zero_is_allowed(self):
        self.assertEqual([], self.found(RIGHT.replace(f'timestamp="{NOW - 60}"', 'timestamp="0"')))

    def test_every_rule_has_its_broken_reports(self):
        self.assertEqual(set(ci_rules.RULES), set(BROKEN))

    def test_every_broken_report_is_found_by_its_rule(self):
        for rule, changes in BROKEN.items():
            changes = [tuple(changes)] if rule == "not-empty" else [(change,) for change in changes]
            for change in changes:
                with self.subTest(rule=rule, change=str(change)[:100]):
                    text = RIGHT
                    for old, new in change:
                        self.assertIn(old, text)
                        text = text.replace(old, new)
                    self.assertIn(rule, [name for name, _ in self.found(text)])

    def test_a_rule_holds_for_its_readers_only(self):
        broken = RIGHT.replace('signature="(System.Int32)"', 'signature="()"')
        self.assertEqual([], self.found(broken, ["gitlab"]))
        self.assertNotEqual([], self.found(broken, ["jenkins"]))

    def test_every_reader_has_rules(self):
        for reader in ci_rules.READERS:
            self.assertTrue(any(reader in readers for _, readers in ci_rules.RULES.values()), reader)


GIVEN = {
    "github": {"uses": "actions/upload-code-coverage@v1", "file": "coverage.cobertura.xml", "language": "C#",
               "label": "x"},
    "codecov": {"uses": "codecov/codecov-action@v5", "files": "coverage.cobertura.xml", "disable_search": True,
                "token": "t"},
    "gitlab": {"coverage_format": "cobertura", "path": "coverage.cobertura.xml"},
    "azure": {"task": "PublishCodeCoverageResults@2", "summaryFileLocation": "@ROOT@/coverage.cobertura.xml",
              "pathToSources": "@ROOT@", "failIfCoverageEmpty": True},
    "jenkins": {"tools": [{"parser": "COBERTURA", "pattern": "coverage.cobertura.xml"}], "enabledForFailure": True},
    "sonar": {"sonar.host.url": "u", "sonar.token": "t", "sonar.cs.cobertura.reportsPaths": "coverage.cobertura.xml"},
}
FILE_INPUT = {"github": "file", "codecov": "files", "gitlab": "path", "azure": "summaryFileLocation",
              "sonar": "sonar.cs.cobertura.reportsPaths"}


class PublishedTest(Checkout):

    def published(self, reader, changes=(), **others):
        given = dict(GIVEN[reader], **dict(changes))
        given = {name: value.replace("@ROOT@", str(self.root)) if isinstance(value, str) else value
                 for name, value in given.items() if value is not None}
        self.write(RIGHT)
        values = {"permissions": ci_rules.PERMISSIONS.get(reader, {}), "pattern": r"Total coverage: (\d+(?:\.\d+)?)%",
                  "log": "Total coverage: 9%\nTotal coverage: 66.66%\n"}
        values.update(others)
        return ci_rules.Published(reader, given, self.root, **values)

    def rules(self, *arguments, **others):
        return [name for name, _ in ci_rules.check_published(self.published(*arguments, **others))]

    def test_right_steps_pass(self):
        for reader in ci_rules.READERS:
            self.assertEqual([], ci_rules.check_published(self.published(reader)))

    def test_inputs_that_the_step_does_not_know_are_found(self):
        for reader in ci_rules.READERS:
            self.assertIn("known-inputs", self.rules(reader, {"fiel": "x"}))

    def test_inputs_that_the_step_needs_are_missed(self):
        for reader in ci_rules.READERS:
            for name in ci_rules.INPUTS[reader][1]:
                self.assertIn("known-inputs", self.rules(reader, {name: None}), (reader, name))

    def test_values_that_lose_the_report_are_found(self):
        for reader, values in ci_rules.VALUES.items():
            for name in values:
                self.assertIn("wanted-values", self.rules(reader, {name: "other"}), (reader, name))
        for reader, (name, _) in ci_rules.NAMES.items():
            self.assertIn("wanted-values", self.rules(reader, {name: "codecov/codecov-action@v2"}))

    def test_a_file_that_is_not_there_is_found(self):
        for reader, name in FILE_INPUT.items():
            for value in ("coverage.xml", "*.xml", "a.xml,coverage.cobertura.xml"):
                self.assertIn("named-file", self.rules(reader, {name: value}), (reader, value))
        self.assertIn("named-file", self.rules("gitlab", {"path": "@ROOT@/coverage.cobertura.xml"}))
        for tools in ([], [{"parser": "COBERTURA", "pattern": "**/*.xml"}],
                      [{"parser": "JACOCO", "pattern": "coverage.cobertura.xml"}]):
            self.assertIn("named-file", self.rules("jenkins", {"tools": tools}))

    def test_another_source_directory_is_found(self):
        self.assertIn("source-directory", self.rules("azure", {"pathToSources": "@ROOT@/src"}))

    def test_wrong_permissions_are_found(self):
        for reader in ci_rules.PERMISSIONS:
            self.assertIn("permissions", self.rules(reader, permissions={"contents": "write"}))

    def test_a_log_without_the_total_is_found(self):
        for log in ("", "Total coverage: 66.67%", "Total coverage: n/a", "Total coverage: 66.66%\nTotal coverage: 9%"):
            self.assertIn("log-line", self.rules("gitlab", log=log), log)
        self.assertIn("log-line", self.rules("gitlab", pattern=""))

    def test_every_rule_of_steps_is_broken_here(self):
        self.assertEqual({"known-inputs", "wanted-values", "named-file", "source-directory", "permissions", "log-line"},
                         set(ci_rules.STEP_RULES))


if __name__ == "__main__":
    unittest.main()
