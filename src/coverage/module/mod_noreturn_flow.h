/* Which instructions of a method body control reaches only through the return of some calls, or
 * through tests of the compiler that never lead there. Constants are propagated (il_propagate.h),
 * and the outcomes of two kinds of tests count:
 *
 * The dispatch of a C# state machine leads only to the states that reachable code stores, so that
 * the code after an `await` that follows a call that does not return is not reachable merely because
 * the dispatch names it.
 *
 * What the compiler asks after a try statement whose catch or finally awaits
 * (mod_noreturn_number.h).
 *
 * Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_FLOW_H
#define MOD_NORETURN_FLOW_H

#include "method/mth.h"

/* The fields of a state machine that its compiler asks. */
typedef struct mod_machine_fields {
    uint32_t state; /* Field or MemberRef token; 0: the runtime keeps the state */
    /* Of the field that says whether an async iterator is disposed of; 0: the method uses none */
    uint32_t disposal;
    bool is_iterator; /* the first state is 0; else -1 or -3 */
} mod_machine_fields;

/* `cut`: by instruction, the calls that do not return; NULL: all do. `machine` NULL: the method is
 * never suspended, and no try statement of it awaits. *dead: by instruction, in the arena: reachable by the instructions
 * alone, but not with these facts; NULL when no instruction is. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_no_return_flow(const mth_method *m, const bool *cut,
                                       const mod_machine_fields *machine, cc_arena *arena,
                                       const bool **dead);

#endif
