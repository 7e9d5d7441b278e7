/* Conditional constant propagation: which instructions control reaches, and what places hold there
 * (il_env.h). The propagation runs over the control flow of a body (flow.h) until nothing changes.
 * A test of a known value leads only where the value takes it: code after the test may stay
 * unreached, and stores in that code do not count. Source of the method: Wegman and Zadeck,
 * Constant propagation with conditional branches (1991), with sets in place of single constants.
 *
 * Exceptions: a block of a try reaches the handlers and filters around it from its first
 * instruction and from each that may throw. A leave reaches its target when the end of every
 * finally that it crosses is reached. A place that the finally does not store holds what it held at
 * the leave.
 *
 * At a join point the facts of the paths are joined. For places that the caller names, paths stay
 * apart as long as they say different things (at most IL_MAX_WAYS of them). So facts that belong
 * together stay together: the number that was stored, and the exception that was kept. Outside the
 * code that names such a place, the propagation says nothing of it.
 *
 * The propagation does not know who wrote a constant. A test of a constant that the user wrote is
 * the user's decision: the caller names the tests whose outcome counts.
 *
 * A state machine leaves the method and comes back: a store of a state continues where the method's
 * dispatch leads for that state, with the fields as they were at the store. While such a state is
 * stored, nothing reaches handlers: only the compiler's code runs then.
 *
 * Time and memory: blocks times places of which something is known there, times the size of the
 * sets (at most IL_MAX_CONSTANTS). Threads: immutable after il_propagate(). */
#ifndef IL_PROPAGATE_H
#define IL_PROPAGATE_H

#include "rewriter/il/flow.h"
#include "rewriter/il/il_env.h"

enum { IL_MAX_WAYS = 64 };

/* How the runtime enters a state machine with a state that it stored. */
typedef enum il_resume {
    IL_RESUME_NEVER,
    IL_RESUME_ALONE, /* fields hold what they held when the state was stored */
    IL_RESUME_SHARED /* other methods may have stored in the shared field since */
} il_resume;

/* What the caller knows of the body. */
typedef struct il_propagate_ask {
    il_env_rules rules;
    const bool *cut; /* by instruction: the call does not return; NULL: all calls return */
    /* The outcome of the test at the instruction counts. It tests the value of `place` (of the kind
     * NONE: what the operand stack had), perhaps less a constant. NULL: every test counts. */
    bool (*counts)(void *ctx, uint32_t insn, il_place place);
    void *ctx;
    bool (*splits)(void *ctx, il_place place); /* paths stay apart for the place; NULL: for none */
    /* State machines. The tracked field of `this` that holds the state; of the kind NONE: the
     * method is not a state machine. */
    il_place state;
    il_known first; /* the state at the first entry of the method */
    il_resume (*resumes)(void *ctx, int32_t state);
    /* a field that other methods store in; of the kind NONE: there is none */
    il_place shared;
    /* what they store, and what the field holds at the first entry of the method */
    il_known shared_value;
} il_propagate_ask;

typedef struct il_propagation il_propagation;

/* Runs the propagation in memory of `arena`. Borrows `flow` and its body, and `ask` until it
 * returns. CC_E_NOMEM. */
CC_NODISCARD cc_err il_propagate(il_propagation **out, const flow_graph *flow,
                                 const il_propagate_ask *ask, cc_arena *arena);
/* Control reaches the instruction. */
bool il_is_reached(const il_propagation *p, uint32_t insn);
/* Sets *known to what the place holds when control reaches the instruction; IL_ANY when control
 * never does. *known may have memory of the arena. Time: the length of the block. CC_E_NOMEM. */
CC_NODISCARD cc_err il_held_at(il_known *known, const il_propagation *p, uint32_t insn,
                               il_place place);

#endif
