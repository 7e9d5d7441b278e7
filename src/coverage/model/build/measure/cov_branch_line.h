/* The line of a branch, which the sequence point at or before it has. Threads: pure functions. */
#ifndef COV_BRANCH_LINE_H
#define COV_BRANCH_LINE_H

#include "coverage/model/cov_raw.h"
#include "coverage/module/mod.h"
#include "method/mth.h"

/* A method, as far as the places of its branches depend on it. Everything is borrowed. */
typedef struct cov_branch_context {
    const mod_module *module;
    const mth_method *method;
    const cov_raw_assembly *assembly;
    /* By point of the method: index in the assembly; COV_RAW_NONE: not shown */
    const uint32_t *points;
    const bool *is_elsewhere; /* by point: not shown because its file is in no report */
    pdb_language language;
    const pdb_point *first_part; /* as in dec_decisions */
    cc_arena *scratch;
} cov_branch_context;

/* A point of the method, or a place without a point of it. */
typedef struct cov_branch_line {
    uint32_t point;                  /* index in the assembly; COV_RAW_NONE: none */
    uint32_t document, line, column; /* line 0: at the point, if there is one */
} cov_branch_line;

/* Where the branch at `insn` is shown: at the last point at or before it.
 *
 * - The tests of a filter before its points (`when (e is A or B)`) belong to its last point, which
 *   is its own.
 * - A branch before all points has the line of the point that comes first in the source. `function`
 *   of F# has none, and the guard of a later rule may come first in the code. The first point may be
 *   the first one of a part that is a method of its own.
 * - In a closure of F# the branch has the line of the statement around the closure.
 * - After a point of a file that is in no report it is shown nowhere.
 *
 * Scratch memory of `s->scratch`. */
cov_branch_line cov_branch_line_find(const cov_branch_context *s, uint32_t insn);

#endif
