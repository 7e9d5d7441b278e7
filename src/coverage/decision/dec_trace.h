/* A way through the code with what is known on it: a constant on the stack, one in a local, one in a
 * field (of a state machine). What short circuits store as a constant is followed so to where it leads.
 * Nothing is owned; threads: none. */
#ifndef DEC_TRACE_H
#define DEC_TRACE_H

#include "coverage/decision/dec_view.h"

typedef struct dec_trace {
    const dec_view *v;
    uint32_t insn;
    bool is_known; /* the value on top of the stack is `value` */
    int32_t value;
    int32_t local, local_value; /* -1: none */
    int64_t field;              /* 0: none */
    int32_t field_value;
} dec_trace;

/* The way begins behind an arm of the branch; with an arm of a fork at its instruction, the value known. */
dec_trace dec_trace_from(const dec_view *v, const probe_branch *branch, uint32_t arm);
/* Over a branch: true when it is known where it leads. */
bool dec_trace_branch(dec_trace *w);
/* Over an instruction that simply goes on. */
void dec_trace_step(dec_trace *w);

#endif
