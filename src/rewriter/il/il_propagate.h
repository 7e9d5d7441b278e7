/* Conditional propagation of constants: which instructions control reaches, and what places hold
 * there (il_env.h). It runs over the control flow of a body (flow.h) until nothing changes: a test
 * of a value that is known leads only where the value takes it, so code after it may stay
 * unreached, and what that code stores does not count. Source of the method: Wegman and Zadeck,
 * Constant propagation with conditional branches (1991), with sets in place of single constants.
 *
 * Exceptions: a block of a try reaches the handlers and filters around it from its first instruction
 * and from each that may throw. A leave reaches its target when the end of every finally that it
 * crosses is reached; what the finally does not store, it holds as the leave left it.
 *
 * Where ways meet, what they say is joined; but for places that the caller names ways stay apart as
 * long as they say different things (at most IL_MAX_WAYS of them), so that what belongs together is
 * still known together: the number that was stored, and the exception that was kept. Of such a place
 * nothing is said outside of the code that names it.
 *
 * It never says whose a constant is. A test of a constant that the user wrote is the user's
 * decision: the caller names the tests whose outcome counts.
 *
 * A state machine leaves the method and comes back to where it was: a store of a state continues
 * where the method's own dispatch leads for that state, with the fields that it had.
 *
 * Time and memory: blocks times places of which something is known there, times the size of the
 * sets (at most IL_MAX_CONSTANTS). Threads: immutable after il_propagate(). */
#ifndef IL_PROPAGATE_H
#define IL_PROPAGATE_H

#include "rewriter/il/flow.h"
#include "rewriter/il/il_env.h"

enum { IL_MAX_WAYS = 64 };

/* How a state machine is entered with a state that it stored. */
typedef enum il_resume {
    IL_RESUME_NEVER,
    IL_RESUME_ALONE, /* fields hold what they held when the state was stored */
    IL_RESUME_SHARED /* other methods may have stored the shared field since */
} il_resume;

/* What the caller knows of the body. */
typedef struct il_propagate_ask {
    il_env_rules rules;
    const bool *cut; /* by instruction: the call does not return; NULL: all return */
    /* The outcome of the test at the instruction counts: it tests the value of `place` (of the kind
     * NONE: what the stack had), perhaps less a constant. NULL: that of every test does. */
    bool (*counts)(void *ctx, uint32_t insn, il_place place);
    void *ctx;
    bool (*splits)(void *ctx, il_place place); /* ways stay apart for the place; NULL: for none */
    /* State machines. The field of `this` with the state, among those that are followed; of the
     * kind NONE: the method is none. */
    il_place state;
    il_known first; /* the state with which the method is first entered */
    il_resume (*resumes)(void *ctx, int32_t state);
    il_place shared;       /* a field that other methods store; of the kind NONE: there is none */
    il_known shared_value; /* what they store, and what it holds when the method is first entered */
} il_propagate_ask;

typedef struct il_propagation il_propagation;

/* Memory of `arena`; borrows `flow`, its body, and until it returns `ask`. CC_E_NOMEM. */
CC_NODISCARD cc_err il_propagate(il_propagation **out, const flow_graph *flow,
                                 const il_propagate_ask *ask, cc_arena *arena);
/* Control reaches the instruction. */
bool il_is_reached(const il_propagation *p, uint32_t insn);
/* What the place holds when control arrives at the instruction; IL_ANY when it never does.
 * *known: may have memory of the arena. Time: the length of the block. CC_E_NOMEM. */
CC_NODISCARD cc_err il_held_at(il_known *known, const il_propagation *p, uint32_t insn,
                               il_place place);

#endif
