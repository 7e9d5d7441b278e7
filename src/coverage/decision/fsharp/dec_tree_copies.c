/* F#: a rule that several tests lead to has a copy of its condition after each of them, `| A n, _
 * | _, A n when c n ->`, and of its patterns with arguments, `| [ A n; Within 0 9 m ] ->`. Input:
 * the conditions that a tree found; the tests of patterns that are in no tree. Output: one decision
 * for each operand and each pattern, whatever the number of copies; their points are counted
 * together. See dec_tree.h.
 *
 * C#: a test of a switch occurs twice, see below. */
#include "coverage/decision/switch/dec_tree.h"

static bool is_copy(const dec_view *v, const dec_guard *a, const dec_guard *b) {
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        same = dec_same_place(v, a->operands[i].insn, b->operands[i].insn);
    }
    return same;
}

/* The list of guards has the first one in the code last: copies come before it in the list. */
static bool has_original(const dec_view *v, const dec_guard *guard) {
    for (const dec_guard *g = guard->next; g != NULL; g = g->next) {
        if (is_copy(v, g, guard)) {
            return true;
        }
    }
    return false;
}

/* An operand that is a pipe has a point for each stage in Debug code. */
static void join_points(dec_view *v, const dec_operand *first, const dec_operand *copy) {
    uint32_t end = dec_test_insn(v, first->branch);
    uint32_t end_of_copy = dec_test_insn(v, copy->branch);
    uint32_t a = first->insn;
    uint32_t b = copy->insn;
    while (a < end && b < end_of_copy && dec_same_place(v, a, b)) {
        dec_join_points(v, a, b);
        a = dec_next_visible(v, a + 1, end);
        b = dec_next_visible(v, b + 1, end_of_copy);
    }
}

static void add_operand(dec_view *v, dec_decision *d, uint32_t flip, const dec_operand *first,
                        const dec_operand *copy) {
    join_points(v, first, copy);
    dec_merge_arms(v, d, copy->branch, flip ^ first->near_arm ^ copy->near_arm);
}

/* Makes one decision of operand number `index` of all copies. */
static void join_operand(dec_tree *t, const dec_guard *original, uint32_t index) {
    dec_view *v = t->v;
    const dec_operand *first = &original->operands[index];
    uint32_t flip = dec_arms_are_swapped(v, first->branch) ? 1 : 0;
    dec_decision *d = dec_add_decision(v, dec_test_insn(v, first->branch), 2);
    add_operand(v, d, flip, first, first);
    for (const dec_guard *g = t->guards; g != original; g = g->next) {
        if (is_copy(v, g, original)) {
            add_operand(v, d, flip, first, &g->operands[index]);
        }
    }
}

/* The left operand of the condition that lost its point, before the others; DEC_NO_BRANCH:
 * none did. *near: the arm of its decision that leads to them. */
static uint32_t lost_operand(const dec_view *v, const dec_guard *guard, uint32_t *near) {
    uint32_t insn = guard->operands[0].insn;
    uint32_t b = 0;
    while (b < v->plan->branch_count && dec_lost_point(v, b) != insn) {
        b++;
    }
    if (b == v->plan->branch_count) {
        return DEC_NO_BRANCH;
    }
    dec_dest dest = dec_tree_arm_dest(v, &v->plan->branches[b], 1);
    bool is_second = dest.kind == DEC_DEST_VISIBLE && dest.insn == insn;
    *near = (is_second ? 1 : 0) ^ (dec_arms_are_swapped(v, b) ? 1 : 0);
    return b;
}

/* Makes one decision of such operands of all copies. */
static void join_lost(dec_tree *t, const dec_guard *original) {
    uint32_t near = 0;
    uint32_t near_of_copy = 0;
    uint32_t first = lost_operand(t->v, original, &near);
    for (const dec_guard *g = t->guards; first != DEC_NO_BRANCH && g != original; g = g->next) {
        bool is_one = is_copy(t->v, g, original);
        uint32_t copy = is_one ? lost_operand(t->v, g, &near_of_copy) : DEC_NO_BRANCH;
        if (copy != DEC_NO_BRANCH) {
            dec_join_rules(t->v, first, copy, near ^ near_of_copy);
        }
    }
}

