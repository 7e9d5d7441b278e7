/* F#: a string that is compared with "" by its length. See dec_view.h. */
#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_match.h"

/* `LOAD; stloc t; ldloc t`: the instruction where LOAD ends; `insn` itself when it loads no
 * copy. */
static uint32_t load_of_original(const dec_view *v, uint32_t insn) {
    uint32_t store = dec_copied_by(v, insn);
    dec_cursor c = dec_before(v, store);
    uint32_t load = insn;
    if (store != DEC_NO_INSN && !v->is_target[store]) {
        (void)dec_load(&c, &load);
    }
    return load;
}

/* A null test of the value is right before `insn`, and null leads to `null`: the instruction
 * where the load of the value ends, or of what it is a copy of. Else DEC_NO_INSN. */
static uint32_t load_before_null_test(const dec_view *v, uint32_t insn, uint32_t null) {
    uint32_t test = insn - 1;
    uint32_t load = DEC_NO_INSN;
    dec_cursor c = dec_before(v, test);
    bool is_test = insn > 0 && dec_flow(v, test) == IL_FLOW_COND &&
                   dec_insn(v, test)->target == null && dec_load(&c, &load);
    return is_test ? load_of_original(v, load) : DEC_NO_INSN;
}

uint32_t dec_emptiness_test(const dec_view *v, uint32_t test) {
    uint32_t load = 0;
    uint32_t first = 0;
    dec_cursor c = dec_before(v, test);
    uint32_t null = c.at;
    if (!dec_does(v, DEC_TESTS_LENGTH_FOR_EMPTY) || !dec_number(&c, 0) ||
        dec_skip_jumps(v, c.at) != test) {
        return DEC_NO_INSN;
    }
    c = dec_before(v, c.at);
    bool is_length = dec_op(&c, IL_CEQ) && dec_number(&c, 0) &&
                     dec_call_of(&c, "System.String", "get_Length") && dec_load(&c, &load) &&
                     dec_plain_load(v, load, &first);
    uint32_t asked = is_length ? load_before_null_test(v, first, null) : DEC_NO_INSN;
    return is_length && asked == DEC_NO_INSN ? load : asked;
}
