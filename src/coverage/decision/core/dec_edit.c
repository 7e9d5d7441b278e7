/* One record for each test, and the decisions that were added. See dec_edit.h. */
#include "coverage/decision/core/dec_edit.h"

typedef enum status {
    KEPT = 0,
    DROPPED,
    CONSTANT,
    NUMBERED,
    MERGED,
} status;

typedef struct test {
    status status;
    /* CONSTANT: where control goes; DROPPED: where all arms go on alike, or DEC_NO_INSN; NUMBERED:
     * the condition */
    uint32_t insn;
    uint32_t lost_point; /* instruction; DEC_NO_INSN */
} test;

struct dec_edits {
    test *tests;           /* by branch of the plan */
    bool has_own_branches; /* the view's plan is a copy: arms were set */
    /* by point: the point to which its hits are added; mostly itself */
    uint32_t *canonical;
    uint32_t *same_as; /* by point */
    dec_copied_point *copied;
    uint32_t copied_count;
    size_t copied_cap;
    /* what the view shows */
    uint32_t *arm_from, *arm_of;
    bool *is_hidden, *begins_statement;
    dec_decision *added;
    uint32_t added_count;
    size_t added_cap;
};

void dec_edits_make(dec_view *v) {
    size_t insns = (size_t)v->body->insn_count + 1;
    dec_edits *e = CC_NEW_ARRAY(v->arena, dec_edits, 1);
    *e = (dec_edits){.tests = CC_NEW_ARRAY(v->arena, test, v->plan->branch_count),
                     .canonical = CC_NEW_ARRAY(v->arena, uint32_t, v->method->point_count),
                     .same_as = CC_NEW_ARRAY(v->arena, uint32_t, v->method->point_count),
                     .arm_from = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                     .arm_of = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                     .is_hidden = CC_NEW_ARRAY(v->arena, bool, insns),
                     .begins_statement = CC_NEW_ARRAY(v->arena, bool, insns)};
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        status first = v->plan->branches[b].is_repeated ? DROPPED : KEPT;
        e->tests[b] = (test){first, DEC_NO_INSN, DEC_NO_INSN};
    }
    for (uint32_t i = 0; i < v->method->point_count; i++) {
        e->canonical[i] = e->same_as[i] = i;
    }
    for (size_t u = 0; u < insns; u++) {
        e->arm_from[u] = e->arm_of[u] = DEC_NO_INSN;
    }
    v->edits = e;
    v->arm_from = e->arm_from;
    v->arm_of = e->arm_of;
    v->is_hidden = e->is_hidden;
    v->begins_statement = e->begins_statement;
}

/* --- what became of a test ---------------------------------------------------------------------- */

static bool has_status(const dec_view *v, uint32_t branch, status wanted) {
    return branch < v->plan->branch_count && v->edits->tests[branch].status == wanted;
}

bool dec_is_kept(const dec_view *v, uint32_t branch) {
    return has_status(v, branch, KEPT);
}

bool dec_is_dropped(const dec_view *v, uint32_t branch) {
    return has_status(v, branch, DROPPED);
}

bool dec_is_constant(const dec_view *v, uint32_t branch) {
    return has_status(v, branch, CONSTANT);
}

bool dec_is_numbered(const dec_view *v, uint32_t branch) {
    return has_status(v, branch, NUMBERED);
}

bool dec_is_merged(const dec_view *v, uint32_t branch) {
    return has_status(v, branch, MERGED);
}

bool dec_is_truth_test(const dec_view *v, uint32_t branch) {
    return dec_is_kept(v, branch) && dec_is_kind(v, branch, PROBE_BRANCH_COND) &&
           dec_asks_truth(v, dec_test_insn(v, branch));
}

uint32_t dec_certain_target(const dec_view *v, uint32_t branch) {
    return dec_is_constant(v, branch) ? v->edits->tests[branch].insn : DEC_NO_INSN;
}

uint32_t dec_resume_of(const dec_view *v, uint32_t branch) {
    return dec_is_dropped(v, branch) ? v->edits->tests[branch].insn : DEC_NO_INSN;
}

uint32_t dec_condition_of(const dec_view *v, uint32_t branch) {
    return dec_is_numbered(v, branch) ? v->edits->tests[branch].insn : DEC_NO_INSN;
}

