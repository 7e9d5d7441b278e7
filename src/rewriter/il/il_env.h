/* What places and the stack hold at one point of the code (il_known.h), and what an instruction
 * makes of it. A place that an environment does not list holds anything. The address of a place may
 * be used to store in it: taking it makes the place hold anything until the next store that names
 * it.
 *
 * Of the stack the topmost items are followed; what lies below them, and what a call returns, is
 * anything. Source of the opcodes: ECMA-335 III.3 and III.4.
 *
 * Threads: an environment belongs to its caller. */
#ifndef IL_ENV_H
#define IL_ENV_H

#include "rewriter/il/il_known.h"
#include "rewriter/il/il_value.h"

/* Which places are followed: locals, arguments and fields of `this`. */
typedef struct il_env_rules {
    const il_body *body;
    bool has_this; /* argument 0 is `this`, and stays it (il_keeps_this()) */
    /* The place is followed. A field is only if nothing else stores in it while the method runs.
     * NULL: all locals and arguments are, and no fields. */
    bool (*follows)(void *ctx, il_place place);
    /* In place of the stored value the place holds the number of the instruction that stored it,
     * or took its address: which stores reach a load. NULL: no place does. */
    bool (*names_stores)(void *ctx, il_place place);
    void *ctx;
} il_env_rules;

typedef struct il_fact {
    il_place place;
    il_known known; /* not IL_ANY */
} il_fact;

enum { IL_ENV_STACK = 6 };

/* An item of the stack. `place`: it was loaded from there, less `minus`, and the place was not
 * stored since; of the kind NONE: it was not. */
typedef struct il_item {
    il_known known;
    il_place place;
    int32_t minus;
} il_item;

typedef struct il_env {
    const il_env_rules *rules;
    cc_arena *arena;
    il_fact *facts; /* ordered by place */
    size_t count, cap;
    il_item stack[IL_ENV_STACK];
    uint32_t depth;
} il_env;

/* Argument 0 is what it was when the method began: nothing stores in it. */
bool il_keeps_this(const il_body *body);

/* Nothing is known; memory of `arena` as it grows. Borrows the rules. */
il_env il_env_new(const il_env_rules *rules, cc_arena *arena);
/* `to` has the same rules. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_copy(il_env *to, const il_env *from);
/* `into` then holds on both ways; *is_changed: it says less than before. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_join(il_env *into, const il_env *from, bool *is_changed);
/* What the place holds. */
il_known il_env_get(const il_env *env, il_place place);
/* The place holds that from now on; nothing happens for the kind NONE. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_set(il_env *env, il_place place, il_known known);
/* The facts for whose place `drops` is true are known no longer. */
void il_env_drop(il_env *env, bool (*drops)(void *ctx, il_place place), void *ctx);
void il_env_push(il_env *env, il_known known);

/* Runs an instruction that does not branch. *stored: the place whose value it may change, of those
 * that are followed; of the kind NONE: it changes none. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_step(il_env *env, uint32_t insn, il_place *stored);

/* A conditional branch or a switch, with what it tests. */
typedef struct il_test {
    const il_body *body;
    uint32_t insn;
    il_op op;
    il_item item;  /* the value; the left one of two */
    int32_t right; /* the value is compared with this constant; 0 for brtrue and brfalse */
    bool is_known; /* where the test leads is known for each value of `item` */
} il_test;

bool il_is_test(const il_insn *insn);
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
