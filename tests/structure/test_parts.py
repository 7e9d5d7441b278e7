"""Does check_parts.py find what it is there to find? Run: python3 -m unittest test_parts"""
import unittest

import check_parts as check

TABLE = """# comment
release  100 100 -       scripts/build.sh release
marks    50  100 release tests/integration/marks.sh
mutants  -   600 -       scripts/test-unit.sh mutants
"""
PAGE = """text
| room | parts |
|---|---|
| {} | `marks`, `mutants` |
| all | `release` |
"""


class Parts(unittest.TestCase):
    def findings(self, table=TABLE, page=PAGE.format(", ".join(check.ROOMS)), files=("tests/integration/marks.sh",)):
        return list(check.problems_of(check.read_parts(table), check.read_rooms(page), set(files)))

    def test_agreement(self):
        self.assertEqual(self.findings(), [])

    def test_a_file_that_nothing_runs(self):
        self.assertIn("tests/integration/new.sh is in no part", self.findings(files=["tests/integration/new.sh"]))

    def test_a_part_without_a_room(self):
        self.assertIn("lost: no room of CONTRIBUTING.md has it", self.findings(TABLE + "lost 1 1 - a.sh\n"))

    def test_a_room_without_parts(self):
        page = PAGE.format(", ".join(room for room in check.ROOMS if room != "plan"))
        self.assertEqual(self.findings(page=page), ["CONTRIBUTING.md: the room plan has no parts"])

    def test_a_name_that_is_not_a_part(self):
        self.assertIn("CONTRIBUTING.md: mark is no part", self.findings(page=PAGE.replace("`marks`", "`mark`")))

    def test_a_need_that_comes_later(self):
        self.assertIn("marks needs release, which is not a part before it", self.findings(TABLE.replace("release  100", "build    100")))

    def test_budgets(self):
        self.assertIn("the budgets of the short run are 1850 s, more than 1800 s", self.findings(TABLE.replace("  100 100", " 1800 100")))


if __name__ == "__main__":
    unittest.main()
