#!/usr/bin/env python3
"""Does compare_marks.py find a mark that is lost?"""

import contextlib
import io
import os
import subprocess
import tempfile
import unittest

import compare_marks

BEFORE = """\
// Switches.
internal static class Switches
{
    //- one label
    switch (a) //: part 1/2
    //- two labels
    switch (b) //D: hit 3/3 //R: part 2/3
    Use("a"); //: hit
}
"""


class CompareMarks(unittest.TestCase):
    """A repository with one target, and what the comparison prints."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.git("init", "-q")
        self.write("csharp/Switches.cs", BEFORE)
        self.write("csharp/Program.cs", "Switches.Run(); //: hit x1\n")
        self.git("add", ".")
        self.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a")

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.directory.name, *arguments], check=True)

    def write(self, name, text):
        path = os.path.join(self.directory.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def compared(self, *options, revision="HEAD"):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = compare_marks.main([*options, revision, self.directory.name])
        return code, output.getvalue()

    def rename(self, text):
        os.remove(os.path.join(self.directory.name, "csharp/Switches.cs"))
        self.write("csharp/SwitchStatements.cs", text.replace("class Switches", "class SwitchStatements"))
        self.write("csharp/Program.cs", "SwitchStatements.Run(); //: hit x1\n")

    def test_nothing_changed(self):
        self.assertEqual((0, "5 marks before, 5 after, 0 lost\n"), self.compared())

    def test_a_file_and_its_class_have_another_name(self):
        self.rename(BEFORE)
        self.assertEqual((0, "5 marks before, 5 after, 0 lost\n"), self.compared())

    def test_a_renamed_file_that_is_in_the_index(self):
        self.rename(BEFORE)
        self.git("add", "-A")
        self.assertEqual(0, self.compared()[0])

    def test_a_class_that_is_not_named_like_its_file(self):
        self.write("csharp/Program.cs", "Labels.Run(); //: hit x1\n")
        self.assertEqual(1, self.compared()[0])
        self.assertEqual(0, self.compared("--renamed", "Switches=Labels")[0])

    def test_a_lost_mark(self):
        self.rename(BEFORE.replace(" //R: part 2/3", ""))
        code, text = self.compared()
        self.assertEqual(1, code)
        self.assertEqual("- csharp: two labels: switch (b) //R: part 2/3\n5 marks before, 4 after, 1 lost\n", text)

    def test_a_mark_that_says_something_else(self):
        self.write("csharp/Switches.cs", BEFORE.replace("part 1/2", "hit 2/2"))
        code, text = self.compared()
        self.assertEqual(1, code)
        self.assertIn("+ csharp: one label: switch (a) //: hit 2/2\n", text)

    def test_a_sentence_that_is_lost(self):
        self.write("csharp/Program.cs", "Switches.Run(); //: hit x1 -- why\n")
        self.assertIn("+ csharp: Switches.Run(); //: hit x1 -- why\n", self.compared()[1])

    def test_a_new_mark_is_no_loss(self):
        self.write("csharp/Switches.cs", BEFORE + "More(); //: hit\n")
        self.assertEqual((0, "+ csharp: two labels: More(); //: hit\n5 marks before, 6 after, 0 lost\n"), self.compared())

    def test_a_construct_in_other_words(self):
        self.write("csharp/Switches.cs", BEFORE.replace("one label", "a single label"))
        self.assertEqual(1, self.compared()[0])
        self.assertEqual(0, self.compared("--code")[0])

    def test_a_mark_in_another_file_of_the_project(self):
        lines = BEFORE.splitlines(True)
        self.write("csharp/Switches.cs", "".join(lines[:3] + lines[5:]))
        self.write("csharp/SwitchLabels.cs", "".join(lines[:5]))
        self.assertEqual((0, "5 marks before, 5 after, 0 lost\n"), self.compared())

    def test_no_such_revision(self):
        code, text = self.compared(revision="nothing")
        self.assertEqual(2, code)
        self.assertIn("nothing", text)


if __name__ == "__main__":
    unittest.main()
