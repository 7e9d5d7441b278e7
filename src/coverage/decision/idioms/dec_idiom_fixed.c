/* fixed converts null and empty arrays, and null strings, to a null pointer:
 *
 *     array: dup; stloc p; brfalse N; ldloc p; LENGTH; brtrue Y; N: ldc.i4.0; conv.u
 *     LENGTH: ldlen; [conv.i4]; of several ranks: callvirt Array.get_Length
 *     string: LOAD; brtrue Y; ldc.i4.0; conv.u; br M; Y: LOAD; call GetPinnableReference   (or dup and pop)
 *     older string: conv.i or conv.u; [dup;] brfalse M; call get_OffsetToStringData; add; M: */
#include "coverage/decision/core/dec_idioms.h"

static bool is_null_pointer(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    if (!dec_skip(&c) || dec_starts_visible(v, c.at)) {
        return false; /* a statement of the user */
    }
    if (dec_op(&c, IL_POP)) {
        (void)dec_skip(&c);
    }
    return dec_number(&c, 0) && dec_op2(&c, IL_CONV_U, IL_CONV_I);
}

/* What gives the length of an array of one rank, or of several. */
static bool gives_length(dec_cursor *c) {
    return dec_op(c, IL_LDLEN) || dec_call_of(c, "System.Array", "get_Length");
}

static bool reads_length(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    return dec_load(&c, NULL) && gives_length(&c);
}

static bool is_length(const dec_view *v, uint32_t tested) {
    dec_cursor c = dec_back_at(v, tested);
    return dec_maybe(&c, IL_CONV_I4) && gives_length(&c);
}

/* An array's length is tested after its null test, which leads to the same null pointer. */
static bool is_after_null_test(const dec_view *v, uint32_t b) {
    return b > 0 && dec_asks_truth(v, dec_test_insn(v, b - 1)) &&
           dec_dest_if(v, b - 1, false) == dec_dest_if(v, b, false);
}

static bool takes_address(const dec_view *v, uint32_t insn, bool to_null) {
    dec_cursor c = dec_at(v, insn);
    if (insn == DEC_NO_INSN || dec_starts_visible(v, insn)) {
        return false; /* a statement of the user */
    }
    (void)dec_load(&c, NULL);
    return (to_null && dec_call(&c, "GetPinnableReference")) ||
           dec_call(&c, "get_OffsetToStringData");
}

static bool is_pinned(const dec_view *v, uint32_t b) {
    uint32_t there = dec_dest_if(v, b, true);
    bool to_null = is_null_pointer(v, dec_arm_if(v, b, false));
    bool is_after =
        is_length(v, dec_tested_value(v, dec_test_insn(v, b))) && is_after_null_test(v, b);
    bool is_array = is_after || reads_length(v, there);
    return (to_null && is_array) || takes_address(v, there, to_null);
}

void dec_idiom_fixed(dec_view *v) {
    dec_drop_truth_tests(v, is_pinned);
}
