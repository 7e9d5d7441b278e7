/* A way through the code with what is known on it: a constant on the stack, one in a local, one in a
 * field (of a state machine). What short circuits store as a constant is followed so to where it leads.
 * Nothing is owned; threads: none. */
#ifndef COV_KNOWN_H
#define COV_KNOWN_H

#include "coverage/idiom/cov_view.h"

typedef struct cov_known {
    const cov_view *v;
    uint32_t unit;
    bool is_known; /* the value on top of the stack is `value` */
    int32_t value;
    int32_t local, local_value; /* -1: none */
    int64_t field;              /* 0: none */
    int32_t field_value;
} cov_known;

/* The way begins behind an arm of the branch; with an arm of a fork at its unit, the value known. */
cov_known cov_known_from(const cov_view *v, const probe_branch *branch, uint32_t arm);
/* Over a branch: true when it is known where it leads. */
bool cov_known_test(cov_known *w);
/* Over a unit that simply goes on. */
void cov_known_over(cov_known *w);

#endif
