/* How often a body began and returned; see cov_frame.h. */
#include "coverage/model/build/measure/cov_frame.h"

#include "coverage/model/build/measure/cov_place.h"
#include "coverage/model/cov_limits.h"

/* The first statement of the source. */
static uint64_t count_first(const mth_method *method, const uint64_t *hits) {
    const pdb_point *first = NULL;
    for (uint32_t i = 0; i < method->point_count; i++) {
        const pdb_point *p = &method->points[i];
        if (!p->hidden && (first == NULL || cov_begins_before(p, first))) {
            first = p;
        }
    }
    return first == NULL ? 0 : hits[first - method->points];
}

static uint64_t count_edges(const probe_branch *branch, const uint64_t *values) {
    uint64_t sum = 0;
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
        sum = cov_add_saturated(sum, probe_arm_value(&branch->arms[arm], values));
    }
    return sum;
}

/* Follows the entry up to the first code that is counted: an atom, or the edges of a branch, as of a
 * switch over a plain variable, which has no point. */
static uint64_t count_entry(const mth_method *method, const uint64_t *values) {
    const probe_plan *plan = method->plan;
    uint32_t insn = 0;
    for (uint32_t steps = 0; steps < plan->atom_count && insn < plan->body->insn_count; steps++) {
        uint32_t atom = plan->atom_of_insn[insn];
        const probe_node *node = &plan->nodes[atom];
        uint32_t last = node->end_insn > node->first_insn ? node->end_insn - 1 : node->first_insn;
        uint32_t branch = plan->branch_of_insn[last];
        if (node->is_wanted) {
            return values[atom];
        }
        if (branch != PROBE_NONE) {
            return count_edges(&plan->branches[branch], values);
        }
        bool jumps = il_op_get((il_op)plan->body->insns[last].op)->flow == IL_FLOW_BRANCH;
        insn = jumps ? plan->body->insns[last].target : node->end_insn;
    }
    return 0;
}

uint64_t cov_count_begun(const mth_method *method, bool is_machine, const uint64_t *values,
                         const uint64_t *hits) {
    uint64_t first = is_machine ? count_first(method, hits) : 0;
    return first > 0 ? first : count_entry(method, values);
}

cov_returned cov_count_returned(const mth_method *method, bool is_machine, const uint64_t *values,
                                const uint64_t *hits) {
    const probe_plan *plan = method->plan;
    cov_returned returned = {false, 0};
    bool is_counted = true;
    for (uint32_t i = 0; i < plan->body->insn_count; i++) {
        uint32_t atom = plan->atom_of_insn[i];
        const probe_node *node = &plan->nodes[atom];
        if (plan->body->insns[i].op != IL_RET || !node->is_reachable) {
            continue;
        }
        returned.is_possible = true;
        is_counted = is_counted && node->is_wanted;
        returned.hits = cov_add_saturated(returned.hits, values[atom]);
    }
    if (!is_counted) {
        returned.hits = cov_count_begun(method, is_machine, values, hits);
    }
    return returned;
}
