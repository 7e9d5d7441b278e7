/* How often a body began and returned, where optimised code has no points that say so. Sums of
 * counters alone, so that the parts of a session add up. Threads: pure functions. */
#ifndef COV_FRAME_H
#define COV_FRAME_H

#include "coverage/decision/core/dec.h"
#include "source/src_text.h"

typedef struct cov_frame {
    const mth_method *method;
    const dec_decisions *decisions;
    bool is_machine;
    const uint64_t *values; /* by node of the plan */
    const uint64_t *hits;   /* by point */
    const src_text *text;   /* of the document of the first point; NULL: it is not there */
} cov_frame;

/* A state machine is also resumed at its entry: its first statement tells, which may be a switch
 * without a point. */
uint64_t cov_count_begun(const cov_frame *frame);

typedef struct cov_returned {
    bool is_possible; /* some `ret` or tail call can be reached */
    uint64_t hits;
} cov_returned;

/* Where one of these is not counted, the body returned as often as it began. */
cov_returned cov_count_returned(const cov_frame *frame);

#endif
