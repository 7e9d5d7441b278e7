/* F#: a rule that several tests lead to has a copy of its condition behind each of them, `| A n, _ | _, A n
 * when c n ->`. Input: the conditions that a tree found. Output: one decision for each operand, whatever
 * the number of copies; their points are counted together. See cov_tree.h. */
#include "coverage/idiom/cov_tree.h"

static bool is_copy(const cov_view *v, const cov_guard *a, const cov_guard *b) {
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        same = cov_same_place(v, a->operands[i].unit, b->operands[i].unit);
    }
    return same;
}

/* The guards are in a list, the first one in the code last: copies stand in front of it. */
static bool has_original(const cov_view *v, const cov_guard *guard) {
    for (const cov_guard *g = guard->next; g != NULL; g = g->next) {
        if (is_copy(v, g, guard)) {
            return true;
        }
    }
    return false;
}

static bool add_operand(cov_view *v, cov_decision *d, uint32_t flip, const cov_operand *first,
                        const cov_operand *copy) {
    const probe_arm *arms = v->plan->branches[copy->branch].arms;
    for (uint32_t arm = 0; arm < 2; arm++) {
        uint32_t from = arm == first->near_arm ? copy->near_arm : 1 - copy->near_arm;
        if (!cov_arm_add(v, &d->arms[arm ^ flip], arms[from].nodes, arms[from].node_count)) {
            return false;
        }
    }
    v->fate[copy->branch] = COV_GROUPED;
    v->twin[v->point_at[copy->unit]] = v->point_at[first->unit];
    return true;
}

/* One decision from operand number `index` of all copies. */
static void join_operand(cov_tree *t, const cov_guard *original, uint32_t index) {
    cov_view *v = t->v;
    const cov_operand *first = &original->operands[index];
    uint32_t flip = cov_arms_are_swapped(v, first->branch) ? 1 : 0;
    cov_decision *d = cov_add_group(v, v->plan->branches[first->branch].unit, 2);
    bool is_good = d != NULL && add_operand(v, d, flip, first, first);
    for (const cov_guard *g = t->guards; is_good && g != original; g = g->next) {
        if (is_copy(v, g, original)) {
            is_good = add_operand(v, d, flip, first, &g->operands[index]);
        }
    }
}

void cov_tree_join_copies(cov_tree *t) {
    for (const cov_guard *g = t->guards; g != NULL && !t->v->failed; g = g->next) {
        bool has_copies = false;
        for (const cov_guard *c = t->guards; c != g && !has_copies; c = c->next) {
            has_copies = is_copy(t->v, c, g);
        }
        for (uint32_t i = 0; has_copies && !has_original(t->v, g) && i < g->count; i++) {
            join_operand(t, g, i);
        }
    }
}
