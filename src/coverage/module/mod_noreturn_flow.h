/* Which instructions of a method body can be reached only through the return of some calls, or on
 * ways that are never taken. Plain reachability over instructions, with these edges: falling
 * through, branches, table entries; a leave reaches its target when the end of every finally in
 * between is reachable; any reachable instruction of a try reaches its handlers and filters.
 *
 * State machines of C# (async, iterators) begin with a dispatch on their state: it leads only to
 * the states that reachable code stores, so that the code behind an `await` that follows such a
 * call is not reachable merely because the dispatch names it.
 *
 * Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_FLOW_H
#define MOD_NORETURN_FLOW_H

#include "rewriter/il/il.h"

/* The field that holds a state machine's state. */
typedef struct mod_state_field {
    bool (*is_state)(void *ctx, uint32_t token); /* Field or MemberRef token */
    void *ctx;
    bool is_iterator; /* the first state is 0; else -1 or -3 */
} mod_state_field;

/* What is known of a body; each by instruction, or NULL. */
typedef struct mod_flow_facts {
    const bool *cut; /* a call that does not return */
    /* where a leave or a test always leads to (mod_noreturn_caught.h); IL_NO_INSN: where it may */
    const uint32_t *leads;
} mod_flow_facts;

/* `state` NULL: the method is no state machine. *dead: by instruction, in the arena: reachable by
 * the instructions alone, but not with these facts; NULL when no instruction is. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_flow(const il_body *body, const mod_flow_facts *facts,
                                       const mod_state_field *state, cc_arena *arena,
                                       const bool **dead);

#endif
