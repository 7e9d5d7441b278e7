/* How often a body began and returned; see cov_frame.h. */
#include "coverage/model/build/measure/cov_frame.h"

#include "coverage/model/build/measure/cov_place.h"
#include "coverage/model/cov_limits.h"

uint64_t cov_count_begun(const mth_method *method, const uint64_t *values, const uint64_t *hits) {
    uint32_t entry = method->plan->atom_of_insn[0];
    const pdb_point *first = NULL;
    if (method->plan->nodes[entry].is_wanted) {
        return values[entry];
    }
    for (uint32_t i = 0; i < method->point_count; i++) {
        const pdb_point *p = &method->points[i];
        if (!p->hidden && (first == NULL || cov_begins_before(p, first))) {
            first = p;
        }
    }
    return first == NULL ? 0 : hits[first - method->points];
}

cov_returned cov_count_returned(const mth_method *method, const uint64_t *values,
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
        returned.hits = cov_count_begun(method, values, hits);
    }
    return returned;
}
