/* Control flow of a decoded body, without sequence points: regions, the sources of every branch
 * target, the instructions that end a run, and the leaves that run a finally before they reach
 * their target. All functions take time linear in the body. A flow_graph is immutable after
 * flow_make(). Source: ECMA-335 I.12.4.2, III.1.7. */
#ifndef FLOW_H
#define FLOW_H

#include "rewriter/il/il_range.h"

#define FLOW_NONE UINT32_MAX

typedef enum flow_region_kind {
    FLOW_REGION_ROOT = IL_RANGE_ROOT,
    FLOW_REGION_TRY = IL_RANGE_TRY,
    FLOW_REGION_FILTER = IL_RANGE_FILTER,
    FLOW_REGION_HANDLER = IL_RANGE_HANDLER
} flow_region_kind;

/* Clauses with the same try range share one try region. An enclosing region has a smaller index
 * than the regions inside it. */
typedef struct flow_region {
    flow_region_kind kind;
    uint32_t start, end;   /* instruction indices, end exclusive */
    uint32_t parent;       /* innermost region around it; FLOW_NONE for the root */
    uint32_t first_clause; /* lowest clause that has this region; FLOW_NONE for the root */
    bool has_finally;      /* a try with a finally clause */
    /* this region or the innermost one around it with has_finally; FLOW_NONE */
    uint32_t finally_up;
} flow_region;

typedef struct flow_graph {
    const il_body *body;
    uint32_t region_count; /* regions[0] is the root: the whole code */
    flow_region *regions;
    uint32_t *region_of_insn; /* innermost region of each instruction */
    uint32_t *try_of_clause;  /* region indices, by clause */
    uint32_t *handler_of_clause;
    uint32_t *filter_of_clause; /* FLOW_NONE: no filter */
    uint32_t *next_clause;      /* next clause that shares the try region; FLOW_NONE */
    /* Branches by target: the instructions that name instruction t as a target are
     * sources[source_at[t]] .. sources[source_at[t + 1] - 1], increasing. A switch is listed once
     * for each table entry that names t. A leave is listed, the fall-through edge is not. */
    uint32_t *source_at;
    uint32_t *sources;
} flow_graph;

/* Makes the graph in memory of `arena`; borrows `body`. CC_E_NOMEM. */
CC_NODISCARD cc_err flow_make(flow_graph **out, const il_body *body, cc_arena *arena);

/* Returns the number of branches to `insn`. */
uint32_t flow_source_count(const flow_graph *flow, uint32_t insn);

/* Control can fall through from the instruction to the next one. False for a tail. call. */
bool flow_falls_through(const il_insn *insn);

/* br or br.s. */
bool flow_is_br(const il_insn *insn);

/* The body has a backward branch. */
bool flow_has_loop(const il_body *body);

/* Sets loops[i] to the number of backward branches that start at or after instruction i and end at
 * or before it. Where the number is 0, control passes i at most once per call unless an exception
 * leads back. `loops` has insn_count + 1 entries; the last one becomes 0. */
void flow_mark_loops(const il_body *body, uint32_t *loops);

/* A call prefixed by tail.: control does not come back to this frame. */
bool flow_is_tail_call(const il_insn *insn);

/* `insn` is a leave that runs a finally before it reaches its target: a try with a finally clause
 * contains the leave but not the target. Fault, catch and filter clauses do not count. */
bool flow_leave_crosses(const flow_graph *flow, uint32_t insn);

/* The instruction ends the frame or passes control to the runtime's exception dispatch: ret, jmp,
 * throw, rethrow, endfinally, endfilter, a tail. call, a leave that crosses a finally. */
bool flow_is_exit(const flow_graph *flow, uint32_t insn);

/* Sets leaders[i] to true for the instructions where a run must start whatever the points are.
 * These are instruction 0, branch targets, the instruction after one that does more than fall
 * through, and the starts and ends of regions. `leaders` has insn_count + 1 entries, the last for
 * the end of the code. */
void flow_mark_leaders(const flow_graph *flow, bool *leaders);

/* Sets fold[i] to the instruction that runs when control goes to i: follows br instructions as long
 * as `stops` is false for them. One of its instructions represents an endless loop of such br.
 * `fold`, `stops` and `scratch` have insn_count entries; `scratch` is undefined afterwards. */
void flow_fold(const il_body *body, const bool *stops, uint32_t *fold, uint32_t *scratch);

#endif