uint32_t dec_lost_point(const dec_view *v, uint32_t branch) {
    return v->edits->tests[branch].lost_point;
}

/* Its point has the span of the switch expression, which begins somewhere in the statement. */
bool dec_is_phantom(const dec_view *v, uint32_t insn) {
    return insn > 0 && dec_is_op(v, insn, IL_NOP) &&
           dec_certain_target(v, dec_branch_at(v, insn - 1)) == insn + 1;
}

uint32_t dec_added_count(const dec_view *v) {
    return v->edits->added_count;
}

const dec_decision *dec_added(const dec_view *v, uint32_t index) {
    return &v->edits->added[index];
}

/* --- single tests ------------------------------------------------------------------------------- */

static void set(dec_view *v, uint32_t branch, status becomes, uint32_t insn) {
    v->edits->tests[branch].status = becomes;
    v->edits->tests[branch].insn = insn;
}

void dec_drop(dec_view *v, uint32_t branch) {
    set(v, branch, DROPPED, DEC_NO_INSN);
}

void dec_drop_tests(dec_view *v, dec_is_made_fn *is_made) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (dec_is_kept(v, b) && is_made(v, b)) {
            dec_drop(v, b);
        }
    }
}

void dec_drop_truth_tests(dec_view *v, dec_is_made_fn *is_made) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (dec_is_truth_test(v, b) && is_made(v, b)) {
            dec_drop(v, b);
        }
    }
}

void dec_drop_in(dec_view *v, uint32_t first, uint32_t end) {
    uint32_t last = dec_index_branch_from(v, end);
    for (uint32_t b = dec_index_branch_from(v, first); b < last; b++) {
        if (dec_is_kept(v, b)) {
            dec_drop(v, b);
        }
    }
}

void dec_drop_to(dec_view *v, uint32_t branch, uint32_t insn) {
    set(v, branch, DROPPED, insn);
}

void dec_take_back(dec_view *v, uint32_t branch) {
    set(v, branch, KEPT, DEC_NO_INSN);
}

void dec_make_constant(dec_view *v, uint32_t branch, uint32_t insn) {
    set(v, branch, CONSTANT, insn);
}

void dec_make_numbered(dec_view *v, uint32_t branch, uint32_t condition) {
    set(v, branch, NUMBERED, condition);
}

/* --- decisions of several tests ----------------------------------------------------------------- */

static void make_room(dec_view *v) {
    dec_edits *e = v->edits;
    e->added =
        (dec_decision *)dec_grow(v, e->added, e->added_count, &e->added_cap, sizeof(dec_decision));
}

dec_decision *dec_add_decision(dec_view *v, uint32_t insn, uint32_t arm_count) {
    dec_decision_arm *arms = CC_NEW_ARRAY(v->arena, dec_decision_arm, arm_count);
    make_room(v);
    dec_decision *added = &v->edits->added[v->edits->added_count++];
    *added = (dec_decision){
        .insn = insn, .arm_count = arm_count, .arms = arms, .condition = DEC_NO_INSN};
    return added;
}

void dec_merge(dec_view *v, uint32_t branch) {
    set(v, branch, MERGED, DEC_NO_INSN);
}

void dec_merge_arms(dec_view *v, dec_decision *decision, uint32_t branch, uint32_t flip) {
    const probe_arm *arms = v->plan->branches[branch].arms;
    dec_merge(v, branch);
    dec_arm_add(v, &decision->arms[flip], arms[0].nodes, arms[0].node_count);
    dec_arm_add(v, &decision->arms[1 - flip], arms[1].nodes, arms[1].node_count);
}

void dec_arm_add(const dec_view *v, dec_decision_arm *arm, const uint32_t *nodes, uint32_t count) {
    uint32_t *all = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)arm->node_count + count);
    for (uint32_t i = 0; i < arm->node_count; i++) {
        all[i] = arm->nodes[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        all[arm->node_count + i] = nodes[i];
    }
    *arm = (dec_decision_arm){all, arm->node_count + count};
}

/* The view shares the method's plan until an arm changes. */
static void own_branches(dec_view *v) {
    if (v->edits->has_own_branches) {
        return;
    }
    probe_plan *plan = CC_NEW_ARRAY(v->arena, probe_plan, 1);
    probe_branch *branches = CC_NEW_ARRAY(v->arena, probe_branch, v->plan->branch_count);
    *plan = *v->plan;
    for (uint32_t b = 0; b < plan->branch_count; b++) {
        branches[b] = plan->branches[b];
    }
    plan->branches = branches;
    v->plan = plan;
    v->edits->has_own_branches = true;
}

