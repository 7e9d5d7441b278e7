/* F#: comparisons that are compiled to several tests. A string and "" is a null test and one of the
 * length, two tuples a test for each element, Option.exists a test for None and the user's. They are one
 * decision as a condition, an operand or the head of a match, and none as a value.
 *   condition   A; brfalse F; B; brtrue F; T:
 *   value       A; brfalse L; B; [nop;] br M; L: ldc.i4.0; [nop;] M: ...
 * No visible point stands between A and B, nor at the constant: what the user writes behind && or || has
 * one. So are the alternatives of a rule that bind variables: `| Some x, _ | _, Some x -> P`, where two
 * tests lead to P over stores. Input, output: the view; the first test goes on to the last one, which gets its arm too. */
#include "coverage/idiom/cov_view.h"

enum { MAX_STRAIGHT = 64, MAX_PASSES = 16, MAX_OPERANDS = 64 };

/* The plan of the view is shared with the method's until an arm changes. */
static bool own_plan(cov_view *v) {
    if (v->plan != v->method->plan) {
        return true;
    }
    probe_plan *plan = CC_NEW_ARRAY(v->arena, probe_plan, 1);
    probe_branch *branches = CC_NEW_ARRAY(v->arena, probe_branch, v->plan->branch_count);
    if (plan == NULL || branches == NULL) {
        v->failed = true;
        return false;
    }
    *plan = *v->plan;
    for (uint32_t b = 0; b < plan->branch_count; b++) {
        branches[b] = plan->branches[b];
    }
    plan->branches = branches;
    v->plan = plan;
    return true;
}

/* The arm of branch `b` is taken with the nodes of `x` and `y` (NULL: none). */
static void set_arm(cov_view *v, uint32_t b, uint32_t arm, const probe_arm *x, const probe_arm *y) {
    uint32_t second = y == NULL ? 0 : y->node_count;
    uint32_t *nodes = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)x->node_count + second);
    probe_arm *arms = CC_NEW_ARRAY(v->arena, probe_arm, 2);
    if (nodes == NULL || arms == NULL || !own_plan(v)) {
        v->failed = true;
        return;
    }
    for (uint32_t i = 0; i < x->node_count; i++) {
        nodes[i] = x->nodes[i];
    }
    for (uint32_t i = 0; i < second; i++) {
        nodes[x->node_count + i] = y->nodes[i];
    }
    probe_branch *branch = &v->plan->branches[b];
    arms[0] = branch->arms[0];
    arms[1] = branch->arms[1];
    arms[arm].nodes = nodes;
    arms[arm].node_count = x->node_count + second;
    branch->arms = arms;
}

/* A switch over one constant is one, too: arm 0 is "not equal". */
static bool is_test(const cov_view *v, uint32_t b) {
    return b != PROBE_NONE && v->plan->branches[b].kind != PROBE_BRANCH_FORK &&
           v->plan->branches[b].arm_count == 2 && v->fate[b] == COV_KEPT;
}

/* Of two operands, one leads out; the test goes on to `on`. */
static void pass_on(cov_view *v, uint32_t b, uint32_t on) {
    v->fate[b] = COV_CONSTANT;
    v->certain[b] = on;
}

/* --- conditions ------------------------------------------------------------------------------- */

/* The next test in straight code from `unit` on, without a visible point. PROBE_NONE: there is none. */
static uint32_t next_test(const cov_view *v, uint32_t unit) {
    for (int i = 0; i < MAX_STRAIGHT && unit < v->body->unit_count; i++) {
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
        if ((v->starts[unit] & COV_START_VISIBLE) != 0) {
            return PROBE_NONE;
        }
        uint32_t branch = v->plan->branch_of_unit[unit];
        if (branch != PROBE_NONE && v->fate[branch] == COV_CONSTANT) {
            unit = v->certain[branch];
            continue;
        }
        if (branch != PROBE_NONE) {
            return branch;
        }
        if (flow == IL_FLOW_BRANCH && cov_unit(v, unit)->target > unit) {
            unit = cov_unit(v, unit)->target;
        } else if (flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL || flow == IL_FLOW_PREFIX) {
            unit++;
        } else {
            return PROBE_NONE;
        }
    }
    return PROBE_NONE;
}

/* Where control goes when the two values compared are not equal, or the result is false. */
static bool unequal_arm(const cov_view *v, uint32_t b, uint32_t *arm) {
    uint32_t unit = v->plan->branches[b].unit;
    bool is_beq = cov_is_op(v, unit, IL_BEQ) || cov_is_op(v, unit, IL_BEQ_S);
    bool is_bne = cov_is_op(v, unit, IL_BNE_UN) || cov_is_op(v, unit, IL_BNE_UN_S);
    bool is_true = cov_is_op(v, unit, IL_BRTRUE) || cov_is_op(v, unit, IL_BRTRUE_S);
    bool is_false = cov_is_op(v, unit, IL_BRFALSE) || cov_is_op(v, unit, IL_BRFALSE_S);
    *arm = is_bne || is_false ? 1 : 0;
    return is_beq || is_bne || is_true || is_false || cov_is_op(v, unit, IL_SWITCH);
}

