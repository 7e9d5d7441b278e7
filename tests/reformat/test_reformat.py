"""A change of layout must keep all tokens of code."""

import glob
import os
import unittest

from styles import CONSTRUCTS, LINES
from tokens import tokens

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "targets", "csharp")
TEXT = 'class C { int F(string s) => $"{(s is "a" ? 1 : 2):x2} {{" + @"b""\n" == """c"d""" ? \'"\' : 3 >>> 1; } // mark\n'


def code(source):
    return [text for kind, text in tokens(source) if kind == "code"]


def compiled(source):
    """The tokens that are compiled: those of inactive parts are not asked for."""
    active, found = True, []
    for kind, text in tokens(source):
        if kind == "directive" and "NEVER_DEFINED" in text:
            active = False
        elif kind == "directive" and text.startswith("#endif"):
            active = True
        elif kind == "code" and active:
            found.append(text)
    return found


class Tokens(unittest.TestCase):
    def test_literals_are_whole(self):
        self.assertIn('$"{(s is "a" ? 1 : 2):x2} {{"', code(TEXT))
        self.assertIn('@"b""\n"', code(TEXT))
        self.assertIn('"""c"d"""', code(TEXT))
        self.assertIn("'\"'", code(TEXT))
        self.assertIn(">>>", code(TEXT))
        self.assertEqual(TEXT, "".join(text for _, text in tokens(TEXT)))


class Styles(unittest.TestCase):
    def test_each_style_keeps_the_tokens_of_each_target(self):
        for path in sorted(glob.glob(TARGET + "/*.cs")):
            with open(path, encoding="utf-8-sig") as stream:
                source = stream.read()
            for name, change in {**LINES, **CONSTRUCTS}.items():
                with self.subTest(file=os.path.basename(path), style=name):
                    self.assertEqual(compiled(source), compiled(change(source)))

    def test_styles_change_something(self):
        with open(TARGET + "/SwitchExpressions.cs", encoding="utf-8-sig") as stream:
            source = stream.read()
        for name, change in {**LINES, **CONSTRUCTS}.items():
            self.assertTrue(source != change(source), name)


if __name__ == "__main__":
    unittest.main()
