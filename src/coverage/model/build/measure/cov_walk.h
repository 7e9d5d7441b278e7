/* Where control goes from an arm, without running anything: over jumps, and over branches on values
 * that are known. Debug code keeps the value of a short circuit in a local and branches on it
 * later, so stores and loads of known values are followed. Threads: pure functions. */
#ifndef COV_WALK_H
#define COV_WALK_H

#include "method/mth.h"

typedef struct cov_walk {
    const il_body *body;
    uint32_t insn;  /* the next instruction, below body->insn_count */
    uint32_t steps; /* left */
    bool is_known;  /* the value on top of the stack is `value` */
    int32_t value;
    int32_t local, local_value; /* -1: no local has a known value */
} cov_walk;

/* Begins at a node of the method's plan: at its first instruction, or where its edge leads. False:
 * it leads off the code. */
bool cov_walk_from(cov_walk *w, const mth_method *method, uint32_t node);
/* Goes on to the next instruction; false when it is not known, or when this one does something. */
bool cov_walk_step(cov_walk *w);

#endif
