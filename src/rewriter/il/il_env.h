/* What places and the stack hold at one point of the code (il_known.h), and what an instruction
 * makes of it. Places are locals, arguments and, where the caller says so, fields of `this`; all
 * others hold anything. The address of a place may be used to store in it: taking it makes the place
 * hold anything until the next store that names it.
 *
 * Of the stack the topmost items are followed; what lies below them, and what a call returns, is
 * anything. Source of the opcodes: ECMA-335 III.3 and III.4.
 *
 * Threads: an il_places is immutable; an environment belongs to its caller. */
#ifndef IL_ENV_H
#define IL_ENV_H

#include "rewriter/il/il_known.h"
#include "rewriter/il/il_value.h"

#define IL_NO_PLACE UINT32_MAX

/* The places of a body that may hold a constant somewhere. */
typedef struct il_places {
    const il_body *body;
    uint32_t count;
    const il_place *places;
    /* By place: the instructions that name it lie in [first, last] */
    uint32_t *first, *last;
    /* By instruction: number of the place that it stores, loads, or whose address it takes;
     * IL_NO_PLACE: of none */
    const uint32_t *of_insn;
    bool has_this; /* argument 0 is `this`, and stays it */
} il_places;

typedef struct il_places_ask {
    bool is_instance; /* the method has a `this` */
    /* The field of `this` that the token names is followed: nothing else stores in it while the
     * method runs. NULL: none is. */
    bool (*follows)(void *ctx, uint32_t token);
    void *ctx;
} il_places_ask;

/* Memory of `arena`; borrows the body. CC_E_NOMEM. */
CC_NODISCARD cc_err il_places_make(il_places *out, const il_body *body, const il_places_ask *ask,
                                   cc_arena *arena);
/* Number of the place; IL_NO_PLACE. */
uint32_t il_place_number(const il_places *places, il_place place);

enum { IL_ENV_STACK = 6 };

/* An item of the stack. `place`: it was loaded from there, less `minus`, and the place was not
 * stored since; IL_NO_PLACE. */
typedef struct il_item {
    il_known known;
    uint32_t place;
    int32_t minus;
} il_item;

typedef struct il_env {
    const il_places *of;
    cc_arena *arena;
    il_known *places; /* by number */
    il_item stack[IL_ENV_STACK];
    uint32_t depth;
} il_env;

/* Nothing is known. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_make(il_env *out, const il_places *places, cc_arena *arena);
/* `to` was made for the same places. */
void il_env_copy(il_env *to, const il_env *from);
/* `into` then holds on both ways; *is_changed: it says less than before. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_join(il_env *into, const il_env *from, bool *is_changed);
void il_env_push(il_env *env, il_known known);

/* Runs an instruction that does not branch. *stored: number of the place whose value it may change;
 * IL_NO_PLACE. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_step(il_env *env, uint32_t insn, uint32_t *stored);

/* A conditional branch or a switch, with what it tests. */
typedef struct il_test {
    const il_body *body;
    uint32_t insn;
    il_op op;
    il_item item;  /* the value; the left one of two */
    int32_t right; /* the value is compared with this constant; 0 for brtrue and brfalse */
    bool is_known; /* where the test leads is known for each value of `item` */
} il_test;

/* Pops what the branch at the instruction tests. */
il_test il_env_test(il_env *env, uint32_t insn);
/* The test may lead to instruction `target`. */
bool il_test_may_lead(const il_test *test, uint32_t target);
/* The one instruction to which it leads; IL_NO_INSN: there are several. */
uint32_t il_test_leads(const il_test *test);
/* `env` where the test led to `target`: the place of the tested value holds only what leads there.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_take(il_env *env, const il_test *test, uint32_t target);

#endif
