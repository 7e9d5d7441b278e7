/* F#: a string that is compared with "" by its length. See dec_view.h. */
#include "coverage/decision/dec_edit.h"
#include "coverage/decision/dec_value.h"

/* The zero in front of `ceq`. */
static uint32_t zero_before(const dec_view *v, uint32_t equal) {
    uint32_t zero = dec_is_op(v, equal, IL_CEQ) ? dec_insn_before(v, equal) : DEC_NO_INSN;
    return dec_is_number(v, zero, 0) ? zero : DEC_NO_INSN;
}

/* `LOAD; stloc t; ldloc t`: the instruction where LOAD ends; `insn` itself when it loads no
 * copy. */
static uint32_t load_of_original(const dec_view *v, uint32_t insn) {
    uint32_t store = dec_copied_by(v, insn);
    bool is_straight = store != DEC_NO_INSN && !v->is_target[store];
    uint32_t load = is_straight ? dec_insn_before(v, store) : DEC_NO_INSN;
    return dec_plain_load(v, load, NULL) ? load : insn;
}

/* A null test of the value is right in front of `insn`, and null leads to `null`: the instruction
 * where the load of the value ends, or of what it is a copy of. Else DEC_NO_INSN. */
static uint32_t load_before_null_test(const dec_view *v, uint32_t insn, uint32_t null) {
    uint32_t test = insn == 0 ? DEC_NO_INSN : insn - 1;
    bool is_test = test != DEC_NO_INSN && dec_flow(v, test) == IL_FLOW_COND &&
                   dec_insn(v, test)->target == null;
    uint32_t load = is_test ? dec_insn_before(v, test) : DEC_NO_INSN;
    bool is_load = dec_plain_load(v, load, NULL);
    return is_load ? load_of_original(v, load) : DEC_NO_INSN;
}

uint32_t dec_emptiness_test(const dec_view *v, uint32_t test) {
    int32_t value = 1;
    uint32_t first = 0;
    uint32_t null = dec_insn_before(v, test);
    uint32_t jump = dec_insn_before(v, null);
    if (!dec_does(v, DEC_TESTS_LENGTH_FOR_EMPTY) || jump == DEC_NO_INSN ||
        !dec_is_const(v, null, &value) || value != 0 || dec_skip_jumps(v, jump) != test) {
        return DEC_NO_INSN;
    }
    uint32_t equal = dec_insn_before(v, jump);
    uint32_t zero = equal == DEC_NO_INSN ? equal : zero_before(v, equal);
    uint32_t length = dec_insn_before(v, zero);
    uint32_t load = dec_insn_before(v, length);
    bool is_length = load != DEC_NO_INSN && dec_calls_of(v, length, "System.String", "get_Length");
    if (!is_length || !dec_plain_load(v, load, &first)) {
        return DEC_NO_INSN;
    }
    uint32_t asked = load_before_null_test(v, first, null);
    return asked == DEC_NO_INSN ? load : asked;
}
