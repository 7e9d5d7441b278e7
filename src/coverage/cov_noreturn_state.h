/* The dispatch of a C# state machine, for cov_noreturn_flow.c: which constants the state takes, and
 * which way a test of the state goes when it is known. The compiler copies the state to a local
 * where MoveNext begins (`ldarg.0; ldfld <>1__state; stloc`), tests the local against constants,
 * and stores new states as constants. Threads: pure functions of their arguments. */
#ifndef COV_NORETURN_STATE_H
#define COV_NORETURN_STATE_H

#include "coverage/cov_noreturn_flow.h"

/* Values of the state by number: 0 is "not known", the others stand in `values`. */
typedef struct cov_states {
    const il_body *body;
    uint32_t copy;    /* the stloc that makes the copy; IL_NO_UNIT: no dispatch is known */
    int32_t local;    /* the copy */
    int32_t *values;  /* values[0] means nothing */
    uint32_t count;   /* 1: nothing is known but "not known" */
    uint32_t *stored; /* by unit: the number of the constant that the unit stores as state, to the
                         local or to the field; COV_STATE_NONE: it stores no state */
} cov_states;

enum { COV_STATE_UNKNOWN = 0 };
#define COV_STATE_NONE UINT32_MAX
#define COV_STATE_MAX 4096u

/* `state` may be NULL. CC_E_NOMEM. Memory of `arena`. */
CC_NODISCARD cc_err cov_states_find(cov_states *out, const il_body *body,
                                    const cov_state_field *state, cc_arena *arena);
/* The number of the value; COV_STATE_UNKNOWN when it is none of them. */
uint32_t cov_states_number(const cov_states *states, int32_t value);

/* Which way a conditional branch or switch goes when the local holds value `number`: the unit;
 * IL_NO_UNIT when that is not known. */
uint32_t cov_states_way(const cov_states *states, uint32_t unit, uint32_t number);

#endif
