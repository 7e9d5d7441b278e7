/* F#: comparisons that are compiled to several tests. A string and "" is a null test and one of the
 * length, two tuples a test for each element, Option.exists a test for None and the user's test.
 * They are one decision as a condition, an operand or the head of a match, and none as a value.
 *
 *     condition   A; brfalse F; B; brtrue F; T:
 *     value       A; brfalse L; B; [nop;] br M; L: ldc.i4.0; [nop;] M: ...
 *
 * There is no visible point between A and B, nor at the constant: what the user writes after && or
 * || has one. The same holds for alternatives of a rule that bind variables: `| Some x, _ | _, Some
 * x -> P`, where two tests lead to P over stores. Input, output: the view; the first test continues
 * at the last one, which also gets its arm. */
#include "coverage/decision/core/dec_idioms.h"

enum { MAX_OPERANDS = 64 };

/* A two-armed branch that is kept. A switch over one constant is one, too: arm 0 is "not equal". */
static bool is_test(const dec_view *v, uint32_t b) {
    return dec_is_kept(v, b) && !dec_is_kind(v, b, PROBE_BRANCH_FORK) &&
           v->plan->branches[b].arm_count == 2;
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Where control goes from an instruction that has one destination; DEC_NO_INSN. */
static uint32_t straight_on(const dec_view *v, uint32_t insn) {
    if (dec_is_br(v, insn)) {
        return dec_insn(v, insn)->target;
    }
    return dec_goes_on(v, insn) ? insn + 1 : DEC_NO_INSN;
}

/* The next test in straight code from `insn` on, without a visible point. PROBE_NONE: there is
 * none. */
static uint32_t next_test(const dec_view *v, uint32_t insn) {
    for (uint32_t i = 0; dec_is_insn(v, i) && dec_is_insn(v, insn); i++) {
        uint32_t branch = dec_branch_at(v, insn);
        if (dec_starts_visible(v, insn)) {
            return PROBE_NONE;
        }
        if (branch != PROBE_NONE && !dec_is_constant(v, branch)) {
            return branch;
        }
        if (dec_is_br(v, insn) && dec_insn(v, insn)->target <= insn) {
            return PROBE_NONE;
        }
        insn = branch != PROBE_NONE ? dec_certain_target(v, branch) : straight_on(v, insn);
    }
    return PROBE_NONE;
}

/* The arm that is taken when the two compared values are not equal, or the result is false. */
static bool unequal_arm(const dec_view *v, uint32_t b, uint32_t *arm) {
    dec_cursor c = dec_at(v, dec_test_insn(v, b));
    *arm = dec_op2(&c, IL_BNE_UN, IL_BRFALSE) ? 1 : 0;
    return *arm == 1 || dec_op2(&c, IL_BEQ, IL_BRTRUE) || dec_op(&c, IL_SWITCH);
}

/* The tests compare elements, not labels: control leaves on "not equal", or two values are tested.
 * A value that is compared with one constant, then with another, has labels. */
static bool are_elements(const dec_view *v, uint32_t first, uint32_t second, bool unequal) {
    uint32_t a = dec_compared_value(v, dec_test_insn(v, first));
    uint32_t b = dec_compared_value(v, dec_test_insn(v, second));
    bool are_loads = a != DEC_NO_INSN && b != DEC_NO_INSN;
    return are_loads ? !dec_same_load(v, a, b) : unequal;
}

/* `LOAD; ldstr; call Equals; br...`, or the length test for "": the instruction where the load
 * ends. DEC_NO_INSN: another test. */
static uint32_t compared_with_text(const dec_view *v, uint32_t b) {
    uint32_t load = DEC_NO_INSN;
    if (dec_is_truth_test(v, b)) {
        dec_cursor c = dec_before(v, dec_test_insn(v, b));
        load = dec_emptiness_test(v, dec_test_insn(v, b));
        if (load == DEC_NO_INSN && dec_call(&c, "Equals") && dec_op(&c, IL_LDSTR)) {
            (void)dec_load(&c, &load);
        }
    }
    return load;
}

/* One value is compared with one constant, then with another: labels, `| 'a' | 'b' as c ->`. */
static bool are_labels(const dec_view *v, uint32_t first, uint32_t second) {
    uint32_t x = compared_with_text(v, first);
    uint32_t y = compared_with_text(v, second);
    if (x != DEC_NO_INSN && y != DEC_NO_INSN) {
        return dec_same_load(v, x, y);
    }
    uint32_t a = dec_compared_value(v, dec_test_insn(v, first));
    uint32_t b = dec_compared_value(v, dec_test_insn(v, second));
    bool are_truths = dec_is_truth_test(v, first) && dec_is_truth_test(v, second);
    return !are_truths && dec_same_load(v, a, b);
}

/* Where an arm leads, past nops and jumps; or, past the code that binds the variables of a pattern,
 * to the visible point after it. */
typedef struct arm_end {
    uint32_t insn;
    bool binds;
} arm_end;

static arm_end end_of(const dec_view *v, uint32_t target) {
    uint32_t insn = target;
    bool binds = false;
    for (uint32_t i = 0; dec_is_insn(v, i) && dec_is_insn(v, insn); i++) {
        if (dec_starts_visible(v, insn)) {
            return binds ? (arm_end){insn, true} : (arm_end){dec_skip_jumps(v, target), false};
        }
        if (dec_part_line(v, insn) > 0) {
            break; /* the body of a rule, or other rules */
        }
        binds = binds || dec_is_store_local(v, insn, NULL);
        insn = straight_on(v, insn);
    }
    return (arm_end){dec_skip_jumps(v, target), false};
}

/* `| null | "a" ->`: the value is null, or else equals that string. */
static bool are_null_and_text(const dec_view *v, uint32_t b, uint32_t out, uint32_t next) {
    uint32_t load = dec_insn_before(v, dec_test_insn(v, b));
    uint32_t text = is_test(v, next) ? compared_with_text(v, next) : DEC_NO_INSN;
    if (!dec_is_truth_test(v, b) || !dec_same_load(v, load, text)) {
        return false;
    }
    uint32_t target = dec_arm_target(v, b, out);
    return target == dec_arm_if(v, b, false) &&
           end_of(v, target).insn == end_of(v, dec_arm_if(v, next, true)).insn;
}

static bool join_by(dec_view *v, uint32_t b, uint32_t out, bool unequal) {
    const probe_arm *arms = v->plan->branches[b].arms;
    uint32_t next = next_test(v, arms[1 - out].target);
    arm_end end = end_of(v, arms[out].target);
    if (!is_test(v, next) || next == b || end.insn == DEC_NO_INSN ||
        are_null_and_text(v, b, out, next) ||
        (end.binds ? are_labels(v, b, next) : !are_elements(v, b, next, unequal))) {
        return false;
    }
    const probe_arm *last = v->plan->branches[next].arms;
    for (uint32_t arm = 0; arm < 2; arm++) {
        arm_end other = end_of(v, last[arm].target);
        if (other.insn == end.insn && other.binds == end.binds) {
            dec_set_arm(v, next, arm, &last[arm], &arms[out]);
            dec_make_constant(v, b, arms[1 - out].target);
            return true;
        }
    }
    return false;
}

static bool join_condition(dec_view *v, uint32_t b) {
    uint32_t out = 0;
    return unequal_arm(v, b, &out) && (join_by(v, b, out, true) || join_by(v, b, 1 - out, false));
}

/* --- values ----------------------------------------------------------------------------------- */

typedef struct value_form {
    uint32_t out;     /* arm that leads to the constant */
    int32_t constant; /* 0 or 1 */
    uint32_t join;    /* instruction where the paths meet; DEC_NO_INSN: both return */
    uint32_t fork;    /* the fork on the computed value; PROBE_NONE */
} value_form;

static bool is_end(const dec_view *v, uint32_t insn, uint32_t join) {
    return insn == join || (dec_is_br(v, insn) && dec_skip_jumps(v, insn) == join) ||
           (dec_is_op(v, insn, IL_RET) && dec_is_op(v, join, IL_RET));
}

/* Straight code without a visible point from `insn` to the join. */
static bool computes_value(const dec_view *v, uint32_t insn, value_form *f) {
    f->fork = PROBE_NONE;
    for (; dec_is_insn(v, insn); insn++) {
        uint32_t fork = v->plan->fork_of_insn[insn];
        bool is_over = is_end(v, insn, f->join);
        f->fork = fork != PROBE_NONE && insn != f->join ? fork : f->fork;
        if (is_over || dec_starts_visible(v, insn) || !dec_goes_on(v, insn)) {
            return is_over;
        }
    }
    return false;
}

/* Where the arm begins, past one `br`. */
static uint32_t begin_of(const dec_view *v, uint32_t insn) {
    bool jumps = dec_is_br(v, insn) && v->starts[insn] == 0;
    return jumps ? dec_insn(v, insn)->target : insn;
}

/* The arm begins with a constant that nobody wrote. */
static bool makes_constant(const dec_view *v, uint32_t b, uint32_t arm, int32_t *constant) {
    uint32_t insn = begin_of(v, dec_arm_target(v, b, arm));
    return dec_is_const(v, insn, constant) && dec_starts_hidden(v, insn);
}

static bool find_value(const dec_view *v, uint32_t b, value_form *f) {
    for (f->out = 0; f->out < 2; f->out++) {
        uint32_t constant = begin_of(v, dec_arm_target(v, b, f->out));
        uint32_t on = begin_of(v, dec_arm_target(v, b, 1 - f->out));
        if (!makes_constant(v, b, f->out, &f->constant) || (f->constant != 0 && f->constant != 1)) {
            continue;
        }
        f->join = dec_skip_jumps(v, constant + 1);
        if (v->role == DEC_ROLE_FILTER && dec_is_op(v, f->join, IL_RET)) {
            continue; /* a rule of `with` takes the exception, or none does */
        }
        if (f->join != DEC_NO_INSN && computes_value(v, on, f)) {
            return true;
        }
    }
    return false;
}

/* The test of the value at the join, perhaps negated or through a local. PROBE_NONE: none. */
static uint32_t test_of_value(const dec_view *v, uint32_t insn, bool *negated) {
    dec_cursor c = dec_at(v, insn);
    *negated = dec_number(&c, 0) && dec_op(&c, IL_CEQ);
    insn = *negated ? dec_skip_jumps(v, c.at) : insn;
    if (dec_reloads(v, insn, insn + 1) && !dec_visible_in(v, insn, insn + 2)) {
        insn = dec_skip_jumps(v, insn + 2);
    }
    bool is_test = dec_asks_truth(v, insn) && !dec_starts_visible(v, insn);
    return is_test ? dec_branch_at(v, insn) : PROBE_NONE;
}

/* The comparison begins where the right operand of && or || does: the other arm of the left operand
 * is a constant that nobody wrote. */
static bool is_right_operand(const dec_view *v, uint32_t b) {
    uint32_t start = dec_last_visible(v, dec_test_insn(v, b));
    for (uint32_t left = b > MAX_OPERANDS ? b - MAX_OPERANDS : 0; left < b; left++) {
        for (uint32_t arm = 0; arm < 2 && is_test(v, left); arm++) {
            if (begin_of(v, dec_arm_target(v, left, arm)) == start &&
                makes_constant(v, left, 1 - arm, NULL)) {
                return true;
            }
        }
    }
    return false;
}

/* The test repeats the fork; it gets the arms of the fork, because it is where the arms
 * separate. */
static void move_to_test(dec_view *v, uint32_t fork, uint32_t test, bool negated) {
    bool on_true = dec_is_op(v, dec_test_insn(v, test), IL_BRTRUE);
    uint32_t taken = on_true != negated ? 1 : 0;
    const probe_arm *arms = v->plan->branches[fork].arms;
    dec_set_arm(v, test, 1, &arms[taken], NULL);
    dec_set_arm(v, test, 0, &arms[1 - taken], NULL);
    dec_take_back(v, test);
    dec_drop(v, fork);
}

static bool join_value(dec_view *v, uint32_t b) {
    value_form f;
    if (!find_value(v, b, &f)) {
        return false;
    }
    bool negated = false;
    const probe_arm *arms = v->plan->branches[b].arms;
    uint32_t test = test_of_value(v, f.join, &negated);
    bool has_fork = dec_is_kept(v, f.fork);
    if (test != PROBE_NONE && dec_tests_result(v, b) &&
        dec_is_const(v, begin_of(v, arms[1 - f.out].target), NULL)) {
        return false; /* `if isNull (F()) then`: the test alone decides (dec_idiom_inlined.c) */
    }
    if (has_fork) {
        uint32_t constant_arm = f.constant == 0 ? 0 : 1;
        dec_set_arm(v, f.fork, constant_arm, &v->plan->branches[f.fork].arms[constant_arm],
                    &arms[f.out]);
    }
    if (has_fork && test != PROBE_NONE && v->plan->branches[test].is_repeated) {
        move_to_test(v, f.fork, test, negated);
    } else if (has_fork && (test != PROBE_NONE || !is_right_operand(v, b))) {
        dec_drop(v, f.fork);
    }
    dec_make_constant(v, b, arms[1 - f.out].target);
    return true;
}

/* The value of && or || arrives at the instruction: the fork of its right operand continues
 * there. */
static bool has_fork_before(const dec_view *v, uint32_t insn) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (dec_is_kept(v, b) && dec_is_kind(v, b, PROBE_BRANCH_FORK) &&
            dec_skip_jumps(v, dec_test_insn(v, b)) == insn) {
            return true;
        }
    }
    return false;
}

/* `if not (a || b ()) then`: the operands already decide the negated value.
 *
 *     M: ldc.i4.0; ceq; nop; brfalse */
static bool is_negation(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t zero = dec_insn_before(v, dec_insn_before(v, insn));
    dec_cursor c = dec_before(v, insn);
    return dec_op(&c, IL_CEQ) && dec_number(&c, 0) && v->is_target[zero] &&
           !dec_visible_in(v, zero, insn + 1) && has_fork_before(v, zero);
}

void dec_idiom_equality(dec_view *v) {
    bool is_done = false;
    for (uint32_t pass = 0; !is_done; pass++) {
        /* a later test may still be joined, and then earlier ones with it */
        is_done = true;
        for (uint32_t b = 0; b < v->plan->branch_count; b++) {
            is_done = !(is_test(v, b) && join_condition(v, b)) && is_done;
            is_done = !(pass == 0 && is_test(v, b) && join_value(v, b)) && is_done;
        }
    }
    dec_drop_truth_tests(v, is_negation);
}
