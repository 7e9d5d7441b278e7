/* Atoms and edge atoms: the nodes of the plan, its branches and arms.
 *
 * Input: visible points, forks. Output: nodes with their positions and may_throw, branches, arms,
 * the instruction tables. Source: docs/probe-plan.md, "Atoms and edges". */
#include "rewriter/plan/probe_internal.h"

static bool may_throw(const il_insn *insn) {
    return insn->may_throw;
}

static il_flow flow_of(const il_insn *insn) {
    return (il_flow)insn->flow;
}

/* Divides the instructions into atoms; with `nodes` NULL only counts them. A visible point starts
 * an atom when an instruction before it in the current atom may throw. Hidden points cut
 * nothing. */
static uint32_t lay_atoms(const probe_work *work, const bool *leaders, probe_node *nodes) {
    const il_body *body = work->body;
    uint32_t count = 0;
    bool has_thrower = false;
    for (uint32_t u = 0; u < body->insn_count; u++) {
        bool is_cut = work->is_visible[u] && (has_thrower || work->is_oracle);
        bool begins = leaders[u] || is_cut;
        count += begins ? 1 : 0;
        uint32_t entry = count - 1;
        count += work->is_fork[u] ? 1 : 0; /* the instruction after a fork always starts an atom */
        has_thrower = (has_thrower && !begins && !work->is_fork[u]) || may_throw(&body->insns[u]);
        if (nodes == NULL) {
            continue;
        }
        if (begins) {
            nodes[entry] = (probe_node){.first_insn = u, .end_insn = u};
        }
        if (work->is_fork[u]) {
            nodes[entry].is_fork_head = true;
            nodes[count - 1] = (probe_node){.first_insn = u};
        }
        nodes[count - 1].end_insn = u + 1;
        nodes[count - 1].may_throw |= may_throw(&body->insns[u]);
        work->entry_of_insn[u] = entry;
        work->plan->atom_of_insn[u] = count - 1;
    }
    return count;
}

/* Upper bounds of what the branches need; exact except for switches. */
typedef struct branch_sizes {
    uint32_t branches;
    uint64_t edges; /* and arm nodes */
    uint32_t entries;
} branch_sizes;

static branch_sizes measure_branches(const probe_work *work) {
    branch_sizes sizes = {0, 0, 0};
    for (uint32_t u = 0; u < work->body->insn_count; u++) {
        const il_insn *insn = &work->body->insns[u];
        if (work->is_fork[u]) {
            sizes.branches++;
            sizes.edges += 2;
        }
        if (flow_of(insn) == IL_FLOW_COND) {
            sizes.branches++;
            sizes.edges += 2;
        } else if (flow_of(insn) == IL_FLOW_SWITCH) {
            sizes.branches++;
            sizes.edges += (uint64_t)insn->target_count + 1;
            sizes.entries += insn->target_count;
        }
    }
    return sizes;
}

/* Cursors into the arrays that all branches share. */
typedef struct builder {
    probe_work *work;
    probe_arm *arm;
    uint32_t *arm_node;
    uint32_t *entry_node;
    uint32_t *fold; /* NULL when there is no switch */
    /* switch: the edge atom made for default entries that name this instruction */
    uint32_t *edge_of_insn;
} builder;

static cc_err new_builder(builder *b, probe_work *work, const branch_sizes *sizes) {
    size_t insns = work->body->insn_count;
    b->work = work;
    b->arm = CC_NEW_ARRAY(work->arena, probe_arm, sizes->edges);
    b->arm_node = CC_NEW_ARRAY(work->arena, uint32_t, sizes->edges);
    b->entry_node = CC_NEW_ARRAY(work->arena, uint32_t, sizes->entries);
    if (b->arm == NULL || b->arm_node == NULL || b->entry_node == NULL) {
        return cc_fail(CC_E_NOMEM, "branches of a probe plan: out of memory");
    }
    if (sizes->entries == 0) {
        return CC_OK;
    }
    bool *stops = CC_NEW_ARRAY(work->arena, bool, insns);
    b->fold = CC_NEW_ARRAY(work->arena, uint32_t, insns);
    b->edge_of_insn = CC_NEW_ARRAY(work->arena, uint32_t, insns);
    if (stops == NULL || b->fold == NULL || b->edge_of_insn == NULL) {
        return cc_fail(CC_E_NOMEM, "switches of a probe plan: out of memory");
    }
    for (size_t u = 0; u < insns; u++) {
        /* A fork is a conditional branch, so folding ends there too. */
        stops[u] = work->is_visible[u] || work->is_fork[u];
    }
    flow_fold(work->body, stops, b->fold, b->edge_of_insn);
    return CC_OK;
}

