/* Methods of a build that were read and decided before anybody asked for their counters
 * (cov_shadow.h). F# is not among them: which of its decisions there are depends on counters.
 *
 * Threads: one makes methods; others may look for them meanwhile. A method that was found stays as
 * it is. */
#ifndef COV_READY_H
#define COV_READY_H

#include "coverage/decision/core/dec.h"
#include "method/mth.h"

/* A method under the plain plan. */
typedef struct cov_ready_body {
    mth_method method;
    pdb_language language;
    dec_decisions decisions;
} cov_ready_body;

typedef struct cov_ready {
    uint32_t method_count;
    const cov_ready_body *_Atomic bodies[]; /* by MethodDef rid; NULL: not made */
} cov_ready;

/* Memory of `arena`. */
cov_ready *cov_ready_new(uint32_t method_count, cc_arena *arena);
void cov_ready_put(cov_ready *ready, uint32_t rid, const cov_ready_body *body);
/* NULL: not made, or `ready` is NULL. */
const cov_ready_body *cov_ready_find(const cov_ready *ready, uint32_t rid);

#endif
