/* Where an arm leads; see cov_arm_target.h. */
#include "coverage/model/build/measure/cov_arm_target.h"

#include "coverage/model/build/measure/cov_walk.h"

/* The visible point at the offset; NULL: none. Points are sorted by offset. */
static const pdb_point *point_at(const mth_method *m, uint32_t offset) {
    uint32_t low = 0;
    uint32_t high = m->point_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->points[middle].offset < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low < m->point_count && m->points[low].offset == offset && m->points[low].hidden) {
        low++;
    }
    return low < m->point_count && m->points[low].offset == offset ? &m->points[low] : NULL;
}

/* A fork stands in front of an instruction, whose own point is that of the decision. */
static const pdb_point *target_of(const mth_method *m, uint32_t index) {
    const probe_node *node = &m->plan->nodes[index];
    cov_walk w;
    if (!cov_walk_from(&w, m, index)) {
        return NULL;
    }
    bool is_fork = node->is_edge && m->plan->branches[node->branch].kind == PROBE_BRANCH_FORK;
    if (is_fork && !cov_walk_step(&w)) {
        return NULL;
    }
    do {
        const pdb_point *point = point_at(m, m->body.insns[w.insn].offset);
        if (point != NULL) {
            return point;
        }
    } while (cov_walk_step(&w));
    return NULL;
}

const pdb_point *cov_arm_target(const mth_method *m, const dec_decision_arm *arm) {
    const pdb_point *target = NULL;
    for (uint32_t i = 0; i < arm->node_count; i++) {
        const pdb_point *other = target_of(m, arm->nodes[i]);
        if (other == NULL || (target != NULL && other != target)) {
            return NULL;
        }
        target = other;
    }
    return target;
}