static uint32_t add_edge(builder *b, uint32_t branch, uint32_t target) {
    probe_plan *plan = b->work->plan;
    uint32_t insn = plan->branches[branch].insn;
    plan->nodes[plan->node_count] = (probe_node){
        .first_insn = insn, .end_insn = insn, .is_edge = true, .branch = branch, .target = target};
    return plan->node_count++;
}

static void add_arm(builder *b, uint32_t branch, uint32_t label, uint32_t target) {
    *b->arm = (probe_arm){b->arm_node, 0, target, label};
    b->arm++;
    b->work->plan->branches[branch].arm_count++;
}

/* Adds a node to the arm that was added last. */
static void add_arm_node(builder *b, uint32_t node) {
    *b->arm_node = node;
    b->arm_node++;
    b->arm[-1].node_count++;
}

static uint32_t new_branch(builder *b, probe_branch_kind kind, uint32_t insn, uint32_t atom) {
    probe_plan *plan = b->work->plan;
    plan->branches[plan->branch_count] = (probe_branch){
        .kind = kind,
        .insn = insn,
        .atom = atom,
        .arms = b->arm,
        .first_node = plan->node_count,
    };
    return plan->branch_count++;
}

static void add_two_armed(builder *b, probe_branch_kind kind, uint32_t insn, uint32_t atom,
                          const uint32_t targets[2]) {
    uint32_t branch = new_branch(b, kind, insn, atom);
    for (uint32_t slot = 0; slot < 2; slot++) {
        add_arm(b, branch, PROBE_NONE, targets[slot]);
        add_arm_node(b, add_edge(b, branch, targets[slot]));
    }
}

static bool is_default_entry(const builder *b, uint32_t target, uint32_t next) {
    return next < b->work->body->insn_count && b->fold[target] == b->fold[next];
}

/* Returns the edge atom of a table entry that belongs to the default arm: one for each distinct
 * target. */
static uint32_t default_edge(builder *b, uint32_t branch, uint32_t target) {
    probe_plan *plan = b->work->plan;
    uint32_t known = b->edge_of_insn[target];
    if (known >= plan->branches[branch].first_node && known < plan->node_count &&
        plan->nodes[known].target == target) {
        return known;
    }
    uint32_t node = add_edge(b, branch, target);
    b->edge_of_insn[target] = node;
    add_arm_node(b, node);
    return node;
}

static void add_switch(builder *b, uint32_t insn, uint32_t atom) {
    const il_body *body = b->work->body;
    const il_insn *u = &body->insns[insn];
    uint32_t next = insn + 1;
    uint32_t branch = new_branch(b, PROBE_BRANCH_SWITCH, insn, atom);
    uint32_t *entries = b->entry_node;
    b->entry_node += u->target_count;
    b->work->plan->branches[branch].entry_nodes = entries;
    add_arm(b, branch, PROBE_NONE, next);
    uint32_t fall = add_edge(b, branch, next);
    add_arm_node(b, fall);
    for (uint32_t k = 0; k < u->target_count; k++) {
        uint32_t target = body->targets[u->target + k];
        if (target == next) {
            entries[k] = fall;
        } else if (is_default_entry(b, target, next)) {
            entries[k] = default_edge(b, branch, target);
        } else {
            entries[k] = add_edge(b, branch, target);
        }
    }
    for (uint32_t k = 0; k < u->target_count; k++) {
        uint32_t target = body->targets[u->target + k];
        if (!is_default_entry(b, target, next)) {
            add_arm(b, branch, k, target);
            add_arm_node(b, entries[k]);
        }
    }
}