void dec_set_arm(dec_view *v, uint32_t branch, uint32_t arm, const probe_arm *x,
                 const probe_arm *y) {
    uint32_t second = y == NULL ? 0 : y->node_count;
    uint32_t *nodes = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)x->node_count + second);
    probe_arm *arms = CC_NEW_ARRAY(v->arena, probe_arm, 2);
    own_branches(v);
    for (uint32_t i = 0; i < x->node_count; i++) {
        nodes[i] = x->nodes[i];
    }
    for (uint32_t i = 0; i < second; i++) {
        nodes[x->node_count + i] = y->nodes[i];
    }
    probe_branch *changed = &v->plan->branches[branch];
    arms[0] = changed->arms[0];
    arms[1] = changed->arms[1];
    arms[arm].nodes = nodes;
    arms[arm].node_count = x->node_count + second;
    changed->arms = arms;
}

/* --- places and points -------------------------------------------------------------------------- */

void dec_anchor(dec_view *v, uint32_t branch, uint32_t insn) {
    uint32_t flip = dec_arms_are_swapped(v, branch) ? 1 : 0;
    dec_decision *decision = dec_add_decision(v, insn, 2);
    dec_merge_arms(v, decision, branch, flip);
}

void dec_anchor_rule(dec_view *v, uint32_t branch, uint32_t insn) {
    dec_anchor(v, branch, insn);
    v->edits->tests[branch].lost_point = insn;
}

/* Index of the decision that was added for a test without a point; `added_count`: it is not
 * there. */
static uint32_t anchored_at(const dec_edits *e, uint32_t insn) {
    uint32_t i = 0;
    while (i < e->added_count && (e->added[i].insn != insn || e->added[i].is_switch)) {
        i++;
    }
    return i;
}

void dec_join_rules(dec_view *v, uint32_t first, uint32_t copy, uint32_t flip) {
    dec_edits *e = v->edits;
    uint32_t into = anchored_at(e, dec_lost_point(v, first));
    uint32_t from = anchored_at(e, dec_lost_point(v, copy));
    if (into == e->added_count || from == e->added_count || into == from) {
        return;
    }
    for (uint32_t arm = 0; arm < 2; arm++) {
        const dec_decision_arm *added = &e->added[from].arms[arm];
        dec_arm_add(v, &e->added[into].arms[arm ^ flip], added->nodes, added->node_count);
    }
    e->added_count--;
    for (uint32_t i = from; i < e->added_count; i++) {
        e->added[i] = e->added[i + 1];
    }
}

void dec_anchor_arm(dec_view *v, uint32_t begin, uint32_t point) {
    v->edits->arm_from[begin] = point;
    for (uint32_t u = begin; u < point; u++) {
        uint32_t *innermost = &v->edits->arm_of[u];
        *innermost = *innermost == DEC_NO_INSN ? point : *innermost;
    }
}

void dec_hide(dec_view *v, uint32_t insn) {
    v->edits->is_hidden[insn] = true;
}

void dec_begin_statement(dec_view *v, uint32_t insn) {
    v->edits->begins_statement[insn] = true;
}

void dec_join_points(dec_view *v, uint32_t first, uint32_t copy) {
    v->edits->canonical[v->point_at[copy]] = v->point_at[first];
}

void dec_count_copy(dec_view *v, uint32_t point, const probe_arm *arm) {
    dec_edits *e = v->edits;
    dec_copied_point *copied = (dec_copied_point *)dec_grow(
        v, e->copied, e->copied_count, &e->copied_cap, sizeof(dec_copied_point));
    if (copied == NULL) {
        return;
    }
    e->copied = copied;
    e->copied[e->copied_count++] = (dec_copied_point){point, {arm->nodes, arm->node_count}};
}

void dec_count_as(dec_view *v, uint32_t insn, uint32_t other) {
    v->edits->same_as[v->point_at[insn]] = v->point_at[other];
}

void dec_points_of(const dec_view *v, dec_decisions *out) {
    out->canonical = v->edits->canonical;
    out->same_as = v->edits->same_as;
    out->copied = v->edits->copied;
    out->copied_count = v->edits->copied_count;
}