/* Elements, not labels: the way out is that of "not equal", or two values are tested. A value that is
 * asked for one constant, then for another, has labels. */
static bool are_elements(const cov_view *v, uint32_t first, uint32_t second, bool unequal) {
    uint32_t a = cov_tested_against_constants(v, v->plan->branches[first].unit);
    uint32_t b = cov_tested_against_constants(v, v->plan->branches[second].unit);
    bool are_loads = a != COV_NO_UNIT && b != COV_NO_UNIT;
    return are_loads ? !cov_same_load(v, a, b) : unequal;
}

/* `LOAD; ldstr; call Equals; br...`, or the length asked for "": the unit where the load ends. COV_NO_UNIT: another
 * test. */
static uint32_t compared_with_text(const cov_view *v, uint32_t b) {
    uint32_t test = v->plan->branches[b].unit;
    uint32_t emptied = cov_is_truth_test(v, b) ? cov_emptied_text(v, test) : COV_NO_UNIT;
    uint32_t call = cov_before(v, test);
    uint32_t text = call == COV_NO_UNIT ? call : cov_before(v, call);
    bool is_text = text != COV_NO_UNIT && cov_is_truth_test(v, b) && cov_calls(v, call, "Equals") &&
                   cov_is_op(v, text, IL_LDSTR);
    uint32_t first = 0;
    uint32_t load = is_text ? cov_before(v, text) : COV_NO_UNIT;
    if (emptied != COV_NO_UNIT) {
        return emptied;
    }
    return load != COV_NO_UNIT && cov_plain_load(v, load, &first) ? load : COV_NO_UNIT;
}

/* One value that is asked for one constant, then for another: labels, `| 'a' | 'b' as c ->`. */
static bool are_labels(const cov_view *v, uint32_t first, uint32_t second) {
    uint32_t x = compared_with_text(v, first);
    uint32_t y = compared_with_text(v, second);
    if (x != COV_NO_UNIT && y != COV_NO_UNIT) {
        return cov_same_load(v, x, y);
    }
    uint32_t a = cov_tested_against_constants(v, v->plan->branches[first].unit);
    uint32_t b = cov_tested_against_constants(v, v->plan->branches[second].unit);
    bool are_truths = cov_is_truth_test(v, first) && cov_is_truth_test(v, second);
    return a != COV_NO_UNIT && b != COV_NO_UNIT && !are_truths && cov_same_load(v, a, b);
}

/* Where an arm leads: over nops and jumps; over the code that binds the variables of a pattern, to the
 * visible point behind it. */
typedef struct arm_end {
    uint32_t unit;
    bool binds;
} arm_end;

static arm_end end_of(const cov_view *v, uint32_t target) {
    int32_t local = 0;
    uint32_t unit = target;
    bool binds = false;
    for (int i = 0; i < MAX_STRAIGHT && unit < v->body->unit_count; i++) {
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
        if ((v->starts[unit] & COV_START_VISIBLE) != 0) {
            return binds ? (arm_end){unit, true} : (arm_end){cov_settle(v, target), false};
        }
        if (cov_part_line(v, unit) > 0) {
            break; /* the body of a rule, or other rules */
        }
        binds = binds || cov_is_store_local(v, unit, &local);
        if (flow == IL_FLOW_BRANCH) {
            unit = cov_unit(v, unit)->target;
        } else if (flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL || flow == IL_FLOW_PREFIX) {
            unit++;
        } else {
            break;
        }
    }
    return (arm_end){cov_settle(v, target), false};
}

/* `| null | "a" ->`: the value is null, or else that text. */
static bool are_null_and_text(const cov_view *v, uint32_t b, uint32_t out, uint32_t next) {
    uint32_t load = cov_before(v, v->plan->branches[b].unit);
    uint32_t text = is_test(v, next) ? compared_with_text(v, next) : COV_NO_UNIT;
    if (text == COV_NO_UNIT || !cov_is_truth_test(v, b) || !cov_same_load(v, load, text)) {
        return false;
    }
    uint32_t target = v->plan->branches[b].arms[out].target;
    return target == cov_arm_if(v, b, false) &&
           end_of(v, target).unit == end_of(v, cov_arm_if(v, next, true)).unit;
}

