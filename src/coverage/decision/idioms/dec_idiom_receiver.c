/* `t?.M()` on a type parameter tests whether its default value is null, that is, whether it is a
 * reference type: ldloca x; initobj T; ldloc x; box T; brtrue. */
#include "coverage/decision/core/dec_idioms.h"

/* The user wrote `default(T) == null`: the statement begins with the test. No statement begins
 * while the receiver's address is on the stack. */
static bool is_statement(const dec_view *v, uint32_t make, uint32_t branch_insn) {
    return make == DEC_NO_INSN || dec_visible_in(v, make, branch_insn + 1);
}

static bool tests_default(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    dec_cursor c = dec_back_at(v, dec_tested_value(v, insn));
    return dec_op(&c, IL_BOX) && dec_load_local(&c, NULL) && dec_op(&c, IL_INITOBJ) &&
           !is_statement(v, c.at, insn);
}

void dec_idiom_receiver(dec_view *v) {
    dec_drop_truth_tests(v, tests_default);
}
