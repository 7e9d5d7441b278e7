/* The order of a decision's two arms. Debug and Release builds of one source sometimes branch the
 * other way round, and the arms of both are joined by number.
 *
 * Input: a view, a branch. Output: does its second arm come first? The first arm is the one on
 * which the condition holds: the comparison (equal, less, greater), or else the value itself (true,
 * not null, not zero). Negations, which one build computes and the other leaves to the branch, are
 * removed; so are stores that are loaded at once. In F#, where optimised code tests other things,
 * the arm whose code comes first in the source is first, if both have code; in C# optimised code
 * has no `break`. */
#include "coverage/decision/core/dec_trace.h"
#include "coverage/decision/core/dec_value.h"

static bool is_null_or_zero(const dec_view *v, uint32_t insn) {
    int32_t value = 1;
    return dec_is_op(v, insn, IL_LDNULL) || (dec_is_const(v, insn, &value) && value == 0);
}

/* The instruction compares with null or zero (a zero may be widened), and control cannot enter in
 * between: the instruction that loads the null or zero; else DEC_NO_INSN. */
static uint32_t null_or_zero_before(const dec_view *v, uint32_t insn) {
    uint32_t at = v->is_target[insn] ? DEC_NO_INSN : dec_insn_before(v, insn);
    bool is_long = at != DEC_NO_INSN && !v->is_target[at] &&
                   (dec_is_op(v, at, IL_CONV_I8) || dec_is_op(v, at, IL_CONV_U8));
    at = is_long ? dec_insn_before(v, at) : at;
    return at != DEC_NO_INSN && is_null_or_zero(v, at) ? at : DEC_NO_INSN;
}

/* A value that is tested, without its negations. */
typedef struct tested {
    uint32_t maker; /* the instruction that makes it; DEC_NO_INSN: not known */
    bool is_negated;
} tested;

/* The value before `insn`. */
static tested tested_before(const dec_view *v, uint32_t insn) {
    tested t = {DEC_NO_INSN, false};
    while (!v->is_target[insn]) {
        uint32_t maker = dec_insn_before(v, insn);
        t.maker = maker;
        if (maker == DEC_NO_INSN) {
            break;
        }
        uint32_t nothing = null_or_zero_before(v, maker);
        uint32_t store = dec_copied_by(v, maker);
        if (store != DEC_NO_INSN) {
            insn = store;
        } else if (nothing != DEC_NO_INSN &&
                   (dec_is_op(v, maker, IL_CEQ) || dec_is_op(v, maker, IL_CGT_UN))) {
            t.is_negated ^= dec_is_op(v, maker, IL_CEQ);
            insn = nothing;
            t.maker = nothing; /* the value before it, whatever made that */
        } else {
            break;
        }
    }
    return t;
}

/* The value before `insn` is the negation of the condition. */
static bool is_negation(const dec_view *v, uint32_t insn) {
    return tested_before(v, insn).is_negated;
}

/* The taken arm is the one on which the condition holds. */
static bool holds_when_taken(const dec_view *v, uint32_t insn) {
    bool with_nothing = null_or_zero_before(v, insn) != DEC_NO_INSN;
    switch ((int)dec_insn(v, insn)->op) {
    case IL_BRTRUE:
    case IL_BRTRUE_S:
        return !is_negation(v, insn);
    case IL_BRFALSE:
    case IL_BRFALSE_S:
        return is_negation(v, insn);
    case IL_BEQ:
    case IL_BEQ_S:
        return !with_nothing;
    case IL_BNE_UN:
    case IL_BNE_UN_S:
        return with_nothing;
    case IL_BGE:
    case IL_BGE_S:
    case IL_BGE_UN:
    case IL_BGE_UN_S:
    case IL_BLE:
    case IL_BLE_S:
    case IL_BLE_UN:
    case IL_BLE_UN_S:
        return false;
    default:
        return true;
    }
}

