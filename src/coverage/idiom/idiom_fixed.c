/* fixed takes null and empty arrays, and null strings, to a null pointer:
 *   array: dup; stloc p; brfalse N; ldloc p; ldlen; [conv.i4;] brtrue Y; N: ldc.i4.0; conv.u
 *   string: LOAD; brtrue Y; ldc.i4.0; conv.u; br M; Y: LOAD; call GetPinnableReference   (or dup
 * and pop)
 *   older string: conv.i or conv.u; [dup;] brfalse M; call get_OffsetToStringData; add; M: */
#include "coverage/idiom/cov_view.h"

static bool is_null_pointer(const cov_view *v, uint32_t unit) {
    int32_t value = 1;
    unit = cov_settle(v, unit);
    if (unit != COV_NO_UNIT && (v->starts[unit] & COV_START_VISIBLE) != 0) {
        return false; /* a statement of the user's */
    }
    if (unit != COV_NO_UNIT && cov_is_op(v, unit, IL_POP)) {
        unit = cov_settle(v, unit + 1);
    }
    return unit != COV_NO_UNIT && cov_is_const(v, unit, &value) && value == 0 &&
           (cov_is_op(v, unit + 1, IL_CONV_U) || cov_is_op(v, unit + 1, IL_CONV_I));
}

static bool reads_length(const cov_view *v, uint32_t unit) {
    uint32_t length = unit == COV_NO_UNIT ? 0 : cov_load_length(v, unit);
    return length > 0 && cov_is_op(v, unit + length, IL_LDLEN);
}

static bool is_length(const cov_view *v, uint32_t tested) {
    if (cov_is_op(v, tested, IL_CONV_I4)) {
        tested = cov_before(v, tested);
    }
    return cov_is_op(v, tested, IL_LDLEN);
}

static bool is_truth_branch(const cov_view *v, uint32_t b) {
    uint16_t op = cov_unit(v, v->plan->branches[b].unit)->op;
    return op == IL_BRTRUE || op == IL_BRTRUE_S || op == IL_BRFALSE || op == IL_BRFALSE_S;
}

/* An array's length is asked for behind its null test, which leads to the same null pointer. */
static bool is_behind_null_test(const cov_view *v, uint32_t b) {
    uint32_t null = cov_settle(v, cov_arm_if(v, b, false));
    return b > 0 && is_truth_branch(v, b - 1) && cov_settle(v, cov_arm_if(v, b - 1, false)) == null;
}

static bool takes_address(const cov_view *v, uint32_t unit, bool to_null) {
    if (unit == COV_NO_UNIT || (v->starts[unit] & COV_START_VISIBLE) != 0) {
        return false; /* a statement of the user's */
    }
    uint32_t call = unit + cov_load_length(v, unit);
    return (to_null && cov_calls(v, call, "GetPinnableReference")) ||
           cov_calls(v, call, "get_OffsetToStringData");
}

void cov_idiom_fixed(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t there = cov_settle(v, cov_arm_if(v, b, true));
        bool to_null = is_null_pointer(v, cov_arm_if(v, b, false));
        uint32_t tested = cov_tested(v, v->plan->branches[b].unit);
        bool is_array =
            reads_length(v, there) || (is_length(v, tested) && is_behind_null_test(v, b));
        if ((to_null && is_array) || takes_address(v, there, to_null)) {
            cov_drop(v, b);
        }
    }
}
