/* The dispatch of a C# state machine, for mod_noreturn_flow.c: which constants the state takes, and
 * where a test of the state goes when the state is known. The compiler copies the state to a local
 * at the start of MoveNext (`ldarg.0; ldfld <>1__state; stloc`), tests the local against constants,
 * and stores new states as constants. Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_STATE_H
#define MOD_NORETURN_STATE_H

#include "coverage/module/mod_noreturn_flow.h"

/* Values of the state by number: 0 is "not known", the others are in `values`. */
typedef struct mod_states {
    const il_body *body;
    uint32_t copy;   /* the stloc that makes the copy; IL_NO_INSN: no dispatch was found */
    int32_t local;   /* the local with the copy */
    int32_t *values; /* values[0] is unused */
    uint32_t count;  /* 1: only "not known" */
    /* By instruction: the number of the constant that it stores as state, to the local or to the
     * field; MOD_STATE_NONE: it stores no state. */
    uint32_t *stored;
} mod_states;

enum { MOD_STATE_UNKNOWN = 0 };
#define MOD_STATE_NONE UINT32_MAX
#define MOD_STATE_MAX 4096u

/* `state` may be NULL. CC_E_NOMEM. Memory of `arena`. */
CC_NODISCARD cc_err mod_states_find(mod_states *out, const il_body *body,
                                    const mod_state_field *state, cc_arena *arena);
/* The number of the value; MOD_STATE_UNKNOWN when it is none of them. */
uint32_t mod_states_number(const mod_states *states, int32_t value);

/* Where a conditional branch or switch goes when the local has value number `number`: the
 * instruction; IL_NO_INSN when that is not known. */
uint32_t mod_states_target(const mod_states *states, uint32_t insn, uint32_t number);

#endif
