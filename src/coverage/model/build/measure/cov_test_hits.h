/* Third stage, of runs with `--per-test`: from the counters that tests hit to points and arms.
 *
 * The tests that hit one method hit few different sets of its counters. Each set is evaluated once,
 * as if it were all that was measured. Threads: the thread that makes the assembly. */
#ifndef COV_TEST_HITS_H
#define COV_TEST_HITS_H

#include "coverage/model/build/gather/cov_tests.h"
#include "coverage/model/build/measure/cov_raw_make.h"

typedef struct cov_test_hits cov_test_hits;

/* For one assembly. NULL when `tests` is. Memory of `arena`, which lives as long as the module. */
cov_test_hits *cov_test_hits_open(const cov_tests *tests, const cov_gathered *gathered,
                                  cc_arena *arena);
/* Adds what each test hit of the last body of the assembly, which was made from `body`. `hits` NULL:
 * nothing happens. */
void cov_test_hits_add(cov_test_hits *hits, cov_raw_maker *maker, const cov_body *body,
                       const cov_records *refs, bool plan_all);
/* Sets test_hits of the assembly, in `arena`. */
void cov_test_hits_finish(const cov_test_hits *hits, cov_raw_assembly *assembly, cc_arena *arena);

#endif
