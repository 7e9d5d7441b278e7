/* Arms that lead to a throw only; see cov_dead_arm.h. */
#include "coverage/model/build/measure/cov_dead_arm.h"

#include "coverage/model/build/measure/cov_walk.h"

static bool leads_to_throw(cov_walk *w, const bool *throwing) {
    do {
        if (throwing[w->insn]) {
            return true;
        }
    } while (cov_walk_step(w));
    return false;
}

static bool node_only_throws(const mth_method *m, const bool *throwing, uint32_t index) {
    cov_walk w;
    return cov_walk_from(&w, m, index) && leads_to_throw(&w, throwing);
}

bool cov_arm_only_throws(const mth_method *method, const bool *throwing,
                         const dec_decision_arm *arm) {
    for (uint32_t i = 0; i < arm->node_count; i++) {
        if (!node_only_throws(method, throwing, arm->nodes[i])) {
            return false;
        }
    }
    return arm->node_count > 0;
}

bool cov_arm_taken(const uint64_t *values, const dec_decision *d, uint32_t index) {
    const dec_decision_arm *arm = &d->arms[index];
    if (d->taken != NULL && d->taken[index]) {
        return true;
    }
    for (uint32_t k = 0; k < arm->node_count; k++) {
        if (values[arm->nodes[k]] > 0) {
            return true;
        }
    }
    return false;
}