void dec_tree_join_copies(dec_tree *t) {
    for (const dec_guard *g = t->guards; g != NULL; g = g->next) {
        bool has_copies = false;
        for (const dec_guard *c = t->guards; c != g && !has_copies; c = c->next) {
            has_copies = is_copy(t->v, c, g);
        }
        if (!has_copies || has_original(t->v, g)) {
            continue;
        }
        join_lost(t, g);
        for (uint32_t i = 0; i < g->count; i++) {
            join_operand(t, g, i);
        }
    }
}

/* --- copies of one test ----------------------------------------------------------------------- */

static bool does_the_same(const dec_view *v, uint32_t a, uint32_t b) {
    return dec_insn(v, a)->op == dec_insn(v, b)->op &&
           dec_insn(v, a)->operand == dec_insn(v, b)->operand;
}

/* `...; store t; load t; test`: the instruction that made the value, when the test loads the same
 * as the load that ends at `load`. DEC_NO_INSN: it tests something else. */
static uint32_t maker_for_test(const dec_view *v, uint32_t test, uint32_t load) {
    dec_cursor c = dec_before(v, test);
    uint32_t tested = c.at;
    bool is_it = dec_is_truth_test(v, dec_branch_at(v, test)) && dec_load(&c, NULL) &&
                 does_the_same(v, tested, load) &&
                 (dec_store_local(&c, NULL) || dec_op(&c, IL_STFLD));
    return is_it ? c.at : DEC_NO_INSN;
}

/* The end of the load with which the code begins, perhaps after the object for the next store;
 * DEC_NO_INSN: it begins with something else. */
static uint32_t first_load(const dec_view *v, uint32_t insn) {
    uint32_t load = DEC_NO_INSN;
    bool has_object = dec_loads_this(v, insn) && dec_load_length(v, insn) == 1 &&
                      dec_load_length(v, insn + 1) == 2;
    dec_cursor c = dec_at(v, has_object ? insn + 1 : insn);
    (void)dec_load(&c, &load);
    return load;
}

/* A test that the compiler emitted several times continues here, `store t; load t; brtrue HERE` and
 * HERE: `load t`: once more for control from the condition of a label, where more is known of the
 * value. */
bool dec_tree_is_after_copies(const dec_view *v, uint32_t insn) {
    uint32_t made = DEC_NO_INSN;
    uint32_t copies = 0;
    uint32_t load = first_load(v, insn);
    if (!dec_does(v, DEC_REPEATS_TESTS) || !v->is_target[insn] || load == DEC_NO_INSN) {
        return false;
    }
    for (uint32_t i = v->index.jumps_at[insn]; i <= v->index.jumps_at[insn + 1]; i++) {
        bool is_after = i == v->index.jumps_at[insn + 1]; /* last what stands before */
        uint32_t u = is_after ? insn - 1 : v->index.jumps[i];
        if (insn > 0 && (u + 1 == insn) == is_after && dec_leads_to(v, u, insn)) {
            uint32_t other = maker_for_test(v, u, load);
            if (other == DEC_NO_INSN || (copies > 0 && !does_the_same(v, made, other))) {
                return false;
            }
            made = other;
            copies++;
        }
    }
    return copies > 1;
}

/* --- patterns with arguments ------------------------------------------------------------------ */

/* Control reaches the test from a visible point, perhaps over tests that are part of its decision
 * and fail at the same destination: the instruction of the point; DEC_NO_INSN. *first: the first
 * test after the point. */
