/* Following known values from an arm; see cov_walk.h. */
#include "coverage/model/build/measure/cov_walk.h"

enum { MAX_STEPS = 64 };

static void store(cov_walk *w, int32_t local) {
    if (w->is_known) {
        w->local = local;
        w->local_value = w->value;
    } else if (w->local == local) {
        w->local = -1;
    }
    w->is_known = false;
}

/* Steps over an instruction that falls through; false when the walk cannot go on. */
static bool step(cov_walk *w) {
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
static bool follow(cov_walk *w) {
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

bool cov_walk_from(cov_walk *w, const mth_method *m, uint32_t index) {
    const probe_node *node = &m->plan->nodes[index];
    *w = (cov_walk){.body = &m->body,
                    .insn = node->is_edge ? node->target : node->first_insn,
                    .steps = MAX_STEPS,
                    .local = -1};
    if (node->is_edge && m->plan->branches[node->branch].kind == PROBE_BRANCH_FORK) {
        w->is_known = true;
        w->value = (int32_t)(index - m->plan->branches[node->branch].first_node);
        w->insn = m->plan->branches[node->branch].insn;
    }
    return w->insn < w->body->insn_count;
}

bool cov_walk_step(cov_walk *w) {
    const il_insn *at = &w->body->insns[w->insn];
    il_flow flow = (il_flow)il_op_get((il_op)at->op)->flow;
    bool goes_on = false;
    if (flow == IL_FLOW_BRANCH) {
        w->insn = at->target;
        goes_on = true;
    } else {
        goes_on = flow == IL_FLOW_COND ? follow(w) : flow == IL_FLOW_NEXT && step(w);
    }
    return goes_on && --w->steps > 0 && w->insn < w->body->insn_count;
}
