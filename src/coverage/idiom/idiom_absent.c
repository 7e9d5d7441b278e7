/* C#: `if (a?.B > 0)` in optimised code. The null of a answers the comparison with no, so its arm goes
 * straight to where "no" leads, and the comparison's own arm would say that it was never answered so:
 *   load a; brfalse NO;  load a; call B;  ldc; ble NO           (of a call: dup; brtrue L; pop; br NO; L:)
 * B is called without a null check, by `call`: it is `callvirt` in `a != null && a.B > 0`. Input: the
 * view. Output: the arm of the comparison counts the ways of the null, too. */
#include "coverage/idiom/cov_view.h"

enum { MAX_STRAIGHT = 64, MAX_CHAIN = 8 };

static uint32_t null_arm(const cov_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    return branch->arms[0].target == cov_arm_if(v, b, false) ? 0 : 1;
}

/* Where the null leads; what is left of it on the stack is thrown away. */
static uint32_t way_of_null(const cov_view *v, uint32_t b) {
    uint32_t unit = cov_settle(v, cov_arm_if(v, b, false));
    return unit != COV_NO_UNIT && cov_is_op(v, unit, IL_POP) ? cov_settle(v, unit + 1) : unit;
}

static bool is_dup_test(const cov_view *v, uint32_t b) {
    uint32_t before = cov_before(v, v->plan->branches[b].unit);
    return cov_is_truth_test(v, b) && before != COV_NO_UNIT && cov_is_op(v, before, IL_DUP);
}

/* The first unit with the receiver on the stack, where it is not null; COV_NO_UNIT. */
static uint32_t with_receiver(const cov_view *v, uint32_t b) {
    uint32_t unit = cov_arm_if(v, b, true);
    uint32_t tested = cov_before(v, v->plan->branches[b].unit);
    if (is_dup_test(v, b)) {
        return unit;
    }
    uint32_t length = cov_load_length(v, unit);
    bool is_again =
        length > 0 && tested != COV_NO_UNIT && cov_same_load(v, tested, unit + length - 1);
    return is_again ? unit + length : COV_NO_UNIT;
}

static bool goes_straight(const cov_view *v, uint32_t unit, uint32_t begin) {
    return unit < v->body->unit_count && (v->starts[unit] & COV_START_VISIBLE) == 0 &&
           (unit == begin || !v->is_target[unit]) && v->plan->fork_of_unit[unit] == PROBE_NONE;
}

/* The unit that takes the receiver, when it calls without a null check. */
static uint32_t call_on(const cov_view *v, uint32_t begin) {
    uint32_t depth = 1;
    for (uint32_t u = begin; u < begin + MAX_STRAIGHT && goes_straight(v, u, begin); u++) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        md_callsite site;
        if (v->plan->branch_of_unit[u] != PROBE_NONE ||
            !il_stack_effect(cov_unit(v, u), &v->method->resolver, &pops, &pushes)) {
            break;
        }
        if (pops >= depth) {
            bool is_bare = cov_is_op(v, u, IL_CALL) &&
                           md_callsite_of(v->tables, (uint32_t)cov_unit(v, u)->operand, &site) &&
                           site.has_this;
            return is_bare ? u : COV_NO_UNIT;
        }
        depth = depth - pops + pushes;
    }
    return COV_NO_UNIT;
}

/* The test that the code behind the call goes on to; other ways may join it. */
static uint32_t test_behind(const cov_view *v, uint32_t call) {
    for (uint32_t u = call + 1; u < call + MAX_STRAIGHT && goes_straight(v, u, u); u++) {
        uint32_t branch = v->plan->branch_of_unit[u];
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, u)->op)->flow;
        if (branch != PROBE_NONE) {
            return v->fate[branch] == COV_KEPT ? branch : COV_NO_BRANCH;
        }
        if (flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL) {
            break;
        }
    }
    return COV_NO_BRANCH;
}

static uint32_t next_question(const cov_view *v, uint32_t b) {
    uint32_t begin = with_receiver(v, b);
    uint32_t call = begin == COV_NO_UNIT ? COV_NO_UNIT : call_on(v, begin);
    return call == COV_NO_UNIT ? COV_NO_BRANCH : test_behind(v, call);
}

/* The arm of the comparison that leads where the null does; 2 when none does, or both. */
static uint32_t arm_to(const cov_view *v, uint32_t test, uint32_t unit) {
    const probe_branch *b = &v->plan->branches[test];
    bool first = cov_settle(v, b->arms[0].target) == unit;
    bool second = cov_settle(v, b->arms[1].target) == unit;
    return first == second ? 2 : second ? 1 : 0;
}

/* The nulls of the chain `a?.b?.c` and an arm. */
static bool add_nulls(cov_view *v, const probe_arm *arm, const uint32_t *nulls, uint32_t count,
                      cov_decision_arm *out) {
    *out = (cov_decision_arm){NULL, 0};
    for (uint32_t i = 0; i < count; i++) {
        const probe_arm *null = &v->plan->branches[nulls[i]].arms[null_arm(v, nulls[i])];
        if (!cov_arm_add(v, out, null->nodes, null->node_count)) {
            return false;
        }
    }
    return cov_arm_add(v, out, arm->nodes, arm->node_count);
}

static void group(cov_view *v, uint32_t test, uint32_t arm, const uint32_t *nulls, uint32_t count) {
    const probe_branch *b = &v->plan->branches[test];
    uint32_t first = cov_arms_are_swapped(v, test) ? 1 : 0;
    cov_decision *decision = cov_add_group(v, b->unit, 2);
    if (decision != NULL &&
        add_nulls(v, &b->arms[arm], nulls, count, &decision->arms[arm ^ first])) {
        const probe_arm *other = &b->arms[1 - arm];
        decision->arms[(1 - arm) ^ first] = (cov_decision_arm){other->nodes, other->node_count};
        v->fate[test] = COV_GROUPED;
    }
}

static void look_at(cov_view *v, uint32_t b) {
    uint32_t nulls[MAX_CHAIN] = {b};
    uint32_t count = 1;
    uint32_t way = way_of_null(v, b);
    uint32_t test = next_question(v, b);
    for (int i = 1; i < MAX_CHAIN && test != COV_NO_BRANCH && is_dup_test(v, test); i++) {
        nulls[count] = test;
        count += way_of_null(v, test) == way ? 1 : 0; /* or its null is compared, too */
        test = next_question(v, test);
    }
    if (way == COV_NO_UNIT || test == COV_NO_BRANCH ||
        v->plan->branches[test].kind != PROBE_BRANCH_COND || v->plan->branches[test].is_repeated) {
        return;
    }
    uint32_t arm = arm_to(v, test, way);
    if (arm < 2) {
        group(v, test, arm, nulls, count);
    }
}

void cov_idiom_absent(cov_view *v) {
    for (uint32_t b = 0; v->language == PDB_LANG_CSHARP && b < v->plan->branch_count; b++) {
        if (cov_is_truth_test(v, b) &&
            v->plan->fork_of_unit[v->plan->branches[b].unit] == PROBE_NONE) {
            look_at(v, b);
        }
    }
}
