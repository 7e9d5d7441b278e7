/* A path through the code together with the constants known on it: on top of the stack, in one
 * local, in one field (of a state machine). It follows the constants that short circuits store to
 * the branches that test them. Owns nothing. Threads: a trace belongs to its caller. */
#ifndef DEC_TRACE_H
#define DEC_TRACE_H

#include "coverage/decision/dec_edit.h"
#include "coverage/decision/dec_value.h"

typedef struct dec_trace {
    const dec_view *v;
    uint32_t insn;
    bool is_known; /* the value on top of the stack is `value` */
    int32_t value;
    int32_t local, local_value; /* -1: none */
    int64_t field;              /* 0: none */
    int32_t field_value;
} dec_trace;

/* The path begins at the target of an arm of the branch, or, for an arm of a fork, at its
 * instruction with a known value. */
dec_trace dec_trace_from(const dec_view *v, const probe_branch *branch, uint32_t arm);
/* Steps over a branch; false when its destination is not known. */
bool dec_trace_branch(dec_trace *w);
/* Steps over an instruction that falls through. */
void dec_trace_step(dec_trace *w);

#endif
