/* What places and the operand stack hold at one point of the code (il_known.h), and how an
 * instruction changes it. A place that an environment does not list may hold any value. Code may
 * store through the address of a place: once the address is taken, the place may hold any value
 * until the next store that names it.
 *
 * An environment tracks the topmost items of the operand stack. The items below them, and what a
 * call returns, may be any value. Source of the opcodes: ECMA-335 III.3 and III.4.
 *
 * Threads: an environment belongs to its caller. */
#ifndef IL_ENV_H
#define IL_ENV_H

#include "rewriter/il/il_known.h"
#include "rewriter/il/il_value.h"

/* Which places an environment tracks: locals, arguments and fields of `this`. */
typedef struct il_env_rules {
    const il_body *body;
    bool has_this; /* argument 0 is `this`, and nothing stores in it (il_keeps_this()) */
    /* The environment tracks the place. It tracks a field only if nothing else stores in the field
     * while the method runs. NULL: all locals and arguments, no fields. */
    bool (*follows)(void *ctx, il_place place);
    /* Reaching definitions: instead of the stored value the place holds the number of the
     * instruction that stored it or took its address. NULL: no place does. */
    bool (*names_stores)(void *ctx, il_place place);
    /* The begin of a method with InitLocals is a store of its locals, too: IL_INITIAL_STORE. */
    bool names_begin;
    void *ctx;
} il_env_rules;

typedef struct il_fact {
    il_place place;
    il_known known; /* not IL_ANY */
} il_fact;

enum { IL_INITIAL_STORE = -1 };

enum { IL_ENV_STACK = 6 };

/* An item of the operand stack. `place`: the item was loaded from there, less `minus`, and nothing
 * was stored in the place since. Of the kind NONE: it was not loaded from a place. */
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

/* Argument 0 keeps its value from the start of the method: nothing stores in it. */
bool il_keeps_this(const il_body *body);

/* Makes an environment in which nothing is known; it grows in memory of `arena`. Borrows the
 * rules. */
il_env il_env_new(const il_env_rules *rules, cc_arena *arena);
/* Copies an environment; `to` has the rules of the source. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_copy(il_env *to, const il_env *from);
/* Joins an environment into `into`, which then holds on both paths. *is_changed: `into` says less
 * than before. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_join(il_env *into, const il_env *from, bool *is_changed);
/* Returns what the place holds. */
il_known il_env_get(const il_env *env, il_place place);
/* Sets what the place holds; does nothing for the kind NONE. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_set(il_env *env, il_place place, il_known known);
/* Removes the facts of the places for which `drops` is true. */
void il_env_drop(il_env *env, bool (*drops)(void *ctx, il_place place), void *ctx);
void il_env_push(il_env *env, il_known known);

/* Runs an instruction that does not branch. *stored: the tracked place whose value it may change;
 * of the kind NONE: it changes none. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_step(il_env *env, uint32_t insn, il_place *stored);

/* A conditional branch or a switch, with the value that it tests. */
typedef struct il_test {
    const il_body *body;
    uint32_t insn;
    il_op op;
    il_item item;  /* the value; the left operand of two */
    int32_t right; /* the value is compared with this constant; 0 for brtrue and brfalse */
    bool is_known; /* the target of the test is known for each value of `item` */
} il_test;

bool il_is_test(const il_insn *insn);
/* Pops what the branch at the instruction tests. */
il_test il_env_test(il_env *env, uint32_t insn);
/* The test may branch or fall through to instruction `target`. */
bool il_test_may_lead(const il_test *test, uint32_t target);
/* Returns the only instruction to which the test leads; IL_NO_INSN: there are several. */
uint32_t il_test_leads(const il_test *test);
/* Restricts `env` to the edge from the test to `target`: the place of the tested value keeps only
 * the values that lead there. CC_E_NOMEM. */
CC_NODISCARD cc_err il_env_take(il_env *env, const il_test *test, uint32_t target);

#endif
