/* F#: a rule that several tests lead to has a copy of its condition behind each of them, `| A n, _ | _, A n
 * when c n ->`, and of its patterns with arguments, `| [ A n; Within 0 9 m ] ->`. Input: the conditions that
 * a tree found; the tests of patterns that no tree took. Output: one decision for each operand and each
 * pattern, whatever the number of copies; their points are counted together. See cov_tree.h.
 * C#: a test of a switch stands there twice, see below. */
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

/* --- copies of one test ----------------------------------------------------------------------- */

static bool does_the_same(const cov_view *v, uint32_t a, uint32_t b) {
    return cov_unit(v, a)->op == cov_unit(v, b)->op &&
           cov_unit(v, a)->operand == cov_unit(v, b)->operand;
}

/* `...; store t; load t; test`: the unit that made the value, when the test loads the same as the unit at which
 * `load` ends. COV_NO_UNIT: it does something else. */
static uint32_t made_for_test(const cov_view *v, uint32_t test, uint32_t load) {
    int32_t local = -1;
    uint32_t first = 0;
    uint32_t branch = v->plan->branch_of_unit[test];
    uint32_t tested = cov_before(v, test);
    if (branch == PROBE_NONE || !cov_is_truth_test(v, branch) || tested == COV_NO_UNIT ||
        !does_the_same(v, tested, load) || !cov_plain_load(v, tested, &first)) {
        return COV_NO_UNIT;
    }
    uint32_t store = cov_before(v, first);
    bool is_store = store != COV_NO_UNIT &&
                    (cov_is_store_local(v, store, &local) || cov_is_op(v, store, IL_STFLD));
    return is_store ? cov_before(v, store) : COV_NO_UNIT;
}

/* Where the load ends with which the code begins, perhaps behind the object that the next value is stored in;
 * COV_NO_UNIT: it begins otherwise. */
static uint32_t first_load(const cov_view *v, uint32_t unit) {
    bool is_store = false;
    uint32_t length = cov_load_length(v, unit);
    if (length == 1 && il_arg_index(cov_unit(v, unit), &is_store) == 0 &&
        cov_load_length(v, unit + 1) == 2) {
        unit++;
        length = 2;
    }
    return length > 0 ? unit + length - 1 : COV_NO_UNIT;
}

static bool leads_here(const cov_view *v, uint32_t from, uint32_t unit) {
    uint32_t next = cov_successor(v, from, 0);
    for (uint32_t i = 1; next != COV_NO_UNIT && next != unit; i++) {
        next = cov_successor(v, from, i);
    }
    return next == unit;
}

/* A test that the compiler made several times goes on here, `store t; load t; brtrue HERE` and HERE: `load t`: one
 * time for those that come from the condition of a label, which know more of the value. */
bool cov_tree_is_behind_copies(const cov_view *v, uint32_t unit) {
    uint32_t made = COV_NO_UNIT;
    uint32_t copies = 0;
    uint32_t load = first_load(v, unit);
    if (v->language != PDB_LANG_CSHARP || !v->is_target[unit] || load == COV_NO_UNIT) {
        return false;
    }
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        if (leads_here(v, u, unit)) {
            uint32_t other = made_for_test(v, u, load);
            if (other == COV_NO_UNIT || (copies > 0 && !does_the_same(v, made, other))) {
                return false;
            }
            made = other;
            copies++;
        }
    }
    return copies > 1;
}

/* --- patterns with arguments ------------------------------------------------------------------ */

/* Control comes to the test from a visible point, perhaps over tests that are part of its decision, and fails
 * there as it does here: the unit of the point; COV_NO_UNIT. *first: the first test behind it. */
static uint32_t point_of_test(const cov_view *v, uint32_t branch, uint32_t *first) {
    uint32_t unit = v->plan->branches[branch].unit;
    *first = branch;
    while (unit > 0 && v->point_at[unit] == PROBE_NONE) {
        unit--;
        uint32_t before = v->plan->branch_of_unit[unit];
        bool is_part = before != PROBE_NONE && v->fate[before] == COV_CONSTANT;
        if (!is_part && !cov_goes_on(v, unit)) {
            return COV_NO_UNIT;
        }
        *first = is_part ? before : *first;
    }
    return v->point_at[unit] == PROBE_NONE ? COV_NO_UNIT : unit;
}

