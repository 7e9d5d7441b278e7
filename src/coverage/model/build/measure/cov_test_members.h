/* Third stage, of runs with `--per-test`: the members of a build, and those that each test ran.
 * Threads: one. */
#ifndef COV_TEST_MEMBERS_H
#define COV_TEST_MEMBERS_H

#include "coverage/model/cov_raw.h"

/* Sets the members of an assembly whose bodies and test_hits are complete, and those of its
 * test_hits; in `arena`. Errors of mbr_read(): the assembly then has no members. */
CC_NODISCARD cc_err cov_test_members(cov_raw_assembly *assembly, const md_image *image,
                                     cc_arena *arena);

#endif
