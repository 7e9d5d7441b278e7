/* Arms that lead to a throw only; see cov_dead_arm.h. */
#include "coverage/model/cov_dead_arm.h"

#include "coverage/model/cov_walk.h"

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

/* All edges of the arm lead to the throw. */
static bool only_throws(const mth_method *method, const bool *throwing,
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

static bool make_room(const dec_decision *d, cc_arena *arena, dec_decision *out) {
    out->arms = CC_NEW_ARRAY(arena, dec_decision_arm, d->arm_count);
    out->places = d->places == NULL ? NULL : CC_NEW_ARRAY(arena, uint64_t, d->arm_count);
    out->taken = d->taken == NULL ? NULL : CC_NEW_ARRAY(arena, bool, d->arm_count);
    return out->arms != NULL && (out->places != NULL || d->places == NULL) &&
           (out->taken != NULL || d->taken == NULL);
}

cc_err cov_dead_arms_drop(const mth_method *method, const uint64_t *values, const bool *throwing,
                          const dec_decision *d, cc_arena *arena, dec_decision *out) {
    *out = *d;
    if (throwing == NULL) {
        return CC_OK;
    }
    if (!make_room(d, arena, out)) {
        return cc_fail(CC_E_NOMEM, "out of memory for branches");
    }
    out->arm_count = 0;
    for (uint32_t i = 0; i < d->arm_count; i++) {
        if (!cov_arm_taken(values, d, i) && only_throws(method, throwing, &d->arms[i])) {
            continue;
        }
        uint32_t at = out->arm_count++;
        out->arms[at] = d->arms[i];
        if (d->places != NULL) {
            out->places[at] = d->places[i];
        }
        if (d->taken != NULL) {
            out->taken[at] = d->taken[i];
        }
    }
    if (out->arm_count < d->arm_count && out->arm_count < 2) {
        out->arm_count = 0;
    }
    return CC_OK;
}
