/* Three values of truth: operators on Boolean?.
 *
 * Visual Basic: And, Or, AndAlso and OrElse. The left operand decides alone when it has a
 * value, False for And, True for Or; else the right one is asked.
 *   A.HasValue; brfalse L;  A.GetValueOrDefault; brfalse/brtrue SHORT;  L: ... right operand
 * The right operand of a value: B.HasValue; brtrue P; initobj; br M;  P: B.GetValueOrDefault; br...
 * of a condition: B.GetValueOrDefault or a Boolean; br... ELSE;  A.HasValue; brfalse ELSE
 * Both tests of an operand are one decision of two arms. Where the right operand is only loaded, in a
 * value, it was evaluated before or has no effect: that is And, or cannot be told from it, and a
 * lifted operator decides nothing. So it is with a Boolean at the left, or a Boolean? there and a Boolean
 * at the right:
 *   test; brtrue L; 0; newobj Nullable; br M;  L: load of the other;  M:     (Or: the other first, then 1)
 *
 * C#: & and |, both operands copied; with a Boolean on one side as in Visual Basic, of a copy.
 *   X.GetValueOrDefault; brtrue L;  Y.GetValueOrDefault; brtrue K;  X.HasValue; brfalse L;
 *   K: load of one; br M;  L: load of the other;  M: */
#include "coverage/idiom/cov_view.h"

enum { FORK_FALSE = 0 }; /* arm of a fork */
enum { MAX_LIFTED = 8, MAX_OPERATOR = 24 };

/* Two tests that make one decision: arm `on` of the first leads to the second, and its other arm
 * where arm `alike` of the second leads. */
typedef struct pair {
    uint32_t first, second;
    uint32_t on, alike;
} pair;

static uint32_t arm_of(const cov_view *v, uint32_t branch, bool truth) {
    const il_unit *u = cov_unit(v, v->plan->branches[branch].unit);
    bool is_brtrue = u->op == IL_BRTRUE || u->op == IL_BRTRUE_S;
    return is_brtrue == truth ? 1 : 0;
}

static uint32_t target_of(const cov_view *v, uint32_t branch, uint32_t arm) {
    return cov_settle(v, v->plan->branches[branch].arms[arm].target);
}

static bool tests_call(const cov_view *v, uint32_t branch, const char *name) {
    uint32_t call =
        branch == COV_NO_BRANCH ? COV_NO_UNIT : cov_before(v, v->plan->branches[branch].unit);
    return call != COV_NO_UNIT && cov_is_truth_test(v, branch) && cov_calls(v, call, name);
}

/* The first branch behind straight code without a visible point that nothing else leads into; nops
 * and `br` in front of it are followed. */
static uint32_t next_test(const cov_view *v, uint32_t unit) {
    uint32_t begin = cov_settle(v, unit);
    unit = begin;
    while (unit < v->body->unit_count && (v->starts[unit] & COV_START_VISIBLE) == 0 &&
           (unit == begin || !v->is_target[unit])) {
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
        uint32_t branch = v->plan->branch_of_unit[unit];
        if (v->plan->fork_of_unit[unit] != PROBE_NONE || branch != PROBE_NONE) {
            return branch != PROBE_NONE ? branch : v->plan->fork_of_unit[unit];
        }
        if (flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL) {
            break;
        }
        unit++;
    }
    return COV_NO_BRANCH;
}

/* The test of a right operand that is a lifted comparison, whose own tests decide nothing:
 *   LIFTED: HasValue; brtrue L; initobj; br M;  L: ... newobj Nullable;  M: */
static uint32_t test_behind_lifted(const cov_view *v, uint32_t test) {
    for (int i = 0; i < MAX_LIFTED && test != COV_NO_BRANCH && v->fate[test] == COV_DROPPED; i++) {
        uint32_t unit = target_of(v, test, arm_of(v, test, true));
        uint32_t end = unit == COV_NO_UNIT ? 0 : unit + MAX_OPERATOR;
        if (unit == COV_NO_UNIT || v->plan->branches[test].kind != PROBE_BRANCH_COND) {
            return COV_NO_BRANCH;
        }
        while (unit < end && unit < v->body->unit_count && !cov_is_op(v, unit, IL_NEWOBJ)) {
            unit++;
        }
        test = cov_is_op(v, unit, IL_NEWOBJ) ? next_test(v, unit + 1) : COV_NO_BRANCH;
    }
    return test;
}

/* From `unit` on a variable is loaded, nothing else is done, and the branch tests it. */
static bool only_loads(const cov_view *v, uint32_t unit, uint32_t branch) {
    unit = cov_settle(v, unit);
    uint32_t length = unit == COV_NO_UNIT ? 0 : cov_load_length(v, unit);
    uint32_t end = unit == COV_NO_UNIT ? 0 : unit + length;
    bool is_part = cov_calls(v, end, "get_HasValue") || cov_calls(v, end, "GetValueOrDefault");
    return length > 0 && end + (is_part ? 1 : 0) == v->plan->branches[branch].unit;
}

