/* Which instructions of a method body control reaches only through the return of some calls, or
 * through tests of the compiler that never lead there. The functions propagate constants
 * (il_propagate.h); the outcomes of two kinds of tests count:
 *
 * The dispatch of a C# state machine leads only to the states that reachable code stores. So the
 * dispatch alone does not make code after an `await` reachable when a call that does not return
 * precedes the `await`.
 *
 * The tests of the compiler after a try statement whose catch or finally awaits
 * (mod_noreturn_number.h).
 *
 * Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_FLOW_H
#define MOD_NORETURN_FLOW_H

#include "method/mth.h"

/* The fields of a state machine that the compiler's code tests. */
typedef struct mod_machine_fields {
    uint32_t state; /* Field or MemberRef token; 0: the runtime keeps the state */
    /* Token of the field that says whether an async iterator is disposed of; 0: the method uses no
     * such field */
    uint32_t disposal;
    bool is_iterator; /* the first state is 0; else -1 or -3 */
} mod_machine_fields;

/* By instruction, in the arena; NULL when there is no such instruction. */
typedef struct mod_flow_dead {
    const bool *all; /* reachable by the instructions alone, but not with the facts */
    /* The way out of an async iterator that is disposed of, at the place of a point of the user.
     * Where both outcomes of a test of the disposal lead on alike, optimised code has no test, and
     * the end of a block of the user in its place. */
    const bool *ways_out;
} mod_flow_dead;

/* Finds dead code. `cut`: by instruction, the calls that do not return; NULL: all return. `machine`
 * NULL: the method is never suspended, and no try statement of it awaits. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_flow(const mth_method *m, const bool *cut,
                                       const mod_machine_fields *machine, cc_arena *arena,
                                       mod_flow_dead *out);

#endif
