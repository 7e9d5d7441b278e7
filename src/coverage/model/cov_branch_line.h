/* The line of a branch: that of the sequence point at or before it. Threads: pure functions. */
#ifndef COV_BRANCH_LINE_H
#define COV_BRANCH_LINE_H

#include "coverage/model/cov_point.h"
#include "coverage/module/mod.h"
#include "method/mth.h"

/* A method, as far as it says where its branches stand. */
typedef struct cov_branch_context {
    const mod_module *module;
    const mth_method *method;
    cov_point *const *points; /* by point of the method; NULL: it is not shown */
    pdb_language language;
    const pdb_point *first_part; /* as in dec_decisions */
    cc_arena *scratch;
} cov_branch_context;

/* At a point of the method, or beside a point of another one. */
typedef struct cov_branch_line {
    cov_point *point;
    uint32_t document, line, column; /* line 0: at the point, if there is one */
} cov_branch_line;

/* Where the branch at `insn` stands: at the last point at or before it. What a filter tests in front of its points
 * (`when (e is A or B)`) goes with the last of these, its own. What stands before all points has the line of the first
 * one in the source: `function` of F# has none, and the guard of a later rule may come first in the code; the first
 * one may be that of a part, a method of its own. In a closure of F# it has the line of the statement around that.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err cov_branch_line_find(const cov_branch_context *s, uint32_t insn,
                                         cov_branch_line *out);

#endif
