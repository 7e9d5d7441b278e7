/* The probe plan: the steps in order, wanted nodes, and values from counters.
 *
 * Input: a decoded body, its sequence points, a resolver of types. Output: probe_plan. Source:
 * docs/probe-plan.md. */
#include "rewriter/plan/probe_plan.h"

#include "base/cc_sum.h"
#include "rewriter/plan/probe_internal.h"

static bool make_point_sets(probe_work *work) {
    uint32_t count = work->body->insn_count;
    work->is_visible = CC_NEW_ARRAY(work->arena, bool, count);
    work->is_hidden = CC_NEW_ARRAY(work->arena, bool, count);
    work->is_statement = CC_NEW_ARRAY(work->arena, bool, count);
    return work->is_visible != NULL && work->is_hidden != NULL && work->is_statement != NULL;
}

/* `catch ... when (e is A or B)`, `when (e.M() && x switch { ... })`: patterns and switch
 * expressions are evaluated before the filter's own point, which is its last point. Points of arms
 * come before it. */
static void set_statements(probe_work *work) {
    const il_body *body = work->body;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        work->is_statement[i] = work->is_visible[i];
    }
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *clause = &body->clauses[i];
        uint32_t insn = clause->kind == IL_CLAUSE_FILTER ? clause->handler_start : 0;
        while (insn > clause->filter_start && !work->is_visible[insn - 1]) {
            insn--;
        }
        if (clause->kind == IL_CLAUSE_FILTER && insn > clause->filter_start) {
            work->is_statement[insn - 1] = false;
        }
    }
}

static cc_err check_points(probe_work *work, const probe_point *points, uint32_t count) {
    const il_body *body = work->body;
    if (!make_point_sets(work)) {
        return cc_fail(CC_E_NOMEM, "points of a probe plan: out of memory");
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t offset = points[i].offset;
        uint32_t insn = il_insn_at(body, offset);
        if (insn == IL_NO_INSN) {
            /* Offsets are never rounded: a point at another offset belongs to another build. */
            return cc_fail(CC_E_MISMATCH,
                           "sequence point at IL offset %u is not the start of an "
                           "instruction",
                           offset);
        }
        bool *set = points[i].hidden ? work->is_hidden : work->is_visible;
        set[insn] = true;
    }
    for (uint32_t i = 0; i < body->insn_count; i++) {
        work->is_hidden[i] = work->is_hidden[i] && !work->is_visible[i];
    }
    set_statements(work);
    return CC_OK;
}

/* Returns the node whose value is the value of a visible point at `insn`. The ret after a tail.
 * call is unreachable unless something branches to it, so a point there takes the value of the call
 * (the only approximation). */
static uint32_t node_of_insn(const probe_work *work, uint32_t insn) {
    const il_insn *insns = work->body->insns;
    uint32_t node = work->entry_of_insn[insn];
    if (insns[insn].op == IL_RET && insn > 0 && flow_is_tail_call(&insns[insn - 1]) &&
        !work->plan->nodes[node].is_reachable) {
        return work->plan->atom_of_insn[insn - 1];
    }
    return node;
}

static cc_err mark_wanted(probe_work *work, const probe_point *points, uint32_t count) {
    probe_plan *plan = work->plan;
    plan->point_count = count;
    plan->node_of_point = CC_NEW_ARRAY(work->arena, uint32_t, count);
    if (plan->node_of_point == NULL) {
        return cc_fail(CC_E_NOMEM, "points of a probe plan: out of memory");
    }
    for (uint32_t i = 0; i < count; i++) {
        plan->node_of_point[i] = PROBE_NONE;
        if (!points[i].hidden) {
            uint32_t node = node_of_insn(work, work->body->insn_at[points[i].offset]);
            plan->node_of_point[i] = node;
            plan->nodes[node].is_wanted = true;
        }
    }
    for (uint32_t v = plan->atom_count; v < plan->node_count; v++) {
        const probe_branch *branch = &plan->branches[plan->nodes[v].branch];
        plan->nodes[v].is_wanted = work->is_oracle || !branch->is_repeated;
    }
    return CC_OK;
}

static cc_err make_plan(probe_work *work, const probe_point *points, uint32_t point_count) {
    probe_graph graph;
    flow_graph *flow = NULL;
    if (work->body->insn_count == 0) {
        return cc_fail(CC_E_FORMAT, "method body without code");
    }
    CC_TRY(check_points(work, points, point_count));
    CC_TRY(flow_make(&flow, work->body, work->arena));
    work->flow = flow;
    CC_TRY(probe_find_forks(work));
    CC_TRY(probe_make_atoms(work));
    CC_TRY(probe_make_choices(work));
    CC_TRY(probe_make_graph(work, &graph));
    CC_TRY(mark_wanted(work, points, point_count));
    return probe_infer(work, &graph);
}

cc_err probe_plan_make(probe_plan **out, const il_body *body, const probe_point *points,
                       uint32_t point_count, const il_resolver *resolver,
                       const probe_options *options, cc_arena *arena) {
    probe_plan *plan = CC_NEW(arena, probe_plan);
    if (plan == NULL) {
        return cc_fail(CC_E_NOMEM, "probe plan: out of memory");
    }
    plan->body = body;
    probe_work work = {
        .body = body,
        .resolver = resolver,
        .arena = arena,
        .is_oracle = options != NULL && options->all,
        .plan = plan,
    };
    CC_TRY(make_plan(&work, points, point_count));
    *out = plan;
    return CC_OK;
}

cc_err probe_values(const probe_plan *plan, const uint64_t *counters, uint64_t *values) {
    if (values == NULL || (counters == NULL && plan->counter_count > 0)) {
        return cc_fail(CC_E_USAGE, "values of a probe plan: no counters, or no room for values");
    }
    for (uint32_t v = 0; v < plan->node_count; v++) {
        uint32_t counter = plan->nodes[v].counter;
        values[v] = counter == PROBE_NONE ? 0 : counters[counter];
    }
    for (uint32_t i = 0; i < plan->value_order_count; i++) {
        const probe_node *node = &plan->nodes[plan->value_order[i]];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < node->source_count; k++) {
            sum = cc_add_saturated(sum, values[node->sources[k]]);
        }
        values[plan->value_order[i]] = sum;
    }
    return CC_OK;
}

uint64_t probe_arm_value(const probe_arm *arm, const uint64_t *values) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < arm->node_count; i++) {
        sum = cc_add_saturated(sum, values[arm->nodes[i]]);
    }
    return sum;
}
