/* fixed takes null and empty arrays, and null strings, to a null pointer:
 *   array: dup; stloc p; brfalse N; ldloc p; ldlen; [conv.i4;] brtrue Y; N: ldc.i4.0; conv.u
 *   string: LOAD; brtrue Y; ldc.i4.0; conv.u; br M; Y: LOAD; call GetPinnableReference   (or dup
 * and pop)
 *   older string: conv.i or conv.u; [dup;] brfalse M; call get_OffsetToStringData; add; M: */
#include "coverage/idiom/cov_view.h"

static bool is_null_pointer(const cov_view *v, uint32_t unit) {
    int32_t value = 1;
    unit = cov_settle(v, unit);
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

static bool takes_address(const cov_view *v, uint32_t unit) {
    uint32_t call = unit == COV_NO_UNIT ? unit : unit + cov_load_length(v, unit);
    return call != COV_NO_UNIT && (cov_calls(v, call, "GetPinnableReference") ||
                                   cov_calls(v, call, "get_OffsetToStringData"));
}

void cov_idiom_fixed(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t there = cov_settle(v, cov_arm_if(v, b, true));
        bool to_null = is_null_pointer(v, cov_arm_if(v, b, false));
        uint32_t tested = cov_tested(v, v->plan->branches[b].unit);
        if ((to_null && (reads_length(v, there) || is_length(v, tested))) ||
            takes_address(v, there)) {
            cov_drop(v, b);
        }
    }
}
