"""Does check_structure.py find what it is there to find? Run: python3 -m unittest test_structure"""
import unittest
from pathlib import Path

import check_structure as check


def includes(**files):
    """Paths below src/coverage: `module_mod_h=["model/cov.h"]` names src/coverage/module/mod.h."""
    def path(name):
        room, rest = name.split("/", 1)
        return Path("src/coverage") / room / rest
    return {path(name): [path(target) for target in targets] for name, targets in files.items()}


class Structure(unittest.TestCase):
    def test_rooms_below_coverage(self):
        self.assertEqual(check.room_of(Path("src/coverage/session/ses.c")), "session")
        self.assertEqual(check.room_of(Path("src/profiler/prof.h")), "profiler")
        self.assertEqual(check.room_of(Path("reports/rep.h")), "reports")

    def test_a_circle_within_a_room_is_allowed(self):
        graph = includes(**{"module/mod.h": ["module/mod_root.h"], "module/mod_root.h": ["module/mod.h"]})
        self.assertEqual(len(list(check.circles(graph))), 1)
        self.assertEqual(list(check.check_circles(graph)), [])

    def test_a_circle_across_rooms_is_told_once(self):
        graph = includes(**{"module/mod.h": ["model/cov_a.h"], "model/cov_a.h": [], "model/cov_a.c": ["model/cov_b.h"],
                            "model/cov_b.h": ["module/mod.h"]})
        told = list(check.check_circles(graph))
        self.assertEqual(len(told), 1)
        self.assertIn("model, module", told[0])

    def test_no_circle(self):
        graph = includes(**{"module/mod.h": ["counters/ctr.h"], "model/cov_a.c": ["module/mod.h", "model/cov_a.h"]})
        self.assertEqual(list(check.circles(graph)), [])

    def test_names_of_files_and_functions(self):
        header = Path("src/coverage/session/ses_use.h")
        self.assertEqual(list(check.check_names(header, "CC_NODISCARD cc_err ses_lock(int *fd);\n")), [])
        self.assertEqual(len(list(check.check_names(header, "CC_NODISCARD cc_err cov_lock(int *fd);\n"))), 1)
        self.assertEqual(len(list(check.check_names(Path("src/coverage/session/lock.c"), ""))), 1)
        self.assertEqual(list(check.check_names(Path("src/select/sel.c"), "")), [])

    def test_folders_of_the_command(self):
        root = Path(check.__file__).resolve().parents[2]
        header = '#include "cli/report/cmd_output.h"\n'
        self.assertEqual(list(check.check_includes(root, Path("src/cli/run/cmd_run.c"), header)), [])
        self.assertEqual(list(check.check_includes(root, Path("src/cli/main.c"), header)), [])
        self.assertEqual(len(list(check.check_includes(root, Path("src/cli/doctor/cmd_doctor.c"), header))), 1)
        self.assertEqual(len(list(check.check_includes(root, Path("src/cli/core/cmd.c"), header))), 1)
        below = '#include "metadata/md.h"\n'
        self.assertEqual(list(check.check_includes(root, Path("src/cli/dump/cmd_dump.c"), below)), [])
        self.assertEqual(len(list(check.check_includes(root, Path("src/cli/run/cmd_run.c"), below))), 1)

    def test_stages_of_the_model(self):
        root = Path(check.__file__).resolve().parents[2]
        build = Path("src/coverage/model/build")

        def count(path, name):
            return len(list(check.check_includes(root, path, f'#include "coverage/model/{name}"\n')))
        self.assertEqual(count(build / "measure/cov_body.c", "build/gather/cov_gather.h"), 0)
        self.assertEqual(count(build / "measure/cov_body.c", "build/measure/cov_body.h"), 0)
        self.assertEqual(count(build / "measure/cov_body.c", "cov_raw.h"), 0)
        self.assertEqual(count(build / "cov_model_build.c", "build/lines/cov_shape.h"), 0)
        self.assertEqual(count(build / "gather/cov_gather.c", "build/judge/cov_judge.h"), 1)
        self.assertEqual(count(build / "gather/cov_gather.c", "build/cov_keep.h"), 1)
        self.assertEqual(count(Path("src/coverage/model/cov_raw.c"), "build/unite/cov_point.h"), 1)
        self.assertEqual(count(Path("src/coverage/data/dat_read.c"), "build/unite/cov_point.h"), 1)

    def test_documents_that_are_not_there(self):
        documents = {"design.md"}
        self.assertEqual(list(check.check_documents(Path("a.h"), "see docs/design.md\n", documents)), [])
        self.assertEqual(len(list(check.check_documents(Path("a.h"), "see semantics.md, Branches\n", documents))), 1)
        self.assertEqual(list(check.check_documents(Path("a.h"), "any *.md, x.mdb, build/made/rows.md\n", documents)), [])

    def test_printing(self):
        line = '    (void)fprintf(stderr, "%s", name);\n'
        self.assertEqual(len(list(check.check_printing(Path("src/cli/report/cmd_merge.c"), line))), 1)
        self.assertEqual(list(check.check_printing(Path("src/cli/core/cmd.c"), line)), [])
        self.assertEqual(list(check.check_printing(Path("src/cli/report/cmd_merge.c"), "    cc_buf_printf(out, name);\n")), [])


if __name__ == "__main__":
    unittest.main()
