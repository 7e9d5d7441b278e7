/* A path through the code, with what is known on it (il_env.h): it follows the constants that short
 * circuits store to the branches that test them. Memory of the view's arena. Threads: a trace
 * belongs to its caller. */
#ifndef DEC_TRACE_H
#define DEC_TRACE_H

#include "coverage/decision/core/dec_edit.h"
#include "rewriter/il/il_env.h"

typedef struct dec_trace {
    const dec_view *v;
    uint32_t insn;
    il_env env;
} dec_trace;

/* The path begins at the target of an arm of the branch, or, for an arm of a fork, at its
 * instruction with a known value. */
dec_trace dec_trace_from(const dec_view *v, const probe_branch *branch, uint32_t arm);
/* The value on top of the stack is one constant. */
bool dec_trace_is_known(const dec_trace *w);
/* Steps on to the next branch; false when a visible point, or the end of a path, comes first. */
bool dec_trace_to_branch(dec_trace *w);
/* Steps over a branch; false when its destination is not known. */
bool dec_trace_branch(dec_trace *w);
/* Steps over an instruction that falls through; at the end of the code when out of memory. */
void dec_trace_step(dec_trace *w);

#endif
