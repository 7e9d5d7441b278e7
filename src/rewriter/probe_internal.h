/* What the parts of the probe plan share. Not for other rooms.
 *
 * Order of work (docs/probe-plan.md): points -> forks -> atoms and edge atoms -> graph and
 * attributes -> wanted -> inference -> counters. Each step reads only what earlier ones wrote. */
#ifndef PROBE_INTERNAL_H
#define PROBE_INTERNAL_H

#include "rewriter/flow.h"
#include "rewriter/probe_plan.h"

/* What the steps know of the body; everything in the arena. */
typedef struct probe_work {
    const il_body *body;
    const flow_graph *flow;
    const il_resolver *resolver; /* may be NULL: no type is known */
    cc_arena *arena;
    bool is_oracle;
    bool *is_visible;        /* by unit: a visible point starts here */
    bool *is_fork;           /* by unit: a value fork stands in front of it */
    bool *is_repeated;       /* by unit: a brtrue or brfalse that repeats a decision */
    uint32_t *entry_of_unit; /* node where control enters for this unit: that of its fork, if any */
    probe_plan *plan;
} probe_work;

/* Successors of a node are consecutive nodes: the edge atoms of its branch, or the one node that
 * control goes to. Predecessors are reachable nodes only, one entry for each edge: those of node v
 * are pred[pred_at[v]] .. pred[pred_at[v + 1] - 1]. */
typedef struct probe_graph {
    uint32_t *succ_first;
    uint32_t *succ_count;
    uint32_t *pred_at;
    uint32_t *pred;
} probe_graph;

/* The unit that stands before `unit`, nops that are no branch target left out: in straight code
 * the one that made the value on top of the stack. FLOW_NONE at the start of the code. */
uint32_t probe_producer(const probe_work *work, uint32_t unit);

/* The value on top of the stack in front of `unit` is a bool: the units that make it say so, or,
 * when these do not say, the unit that takes it at `join`. */
bool probe_is_bool(const probe_work *work, uint32_t unit, uint32_t join);

/* Sets is_fork and is_repeated. */
CC_NODISCARD cc_err probe_find_forks(probe_work *work);

/* Fills the plan's nodes (positions only), branches, arms and unit tables, and entry_of_unit. */
CC_NODISCARD cc_err probe_make_atoms(probe_work *work);

/* Edges, attributes and reachability of the nodes. */
CC_NODISCARD cc_err probe_make_graph(probe_work *work, probe_graph *graph);

/* Sources of the inferred nodes, counters of the others, value_order. */
CC_NODISCARD cc_err probe_infer(probe_work *work, const probe_graph *graph);

#endif