/* The tests of the left operand: two, with one way to the right operand, nothing between them. */
static bool find_left(const cov_view *v, uint32_t b, pair *left) {
    if (!tests_call(v, b, "get_HasValue")) {
        return false;
    }
    uint32_t present = v->plan->branches[b].arms[arm_of(v, b, true)].target;
    uint32_t second = next_test(v, present);
    if (!tests_call(v, second, "GetValueOrDefault") || !only_loads(v, present, second)) {
        return false;
    }
    uint32_t right = target_of(v, b, arm_of(v, b, false));
    uint32_t alike = right == target_of(v, second, 0) ? 0 : 1;
    *left = (pair){b, second, arm_of(v, b, true), alike};
    return right != COV_NO_UNIT && right == target_of(v, second, alike) &&
           right != target_of(v, second, 1 - alike);
}

/* B.HasValue; brtrue P; initobj ...; P: B.GetValueOrDefault; br... */
static bool is_value(const cov_view *v, uint32_t test, pair *right) {
    if (!tests_call(v, test, "get_HasValue")) {
        return false;
    }
    uint32_t absent = target_of(v, test, arm_of(v, test, false));
    uint32_t present = v->plan->branches[test].arms[arm_of(v, test, true)].target;
    uint32_t second = next_test(v, present);
    if (absent == COV_NO_UNIT || cov_load_length(v, absent) != 1 ||
        !cov_is_op(v, absent + 1, IL_INITOBJ) || !tests_call(v, second, "GetValueOrDefault")) {
        return false;
    }
    *right = (pair){test, second, arm_of(v, test, true), arm_of(v, second, false)};
    return only_loads(v, present, second);
}

/* In Debug code A.HasValue is the value that the condition tests later: a fork. */
static bool is_fork_of(const cov_view *v, uint32_t branch, uint32_t asked) {
    if (branch == COV_NO_BRANCH || v->plan->branches[branch].kind != PROBE_BRANCH_FORK) {
        return false;
    }
    uint32_t call = cov_before(v, v->plan->branches[branch].unit);
    uint32_t load = call == COV_NO_UNIT ? COV_NO_UNIT : cov_before(v, call);
    return load != COV_NO_UNIT && v->fate[branch] == COV_KEPT &&
           cov_calls(v, call, "get_HasValue") && cov_same_load(v, asked, load);
}

/* Test of the right operand, then A.HasValue again, both to the same place otherwise. */
static bool is_condition(const cov_view *v, uint32_t test, const pair *left, pair *right) {
    uint32_t asked = cov_before(v, cov_before(v, v->plan->branches[left->first].unit));
    for (uint32_t on = 0; v->plan->branches[test].kind == PROBE_BRANCH_COND && on < 2; on++) {
        uint32_t again = next_test(v, v->plan->branches[test].arms[on].target);
        if (is_fork_of(v, again, asked)) {
            *right = (pair){test, again, on, FORK_FALSE};
            return true;
        }
        if (!tests_call(v, again, "get_HasValue")) {
            continue;
        }
        uint32_t alike = arm_of(v, again, false);
        uint32_t load = cov_before(v, cov_before(v, v->plan->branches[again].unit));
        *right = (pair){test, again, on, alike};
        if (cov_same_load(v, asked, load) &&
            target_of(v, again, alike) == target_of(v, test, 1 - on)) {
            return true;
        }
    }
    return false;
}

/* SHORT of a value: ldc; newobj Nullable. */
static bool makes_value(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    return unit != COV_NO_UNIT && cov_is_const(v, unit, &value) &&
           cov_is_op(v, unit + 1, IL_NEWOBJ) &&
           cc_str_starts(cov_member_type(v, unit + 1), "System.Nullable`1");
}

static void join(cov_view *v, const pair *p) {
    const probe_branch *first = &v->plan->branches[p->first];
    const probe_branch *second = &v->plan->branches[p->second];
    cov_decision *group = cov_add_group(v, first->unit, 2);
    if (group == NULL ||
        !cov_join_arms(v, &group->arms[0], &first->arms[1 - p->on], &second->arms[p->alike])) {
        return;
    }
    const probe_arm *other = &second->arms[1 - p->alike];
    group->arms[1] = (cov_decision_arm){other->nodes, other->node_count};
    v->fate[p->first] = v->fate[p->second] = COV_GROUPED;
}

static void drop(cov_view *v, const pair *p) {
    cov_drop(v, p->first);
    cov_drop(v, p->second);
}

static void look_at(cov_view *v, uint32_t b, bool *is_right) {
    pair left;
    pair right;
    if (!find_left(v, b, &left)) {
        return;
    }
    uint32_t begin = v->plan->branches[left.second].arms[left.alike].target;
    uint32_t test = test_behind_lifted(v, next_test(v, begin));
    if (test == COV_NO_BRANCH || v->fate[test] != COV_KEPT) {
        return;
    }
    bool is_loaded = only_loads(v, begin, test);
    if (is_value(v, test, &right)) {
        if (is_loaded) {
            drop(v, &left);
            drop(v, &right);
        } else {
            join(v, &left);
            join(v, &right);
        }
    } else if (is_condition(v, test, &left, &right)) {
        join(v, &left);
        join(v, &right);
    } else if (makes_value(v, target_of(v, left.second, 1 - left.alike))) {
        is_right[test] = true; /* a Boolean, with a test of its own */
        join(v, &left);
    }
}