static void add_branches(builder *b) {
    probe_work *work = b->work;
    probe_plan *plan = work->plan;
    for (uint32_t u = 0; u < work->body->insn_count; u++) {
        const il_insn *insn = &work->body->insns[u];
        plan->fork_of_insn[u] = PROBE_NONE;
        plan->branch_of_insn[u] = PROBE_NONE;
        if (work->is_fork[u]) {
            plan->fork_of_insn[u] = plan->branch_count;
            add_two_armed(b, PROBE_BRANCH_FORK, u, work->entry_of_insn[u], (uint32_t[2]){u, u});
            plan->branches[plan->branch_count - 1].is_part = work->is_part[u];
        }
        if (flow_of(insn) == IL_FLOW_COND) {
            plan->branch_of_insn[u] = plan->branch_count;
            add_two_armed(b, PROBE_BRANCH_COND, u, plan->atom_of_insn[u],
                          (uint32_t[2]){u + 1, insn->target});
            plan->branches[plan->branch_count - 1].is_repeated = work->is_repeated[u];
        } else if (flow_of(insn) == IL_FLOW_SWITCH) {
            plan->branch_of_insn[u] = plan->branch_count;
            add_switch(b, u, plan->atom_of_insn[u]);
        }
    }
    for (uint32_t i = 0; i < plan->branch_count; i++) {
        uint32_t end =
            i + 1 < plan->branch_count ? plan->branches[i + 1].first_node : plan->node_count;
        plan->branches[i].node_count = end - plan->branches[i].first_node;
    }
}

static cc_err new_insn_tables(probe_work *work) {
    probe_plan *plan = work->plan;
    size_t insns = work->body->insn_count;
    work->entry_of_insn = CC_NEW_ARRAY(work->arena, uint32_t, insns);
    plan->atom_of_insn = CC_NEW_ARRAY(work->arena, uint32_t, insns);
    plan->fork_of_insn = CC_NEW_ARRAY(work->arena, uint32_t, insns);
    plan->branch_of_insn = CC_NEW_ARRAY(work->arena, uint32_t, insns);
    if (work->entry_of_insn == NULL || plan->atom_of_insn == NULL || plan->fork_of_insn == NULL ||
        plan->branch_of_insn == NULL) {
        return cc_fail(CC_E_NOMEM, "probe plan: out of memory");
    }
    return CC_OK;
}

cc_err probe_make_atoms(probe_work *work) {
    probe_plan *plan = work->plan;
    bool *leaders = CC_NEW_ARRAY(work->arena, bool, (size_t)work->body->insn_count + 1);
    if (leaders == NULL) {
        return cc_fail(CC_E_NOMEM, "probe plan: out of memory");
    }
    CC_TRY(new_insn_tables(work));
    flow_mark_leaders(work->flow, leaders);
    plan->atom_count = lay_atoms(work, leaders, NULL);
    branch_sizes sizes = measure_branches(work);
    uint64_t nodes = plan->atom_count + sizes.edges;
    if (nodes > PROBE_MAX_NODES) {
        return cc_fail(CC_E_LIMIT, "probe plan: more than %u nodes", PROBE_MAX_NODES);
    }
    plan->nodes = CC_NEW_ARRAY(work->arena, probe_node, nodes);
    plan->branches = CC_NEW_ARRAY(work->arena, probe_branch, sizes.branches);
    if (plan->nodes == NULL || plan->branches == NULL) {
        return cc_fail(CC_E_NOMEM, "probe plan: out of memory");
    }
    (void)lay_atoms(work, leaders, plan->nodes);
    plan->node_count = plan->atom_count;
    for (uint32_t i = 0; i < plan->atom_count; i++) {
        plan->nodes[i].branch = PROBE_NONE;
    }
    builder b = {0};
    CC_TRY(new_builder(&b, work, &sizes));
    add_branches(&b);
    return CC_OK;
}
