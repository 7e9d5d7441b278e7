/* The plan against the generator's knowledge (invariants 4, 6, 8) and the values inferred from the
 * counters against the truth (invariants 2, 3). */
#include "sim.h"

#include <string.h>

static bool is_reachable(const sim_prog *original, uint32_t insn) {
    return original->depth[insn] >= 0;
}

static bool is_visible(const sim_case *c, uint32_t insn) {
    return (c->instrs[insn].flags & SIM_FLAG_VISIBLE) != 0;
}

static bool is_br(const sim_prog *prog, uint32_t insn) {
    return prog->insns[insn].kind == SIM_BR;
}

/* Where control really arrives: through br without visible points; of an endless loop of these its
 * smallest instruction. */
static uint32_t fold(const sim_case *c, const sim_prog *prog, const sim_told *told, uint32_t insn) {
    uint32_t at = insn;
    for (uint32_t i = 0; i < prog->count; i++) {
        if (!is_br(prog, at) || is_visible(c, at) || told->fork[at]) {
            return at;
        }
        at = prog->insns[at].target;
    }
    uint32_t smallest = at;
    for (uint32_t x = prog->insns[at].target; x != at; x = prog->insns[x].target) {
        smallest = x < smallest ? x : smallest;
    }
    return smallest;
}

/* brtrue or brfalse on a value that operands have told, no statement of the user's beginning
 * there. */
static bool expects_repeat(const sim_prog *original, const sim_told *told, uint32_t insn) {
    uint16_t code = original->insns[insn].code;
    return (code == 0x39 || code == 0x3A) && told->value[insn] && !told->statement[insn];
}

static void check_insn(const sim_prog *original, const probe_plan *plan, const sim_told *told,
                       uint32_t insn, sim_report *report) {
    if (plan->nodes[plan->atom_of_insn[insn]].is_reachable != is_reachable(original, insn)) {
        sim_fail(report, "unit %u: plan and simulation disagree on reachability", insn);
    }
    if (!is_reachable(original, insn)) {
        return;
    }
    bool has_fork = plan->fork_of_insn[insn] != PROBE_NONE;
    if (has_fork != told->fork[insn]) {
        sim_fail(report, "unit %u: %s", insn, has_fork ? "fork without operand" : "operand lost");
    }
    if (has_fork && plan->branches[plan->fork_of_insn[insn]].is_part != told->part[insn]) {
        sim_fail(report, "unit %u: %s", insn,
                 told->part[insn] ? "an end by itself is no decision" : "operand taken for an end");
    }
    uint8_t kind = original->insns[insn].kind;
    uint32_t branch = plan->branch_of_insn[insn];
    if ((branch != PROBE_NONE) != (kind == SIM_COND || kind == SIM_SWITCH)) {
        sim_fail(report, "unit %u: branch missing or invented", insn);
    } else if (branch != PROBE_NONE &&
               plan->branches[branch].is_repeated != expects_repeat(original, told, insn)) {
        sim_fail(report, "unit %u: %s", insn,
                 plan->branches[branch].is_repeated ? "is no repetition" : "repeats a decision");
    }
}

/* One arm for each entry that does not end where the default ends, in table order. */
static void check_switch(const sim_case *c, const sim_prog *original, const sim_told *told,
                         const probe_branch *branch, sim_report *report) {
    const sim_insn *insn = &original->insns[branch->insn];
    uint32_t next = fold(c, original, told, branch->insn + 1);
    uint32_t arm = 1;
    for (uint32_t i = 0; i < insn->target_count; i++) {
        if (fold(c, original, told, original->targets[insn->target + i]) == next) {
            continue;
        }
        if (arm >= branch->arm_count || branch->arms[arm].label != i) {
            sim_fail(report, "switch %u: entry %u has no arm", branch->insn, i);
            return;
        }
        arm++;
    }
    if (arm != branch->arm_count) {
        sim_fail(report, "switch %u: %u arms", branch->insn, branch->arm_count);
    }
}

static bool passes(const sim_case *c, uint32_t end, uint32_t last) {
    for (uint32_t i = 0; i < c->pass_count; i++) {
        if (c->passes[i].end == end && c->passes[i].last == last) {
            return true;
        }
    }
    return false;
}

/* Each operand that was given several ends is one choice of all of them. */
static void check_choices(const sim_case *c, const probe_plan *plan, const sim_told *told,
                          sim_report *report) {
    uint32_t expected = 0;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        expected += told->end[i] == SIM_END_LAST ? 1 : 0;
    }
    for (uint32_t i = 0; i < plan->choice_count; i++) {
        const probe_choice *choice = &plan->choices[i];
        uint32_t last = plan->branches[choice->forks[choice->fork_count - 1]].insn;
        listed += choice->fork_count - 1;
        for (uint32_t k = 0; k + 1 < choice->fork_count; k++) {
            if (!passes(c, plan->branches[choice->forks[k]].insn, last)) {
                sim_fail(report, "choice at unit %u: unit %u is no end of it", last,
                         plan->branches[choice->forks[k]].insn);
            }
        }
    }
    if (plan->choice_count != expected || listed != c->pass_count) {
        sim_fail(report, "%u choices with %u other ends, not %u with %u", plan->choice_count,
                 listed, expected, c->pass_count);
    }
}