/* No other branch leads to the unit. */
static bool is_only_of(const cov_view *v, uint32_t unit, uint32_t branch_unit) {
    for (uint32_t u = 0; v->is_target[unit] && u < v->body->unit_count; u++) {
        uint32_t next = cov_successor(v, u, 0);
        for (uint32_t i = 1; u != branch_unit && next != COV_NO_UNIT; i++) {
            if (next == unit) {
                return false;
            }
            next = cov_successor(v, u, i);
        }
    }
    return true;
}

/* Both ways end at the same place, or return. */
static bool end_alike(const cov_view *v, uint32_t a, uint32_t b) {
    bool jumps = cov_is_op(v, a, IL_BR) || cov_is_op(v, a, IL_BR_S);
    uint32_t end = jumps ? cov_unit(v, a)->target : a;
    return end == b || (cov_is_op(v, end, IL_RET) && cov_is_op(v, b, IL_RET));
}

/* And, Or of a Boolean and a variable: the constant stands behind the test for And, where it jumps to
 * for Or. */
static bool is_half_lifted(const cov_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    for (uint32_t arm = 0; branch->kind == PROBE_BRANCH_COND && arm < 2; arm++) {
        int32_t value = -1;
        uint32_t made = branch->arms[arm].target;
        uint32_t other = branch->arms[1 - arm].target;
        uint32_t length = cov_load_length(v, other);
        uint32_t end[2] = {made + 2, other + length};
        if (length > 0 && makes_value(v, made) && cov_is_const(v, made, &value) &&
            value == (int32_t)arm && !cov_visible_in(v, made, made + 2) &&
            !cov_visible_in(v, other, other + length) && is_only_of(v, made, branch->unit) &&
            is_only_of(v, other, branch->unit)) {
            return end_alike(v, end[arm], end[1 - arm]);
        }
    }
    return false;
}

/* The variable whose value or presence the branch tests. */
static uint32_t asked_by(const cov_view *v, uint32_t branch) {
    return cov_before(v, cov_before(v, v->plan->branches[branch].unit));
}

/* The next test when this one fails: of another part of a copied operand, with nothing between. */
static uint32_t test_of_copy(const cov_view *v, uint32_t failed, const char *part) {
    uint32_t behind = v->plan->branches[failed].arms[arm_of(v, failed, false)].target;
    uint32_t test = next_test(v, behind);
    bool is_it = tests_call(v, test, part) && only_loads(v, behind, test) &&
                 cov_is_copy(v, asked_by(v, test));
    return is_it ? test : COV_NO_BRANCH;
}

/* C#: the three tests of & and |. */
static void drop_lifted(cov_view *v, uint32_t left) {
    if (!tests_call(v, left, "GetValueOrDefault") || !cov_is_copy(v, asked_by(v, left))) {
        return;
    }
    uint32_t right = test_of_copy(v, left, "GetValueOrDefault");
    uint32_t again =
        right == COV_NO_BRANCH ? COV_NO_BRANCH : test_of_copy(v, right, "get_HasValue");
    if (again != COV_NO_BRANCH && cov_same_load(v, asked_by(v, left), asked_by(v, again)) &&
        target_of(v, left, arm_of(v, left, true)) == target_of(v, again, arm_of(v, again, false)) &&
        target_of(v, right, arm_of(v, right, true)) ==
            target_of(v, again, arm_of(v, again, true))) {
        cov_drop(v, left);
        cov_drop(v, right);
        cov_drop(v, again);
    }
}

/* A plain load begins here, of what was stored in the same statement. */
static bool loads_copy(const cov_view *v, uint32_t unit) {
    uint32_t length = cov_load_length(v, unit);
    return length > 0 && cov_is_copy(v, unit + length - 1);
}

static void look_at_csharp(cov_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    drop_lifted(v, b);
    if (v->fate[b] == COV_KEPT && is_half_lifted(v, b) &&
        (loads_copy(v, branch->arms[0].target) || loads_copy(v, branch->arms[1].target))) {
        cov_drop(v, b);
    }
}

static void look_at_basic(cov_view *v, uint32_t b, bool *is_right) {
    look_at(v, b, is_right);
    if (v->fate[b] == COV_KEPT && !is_right[b] && is_half_lifted(v, b)) {
        cov_drop(v, b);
    }
}

void cov_idiom_threefold(cov_view *v) {
    bool *is_right = CC_NEW_ARRAY(v->arena, bool, v->plan->branch_count);
    v->failed = v->failed || is_right == NULL;
    for (uint32_t b = 0; !v->failed && b < v->plan->branch_count; b++) {
        if (v->language == PDB_LANG_VB) {
            look_at_basic(v, b, is_right);
        } else if (v->language == PDB_LANG_CSHARP && v->fate[b] == COV_KEPT) {
            look_at_csharp(v, b);
        }
    }
}