static bool join_by(cov_view *v, uint32_t b, uint32_t out, bool unequal) {
    const probe_arm *arms = v->plan->branches[b].arms;
    uint32_t next = next_test(v, arms[1 - out].target);
    arm_end end = end_of(v, arms[out].target);
    if (!is_test(v, next) || next == b || end.unit == COV_NO_UNIT ||
        are_null_and_text(v, b, out, next) ||
        (end.binds ? are_labels(v, b, next) : !are_elements(v, b, next, unequal))) {
        return false;
    }
    const probe_arm *last = v->plan->branches[next].arms;
    for (uint32_t arm = 0; arm < 2; arm++) {
        arm_end other = end_of(v, last[arm].target);
        if (other.unit == end.unit && other.binds == end.binds) {
            set_arm(v, next, arm, &last[arm], &arms[out]);
            pass_on(v, b, arms[1 - out].target);
            return true;
        }
    }
    return false;
}

static bool join_condition(cov_view *v, uint32_t b) {
    uint32_t out = 0;
    return unequal_arm(v, b, &out) && (join_by(v, b, out, true) || join_by(v, b, 1 - out, false));
}

/* --- values ----------------------------------------------------------------------------------- */

typedef struct value_form {
    uint32_t out;     /* arm that makes the constant */
    int32_t constant; /* 0 or 1 */
    uint32_t join;    /* unit where the ways meet; COV_NO_UNIT: both return */
    uint32_t fork;    /* branch that tells the computed value; PROBE_NONE */
} value_form;

static bool is_end(const cov_view *v, uint32_t unit, uint32_t join) {
    bool is_br = cov_is_op(v, unit, IL_BR) || cov_is_op(v, unit, IL_BR_S);
    return unit == join || (is_br && cov_settle(v, unit) == join) ||
           (cov_is_op(v, unit, IL_RET) && cov_is_op(v, join, IL_RET));
}

/* Straight code without a visible point from `unit` to the join. */
static bool computes_value(const cov_view *v, uint32_t unit, value_form *f) {
    f->fork = PROBE_NONE;
    for (int i = 0; i < MAX_STRAIGHT && unit < v->body->unit_count; i++, unit++) {
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
        uint32_t fork = v->plan->fork_of_unit[unit];
        if (is_end(v, unit, f->join)) {
            f->fork = fork != PROBE_NONE && unit != f->join ? fork : f->fork;
            return true;
        }
        f->fork = fork != PROBE_NONE ? fork : f->fork;
        if ((v->starts[unit] & COV_START_VISIBLE) != 0 ||
            (flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL && flow != IL_FLOW_PREFIX)) {
            return false;
        }
    }
    return false;
}

/* The unit behind `br`s, where the arm begins. */
static uint32_t begin_of(const cov_view *v, uint32_t unit) {
    bool jumps = unit < v->body->unit_count &&
                 (cov_is_op(v, unit, IL_BR) || cov_is_op(v, unit, IL_BR_S)) && v->starts[unit] == 0;
    return jumps ? cov_unit(v, unit)->target : unit;
}

static bool find_value(const cov_view *v, uint32_t b, value_form *f) {
    const probe_arm *arms = v->plan->branches[b].arms;
    for (f->out = 0; f->out < 2; f->out++) {
        uint32_t constant = begin_of(v, arms[f->out].target);
        uint32_t on = begin_of(v, arms[1 - f->out].target);
        if (on >= v->body->unit_count || !cov_is_const(v, constant, &f->constant) ||
            (f->constant != 0 && f->constant != 1) || v->starts[constant] != COV_START_HIDDEN) {
            continue;
        }
        f->join = cov_settle(v, constant + 1);
        if (v->role == COV_ROLE_FILTER && cov_is_op(v, f->join, IL_RET)) {
            continue; /* a rule of `with` takes the exception, or none does */
        }
        if (f->join != COV_NO_UNIT && computes_value(v, on, f)) {
            return true;
        }
    }
    return false;
}

/* The test of the value at the join, perhaps negated or through a local. PROBE_NONE: none. */
static uint32_t test_of_value(const cov_view *v, uint32_t unit, bool *negated) {
    int32_t zero = 1;
    int32_t stored = -1;
    int32_t loaded = -1;
    *negated = false;
    if (cov_is_const(v, unit, &zero) && zero == 0 && cov_is_op(v, unit + 1, IL_CEQ)) {
        *negated = true;
        unit = cov_settle(v, unit + 2);
    }
    if (unit != COV_NO_UNIT && cov_is_store_local(v, unit, &stored) &&
        cov_is_load_local(v, unit + 1, &loaded) && stored == loaded &&
        !cov_visible_in(v, unit, unit + 2)) {
        unit = cov_settle(v, unit + 2);
    }
    bool is_truth =
        unit != COV_NO_UNIT && (cov_is_op(v, unit, IL_BRTRUE) || cov_is_op(v, unit, IL_BRTRUE_S) ||
                                cov_is_op(v, unit, IL_BRFALSE) || cov_is_op(v, unit, IL_BRFALSE_S));
    bool is_seen = is_truth && (v->starts[unit] & COV_START_VISIBLE) != 0;
    return is_truth && !is_seen ? v->plan->branch_of_unit[unit] : PROBE_NONE;
}