enum { MAX_NODES = 4 * SIM_MAX_INSNS + SIM_MAX_TARGETS };

static void mark_wanted(const sim_case *c, const probe_plan *plan, bool *wanted) {
    for (uint32_t i = 0; i < c->point_count; i++) {
        if (!c->points[i].hidden) {
            wanted[plan->node_of_point[i]] = true;
        }
    }
    for (uint32_t i = 0; i < plan->branch_count; i++) {
        const probe_branch *branch = &plan->branches[i];
        for (uint32_t k = 0; k < branch->arm_count && !branch->is_repeated; k++) {
            for (uint32_t n = 0; n < branch->arms[k].node_count; n++) {
                wanted[branch->arms[k].nodes[n]] = true;
            }
        }
    }
}

/* Every value is a counter or a sum of values told before; wanted ones are told. */
static void check_values_told(const probe_plan *plan, const bool *wanted, sim_report *report) {
    static bool told[MAX_NODES];
    for (uint32_t v = 0; v < plan->node_count; v++) {
        told[v] = plan->nodes[v].counter != PROBE_NONE;
    }
    for (uint32_t i = 0; i < plan->value_order_count; i++) {
        const probe_node *node = &plan->nodes[plan->value_order[i]];
        for (uint32_t k = 0; k < node->source_count; k++) {
            if (!told[node->sources[k]] || !plan->nodes[node->sources[k]].is_reachable) {
                sim_fail(report, "node %u: source not told", plan->value_order[i]);
            }
        }
        if (told[plan->value_order[i]] || node->source_count == 0) {
            sim_fail(report, "node %u: told twice or by nothing", plan->value_order[i]);
        }
        told[plan->value_order[i]] = true;
    }
    for (uint32_t v = 0; v < plan->node_count; v++) {
        if (wanted[v] && plan->nodes[v].is_reachable && !told[v]) {
            sim_fail(report, "node %u is wanted and not told", v);
        }
    }
}

static void check_nodes(const sim_case *c, const probe_plan *plan, bool is_oracle,
                        sim_report *report) {
    static bool wanted[MAX_NODES];
    uint32_t counters = 0;
    uint32_t wanted_count = 0;
    if (plan->node_count > MAX_NODES) {
        sim_fail(report, "plan has %u nodes", plan->node_count);
        return;
    }
    memset(wanted, 0, plan->node_count);
    mark_wanted(c, plan, wanted);
    for (uint32_t v = 0; v < plan->node_count; v++) {
        const probe_node *node = &plan->nodes[v];
        wanted_count += wanted[v] && node->is_reachable ? 1 : 0;
        if (node->counter == PROBE_NONE) {
            continue;
        }
        if (node->counter != counters++ || !node->is_reachable || node->source_count != 0) {
            sim_fail(report, "node %u: bad counter %u", v, node->counter);
        }
    }
    if (counters != plan->counter_count || (counters > wanted_count && !is_oracle)) {
        sim_fail(report, "%u counters in nodes, %u in the plan, %u wanted", counters,
                 plan->counter_count, wanted_count);
    }
    check_values_told(plan, wanted, report);
}

void sim_check_plan(const sim_case *c, const sim_prog *original, const probe_plan *plan,
                    bool is_oracle, sim_report *report) {
    static sim_told told;
    sim_find_told(c, original, &told);
    for (uint32_t i = 0; i < c->count; i++) {
        check_insn(original, plan, &told, i, report);
    }
    for (uint32_t i = 0; i < plan->branch_count; i++) {
        if (plan->branches[i].kind == PROBE_BRANCH_SWITCH && plan->branches[i].is_reachable) {
            check_switch(c, original, &told, &plan->branches[i], report);
        }
    }
    check_choices(c, plan, &told, report);
    check_nodes(c, plan, is_oracle, report);
}

static bool same_nodes(const probe_plan *a, const probe_plan *b) {
    for (uint32_t v = 0; v < a->node_count; v++) {
        const probe_node *x = &a->nodes[v];
        const probe_node *y = &b->nodes[v];
        if (x->first_insn != y->first_insn || x->end_insn != y->end_insn ||
            x->is_edge != y->is_edge || x->counter != y->counter ||
            x->source_count != y->source_count) {
            return false;
        }
        for (uint32_t i = 0; i < x->source_count; i++) {
            if (x->sources[i] != y->sources[i]) {
                return false;
            }
        }
    }
    return true;
}

static bool same_branches(const probe_plan *a, const probe_plan *b) {
    for (uint32_t i = 0; i < a->branch_count; i++) {
        const probe_branch *x = &a->branches[i];
        const probe_branch *y = &b->branches[i];
        if (x->kind != y->kind || x->insn != y->insn || x->arm_count != y->arm_count ||
            x->is_repeated != y->is_repeated) {
            return false;
        }
        for (uint32_t k = 0; k < x->arm_count; k++) {
            if (x->arms[k].node_count != y->arms[k].node_count ||
                x->arms[k].nodes[0] != y->arms[k].nodes[0]) {
                return false;
            }
        }
    }
    return true;
}

