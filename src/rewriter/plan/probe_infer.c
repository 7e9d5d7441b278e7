/* Decides which nodes are inferred, and from what; the other needed nodes get counters.
 *
 * R1: when control arrives only over listed edges, each from a node that sends all its flow here,
 * the value is the sum of those nodes. R2: when control always reaches the end of a node, its value
 * is the value of what follows. That is the only successor, when it has no other predecessor, or
 * the sum of the arms of its branch.
 *
 * Source, with the proof that this is exact: docs/probe-plan.md, "Inference". */
#include "rewriter/plan/probe_internal.h"

typedef enum rule {
    RULE_NONE,
    RULE_PRED, /* R1 */
    RULE_SUCC, /* R2 */
    RULE_PROBE
} rule;

typedef enum colour { COLOUR_NEW, COLOUR_ON_STACK, COLOUR_DONE } colour;

/* What is known about one node. */
typedef struct facts {
    bool has_pred_rule, has_succ_rule;
    bool is_available;
    uint8_t via; /* the rule that made an unwanted node available */
    uint8_t def; /* final rule */
    uint8_t colour;
    uint32_t pred_missing, succ_missing; /* sources not available yet */
} facts;

/* A node on the depth-first stack and its next source. */
typedef struct frame {
    uint32_t node;
    uint32_t next;
} frame;

typedef struct infer {
    const probe_work *work;
    const probe_graph *graph;
    probe_node *nodes;
    uint32_t count;
    facts *of;       /* by node */
    uint32_t *queue; /* nodes in the order in which they become available; later in value order */
    uint32_t queue_count;
    frame *stack;
} infer;

static uint32_t pred_count(const infer *in, uint32_t v) {
    return in->graph->pred_at[v + 1] - in->graph->pred_at[v];
}

/* All flow of p leaves by its only edge. */
static bool is_single(const infer *in, uint32_t p) {
    return !in->nodes[p].may_throw && !in->nodes[p].is_exit && in->graph->succ_count[p] == 1;
}

static bool has_pred_rule(const infer *in, uint32_t v) {
    if (in->nodes[v].is_edge || in->nodes[v].is_opaque || pred_count(in, v) < 2) {
        return false;
    }
    for (uint32_t i = in->graph->pred_at[v]; i < in->graph->pred_at[v + 1]; i++) {
        if (!is_single(in, in->graph->pred[i])) {
            return false;
        }
    }
    return true;
}

static bool has_succ_rule(const infer *in, uint32_t v) {
    if (in->nodes[v].may_throw || in->nodes[v].is_exit || in->graph->succ_count[v] == 0) {
        return false;
    }
    uint32_t first = in->graph->succ_first[v];
    if (in->graph->succ_count[v] == 1) {
        return !in->nodes[first].is_opaque && !in->nodes[first].is_edge &&
               pred_count(in, first) == 1;
    }
    return true; /* two or more successors are always edge atoms */
}

static cc_err new_infer(infer *in, const probe_work *work, const probe_graph *graph) {
    size_t count = work->plan->node_count;
    cc_arena *arena = work->arena;
    *in = (infer){
        .work = work,
        .graph = graph,
        .nodes = work->plan->nodes,
        .count = (uint32_t)count,
        .of = CC_NEW_ARRAY(arena, facts, count),
        .queue = CC_NEW_ARRAY(arena, uint32_t, count),
        .stack = CC_NEW_ARRAY(arena, frame, count),
    };
    if (in->of == NULL || in->queue == NULL || in->stack == NULL) {
        return cc_fail(CC_E_NOMEM, "inference of a probe plan: out of memory");
    }
    return CC_OK;
}

static void make_available(infer *in, uint32_t v, rule via) {
    in->of[v].is_available = true;
    in->of[v].via = (uint8_t)via;
    in->queue[in->queue_count++] = v;
}

/* v is now available: its neighbours now wait for one source less. */
static void update_neighbours(infer *in, uint32_t v) {
    for (uint32_t i = in->graph->pred_at[v]; i < in->graph->pred_at[v + 1]; i++) {
        uint32_t p = in->graph->pred[i];
        in->of[p].succ_missing--;
        if (in->of[p].succ_missing == 0 && in->of[p].has_succ_rule && !in->of[p].is_available) {
            make_available(in, p, RULE_SUCC);
        }
    }
    for (uint32_t i = 0; i < in->graph->succ_count[v]; i++) {
        uint32_t s = in->graph->succ_first[v] + i;
        in->of[s].pred_missing--;
        if (in->of[s].pred_missing == 0 && in->of[s].has_pred_rule && !in->of[s].is_available) {
            make_available(in, s, RULE_PRED);
        }
    }
}

/* Finds the nodes whose value is known if the values of all wanted nodes are known. The result
 * equals the fixed point of repeated passes over all nodes, but each edge is visited once. */
static void find_available(infer *in) {
    for (uint32_t v = 0; v < in->count; v++) {
        if (in->nodes[v].is_reachable) {
            in->of[v].has_pred_rule = has_pred_rule(in, v);
            in->of[v].has_succ_rule = has_succ_rule(in, v);
            in->of[v].pred_missing = pred_count(in, v);
            in->of[v].succ_missing = in->graph->succ_count[v];
        }
    }
    for (uint32_t v = in->count; v-- > 0;) {
        if (in->nodes[v].is_reachable && in->nodes[v].is_wanted) {
            make_available(in, v, RULE_NONE);
        }
    }
    for (uint32_t i = 0; i < in->queue_count; i++) {
        update_neighbours(in, in->queue[i]);
    }
}

