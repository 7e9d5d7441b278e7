#!/usr/bin/env python3
"""Does list_constructs.py notice a page that is out of date?"""

import contextlib
import io
import os
import tempfile
import unittest

import list_constructs

SOURCE = """\
// Switches.
internal static class Switches
{
    //- one label
    switch (a) //: part 1/2
    //- two labels
    switch (b) //: hit 3/3
}
"""


class ListConstructs(unittest.TestCase):
    """A folder with one project of one file."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        os.mkdir(os.path.join(self.directory.name, "csharp"))
        self.write(SOURCE)

    def write(self, text):
        with open(os.path.join(self.directory.name, "csharp/Switches.cs"), "w", encoding="utf-8") as stream:
            stream.write(text)

    def listed(self, *options):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = list_constructs.main(list(options), self.directory.name)
        return code, output.getvalue()

    def test_a_page_of_yesterday(self):
        self.assertEqual((0, ""), self.listed())
        self.assertEqual((0, ""), self.listed("--check"))
        self.write(SOURCE.replace("one label", "a *single* label"))
        code, text = self.listed("--check")
        self.assertEqual(1, code)
        self.assertIn("is not what the sources say", text)
        self.listed()
        with open(os.path.join(self.directory.name, "CONSTRUCTS.md"), encoding="utf-8") as stream:
            self.assertIn("- **[Switches](csharp/Switches.cs)**: Switches.\n  - a \\*single\\* label · two labels\n", stream.read())

    def test_families(self):
        self.assertEqual({"CSharp": ["CSharp11To14", "CSharp14"], "Null": ["NullableTypes", "NullOperators"],
                          "Switch": ["SwitchAfterAwait", "Switches"], "Others": ["Dynamic", "PartialClass.Part"]},
                         list_constructs.families(["CSharp14", "CSharp11To14", "NullOperators", "NullableTypes", "Switches",
                                                   "SwitchAfterAwait", "Dynamic", "PartialClass.Part"]))

    def test_code_keeps_what_it_holds(self):
        self.assertEqual(r"\_a\*b `a*b` \[c]", list_constructs.text("_a*b `a*b` [c]"))


if __name__ == "__main__":
    unittest.main()
