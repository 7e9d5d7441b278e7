/* The line of a branch: that of the sequence point at or before it. Threads: pure function. */
#ifndef COV_BRANCH_H
#define COV_BRANCH_H

#include "coverage/cov_build.h"
#include "method/mth.h"

/* The point on whose line the branch at `unit` stands: the last one at or before it; before all
 * points, the first one in the source. What a filter tests in front of its points (`when (e is A or B)`) goes with
 * the last of these, its own. `points` has an entry for each point of `m`, NULL for those that are not shown; NULL when
 * all are. */
cov_point *cov_branch_point(const mth_method *m, cov_point *const *points, uint32_t unit);

#endif
