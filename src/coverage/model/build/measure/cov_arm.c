/* Where arms lead, and whether they were taken; see cov_arm.h. */
#include "coverage/model/build/measure/cov_arm.h"

#include "base/cc_sort.h"
#include "base/cc_sum.h"

/* --- walking ---------------------------------------------------------------------------------- */

/* Where control goes from an arm, without running anything: over jumps, and over branches on values
 * that are known. Debug code keeps the value of a short circuit in a local and branches on it
 * later, so stores and loads of known values are followed. */
typedef struct walk {
    const il_body *body;
    uint32_t insn;  /* the next instruction, below body->insn_count */
    uint32_t steps; /* left */
    bool is_known;  /* the value on top of the stack is `value` */
    int32_t value;
    int32_t local, local_value; /* -1: no local has a known value */
} walk;

enum { MAX_STEPS = 64 };

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

/* Begins at a node of the method's plan: at its first instruction, or where its edge leads. False:
 * it leads off the code. */
static bool walk_from(walk *w, const mth_method *m, uint32_t index) {
    const probe_node *node = &m->plan->nodes[index];
    *w = (walk){.body = &m->body,
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

/* Goes on to the next instruction; false when it is not known, or when this one does something. */
static bool walk_step(walk *w) {
    const il_insn *at = &w->body->insns[w->insn];
    il_flow flow = (il_flow)il_op_get((il_op)at->op)->flow;
    bool goes_on = false;
    if (flow == IL_FLOW_BRANCH) {
        w->insn = at->target;
        goes_on = true;
    } else if (flow == IL_FLOW_COND) {
        goes_on = follow(w);
    } else if (flow == IL_FLOW_NEXT) {
        goes_on = step(w);
    }
    return goes_on && --w->steps > 0 && w->insn < w->body->insn_count;
}

/* --- the target ------------------------------------------------------------------------------- */

static int compare_offset(const void *point, const void *offset) {
    return cc_compare(((const pdb_point *)point)->offset, *(const uint32_t *)offset);
}

uint32_t cov_first_point(const mth_method *m, uint32_t offset) {
    return (uint32_t)cc_find_first(m->points, m->point_count, sizeof *m->points, &offset,
                                   compare_offset);
}

/* The visible point at the offset; NULL: none. */
static const pdb_point *point_at(const mth_method *m, uint32_t offset) {
    uint32_t low = cov_first_point(m, offset);
    while (low < m->point_count && m->points[low].offset == offset && m->points[low].hidden) {
        low++;
    }
    return low < m->point_count && m->points[low].offset == offset ? &m->points[low] : NULL;
}

/* A fork stands before an instruction, whose own point is the point of the decision. */
static const pdb_point *target_of(const mth_method *m, uint32_t index) {
    const probe_node *node = &m->plan->nodes[index];
    walk w;
    if (!walk_from(&w, m, index)) {
        return NULL;
    }
    bool is_fork = node->is_edge && m->plan->branches[node->branch].kind == PROBE_BRANCH_FORK;
    if (is_fork && !walk_step(&w)) {
        return NULL;
    }
    do {
        const pdb_point *point = point_at(m, m->body.insns[w.insn].offset);
        if (point != NULL) {
            return point;
        }
    } while (walk_step(&w));
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

/* --- arms that only throw ---------------------------------------------------------------------- */

static bool node_only_throws(const mth_method *m, const bool *throwing, uint32_t index) {
    walk w;
    for (bool goes_on = walk_from(&w, m, index); goes_on; goes_on = walk_step(&w)) {
        if (throwing[w.insn]) {
            return true;
        }
    }
    return false;
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

/* --- taken ------------------------------------------------------------------------------------ */

uint64_t cov_nodes_value(const uint64_t *values, const dec_decision_arm *arm) {
    uint64_t sum = 0;
    for (uint32_t k = 0; k < arm->node_count; k++) {
        sum = cc_add_saturated(sum, values[arm->nodes[k]]);
    }
    return sum;
}

uint64_t cov_edges_value(const uint64_t *values, const probe_branch *branch) {
    uint64_t sum = 0;
    for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
        sum = cc_add_saturated(sum, probe_arm_value(&branch->arms[arm], values));
    }
    return sum;
}

uint64_t cov_arm_value(const uint64_t *values, const dec_decision *d, uint32_t index) {
    return cov_nodes_value(values, &d->arms[index]);
}

uint64_t cov_decision_value(const uint64_t *values, const dec_decision *d) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < d->arm_count; i++) {
        sum = cc_add_saturated(sum, cov_arm_value(values, d, i));
    }
    return sum;
}

bool cov_arm_taken(const uint64_t *values, const dec_decision *d, uint32_t index) {
    return (d->taken != NULL && d->taken[index]) || cov_arm_value(values, d, index) > 0;
}