/* The branch asks whether an active pattern with arguments matches, and perhaps what stands behind it in the
 * rule. Its near way is that it does. */
static bool find_pattern(const cov_view *v, uint32_t branch, cov_operand *o) {
    uint32_t first = branch;
    uint32_t unit = cov_is_truth_test(v, branch) ? point_of_test(v, branch, &first) : COV_NO_UNIT;
    if (unit == COV_NO_UNIT || !cov_asks_truth(v, v->plan->branches[first].unit) ||
        cov_rule_pattern(v, unit, v->plan->branches[first].unit) < 2) {
        return false;
    }
    const probe_arm *arms = v->plan->branches[branch].arms;
    uint32_t fails = cov_settle(v, cov_arm_if(v, first, false));
    bool is_first = cov_settle(v, arms[0].target) == fails;
    bool is_second = cov_settle(v, arms[1].target) == fails;
    *o = (cov_operand){.unit = unit, .branch = branch, .near_arm = is_first ? 1 : 0};
    return is_first != is_second;
}

/* The points of the arguments, the last of which is the operand's. */
static void join_arguments(cov_view *v, const cov_operand *first, const cov_operand *copy) {
    uint32_t begin = cov_rule_first_argument(v, copy->unit, v->plan->branches[copy->branch].unit);
    for (uint32_t u = begin; u < copy->unit; u++) {
        uint32_t back = copy->unit - u;
        if (back <= first->unit && cov_same_place(v, first->unit - back, u)) {
            v->twin[v->point_at[u]] = v->point_at[first->unit - back];
        }
    }
}

uint32_t cov_tree_grow_copies(cov_tree *t, uint32_t branch) {
    cov_view *v = t->v;
    cov_operand first;
    uint32_t count = 0;
    bool has_copies = v->language == PDB_LANG_FSHARP && find_pattern(v, branch, &first);
    for (uint32_t b = branch + 1; has_copies && b < v->plan->branch_count && !v->failed; b++) {
        cov_operand copy;
        if (!t->is_visited[b] && !t->is_member[b] && find_pattern(v, b, &copy) &&
            cov_same_place(v, first.unit, copy.unit)) {
            count += cov_tree_grow(t, b) ? 1 : 0;
        }
    }
    return count;
}

void cov_tree_count_copies(const cov_tree *t) {
    cov_view *v = t->v;
    cov_operand first;
    bool has_copies = v->language == PDB_LANG_FSHARP && find_pattern(v, t->members[0], &first);
    for (uint32_t i = 1; has_copies && i < t->member_count; i++) {
        cov_operand copy;
        if (find_pattern(v, t->members[i], &copy) && cov_same_place(v, first.unit, copy.unit)) {
            join_arguments(v, &first, &copy);
            v->twin[v->point_at[copy.unit]] = v->point_at[first.unit];
        }
    }
}

static void join_pattern(cov_view *v, const cov_operand *first) {
    uint32_t flip = cov_arms_are_swapped(v, first->branch) ? 1 : 0;
    cov_decision *d = NULL;
    for (uint32_t b = first->branch + 1; b < v->plan->branch_count && !v->failed; b++) {
        cov_operand copy;
        if (!find_pattern(v, b, &copy) || !cov_same_place(v, first->unit, copy.unit)) {
            continue;
        }
        if (d == NULL) {
            d = cov_add_group(v, v->plan->branches[first->branch].unit, 2);
            if (d == NULL || !add_operand(v, d, flip, first, first)) {
                return;
            }
        }
        join_arguments(v, first, &copy);
        (void)add_operand(v, d, flip, first, &copy);
    }
}

void cov_tree_join_patterns(cov_view *v) {
    for (uint32_t b = 0; v->language == PDB_LANG_FSHARP && b < v->plan->branch_count; b++) {
        cov_operand first;
        if (find_pattern(v, b, &first)) {
            join_pattern(v, &first);
        }
    }
}