/* --- F# --------------------------------------------------------------------------------------- */

#define TO_A_TEST ((uint64_t)0)
#define TO_THE_END UINT64_MAX

static uint64_t place_of_point(const dec_view *v, uint32_t insn) {
    const pdb_point *p = dec_point_here(v, insn);
    return (((uint64_t)p->start_line << 32) | p->start_column) + 1;
}

/* Optimised code has copies of the last ret, which lack its point. */
static uint64_t place_of_end(const dec_view *v) {
    uint32_t last = v->body->insn_count - 1;
    bool is_way_out = dec_is_op(v, last, IL_RET) && v->point_at[last] != PROBE_NONE;
    return is_way_out ? place_of_point(v, last) : TO_THE_END;
}

static bool step(dec_trace *w, uint64_t *place) {
    const dec_view *v = w->v;
    uint64_t line = dec_part_line(v, w->insn);
    if (line > 0) {
        *place = dec_point_here(v, w->insn) != NULL ? place_of_point(v, w->insn) : (line << 32) + 1;
        return false;
    }
    switch (dec_flow(v, w->insn)) {
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        *place = TO_A_TEST;
        return dec_trace_branch(w);
    case IL_FLOW_BRANCH:
    case IL_FLOW_LEAVE:
        w->insn = dec_insn(v, w->insn)->target;
        return true;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
        dec_trace_step(w);
        return true;
    case IL_FLOW_RETURN:
        *place = place_of_end(v);
        return false;
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
        break;
    }
    *place = TO_THE_END;
    return false;
}

/* A constant that && or || made is their value: a test after it does not belong to the arm. A
 * lambda returns it, and when inlined into a loop continues in that loop. */
static bool is_short_circuit_value(const dec_trace *w) {
    int32_t value = 0;
    return dec_starts_hidden(w->v, w->insn) && dec_is_const(w->v, w->insn, &value);
}

/* The statement or operand that begins at `insn` is `Option.isSome (F ())`. Optimised code has no
 * point for it where it is an operand: there, the arm leads to a test. */
static bool is_option_operand(const dec_view *v, uint32_t insn) {
    while (dec_is_insn(v, insn + 1) && dec_goes_on(v, insn) && v->starts[insn + 1] == 0) {
        insn++;
    }
    if (v->is_optimised || !dec_has_branch(v, insn) || insn == 0 || !dec_is_call(v, insn - 1)) {
        return false;
    }
    cc_str name = dec_member(v, insn - 1);
    return cc_str_eqz(name, "IsSome") || cc_str_eqz(name, "IsNone");
}

static uint64_t place_of_arm(const dec_view *v, const probe_branch *b, uint32_t arm) {
    bool is_fork = b->kind == PROBE_BRANCH_FORK;
    dec_trace w = dec_trace_from(v, b, arm);
    uint64_t place = TO_THE_END;
    bool makes_value = false;
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, w.insn); steps++) {
        uint32_t fork = v->plan->fork_of_insn[w.insn];
        if (fork != PROBE_NONE && &v->plan->branches[fork] != b &&
            (dec_is_kept(v, fork) || v->plan->branches[fork].is_part) && !dec_trace_is_known(&w)) {
            return TO_A_TEST;
        }
        if (v->point_at[w.insn] != PROBE_NONE && !(is_fork && steps == 0)) {
            return is_option_operand(v, w.insn) ? TO_A_TEST : place_of_point(v, w.insn);
        }
        makes_value = makes_value || is_short_circuit_value(&w);
        if (!step(&w, &place)) {
            return place == TO_A_TEST && makes_value ? TO_THE_END : place;
        }
    }
    return TO_THE_END;
}

/* --- what is tested --------------------------------------------------------------------------- */