static void choose_rules(infer *in) {
    for (uint32_t v = 0; v < in->count; v++) {
        if (!in->of[v].is_available) {
            in->of[v].def = RULE_NONE;
        } else if (!in->nodes[v].is_wanted) {
            in->of[v].def = in->of[v].via;
        } else if (in->of[v].has_pred_rule && in->of[v].pred_missing == 0) {
            in->of[v].def = RULE_PRED;
        } else if (in->of[v].has_succ_rule && in->of[v].succ_missing == 0) {
            in->of[v].def = RULE_SUCC;
        } else {
            in->of[v].def = RULE_PROBE;
        }
    }
}

/* An edge that needs a probe and leads to an atom without other predecessors has the value of that
 * atom (R2). A probe in the atom needs no stub: the branch stays as the compiler wrote it. */
static void move_probes_to_targets(infer *in) {
    for (uint32_t v = in->work->plan->atom_count; v < in->count; v++) {
        if (in->of[v].def == RULE_PROBE && in->of[v].has_succ_rule) {
            in->of[v].def = RULE_SUCC;
            in->of[in->graph->succ_first[v]].def = RULE_PROBE;
        }
    }
}

static uint32_t source_count(const infer *in, uint32_t v) {
    switch ((rule)in->of[v].def) {
    case RULE_PRED:
        return pred_count(in, v);
    case RULE_SUCC:
        return in->graph->succ_count[v];
    case RULE_NONE:
    case RULE_PROBE:
        break;
    }
    return 0;
}

static uint32_t source(const infer *in, uint32_t v, uint32_t i) {
    return in->of[v].def == RULE_PRED ? in->graph->pred[in->graph->pred_at[v] + i]
                                      : in->graph->succ_first[v] + i;
}

/* Searches depth-first along the sources from `root`. A source that is still on the search stack
 * closes a cycle: it gets a probe, and its remaining sources are no longer needed. Inferred nodes
 * are appended to the queue after their sources. */
static void walk_sources(infer *in, uint32_t root) {
    uint32_t depth = 0;
    if (in->of[root].colour == COLOUR_NEW) {
        in->of[root].colour = COLOUR_ON_STACK;
        in->stack[depth++] = (frame){root, 0};
    }
    while (depth > 0) {
        frame *top = &in->stack[depth - 1];
        if (top->next >= source_count(in, top->node)) {
            in->of[top->node].colour = COLOUR_DONE;
            if (source_count(in, top->node) > 0) {
                in->queue[in->queue_count++] = top->node;
            }
            depth--;
            continue;
        }
        uint32_t next = source(in, top->node, top->next++);
        if (in->of[next].colour == COLOUR_ON_STACK) {
            in->of[next].def = RULE_PROBE;
        } else if (in->of[next].colour == COLOUR_NEW) {
            in->of[next].colour = COLOUR_ON_STACK;
            in->stack[depth++] = (frame){next, 0};
        }
    }
}

static void walk_wanted(infer *in) {
    in->queue_count = 0;
    for (uint32_t v = 0; v < in->count; v++) {
        in->of[v].colour = COLOUR_NEW;
    }
    for (uint32_t v = 0; v < in->count; v++) {
        if (in->nodes[v].is_reachable && in->nodes[v].is_wanted) {
            walk_sources(in, v);
        }
    }
}

/* Writes the result: counters in node order, sources of the inferred nodes that are needed. */
static cc_err write_plan(const infer *in) {
    probe_plan *plan = in->work->plan;
    size_t total = 0;
    for (uint32_t i = 0; i < in->queue_count; i++) {
        total += source_count(in, in->queue[i]);
    }
    uint32_t *sources = CC_NEW_ARRAY(in->work->arena, uint32_t, total);
    plan->value_order = CC_NEW_ARRAY(in->work->arena, uint32_t, in->queue_count);
    if (sources == NULL || plan->value_order == NULL) {
        return cc_fail(CC_E_NOMEM, "inference of a probe plan: out of memory");
    }
    for (uint32_t i = 0; i < in->queue_count; i++) {
        uint32_t v = in->queue[i];
        in->nodes[v].sources = sources;
        in->nodes[v].source_count = source_count(in, v);
        for (uint32_t k = 0; k < in->nodes[v].source_count; k++) {
            *sources++ = source(in, v, k);
        }
        plan->value_order[plan->value_order_count++] = v;
    }
    for (uint32_t v = 0; v < in->count; v++) {
        bool is_probed = in->of[v].colour == COLOUR_DONE && in->of[v].def == RULE_PROBE;
        in->nodes[v].counter = is_probed ? plan->counter_count++ : PROBE_NONE;
    }
    return CC_OK;
}

cc_err probe_infer(probe_work *work, const probe_graph *graph) {
    infer in;
    CC_TRY(new_infer(&in, work, graph));
    if (work->is_oracle) {
        for (uint32_t v = 0; v < in.count; v++) {
            in.of[v].def = RULE_PROBE;
        }
    } else {
        find_available(&in);
        choose_rules(&in);
        if (flow_has_loop(work->body)) {
            walk_wanted(&in); /* cuts the cycles, each of which has a branch backward */
        }
        move_probes_to_targets(&in);
    }
    walk_wanted(&in); /* finds the nodes that are needed now, in value order */
    return write_plan(&in);
}
