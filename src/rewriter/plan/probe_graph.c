/* Edges, attributes and reachability of the nodes.
 *
 * Exceptions are not edges: may_throw means that control may not reach the end of a node, is_opaque
 * means that control may come from elsewhere. Source: docs/probe-plan.md, "Attributes". */
#include "rewriter/plan/probe_internal.h"

/* Sets the successors of node v and whether it is an exit. */
static void link_node(const probe_work *work, probe_graph *graph, uint32_t v) {
    const il_body *body = work->body;
    const probe_plan *plan = work->plan;
    probe_node *node = &plan->nodes[v];
    uint32_t last = node->end_insn - 1;
    uint32_t branch = PROBE_NONE;
    uint32_t target = node->end_insn;
    if (node->is_edge) {
        target = node->target;
    } else if (node->is_fork_head) {
        branch = plan->fork_of_insn[node->end_insn];
    } else if (flow_is_exit(work->flow, last)) {
        node->is_exit = true;
        return;
    } else if (!flow_falls_through(&body->insns[last])) {
        target = body->insns[last].target; /* br, or leave */
    } else {
        branch = plan->branch_of_insn[last];
    }
    if (branch != PROBE_NONE) {
        graph->succ_first[v] = plan->branches[branch].first_node;
        graph->succ_count[v] = plan->branches[branch].node_count;
    } else if (target == body->insn_count) {
        node->is_exit = true; /* runs off the code */
    } else {
        /* The arms of a fork lead to the instruction after the fork, not to the fork. */
        bool is_fork_arm = node->is_edge && plan->branches[node->branch].kind == PROBE_BRANCH_FORK;
        graph->succ_first[v] =
            is_fork_arm ? plan->atom_of_insn[target] : work->entry_of_insn[target];
        graph->succ_count[v] = 1;
    }
}

/* Marks the nodes that control can reach other than by an edge. */
static void mark_opaque(const probe_work *work) {
    const il_body *body = work->body;
    probe_node *nodes = work->plan->nodes;
    const uint32_t *entry = work->entry_of_insn;
    nodes[entry[0]].is_opaque = true;
    for (uint32_t i = 0; i < body->clause_count; i++) {
        nodes[entry[body->clauses[i].handler_start]].is_opaque = true;
        if (body->clauses[i].kind == IL_CLAUSE_FILTER) {
            nodes[entry[body->clauses[i].filter_start]].is_opaque = true;
        }
    }
    for (uint32_t i = 0; i < body->jump_count; i++) {
        if (flow_leave_crosses(work->flow, body->jumps[i])) {
            nodes[entry[body->insns[body->jumps[i]].target]].is_opaque = true;
        }
    }
}

/* Nodes still to be visited; each enters once. */
typedef struct worklist {
    uint32_t *items;
    uint32_t count;
    bool *is_active; /* by region: its clauses were already reached */
} worklist;

static void reach(const probe_work *work, worklist *list, uint32_t v) {
    probe_node *node = &work->plan->nodes[v];
    if (!node->is_reachable) {
        node->is_reachable = true;
        list->items[list->count++] = v;
    }
}

/* Treats any code inside a try as if it may throw into its clauses. A node that is wrongly
 * reachable counts 0; a node that is wrongly unreachable would lose its probe. */
static void reach_clauses(const probe_work *work, worklist *list, uint32_t region) {
    const flow_graph *flow = work->flow;
    const il_body *body = work->body;
    for (uint32_t r = region; r != FLOW_NONE && !list->is_active[r]; r = flow->regions[r].parent) {
        list->is_active[r] = true;
        if (flow->regions[r].kind != FLOW_REGION_TRY) {
            continue;
        }
        uint32_t c = flow->regions[r].first_clause;
        for (; c != FLOW_NONE; c = flow->next_clause[c]) {
            reach(work, list, work->entry_of_insn[body->clauses[c].handler_start]);
            if (body->clauses[c].kind == IL_CLAUSE_FILTER) {
                reach(work, list, work->entry_of_insn[body->clauses[c].filter_start]);
            }
        }
    }
}

static void visit(const probe_work *work, const probe_graph *graph, worklist *list, uint32_t v) {
    const probe_node *node = &work->plan->nodes[v];
    for (uint32_t i = 0; i < graph->succ_count[v]; i++) {
        reach(work, list, graph->succ_first[v] + i);
    }
    if (node->is_edge) {
        return;
    }
    reach_clauses(work, list, work->flow->region_of_insn[node->first_insn]);
    if (!node->is_fork_head && flow_leave_crosses(work->flow, node->end_insn - 1)) {
        reach(work, list, work->entry_of_insn[work->body->insns[node->end_insn - 1].target]);
    }
}

static cc_err find_reachable(probe_work *work, const probe_graph *graph) {
    probe_plan *plan = work->plan;
    worklist list = {
        CC_NEW_ARRAY(work->arena, uint32_t, plan->node_count),
        0,
        CC_NEW_ARRAY(work->arena, bool, work->flow->region_count),
    };
    if (list.items == NULL || list.is_active == NULL) {
        return cc_fail(CC_E_NOMEM, "reachable nodes of a probe plan: out of memory");
    }
    reach(work, &list, work->entry_of_insn[0]);
    while (list.count > 0) {
        visit(work, graph, &list, list.items[--list.count]);
    }
    for (uint32_t i = 0; i < plan->branch_count; i++) {
        plan->branches[i].is_reachable = plan->nodes[plan->branches[i].atom].is_reachable;
    }
    return CC_OK;
}

static cc_err link_preds(probe_work *work, probe_graph *graph) {
    const probe_plan *plan = work->plan;
    size_t total = 0;
    for (uint32_t v = 0; v < plan->node_count; v++) {
        total += graph->succ_count[v];
    }
    graph->pred_at = CC_NEW_ARRAY(work->arena, uint32_t, (size_t)plan->node_count + 2);
    graph->pred = CC_NEW_ARRAY(work->arena, uint32_t, total);
    if (graph->pred_at == NULL || graph->pred == NULL) {
        return cc_fail(CC_E_NOMEM, "edges of a probe plan: out of memory");
    }
    /* Counts are stored two entries higher, so that after the second pass entry w is the start of
     * w. */
    for (uint32_t v = 0; v < plan->node_count; v++) {
        for (uint32_t i = 0; plan->nodes[v].is_reachable && i < graph->succ_count[v]; i++) {
            graph->pred_at[(size_t)graph->succ_first[v] + i + 2]++;
        }
    }
    for (size_t w = 2; w < (size_t)plan->node_count + 2; w++) {
        graph->pred_at[w] += graph->pred_at[w - 1];
    }
    for (uint32_t v = 0; v < plan->node_count; v++) {
        for (uint32_t i = 0; plan->nodes[v].is_reachable && i < graph->succ_count[v]; i++) {
            graph->pred[graph->pred_at[(size_t)graph->succ_first[v] + i + 1]++] = v;
        }
    }
    return CC_OK;
}

cc_err probe_make_graph(probe_work *work, probe_graph *graph) {
    uint32_t count = work->plan->node_count;
    graph->succ_first = CC_NEW_ARRAY(work->arena, uint32_t, count);
    graph->succ_count = CC_NEW_ARRAY(work->arena, uint32_t, count);
    if (graph->succ_first == NULL || graph->succ_count == NULL) {
        return cc_fail(CC_E_NOMEM, "edges of a probe plan: out of memory");
    }
    for (uint32_t v = 0; v < count; v++) {
        link_node(work, graph, v);
    }
    mark_opaque(work);
    CC_TRY(find_reachable(work, graph));
    return link_preds(work, graph);
}
