/* fixed converts null and empty arrays, and null strings, to a null pointer:
 *
 *     array: dup; stloc p; brfalse N; ldloc p; ldlen; [conv.i4;] brtrue Y; N: ldc.i4.0; conv.u
 *     string: LOAD; brtrue Y; ldc.i4.0; conv.u; br M; Y: LOAD; call GetPinnableReference   (or dup and pop)
 *     older string: conv.i or conv.u; [dup;] brfalse M; call get_OffsetToStringData; add; M: */
#include "coverage/decision/dec_idioms.h"

static bool is_null_pointer(const dec_view *v, uint32_t insn) {
    insn = dec_skip_jumps(v, insn);
    if (dec_starts_visible(v, insn)) {
        return false; /* a statement of the user */
    }
    if (dec_is_op(v, insn, IL_POP)) {
        insn = dec_skip_jumps(v, insn + 1);
    }
    return dec_is_number(v, insn, 0) &&
           (dec_is_op(v, insn + 1, IL_CONV_U) || dec_is_op(v, insn + 1, IL_CONV_I));
}

static bool reads_length(const dec_view *v, uint32_t insn) {
    uint32_t length = dec_load_length(v, insn);
    return length > 0 && dec_is_op(v, insn + length, IL_LDLEN);
}

static bool is_length(const dec_view *v, uint32_t tested) {
    if (dec_is_op(v, tested, IL_CONV_I4)) {
        tested = dec_insn_before(v, tested);
    }
    return dec_is_op(v, tested, IL_LDLEN);
}

static bool is_truth_branch(const dec_view *v, uint32_t b) {
    uint16_t op = dec_insn(v, dec_test_insn(v, b))->op;
    return op == IL_BRTRUE || op == IL_BRTRUE_S || op == IL_BRFALSE || op == IL_BRFALSE_S;
}

/* An array's length is tested behind its null test, which leads to the same null pointer. */
static bool is_behind_null_test(const dec_view *v, uint32_t b) {
    uint32_t null = dec_dest_if(v, b, false);
    return b > 0 && is_truth_branch(v, b - 1) && dec_dest_if(v, b - 1, false) == null;
}

static bool takes_address(const dec_view *v, uint32_t insn, bool to_null) {
    if (insn == DEC_NO_INSN || dec_starts_visible(v, insn)) {
        return false; /* a statement of the user */
    }
    uint32_t call = insn + dec_load_length(v, insn);
    return (to_null && dec_calls(v, call, "GetPinnableReference")) ||
           dec_calls(v, call, "get_OffsetToStringData");
}

void dec_idiom_fixed(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t there = dec_dest_if(v, b, true);
        bool to_null = is_null_pointer(v, dec_arm_if(v, b, false));
        uint32_t tested = dec_tested_value(v, dec_test_insn(v, b));
        bool is_array =
            reads_length(v, there) || (is_length(v, tested) && is_behind_null_test(v, b));
        if ((to_null && is_array) || takes_address(v, there, to_null)) {
            dec_drop(v, b);
        }
    }
}
