/* The line of a branch: that of the sequence point at or before it. Threads: pure functions. */
#ifndef COV_BRANCH_H
#define COV_BRANCH_H

#include "coverage/cov_module.h"
#include "coverage/cov_point.h"
#include "method/mth.h"

/* A method, as far as it says where its branches stand. */
typedef struct cov_stands {
    const cov_module *module;
    const mth_method *method;
    cov_point *const *points; /* by point of the method; NULL: it is not shown */
    pdb_language language;
    const pdb_point *first_part; /* as in cov_decisions */
    cc_arena *scratch;
} cov_stands;

/* At a point of the method, or beside a point of another one. */
typedef struct cov_stand {
    cov_point *point;
    uint32_t document, line, column; /* line 0: at the point, if there is one */
} cov_stand;

/* Where the branch at `unit` stands: at the last point at or before it. What a filter tests in front of its points
 * (`when (e is A or B)`) goes with the last of these, its own. What stands before all points has the line of the first
 * one in the source: `function` of F# has none, and the guard of a later rule may come first in the code; the first
 * one may be that of a part, a method of its own. In a closure of F# it has the line of the statement around that.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err cov_branch_stand(const cov_stands *s, uint32_t unit, cov_stand *out);

#endif
