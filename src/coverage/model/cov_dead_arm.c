/* Arms that lead to a throw only; see cov_dead_arm.h. Debug code keeps the value of a short circuit in a local and branches
 * on it later, so the walk from an edge follows known values. */
#include "coverage/model/cov_dead_arm.h"

enum { MAX_STEPS = 64 };

typedef struct walk {
    const il_body *body;
    uint32_t insn;
    bool is_known; /* the value on top of the stack is `value` */
    int32_t value;
    int32_t local, local_value; /* -1: no local has a known value */
} walk;

static void store(walk *w, int32_t local) {
    if (w->is_known) {
        w->local = local;
        w->local_value = w->value;
    } else if (w->local == local) {
        w->local = -1;
    }
    w->is_known = false;
}

/* Steps over an instruction that falls through; false when the walk cannot go on. */
static bool step(walk *w) {
    const il_insn *i = &w->body->insns[w->insn];
    int32_t number = 0;
    bool is_store = false;
    int32_t local = il_local_index(i, &is_store);
    w->insn++;
    if (i->op == IL_NOP) {
        return true;
    }
    if (local >= 0 && is_store) {
        store(w, local);
        return true;
    }
    if (local >= 0 && local == w->local) {
        w->is_known = true;
        w->value = w->local_value;
        return true;
    }
    if (il_const_i4(i, &number)) {
        bool negates = w->is_known && number == 0 && w->insn < w->body->insn_count &&
                       w->body->insns[w->insn].op == IL_CEQ;
        w->value = negates ? w->value == 0 : number;
        w->insn += negates ? 1 : 0;
        w->is_known = true;
        return true;
    }
    return false;
}

/* Follows a branch; false when its destination is not known. */
static bool follow(walk *w) {
    const il_insn *i = &w->body->insns[w->insn];
    bool on_true = i->op == IL_BRTRUE || i->op == IL_BRTRUE_S;
    bool on_false = i->op == IL_BRFALSE || i->op == IL_BRFALSE_S;
    if (!w->is_known || (!on_true && !on_false)) {
        return false;
    }
    w->insn = (w->value != 0) == on_true ? i->target : w->insn + 1;
    w->is_known = false;
    return true;
}

static bool leads_to_throw(walk *w, const bool *throwing) {
    for (int i = 0; i < MAX_STEPS && w->insn < w->body->insn_count; i++) {
        const il_insn *at = &w->body->insns[w->insn];
        il_flow flow = (il_flow)il_op_get((il_op)at->op)->flow;
        if (throwing[w->insn]) {
            return true;
        }
        if (flow == IL_FLOW_BRANCH) {
            w->insn = at->target;
        } else if (flow == IL_FLOW_COND ? !follow(w) : flow != IL_FLOW_NEXT || !step(w)) {
            return false;
        }
    }
    return false;
}

static bool node_only_throws(const mth_method *m, const bool *throwing, uint32_t index) {
    const probe_node *node = &m->plan->nodes[index];
    walk w = {
        .body = &m->body, .insn = node->is_edge ? node->target : node->first_insn, .local = -1};
    if (node->is_edge && m->plan->branches[node->branch].kind == PROBE_BRANCH_FORK) {
        w.is_known = true;
        w.value = (int32_t)(index - m->plan->branches[node->branch].first_node);
        w.insn = m->plan->branches[node->branch].insn;
    }
    return leads_to_throw(&w, throwing);
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