/* The comparison begins where the right operand of && or || does: the other way of the left operand is a
 * constant that nobody wrote. */
static bool is_right_operand(const cov_view *v, uint32_t b) {
    uint32_t start = cov_last_visible(v, v->plan->branches[b].unit);
    for (uint32_t left = b > MAX_OPERANDS ? b - MAX_OPERANDS : 0; left < b; left++) {
        for (uint32_t arm = 0; arm < 2 && is_test(v, left); arm++) {
            const probe_arm *arms = v->plan->branches[left].arms;
            uint32_t constant = begin_of(v, arms[1 - arm].target);
            int32_t value = 0;
            if (begin_of(v, arms[arm].target) == start && cov_is_const(v, constant, &value) &&
                v->starts[constant] == COV_START_HIDDEN) {
                return true;
            }
        }
    }
    return false;
}

/* The test repeats what the fork told; it gets the arms of the fork, as it stands where the arms part. */
static void move_to_test(cov_view *v, uint32_t fork, uint32_t test, bool negated) {
    uint32_t unit = v->plan->branches[test].unit;
    bool on_true = cov_is_op(v, unit, IL_BRTRUE) || cov_is_op(v, unit, IL_BRTRUE_S);
    uint32_t taken = on_true != negated ? 1 : 0;
    const probe_arm *arms = v->plan->branches[fork].arms;
    set_arm(v, test, 1, &arms[taken], NULL);
    if (!v->failed) {
        set_arm(v, test, 0, &arms[1 - taken], NULL);
    }
    v->fate[test] = COV_KEPT;
    cov_drop(v, fork);
}

static bool join_value(cov_view *v, uint32_t b) {
    value_form f;
    if (!find_value(v, b, &f)) {
        return false;
    }
    bool negated = false;
    const probe_arm *arms = v->plan->branches[b].arms;
    uint32_t test = test_of_value(v, f.join, &negated);
    bool has_fork = f.fork != PROBE_NONE && v->fate[f.fork] == COV_KEPT;
    if (has_fork) {
        uint32_t told = f.constant == 0 ? 0 : 1;
        set_arm(v, f.fork, told, &v->plan->branches[f.fork].arms[told], &arms[f.out]);
    }
    if (has_fork && test != PROBE_NONE && v->plan->branches[test].is_repeated && !v->failed) {
        move_to_test(v, f.fork, test, negated);
    } else if (has_fork && (test != PROBE_NONE || !is_right_operand(v, b))) {
        cov_drop(v, f.fork);
    }
    pass_on(v, b, arms[1 - f.out].target);
    return true;
}

/* The value of && or || comes to the unit: its right operand's fork stands where control goes on there. */
static bool is_told_at(const cov_view *v, uint32_t unit) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (v->plan->branches[b].kind == PROBE_BRANCH_FORK && v->fate[b] == COV_KEPT &&
            cov_settle(v, v->plan->branches[b].unit) == unit) {
            return true;
        }
    }
    return false;
}

/* `if not (a || b ()) then`: the operands have told what is negated.
 *   M: ldc.i4.0; ceq; nop; brfalse */
static void drop_negations(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t value = -1;
        uint32_t unit = v->plan->branches[b].unit;
        uint32_t equal = cov_before(v, unit);
        uint32_t zero = equal == COV_NO_UNIT ? equal : cov_before(v, equal);
        bool is_negation = cov_is_truth_test(v, b) && cov_is_op(v, equal, IL_CEQ) &&
                           zero != COV_NO_UNIT && cov_is_const(v, zero, &value) && value == 0;
        if (is_negation && v->is_target[zero] && !cov_visible_in(v, zero, unit + 1) &&
            is_told_at(v, zero)) {
            cov_drop(v, b);
        }
    }
}

void cov_idiom_equality(cov_view *v) {
    bool is_other = v->language != PDB_LANG_FSHARP;
    bool is_done = is_other;
    for (int pass = 0; pass < MAX_PASSES && !is_done && !v->failed; pass++) {
        is_done = true; /* a test behind may still be joined, and then those in front with it */
        for (uint32_t b = 0; b < v->plan->branch_count && !v->failed; b++) {
            is_done = !(is_test(v, b) && join_condition(v, b)) && is_done;
            is_done = !(pass == 0 && is_test(v, b) && join_value(v, b)) && is_done;
        }
    }
    if (!is_other) {
        drop_negations(v);
    }
}