static dec_test test_of_call(const dec_view *v, uint32_t insn) {
    cc_str name = dec_member(v, insn);
    if (cc_str_eqz(name, "Equals")) {
        return DEC_TEST_EQUAL;
    }
    static const char *const operators[] = {"op_Equality",        "op_Inequality",
                                            "op_LessThan",        "op_GreaterThan",
                                            "op_LessThanOrEqual", "op_GreaterThanOrEqual"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (cc_str_eqz(name, operators[i])) {
            return DEC_TEST_OPERATOR;
        }
    }
    return DEC_TEST_VALUE;
}

static dec_test test_of_value(const dec_view *v, uint32_t maker) {
    if (maker == DEC_NO_INSN) {
        return DEC_TEST_VALUE; /* made in several places */
    }
    switch ((int)dec_insn(v, maker)->op) {
    case IL_ISINST:
        return DEC_TEST_TYPE;
    case IL_CEQ:
        return DEC_TEST_EQUAL;
    case IL_CLT:
    case IL_CLT_UN:
        return DEC_TEST_LESS;
    case IL_CGT:
    case IL_CGT_UN:
        return DEC_TEST_GREATER;
    default:
        return dec_is_call(v, maker) ? test_of_call(v, maker) : DEC_TEST_VALUE;
    }
}

static dec_test test_of_branch(const dec_view *v, uint32_t insn) {
    bool with_nothing = null_or_zero_before(v, insn) != DEC_NO_INSN;
    switch ((int)dec_insn(v, insn)->op) {
    case IL_BRTRUE:
    case IL_BRTRUE_S:
    case IL_BRFALSE:
    case IL_BRFALSE_S:
        return test_of_value(v, tested_before(v, insn).maker);
    case IL_BEQ:
    case IL_BEQ_S:
    case IL_BNE_UN:
    case IL_BNE_UN_S:
        return with_nothing ? DEC_TEST_VALUE : DEC_TEST_EQUAL;
    case IL_BLT:
    case IL_BLT_S:
    case IL_BLT_UN:
    case IL_BLT_UN_S:
    case IL_BGE:
    case IL_BGE_S:
    case IL_BGE_UN:
    case IL_BGE_UN_S:
        return DEC_TEST_LESS;
    case IL_BGT:
    case IL_BGT_S:
    case IL_BGT_UN:
    case IL_BGT_UN_S:
    case IL_BLE:
    case IL_BLE_S:
    case IL_BLE_UN:
    case IL_BLE_UN_S:
        return DEC_TEST_GREATER;
    default:
        return DEC_TEST_UNKNOWN;
    }
}

/* The test holds on the second arm. */
static bool second_arm_holds(const dec_view *v, const probe_branch *b) {
    return b->kind == PROBE_BRANCH_FORK ? !is_negation(v, b->insn) : holds_when_taken(v, b->insn);
}

dec_test dec_test_of(const dec_view *v, uint32_t branch, uint32_t *holds) {
    const probe_branch *b = &v->plan->branches[branch];
    *holds = 0;
    if (b->arm_count != 2 || b->kind == PROBE_BRANCH_SWITCH) {
        return DEC_TEST_UNKNOWN;
    }
    *holds = second_arm_holds(v, b) ? 1 : 0;
    return b->kind == PROBE_BRANCH_FORK ? test_of_value(v, tested_before(v, b->insn).maker)
                                        : test_of_branch(v, b->insn);
}

/* --- both ------------------------------------------------------------------------------------- */

bool dec_arms_are_swapped(const dec_view *v, uint32_t branch) {
    const probe_branch *b = &v->plan->branches[branch];
    if (b->arm_count != 2 || b->kind == PROBE_BRANCH_SWITCH) {
        return false;
    }
    if (dec_does(v, DEC_ORDERS_BY_SOURCE)) {
        uint64_t first = place_of_arm(v, b, 0);
        uint64_t second = place_of_arm(v, b, 1);
        if (first != second && first != TO_A_TEST && second != TO_A_TEST) {
            return second < first;
        }
    }
    return second_arm_holds(v, b);
}
