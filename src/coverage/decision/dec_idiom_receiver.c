/* `t?.M()` on a type parameter tests whether its default value is null, that is, whether it is a
 * reference type: ldloca x; initobj T; ldloc x; box T; brtrue. */
#include "coverage/decision/dec_idioms.h"

/* The user wrote `default(T) == null`: the statement begins with the test. No statement begins
 * while the receiver's address is on the stack. */
static bool is_statement(const dec_view *v, uint32_t load, uint32_t branch_insn) {
    uint32_t make = dec_insn_before(v, dec_insn_before(v, load));
    return make == DEC_NO_INSN || dec_visible_in(v, make, branch_insn + 1);
}

void dec_idiom_receiver(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t box = dec_tested_value(v, dec_test_insn(v, b));
        uint32_t load = dec_insn_before(v, box);
        if (dec_is_op(v, box, IL_BOX) && dec_is_load_local(v, load, NULL) &&
            dec_is_op(v, dec_insn_before(v, load), IL_INITOBJ) &&
            !is_statement(v, load, dec_test_insn(v, b))) {
            dec_drop(v, b);
        }
    }
}