static uint32_t point_of_test(const dec_view *v, uint32_t branch, uint32_t *first) {
    uint32_t insn = dec_test_insn(v, branch);
    *first = branch;
    while (insn > 0 && !dec_starts_visible(v, insn)) {
        insn--;
        uint32_t before = dec_branch_at(v, insn);
        bool is_part = dec_is_constant(v, before);
        if (!is_part && !dec_goes_on(v, insn)) {
            return DEC_NO_INSN;
        }
        *first = is_part ? before : *first;
    }
    return dec_starts_visible(v, insn) ? insn : DEC_NO_INSN;
}

/* The branch tests whether an active pattern with arguments matches, and perhaps what follows it in
 * the rule. Its near destination is that of a match. */
static bool find_pattern(const dec_view *v, uint32_t branch, dec_operand *o) {
    uint32_t first = branch;
    uint32_t insn = dec_is_truth_test(v, branch) ? point_of_test(v, branch, &first) : DEC_NO_INSN;
    if (insn == DEC_NO_INSN || !dec_asks_truth(v, dec_test_insn(v, first)) ||
        dec_rule_pattern(v, insn, dec_test_insn(v, first)) < 2) {
        return false;
    }
    uint32_t fails = dec_dest_if(v, first, false);
    bool is_first = dec_arm_dest(v, branch, 0) == fails;
    *o = (dec_operand){.insn = insn, .branch = branch, .near_arm = is_first ? 1 : 0};
    return is_first != (dec_arm_dest(v, branch, 1) == fails);
}

/* Joins the points of the arguments; the last of them is the operand's. */
static void join_arguments(dec_view *v, const dec_operand *first, const dec_operand *copy) {
    uint32_t begin = dec_rule_first_argument(v, copy->insn, dec_test_insn(v, copy->branch));
    for (uint32_t u = begin; u < copy->insn; u++) {
        uint32_t back = copy->insn - u;
        if (back <= first->insn && dec_same_place(v, first->insn - back, u)) {
            dec_join_points(v, first->insn - back, u);
        }
    }
}

uint32_t dec_tree_grow_copies(dec_tree *t, uint32_t branch) {
    dec_view *v = t->v;
    dec_operand first;
    uint32_t count = 0;
    bool has_copies = dec_does(v, DEC_COPIES_RULES) && find_pattern(v, branch, &first);
    for (uint32_t b = branch + 1; has_copies && b < v->plan->branch_count; b++) {
        dec_operand copy;
        if (!t->is_visited[b] && !t->is_member[b] && find_pattern(v, b, &copy) &&
            dec_same_place(v, first.insn, copy.insn)) {
            dec_tree_grow(t, b);
            count++;
        }
    }
    return count;
}

void dec_tree_count_copies(const dec_tree *t) {
    dec_view *v = t->v;
    dec_operand first;
    bool has_copies = dec_does(v, DEC_COPIES_RULES) && find_pattern(v, t->members[0], &first);
    for (uint32_t i = 1; has_copies && i < t->member_count; i++) {
        dec_operand copy;
        if (find_pattern(v, t->members[i], &copy) && dec_same_place(v, first.insn, copy.insn)) {
            join_arguments(v, &first, &copy);
            dec_join_points(v, first.insn, copy.insn);
        }
    }
}

static void join_pattern(dec_view *v, const dec_operand *first) {
    uint32_t flip = dec_arms_are_swapped(v, first->branch) ? 1 : 0;
    dec_decision *d = NULL;
    for (uint32_t b = first->branch + 1; b < v->plan->branch_count; b++) {
        dec_operand copy;
        if (!find_pattern(v, b, &copy) || !dec_same_place(v, first->insn, copy.insn)) {
            continue;
        }
        if (d == NULL) {
            d = dec_add_decision(v, dec_test_insn(v, first->branch), 2);
            add_operand(v, d, flip, first, first);
        }
        join_arguments(v, first, &copy);
        add_operand(v, d, flip, first, &copy);
    }
}

void dec_tree_join_patterns(dec_view *v) {
    for (uint32_t b = 0; dec_does(v, DEC_COPIES_RULES) && b < v->plan->branch_count; b++) {
        dec_operand first;
        if (find_pattern(v, b, &first)) {
            join_pattern(v, &first);
        }
    }
}
