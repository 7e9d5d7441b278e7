/* First stage, of runs with `--per-test`: the test assemblies whose tests ran, each in its folder.
 * Threads: one. */
#ifndef COV_SUITES_H
#define COV_SUITES_H

#include "coverage/model/build/gather/cov_gather.h"
#include "coverage/model/cov_raw.h"

/* Sets the suites of the counters files, with absolute folders and without inputs; in the arena of
 * the model. */
void cov_suites_gather(cov_context *c, const cov_gathered *gathered, cov_raw_suite **out,
                       uint32_t *count);

#endif
