/* The state of a propagation while it runs. Internal to the files of il_propagate.h. */
#ifndef IL_PROPAGATE_RUN_H
#define IL_PROPAGATE_RUN_H

#include "rewriter/il/il_propagate.h"

/* A place and the code that names it: the instructions in [first, last]. */
typedef struct il_mention {
    il_place place;
    uint32_t first, last;
} il_mention;

/* A way: what holds at the start of a block on some of the paths there. */
typedef struct way {
    il_env env;
    uint32_t insn;
    struct way *next; /* another way of this block */
    bool is_open;     /* `env` says less than when the way was run */
} way;

/* A leave that crosses finally clauses, with what holds there on one way of its block. */
typedef struct crossing {
    uint32_t insn;
    const way *way;
    il_env env;
} crossing;

struct il_propagation {
    const il_body *body;
    const flow_graph *flow;
    const il_propagate_ask *ask;
    il_env_rules rules;
    cc_arena *arena;
    uint32_t *block_of; /* by instruction: number of the block that starts there; IL_NO_INSN */
    way **ways;         /* by block; NULL: not reached yet */
    bool *is_reached;   /* by instruction */
    uint32_t block_count;
    uint32_t lowest; /* no block before it has an open way */
    const way *current; /* the way that is being run */
    bool is_changed;    /* places stored since the last instruction that may throw */
    il_mention *split;  /* places for which paths stay apart */
    size_t split_count, split_cap;
    crossing *crossings; /* by instruction order of their discovery */
    size_t crossing_count, crossing_cap;
    /* by clause: what holds at the ends of its finally; rules NULL: no end is reached */
    il_env *ends;
    bool has_new_end;
    /* Scratch of the function with this name, reused by each call */
    il_env handler, taken, leaving, entered, there;
    const il_place *initial; /* locals that the method's begin stores in */
    size_t initial_count;
    il_place *filtered; /* what filters may store, before other handlers run */
    size_t filtered_count, filtered_cap;
};

/* Records that control reaches the instruction, which starts a block, or the end of the code. Like
 * all functions below: CC_E_NOMEM. */
CC_NODISCARD cc_err il_flow_to(il_propagation *p, uint32_t insn, const il_env *env);

/* Enters the method: locals are new in each call. */
CC_NODISCARD cc_err il_enter_locals(const il_propagation *p, il_env *env);

/* Returns the next way to run; NULL: there is none. */
way *il_next_way(il_propagation *p);

/* --- exceptions (il_propagate_handler.c) --- */

CC_NODISCARD cc_err il_find_filtered(il_propagation *p);
/* Enters the handlers and filters of an instruction that may throw. */
CC_NODISCARD cc_err il_run_throw(il_propagation *p, uint32_t insn, const il_env *env);
CC_NODISCARD cc_err il_run_endfilter(il_propagation *p, uint32_t insn, const il_env *env);
CC_NODISCARD cc_err il_run_endfinally(il_propagation *p, uint32_t insn, const il_env *env);
CC_NODISCARD cc_err il_run_leave(il_propagation *p, uint32_t insn, const il_env *env);
/* Reruns all leaves that wait for the end of a finally, or that passed an end that says less
 * now. */
CC_NODISCARD cc_err il_run_crossings(il_propagation *p);

/* --- state machines (il_propagate_machine.c) --- */

/* Continues at the dispatch after a state was stored. */
CC_NODISCARD cc_err il_run_suspension(il_propagation *p, const il_env *env);

#endif