void sim_check_same_plan(const probe_plan *a, const probe_plan *b, sim_report *report) {
    if (a->node_count != b->node_count || a->counter_count != b->counter_count ||
        a->branch_count != b->branch_count || !same_nodes(a, b) || !same_branches(a, b)) {
        sim_fail(report, "planning twice gives two plans");
    }
}

/* ---- values ---- */

typedef struct comparison {
    const sim_case *c;
    const sim_prog *original;
    const probe_plan *plan;
    const sim_truth *truth;
    uint32_t slack;
    bool as_bits;
    bool is_off;
    sim_report *report;
} comparison;

static void compare(comparison *q, const char *what, uint32_t insn, uint32_t index, uint64_t value,
                    uint64_t truth) {
    if (q->as_bits ? (value > 0) == (truth > 0) : value == truth) {
        return;
    }
    q->is_off = true;
    uint64_t distance = value > truth ? value - truth : truth - value;
    if (distance > q->slack) {
        sim_fail(q->report, "%s %u of unit %u: inferred %llu, truth %llu%s", what, index, insn,
                 (unsigned long long)value, (unsigned long long)truth, q->as_bits ? " (bit)" : "");
    }
}

/* The ret of a tail call that nothing else reaches shares the value of the call's atom: the one
 * approximation of the plan. */
static uint32_t point_insn(const comparison *q, uint32_t insn, uint32_t node) {
    const sim_insn *insns = q->original->insns;
    bool is_tail_ret = insn > 0 && insns[insn].kind == SIM_RET &&
                       insns[insn - 1].kind == SIM_CALL &&
                       (insns[insn - 1].prefixes & IL_PREFIX_TAIL) != 0;
    return is_tail_ret && !is_reachable(q->original, insn) ? q->plan->nodes[node].first_insn : insn;
}

static void compare_points(comparison *q, const uint64_t *values) {
    uint32_t point = 0;
    for (uint32_t i = 0; i < q->c->count; i++) {
        if ((q->c->instrs[i].flags & (SIM_FLAG_VISIBLE | SIM_FLAG_HIDDEN)) == 0) {
            continue;
        }
        if (is_visible(q->c, i)) {
            uint32_t node = q->plan->node_of_point[point];
            compare(q, "point", i, point, values[node], q->truth->begun[point_insn(q, i, node)]);
        }
        point++;
    }
}

static void compare_switch(comparison *q, const probe_branch *branch, const uint64_t *values) {
    const sim_insn *insn = &q->original->insns[branch->insn];
    uint64_t rest = q->truth->fall[branch->insn];
    for (uint32_t i = 0; i < insn->target_count; i++) {
        rest += q->truth->entry[insn->target + i];
    }
    for (uint32_t k = 1; k < branch->arm_count; k++) {
        uint64_t truth = q->truth->entry[insn->target + branch->arms[k].label];
        rest -= truth;
        compare(q, "switch arm", branch->insn, k, probe_arm_value(&branch->arms[k], values), truth);
    }
    compare(q, "default arm", branch->insn, 0, probe_arm_value(&branch->arms[0], values), rest);
}

static void compare_arms(comparison *q, const uint64_t *values) {
    const sim_truth *truth = q->truth;
    for (uint32_t i = 0; i < q->plan->branch_count; i++) {
        const probe_branch *b = &q->plan->branches[i];
        if (b->is_repeated) {
            continue;
        }
        uint32_t u = b->insn;
        switch (b->kind) {
        case PROBE_BRANCH_COND:
            compare(q, "arm", u, 0, probe_arm_value(&b->arms[0], values), truth->fall[u]);
            compare(q, "arm", u, 1, probe_arm_value(&b->arms[1], values), truth->taken[u]);
            break;
        case PROBE_BRANCH_FORK:
            compare(q, "operand", u, 0, probe_arm_value(&b->arms[0], values), truth->top_false[u]);
            compare(q, "operand", u, 1, probe_arm_value(&b->arms[1], values), truth->top_true[u]);
            break;
        case PROBE_BRANCH_SWITCH:
            compare_switch(q, b, values);
            break;
        }
    }
}

static void compare_all(comparison *q, const uint64_t *counters) {
    static uint64_t values[MAX_NODES];
    if (probe_values(q->plan, counters, values) != CC_OK) {
        sim_fail(q->report, "probe_values: %s", cc_error_message());
        return;
    }
    compare_points(q, values);
    compare_arms(q, values);
}

void sim_check_values(const sim_case *c, const sim_prog *original, const probe_plan *plan,
                      const sim_counters *counters, const sim_truth *truth, uint32_t slack,
                      bool *is_off, sim_report *report) {
    static uint64_t bits[MAX_NODES];
    comparison q = {c, original, plan, truth, slack, false, false, report};
    compare_all(&q, counters->values);
    if (slack == 0) {
        for (uint32_t i = 0; i < counters->count; i++) {
            bits[i] = counters->values[i] > 0 ? 1 : 0;
        }
        q.as_bits = true;
        compare_all(&q, bits);
    }
    *is_off = q.is_off;
}
