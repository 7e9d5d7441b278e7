/* How often a body began and returned, where optimised code has no points that say so. `values`: by
 * node of the plan; `hits`: by point. Threads: pure functions. */
#ifndef COV_FRAME_H
#define COV_FRAME_H

#include "method/mth.h"

/* A state machine is also resumed at its entry: its first statement tells, where that ran. */
uint64_t cov_count_begun(const mth_method *method, bool is_machine, const uint64_t *values,
                         const uint64_t *hits);

typedef struct cov_returned {
    bool is_possible; /* some `ret` can be reached */
    uint64_t hits;
} cov_returned;

/* Where some `ret` is not counted, the body returned as often as it began. */
cov_returned cov_count_returned(const mth_method *method, bool is_machine, const uint64_t *values,
                                const uint64_t *hits);

#endif
